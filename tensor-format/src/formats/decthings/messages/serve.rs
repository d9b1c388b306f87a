//! Models that serve the requests of the clients.

use alloc::vec::Vec;

use super::{
    super::{CallError, Options, aligned_payloads::AlignedPayloads, call::AxisNames},
    Message, MessageFrame, ParameterList, Parameters,
};
use crate::{
    Bindings, Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, Model, Presence, RecordRules, Rules,
    model::AsyncModel, traits::AxisBound,
};

impl Options {
    /// Serves one request of the clients, as [`request::call`](super::request::call); request and response have
    /// these options.
    ///
    /// # Errors
    ///
    /// As [`request::call`](super::request::call).
    pub fn call_request<M: Model + ?Sized>(
        &self,
        model: &M,
        request: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), CallError<M::Error>> {
        let message = self.read_request(request).map_err(CallError::Decode)?;
        let list = message.json().map_err(CallError::Decode)?;
        let mut copies = Vec::new();
        let (inputs, bindings) =
            message.read_inputs::<M::Input<'_>, M::Output>(&list, &mut copies).map_err(CallError::Decode)?;
        let outputs = inputs.into_iter().map(|input| model.run(input)).collect::<Result<Vec<_>, _>>();
        let outputs = outputs.map_err(CallError::Model)?;
        self.append_outputs(&outputs, bindings.as_deref(), out).map_err(CallError::Encode)
    }

    /// Serves one request of the clients, as [`request::call_async`](super::request::call_async); request and response
    /// have these options.
    ///
    /// # Errors
    ///
    /// As [`request::call`](super::request::call).
    pub async fn call_request_async<M: AsyncModel + ?Sized>(
        &self,
        model: &M,
        request: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), CallError<M::Error>> {
        let message = self.read_request(request).map_err(CallError::Decode)?;
        let list = message.json().map_err(CallError::Decode)?;
        let mut copies = Vec::new();
        let (inputs, bindings) =
            message.read_inputs::<M::Input<'_>, M::Output>(&list, &mut copies).map_err(CallError::Decode)?;
        let mut outputs = Vec::new();
        for input in inputs {
            outputs.push(model.run(input).await.map_err(CallError::Model)?);
        }
        self.append_outputs(&outputs, bindings.as_deref(), out).map_err(CallError::Encode)
    }

    /// Appends the outputs of a model, whose named axes must have the lengths of those of the request.
    fn append_outputs<O: Encode>(
        &self,
        outputs: &[O],
        bindings: Option<&[Bindings<'static>]>,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let Some(bindings) = bindings else { return self.append_response(outputs, out) };
        let bound = outputs.iter().zip(bindings).map(|(value, bindings)| AxisBound { value, bindings });
        self.append_response(&bound.collect::<Vec<_>>(), out)
    }

    fn append_response<T: Encode>(&self, outputs: &[T], out: &mut Vec<u8>) -> Result<(), EncodeError> {
        Parameters::batch(outputs).with_options(*self).append_listed(MessageFrame::Response, out)
    }
}

/// Returns whether a parameter of a model's input may have several tensors.
fn takes_many<I: HasRules>() -> bool {
    let rules = I::RULES.as_record().copied().unwrap_or(RecordRules::ANY);
    rules.iter().any(|param| param.presence == Presence::Many)
}

impl<'a> Message<'a> {
    /// Reads the inputs that a model with this input and output is to run on. Numbers that they borrow, and that are
    /// not aligned in the message, are copied. Returns also the lengths of the named axes of each input, if the output
    /// has some of their names.
    fn read_inputs<I: Decode<'a>, O: HasRules>(
        &'a self,
        list: &ParameterList,
        copies: &'a mut Vec<AlignedPayloads>,
    ) -> Result<(Vec<I>, Option<Vec<Bindings<'static>>>), DecodeError> {
        let inputs = match self.inputs(list) {
            Err(error) if matches!(error.kind(), ErrorKind::Misaligned { .. }) => {
                *copies = self.aligned_payloads();
                self.with_copies(copies).inputs(list)
            }
            result => result,
        };
        let inputs: Vec<I> = inputs.map_err(|error| self.refuse::<I>(list, error))?;
        let bindings = match AxisNames::<I, O>::SHARED {
            true => Some(self.bindings::<I>(list, inputs.len())?),
            false => None,
        };
        Ok((inputs, bindings))
    }

    /// Returns the inputs that a model is to run on: one for each tensor of the parameters, or one of all tensors.
    fn inputs<I: Decode<'a>>(&self, list: &ParameterList) -> Result<Vec<I>, DecodeError> {
        if takes_many::<I>() || self.blobs().all(<[u8]>::is_empty) {
            return self.decode(list).map(|input| alloc::vec![input]);
        }
        self.decode_batch(list)
    }

    /// Returns, for each of the `inputs` of a request, the lengths of its named axes. The request was read without an
    /// error.
    fn bindings<I: HasRules>(
        &self,
        list: &ParameterList,
        inputs: usize,
    ) -> Result<Vec<Bindings<'static>>, DecodeError> {
        let mut bindings = alloc::vec![Bindings::new(); inputs];
        let Rules::Record(record) = I::RULES else { return Ok(bindings) };
        let (mut last, mut index) = (None, 0);
        for (name, header) in self.headers(list)? {
            index = if last.as_ref() == Some(&name) { usize::saturating_add(index, 1) } else { 0 };
            let input = if inputs == 1 { 0 } else { index };
            let param = record.position(&name, 0).and_then(|position| record.get(position));
            if let (Some(param), Some(bindings)) = (param, bindings.get_mut(input)) {
                bindings.bind(param.name, &param.rules, &header.shape)?;
            }
            last = Some(name);
        }
        Ok(bindings)
    }

    /// Returns the error for a request that was not read: every violation in its headers, or `error` if there is none
    /// or the request is a batch.
    #[cold]
    fn refuse<I: HasRules>(&self, list: &ParameterList, error: DecodeError) -> DecodeError {
        // The headers of a batch alone do not say which tensors belong together.
        let tensors = self.headers(list).unwrap_or_default();
        if !takes_many::<I>() && tensors.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a == b)) {
            return error;
        }
        let violations = self.check_all::<I>(list).unwrap_or_default();
        DecodeError::from_violations(violations).unwrap_or(error)
    }
}
