//! The fast path of reading: headers that a type fixes are compared, not parsed.
//!
//! There are two ways to read. The general path parses every header and knows each option, limit and leniency; in a
//! small record that takes more time than the elements. But most messages were written with the default options by the
//! same type that reads them. If the type fixes its number of bytes, everything in such a message except the elements
//! is a constant. So [`read_fixed`] runs the same `decode` over a `SliceSource<true>`, the fast path: each header is
//! compared with a constant, and any other header is an error without a reason. Only after such an error the general
//! path reads the message again, and finds the value or the reason.
//!
//! For example every `[f32; 3]` is `01 01 03` and 12 bytes of elements. The fast path checks that there are 15 bytes,
//! compares 3 of them and copies 12. Of any other message, as one that begins with `01 01 04`, the general path says
//! what is wrong.
//!
//! Any struct is read so first ([`read_record`]) if its names are there in their order, all or some of them: headers
//! that a field fixes are compared, and others are parsed as by the general path. What is gained is that errors have no
//! names and places, so that reading a field is no more than that.
//!
//! A valid message does not have its elements decoded twice. It can differ from the constants in two ways only: in its
//! names, which are compared before any element is decoded, and in a header that the default options refuse as well.

use super::{
    super::{
        Dialect, Options,
        constant::{ListHeader, WireConstants, encoded_len_with},
    },
    SliceSource,
    block::{BlockSource, unread},
    short_header::{ShortHeader, short_len},
};
use crate::{
    Block, Decode, DecodeBlock, DecodeError, Element, ElementType, HasRules, rules::name_table::MAX_ONE_BYTE,
    traits::EmptyItems,
};

/// Splits off the bytes of the value at the front of `input`; `None` unless the type fixes their number, and the
/// options accept every value of that length that the default ones accept.
#[inline]
pub(in super::super) fn fixed_part<'de, T: HasRules>(
    input: &'de [u8],
    options: &Options,
) -> Option<(&'de [u8], &'de [u8])> {
    match fixed_len::<T>(options.names) {
        Some(len) if options.accept_bytes(len) => input.split_at_checked(len),
        _ => None,
    }
}

/// Returns the number of bytes of every value, with or without names, if the type fixes it.
#[inline]
pub(super) fn fixed_len<T: HasRules>(names: bool) -> Option<usize> {
    match names {
        true => const { encoded_len_with::<T>(&Options::new()) },
        false => const { encoded_len_with::<T>(&Options::new().names(false)) },
    }
}

impl Options {
    /// Returns whether these options accept every value of a type of fixed size `len` that the default options accept.
    /// None has more elements, or larger ones, than bytes, nor a table of more names than one byte counts.
    #[inline]
    pub(super) fn accept_bytes(&self, len: usize) -> bool {
        let Self { dialect, max_rank, max_elements, max_bytes, max_element_bytes, max_params, max_empty_items, .. } =
            *self;
        max_elements.min(max_bytes).min(max_element_bytes) >= len
            && max_rank >= crate::MAX_RANK
            && max_params >= MAX_ONE_BYTE
            && max_empty_items >= crate::MAX_EMPTY_ITEMS
            && matches!(dialect, Dialect::Documented)
    }

    /// Returns whether a record that is not of a fixed number of bytes may be read by the fast path: without names nothing
    /// says which of its parameters are there, and no tensor has more elements or bytes than the input. What is allowed
    /// beside the default would be found by an error, which takes memory.
    #[inline]
    fn allow_fast(&self, input: &[u8]) -> bool {
        let Self { allow_non_canonical_varint, allow_any_true_byte, allow_non_ascii_format, .. } = *self;
        let is_lenient = allow_non_canonical_varint || allow_any_true_byte || allow_non_ascii_format;
        self.names && !is_lenient && self.accept_bytes(input.len())
    }
}

/// Returns the value in the bytes that [`fixed_part`] found, if its headers are as the type says; `None` if the general
/// path has to find the value or the reason. `decode` is called in one place only for each type, so that the compiler
/// inlines it whole.
#[inline(always)]
pub(in super::super) fn read_fixed<'de, T: Decode<'de>>(input: &'de [u8], names: bool) -> Option<T> {
    let mut source = SliceSource::<true>::begin(input, &Options::new().names(names));
    match T::decode(&mut source) {
        Ok(value) if source.rest.is_empty() && !source.is_unfit => Some(value),
        Ok(_) => None,
        Err(error) => {
            discard(error);
            None
        }
    }
}

/// Returns the record at the front of `input`, of a type that does not fix its number of bytes, and what is behind it;
/// `None` if the general path has to find the value or the reason.
#[inline(always)]
pub(in super::super) fn read_record<'de, T: Decode<'de>>(
    input: &'de [u8],
    options: &Options,
) -> Option<(T, &'de [u8])> {
    read_record_after(input, options, 0, &mut EmptyItems::default())
}

/// Does the same as [`read_record`] behind `before` bytes of other values, which have the items `empty` without elements:
/// adds those of this one.
#[inline(always)]
pub(super) fn read_record_after<'de, T: Decode<'de>>(
    input: &'de [u8],
    options: &Options,
    before: usize,
    empty: &mut EmptyItems,
) -> Option<(T, &'de [u8])> {
    let mut source = SliceSource::<true>::begin(input, &Options::new());
    (source.before, source.empty) = (before, *empty);
    if !options.allow_fast(input) || !source.open_fast(T::RECORD) {
        return None;
    }
    match T::decode(&mut source) {
        Ok(_) if source.is_unfit => None,
        Ok(value) => {
            *empty = source.empty;
            Some((value, source.rest))
        }
        Err(error) => {
            discard(error);
            None
        }
    }
}

/// Reads the record that fills the input, or begins it if the options allow that, into an existing value; returns whether
/// it did. If not, the value is any, and the general path has to find it or the reason.
#[inline(always)]
pub(in super::super) fn read_record_into<'de, T: Decode<'de>>(
    input: &'de [u8],
    options: &Options,
    value: &mut T,
) -> bool {
    let rest = read_record_into_after(input, options, 0, &mut EmptyItems::default(), value);
    rest.is_some_and(|rest| rest.is_empty() || options.allow_trailing)
}

/// Reads the record at the front of the input into an existing value, as [`read_record_after`] does; returns what is behind
/// it.
#[inline(always)]
pub(super) fn read_record_into_after<'de, T: Decode<'de>>(
    input: &'de [u8],
    options: &Options,
    before: usize,
    empty: &mut EmptyItems,
    value: &mut T,
) -> Option<&'de [u8]> {
    let mut source = SliceSource::<true>::begin(input, &Options::new());
    (source.before, source.empty) = (before, *empty);
    if !options.allow_fast(input) || !source.open_fast(T::RECORD) {
        return None;
    }
    match value.decode_into(&mut source) {
        Ok(()) if source.is_unfit => None,
        Ok(()) => {
            *empty = source.empty;
            Some(source.rest)
        }
        Err(error) => {
            discard(error);
            None
        }
    }
}

/// Drops the error of the fast path. Takes it by value: dropped by reference, the whole result would have to be in
/// memory, and the caller's move of a value would wait for the stores of its fields.
#[cold]
#[inline(never)]
fn discard(_: DecodeError) {}

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    /// Returns whether the limits allow a tensor of this many elements and bytes, both fixed by its type.
    #[inline]
    fn allows(&self, elements: usize, bytes: usize) -> bool {
        elements <= self.options().max_elements && bytes <= self.options().max_bytes && self.options().max_rank >= 255
    }

    /// Returns whether a table of names of `bytes` bytes is within the limits, whatever the length of each name.
    #[inline]
    pub(super) fn allows_names(&self, bytes: usize) -> bool {
        let Options { max_rank, max_elements, max_bytes, max_element_bytes, max_params, .. } = *self.options();
        max_rank >= 1 && [max_elements, max_bytes, max_element_bytes, max_params].iter().all(|max| bytes <= *max)
    }

    /// Returns the number of axes in the header that comes next; 0 if the input ends before it.
    #[inline]
    pub(super) fn rank_ahead(&self) -> usize {
        self.rest.get(1).copied().unwrap_or_default().into()
    }

    /// Reads a header whose lengths are all up to 65 535 and whose elements all follow (a [`ShortHeader`]); returns
    /// `None` for any other, and beyond the limits.
    #[inline(always)]
    pub(super) fn short_header(&self, rank: usize, lens: &mut [usize]) -> Option<ShortHeader<'de>> {
        let short = ShortHeader::read(self.rest, rank, lens)?;
        self.options().allows_short(rank, &short).then_some(short)
    }

    /// Reads the header of elements of type `T` if it is a `ShortHeader` within the limits.
    #[inline(always)]
    pub(super) fn short_header_of<T: Element>(&self, lens: &mut [usize]) -> Option<ShortHeader<'de>> {
        let short = ShortHeader::read_of::<T>(self.rest, lens)?;
        self.options().allows_short(lens.len(), &short).then_some(short)
    }

    /// Begins a tensor whose header is the one that `T` fixes, and whose elements have no fixed size; `None` if it is
    /// another.
    #[inline(always)]
    pub(super) fn known_header<T: Block>(&mut self) -> Option<()> {
        let (header, element_type, count) = WireConstants::<T>::PACKED?;
        let rest = self.rest.strip_prefix(header)?;
        if !self.is_plain() || count > rest.len() {
            return None;
        }
        self.begin_short(&ShortHeader { element_type, len: header.len(), count, bytes: count, rest });
        Some(())
    }

    /// Begins a list of up to 65 535 values of type `T`, and returns their number; `None` if the header is
    /// another.
    #[inline(always)]
    pub(super) fn known_list<T: Block>(&mut self) -> Option<usize> {
        let Some(list @ ListHeader { element_type, count: 1.., .. }) = (const { &WireConstants::<T>::LIST }) else {
            return None;
        };
        let (prefix, inner) = list.parts();
        let (len, rest) = short_len(self.rest.strip_prefix(&prefix)?)?;
        let rest = rest.strip_prefix(inner)?;
        let bytes = len.checked_mul(list.size).filter(|bytes| *bytes <= rest.len())?;
        // The elements take at least a byte each, so that this does not overflow.
        let count = len.saturating_mul(list.count);
        let short = ShortHeader {
            element_type: *element_type,
            len: self.rest.len().saturating_sub(rest.len()),
            count,
            bytes,
            rest,
        };
        if !self.is_plain() && !self.options().allows_short(usize::from(prefix[1]), &short) {
            return None;
        }
        self.begin_short(&short);
        Some(len)
    }

    /// Reads a tensor whose header is the one that `T` fixes; `None` if it is not.
    #[inline(always)]
    pub(super) fn known_block<T: DecodeBlock<'de>>(&mut self) -> Option<Result<T, DecodeError>> {
        let (header, size) = (WireConstants::<T>::HEADER?, T::SIZE?);
        let (bytes, rest) = self.rest.strip_prefix(header)?.split_at_checked(size)?;
        if !self.is_plain() && !self.allows(size, size) {
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
        let bytes = self.lent(bytes, self.position().saturating_add(header.len()));
        self.rest = rest;
        let mut block = BlockSource { bytes, end: self.position() };
        Some(match T::read(&mut block) {
            Ok(_) if !block.bytes.is_empty() => Err(unread(block.bytes.len())),
            result => result,
        })
    }
}
