//! Requests that wait for their answer, and which of them go together.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tensor_format::{ElementType, Rules, Shape, rules::TensorRules};
use tokio::sync::oneshot::Sender;

use super::{
    super::{
        call::{Answer, Call, rules_of},
        failure::Failure,
    },
    join::rows,
};
use crate::{Datatype, Request, Tensor, source::element_type};

/// A request that waits, and where its answer goes.
pub(super) struct Waiting {
    pub(super) number: u64,
    pub(super) call: Arc<Call>,
    /// Taken with the answer.
    to: Mutex<Option<Sender<Result<Answer, Failure>>>>,
    /// What it goes with, if it was read before.
    pub(super) size: Option<Size>,
}

impl Waiting {
    pub(super) fn new(number: u64, call: Call, to: Sender<Result<Answer, Failure>>) -> Self {
        Self { number, call: Arc::new(call), to: Mutex::new(Some(to)), size: None }
    }

    /// Answers it, once. Who is gone hears nothing.
    pub(super) fn answer(&self, answer: Result<Answer, Failure>) {
        if let Some(to) = self.to().take() {
            let _ = to.send(answer);
        }
    }

    /// Returns whether it was answered, or nobody listens any more.
    pub(super) fn is_done(&self) -> bool {
        self.to().as_ref().is_none_or(Sender::is_closed)
    }

    fn to(&self) -> MutexGuard<'_, Option<Sender<Result<Answer, Failure>>>> {
        self.to.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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

impl Size {
    pub(super) fn of(rules: &Rules<'static>, request: &Request<'_>) -> Self {
        // Without inputs there are no rows: it is run alone.
        Self { signature: signature(rules, request), rows: rows(request).unwrap_or(usize::MAX) }
    }
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
