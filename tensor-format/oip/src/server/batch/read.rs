//! Requests that wait for a batch, once they are read.

use tensor_format::{DecodeError, Rules};

use super::{
    super::{
        call::{Opened, rules_of, violations},
        failure::Failure,
        wanted::Wanted,
    },
    waiting::{Size, Waiting},
};
use crate::{Request, Tensor};

/// A request that was read and keeps the rules, and who waits for its answer.
pub(in super::super) struct Read<'c> {
    pub(super) request: Request<'c>,
    pub(super) wanted: Wanted,
    pub(super) size: Size,
    pub(super) waiting: Waiting,
}

impl<'c> Read<'c> {
    /// Reads a request of a model whose input and output have these rules; what is wrong with it is answered, and then
    /// it is none.
    pub(super) fn new(
        [rules, outputs]: &[Rules<'static>; 2],
        message: &'c Opened<'_>,
        waiting: Waiting,
    ) -> Option<Self> {
        let read = || {
            let mut request = message.request(rules)?;
            let wanted = Wanted::of(&request)?;
            let faults = violations(rules, &request.tensors, waiting.call.settings.shapes);
            if let Some(error) = DecodeError::from_violations(faults) {
                return Err(Failure::decode(&error));
            }
            // What the model does not know is not joined, and is checked here as reading it would.
            let is_known = |tensor: &Tensor<'_>| rules_of(rules, tensor.name()).is_some();
            for tensor in request.tensors.iter().filter(|tensor| !is_known(tensor)) {
                tensor.check().map_err(|error| Failure::decode(&error.in_parameter(tensor.name())))?;
            }
            wanted.check(outputs, waiting.call.settings.output_name)?;
            request.tensors.retain(is_known);
            Ok((request, wanted))
        };
        match read() {
            Ok((request, wanted)) => {
                let size = Size::of(rules, &request);
                Some(Self { request, wanted, size, waiting })
            }
            Err(failure) => {
                waiting.answer(Err(failure));
                None
            }
        }
    }

    /// Returns the request as it waits, of which is known now with which others it goes.
    pub(super) fn back(mut self) -> Waiting {
        self.waiting.size = Some(self.size);
        self.waiting
    }
}
