//! Shapes: the lengths of a tensor's axes.
//!
//! A [`Shape`] is what a tensor has, a [`Dim`] what rules allow one axis to have, and a [`Header`] a shape with its
//! element type. A reader creates a header first and counts its elements with checked arithmetic, so that no memory is
//! allocated for a shape that cannot be; rules then check it axis by axis.

use alloc::vec::Vec;
use core::{fmt, ops::Deref};

use smallvec::SmallVec;

use crate::{ElementType, ErrorKind, Limit};

mod dim;
pub use dim::{Dim, DimBuf};

/// The largest rank any tensor can have.
pub const MAX_RANK: usize = 255;

/// The lengths of a tensor's axes, outermost first. `[]` is a scalar with one element.
///
/// Up to rank 6 the lengths are stored without allocation. Read it as a slice.
///
/// ```
/// use tensor_format::Shape;
/// let shape = Shape::from([1, 3, 224, 224]);
/// assert_eq!(shape.rank(), 4);
/// assert_eq!(shape.element_count(), Some(150_528));
/// assert_eq!(shape.to_string(), "[1, 3, 224, 224]");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Shape(SmallVec<[usize; Shape::INLINE]>);

impl Shape {
    /// The highest rank that is stored without allocation.
    pub(crate) const INLINE: usize = 6;

    /// Creates a shape of the first `rank` of these lengths.
    #[inline]
    pub(crate) fn inline(lens: [usize; Self::INLINE], rank: usize) -> Self {
        Self(SmallVec::from_buf_and_len(lens, rank.min(Self::INLINE)))
    }

    /// Returns the shape of a scalar, `[]`.
    #[must_use]
    pub fn scalar() -> Self {
        Self::default()
    }

    /// Returns the number of axes.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of elements: the product of the lengths, 1 for `[]`; `None` if it overflows.
    #[must_use]
    pub fn element_count(&self) -> Option<usize> {
        element_count(self)
    }

    /// Adds an innermost axis of length `len`.
    pub fn push(&mut self, len: usize) {
        self.0.push(len);
    }

    /// Adds an outermost axis of length `len`.
    pub fn push_front(&mut self, len: usize) {
        self.0.insert(0, len);
    }

    /// Removes all axes, keeping the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the lengths as a mutable slice.
    pub fn as_mut_slice(&mut self) -> &mut [usize] {
        &mut self.0
    }

    /// Returns the number of elements, or an error if no tensor can have this shape and element type.
    pub(crate) fn check(&self, element_type: ElementType) -> Result<usize, ErrorKind> {
        if self.rank() > MAX_RANK {
            let (max, found) = (MAX_RANK as u64, self.rank() as u64);
            return Err(ErrorKind::LimitExceeded { limit: Limit::Rank, max, found });
        }
        let size = element_type.size().unwrap_or(1);
        let bytes = self.iter().try_fold(size, |bytes, &len| bytes.checked_mul(len.max(1)));
        match (bytes, self.element_count()) {
            (Some(bytes), Some(count)) if bytes <= isize::MAX as usize => Ok(count),
            _ => Err(ErrorKind::ShapeOverflow),
        }
    }

    /// Checks that `elements` elements fill this shape.
    pub(crate) fn check_count(&self, element_type: ElementType, elements: usize) -> Result<(), ErrorKind> {
        match self.check(element_type)? {
            count if count == elements => Ok(()),
            count => Err(ErrorKind::ElementCount { expected: count as u64, found: elements as u64 }),
        }
    }
}

/// Returns the number of elements of a shape: the product of the lengths, 0 if any is 0; `None` if the product of the
/// lengths that are not 0 exceeds `isize::MAX`.
#[must_use]
pub fn element_count(shape: &[usize]) -> Option<usize> {
    let mut zero = false;
    let mut count: usize = 1;
    for &len in shape {
        if len == 0 {
            zero = true;
        } else {
            count = count.checked_mul(len)?;
        }
    }
    if count > isize::MAX as usize {
        return None;
    }
    Some(if zero { 0 } else { count })
}

impl Deref for Shape {
    type Target = [usize];

    #[inline]
    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl<const N: usize> From<[usize; N]> for Shape {
    fn from(lens: [usize; N]) -> Self {
        Self(SmallVec::from_slice(&lens))
    }
}

impl From<&[usize]> for Shape {
    fn from(lens: &[usize]) -> Self {
        Self(SmallVec::from_slice(lens))
    }
}

impl From<Vec<usize>> for Shape {
    fn from(lens: Vec<usize>) -> Self {
        Self(SmallVec::from_vec(lens))
    }
}

impl<const N: usize> From<&[usize; N]> for Shape {
    fn from(lens: &[usize; N]) -> Self {
        Self(SmallVec::from_slice(lens))
    }
}

impl From<&Shape> for Shape {
    fn from(shape: &Shape) -> Self {
        shape.clone()
    }
}

impl From<Shape> for Vec<usize> {
    fn from(shape: Shape) -> Self {
        shape.0.into_vec()
    }
}

impl From<()> for Shape {
    fn from((): ()) -> Self {
        Self::scalar()
    }
}

impl From<usize> for Shape {
    fn from(len: usize) -> Self {
        Self::from([len])
    }
}

impl FromIterator<usize> for Shape {
    fn from_iter<I: IntoIterator<Item = usize>>(lens: I) -> Self {
        Self(lens.into_iter().collect())
    }
}

impl Extend<usize> for Shape {
    fn extend<I: IntoIterator<Item = usize>>(&mut self, lens: I) {
        self.0.extend(lens);
    }
}

impl<'s> IntoIterator for &'s Shape {
    type Item = &'s usize;
    type IntoIter = core::slice::Iter<'s, usize>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl AsRef<[usize]> for Shape {
    fn as_ref(&self) -> &[usize] {
        self
    }
}

impl PartialEq<&[usize]> for Shape {
    fn eq(&self, other: &&[usize]) -> bool {
        **self == **other
    }
}

impl PartialEq<[usize]> for Shape {
    fn eq(&self, other: &[usize]) -> bool {
        **self == *other
    }
}

impl<const N: usize> PartialEq<[usize; N]> for Shape {
    fn eq(&self, other: &[usize; N]) -> bool {
        **self == *other
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_shape(self, f)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_shape(self, f)
    }
}

fn fmt_shape(lens: &[usize], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (axis, len) in lens.iter().enumerate() {
        write!(f, "{}{len}", if axis == 0 { "" } else { ", " })?;
    }
    f.write_str("]")
}

/// Element type and shape of one tensor: all that is known before its elements are read.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Header {
    /// The element type.
    pub element_type: ElementType,
    /// The shape.
    pub shape: Shape,
}

impl Header {
    /// Creates a header from its parts.
    pub fn new(element_type: ElementType, shape: impl Into<Shape>) -> Self {
        Self { element_type, shape: shape.into() }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.element_type, self.shape)
    }
}

impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
