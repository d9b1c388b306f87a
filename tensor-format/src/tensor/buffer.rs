//! The memory of an owned tensor: aligned for every element type, or shared with other owners.

use alloc::{sync::Arc, vec::Vec};

use crate::{Element, ErrorKind, error::memory};

/// A type that holds bytes in memory at an address that does not change.
pub(crate) trait Storage: Send + Sync {
    fn bytes(&self) -> &[u8];
}

impl<T: Element> Storage for Vec<T> {
    fn bytes(&self) -> &[u8] {
        T::as_bytes(self)
    }
}

impl<T: Element> Storage for Arc<[T]> {
    fn bytes(&self) -> &[u8] {
        T::as_bytes(self)
    }
}

#[cfg(feature = "bytes")]
impl Storage for bytes::Bytes {
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// The memory of an owned tensor.
#[derive(Clone)]
pub(crate) enum Buffer {
    /// Memory of its own, in words of 16 bytes so that every element type is aligned; the last word may be partly used.
    /// `len` is in bytes.
    Words { words: Vec<u128>, len: usize },
    /// Memory of another owner, without a copy.
    Shared(super::SharedBytes),
}

// Nobody writes to memory that is shared, so that a panic leaves it as it was.
impl core::panic::UnwindSafe for Buffer {}
impl core::panic::RefUnwindSafe for Buffer {}

const WORD: usize = size_of::<u128>();

impl Buffer {
    pub(crate) fn new() -> Self {
        Buffer::Words { words: Vec::new(), len: 0 }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Buffer::Words { words, len } => bytemuck::must_cast_slice(words.as_slice()).get(..*len).unwrap_or_default(),
            Buffer::Shared(shared) => shared.bytes(),
        }
    }

    /// Replaces the content with a copy of `bytes`, reusing memory of its own; after an error nothing has changed.
    pub(crate) fn set(&mut self, bytes: &[u8]) -> Result<(), ErrorKind> {
        if let Buffer::Words { words, .. } = self {
            let more = bytes.len().div_ceil(WORD).saturating_sub(words.len());
            memory::reserve_exact(words, more)?;
        }
        let mut words = self.take_words();
        let chunks = bytes.chunks_exact(WORD);
        let tail = chunks.remainder();
        memory::reserve_exact(&mut words, bytes.len().div_ceil(WORD))?;
        words.extend(chunks.map(|chunk| chunk.first_chunk().copied().map_or(0, u128::from_ne_bytes)));
        if !tail.is_empty() {
            let mut last = [0; WORD];
            last.iter_mut().zip(tail).for_each(|(to, from)| *to = *from);
            words.push(u128::from_ne_bytes(last));
        }
        *self = Buffer::Words { words, len: bytes.len() };
        Ok(())
    }

    /// Replaces the content with `total` bytes, a part at a time, so that memory grows only with what arrives: `fill`
    /// is called with each part in turn and writes it.
    #[cfg(feature = "std")]
    pub(crate) fn fill<E>(&mut self, total: usize, mut fill: impl FnMut(&mut [u8]) -> Result<(), E>) -> Result<(), E> {
        const PART: usize = 1 << 10;
        let mut words = self.take_words();
        let mut done: usize = 0;
        while done < total {
            let part = PART.max(done).min(total.saturating_sub(done));
            let end = done.saturating_add(part);
            let needed = end.div_ceil(WORD);
            words.reserve_exact(needed.saturating_sub(words.len()));
            words.resize(needed, 0);
            let bytes = bytemuck::must_cast_slice_mut(words.as_mut_slice());
            fill(bytes.get_mut(done..end).unwrap_or_default())?;
            done = end;
        }
        *self = Buffer::Words { words, len: total };
        Ok(())
    }

    /// Changes every byte but 0 to 1, which makes the bytes booleans.
    pub(crate) fn make_booleans(&mut self) {
        if let Buffer::Words { words, .. } = self {
            let bytes = bytemuck::must_cast_slice_mut(words.as_mut_slice());
            bytes.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
        }
    }

    fn take_words(&mut self) -> Vec<u128> {
        match core::mem::replace(self, Self::new()) {
            Buffer::Words { mut words, .. } => {
                words.clear();
                words
            }
            Buffer::Shared(_) => Vec::new(),
        }
    }
}
