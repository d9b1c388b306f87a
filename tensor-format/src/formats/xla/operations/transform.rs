//! Arrays with other dimensions: permuted, inserted, deleted.

use crate::{
    ErrorKind, InlineVec, Shape, axis_number,
    formats::xla::{ArrayShape, DimLevelType, Dimension, Layout},
    layout::check_permutation,
};

impl ArrayShape {
    /// Returns the array whose dimension `i` is this array's `permutation[i]`, with every element at its position in
    /// memory: `ShapeUtil::PermuteDimensions`. Tiles and split configurations, which go by places in memory, stay.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank) or [`Field`](ErrorKind::Field) if it does not name each dimension once.
    ///
    /// ```
    /// use tensor_format::xla::{ArrayShape, PrimitiveType};
    /// let rows = ArrayShape::new(PrimitiveType::F32, &[2, 3])?;
    /// assert_eq!(rows.permute(&[1, 0])?.to_string(), "f32[3,2]{0,1}");
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn permute(&self, permutation: &[usize]) -> Result<Self, ErrorKind> {
        check_permutation(permutation, self.rank())?;
        let mut layout = self.layout().clone();
        let moved = |old: usize| permutation.iter().position(|from| *from == old).unwrap_or(old);
        layout.minor_to_major.iter_mut().for_each(|dimension| *dimension = moved(*dimension));
        fn pick<T: Copy>(list: &mut InlineVec<T>, permutation: &[usize]) {
            *list = permutation.iter().filter_map(|from| list.get(*from).copied()).collect();
        }
        pick(&mut layout.dim_level_types, permutation);
        pick(&mut layout.dim_unique, permutation);
        pick(&mut layout.dim_ordered, permutation);
        let dimensions = permutation.iter().filter_map(|from| self.dimensions().get(*from).copied()).collect();
        Self::from_parts(self.element_type(), dimensions, layout)
    }

    /// Returns the array in which a dimension varies slowest in memory and the others keep their order:
    /// `LayoutUtil::MoveDimToMajor`. The number may count from the end: -1 is the last. What else the layout says
    /// stays, which XLA's `ShapeUtil::MoveDimToMajor` drops.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if there is no such dimension, or a split configuration does not fit the dimension
    /// that then has its place.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let shape: Shape = "(f32[10,10,10]{0,2,1}, f32[10,10,10])".parse()?;
    /// let moved = shape.map_arrays(|array| array.move_dimension_to_major(0))?;
    /// assert_eq!(moved.to_string(), "(f32[10,10,10]{2,1,0}, f32[10,10,10]{2,1,0})");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_dimension_to_major(&self, dimension: i64) -> Result<Self, ErrorKind> {
        self.move_dimension(dimension, |order, at| order.push(at))
    }

    /// Returns the array in which a dimension varies fastest in memory and the others keep their order:
    /// `LayoutUtil::MoveDimToMinor`. The number may count from the end: -1 is the last.
    ///
    /// # Errors
    ///
    /// As [`move_dimension_to_major`](Self::move_dimension_to_major).
    pub fn move_dimension_to_minor(&self, dimension: i64) -> Result<Self, ErrorKind> {
        self.move_dimension(dimension, |order, at| order.insert(0, at))
    }

    fn move_dimension(
        &self,
        dimension: i64,
        put: impl FnOnce(&mut InlineVec<usize>, usize),
    ) -> Result<Self, ErrorKind> {
        let at = axis_number(dimension, self.rank())?;
        let mut layout = self.layout().clone();
        layout.minor_to_major.retain(|other| *other != at);
        put(&mut layout.minor_to_major, at);
        self.clone().with_layout(layout)
    }

    /// Returns the size of the greatest part of a dimension that is split over several memories, or its whole size:
    /// `LayoutUtil::MaxSplitSize`. The number may count from the end: -1 is the last.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if there is no such dimension, [`Layout`](ErrorKind::Layout) if it has no bound.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let shape: Shape = "f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}".parse()?;
    /// let array = shape.as_array().unwrap();
    /// assert_eq!([array.max_split_size(0)?, array.max_split_size(1)?, array.max_split_size(2)?], [150, 90, 70]);
    /// assert_eq!(array.max_elements_in_split()?, 150 * 90 * 70);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_split_size(&self, dimension: i64) -> Result<usize, ErrorKind> {
        let at = axis_number(dimension, self.rank())?;
        let size = self.dimensions().get(at).and_then(|size| size.bound());
        let size = size.ok_or(ErrorKind::Layout { why: "a dimension has no bound" })?;
        let place = self.layout().logical_to_physical().get(at).copied();
        let split = self.layout().split_configs.iter().find(|split| Some(split.dimension) == place);
        // The indices rise and are within the dimension.
        let ends = split.map(|split| split.split_indices.as_slice()).unwrap_or_default();
        let mut begin = 0;
        let parts = ends.iter().copied().chain([size as u64]).map(|end| {
            let part = end.saturating_sub(begin);
            begin = end;
            part
        });
        usize::try_from(parts.max().unwrap_or_default()).map_err(|_| ErrorKind::ShapeOverflow)
    }

    /// Returns the number of elements of the greatest part of an array that is split over several memories:
    /// `LayoutUtil::MaxElementsInPerSplit`.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if a dimension has no bound, and [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn max_elements_in_split(&self) -> Result<usize, ErrorKind> {
        let sizes = (0..self.rank()).map(|dimension| self.max_split_size(dimension as i64));
        sizes.collect::<Result<Shape, _>>()?.element_count().ok_or(ErrorKind::ShapeOverflow)
    }

    /// Returns the array with one more dimension, which becomes dimension `at` and varies slowest in memory, wherever
    /// it is among the others. At 0 that is `ShapeUtil::PrependMajorDimension`, at the end `AppendMajorDimension`. It
    /// is not what one gets from XLA by making a shape of the new dimensions in the default layout, where a dimension
    /// is between its neighbours; and for `AppendMinorDimension` follow it by
    /// [`move_dimension_to_minor`](Self::move_dimension_to_minor).
    ///
    /// The dimensions of split configurations, which are counted from the most major one, move by one.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index) if there are fewer dimensions before it, and as [`new`](Self::new).
    ///
    /// ```
    /// use tensor_format::xla::{ArrayShape, Dimension, PrimitiveType};
    /// let rows = ArrayShape::new(PrimitiveType::F32, &[2, 3])?;
    /// let blocks = rows.insert_dimension(1, Dimension::Static(7))?;
    /// assert_eq!(blocks.to_string(), "f32[2,7,3]{2,0,1}");
    /// assert_eq!(blocks.delete_dimension(-2)?, rows);
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn insert_dimension(&self, at: usize, dimension: Dimension) -> Result<Self, ErrorKind> {
        if at > self.rank() {
            return Err(ErrorKind::outside(at, self.rank().saturating_add(1)));
        }
        let (element_type, mut dimensions, mut layout) = self.clone().into_parts();
        dimensions.insert(at, dimension);
        renumber(&mut layout, |old| if old < at { old } else { old.saturating_add(1) });
        layout.minor_to_major.push(at);
        for split in &mut layout.split_configs {
            split.dimension = split.dimension.saturating_add(1);
        }
        fn add<T>(list: &mut InlineVec<T>, at: usize, value: T) {
            if !list.is_empty() {
                list.insert(at, value);
            }
        }
        add(&mut layout.dim_level_types, at, DimLevelType::Dense);
        add(&mut layout.dim_unique, at, true);
        add(&mut layout.dim_ordered, at, true);
        Self::from_parts(element_type, dimensions, layout)
    }

    /// Returns the array without a dimension, whose number may count from the end: -1 is the last. The others keep
    /// their order. See [`delete_dimensions`](Self::delete_dimensions).
    ///
    /// # Errors
    ///
    /// As [`delete_dimensions`](Self::delete_dimensions).
    pub fn delete_dimension(&self, dimension: i64) -> Result<Self, ErrorKind> {
        self.delete_dimensions(&[dimension])
    }

    /// Returns the array without some dimensions, which may be named in any order and counted from the end. The others
    /// keep their order: `ShapeUtil::DeleteDimensions`.
    ///
    /// As in XLA, tiles and split configurations stay as they are. Both count the dimensions by their places in memory:
    /// a split configuration belongs to whichever dimension then has its place.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if there is no such dimension, one is named twice, or a split configuration does not
    /// fit the dimension that then has its place.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let shape: Shape = "f32[5,3,2,7,9]{2,0,1,4,3}".parse()?;
    /// let less = shape.as_array().unwrap().delete_dimensions(&[3, 1, 2])?;
    /// assert_eq!(less.to_string(), "f32[5,9]{0,1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn delete_dimensions(&self, dimensions: &[i64]) -> Result<Self, ErrorKind> {
        let mut deleted: InlineVec<bool> = InlineVec::from_elem(false, self.rank());
        for &dimension in dimensions {
            match deleted.get_mut(axis_number(dimension, self.rank())?) {
                Some(deleted) if !*deleted => *deleted = true,
                _ => {
                    let expected = "each dimension to delete once";
                    return Err(ErrorKind::Field { field: "axis", expected, found: dimension });
                }
            }
        }
        let stays = |at: usize| deleted.get(at).is_some_and(|deleted| !deleted);
        fn keep<T: Copy>(list: &mut InlineVec<T>, stays: impl Fn(usize) -> bool) {
            *list = list.iter().enumerate().filter(|(at, _)| stays(*at)).map(|(_, item)| *item).collect();
        }
        let (element_type, mut left, mut layout) = self.clone().into_parts();
        keep(&mut left, stays);
        layout.minor_to_major.retain(|old| stays(*old));
        renumber(&mut layout, |old| (0..old).filter(|before| stays(*before)).count());
        keep(&mut layout.dim_level_types, stays);
        keep(&mut layout.dim_unique, stays);
        keep(&mut layout.dim_ordered, stays);
        Self::from_parts(element_type, left, layout)
    }
}

fn renumber(layout: &mut Layout, new: impl Fn(usize) -> usize) {
    layout.minor_to_major.iter_mut().for_each(|dimension| *dimension = new(*dimension));
}
