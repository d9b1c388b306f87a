//! Dimensions: their sizes, numbers and letters.

use core::fmt;

/// The size of one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Exactly this size; `3` in text.
    Static(usize),
    /// Known at run time, at most this size; `<=3` in text. Memory holds room for the greatest.
    Bounded(usize),
    /// Known at run time; `?` in text.
    Unbounded,
}

impl Dimension {
    /// Returns the size, or the bound; `None` without a bound.
    #[must_use]
    pub const fn bound(self) -> Option<usize> {
        match self {
            Dimension::Static(size) | Dimension::Bounded(size) => Some(size),
            Dimension::Unbounded => None,
        }
    }

    /// Returns whether the size is known at run time only.
    #[must_use]
    pub const fn is_dynamic(self) -> bool {
        !matches!(self, Dimension::Static(_))
    }
}

impl From<usize> for Dimension {
    fn from(size: usize) -> Self {
        Dimension::Static(size)
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dimension::Static(size) => write!(f, "{size}"),
            Dimension::Bounded(size) => write!(f, "<={size}"),
            Dimension::Unbounded => f.write_str("?"),
        }
    }
}

/// Returns the letters that dimensions of arrays of rank 2 to 4 usually go by, dimension 0 first.
///
/// ```
/// use tensor_format::xla::dimension_letters;
/// assert_eq!(dimension_letters(3), Some(['z', 'y', 'x'].as_slice()));
/// ```
#[must_use]
pub const fn dimension_letters(rank: usize) -> Option<&'static [char]> {
    match rank {
        2 => Some(&['y', 'x']),
        3 => Some(&['z', 'y', 'x']),
        4 => Some(&['p', 'z', 'y', 'x']),
        _ => None,
    }
}
