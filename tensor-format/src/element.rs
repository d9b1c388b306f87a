//! Element types, sets of them, and elements of fixed size.
//!
//! An [`ElementType`] says what one element is, [`ElementTypes`] which of them rules allow. `numeric` converts between
//! Rust's numbers and bytes ([`Element`]), `scalar` between numbers of different types by way of one that holds them
//! all, and `names` finds a type by its name. Headers name element types; readers and writers copy elements as
//! [`Element`].

use core::fmt;

pub(crate) mod by_type;
mod names;
mod numeric;
pub(crate) mod range;
mod scalar;
pub use numeric::{ByteOrder, Element};
#[cfg(all(feature = "half", feature = "serde"))]
pub(crate) use scalar::sticky;
pub(crate) use scalar::{FromScalar, Scalar};

macro_rules! element_types {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $size:expr;)*) => {
        /// The type of a tensor's elements.
        ///
        /// A format that lacks one of them returns
        /// [`UnsupportedElementType`](crate::ErrorKind::UnsupportedElementType).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum ElementType { $($(#[$doc])* $variant,)* }

        impl ElementType {
            /// All element types, in declaration order.
            pub const ALL: &'static [ElementType] = &[$(ElementType::$variant,)*];

            /// Returns the name, as it is written in `#[tensor(dtype = ...)]`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(ElementType::$variant => $name,)* }
            }

            /// Returns the size of an element in bytes; `None` for the variable-size types.
            #[must_use]
            pub const fn size(self) -> Option<usize> {
                match self { $(ElementType::$variant => $size,)* }
            }
        }
    };
}

element_types! {
    /// 32-bit float.
    F32 = "f32", Some(4);
    /// 64-bit float.
    F64 = "f64", Some(8);
    /// 8-bit signed integer.
    I8 = "i8", Some(1);
    /// 16-bit signed integer.
    I16 = "i16", Some(2);
    /// 32-bit signed integer.
    I32 = "i32", Some(4);
    /// 64-bit signed integer.
    I64 = "i64", Some(8);
    /// 8-bit unsigned integer.
    U8 = "u8", Some(1);
    /// 16-bit unsigned integer.
    U16 = "u16", Some(2);
    /// 32-bit unsigned integer.
    U32 = "u32", Some(4);
    /// 64-bit unsigned integer.
    U64 = "u64", Some(8);
    /// UTF-8 text.
    String = "string", None;
    /// Bytes without a meaning of their own.
    Binary = "binary", None;
    /// Truth values, one byte each.
    Bool = "bool", Some(1);
    /// Encoded pictures, each with its format.
    Image = "image", None;
    /// Encoded sound, each with its format.
    Audio = "audio", None;
    /// Encoded video, each with its format.
    Video = "video", None;
    /// IEEE 754 half-precision float.
    F16 = "f16", Some(2);
    /// bfloat16: the upper half of an `f32`.
    BF16 = "bf16", Some(2);
    /// Complex number of two `f32`: real, imaginary.
    C64 = "c64", Some(8);
    /// Complex number of two `f64`: real, imaginary.
    C128 = "c128", Some(16);
}

impl ElementType {
    /// Returns the size in bytes of the unit that a byte order applies to: an element, or one of the two parts of a
    /// complex number.
    pub(crate) const fn part_size(self) -> usize {
        match (self, self.size()) {
            (ElementType::C64 | ElementType::C128, Some(size)) => size / 2,
            (_, Some(size)) => size,
            (_, None) => 1,
        }
    }

    /// Returns whether elements are numbers (booleans are not).
    #[must_use]
    pub const fn is_numeric(self) -> bool {
        self.size().is_some() && !matches!(self, ElementType::Bool)
    }

    /// Returns whether elements are image, audio or video.
    #[must_use]
    pub const fn is_media(self) -> bool {
        matches!(self, ElementType::Image | ElementType::Audio | ElementType::Video)
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of element types.
///
/// ```
/// use tensor_format::{ElementType, rules::ElementTypes};
/// const FLOATS: ElementTypes = ElementTypes::of(ElementType::F32).with(ElementType::F64);
/// assert!(FLOATS.contains(ElementType::F64));
/// assert_eq!(FLOATS.to_string(), "f32 | f64");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ElementTypes(u32);

impl ElementTypes {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The ten number types of the language: `f32`, `f64` and the 8- to 64-bit integers.
    pub const NUMBERS: Self = {
        let mut set = Self::NONE;
        let mut rest = ElementType::ALL;
        while let Some((first, tail)) = rest.split_first() {
            if first.is_numeric() && (*first as u8) < ElementType::F16 as u8 {
                set = set.with(*first);
            }
            rest = tail;
        }
        set
    };
    /// The set of all element types.
    pub const ALL: Self = {
        let mut set = Self::NONE;
        let mut rest = ElementType::ALL;
        while let Some((first, tail)) = rest.split_first() {
            set = set.with(*first);
            rest = tail;
        }
        set
    };

    /// Returns the set of one element type.
    #[must_use]
    pub const fn of(element_type: ElementType) -> Self {
        Self(1 << element_type as u8)
    }

    /// Returns the set with one more element type.
    #[must_use]
    pub const fn with(self, element_type: ElementType) -> Self {
        self.union(Self::of(element_type))
    }

    /// Returns the element types that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the element types that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns whether the element type is in the set.
    #[must_use]
    pub const fn contains(self, element_type: ElementType) -> bool {
        self.0 & Self::of(element_type).0 != 0
    }

    /// Returns whether every element type of this set is in the other.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of element types in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the element type, if the set has just one.
    #[must_use]
    #[inline]
    pub const fn single(self) -> Option<ElementType> {
        if self.len() != 1 {
            return None;
        }
        // The bits are in declaration order.
        match ElementType::ALL.split_at(self.0.trailing_zeros() as usize).1.first() {
            Some(element_type) => Some(*element_type),
            None => None,
        }
    }

    /// Returns the element types of the set, in declaration order.
    pub fn iter(self) -> impl Iterator<Item = ElementType> {
        ElementType::ALL.iter().copied().filter(move |t| self.contains(*t))
    }
}

impl From<ElementType> for ElementTypes {
    fn from(element_type: ElementType) -> Self {
        Self::of(element_type)
    }
}

impl FromIterator<ElementType> for ElementTypes {
    fn from_iter<I: IntoIterator<Item = ElementType>>(types: I) -> Self {
        types.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for ElementTypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ALL {
            return f.write_str("any type");
        }
        if self.is_empty() {
            return f.write_str("no type");
        }
        for (i, element_type) in self.iter().enumerate() {
            write!(f, "{}{element_type}", if i == 0 { "" } else { " | " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for ElementTypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
