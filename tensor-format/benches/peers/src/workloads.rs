//! What is measured.

pub(crate) mod booleans;
pub(crate) mod contracts;
mod filling;
mod floats;
pub(crate) mod images;
pub(crate) mod labels;
pub(crate) mod large;
pub(crate) mod media;
pub(crate) mod parallel;
pub(crate) mod records;
pub(crate) mod relayout;
pub(crate) mod shapes;
pub(crate) mod small;
pub(crate) mod strings;
pub(crate) mod vespa;

use crate::workload::{FRESH, REUSED};

/// What the names of rows of JSON parsers begin with: their texts are self-describing, and checked.
pub(crate) const JSON: [&str; 3] = ["serde_json", "sonic-rs", "simd-json"];

/// Bytes that begin `shift` bytes after a multiple of 64.
pub(crate) struct Placed {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl Placed {
    pub(crate) fn new(bytes: &[u8], shift: usize) -> Self {
        let mut memory = vec![0; bytes.len() + 128];
        let start = memory.as_ptr().align_offset(64) + shift;
        memory[start..start + bytes.len()].copy_from_slice(bytes);
        Self { memory, start, len: bytes.len() }
    }
}

impl AsRef<[u8]> for Placed {
    fn as_ref(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.len]
    }
}
