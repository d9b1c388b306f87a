//! Operations on padded arrays: other dimensions, other layouts, comparisons.

use crate::{
    ErrorKind, Index, axis_number,
    formats::xla::{ArrayShape, Dimension, Layout, PaddedLayout, PaddedShape, PrimitiveType},
    true_rank,
};

impl PaddedLayout {
    /// Returns the default layout: the last dimension varies fastest, and nothing is padded.
    #[must_use]
    pub fn row_major(rank: usize) -> Self {
        let order: Index = (0..rank).rev().collect();
        Self::new(&order, &[], super::super::PaddingValue::Invalid)
    }

    /// Returns whether the last dimension varies fastest, then the one before it: dimension 0 is major.
    #[must_use]
    pub fn is_row_major(&self) -> bool {
        self.minor_to_major.iter().rev().copied().eq(0..self.minor_to_major.len())
    }

    /// Returns whether dimension 0 varies fastest, then dimension 1: dimension 0 is minor.
    #[must_use]
    pub fn is_column_major(&self) -> bool {
        self.minor_to_major.iter().copied().eq(0..self.minor_to_major.len())
    }
}

impl PaddedShape {
    /// Returns an array of these sizes in the default layout: the last dimension varies fastest, and nothing is padded.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow), or [`LimitExceeded`](ErrorKind::LimitExceeded) above
    /// [`MAX_RANK`](crate::MAX_RANK).
    ///
    /// ```
    /// use tensor_format::xla::{PaddedShape, PrimitiveType};
    /// let shape = PaddedShape::row_major(PrimitiveType::F32, &[2, 3])?;
    /// assert_eq!(shape.layout().minor_to_major.as_slice(), [1, 0]);
    /// assert_eq!((shape.dimension(-1)?, shape.byte_size()), (3, 24));
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn row_major(element_type: PrimitiveType, sizes: &[usize]) -> Result<Self, ErrorKind> {
        Self::new(element_type, sizes, PaddedLayout::row_major(sizes.len()))
    }

    /// Returns the same array in another layout.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_layout(self, layout: PaddedLayout) -> Result<Self, ErrorKind> {
        self.remade(self.element_type(), self.sizes(), layout)
    }

    /// Returns the same array of another element type.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn with_element_type(self, element_type: PrimitiveType) -> Result<Self, ErrorKind> {
        self.remade(element_type, self.sizes(), self.layout().clone())
    }

    fn remade(&self, element_type: PrimitiveType, sizes: &[usize], layout: PaddedLayout) -> Result<Self, ErrorKind> {
        let mut made = Self::new(element_type, sizes, layout)?;
        made.unknown.clone_from(&self.unknown);
        Ok(made)
    }

    /// Returns the number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.sizes().rank()
    }

    /// Returns the number of dimensions of a size greater than 1.
    #[must_use]
    pub fn true_rank(&self) -> usize {
        true_rank(self.sizes())
    }

    /// Returns the size of a dimension by its number, which may count from the end: -1 is the last.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if there is no such dimension.
    pub fn dimension(&self, number: i64) -> Result<usize, ErrorKind> {
        let at = axis_number(number, self.rank())?;
        self.sizes().get(at).copied().ok_or_else(|| ErrorKind::outside(at, self.rank()))
    }

    /// Returns the number of elements, without padding.
    ///
    /// # Errors
    ///
    /// Never fails for a shape that was made: its elements can be counted.
    pub fn element_count(&self) -> Result<usize, ErrorKind> {
        self.sizes().element_count().ok_or(ErrorKind::ShapeOverflow)
    }

    /// Returns the linear index of an element: its position in the buffer.
    ///
    /// # Errors
    ///
    /// As [`DimOrder::position`](crate::DimOrder::position).
    pub fn position(&self, index: &[usize]) -> Result<usize, ErrorKind> {
        self.order().position(index)
    }

    /// Returns the index of the element at a position; `None` for padding.
    ///
    /// # Errors
    ///
    /// As [`DimOrder::index_of`](crate::DimOrder::index_of).
    pub fn index_of(&self, position: usize) -> Result<Option<Index>, ErrorKind> {
        self.order().index_of(position)
    }

    /// Returns whether element types, sizes and layouts are the same. Fields that are not known here do not count, nor
    /// does it count whether the bounds of an array without padding are said.
    #[must_use]
    pub fn equal(&self, other: &PaddedShape) -> bool {
        self.compatible(other)
            && self.order() == other.order()
            && self.layout().padding_value == other.layout().padding_value
    }

    /// Returns whether both have the same element type and sizes, whatever their layouts.
    #[must_use]
    pub fn compatible(&self, other: &PaddedShape) -> bool {
        self.element_type() == other.element_type() && self.sizes() == other.sizes()
    }

    /// Returns the array whose dimension `i` is this array's `permutation[i]`, with every element at its position in
    /// memory.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank) or [`Field`](ErrorKind::Field) if it does not name each dimension once.
    ///
    /// ```
    /// use tensor_format::xla::{PaddedLayout, PaddedShape, PaddingValue, PrimitiveType};
    /// let layout = PaddedLayout::new(&[0, 1], &[3, 5], PaddingValue::Zero);
    /// let turned = PaddedShape::new(PrimitiveType::F32, &[2, 3], layout)?.permute(&[1, 0])?;
    /// assert_eq!(turned.layout(), &PaddedLayout::new(&[1, 0], &[5, 3], PaddingValue::Zero));
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn permute(&self, permutation: &[usize]) -> Result<Self, ErrorKind> {
        self.changed(|array| array.permute(permutation))
    }

    /// Returns the array with one more dimension, which becomes dimension `at`, varies slowest in memory and is not
    /// padded.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index) if there are fewer dimensions before it, and as [`new`](Self::new).
    pub fn insert_dimension(&self, at: usize, size: usize) -> Result<Self, ErrorKind> {
        self.changed(|array| array.insert_dimension(at, Dimension::Static(size)))
    }

    /// Returns the array without a dimension, whose number may count from the end: -1 is the last. The others keep
    /// their order and padding.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if there is no such dimension.
    pub fn delete_dimension(&self, dimension: i64) -> Result<Self, ErrorKind> {
        self.changed(|array| array.delete_dimension(dimension))
    }

    /// Returns the array with its dimensions changed: `change` is applied to an array of its sizes, and to one of its
    /// padded sizes, both in its order of dimensions.
    fn changed(&self, change: impl Fn(&ArrayShape) -> Result<ArrayShape, ErrorKind>) -> Result<Self, ErrorKind> {
        let order = Layout::new(&self.layout().minor_to_major);
        let changed =
            |sizes: &[usize]| change(&ArrayShape::new(self.element_type(), sizes)?.with_layout(order.clone())?);
        let (array, mut layout) = (changed(self.sizes())?, self.layout().clone());
        if !layout.padded_dimensions.is_empty() {
            layout.padded_dimensions = Index::from(&*changed(&layout.padded_dimensions)?.sizes()?);
        }
        layout.minor_to_major.clone_from(&array.layout().minor_to_major);
        self.remade(self.element_type(), &array.sizes()?, layout)
    }
}
