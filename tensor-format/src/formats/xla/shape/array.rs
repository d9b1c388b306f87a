//! The shapes of arrays.

use crate::{
    ErrorKind, InlineVec, axis_number,
    formats::xla::{Dimension, Layout, PrimitiveType, shape::check::check_array},
};

/// The shape of an array: element type, dimensions and layout.
///
/// The layout always fits the dimensions.
///
/// ```
/// use tensor_format::xla::{ArrayShape, Layout, PrimitiveType};
/// let shape = ArrayShape::new(PrimitiveType::F32, &[2, 3])?;
/// assert_eq!(shape.to_string(), "f32[2,3]{1,0}");
/// let columns = shape.with_layout(Layout::new(&[0, 1]))?;
/// assert_eq!(columns.strides()?.as_slice(), [1, 2]);
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArrayShape {
    element_type: PrimitiveType,
    dimensions: InlineVec<Dimension>,
    layout: Layout,
}

impl ArrayShape {
    /// Returns an array of these sizes in the default layout: the last dimension varies fastest.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow), or [`LimitExceeded`](ErrorKind::LimitExceeded) above
    /// [`MAX_RANK`](crate::MAX_RANK).
    pub fn new(element_type: PrimitiveType, sizes: &[usize]) -> Result<Self, ErrorKind> {
        Self::dynamic(element_type, sizes.iter().copied().map(Dimension::Static))
    }

    /// Returns an array of dimensions that may be dynamic, in the default layout.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn dynamic(
        element_type: PrimitiveType,
        dimensions: impl IntoIterator<Item = Dimension>,
    ) -> Result<Self, ErrorKind> {
        let dimensions: InlineVec<Dimension> = dimensions.into_iter().collect();
        let layout = Layout::row_major(dimensions.len());
        Self::from_parts(element_type, dimensions, layout)
    }

    pub(in super::super) fn from_parts(
        element_type: PrimitiveType,
        dimensions: InlineVec<Dimension>,
        layout: Layout,
    ) -> Result<Self, ErrorKind> {
        check_array(element_type, &dimensions, &layout)?;
        Ok(Self { element_type, dimensions, layout })
    }

    /// Creates an array from parts that [`check_array`] has accepted.
    #[inline]
    pub(in super::super) fn of_checked(
        element_type: PrimitiveType,
        dimensions: InlineVec<Dimension>,
        layout: Layout,
    ) -> Self {
        Self { element_type, dimensions, layout }
    }

    /// Returns the same array in another layout.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank), [`Field`](ErrorKind::Field) or [`ShapeOverflow`](ErrorKind::ShapeOverflow) if the
    /// layout does not fit.
    pub fn with_layout(self, layout: Layout) -> Result<Self, ErrorKind> {
        Self::from_parts(self.element_type, self.dimensions, layout)
    }

    /// Returns the same array of another element type.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if the layout's element size is too small for it.
    pub fn with_element_type(self, element_type: PrimitiveType) -> Result<Self, ErrorKind> {
        Self::from_parts(element_type, self.dimensions, self.layout)
    }

    /// Returns the element type.
    #[must_use]
    pub fn element_type(&self) -> PrimitiveType {
        self.element_type
    }

    /// Returns the dimensions, dimension 0 first.
    #[must_use]
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// Returns the dimension of this number, which may count from the end: -1 is the last.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if there is no such dimension.
    pub fn dimension(&self, number: i64) -> Result<Dimension, ErrorKind> {
        let at = axis_number(number, self.rank())?;
        self.dimensions.get(at).copied().ok_or_else(|| ErrorKind::outside(at, self.rank()))
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns element type, dimensions and layout.
    #[must_use]
    pub fn into_parts(self) -> (PrimitiveType, InlineVec<Dimension>, Layout) {
        (self.element_type, self.dimensions, self.layout)
    }

    /// Returns the number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.dimensions.len()
    }

    /// Returns the number of dimensions of a size greater than 1; a dynamic one counts by its bound.
    #[must_use]
    pub fn true_rank(&self) -> usize {
        self.dimensions.iter().filter(|dimension| dimension.bound().is_none_or(|size| size > 1)).count()
    }

    /// Returns how deep shapes are nested, this one counted; more than 1 if the layout has a physical shape.
    pub(in super::super) fn depth(&self) -> usize {
        let below = self.layout.physical_shape.as_ref().map_or(0, |shape| shape.depth());
        below.saturating_add(1)
    }
}
