//! Vectors of Decthings tensors.

use serde::{Deserialize, Serialize};
use tensor_format::decthings::{Dialect, Options};

use super::Format;

mod framing;
mod hostile;
mod large;
mod positive;
mod rules;
pub mod values;
pub mod ways;
pub use large::large_vectors;

/// The format and its files.
pub const FORMAT: Format = Format {
    name: "decthings",
    files: &[
        ("positive.jsonl", positive::judge),
        ("positive-large.jsonl", positive::judge),
        ("hostile.jsonl", hostile::judge),
        ("rules-json.jsonl", rules::judge_rules),
        ("rules-check.jsonl", rules::judge_check),
        ("definition-json.jsonl", rules::judge_definition),
        ("request-framing.jsonl", framing::judge_request),
        ("response-framing.jsonl", framing::judge_response),
    ],
};

/// The dialect of a vector.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DialectName {
    Doc,
    Wire1,
    Wire2,
    All,
}

impl DialectName {
    /// The dialects in which the bytes mean the same.
    fn dialects(self) -> &'static [Dialect] {
        match self {
            DialectName::Doc => &[Dialect::Documented],
            DialectName::Wire1 => &[Dialect::LegacyClients],
            DialectName::Wire2 => &[Dialect::Clients],
            DialectName::All => &[Dialect::Documented, Dialect::LegacyClients, Dialect::Clients],
        }
    }

    /// Strict options of each of the dialects, and the dialect's name.
    fn options(self) -> impl Iterator<Item = (Options, String)> {
        self.dialects().iter().map(|&dialect| (Options::new().dialect(dialect), format!("{dialect:?}")))
    }
}

/// What a vector asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Accept,
    Reject,
}

/// The element type of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum TypeName {
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    String,
    Binary,
    Boolean,
    Image,
    Audio,
    Video,
}

/// Calls a function that is generic over the Rust type of an element.
macro_rules! with_item {
    ($name:expr, $function:ident::<_>($($argument:expr),* $(,)?)) => {
        match $name {
            TypeName::F32 => $function::<f32>($($argument),*),
            TypeName::F64 => $function::<f64>($($argument),*),
            TypeName::I8 => $function::<i8>($($argument),*),
            TypeName::I16 => $function::<i16>($($argument),*),
            TypeName::I32 => $function::<i32>($($argument),*),
            TypeName::I64 => $function::<i64>($($argument),*),
            TypeName::U8 => $function::<u8>($($argument),*),
            TypeName::U16 => $function::<u16>($($argument),*),
            TypeName::U32 => $function::<u32>($($argument),*),
            TypeName::U64 => $function::<u64>($($argument),*),
            TypeName::String => $function::<String>($($argument),*),
            TypeName::Binary => $function::<tensor_format::Binary>($($argument),*),
            TypeName::Boolean => $function::<bool>($($argument),*),
            TypeName::Image => $function::<tensor_format::Image>($($argument),*),
            TypeName::Audio => $function::<tensor_format::Audio>($($argument),*),
            TypeName::Video => $function::<tensor_format::Video>($($argument),*),
        }
    };
}
use with_item;

/// Bytes written as hexadecimal digits.
pub(super) fn from_hex<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    hex::decode(text).map_err(serde::de::Error::custom)
}
