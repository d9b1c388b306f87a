//! Element types: a letter of NumPy and the number of bytes.

use core::fmt;

use crate::{ByteOrder, ElementType};

/// The letter of an element type, and the byte order if one is written in front of it.
///
/// With the number of bytes ([`word`](super::Description::word)) it is the type string of NumPy: `f` and 4 are `f4`.
///
/// ```
/// use tensor_format::{ByteOrder, ElementType, zio::{DType, Kind}};
/// let dtype = DType::parse(">f").unwrap();
/// assert_eq!((dtype.kind, dtype.byte_order()), (Kind::Float, ByteOrder::Big));
/// assert_eq!(dtype.element_type(4), Some(ElementType::F32));
/// assert_eq!(DType::parse("float32"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DType {
    /// The letter.
    pub kind: Kind,
    /// The mark of byte order in front of the letter: an extension of ours that NumPy reads and the C++ consumers do
    /// not.
    pub mark: Option<Mark>,
}

/// A mark of byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The mark `<`: little-endian.
    Little,
    /// The mark `>`: big-endian.
    Big,
    /// The mark `=`: taken for little-endian.
    Native,
    /// The mark `|`: no byte order.
    None,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $letter:literal,)*) => {
        /// What an element is, without its size: a float, a signed integer, a boolean and so on, each a letter of
        /// NumPy's type strings (`f` of `f4`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind { $($(#[$doc])* $variant,)* }

        impl Kind {
            /// Returns the letter of the kind.
            #[must_use]
            pub const fn letter(self) -> char {
                match self { $(Kind::$variant => $letter,)* }
            }

            /// Returns the kind with this letter; `None` if there is none.
            #[must_use]
            pub const fn from_letter(letter: char) -> Option<Self> {
                match letter {
                    $($letter => Some(Kind::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    /// IEEE 754 floats of 2, 4 or 8 bytes; 16 bytes are carried without a meaning.
    Float = 'f',
    /// Signed integers of 1, 2, 4 or 8 bytes.
    Signed = 'i',
    /// Unsigned integers of 1, 2, 4 or 8 bytes.
    Unsigned = 'u',
    /// Booleans of one byte, 0 or 1.
    Boolean = 'b',
    /// Two floats of 4 or 8 bytes, the real one first; 32 bytes are carried without a meaning.
    Complex = 'c',
    /// Bytes of a fixed number, carried without a meaning.
    Bytes = 'S',
    /// Anything of a fixed size, carried without a meaning.
    Void = 'V',
    /// A span of time in 8 bytes, carried without a meaning.
    Span = 'm',
    /// A moment in 8 bytes, carried without a meaning.
    Moment = 'M',
    /// No array: the tensor is metadata alone.
    Nothing = '?',
}

impl DType {
    /// The type of a tensor without an array.
    pub const NOTHING: DType = DType::new(Kind::Nothing);

    /// Creates the type of this kind without a mark.
    #[must_use]
    pub const fn new(kind: Kind) -> Self {
        Self { kind, mark: None }
    }

    /// Returns the type that a text names: a letter, with a mark in front or without.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let first = chars.next()?;
        let mark = match first {
            '<' => Some(Mark::Little),
            '>' => Some(Mark::Big),
            '=' => Some(Mark::Native),
            '|' => Some(Mark::None),
            _ => None,
        };
        let letter = if mark.is_some() { chars.next()? } else { first };
        let kind = Kind::from_letter(letter).filter(|kind| mark.is_none() || *kind != Kind::Nothing)?;
        chars.next().is_none().then_some(Self { kind, mark })
    }

    /// Returns the letter for an element type of this crate, and its size in bytes; `None` if the format has no letter
    /// for it.
    #[must_use]
    pub fn of(element_type: ElementType) -> Option<(Self, usize)> {
        use ElementType as E;
        let kind = match element_type {
            E::F16 | E::F32 | E::F64 => Kind::Float,
            E::I8 | E::I16 | E::I32 | E::I64 => Kind::Signed,
            E::U8 | E::U16 | E::U32 | E::U64 => Kind::Unsigned,
            E::Bool => Kind::Boolean,
            E::C64 | E::C128 => Kind::Complex,
            E::BF16 | E::String | E::Binary | E::Image | E::Audio | E::Video => return None,
        };
        Some((Self::new(kind), element_type.size()?))
    }

    /// Returns this crate's element type for elements of `word` bytes; `None` for those that are carried without a
    /// meaning.
    #[must_use]
    pub fn element_type(self, word: usize) -> Option<ElementType> {
        use ElementType as E;
        Some(match (self.kind, word) {
            (Kind::Float, 2) => E::F16,
            (Kind::Float, 4) => E::F32,
            (Kind::Float, 8) => E::F64,
            (Kind::Signed, 1) => E::I8,
            (Kind::Signed, 2) => E::I16,
            (Kind::Signed, 4) => E::I32,
            (Kind::Signed, 8) => E::I64,
            (Kind::Unsigned, 1) => E::U8,
            (Kind::Unsigned, 2) => E::U16,
            (Kind::Unsigned, 4) => E::U32,
            (Kind::Unsigned, 8) => E::U64,
            (Kind::Boolean, 1) => E::Bool,
            (Kind::Complex, 8) => E::C64,
            (Kind::Complex, 16) => E::C128,
            _ => return None,
        })
    }

    /// Returns whether elements of this letter can have `word` bytes; those of [`Kind::Nothing`] have 0.
    #[must_use]
    pub fn has_word(self, word: usize) -> bool {
        match self.kind {
            Kind::Bytes | Kind::Void => word > 0,
            Kind::Span | Kind::Moment => word == 8,
            Kind::Nothing => word == 0,
            Kind::Float if word == 16 => true,
            Kind::Complex if word == 32 => true,
            _ => self.element_type(word).is_some(),
        }
    }

    /// Returns the order of the bytes of a number: little-endian unless marked otherwise.
    #[must_use]
    pub fn byte_order(self) -> ByteOrder {
        if self.mark == Some(Mark::Big) { ByteOrder::Big } else { ByteOrder::Little }
    }
}

/// Writes the letter, behind its mark, as labels have it.
impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mark) = self.mark {
            f.write_str(match mark {
                Mark::Little => "<",
                Mark::Big => ">",
                Mark::Native => "=",
                Mark::None => "|",
            })?;
        }
        write!(f, "{}", self.kind.letter())
    }
}
