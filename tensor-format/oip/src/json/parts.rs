//! What the JSON of a message says.

use std::borrow::Cow;

use tensor_format::Shape;

use super::JsonData;
use crate::{
    Datatype, Form, Parameters, RequestedOutput, Tensor,
    message::{Data, Parsed},
};

/// A message over HTTP, of either kind.
#[derive(Debug, PartialEq, Default)]
pub(crate) struct Envelope<'a> {
    pub(crate) model_name: Cow<'a, str>,
    pub(crate) model_version: Cow<'a, str>,
    pub(crate) id: Option<Cow<'a, str>>,
    pub(crate) parameters: Parameters<'a>,
    pub(crate) outputs: Vec<RequestedOutput<'a>>,
    pub(crate) tensors: Vec<Tensor<'a>>,
}

impl Envelope<'_> {
    /// Returns whether another is the same, with the same places in the message.
    pub(super) fn is(&self, other: &Self) -> bool {
        let places = |(own, other): (&Tensor<'_>, &Tensor<'_>)| (own.at, own.data_at) == (other.at, other.data_at);
        self == other && self.tensors.iter().zip(&other.tensors).all(places)
    }
}

/// Returns a tensor, described at the offset `at`, whose elements are in the JSON, or behind it: then it has none yet.
#[inline]
pub(super) fn tensor<'a>(
    (name, datatype, shape): (Cow<'a, str>, Datatype, Shape),
    parameters: Parameters<'a>,
    data: Option<JsonData<'a>>,
    at: usize,
) -> Tensor<'a> {
    let (form, data, data_at) = match data {
        Some(data) => (Form::Json, Data::Json(data), data.at()),
        None => (Form::Binary, Data::Bytes(Cow::Borrowed(&[])), at),
    };
    Tensor { name, datatype, shape, parameters, form, data, at, data_at, parsed: Parsed::default() }
}
