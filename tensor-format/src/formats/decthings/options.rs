//! Dialects, limits and leniencies.

use alloc::vec::Vec;

use super::{
    Parts, Sequence, SliceSource,
    constant::Constant,
    read::{fixed_part, read_fixed},
    write::{
        exact_reserve::Reserving,
        verbs::{vec_of, written},
    },
};
use crate::{Decode, DecodeError, ElementType, Encode, EncodeError, MediaForm};

/// How elements of variable size are written. Elements of fixed size are the same in every dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// The published document: elements follow the shape at once; a media format has three bytes.
    #[default]
    Documented,
    /// The clients for Rust up to 0.1.3, for Python up to 0.0.4 and for JavaScript until late 2024: the byte length of
    /// all elements follows the shape; a media format has three bytes.
    LegacyClients,
    /// The clients for Rust since 0.1.4 and for JavaScript since late 2024: the byte length of all elements follows the
    /// shape; a media format has up to 255 bytes, its length in front.
    Clients,
}

impl Dialect {
    pub(super) const fn has_section(self) -> bool {
        !matches!(self, Dialect::Documented)
    }

    /// The fewest bytes that an element of variable size takes.
    pub(super) const fn least_element(self, element_type: ElementType) -> usize {
        match self.media_form() {
            MediaForm::ThreeBytes if element_type.is_media() => 4,
            MediaForm::LengthPrefixed if element_type.is_media() => 2,
            _ => 1,
        }
    }

    pub(super) const fn media_form(self) -> MediaForm {
        match self {
            Dialect::Documented | Dialect::LegacyClients => MediaForm::ThreeBytes,
            Dialect::Clients => MediaForm::LengthPrefixed,
        }
    }
}

/// How Decthings tensors are read and written. The default is the documented dialect, strictly.
///
/// Without limits set, memory is bounded by the input all the same: nothing is allocated on the word of a header.
///
/// ```
/// use tensor_format::decthings::Options;
/// let options = Options::new().max_elements(1000);
/// let error = options.from_slice::<Vec<u8>>(&[7, 1, 253, 4, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "limit exceeded: at most 1000 elements allowed, found 1024 (byte 2)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) dialect: Dialect,
    pub(super) max_rank: usize,
    pub(super) max_elements: usize,
    pub(super) max_bytes: usize,
    pub(super) max_element_bytes: usize,
    pub(super) max_params: usize,
    pub(super) max_empty_items: usize,
    pub(super) allow_non_canonical_varint: bool,
    pub(super) allow_any_true_byte: bool,
    pub(super) allow_trailing: bool,
    pub(super) allow_non_ascii_format: bool,
    pub(super) align: usize,
    pub(super) names: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $ty:ty;)*) => { $(
        $(#[$doc])*
        #[must_use]
        pub const fn $name(mut self, $name: $ty) -> Self {
            self.$name = $name;
            self
        }
    )* };
}

/// Reads the value that fills some bytes. Users' crates compile it for each of their types, and what stands in the
/// function they call costs less there than one more function.
macro_rules! read_all {
    ($options:expr, $bytes:expr) => {{
        let mut source = $crate::decthings::SliceSource::new($bytes, $options);
        // Handed on whole, a value stays where `decode` has put it.
        let mut result = T::decode(&mut source);
        #[allow(clippy::manual_ok_err, reason = "one function less to compile for each type")]
        let fault = match &mut result {
            Ok(_) => None,
            Err(error) => Some(error),
        };
        match source.conclude(fault, T::rules) {
            None => result,
            Some(error) => Err(error),
        }
    }};
}
pub(super) use read_all;

impl Options {
    /// The documented dialect, strictly.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            dialect: Dialect::Documented,
            max_rank: crate::MAX_RANK,
            max_elements: usize::MAX,
            max_bytes: usize::MAX,
            max_element_bytes: usize::MAX,
            max_params: 65_536,
            max_empty_items: crate::MAX_EMPTY_ITEMS,
            allow_non_canonical_varint: false,
            allow_any_true_byte: false,
            allow_trailing: false,
            allow_non_ascii_format: false,
            align: 1,
            names: true,
        }
    }

    setters! {
        /// How elements of variable size are written.
        dialect: Dialect;
        /// The most axes a tensor may have (255).
        max_rank: usize;
        /// The most elements a tensor may have (no limit).
        max_elements: usize;
        /// The most bytes the elements of a tensor may have, the lengths in front of them included (no limit).
        max_bytes: usize;
        /// The most bytes an element of variable size may have, without its length (no limit).
        max_element_bytes: usize;
        /// The most tensors a record may have (65 536).
        max_params: usize;
        /// The most items without elements that all values of an input may have, beside one for each 4 bytes of it
        /// (4 096): the rows of `[n, 0]`, read as `Vec<[T; 0]>` or `Batch<Vec<T>>`. Items of so few bytes that each takes
        /// more than 40 times as much memory count too: those of one to three bytes in a `Batch<Tensor>`, and the records
        /// of a batch if it takes more than 64 times as much as its columns.
        max_empty_items: usize;
        /// Whether varints may be longer than they need to be, as the clients accept.
        allow_non_canonical_varint: bool;
        /// Whether any boolean byte but 0 is true, as the clients accept.
        allow_any_true_byte: bool;
        /// Whether bytes may follow the value.
        allow_trailing: bool;
        /// Whether media formats may hold bytes outside of ASCII.
        allow_non_ascii_format: bool;
    }

    /// The greatest alignment of [`align`](Self::align), in bytes.
    pub const MAX_ALIGN: usize = 128;

    /// Writes records so that the numbers of each tensor begin at a multiple of `bytes` from the start of the record: a
    /// power of two, the next one if it is none, at most [`MAX_ALIGN`](Self::MAX_ALIGN); 1 for none, the default.
    ///
    /// In front of a tensor that would lie off its boundary goes a binary tensor of zeros under an empty name, which
    /// readers pass over. A record whose first byte lies on such a boundary can then be borrowed whole: `&[f32]`, array
    /// views. Values that are one tensor are written as ever.
    ///
    #[cfg_attr(feature = "derive", doc = "```")]
    #[cfg_attr(not(feature = "derive"), doc = "```ignore")]
    /// use tensor_format::{Tensor, decthings::Options};
    ///
    /// #[derive(Tensor)]
    /// struct Sample {
    ///     id: u8,
    ///     weights: Vec<f64>,
    /// }
    ///
    /// let sample = Sample { id: 7, weights: vec![0.5; 100] };
    /// let bytes = Options::new().align(64).to_vec(&sample)?;
    /// let weights = 0.5f64.to_le_bytes();
    /// assert!(bytes.chunks(64).any(|line| line[..8] == weights));
    /// let again: Sample = tensor_format::from_slice(&bytes)?;
    /// assert_eq!((again.id, again.weights), (7, sample.weights));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn align(mut self, bytes: usize) -> Self {
        self.align = match bytes.checked_next_power_of_two() {
            Some(align) if align <= Self::MAX_ALIGN => align,
            _ => Self::MAX_ALIGN,
        };
        self
    }

    /// Whether the names of its parameters stand in front of a record's tensors (true). Without them a record is its
    /// tensors one after another, in the order in which its type lists them, as the clients send them: the names travel
    /// elsewhere, or both sides know them. Values that are one tensor are the same either way.
    ///
    /// The type has to list its parameters, each exactly once: a record with an `Option`, a field with a default or
    /// [`Many`](crate::Many), one without fields, and a [`Record`](crate::Record) are errors of the kind
    /// [`Unnamed`](crate::ErrorKind::Unnamed) in both directions. Nor has a record without names room for the padding of
    /// [`align`](Self::align): it is written without. Requests and responses have lists of names of their own.
    ///
    #[cfg_attr(feature = "derive", doc = "```")]
    #[cfg_attr(not(feature = "derive"), doc = "```ignore")]
    /// use tensor_format::{Tensor, decthings::Options};
    ///
    /// #[derive(Tensor, Debug, PartialEq)]
    /// struct Reading {
    ///     sensor: u8,
    ///     value: [f32; 2],
    /// }
    ///
    /// const UNNAMED: Options = Options::new().names(false);
    ///
    /// let reading = Reading { sensor: 7, value: [0.5, 2.0] };
    /// let bytes = UNNAMED.to_vec(&reading)?;
    /// assert_eq!(bytes, [&[7, 0, 7][..], &[1, 1, 2, 0, 0, 0, 63, 0, 0, 0, 64]].concat());
    /// assert_eq!(UNNAMED.from_slice::<Reading>(&bytes)?, reading);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn names(mut self, names: bool) -> Self {
        self.names = names;
        self
    }

    /// The bytes of a value, in one exact allocation.
    ///
    /// # Errors
    ///
    /// When the value breaks its own rules or the format cannot hold it.
    pub fn to_vec<T: Encode + ?Sized>(&self, value: &T) -> Result<Vec<u8>, EncodeError> {
        if self.pads::<T>() {
            let mut out = Vec::new();
            return written(self.append_padded(value, &mut out), out);
        }
        vec_of!(self, value, |out| self.append_fixed(value, out))
    }

    /// Appends the bytes of a value to a buffer. After an error the buffer is as it was.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    #[inline]
    pub fn append<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        if self.pads::<T>() {
            return self.append_padded(value, out);
        }
        // The constant is asked for by itself: what it rules out is not compiled.
        if Constant::<T>::FIXED {
            return self.append_fixed(value, out);
        }
        self.append_counted(value, out)
    }

    /// The number of bytes of a value.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    pub fn encoded_len<T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        if self.pads::<T>() {
            return self.padded_len(value);
        }
        self.len_of(value)
    }

    /// The bytes of a value in pieces, its large runs of elements borrowed instead of copied.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    #[inline]
    pub fn to_slices<'a, T: Encode + ?Sized>(&self, value: &'a T) -> Result<Parts<'a>, EncodeError> {
        if self.pads::<T>() {
            return self.padded_slices(value);
        }
        self.slices_of(value)
    }

    /// Writes the bytes of a value. Nothing is written if the value cannot be encoded.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec), and [`Io`](crate::ErrorKind::Io).
    #[cfg(feature = "std")]
    pub fn to_writer<T: Encode + ?Sized, W: std::io::Write>(&self, value: &T, writer: W) -> Result<(), EncodeError> {
        if self.pads::<T>() {
            return self.put_padded(value, writer);
        }
        self.put_into(value, writer)
    }

    /// The value that the bytes hold, all of them.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes and at which, and where they break the rules of `T`.
    #[inline]
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    pub fn from_slice<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        // The constant is asked for by itself: what it rules out is not compiled.
        if Constant::<T>::FIXED {
            return self.read_all_fixed(bytes);
        }
        read_all!(self, bytes)
    }

    /// Reads a value whose number of bytes is fixed by its type, in some dialect.
    #[inline]
    pub(super) fn read_all_fixed<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        match fixed_part::<T>(bytes, self) {
            Some((part, [])) => self.read_part(part),
            _ => self.read_all(bytes),
        }
    }

    /// Reads a value that fills a part of as many bytes as its type fixes. It stays where it was first put, in the one
    /// variable.
    #[inline]
    fn read_part<'de, T: Decode<'de>>(&self, part: &'de [u8]) -> Result<T, DecodeError> {
        let mut result = read_fixed(part, self.names);
        if result.is_err() {
            result = self.read_all(part);
        }
        result
    }

    #[inline(never)]
    fn read_all<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        read_all!(self, bytes)
    }

    /// The value at the front of the bytes, and how many of them it takes.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    // Inlined, it knows whether the options are the default.
    #[inline(always)]
    pub fn from_prefix<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<(T, usize), DecodeError> {
        // The constant is asked for by itself: what it rules out is not compiled.
        if Constant::<T>::FIXED {
            if let Some((part, _)) = fixed_part::<T>(bytes, self) {
                if let Ok(value) = read_fixed(part, self.names) {
                    return Ok((value, part.len()));
                }
            }
        }
        self.read_prefix(bytes)
    }

    #[inline(never)]
    fn read_prefix<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<(T, usize), DecodeError> {
        let mut source = SliceSource::new(bytes, self);
        source.value().map(|value| (value, source.position()))
    }

    /// Replaces `value` with the one that the bytes hold, reusing its memory where it can.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice); the value is then some value of its type.
    pub fn decode_into<'de, T: Decode<'de>>(&self, bytes: &'de [u8], value: &mut T) -> Result<(), DecodeError> {
        let mut source = SliceSource::new(bytes, self);
        let mut result = value.decode_into(&mut source);
        match source.conclude(result.as_mut().err(), T::rules) {
            None => result,
            Some(error) => Err(error),
        }
    }

    /// The value that a reader holds up to its end.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice), and [`Io`](crate::ErrorKind::Io).
    #[cfg(feature = "std")]
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    pub fn from_reader<T: crate::DecodeOwned, R: std::io::Read>(&self, reader: R) -> Result<T, DecodeError> {
        let mut source = super::ReadSource::new(reader, self);
        let value = source.value()?;
        source.finish()?;
        Ok(value)
    }

    /// Replaces `value` with the one that a reader holds up to its end, as [`decode_into`](Self::decode_into).
    ///
    /// # Errors
    ///
    /// As [`from_reader`](Self::from_reader); the value is then some value of its type.
    #[cfg(feature = "std")]
    pub fn read_into<T: crate::DecodeOwned, R: std::io::Read>(
        &self,
        reader: R,
        value: &mut T,
    ) -> Result<(), DecodeError> {
        let mut source = super::ReadSource::new(reader, self);
        source.value_into(value)?;
        source.finish()
    }

    /// The values that lie one after another in the bytes.
    pub fn sequence<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Sequence<'de, T> {
        Sequence::new(bytes, *self)
    }

    /// The values that lie one after another in a reader, up to its end.
    #[cfg(feature = "std")]
    pub fn sequence_from_reader<T: crate::DecodeOwned, R: std::io::Read>(
        &self,
        reader: R,
    ) -> super::StreamSequence<R, T> {
        super::StreamSequence::new(reader, *self)
    }

    /// What each byte means, as [`annotate`](super::annotate).
    pub fn annotate<'a>(&self, bytes: &'a [u8]) -> super::Annotations<'a> {
        super::Annotations::new(bytes, self)
    }
}
