//! Texts, messages and indices that must be refused.

use serde::Deserialize;
use tensor_format::{
    DecodeError, ErrorKind,
    layout::index_from,
    xla::{PaddedShape, Shape},
};

use super::parsed_array;
use crate::conformance::Case;

#[derive(Deserialize)]
#[serde(tag = "input_kind", rename_all = "lowercase")]
enum Reject {
    Text {
        kind: String,
        text: String,
    },
    Proto {
        kind: String,
        message: Message,
        protobuf_library: Library,
        #[serde(deserialize_with = "super::super::decthings::from_hex")]
        hex: Vec<u8>,
    },
    Index {
        kind: String,
        text: String,
        index: Vec<i64>,
    },
    Linear {
        kind: String,
        text: String,
        linear: i64,
    },
}

#[derive(Deserialize)]
enum Message {
    #[serde(rename = "ShapeProto (current)")]
    Current,
    #[serde(rename = "Shape with the three-field Layout (old)")]
    Padded,
}

/// What a protobuf library makes of the bytes.
#[derive(Deserialize, PartialEq, Debug)]
enum Library {
    #[serde(rename = "decode error")]
    DecodeError,
    #[serde(rename = "parses")]
    Parses,
}

pub(super) fn judge(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    match serde_json::from_str(line)? {
        Reject::Text { kind, text } => {
            let error = text.parse::<Shape>().map(|shape| shape.to_string());
            refused(&kind, text.len(), &error, text_kind, case);
        }
        Reject::Proto { kind, message, protobuf_library, hex } => {
            let error = match message {
                Message::Current => Shape::from_slice(&hex).map(|shape| shape.to_string()),
                Message::Padded => PaddedShape::from_slice(&hex).map(|shape| format!("{shape:?}")),
            };
            refused(&kind, hex.len(), &error, proto_kind, case);
            // Bytes that are no message are refused for that, a message for what it says.
            if let Err(error) = error {
                let found = match proto_kind(error.kind()) {
                    Some("truncated" | "wire") => Library::DecodeError,
                    _ => Library::Parses,
                };
                case.equal("protobuf library", &protobuf_library, &found);
            }
        }
        Reject::Index { kind, text, index } => {
            let Some(array) = parsed_array("text", &text, case) else { return Ok(()) };
            refused_index(&kind, index_from(&index).and_then(|index| array.position(&index)), case);
        }
        Reject::Linear { kind, text, linear } => {
            let Some(array) = parsed_array("text", &text, case) else { return Ok(()) };
            let position = index_from(&[linear]);
            refused_index(&kind, position.and_then(|position| array.index_of(position[0])), case);
        }
    }
    Ok(())
}

/// The index must be refused with the stated kind.
fn refused_index<T: std::fmt::Debug>(kind: &str, result: Result<T, ErrorKind>, case: &mut Case) {
    match result {
        Ok(found) => case.fault("index", kind, format_args!("{found:?}")),
        Err(error) => case.equal("kind", &Some(kind), &index_kind(&error)),
    }
}

fn index_kind(error: &ErrorKind) -> Option<&'static str> {
    match error {
        ErrorKind::Index { .. } | ErrorKind::Rank { .. } | ErrorKind::Field { field: "index", .. } => Some("index"),
        _ => None,
    }
}

/// The input must be refused with the stated kind, at a byte of it or at its end.
fn refused(
    kind: &str,
    len: usize,
    result: &Result<String, DecodeError>,
    kind_of: fn(&ErrorKind) -> Option<&'static str>,
    case: &mut Case,
) {
    match result {
        Ok(shape) => case.fault("reading", kind, shape),
        Err(error) => {
            if kind_of(error.kind()) != Some(kind) {
                case.fault("kind", kind, error);
            }
            if error.offset().is_none_or(|offset| offset > len as u64) {
                case.fault("offset", "a byte of the input", format_args!("{:?}", error.offset()));
            }
        }
    }
}

fn text_kind(error: &ErrorKind) -> Option<&'static str> {
    Some(match error {
        ErrorKind::Syntax { field, expected, .. } => match (*field, *expected) {
            ("dimensions", "`]`: only arrays have dimensions") => "nonarray-dims",
            ("layout", "no layout: only arrays have one") => "layout-on-nonarray",
            ("shape" | "layout", _) => "syntax",
            ("element_type", _) => "type",
            ("dimensions", _) => "dim",
            ("attribute", _) => "attr",
            ("buffer", _) => "buffer",
            _ => return None,
        },
        ErrorKind::Rank { .. } => "rank",
        ErrorKind::Field { field: "minor_to_major", .. } => "permutation",
        ErrorKind::Field { field: "tiles", .. } => "tile",
        ErrorKind::Field { .. } => "attr",
        _ => return None,
    })
}

fn proto_kind(error: &ErrorKind) -> Option<&'static str> {
    Some(match error {
        ErrorKind::UnexpectedEnd { .. } => "truncated",
        ErrorKind::Rank { .. } => "rank",
        ErrorKind::ShapeOverflow => "overflow",
        ErrorKind::Field { field, expected, .. } => match (*field, *expected) {
            ("dimensions", "none but on an array") | ("tuple_shapes", _) => "nonarray-dims",
            ("dimensions", _) => "dim",
            ("element_type", _) => "type",
            ("layout", _) => "layout-on-nonarray",
            ("tiles", _) => "tile",
            ("wire format", _) => "wire",
            ("padded_dimensions" | "padding_value", _) => "padding",
            _ => return None,
        },
        _ => return None,
    })
}
