//! Compresses bodies.

use std::io::Write;

use flate2::{
    Compression,
    write::{GzEncoder, ZlibEncoder},
};

/// Compresses a body; `None` if the encoding is not known. Fast rather than small: tensors of floats hardly shrink.
pub(crate) fn deflate(encoding: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let out = Vec::with_capacity(bytes.len() / 2);
    match encoding {
        "gzip" => {
            let mut encoder = GzEncoder::new(out, Compression::fast());
            encoder.write_all(bytes).ok()?;
            encoder.finish().ok()
        }
        "deflate" => {
            let mut encoder = ZlibEncoder::new(out, Compression::fast());
            encoder.write_all(bytes).ok()?;
            encoder.finish().ok()
        }
        _ => None,
    }
}
