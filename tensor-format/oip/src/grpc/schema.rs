//! The fields of the protocol's messages.
//!
//! Source: `open_inference_grpc.proto` of the protocol.

use tensor_format::DecodeError;

use super::wire::{Value, Wire};
use crate::{Fault, FaultKind, Stage};

/// The type of a field.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Type {
    Text,
    Bytes,
    Varint,
    Double,
    Message(&'static Schema),
    /// Repeated numbers, packed or not.
    Varints,
    Fixed32s,
    Fixed64s,
}

/// The fields of a message, by their numbers.
pub(crate) type Schema = [(u64, Type)];

const PARAMETER: &Schema =
    &[(1, Type::Varint), (2, Type::Varint), (3, Type::Text), (4, Type::Double), (5, Type::Varint)];
const PARAMETERS: Type = Type::Message(&[(1, Type::Text), (2, Type::Message(PARAMETER))]);
const CONTENTS: &Schema = &[
    (1, Type::Varints),
    (2, Type::Varints),
    (3, Type::Varints),
    (4, Type::Varints),
    (5, Type::Varints),
    (6, Type::Fixed32s),
    (7, Type::Fixed64s),
    (8, Type::Bytes),
];
const TENSOR: Type = Type::Message(&[
    (1, Type::Text),
    (2, Type::Text),
    (3, Type::Varints),
    (4, PARAMETERS),
    (5, Type::Message(CONTENTS)),
]);
const REQUESTED: Type = Type::Message(&[(1, Type::Text), (2, PARAMETERS)]);

/// `ModelInferRequest`.
pub(crate) const REQUEST: &Schema = &[
    (1, Type::Text),
    (2, Type::Text),
    (3, Type::Text),
    (4, PARAMETERS),
    (5, TENSOR),
    (6, REQUESTED),
    (7, Type::Bytes),
];

/// `ModelInferResponse`.
pub(crate) const RESPONSE: &Schema =
    &[(1, Type::Text), (2, Type::Text), (3, Type::Text), (4, PARAMETERS), (5, TENSOR), (6, Type::Bytes)];

const TEXTS: Type = Type::Message(&[(1, Type::Text), (2, Type::Text)]);
const METADATA_TENSOR: Type =
    Type::Message(&[(1, Type::Text), (2, Type::Text), (3, Type::Varints), (4, PARAMETERS), (5, TEXTS)]);

/// `ModelMetadataResponse`.
pub(crate) const METADATA: &Schema =
    &[(1, Type::Text), (2, Type::Text), (3, Type::Text), (4, METADATA_TENSOR), (5, METADATA_TENSOR), (6, TEXTS)];

/// `ServerMetadataResponse`.
pub(crate) const SERVER: &Schema = &[(1, Type::Text), (2, Type::Text), (3, Type::Text)];

/// Checks that bytes are a message with these fields. Unknown fields are skipped.
pub(crate) fn check(bytes: &[u8], at: usize, schema: &Schema) -> Result<(), DecodeError> {
    check_each(bytes, at, schema, |_, _| {})
}

/// Does the same as [`check`], and calls `seen` with the number of each field.
pub(super) fn check_each(
    bytes: &[u8],
    at: usize,
    schema: &Schema,
    mut seen: impl FnMut(u64, usize),
) -> Result<(), DecodeError> {
    let mut wire = Wire::new(bytes, at);
    loop {
        let begin = wire;
        let Some((number, value)) = wire.field()? else { return Ok(()) };
        seen(number, begin.at);
        let Some((_, known)) = schema.iter().find(|(known, _)| *known == number) else { continue };
        let inner = |bytes: &[u8]| wire.at - bytes.len();
        match (known, value) {
            (Type::Text, Value::Bytes(text)) => {
                if let Err(error) = std::str::from_utf8(text) {
                    let offset = inner(text) + error.valid_up_to();
                    let found = String::from_utf8_lossy(text);
                    let fault = Fault::new(Stage::Protobuf, FaultKind::NotUtf8, "a text in UTF-8", found);
                    return Err(fault.at(offset));
                }
            }
            (Type::Message(schema), Value::Bytes(message)) => check(message, inner(message), schema)?,
            (Type::Varints, Value::Bytes(packed)) => {
                let mut packed = Wire::new(packed, inner(packed));
                while !packed.is_empty() {
                    packed.varint()?;
                }
            }
            (Type::Fixed32s, Value::Bytes(packed)) if packed.len() % 4 == 0 => {}
            (Type::Fixed64s, Value::Bytes(packed)) if packed.len() % 8 == 0 => {}
            (Type::Bytes, Value::Bytes(_))
            | (Type::Varint | Type::Varints, Value::Varint(_))
            | (Type::Fixed32s, Value::Fixed32(_))
            | (Type::Double | Type::Fixed64s, Value::Fixed64(_)) => {}
            _ => return Err(begin.fault("a field of the type that the protocol gives it")),
        }
    }
}
