//! Bytes at a given distance from a multiple of 64.

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
