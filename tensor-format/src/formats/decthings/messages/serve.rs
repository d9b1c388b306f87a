//! Models that serve the requests of the clients.

use alloc::vec::Vec;

use super::{
    super::{CallError, Options, call::AxisNames},
    Message, MessageFrame, ParameterList, Parameters,
};
use crate::{
    Bindings, DecodeError, Encode, EncodeError, HasRules, Model, Presence, RecordRules, Rules, traits::AxisBound,
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
        let inputs = message.inputs::<M>(&list).map_err(|error| message.refuse::<M>(&list, error))?;
        let bindings = match AxisNames::<M>::SHARED {
            true => message.bindings::<M>(&list, inputs.len()).map_err(CallError::Decode)?,
            false => Vec::new(),
        };
        let outputs = inputs.into_iter().map(|input| model.run(input)).collect::<Result<Vec<_>, _>>();
        let outputs = outputs.map_err(CallError::Model)?;
        let written = match AxisNames::<M>::SHARED {
            true => {
                let bound = outputs.iter().zip(&bindings).map(|(value, bindings)| AxisBound { value, bindings });
                self.append_response(&bound.collect::<Vec<_>>(), out)
            }
            false => self.append_response(&outputs, out),
        };
        written.map_err(CallError::Encode)
    }

    fn append_response<T: Encode>(&self, outputs: &[T], out: &mut Vec<u8>) -> Result<(), EncodeError> {
        Parameters::batch(outputs).with_options(*self).append_listed(MessageFrame::Response, out)
    }
}

/// Returns whether a parameter of a model's input may have several tensors.
fn takes_many<M: Model + ?Sized>() -> bool {
    let rules = <M::Input<'static> as HasRules>::RULES.as_record().copied().unwrap_or(RecordRules::ANY);
    rules.iter().any(|param| param.presence == Presence::Many)
}

impl<'a> Message<'a> {
    /// Returns the inputs that a model is to run on: one for each tensor of the parameters, or one of all tensors.
    fn inputs<M: Model + ?Sized>(&self, list: &ParameterList) -> Result<Vec<M::Input<'a>>, DecodeError> {
        if takes_many::<M>() || self.blobs().all(<[u8]>::is_empty) {
            return self.decode(list).map(|input| alloc::vec![input]);
        }
        self.decode_batch(list)
    }

    /// Returns, for each of the `inputs` of a request, the lengths of its named axes. The request was read without an
    /// error.
    fn bindings<M: Model + ?Sized>(&self, list: &ParameterList, inputs: usize) -> Result<Vec<Bindings>, DecodeError> {
        let mut bindings = alloc::vec![Bindings::new(); inputs];
        let Rules::Record(record) = <M::Input<'static> as HasRules>::RULES else { return Ok(bindings) };
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
    fn refuse<M: Model + ?Sized>(&self, list: &ParameterList, error: DecodeError) -> CallError<M::Error> {
        // The headers of a batch alone do not say which tensors belong together.
        let tensors = self.headers(list).unwrap_or_default();
        if !takes_many::<M>() && tensors.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a == b)) {
            return CallError::Decode(error);
        }
        match self.check_all::<M::Input<'_>>(list) {
            Ok(violations) => CallError::Decode(DecodeError::from_violations(violations).unwrap_or(error)),
            Err(_) => CallError::Decode(error),
        }
    }
}
