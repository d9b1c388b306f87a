//! Iterators over values one after another in bytes.

use alloc::vec::Vec;
use core::{fmt, marker::PhantomData};

use super::{
    super::{Options, constant::WireConstants},
    SliceSource,
    constant_header::{fixed_len, fixed_part, read_fixed, read_record_after, read_record_into_after},
};
use crate::{Decode, DecodeError, HasRules, traits::EmptyItems};

/// The values one after another in bytes; made by [`sequence`](crate::sequence).
///
/// An error carries the index of its value and the byte offset in the whole input, and ends the sequence.
pub struct Sequence<'de, T> {
    /// The bytes that are not yet read; empty after an error, and then `len` is that of the bytes before it.
    rest: &'de [u8],
    len: usize,
    index: u64,
    options: Options,
    /// Whether the type fixes the number of bytes, and the options accept every value of that length.
    is_fixed: bool,
    empty: EmptyItems,
    value: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Sequence<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Sequence");
        out.field("index", &self.index).field("offset", &self.offset()).field("len", &self.len).finish_non_exhaustive()
    }
}

impl<'de, T: HasRules> Sequence<'de, T> {
    pub(in super::super) fn new(bytes: &'de [u8], options: Options) -> Self {
        let is_fixed = fixed_len::<T>(options.names).is_some_and(|len| options.accept_bytes(len));
        let (len, empty) = (bytes.len(), EmptyItems::default());
        Self { rest: bytes, len, index: 0, options, is_fixed, empty, value: PhantomData }
    }
}

impl<'de, T> Sequence<'de, T> {
    /// Returns the offset in bytes of the end of the last value that was read. After an error this is where the values
    /// end that are whole, so that a file that ends in the middle of one can be cut there.
    ///
    /// ```
    /// use tensor_format::{ErrorKind, append, sequence};
    ///
    /// let mut bytes = Vec::new();
    /// (1..=3u32).try_for_each(|number| append(&number, &mut bytes))?;
    /// bytes.pop();
    /// let mut numbers = sequence::<u32>(&bytes);
    /// let error = numbers.by_ref().find_map(Result::err);
    /// assert!(matches!(error.as_ref().map(|error| error.kind()), Some(ErrorKind::UnexpectedEnd { .. })));
    /// let whole = numbers.offset();
    /// assert_eq!(whole, 12);
    /// assert_eq!(sequence(&bytes[..12]).collect::<Result<Vec<u32>, _>>()?, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.len.saturating_sub(self.rest.len()) as u64
    }

    /// Groups the values by up to `size`; the last group may be smaller. A size of 0 counts as 1.
    #[must_use]
    pub fn batches(self, size: usize) -> Batches<Self> {
        Batches::new(self, size)
    }

    /// Ends the sequence with the error of the next value, and returns that error with the value's index and its offset
    /// in the whole input.
    #[cold]
    fn fail(&mut self, error: DecodeError) -> DecodeError {
        self.len = self.len.saturating_sub(self.rest.len());
        self.rest = &[];
        error.shifted(self.len as u64).in_record(self.index)
    }
}

impl<'de, T: Decode<'de>> Sequence<'de, T> {
    /// Reads the next value as [`next`](Iterator::next), but into an existing value, as
    /// [`decode_into`](crate::decthings::decode_into): a loop that reads all values into one allocates nothing once
    /// that is as large as any.
    ///
    /// ```
    /// let bytes = [7, 1, 3, 1, 2, 3, 7, 1, 2, 4, 5];
    /// let mut sequence = tensor_format::sequence::<Vec<u8>>(&bytes);
    /// let mut numbers = Vec::new();
    /// let mut sum = 0;
    /// while let Some(read) = sequence.next_into(&mut numbers) {
    ///     read?;
    ///     sum += numbers.iter().sum::<u8>();
    /// }
    /// assert_eq!(sum, 15);
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    pub fn next_into(&mut self, value: &mut T) -> Option<Result<(), DecodeError>> {
        if self.rest.is_empty() {
            return None;
        }
        let before = self.len.saturating_sub(self.rest.len());
        if let Some(len) = front_into(self.rest, &self.options, before, &mut self.empty, value) {
            self.advance(self.rest.get(len..).unwrap_or_default());
            return Some(Ok(()));
        }
        let mut source = SliceSource::new(self.rest, &self.options).after(before, self.empty);
        match value.decode_into(&mut source) {
            Ok(()) => {
                self.empty = source.empty_items();
                self.advance(self.rest.get(source.position()..).unwrap_or_default());
                Some(Ok(()))
            }
            Err(error) => {
                let error = source.placed(error);
                Some(Err(self.fail(error)))
            }
        }
    }
}

impl<'de, T: Decode<'de>> Iterator for Sequence<'de, T> {
    type Item = Result<T, DecodeError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let len = if self.is_fixed { fixed_len::<T>(self.options.names) } else { None };
        if let Some((part, rest)) = len.and_then(|len| self.rest.split_at_checked(len)) {
            if let Some(value) = read_fixed(part, self.options.names) {
                self.advance(rest);
                return Some(Ok(value));
            }
        }
        if WireConstants::<T>::IS_FAST_RECORD && !self.rest.is_empty() {
            let before = self.len.saturating_sub(self.rest.len());
            if let Some((value, rest)) = read_record_after(self.rest, &self.options, before, &mut self.empty) {
                self.advance(rest);
                return Some(Ok(value));
            }
        }
        // The general path gets a copy, so the compiler can keep the fields of the sequence in registers, and writes
        // to a variable of its own, as `Options::read_all_fixed` has it done.
        let (mut sequence, mut value) = (Self { ..*self }, None);
        let read = sequence.read_next(&mut value);
        *self = sequence;
        match read {
            Ok(()) => value.map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}

impl<'de, T: Decode<'de>> Sequence<'de, T> {
    #[inline]
    fn advance(&mut self, rest: &'de [u8]) {
        self.rest = rest;
        self.index = self.index.saturating_add(1);
    }

    /// Reads the next value, if there is one, by the general path (see [`SliceSource`](super::SliceSource)).
    #[inline(never)]
    fn read_next(&mut self, value: &mut Option<T>) -> Result<(), DecodeError> {
        if self.rest.is_empty() {
            return Ok(());
        }
        let before = self.len.saturating_sub(self.rest.len());
        let mut source = SliceSource::new(self.rest, &self.options).after(before, self.empty);
        match source.value() {
            Ok(read) => {
                *value = Some(read);
                self.empty = source.empty_items();
                self.advance(self.rest.get(source.position()..).unwrap_or_default());
                Ok(())
            }
            Err(error) => Err(self.fail(error)),
        }
    }
}

/// Groups of values; made by `batches`.
///
/// When a value cannot be read, the values before it come first as a smaller group, then the error.
#[derive(Debug)]
pub struct Batches<I> {
    items: I,
    size: usize,
    failed: Option<DecodeError>,
}

impl<I> Batches<I> {
    pub(in super::super) fn new(items: I, size: usize) -> Self {
        Self { items, size: size.max(1), failed: None }
    }
}

impl<T, I: Iterator<Item = Result<T, DecodeError>>> Iterator for Batches<I> {
    type Item = Result<Vec<T>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        let mut batch = Vec::new();
        while batch.len() < self.size {
            match self.items.next() {
                Some(Ok(item)) => batch.push(item),
                Some(Err(error)) if batch.is_empty() => return Some(Err(error)),
                Some(Err(error)) => {
                    self.failed = Some(error);
                    break;
                }
                None => break,
            }
        }
        (!batch.is_empty()).then_some(Ok(batch))
    }
}

/// Returns the value at the front of bytes, behind `before` others, and the number of bytes that it takes; `None` if the bytes
/// end before it does, or are no value.
#[cfg(feature = "std")]
pub(super) fn front<T: crate::DecodeOwned>(
    bytes: &[u8],
    options: &Options,
    before: usize,
    empty: &mut EmptyItems,
) -> Option<(T, usize)> {
    // The conditions are these constants alone, so that the branches which they rule out are not compiled.
    if WireConstants::<T>::FIXED {
        let (part, _) = fixed_part::<T>(bytes, options)?;
        return read_fixed(part, options.names).map(|value| (value, part.len()));
    }
    if WireConstants::<T>::IS_FAST_RECORD {
        let (value, rest) = read_record_after(bytes, options, before, empty)?;
        return Some((value, bytes.len().saturating_sub(rest.len())));
    }
    if bytes.is_empty() {
        return None;
    }
    let mut source = SliceSource::new(bytes, options).after(before, *empty);
    let value = source.value().ok()?;
    *empty = source.empty_items();
    Some((value, source.position()))
}

/// Reads the value at the front of bytes as [`front`], into an existing one, which is any if there is none. A value that owns
/// nothing has no memory to read into, and is read anew.
#[inline]
pub(super) fn front_into<'de, T: Decode<'de>>(
    bytes: &'de [u8],
    options: &Options,
    before: usize,
    empty: &mut EmptyItems,
    value: &mut T,
) -> Option<usize> {
    if WireConstants::<T>::FIXED && const { !core::mem::needs_drop::<T>() } {
        let (part, _) = fixed_part::<T>(bytes, options)?;
        *value = read_fixed(part, options.names)?;
        return Some(part.len());
    }
    if WireConstants::<T>::IS_FAST_RECORD {
        let rest = read_record_into_after(bytes, options, before, empty, value)?;
        return Some(bytes.len().saturating_sub(rest.len()));
    }
    if bytes.is_empty() {
        return None;
    }
    let mut source = SliceSource::new(bytes, options).after(before, *empty);
    value.decode_into(&mut source).ok()?;
    *empty = source.empty_items();
    Some(source.position())
}
