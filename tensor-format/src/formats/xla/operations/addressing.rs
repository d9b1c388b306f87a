//! The positions of an array's elements in memory.

use crate::{
    DimOrder, ErrorKind, Index, Shape, TiledOrder,
    formats::xla::{
        ArrayShape,
        shape::check::{buffer_bytes, storage_bytes},
    },
    layout::UNEVEN,
    reshape_is_bitcast, transpose_is_bitcast, transpose_keeps_order,
};

impl ArrayShape {
    /// Returns the sizes of the dimensions, or the bounds of dynamic ones.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if one has no bound.
    pub fn sizes(&self) -> Result<Shape, ErrorKind> {
        let sizes: Option<Shape> = self.dimensions().iter().map(|dimension| dimension.bound()).collect();
        sizes.ok_or(ErrorKind::Layout { why: "a dimension has no bound" })
    }

    /// Returns the number of elements; dynamic dimensions count by their bounds.
    ///
    /// # Errors
    ///
    /// As [`sizes`](Self::sizes).
    pub fn element_count(&self) -> Result<usize, ErrorKind> {
        self.sizes()?.element_count().ok_or(ErrorKind::ShapeOverflow)
    }

    /// Returns the order of the elements in memory, tiles and padding included.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if a dimension has no bound or the array is sparse.
    pub fn order(&self) -> Result<TiledOrder, ErrorKind> {
        self.order_in(self.layout().tiles.len())
    }

    fn order_in(&self, tiles: usize) -> Result<TiledOrder, ErrorKind> {
        if !self.layout().is_dense() {
            return Err(ErrorKind::Layout { why: "the elements of a sparse array have no order of their own" });
        }
        let order = DimOrder::new(&self.sizes()?, &self.layout().minor_to_major)?;
        TiledOrder::new(order, self.layout().tiles.iter().take(tiles))
    }

    /// Returns the distance between neighbours along each dimension, in elements.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order), and [`Layout`](ErrorKind::Layout) if tiles put neighbours at distances that differ.
    pub fn strides(&self) -> Result<Index, ErrorKind> {
        // With `f32[3,5]{1,0:T(2,2)}` there are none: columns 0 and 1 are 1 apart, in one tile, but columns 1 and 2 are
        // 3 apart.
        self.order()?.strides().ok_or(UNEVEN)
    }

    /// Returns the linear index of an element: its position in the buffer.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order), and [`Rank`](ErrorKind::Rank) or [`Index`](ErrorKind::Index) if there is no such
    /// element.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let shape: Shape = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// assert_eq!(shape.as_array().unwrap().position(&[2, 3])?, 17);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, index: &[usize]) -> Result<usize, ErrorKind> {
        self.order()?.position(index)
    }

    /// Returns the index of the element at a position; `None` for padding.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order), and [`Index`](ErrorKind::Index) past the last position.
    pub fn index_of(&self, position: usize) -> Result<Option<Index>, ErrorKind> {
        self.order()?.index_of(position)
    }

    /// Returns the number of bytes of the elements with their padding.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order), and [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn byte_size(&self) -> Result<usize, ErrorKind> {
        storage_bytes(self.order()?.positions(), self.element_type(), self.layout())
    }

    /// Returns the number of bytes of a buffer that holds the array: [`byte_size`](Self::byte_size), and those of the
    /// data about dynamic sizes that come before the elements.
    ///
    /// # Errors
    ///
    /// As [`byte_size`](Self::byte_size).
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let shape: Shape = "u8[2]{0:M(8)}".parse()?;
    /// let array = shape.as_array().unwrap();
    /// assert_eq!((array.byte_size()?, array.buffer_size()?), (2, 10));
    /// assert_eq!(array.to_tensor(&[0, 0, 0, 0, 0, 0, 0, 0, 5, 6])?.as_ref().to_vec::<u8>()?, [5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn buffer_size(&self) -> Result<usize, ErrorKind> {
        buffer_bytes(self.order()?.positions(), self.element_type(), self.layout())
    }

    /// Returns the number of bytes of the elements with the padding of the first tile only, as XLA's CPU client reports
    /// them: less than [`byte_size`](Self::byte_size) where a later tile adds padding of its own, and too few for
    /// addressing there.
    ///
    /// # Errors
    ///
    /// As [`byte_size`](Self::byte_size).
    pub fn first_tile_byte_size(&self) -> Result<usize, ErrorKind> {
        storage_bytes(self.order_in(1)?.positions(), self.element_type(), self.layout())
    }

    /// Returns whether the transpose of this array to `output`, whose dimension `i` is this array's `dimensions[i]`,
    /// leaves every element at its position in memory.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order), and if `output` is not this array so transposed.
    pub fn transpose_is_bitcast(&self, output: &ArrayShape, dimensions: &[usize]) -> Result<bool, ErrorKind> {
        let exact = transpose_is_bitcast(&self.order()?, &output.order()?, dimensions)?;
        Ok(exact && self.stores_elements_as(output))
    }

    /// Returns what XLA's own, quicker test of [`transpose_is_bitcast`](Self::transpose_is_bitcast) returns: `false`
    /// for some bitcasts that move dimensions of size 1, and without a look at tiles.
    ///
    /// # Errors
    ///
    /// As [`transpose_is_bitcast`](Self::transpose_is_bitcast).
    pub fn transpose_keeps_order(&self, output: &ArrayShape, dimensions: &[usize]) -> Result<bool, ErrorKind> {
        let keeps = transpose_keeps_order(self.order()?.order(), output.order()?.order(), dimensions)?;
        Ok(keeps && self.element_type() == output.element_type())
    }

    /// Returns whether a reshape of this array to `output`, with the same elements in the same logical order, leaves
    /// every element at its position in memory.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order), and [`ElementCount`](ErrorKind::ElementCount) if it has another number of elements.
    pub fn reshape_is_bitcast(&self, output: &ArrayShape) -> Result<bool, ErrorKind> {
        Ok(reshape_is_bitcast(&self.order()?, &output.order()?)? && self.stores_elements_as(output))
    }

    fn stores_elements_as(&self, other: &ArrayShape) -> bool {
        self.element_type() == other.element_type()
            && self.layout().element_size_in_bits == other.layout().element_size_in_bits
    }
}
