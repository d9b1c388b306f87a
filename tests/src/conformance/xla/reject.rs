//! Texts, messages and indices that must be refused.

use serde::Deserialize;
use tensor_format::{
    DecodeError, ErrorKind,
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
        #[serde(deserialize_with = "super::super::decthings::from_hex")]
        hex: Vec<u8>,
    },
    Index {
        text: String,
        index: Vec<i64>,
    },
    Linear {
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

pub(super) fn judge(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    match serde_json::from_str(line)? {
        Reject::Text { kind, text } => {
            let error = text.parse::<Shape>().map(|shape| shape.to_string());
            refused(&kind, text.len(), error, text_kind, case);
        }
        Reject::Proto { kind, message, hex } => {
            let error = match message {
                Message::Current => Shape::from_slice(&hex).map(|shape| shape.to_string()),
                Message::Padded => PaddedShape::from_slice(&hex).map(|shape| format!("{shape:?}")),
            };
            refused(&kind, hex.len(), error, proto_kind, case);
        }
        Reject::Index { text, index } => {
            let Some(array) = parsed_array("text", &text, case) else { return Ok(()) };
            // A negative number is no index of any kind.
            let Ok(index) = index.iter().map(|i| usize::try_from(*i)).collect::<Result<Vec<_>, _>>() else {
                return Ok(());
            };
            match array.position(&index) {
                Err(ErrorKind::Index { .. } | ErrorKind::Rank { .. }) => {}
                Err(error) => case.fault("position", "an index error", error),
                Ok(position) => case.fault("position", "an index error", position),
            }
        }
        Reject::Linear { text, linear } => {
            let Some(array) = parsed_array("text", &text, case) else { return Ok(()) };
            let Ok(position) = usize::try_from(linear) else { return Ok(()) };
            match array.index_of(position) {
                Err(ErrorKind::Index { .. }) => {}
                found => case.fault("index_of", "an index error", format_args!("{found:?}")),
            }
        }
    }
    Ok(())
}

/// The input must be refused with the stated kind, at a byte of it or at its end.
fn refused(
    kind: &str,
    len: usize,
    result: Result<String, DecodeError>,
    kind_of: fn(&ErrorKind) -> Option<&'static str>,
    case: &mut Case,
) {
    match result {
        Ok(shape) => case.fault("reading", kind, shape),
        Err(error) => {
            if kind_of(error.kind()) != Some(kind) {
                case.fault("kind", kind, &error);
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
