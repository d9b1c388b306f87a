//! The small messages of the service: the name and version of a model, and yes or no.

use std::borrow::Cow;

use tensor_format::DecodeError;

use super::{
    wire::{Value, Wire},
    write,
};

/// The name of the service.
pub(crate) const SERVICE: &str = "inference.GRPCInferenceService";

/// Returns the bytes of a `ModelReadyRequest` or `ModelMetadataRequest`.
pub(crate) fn named(name: &str, version: &str) -> Vec<u8> {
    let mut out = Vec::new();
    write::text(&mut out, 1, name);
    write::text(&mut out, 2, version);
    out
}

/// Returns the name and version of the model that a message is about, which in a `ModelInferRequest` are in the same
/// fields. What is no UTF-8 is no name of a model.
pub(crate) fn read_named(bytes: &[u8]) -> Result<(Cow<'_, str>, Cow<'_, str>), DecodeError> {
    let (mut name, mut version) = (&[][..], &[][..]);
    let mut wire = Wire::new(bytes, 0);
    while let Some((number, value)) = wire.field()? {
        match (number, value) {
            (1, Value::Bytes(text)) => name = text,
            (2, Value::Bytes(text)) => version = text,
            _ => {}
        }
    }
    Ok((String::from_utf8_lossy(name), String::from_utf8_lossy(version)))
}

/// Returns the bytes of a response that says yes or no, as `ServerLiveResponse`.
pub(crate) fn answer(yes: bool) -> Vec<u8> {
    if yes { vec![0x08, 1] } else { Vec::new() }
}

/// Returns whether a response says yes.
pub(crate) fn read_answer(bytes: &[u8]) -> Result<bool, DecodeError> {
    let mut yes = false;
    let mut wire = Wire::new(bytes, 0);
    while let Some((number, value)) = wire.field()? {
        if let (1, Value::Varint(value)) = (number, value) {
            yes = value != 0;
        }
    }
    Ok(yes)
}
