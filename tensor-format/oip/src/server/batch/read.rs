//! Requests that wait for a batch, once they are read.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use tensor_format::{DecodeError, ElementType, Rules, Shape, rules::TensorRules};

use super::{
    super::{
        call::{Opened, rules_of, violations},
        failure::Failure,
        wanted::Wanted,
    },
    join::rows,
    queue::Waiting,
};
use crate::{Datatype, Request, Tensor, source::element_type};

/// What requests have in common that are joined: inputs, their datatypes and inner axes, and the element types that the
/// model sees, which content may decide. The hash is compared first: what clients send may be alike for long.
#[derive(Debug, PartialEq, Eq)]
struct Signature {
    hash: u64,
    inputs: Vec<(String, Datatype, ElementType, Shape)>,
}

/// What decides with which others a request goes.
#[derive(Debug)]
pub(super) struct Size {
    signature: Arc<Signature>,
    pub(super) rows: usize,
}

/// A batch that is gathered, of at most so many rows.
pub(super) struct Gathered {
    most: usize,
    rows: usize,
    signature: Option<Arc<Signature>>,
}

impl Gathered {
    pub(super) fn new(most: usize) -> Self {
        Self { most, rows: 0, signature: None }
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows >= self.most
    }

    /// Takes a request if it goes with those before; the first always does.
    pub(super) fn takes(&mut self, size: &Size) -> bool {
        let rows = self.rows.saturating_add(size.rows);
        if self.signature.as_ref().is_some_and(|signature| rows > self.most || *signature != size.signature) {
            return false;
        }
        self.rows = rows;
        self.signature.get_or_insert_with(|| Arc::clone(&size.signature));
        true
    }
}

/// A request that was read and keeps the rules, and who waits for its answer.
pub(in super::super) struct Read<'c> {
    pub(super) request: Request<'c>,
    pub(super) wanted: Wanted,
    pub(super) size: Size,
    pub(super) waiting: Waiting,
}

impl<'c> Read<'c> {
    /// Reads a request; what is wrong with it is answered, and then it is none.
    pub(super) fn new(rules: &Rules<'static>, message: &'c Opened<'_>, waiting: Waiting) -> Option<Self> {
        let read = || {
            let mut request = message.request(rules)?;
            let wanted = Wanted::of(&request)?;
            let faults = violations(rules, &request.tensors, waiting.call.settings.shapes);
            if let Some(error) = DecodeError::from_violations(faults) {
                return Err(Failure::decode(&error));
            }
            // What the model does not know is not joined.
            request.tensors.retain(|tensor| rules_of(rules, tensor.name()).is_some());
            Ok((request, wanted))
        };
        match read() {
            Ok((request, wanted)) => {
                // Without inputs there are no rows: it is run alone.
                let rows = rows(&request).unwrap_or(usize::MAX);
                let size = Size { signature: signature(rules, &request), rows };
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

fn signature(rules: &Rules<'static>, request: &Request<'_>) -> Arc<Signature> {
    // Clients name an input as they like that is one tensor.
    let is_named = rules.as_record().is_some();
    let input = |tensor: &Tensor<'_>| {
        let types = rules_of(rules, tensor.name()).unwrap_or(TensorRules::ANY).types;
        let name = if is_named { tensor.name().to_owned() } else { String::new() };
        let inner: Shape = tensor.shape.iter().skip(1).copied().collect();
        (name, tensor.datatype, element_type(tensor, types), inner)
    };
    let mut inputs: Vec<_> = request.tensors.iter().map(input).collect();
    // They come in any order, each once.
    inputs.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let mut hasher = DefaultHasher::new();
    for (name, datatype, _, inner) in &inputs {
        (name, datatype, &**inner).hash(&mut hasher);
    }
    Arc::new(Signature { hash: hasher.finish(), inputs })
}
