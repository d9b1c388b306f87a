//! Vectors of ZIO messages with tensors.

use serde::{Deserialize, Deserializer, de::Error};
use tensor_format::{DecodeError, zio::MessageError};

use super::Format;

mod accept;
mod reject;
mod values;

/// The format and its files.
pub const FORMAT: Format =
    Format { name: "zio", files: &[("accept.jsonl", accept::judge), ("reject.jsonl", reject::judge)] };

/// Frames written as hexadecimal digits.
#[derive(Clone, Debug, PartialEq)]
struct Frames(Vec<Vec<u8>>);

impl<'de> Deserialize<'de> for Frames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(hex::decode).collect::<Result<_, _>>().map(Frames).map_err(D::Error::custom)
    }
}

impl Frames {
    fn slices(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(Vec::as_slice)
    }
}

/// One buffer written as hexadecimal digits.
#[derive(Clone, Debug, PartialEq)]
struct Buffer(Vec<u8>);

impl<'de> Deserialize<'de> for Buffer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::decthings::from_hex(deserializer).map(Buffer)
    }
}

/// Stage and class of an error, as vectors name them.
fn words(error: &DecodeError) -> (&'static str, &'static str) {
    match MessageError::of(error.kind()) {
        Some(fault) => (fault.stage.name(), fault.fault.name()),
        None => ("none", error.kind().name()),
    }
}
