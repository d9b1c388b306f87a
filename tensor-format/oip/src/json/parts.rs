//! What the JSON of a message says: the message without the elements that are not in the JSON.

use std::borrow::Cow;

use tensor_format::Shape;

use super::JsonData;
use crate::{
    Datatype, Form, Parameters, RequestedOutput, Tensor,
    message::{Data, Parsed},
};

/// A message without the elements that are behind the JSON.
#[derive(Debug, PartialEq)]
pub(crate) struct Envelope<'a> {
    pub(crate) model_name: Cow<'a, str>,
    pub(crate) model_version: Cow<'a, str>,
    pub(crate) id: Option<Cow<'a, str>>,
    pub(crate) parameters: Parameters<'a>,
    pub(crate) outputs: Vec<RequestedOutput<'a>>,
    pub(crate) tensors: Tensors<'a>,
}

impl Envelope<'_> {
    /// Returns whether another is the same, with the same places in the message.
    pub(super) fn is(&self, other: &Self) -> bool {
        let places = |(own, other): (&Tensor<'_>, &Tensor<'_>)| (own.at, own.data_at) == (other.at, other.data_at);
        self == other && self.tensors.all.iter().zip(&other.tensors.all).all(places)
    }
}

/// The tensors of a message.
#[derive(Debug, PartialEq, Default)]
pub(crate) struct Tensors<'a> {
    pub(crate) all: Vec<Tensor<'a>>,
    /// For each tensor in binary form, which has no elements yet, their number of bytes.
    pub(crate) sizes: Vec<u64>,
}

/// Where the elements of a tensor are.
pub(super) enum Place<'a> {
    Json(JsonData<'a>),
    /// Behind the JSON, this many bytes.
    Binary(u64),
}

impl<'a> Tensors<'a> {
    /// Adds a tensor, described at the offset `at`.
    #[inline]
    pub(super) fn push(
        &mut self,
        (name, datatype, shape): (Cow<'a, str>, Datatype, Shape),
        parameters: Parameters<'a>,
        place: Place<'a>,
        at: usize,
    ) {
        let (form, data, data_at) = match place {
            Place::Json(data) => (Form::Json, Data::Json(data), data.at()),
            Place::Binary(size) => {
                self.sizes.push(size);
                (Form::Binary, Data::Bytes(Cow::Borrowed(&[])), at)
            }
        };
        let parsed = Parsed::default();
        self.all.push(Tensor { name, datatype, shape, parameters, form, data, at, data_at, parsed });
    }
}
