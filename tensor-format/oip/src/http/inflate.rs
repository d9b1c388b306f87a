//! Decompresses bodies.

use std::io::Read;

use flate2::read::{MultiGzDecoder, ZlibDecoder};
use tensor_format::DecodeError;

use crate::{Fault, FaultKind, Stage};

/// Decompresses a body to at most `most` bytes.
pub(super) fn inflate(encoding: &[u8], bytes: &[u8], most: usize) -> Result<Vec<u8>, DecodeError> {
    let mut plain = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let (read, expected) = match encoding {
        b"gzip" => (MultiGzDecoder::new(bytes).take(limit).read_to_end(&mut plain), "a body in gzip"),
        _ => (ZlibDecoder::new(bytes).take(limit).read_to_end(&mut plain), "a body in deflate, as zlib writes it"),
    };
    read.map_err(|error| {
        DecodeError::from(Fault::new(Stage::Http, FaultKind::Compression, expected, error.to_string()))
    })?;
    if plain.len() > most { Err(Fault::too_large(Stage::Http, plain.len(), most).into()) } else { Ok(plain) }
}
