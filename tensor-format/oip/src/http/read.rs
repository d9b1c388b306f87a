//! Reads messages from bodies.

use std::borrow::Cow;

use tensor_format::DecodeError;

use super::Body;
use crate::{
    Fault, FaultKind, Form, Request, Response, Stage, Tensor, bytes,
    json::{Envelope, Outline, Role, Tensors},
    message::Data,
};

impl<'a> Request<'a> {
    /// Reads a request from a body. The model and its version are in the URL: set [`model_name`](Self::model_name) from
    /// there if they matter.
    ///
    /// The elements in JSON are parsed when a value is decoded, and even the grammar of their lists is checked then;
    /// everything else is checked here. [`check`](Self::check) checks them too, for messages that are passed on.
    ///
    /// # Errors
    ///
    /// A [`Fault`], with the byte offset in the body.
    pub fn from_http(body: &'a Body<'_>) -> Result<Self, DecodeError> {
        let (envelope, tensors) = read(body, Role::Request)?;
        let Envelope { id, parameters, outputs, .. } = envelope;
        Ok(Self { id, parameters, outputs, tensors, ..Self::default() })
    }
}

impl<'a> Response<'a> {
    /// Reads a response from a body.
    ///
    /// # Errors
    ///
    /// A [`Fault`], with the byte offset in the body. An error document instead of outputs is a fault that has its
    /// text.
    pub fn from_http(body: &'a Body<'_>) -> Result<Self, DecodeError> {
        let (envelope, tensors) = read(body, Role::Response)?;
        let Envelope { model_name, model_version, id, parameters, .. } = envelope;
        Ok(Self { model_name, model_version, id, parameters, tensors })
    }
}

fn read<'a>(body: &'a Body<'_>, role: Role) -> Result<(Envelope<'a>, Vec<Tensor<'a>>), DecodeError> {
    if body.is_raw() {
        let expected = "JSON: raw requests are read by `Request::from_raw`";
        return Err(Fault::new(Stage::Http, FaultKind::RawRequest, expected, "a raw request").into());
    }
    let bytes: &'a [u8] = &body.bytes;
    let (json, binary) = bytes.split_at_checked(body.json.unwrap_or(bytes.len())).unwrap_or((bytes, &[]));
    let mut envelope = Envelope::read(json, role, &body.options).map_err(|error| match body.json {
        Some(_) => error,
        None => without_header(error, json),
    })?;
    let mut binary = Binary { rest: binary, at: json.len(), header: body.json.is_some() };
    let Tensors { all: mut tensors, sizes } = std::mem::take(&mut envelope.tensors);
    for (tensor, size) in tensors.iter_mut().filter(|tensor| tensor.form == Form::Binary).zip(sizes) {
        binary.read(tensor, size).map_err(|error| error.in_parameter(&tensor.name))?;
    }
    if !binary.rest.is_empty() {
        let expected = "the end of the body: all binary data are read";
        let fault = Fault::new(Stage::Data, FaultKind::Trailing, expected, format!("{} bytes", binary.rest.len()));
        return Err(fault.at(binary.at));
    }
    Ok((envelope, tensors))
}

/// Says of an error behind the JSON that the header is missing, which proxies leave out: all of the body was taken for
/// JSON, and binary data are none.
#[cold]
fn without_header(error: DecodeError, body: &[u8]) -> DecodeError {
    let Outline { end, binary, .. } = Outline::of(body);
    let end = end.filter(|_| binary > 0).and_then(|end| u64::try_from(end).ok());
    match (Fault::of(&error), error.offset(), end) {
        (Some(fault), Some(at), Some(end)) if at >= end => {
            let need = "binary data behind the JSON need the header `Inference-Header-Content-Length`";
            let expected = format!("{}: {need}", fault.expected).into();
            DecodeError::from(Fault { expected, ..fault.clone() }).at(at)
        }
        _ => error,
    }
}

/// What is left behind the JSON.
struct Binary<'a> {
    rest: &'a [u8],
    at: usize,
    header: bool,
}

impl<'a> Binary<'a> {
    /// Reads the elements of a tensor.
    fn read(&mut self, tensor: &mut Tensor<'a>, size: u64) -> Result<(), DecodeError> {
        let data_at = self.at;
        let bytes = self.take(size, tensor.at)?;
        bytes::check(tensor.datatype, tensor.shape.iter().product(), bytes, data_at)?;
        (tensor.data, tensor.data_at) = (Data::Bytes(Cow::Borrowed(bytes)), data_at);
        Ok(())
    }

    fn take(&mut self, len: u64, tensor: usize) -> Result<&'a [u8], DecodeError> {
        if !self.header && len > 0 {
            let expected = "the header `Inference-Header-Content-Length`, as binary data follow";
            return Err(Fault::new(Stage::Data, FaultKind::HeaderMissing, expected, "none").at(tensor));
        }
        let split = usize::try_from(len).ok().and_then(|len| self.rest.split_at_checked(len));
        let Some((bytes, rest)) = split else {
            let found = format!("{} bytes", self.rest.len());
            let fault = Fault::new(Stage::Data, FaultKind::BinaryTruncated, format!("{len} bytes"), found);
            return Err(fault.at(self.at));
        };
        self.rest = rest;
        self.at += bytes.len();
        Ok(bytes)
    }
}
