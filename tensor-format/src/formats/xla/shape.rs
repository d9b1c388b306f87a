//! Shapes: arrays, tuples of shapes, tokens, opaque values and buffers.
//!
//! An [`ArrayShape`] (`array`) is an element type, its [`Dimension`](super::Dimension)s (`dimension`) and a
//! [`Layout`](super::Layout) (`layout`), which `check` checks against each other whenever one is made: whoever has one
//! need not check again. `members` keeps the shapes of a tuple as their messages. Nothing here reads or computes.

use super::{ArrayShape, Members, UnknownFields};
use crate::ErrorKind;

pub(super) mod array;
pub(super) mod check;
pub(super) mod dimension;
pub(super) mod layout;
pub(super) mod members;

use check::check_depth;

/// The shape of a value.
///
/// Equality with `==` is exact, fields of the message that are not known here included; [`equal`](Self::equal) is
/// XLA's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    kind: ShapeKind,
    /// The fields of the message that are not known here.
    pub unknown: UnknownFields,
}

/// The kinds of shapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "reading an array's shape allocates nothing")]
pub enum ShapeKind {
    /// An array.
    Array(ArrayShape),
    /// Values of these shapes.
    Tuple(Members),
    /// A value without content, which only puts operations with effects in order.
    Token,
    /// A value that XLA does not look into.
    Opaque,
    /// Memory that holds an array.
    Buffer(BufferShape),
}

/// The shape of a buffer, XLA's type for memory that holds an array: `b(f32[2])` in text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BufferShape {
    /// The shape of the array that the buffer holds.
    pub array: ArrayShape,
    /// The fields of the array's message that are not known here.
    pub unknown: UnknownFields,
}

impl Shape {
    /// The shape of a token.
    pub const TOKEN: Shape = Shape::of_kind(ShapeKind::Token, UnknownFields::NONE);
    /// The shape of an opaque value.
    pub const OPAQUE: Shape = Shape::of_kind(ShapeKind::Opaque, UnknownFields::NONE);

    /// Returns the shape of a tuple.
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) if shapes are deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn tuple(members: impl IntoIterator<Item = Shape>) -> Result<Self, ErrorKind> {
        let mut deepest = 0;
        let members = members.into_iter().inspect(|member| deepest = deepest.max(member.depth())).collect();
        check_depth(deepest.saturating_add(1))?;
        Ok(Self::of_kind(ShapeKind::Tuple(members), UnknownFields::NONE))
    }

    /// Returns the shape of a buffer that holds an array.
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) if shapes are deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn buffer(array: ArrayShape) -> Result<Self, ErrorKind> {
        Self::of_buffer(BufferShape { array, unknown: UnknownFields::NONE })
    }

    pub(super) fn of_buffer(buffer: BufferShape) -> Result<Self, ErrorKind> {
        check_depth(buffer.array.depth().saturating_add(1))?;
        Ok(Self::of_kind(ShapeKind::Buffer(buffer), UnknownFields::NONE))
    }

    #[inline]
    pub(super) fn of_checked(array: ArrayShape, unknown: UnknownFields) -> Self {
        Self::of_kind(ShapeKind::Array(array), unknown)
    }

    #[inline]
    pub(super) const fn of_kind(kind: ShapeKind, unknown: UnknownFields) -> Self {
        Self { kind, unknown }
    }

    /// Returns how deep shapes are nested, this one counted: 1 for an array.
    pub(super) fn depth(&self) -> usize {
        match &self.kind {
            ShapeKind::Array(array) => array.depth(),
            ShapeKind::Buffer(buffer) => buffer.array.depth().saturating_add(1),
            ShapeKind::Tuple(members) => {
                members.iter().map(|member| member.depth()).max().unwrap_or(0).saturating_add(1)
            }
            ShapeKind::Token | ShapeKind::Opaque => 1,
        }
    }

    /// Returns the kind of the shape, with its parts.
    #[must_use]
    pub fn kind(&self) -> &ShapeKind {
        &self.kind
    }

    /// Returns the kind of the shape, with its parts.
    #[must_use]
    pub fn into_kind(self) -> ShapeKind {
        self.kind
    }

    /// Returns the array, if the shape is one.
    #[must_use]
    pub fn as_array(&self) -> Option<&ArrayShape> {
        match &self.kind {
            ShapeKind::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Returns the array, if the shape is one.
    #[must_use]
    pub fn into_array(self) -> Option<ArrayShape> {
        match self.kind {
            ShapeKind::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Returns the shape of a buffer that holds this array; `None` if this is not an array.
    pub(super) fn into_buffer(self) -> Option<BufferShape> {
        match self.kind {
            ShapeKind::Array(array) => Some(BufferShape { array, unknown: self.unknown }),
            _ => None,
        }
    }

    /// Returns the shapes of a tuple's members; `None` if it is no tuple.
    #[must_use]
    pub fn members(&self) -> Option<&Members> {
        match &self.kind {
            ShapeKind::Tuple(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the array, if the shape is an array or a buffer that holds one.
    pub(super) fn array_or_buffer(&self) -> Option<&ArrayShape> {
        match &self.kind {
            ShapeKind::Array(array) | ShapeKind::Buffer(BufferShape { array, .. }) => Some(array),
            _ => None,
        }
    }

    /// Returns the same shape with every array in it changed: `ShapeUtil::ForEachMutableSubshape` of arrays.
    ///
    /// # Errors
    ///
    /// The errors of `change`, and [`LimitExceeded`](ErrorKind::LimitExceeded) if shapes then are deeper than
    /// [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn map_arrays(
        &self,
        mut change: impl FnMut(&ArrayShape) -> Result<ArrayShape, ErrorKind>,
    ) -> Result<Self, ErrorKind> {
        let shape = self.mapped(&mut change)?;
        check_depth(shape.depth())?;
        Ok(shape)
    }

    fn mapped(&self, change: &mut dyn FnMut(&ArrayShape) -> Result<ArrayShape, ErrorKind>) -> Result<Self, ErrorKind> {
        let mut shape = match &self.kind {
            ShapeKind::Array(array) => Self::from(change(array)?),
            ShapeKind::Buffer(BufferShape { array, unknown }) => {
                Self::of_buffer(BufferShape { array: change(array)?, unknown: unknown.clone() })?
            }
            ShapeKind::Tuple(members) => {
                let members: Result<Members, _> = members.iter().map(|member| member.mapped(change)).collect();
                Self::of_kind(ShapeKind::Tuple(members?), UnknownFields::NONE)
            }
            ShapeKind::Token | ShapeKind::Opaque => self.clone(),
        };
        shape.unknown.clone_from(&self.unknown);
        Ok(shape)
    }

    /// Returns the number of bytes of a value in memory, where a pointer takes `pointer_size` bytes: of an array its
    /// elements with their padding, of a tuple a pointer for each member, of an opaque value a pointer, of a token
    /// none.
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::byte_size`].
    pub fn byte_size(&self, pointer_size: usize) -> Result<usize, ErrorKind> {
        match &self.kind {
            ShapeKind::Array(array) => array.byte_size(),
            ShapeKind::Tuple(members) => members.len().checked_mul(pointer_size).ok_or(ErrorKind::ShapeOverflow),
            ShapeKind::Buffer(buffer) => buffer.array.byte_size(),
            ShapeKind::Opaque => Ok(pointer_size),
            ShapeKind::Token => Ok(0),
        }
    }
}

impl From<ArrayShape> for Shape {
    fn from(array: ArrayShape) -> Self {
        Self::of_kind(ShapeKind::Array(array), UnknownFields::NONE)
    }
}
