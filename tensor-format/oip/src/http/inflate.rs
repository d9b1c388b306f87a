//! Decompresses bodies.

use std::io::Read;

use flate2::read::{MultiGzDecoder, ZlibDecoder};
use tensor_format::DecodeError;

use crate::{Fault, FaultKind, Stage};

/// Decompresses a body in gzip; returns at most `most` bytes.
pub(super) fn gzip(bytes: &[u8], most: usize) -> Result<Vec<u8>, DecodeError> {
    read(&mut MultiGzDecoder::new(bytes), "a body in gzip", most)
}

/// Decompresses a body in deflate, as zlib writes it; returns at most `most` bytes.
pub(super) fn deflate(bytes: &[u8], most: usize) -> Result<Vec<u8>, DecodeError> {
    let expected = "a body in deflate, as zlib writes it";
    let mut decoder = ZlibDecoder::new(bytes);
    let plain = read(&mut decoder, expected, most)?;
    let read = usize::try_from(decoder.total_in()).unwrap_or(usize::MAX);
    match bytes.len().saturating_sub(read) {
        0 => Ok(plain),
        rest => {
            Err(Fault::new(Stage::Http, FaultKind::Compression, expected, format!("{rest} bytes behind it")).into())
        }
    }
}

fn read(decoder: &mut impl Read, expected: &'static str, most: usize) -> Result<Vec<u8>, DecodeError> {
    let mut plain = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = decoder.take(limit).read_to_end(&mut plain);
    read.map_err(|error| {
        DecodeError::from(Fault::new(Stage::Http, FaultKind::Compression, expected, error.to_string()))
    })?;
    if plain.len() > most { Err(Fault::too_large(Stage::Http, plain.len(), most).into()) } else { Ok(plain) }
}
