//! Requests that wait for a batch, once they are read.

use std::sync::Arc;

use tensor_format::{DecodeError, ElementType, Rules, Shape, rules::TensorRules};

use super::{
    super::{
        call::{Opened, violations},
        failure::Failure,
        wanted::Wanted,
    },
    join::rows,
    queue::Waiting,
};
use crate::{Datatype, Request, source::element_type};

/// What requests have in common that are joined: inputs, their datatypes and inner axes, and the element types that the
/// model sees, which content may decide.
#[derive(Debug, PartialEq, Eq)]
struct Signature(Vec<(String, Datatype, ElementType, Shape)>);

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
            let request = message.request(rules)?;
            let wanted = Wanted::of(&request)?;
            let faults = violations(rules, &request.tensors, waiting.call.settings.shapes);
            match DecodeError::from_violations(faults) {
                Some(error) => Err(Failure::decode(&error)),
                None => Ok((request, wanted)),
            }
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
    let types = |name: &str| match rules {
        Rules::Tensor(rules) => rules.types,
        Rules::Record(record) => {
            record.iter().find(|param| param.name == name).map_or(TensorRules::ANY.types, |param| param.rules.types)
        }
    };
    let mut inputs: Vec<_> = request
        .tensors
        .iter()
        .map(|tensor| {
            let element_type = element_type(tensor, types(&tensor.name));
            let inner = tensor.shape.iter().skip(1).copied().collect();
            (tensor.name.clone().into_owned(), tensor.datatype, element_type, inner)
        })
        .collect();
    // Inputs come in any order, each once.
    inputs.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    Arc::new(Signature(inputs))
}
