//! The fast way to read: headers that a type fixes are compared, not parsed.
//!
//! There are two ways to read. The general one parses every header and knows each option, limit and leniency, which is
//! most of the work on a small record. But most messages are what the default options write of the very type that reads
//! them, and if the type fixes its number of bytes, all of such a message but its elements is a constant. So
//! [`read_fixed`] runs the same `decode` over a source of which a constant says that it is the fast one
//! (`SliceSource<true>`): there every header is one comparison with a constant, and any other header an error without a
//! reason. Only when that fails is the message read by the general way, which finds the value or the reason.
//!
//! A valid message is not decoded twice. Its length is the type's, so what it can have of its own is the order of its
//! names, which the fast way refuses before it has decoded anything, or a header that the default options refuse too.

use super::{
    super::{
        Options,
        constant::{WireConstants, encoded_len_with},
        errors::unknown,
    },
    ShortHeader, SliceSource,
    block::{BlockSource, unread},
};
use crate::{Decode, DecodeBlock, DecodeError, Element, ElementType, HasRules};

/// Returns the bytes of the value at the front of `input`, and those after it, if its type fixes their number and the
/// options are the default, whatever they say of names.
#[inline]
pub(in super::super) fn fixed_part<'de, T: HasRules>(
    input: &'de [u8],
    options: &Options,
) -> Option<(&'de [u8], &'de [u8])> {
    let len = match options.names {
        true => const { encoded_len_with::<T>(&Options::new()) },
        false => const { encoded_len_with::<T>(&Options::new().names(false)) },
    };
    match len {
        Some(len) if *options == Options::new().names(options.names) => input.split_at_checked(len),
        _ => None,
    }
}

/// Returns the value that [`fixed_part`] found, if its headers are as the type says. One place calls `decode`, so that
/// it is inlined whole.
#[inline]
pub(in super::super) fn read_fixed<'de, T: Decode<'de>>(input: &'de [u8], names: bool) -> Result<T, DecodeError> {
    let mut source = SliceSource::<true>::begin(input, &Options::new().names(names));
    // One variable, which is the place that the caller has for it: the value is not moved.
    let mut result = T::decode(&mut source);
    if result.is_ok() && !source.rest.is_empty() {
        result = Err(unknown());
    }
    result
}

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    /// Returns whether a tensor fixed by its type is within the limits.
    #[inline]
    fn allows(&self, elements: usize, bytes: usize) -> bool {
        elements <= self.options().max_elements && bytes <= self.options().max_bytes && self.options().max_rank >= 255
    }

    /// Returns whether a table of names of `bytes` bytes is within the limits, however they are divided.
    #[inline]
    pub(super) fn allows_names(&self, bytes: usize) -> bool {
        let Options { max_rank, max_elements, max_bytes, max_element_bytes, max_params, .. } = *self.options();
        max_rank >= 1 && [max_elements, max_bytes, max_element_bytes, max_params].iter().all(|max| bytes <= *max)
    }

    /// Reads the header if it is plain and within the limits.
    #[inline(always)]
    pub(super) fn short_header(&self, rank: usize, lens: &mut [usize]) -> Option<ShortHeader<'de>> {
        let short = ShortHeader::read(self.rest, rank, lens)?;
        self.options().allows_short(rank, &short).then_some(short)
    }

    /// Reads the header of elements of type `T` if it is plain and within the limits.
    #[inline(always)]
    pub(super) fn short_header_of<T: Element>(&self, lens: &mut [usize]) -> Option<ShortHeader<'de>> {
        let short = ShortHeader::read_of::<T>(self.rest, lens)?;
        self.options().allows_short(lens.len(), &short).then_some(short)
    }

    /// Reads a tensor whose header is the one that `T` fixes; `None` if it is not.
    #[inline(always)]
    pub(super) fn known_block<T: DecodeBlock<'de>>(&mut self) -> Option<Result<T, DecodeError>> {
        let (header, size) = (WireConstants::<T>::HEADER?, T::SIZE?);
        let (bytes, rest) = self.rest.strip_prefix(header)?.split_at_checked(size)?;
        if !self.allows(size, size) {
            return None;
        }
        if const { T::RULES.expect_tensor().types.contains(ElementType::Bool) } {
            if let Err(error) = self.check_booleans(bytes, self.position().saturating_add(header.len())) {
                return Some(Err(error));
            }
        }
        if !FAST {
            self.start = self.position();
        }
        self.rest = rest;
        let mut block = BlockSource { bytes, end: self.position() };
        Some(match T::read(&mut block) {
            Ok(_) if !block.bytes.is_empty() => Err(unread(block.bytes.len())),
            result => result,
        })
    }
}
