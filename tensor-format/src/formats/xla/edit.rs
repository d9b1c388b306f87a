//! Arrays with other dimensions: permuted, inserted, deleted.

use super::{ArrayShape, DimLevelType, Dimension, Layout};
use crate::{ErrorKind, InlineVec, axis_number, layout::check_permutation};

impl ArrayShape {
    /// The array whose dimension `i` is this one's `permutation[i]`, with every element where it lies.
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
        layout.split_configs.iter_mut().for_each(|split| split.dimension = moved(split.dimension));
        fn pick<T: Copy>(list: &mut InlineVec<T>, permutation: &[usize]) {
            *list = permutation.iter().filter_map(|from| list.get(*from).copied()).collect();
        }
        pick(&mut layout.dim_level_types, permutation);
        pick(&mut layout.dim_unique, permutation);
        pick(&mut layout.dim_ordered, permutation);
        let dimensions = permutation.iter().filter_map(|from| self.dimensions().get(*from).copied()).collect();
        Self::from_parts(self.element_type(), dimensions, layout)
    }

    /// The array with one more dimension, which becomes dimension `at` and varies slowest in memory.
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
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if there is no such dimension, it is split over several memories, or a tile has too
    /// many dimensions for those that stay.
    pub fn delete_dimension(&self, dimension: i64) -> Result<Self, ErrorKind> {
        let at = axis_number(dimension, self.rank())?;
        let (element_type, mut dimensions, mut layout) = self.clone().into_parts();
        if layout.split_configs.iter().any(|split| split.dimension == at) {
            return Err(ErrorKind::Field {
                field: "split_configs",
                expected: "no split of the dimension to delete",
                found: dimension,
            });
        }
        dimensions.remove(at);
        layout.minor_to_major.retain(|old| *old != at);
        renumber(&mut layout, |old| if old < at { old } else { old.saturating_sub(1) });
        layout.dim_level_types.remove(at);
        layout.dim_unique.remove(at);
        layout.dim_ordered.remove(at);
        Self::from_parts(element_type, dimensions, layout)
    }
}

fn renumber(layout: &mut Layout, new: impl Fn(usize) -> usize) {
    layout.minor_to_major.iter_mut().for_each(|dimension| *dimension = new(*dimension));
    layout.split_configs.iter_mut().for_each(|split| split.dimension = new(split.dimension));
}
