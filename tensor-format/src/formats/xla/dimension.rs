//! Dimensions: their sizes, numbers and letters.

use core::fmt;

use crate::ErrorKind;

/// The size of one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Exactly so many; `3` in text.
    Static(usize),
    /// Known at run time, at most so many; `<=3` in text. Memory holds room for all of them.
    Bounded(usize),
    /// Known at run time; `?` in text.
    Unbounded,
}

impl Dimension {
    /// The size, or the bound; `None` without a bound.
    #[must_use]
    pub const fn bound(self) -> Option<usize> {
        match self {
            Dimension::Static(size) | Dimension::Bounded(size) => Some(size),
            Dimension::Unbounded => None,
        }
    }

    /// Whether the size is known at run time only.
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

/// The number of a dimension, counted from 0, of a number that may count from the end: -1 is the last.
///
/// # Errors
///
/// [`Field`](ErrorKind::Field) if there is no such dimension.
///
/// ```
/// use tensor_format::xla::dimension_number;
/// assert_eq!(dimension_number(-1, 3)?, 2);
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
pub fn dimension_number(dimension: i64, rank: usize) -> Result<usize, ErrorKind> {
    let rank = i64::try_from(rank).unwrap_or(i64::MAX);
    let counted = if dimension < 0 { dimension.saturating_add(rank) } else { dimension };
    usize::try_from(counted).ok().filter(|_| counted < rank).ok_or(ErrorKind::Field {
        field: "dimension",
        expected: "a dimension of the shape, counted from 0, or from -1 backwards",
        found: dimension,
    })
}

/// The letters that dimensions of arrays of rank 2 to 4 usually go by, dimension 0 first.
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
