//! Arrays with other dimensions: permuted, inserted, deleted.

use super::{ArrayShape, DimLevelType, Dimension, Layout};
use crate::{ErrorKind, InlineVec, axis_number, layout::check_permutation};

impl ArrayShape {
    /// The array whose dimension `i` is this one's `permutation[i]`, with every element where it lies:
    /// `ShapeUtil::PermuteDimensions`. Tiles and split configurations, which go by places in memory, stay.
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

    /// The array with one more dimension, which becomes dimension `at` and varies slowest in memory, wherever it stands.
    /// That is XLA's `ShapeUtil::PrependMajorDimension` for `at` 0 and its `AppendMajorDimension` for the rank. XLA's
    /// `InsertDimensionAtIndex` gives a dimension in between the place in memory that its number has in the default
    /// layout: [`with_layout`](Self::with_layout) or [`move_dimension_to_minor`](Self::move_dimension_to_minor) do that.
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
            return Err(ErrorKind::Index { index: at, len: self.rank().saturating_add(1) });
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

    /// The array without a dimension, whose number may count from the end: -1 is the last. The others keep their order.
    /// See [`delete_dimensions`](Self::delete_dimensions).
    ///
    /// # Errors
    ///
    /// As [`delete_dimensions`](Self::delete_dimensions).
    pub fn delete_dimension(&self, dimension: i64) -> Result<Self, ErrorKind> {
        self.delete_dimensions(&[dimension])
    }

    /// The array without some dimensions, which may be named in any order and counted from the end. The others keep
    /// their order: `ShapeUtil::DeleteDimensions`.
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
