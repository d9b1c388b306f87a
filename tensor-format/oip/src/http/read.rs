//! Reads messages from bodies.

use tensor_format::DecodeError;

use super::Body;
use crate::{
    Fault, FaultKind, Request, Response, Stage,
    json::{Binary, Envelope, Outline, Role},
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
        let Envelope { id, parameters, outputs, tensors, .. } = read(body, Role::Request)?;
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
        let Envelope { model_name, model_version, id, parameters, tensors, .. } = read(body, Role::Response)?;
        Ok(Self { model_name, model_version, id, parameters, tensors })
    }
}

fn read<'a>(body: &'a Body<'_>, role: Role) -> Result<Envelope<'a>, DecodeError> {
    if body.is_raw() {
        let expected = "JSON: raw requests are read by `Request::from_raw`";
        return Err(Fault::new(Stage::Http, FaultKind::RawRequest, expected, "a raw request").into());
    }
    let bytes: &'a [u8] = &body.bytes;
    let (json, binary) = bytes.split_at_checked(body.json.unwrap_or(bytes.len())).unwrap_or((bytes, &[]));
    let binary = Binary::new(binary, json.len(), body.json.is_some());
    Envelope::read(json, binary, role, &body.options).map_err(|error| match body.json {
        Some(len) => wrong_header(error, len, bytes),
        None => without_header(error, json),
    })
}

/// Says of an error in the JSON, or behind it, that the header has another length.
#[cold]
fn wrong_header(error: DecodeError, len: usize, body: &[u8]) -> DecodeError {
    match (Fault::of(&error), error.offset(), Outline::of(body).end) {
        (Some(fault), Some(at), Some(end)) if at >= len.min(end) as u64 && end != len && fault.stage == Stage::Json => {
            let header = format!("`Inference-Header-Content-Length` is {len}, and the JSON ends at byte {end}");
            hinted(fault, at, &header)
        }
        _ => error,
    }
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
            hinted(fault, at, need)
        }
        _ => error,
    }
}

/// Returns the error of a fault, with what to do behind what was expected.
fn hinted(fault: &Fault, at: u64, hint: &str) -> DecodeError {
    let expected = format!("{}: {hint}", fault.expected).into();
    DecodeError::from(Fault { expected, ..fault.clone() }).at(at)
}
