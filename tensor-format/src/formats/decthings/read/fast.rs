//! Short ways for the headers that a type fixes and for plain ones.

use super::{
    super::{Options, constant::Constant, encoded_len_of, plain::Plain},
    SliceSource,
    block::{BlockSource, unread},
};
use crate::{Decode, DecodeBlock, DecodeError, ElementType, ErrorKind, HasRules};

/// The bytes of the value at the front of `input`, and those after it, if its type fixes their number and the options are
/// the default.
#[inline]
pub(in super::super) fn fixed_part<'de, T: HasRules>(
    input: &'de [u8],
    options: &Options,
) -> Option<(&'de [u8], &'de [u8])> {
    match const { encoded_len_of::<T>() } {
        Some(len) if *options == Options::new() => input.split_at_checked(len),
        _ => None,
    }
}

/// The value that [`fixed_part`] found, if its headers are as the type says. One place calls `decode`, so that it is
/// inlined whole, and the value is not moved on the way.
#[inline]
pub(in super::super) fn read_fixed<'de, T: Decode<'de>>(input: &'de [u8]) -> Result<T, DecodeError> {
    let mut source = SliceSource::<true>::begin(input, &Options::new());
    let result = T::decode(&mut source);
    if result.is_ok() && source.position != input.len() { Err(unknown()) } else { result }
}

#[cold]
pub(super) fn unknown() -> DecodeError {
    ErrorKind::custom("another header than the type's").into()
}

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    /// Whether a tensor fixed by its type is within the limits.
    #[inline]
    fn allows(&self, elements: usize, bytes: usize) -> bool {
        elements <= self.options.max_elements && bytes <= self.options.max_bytes && self.options.max_rank >= 255
    }

    /// Reads the header if it is plain and within the limits.
    #[inline(always)]
    pub(super) fn plain(&self, rank: usize, lens: &mut [usize]) -> Option<Plain> {
        let Options { max_rank, max_elements, max_bytes, .. } = self.options;
        let plain = Plain::read(self.rest(), rank, lens)?;
        (rank <= max_rank && plain.count <= max_elements && plain.bytes <= max_bytes).then_some(plain)
    }

    /// Reads a tensor whose header is the one that `T` fixes; `None` if it is not.
    #[inline(always)]
    pub(super) fn known_block<T: DecodeBlock<'de>>(&mut self) -> Option<Result<T, DecodeError>> {
        let (header, size) = (Constant::<T>::HEADER?, T::SIZE?);
        let bytes = self.rest().strip_prefix(header)?.get(..size).filter(|_| self.allows(size, size))?;
        let start = self.position.saturating_add(header.len());
        if T::RULES.expect_tensor().types.contains(ElementType::Bool) {
            if let Err(error) = self.check_booleans(bytes, start) {
                return Some(Err(error));
            }
        }
        self.start = self.position;
        self.position = start.saturating_add(size);
        let mut block = BlockSource { bytes, end: self.position };
        Some(match T::read(&mut block) {
            Ok(_) if !block.bytes.is_empty() => Err(unread(block.bytes.len())),
            result => result,
        })
    }
}
