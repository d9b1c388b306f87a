//! Writes typed values as messages.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use super::{Fields, Json, Message, Options, Part, Tens, errors::fault, hidden_types, tens::object_only};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{
    DecodeError, ElementType, Encode, EncodeError, ErrorKind, Header, Payload, RecordType, Sink,
    values::{gather, names_of},
};

impl Options {
    /// Returns a value as a message: see [`to_message`](super::to_message).
    ///
    /// # Errors
    ///
    /// As [`to_message`](super::to_message), and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn to_message<'a, T: Encode + ?Sized>(&self, value: &'a T) -> Result<Message<'a>, EncodeError> {
        self.message_of(value, None)
    }

    /// Returns a value as [`to_message`](Self::to_message) does, with metadata of the message.
    ///
    /// # Errors
    ///
    /// As [`to_message_with`](super::to_message_with).
    #[cfg(feature = "json")]
    pub fn to_message_with<'a, T, M>(&self, value: &'a T, metadata: &M) -> Result<Message<'a>, EncodeError>
    where
        T: Encode + ?Sized,
        M: serde_core::Serialize + ?Sized,
    {
        self.message_of(value, Some(Json::of(metadata)?))
    }

    fn message_of<'a, T: Encode + ?Sized>(
        &self,
        value: &'a T,
        metadata: Option<Json<'_>>,
    ) -> Result<Message<'a>, EncodeError> {
        let mut sink = MessageSink::new(self, metadata)?;
        value.encode(&mut sink)?;
        sink.finish()
    }
}

/// A sink that collects the tensors of a value.
struct MessageSink<'a, 'o> {
    options: &'o Options,
    names: Option<Vec<Cow<'static, str>>>,
    tens: Tens<'static>,
    /// The metadata of the message: that which the caller passed with the value, and the fields of the value that are
    /// metadata.
    metadata: Fields<'static>,
    parts: Vec<Part<'a>>,
}

impl<'a, 'o> MessageSink<'a, 'o> {
    fn new(options: &'o Options, metadata: Option<Json<'_>>) -> Result<Self, EncodeError> {
        let metadata = match metadata {
            Some(metadata) => object_only(metadata, "TENS.metadata")?.fields().into_owned(),
            None => Fields::default(),
        };
        Ok(Self { options, names: None, tens: Tens::new(), metadata, parts: Vec::new() })
    }

    fn finish(self) -> Result<Message<'a>, EncodeError> {
        let Self { options, names, mut tens, metadata, parts } = self;
        tens.metadata = (!metadata.is_empty()).then(|| Json::object(metadata.iter().map(|(k, v)| (k, v.clone()))));
        if names.map_or(1, |names| names.len()) != parts.len() {
            return Err(ErrorKind::custom("the value wrote another number of tensors than it has names").into());
        }
        let text = options.label_text(&Fields::default(), &tens)?;
        Ok(Message { label: text.into(), parts, ..Message::default() })
    }

    fn begin(&mut self, names: Vec<Cow<'static, str>>) -> Result<(), EncodeError> {
        self.options.check_count(names.len())?;
        self.parts.reserve_exact(names.len());
        self.tens.tensors.reserve_exact(names.len());
        self.names = Some(names);
        Ok(())
    }
}

impl<'a> Sink<'a> for MessageSink<'a, '_> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.options.check_rank(shape.len())?;
        let header = Header::new(element_type, shape);
        let part = Part::from(gather(&header, payload)?);
        let index = self.parts.len();
        let name = self.names.as_ref().and_then(|names| names.get(index)).map(|name| &**name);
        self.tens.tensors.push(hidden_types::describe(&header, part.len(), index, name, None)?);
        self.parts.push(part);
        Ok(())
    }

    fn metadata(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        let value = Json::new(json).map_err(DecodeError::into_kind)?;
        match self.metadata.set(String::from(name), value.into_owned()) {
            None => Ok(()),
            Some(_) => Err(fault(
                Stage::Tens,
                MessageFault::ReservedKey,
                "TENS.metadata",
                "metadata without the names of the record's own",
                format!("`{name}`"),
            )
            .into()),
        }
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.begin(names_of(record, counts))
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.begin(names.map(|name| Cow::Owned(name.into())).collect())
    }
}
