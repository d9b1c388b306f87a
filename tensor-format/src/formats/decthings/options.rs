//! Dialects, limits and leniencies.

use crate::{ElementType, MediaForm};

/// The ways to write elements of variable size. Elements of fixed size are the same in every dialect.
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

    /// Returns the fewest bytes that an element of variable size takes in this dialect.
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

/// The options for reading and writing Decthings tensors. The default is the documented dialect, strictly.
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

default_is_new!(Options);

impl Options {
    /// Returns the default: the documented dialect, strictly.
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
        /// Sets how elements of variable size are written.
        dialect: Dialect;
        /// Sets the most axes a tensor may have (255).
        max_rank: usize;
        /// Sets the most elements a tensor may have (no limit).
        max_elements: usize;
        /// Sets the most bytes that the elements of a tensor may take, the lengths in front of them included (no
        /// limit).
        max_bytes: usize;
        /// Sets the most bytes an element of variable size may have, without its length (no limit).
        max_element_bytes: usize;
        /// Sets the most tensors a record may have (65 536).
        max_params: usize;
        /// Sets the most items without elements that an input may hold in all, beyond one for each 4 of its bytes (4
        /// 096). Such items are the rows of `[n, 0]`, read as `Vec<[T; 0]>` or `Batch<Vec<T>>`. Items of few bytes, of
        /// which each takes more than 40 times as much memory count too: those of one to three bytes in a
        /// `Batch<Tensor>`, and the records of a batch if it takes more than 64 times as much as its columns.
        max_empty_items: usize;
        /// Sets whether varints may be longer than they need to be, as the clients accept.
        allow_non_canonical_varint: bool;
        /// Sets whether any boolean byte but 0 is true, as the clients accept.
        allow_any_true_byte: bool;
        /// Sets whether bytes may follow the value.
        allow_trailing: bool;
        /// Sets whether media formats may hold bytes outside of ASCII.
        allow_non_ascii_format: bool;
    }

    /// The greatest alignment of [`align`](Self::align), in bytes.
    pub const MAX_ALIGN: usize = 128;

    /// Writes records so that the numbers of each tensor begin at a multiple of `bytes` from the start of the record: a
    /// power of two, the next one if it is none, at most [`MAX_ALIGN`](Self::MAX_ALIGN); 1 for none, the default.
    ///
    /// In front of a tensor that would miss its boundary goes a binary tensor of zeros under an empty name, which
    /// readers pass over. A record whose first byte is at such a boundary can then be borrowed whole: `&[f32]`, array
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

    /// Sets whether a record's tensors have the names of its parameters in front (true). Without them a record is its
    /// tensors one after another, in the order in which its type lists them, as the clients send them: the names travel
    /// elsewhere, or both sides know them. Values that are one tensor are the same either way.
    ///
    /// The type has to list its parameters, each exactly once: a record with an `Option`, a field with a default or
    /// [`Many`](crate::Many), one without fields, and a [`Record`](crate::Record) are errors of the kind
    /// [`Unnamed`](crate::ErrorKind::Unnamed) in both directions. Nor has a record without names room for the padding
    /// of [`align`](Self::align): it is written without. Requests and responses have lists of names of their own.
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
}
