//! The allowed lengths of one axis.

use alloc::boxed::Box;
use core::{
    fmt,
    ops::{RangeFrom, RangeInclusive},
};

/// The allowed lengths of one axis, `min..=max`, with an optional name.
///
/// An exact length has `min == max`; any length is `0..=u64::MAX`. Axes of the same name have the same length
/// throughout a record.
///
/// ```
/// use tensor_format::rules::Dim;
/// assert_eq!(Dim::exact(3).to_string(), "3");
/// assert_eq!(Dim::ANY.named("batch").to_string(), "batch");
/// assert_eq!(Dim::range(1, 32).named("batch").to_string(), "batch: 1..=32");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dim<'a> {
    /// The name of the axis.
    pub name: Option<&'a str>,
    /// The smallest length.
    pub min: u64,
    /// The largest length.
    pub max: u64,
}

impl<'a> Dim<'a> {
    /// An axis of any length, without a name.
    pub const ANY: Dim<'static> = Dim { name: None, min: 0, max: u64::MAX };

    /// Creates an axis of just this length.
    #[must_use]
    pub const fn exact(len: u64) -> Self {
        Self { name: None, min: len, max: len }
    }

    /// Creates an axis of a length from `min` to `max`, both included.
    #[must_use]
    pub const fn range(min: u64, max: u64) -> Self {
        Self { name: None, min, max }
    }

    /// Returns an axis of the same lengths with a name.
    #[must_use]
    pub const fn named(self, name: &'a str) -> Self {
        Self { name: Some(name), min: self.min, max: self.max }
    }

    /// Returns the length, if only one is allowed.
    #[must_use]
    pub const fn as_exact(&self) -> Option<u64> {
        if self.min == self.max { Some(self.min) } else { None }
    }

    /// Returns whether the length is allowed.
    #[must_use]
    pub const fn contains(&self, len: u64) -> bool {
        self.min <= len && len <= self.max
    }

    /// Returns whether no length is allowed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.min > self.max
    }

    /// Returns an axis of the lengths that both allow, with this one's name or else the other's.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self {
            name: if self.name.is_some() { self.name } else { other.name },
            min: if self.min > other.min { self.min } else { other.min },
            max: if self.max < other.max { self.max } else { other.max },
        }
    }

    /// Returns whether every length allowed here is allowed by the other; names do not matter.
    #[must_use]
    pub const fn is_subset(&self, other: &Self) -> bool {
        self.is_empty() || (other.min <= self.min && self.max <= other.max)
    }
}

impl Default for Dim<'_> {
    /// Returns an axis of any length.
    fn default() -> Self {
        Dim::ANY
    }
}

impl From<u64> for Dim<'_> {
    fn from(len: u64) -> Self {
        Self::exact(len)
    }
}

impl From<RangeInclusive<u64>> for Dim<'_> {
    fn from(lens: RangeInclusive<u64>) -> Self {
        Self::range(*lens.start(), *lens.end())
    }
}

impl From<RangeFrom<u64>> for Dim<'_> {
    fn from(lens: RangeFrom<u64>) -> Self {
        Self::range(lens.start, u64::MAX)
    }
}

impl fmt::Display for Dim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let any = self.min == 0 && self.max == u64::MAX;
        match (self.name, any) {
            (Some(name), true) => return name.escape_debug().fmt(f),
            (None, true) => return f.write_str("_"),
            (Some(name), false) => write!(f, "{}: ", name.escape_debug())?,
            (None, false) => {}
        }
        if self.min == self.max {
            write!(f, "{}", self.min)
        } else if self.max == u64::MAX {
            write!(f, "{}..", self.min)
        } else {
            write!(f, "{}..={}", self.min, self.max)
        }
    }
}

impl fmt::Debug for Dim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An owned [`Dim`], as it is read from JSON or stored in an error.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DimBuf {
    /// The name of the axis.
    pub name: Option<Box<str>>,
    /// The smallest length.
    pub min: u64,
    /// The largest length.
    pub max: u64,
}

impl DimBuf {
    /// Returns the axis as a [`Dim`] that borrows its name.
    #[must_use]
    pub fn as_dim(&self) -> Dim<'_> {
        Dim { name: self.name.as_deref(), min: self.min, max: self.max }
    }
}

impl From<Dim<'_>> for DimBuf {
    fn from(dim: Dim<'_>) -> Self {
        Self { name: dim.name.map(Into::into), min: dim.min, max: dim.max }
    }
}

impl fmt::Display for DimBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_dim().fmt(f)
    }
}

impl fmt::Debug for DimBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_dim().fmt(f)
    }
}
