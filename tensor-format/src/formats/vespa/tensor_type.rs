//! Types of tensors: a cell type, and dimensions in the order of their names.
//!
//! `dimension` has names and sizes. `type_text` takes the text of a type apart, which compiler and program share:
//! `constant_type` makes constants of it or of a Rust type, this file types at run time. `declared_type` finds the type
//! that rules declare and remembers in which order they list its dimensions, for the axes of values to follow.

use alloc::{sync::Arc, vec::Vec};
use core::fmt;

pub(super) mod constant_type;
pub(super) mod declared_type;
mod dimension;
mod type_text;

use dimension::MAX_SIZE;
pub use dimension::{Dimension, Size};
use type_text::TypeFault;

use super::CellType;
use crate::{DecodeError, ErrorKind, MAX_RANK};

/// The kinds of dimensions that a type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// No dimensions: a single double.
    Scalar,
    /// Only indexed dimensions.
    Dense,
    /// Only mapped dimensions.
    Sparse,
    /// Both kinds.
    Mixed,
}

/// The type of a tensor: a cell type, and named dimensions in the order of their names, byte by byte.
///
/// The text is canonical: two types are equal if their texts are. A type may be declared with its dimensions in any
/// order.
///
/// ```
/// use tensor_format::vespa::TensorType;
/// let declared: TensorType = "tensor<double>( category{}, brand{}, a[3], x[768], d0[1] )".parse()?;
/// assert_eq!(declared.to_string(), "tensor(a[3],brand{},category{},d0[1],x[768])");
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TensorType {
    cell: CellType,
    dimensions: Arc<[Dimension]>,
}

impl TensorType {
    /// Creates a type of these dimensions, which may be in any order.
    ///
    /// # Errors
    ///
    /// [`Rules`](ErrorKind::Rules) if a name is no name or comes twice, a size is out of range, there are more
    /// dimensions than a tensor can have, or none and another cell type than double.
    pub fn new(cell: CellType, dimensions: impl IntoIterator<Item = Dimension>) -> Result<Self, ErrorKind> {
        Self::checked(cell, dimensions.into_iter().collect())
    }

    fn checked(cell: CellType, mut dimensions: Vec<Dimension>) -> Result<Self, ErrorKind> {
        dimensions.sort_by(|left, right| left.name().cmp(right.name()));
        for dimension in &dimensions {
            if !dimension::is_name(dimension.name().as_bytes()) {
                return Err(refusal(&[
                    "the name of a dimension: letters, digits and `_`, found `",
                    dimension.name(),
                    "`",
                ]));
            }
            if matches!(dimension.size(), Size::Indexed(size) if size == 0 || size > MAX_SIZE) {
                return Err(refusal(&["dimension `", dimension.name(), "`: a size is from 1 to 2147483647"]));
            }
        }
        if let Some(twice) = repeated(&dimensions) {
            return Err(refusal(&["dimension `", twice, "` stands twice"]));
        }
        if dimensions.len() > MAX_RANK {
            return Err(refusal(&["a tensor has at most 255 dimensions"]));
        }
        if dimensions.is_empty() && cell != CellType::Double {
            return Err(refusal(&["a tensor without dimensions is a double"]));
        }
        Ok(Self::sorted(cell, dimensions))
    }

    /// Returns the cell type.
    #[must_use]
    pub fn cell(&self) -> CellType {
        self.cell
    }

    /// Returns the dimensions, in the order of their names.
    #[must_use]
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// Returns the mapped dimensions in order.
    pub fn mapped(&self) -> impl Iterator<Item = &Dimension> + Clone {
        self.dimensions.iter().filter(|dimension| dimension.is_mapped())
    }

    /// Returns the indexed dimensions in order, bound or not: the last varies fastest.
    pub fn indexed(&self) -> impl Iterator<Item = &Dimension> + Clone {
        self.dimensions.iter().filter(|dimension| !dimension.is_mapped())
    }

    /// Returns which kinds of dimensions there are.
    #[must_use]
    pub fn class(&self) -> Class {
        match (self.mapped().next(), self.indexed().next()) {
            (None, None) => Class::Scalar,
            (None, Some(_)) => Class::Dense,
            (Some(_), None) => Class::Sparse,
            (Some(_), Some(_)) => Class::Mixed,
        }
    }

    /// Returns the first dimension without a size, which no constant has.
    #[must_use]
    pub fn unbound(&self) -> Option<&Dimension> {
        self.dimensions.iter().find(|dimension| dimension.size() == Size::Unbound)
    }

    /// Returns the sizes of the indexed dimensions in order; of unbound ones 0.
    #[must_use]
    pub fn shape(&self) -> Vec<usize> {
        self.sizes().collect()
    }

    /// Returns the sizes of the indexed dimensions one after another; of unbound ones 0.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.indexed().map(|dimension| match dimension.size() {
            Size::Indexed(size) => size as usize,
            Size::Mapped | Size::Unbound => 0,
        })
    }

    /// Returns whether every tensor of the `other` type is one of this type: the types are equal, but a dimension
    /// without a size here may have any there.
    #[must_use]
    pub fn accepts(&self, other: &TensorType) -> bool {
        self.cell == other.cell
            && self.dimensions.len() == other.dimensions.len()
            && self.dimensions.iter().zip(other.dimensions()).all(|(wanted, found)| {
                wanted.name() == found.name()
                    && (wanted.size() == found.size() || (wanted.size() == Size::Unbound && !found.is_mapped()))
            })
    }

    /// Returns a type of dimensions that are in order and checked.
    pub(super) fn sorted(cell: CellType, dimensions: Vec<Dimension>) -> Self {
        Self { cell, dimensions: dimensions.into() }
    }

    pub(super) fn parse(text: &str) -> Result<Self, TypeFault> {
        let bytes = text.as_bytes();
        let (cell, mut next) = type_text::head(bytes)?;
        let mut dimensions = Vec::new();
        while let Some(start) = next {
            let raw = type_text::dimension(bytes, start)?;
            let name = text.get(raw.name.0..raw.name.1).unwrap_or_default();
            if dimensions.len() >= MAX_RANK {
                return Err(TypeFault { at: raw.name.0, expected: "at most 255 dimensions" });
            }
            dimensions.push((Dimension::new(name, raw.size), raw.name.0));
            next = raw.next;
        }
        dimensions.sort_by(|left, right| left.0.name().cmp(right.0.name()));
        let twice = dimensions.windows(2).find_map(|pair| match pair {
            [(left, _), (right, at)] if left.name() == right.name() => Some(*at),
            _ => None,
        });
        if let Some(at) = twice {
            return Err(TypeFault { at, expected: "each dimension once" });
        }
        Ok(Self::sorted(cell, dimensions.into_iter().map(|(dimension, _)| dimension).collect()))
    }
}

fn repeated(sorted: &[Dimension]) -> Option<&str> {
    sorted.windows(2).find_map(|pair| match pair {
        [left, right] if left.name() == right.name() => Some(left.name()),
        _ => None,
    })
}

#[cold]
pub(super) fn refusal(parts: &[&str]) -> ErrorKind {
    ErrorKind::Rules { why: parts.concat().into() }
}

impl core::str::FromStr for TensorType {
    type Err = DecodeError;

    fn from_str(text: &str) -> Result<Self, DecodeError> {
        Self::parse(text).map_err(|error| {
            let before = text.get(..error.at).unwrap_or_default();
            let lines = before.split('\n');
            let column = lines.clone().next_back().unwrap_or_default().chars().count();
            DecodeError::new(ErrorKind::Syntax {
                field: "tensor type",
                line: lines.count() as u64,
                column: (column as u64).saturating_add(1),
                expected: error.expected,
                found: error.found(text),
            })
            .at(error.at as u64)
        })
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor")?;
        if self.cell != CellType::Double {
            write!(f, "<{}>", self.cell)?;
        }
        f.write_str("(")?;
        for (index, dimension) in self.dimensions.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            dimension.fmt(f)?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
