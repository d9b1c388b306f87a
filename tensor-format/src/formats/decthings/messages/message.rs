//! Messages as they are received: their JSON and their blobs.

use alloc::{boxed::Box, collections::BTreeSet, vec::Vec};
use core::fmt;

use super::{
    super::{
        Options,
        aligned_payloads::AlignedPayloads,
        rules_json::node::{located, place_of},
    },
    CLIENTS, MessageFrame, Reply,
    frame::Blob,
    list::{Dataset, ParameterList},
    source::{ParameterData, ParametersSource},
};
use crate::{
    Decode, DecodeError, EncodeError, ErrorKind, HasRules, Header, JsonFault, Limit, Rules, Source, Violation,
};

/// A message that was received: a JSON text, and the data of parameters as blobs.
///
/// Made by [`request::read`](super::request::read) and similar functions, and borrowed from their input. Its JSON lists
/// the parameters somewhere, as a [`ParameterList`]; with that list the blobs become typed values.
#[derive(Clone)]
pub struct Message<'a> {
    json: &'a str,
    blobs: Vec<Blob<'a>>,
    options: Options,
}

impl<'a> Message<'a> {
    /// Creates a message from any JSON text and blobs, to be sent as they are.
    ///
    /// To send typed values see [`Parameters`](super::super::Parameters).
    pub fn new(json: &'a str, blobs: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let blobs = blobs.into_iter().map(|input| Blob::new(input, 0)).collect();
        Self { json, blobs, options: *CLIENTS }
    }

    pub(super) fn received(json: &'a str, blobs: Vec<Blob<'a>>, options: &Options) -> Self {
        Self { json, blobs, options: *options }
    }

    /// Returns the message as a [`request`](super::request).
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) beyond 255 blobs.
    pub fn to_request(&self) -> Result<Vec<u8>, EncodeError> {
        self.to_vec(MessageFrame::Request)
    }

    /// Returns the message as a [`request`](super::request) of this number over a WebSocket.
    ///
    /// # Errors
    ///
    /// As [`to_request`](Self::to_request).
    pub fn to_websocket_request(&self, id: u32) -> Result<Vec<u8>, EncodeError> {
        self.to_vec(MessageFrame::WebSocketRequest(id))
    }

    /// Returns the message as a [`response`](super::response).
    ///
    /// # Errors
    ///
    /// Never fails today.
    pub fn to_response(&self) -> Result<Vec<u8>, EncodeError> {
        self.to_vec(MessageFrame::Response)
    }

    /// Returns the message as a [`response`](super::response) or an event over a WebSocket.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) for the name of an event of more than 255 bytes.
    pub fn to_reply(&self, reply: Reply<'_>) -> Result<Vec<u8>, EncodeError> {
        self.to_vec(match reply {
            Reply::Response { id } => MessageFrame::WebSocketResponse(id),
            Reply::Event { api } => MessageFrame::WebSocketEvent(api),
        })
    }

    /// Returns aligned copies of the numbers of each blob that are not aligned.
    pub(super) fn aligned_payloads(&self) -> Vec<AlignedPayloads> {
        self.blobs.iter().map(|blob| AlignedPayloads::of(blob.input, blob.start, &self.options)).collect()
    }

    /// Returns the message as one whose numbers are borrowed from these copies, one set for each blob.
    pub(super) fn with_copies<'c>(&self, copies: &'c [AlignedPayloads]) -> Message<'c>
    where
        'a: 'c,
    {
        let blobs = self.blobs.iter().zip(copies).map(|(blob, copies)| Blob { copies: Some(copies), ..*blob });
        Message { json: self.json, blobs: blobs.collect(), options: self.options }
    }

    fn to_vec(&self, frame: MessageFrame<'_>) -> Result<Vec<u8>, EncodeError> {
        let lengths: Vec<usize> = self.blobs().map(<[u8]>::len).collect();
        let mut out = Vec::new();
        frame.begin(&mut out, self.json, &lengths)?;
        for blob in self.blobs() {
            frame.before_blob(&mut out, blob.len());
            out.extend_from_slice(blob);
        }
        Ok(out)
    }

    /// Returns the JSON, as it was received.
    #[must_use]
    pub fn json_text(&self) -> &'a str {
        self.json
    }

    /// Returns the JSON as a type.
    ///
    /// # Errors
    ///
    /// [`Json`](ErrorKind::Json) with line and column, and the offset in the JSON.
    pub fn json<J: serde_core::Deserialize<'a>>(&self) -> Result<J, DecodeError> {
        serde_json::from_str(self.json).map_err(|error| {
            let (at, why) = place_of(self.json, &error);
            let fault = if error.is_data() { JsonFault::Data { why } } else { JsonFault::Syntax { why } };
            located(self.json, at, "".into(), fault)
        })
    }

    /// Returns the blobs in order: one for each parameter whose data are in the message, its tensors one after another.
    pub fn blobs(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + '_ {
        self.blobs.iter().map(|blob| blob.bytes())
    }

    /// Returns the value whose parameters the list names. A parameter may have several tensors if it is a
    /// [`Many`](crate::Many).
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the tensors and at which byte of the message, where they break the rules of
    /// `T`, and if the list names more or fewer parameters than there are blobs, or a parameter whose data are in a
    /// dataset.
    pub fn decode<T: Decode<'a>>(&self, list: &ParameterList) -> Result<T, DecodeError> {
        self.decode_with(list, |_| None)
    }

    /// Returns the value as [`decode`](Self::decode) does, with the data of datasets: `resolve` returns the bytes of a
    /// dataset's tensors, one after another.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode). Byte offsets in the data of a dataset are counted from their beginning.
    pub fn decode_with<T: Decode<'a>>(
        &self,
        list: &ParameterList,
        resolve: impl FnMut(&Dataset) -> Option<&'a [u8]>,
    ) -> Result<T, DecodeError> {
        let mut source = ParametersSource::new(self.parts(list, resolve)?, &self.options);
        let value = T::decode(&mut source).map_err(|error| source.placed(error))?;
        source.finish()?;
        Ok(value)
    }

    /// Returns the values of a batch: the first tensor of every parameter is in the first value, the second in the
    /// second, and so on.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode), with the index of the value; and if the parameters have different numbers of
    /// tensors.
    pub fn decode_batch<T: Decode<'a>>(&self, list: &ParameterList) -> Result<Vec<T>, DecodeError> {
        self.decode_batch_with(list, |_| None)
    }

    /// Returns the values as [`decode_batch`](Self::decode_batch) does, with the data of datasets as in
    /// [`decode_with`](Self::decode_with).
    ///
    /// # Errors
    ///
    /// As [`decode_batch`](Self::decode_batch).
    pub fn decode_batch_with<T: Decode<'a>>(
        &self,
        list: &ParameterList,
        resolve: impl FnMut(&Dataset) -> Option<&'a [u8]>,
    ) -> Result<Vec<T>, DecodeError> {
        let mut source = ParametersSource::one_each(self.parts(list, resolve)?, &self.options);
        let mut values = Vec::new();
        while source.has_more() {
            let index = values.len() as u64;
            let value = T::decode(&mut source)
                .map_err(|error| source.placed(error))
                .and_then(|value| source.finish_each(index).map(|()| value));
            values.push(value.map_err(|error| error.in_record(index))?);
        }
        Ok(values)
    }

    /// Returns every way in which the headers of the parameters break the rules of `T`; none if they keep them.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the message itself, so that no headers can be read.
    pub fn check_all<T: HasRules + ?Sized>(&self, list: &ParameterList) -> Result<Vec<Violation>, DecodeError> {
        let headers = self.headers(list)?;
        match T::RULES {
            Rules::Tensor(_) => Err(ErrorKind::RecordFound { tensors: headers.len() }.into()),
            Rules::Record(rules) => Ok(rules.check_all(headers.iter().map(|(name, header)| (&**name, header.clone())))),
        }
    }

    /// Returns name and header of every tensor in the message, in order, and passes over the elements.
    pub(super) fn headers(&self, list: &ParameterList) -> Result<Vec<(Box<str>, Header)>, DecodeError> {
        let headers_only = Options { allow_any_true_byte: true, ..self.options };
        let mut source = ParametersSource::new(self.parts(list, |_| None)?, &headers_only);
        source.record(<crate::RecordRef<'_>>::RECORD)?;
        let mut headers = Vec::new();
        while source.next_name()? {
            let header = source.pass().map_err(|error| error.in_parameter(source.name()))?;
            headers.push((source.name().into(), header));
        }
        Ok(headers)
    }

    /// Returns each parameter of the list with its data: its blob, or what `resolve` returns for its dataset.
    fn parts<'l>(
        &self,
        list: &'l ParameterList,
        mut resolve: impl FnMut(&Dataset) -> Option<&'a [u8]>,
    ) -> Result<Vec<ParameterData<'a, 'l>>, DecodeError> {
        let listed = list.iter().filter(|parameter| parameter.dataset.is_none()).count();
        if listed != self.blobs.len() {
            let kind = ErrorKind::ListedParameters { listed, blobs: self.blobs.len() };
            return Err(kind.into());
        }
        Limit::Params.check(self.options.max_params, list.len())?;
        let mut names = BTreeSet::new();
        let mut blobs = self.blobs.iter();
        let mut parts = Vec::with_capacity(list.len());
        for parameter in list {
            let name = &*parameter.name;
            if !names.insert(name) {
                return Err(DecodeError::new(ErrorKind::DuplicateParam).in_parameter(name));
            }
            parts.push(match &parameter.dataset {
                Some(dataset) => ParameterData::of_dataset(name, dataset, resolve(dataset)),
                None => ParameterData::of_blob(name, blobs.next().copied()),
            });
        }
        Ok(parts)
    }
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths: Vec<usize> = self.blobs().map(<[u8]>::len).collect();
        f.debug_struct("Message").field("json", &self.json).field("blobs", &lengths).finish_non_exhaustive()
    }
}
