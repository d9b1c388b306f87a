//! What the JSON of a message says: the message without its elements, and where these are.

use std::borrow::Cow;

use tensor_format::Shape;

use super::JsonData;
use crate::{Datatype, Parameters, RequestedOutput};

/// Where the elements of a tensor are.
#[derive(Debug, PartialEq)]
pub(crate) enum Place<'a> {
    Json(JsonData<'a>),
    /// Behind the JSON, this many bytes.
    Binary(u64),
}

/// What the JSON says of a tensor.
#[derive(Debug, PartialEq)]
pub(crate) struct Described<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) datatype: Datatype,
    pub(crate) shape: Shape,
    pub(crate) parameters: Parameters<'a>,
    pub(crate) place: Place<'a>,
    pub(crate) at: usize,
}

/// A message without the elements of its tensors.
#[derive(Debug, PartialEq)]
pub(crate) struct Envelope<'a> {
    pub(crate) model_name: Cow<'a, str>,
    pub(crate) model_version: Cow<'a, str>,
    pub(crate) id: Option<Cow<'a, str>>,
    pub(crate) parameters: Parameters<'a>,
    pub(crate) outputs: Vec<RequestedOutput<'a>>,
    pub(crate) tensors: Vec<Described<'a>>,
}
