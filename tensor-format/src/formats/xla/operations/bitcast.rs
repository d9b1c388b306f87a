//! Bitcasts: the layouts that keep every element where it is when an array gets other dimensions.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    ErrorKind, Index,
    formats::xla::{ArrayShape, Layout},
    reshape_is_bitcast, transpose_is_bitcast,
};

/// The ways in which one array becomes another without moving an element: XLA's `ShapeUtil::BitcastDecomposition`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitcastDecomposition {
    /// A reshape: both have the same elements in the same logical order.
    Reshape,
    /// A transpose. For each dimension of the output: the number of the dimension of the input that becomes it.
    Transpose(Index),
    /// A transpose, a reshape and another transpose.
    TransposeReshapeTranspose(Box<BitcastSteps>),
}

/// The three steps of a bitcast: XLA's `ShapeUtil::BitcastDecompositionTrt`. Either transpose may change nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BitcastSteps {
    /// For each dimension of [`transposed`](Self::transposed): the number of the dimension of the input that becomes
    /// it.
    pub first_transpose: Index,
    /// The result of the first transpose: its last dimension varies fastest.
    pub transposed: ArrayShape,
    /// The result of the reshape: its last dimension varies fastest, too.
    pub reshaped: ArrayShape,
    /// For each dimension of the output: the number of the dimension of [`reshaped`](Self::reshaped) that becomes it.
    pub second_transpose: Index,
}

impl BitcastSteps {
    /// Returns whether the first transpose changes nothing: `IsTranspose1Identity`.
    #[must_use]
    pub fn first_is_identity(&self) -> bool {
        self.first_transpose.is_sorted()
    }

    /// Returns whether the second transpose changes nothing: `IsTranspose2Identity`.
    #[must_use]
    pub fn second_is_identity(&self) -> bool {
        self.second_transpose.is_sorted()
    }
}

impl Layout {
    /// Returns the dimensions from the slowest-varying to the fastest.
    #[must_use]
    pub fn major_to_minor(&self) -> Index {
        self.minor_to_major.iter().rev().copied().collect()
    }

    /// Returns for each dimension its place in the order of memory, 0 for the most major one:
    /// `LayoutUtil::MakeLogicalToPhysical`.
    #[must_use]
    pub fn logical_to_physical(&self) -> Index {
        let mut places = Index::from_elem(0, self.minor_to_major.len());
        for (place, dimension) in self.minor_to_major.iter().rev().enumerate() {
            if let Some(of) = places.get_mut(*dimension) {
                *of = place;
            }
        }
        places
    }
}

impl ArrayShape {
    /// Returns the array with its dimensions renumbered in the order of memory, the slowest first, and every element at
    /// its position: `ShapeUtil::MakeShapeWithDescendingLayoutAndSamePhysicalLayout`. Dimension `i` of it is this one's
    /// `layout().major_to_minor()[i]`.
    ///
    /// # Errors
    ///
    /// Never fails for an array that was made: its dimensions are named once each.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let shape: Shape = "f32[128,24,4,48,48]{2,4,3,1,0}".parse()?;
    /// assert_eq!(shape.as_array().unwrap().descending()?.to_string(), "f32[128,24,48,48,4]{4,3,2,1,0}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn descending(&self) -> Result<Self, ErrorKind> {
        self.permute(&self.layout().major_to_minor())
    }

    /// Returns the transpose that makes `output` of this array without moving an element, if there is one:
    /// `ShapeUtil::DeduceTransposeDimensionsForBitcast`. Dimension `i` of the output is the dimension of this array
    /// whose number is at `i` in the result. As in XLA, element types do not count.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order).
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let (rows, columns): (Shape, Shape) = ("f32[5,3]{1,0}".parse()?, "f32[3,5]{0,1}".parse()?);
    /// let found = rows.as_array().unwrap().transpose_to(columns.as_array().unwrap())?;
    /// assert_eq!(found.as_deref(), Some([1, 0].as_slice()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transpose_to(&self, output: &ArrayShape) -> Result<Option<Index>, ErrorKind> {
        let (input_order, output_order) = (self.order()?, output.order()?);
        if self.rank() != output.rank() {
            return Ok(None);
        }
        let from = self.layout().major_to_minor();
        let places = output.layout().logical_to_physical();
        let dimensions: Index = places.iter().filter_map(|place| from.get(*place).copied()).collect();
        let sizes = dimensions.iter().filter_map(|dimension| input_order.shape().get(*dimension));
        if !sizes.eq(output_order.shape().iter()) {
            return Ok(None);
        }
        // The same tiles cut the same order of dimensions alike.
        let tiles = |array: &ArrayShape| -> Vec<_> {
            array.layout().tiles.iter().map(|tile| tile.dimensions.clone()).collect()
        };
        let alike = tiles(self) == tiles(output);
        let exact = alike || transpose_is_bitcast(&input_order, &output_order, &dimensions)?;
        Ok(exact.then_some(dimensions))
    }

    /// Returns how this array becomes `output` without moving an element: `ShapeUtil::DecomposeBitcast`. As in XLA,
    /// element types do not count.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order), [`ElementCount`](ErrorKind::ElementCount) if the output has another number of
    /// elements, and [`Layout`](ErrorKind::Layout) if tiles or padding leave them at other places.
    ///
    /// ```
    /// use tensor_format::xla::{BitcastDecomposition, Shape};
    /// let (input, output): (Shape, Shape) = ("f32[16,3,17]{1,2,0}".parse()?, "f32[16,51]{0,1}".parse()?);
    /// let found = input.as_array().unwrap().decompose_bitcast(output.as_array().unwrap())?;
    /// let BitcastDecomposition::TransposeReshapeTranspose(steps) = found else { panic!("{found:?}") };
    /// assert_eq!((steps.first_transpose.as_slice(), steps.second_transpose.as_slice()), (&[0, 2, 1][..], &[1, 0][..]));
    /// assert_eq!(steps.transposed.to_string(), "f32[16,17,3]{2,1,0}");
    /// assert_eq!(steps.reshaped.to_string(), "f32[51,16]{1,0}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decompose_bitcast(&self, output: &ArrayShape) -> Result<BitcastDecomposition, ErrorKind> {
        if reshape_is_bitcast(&self.order()?, &output.order()?)? {
            return Ok(BitcastDecomposition::Reshape);
        }
        if let Some(dimensions) = self.transpose_to(output)? {
            return Ok(BitcastDecomposition::Transpose(dimensions));
        }
        let (transposed, reshaped) = (self.descending()?, output.descending()?);
        if !reshape_is_bitcast(&transposed.order()?, &reshaped.order()?)? {
            return Err(ErrorKind::Layout { why: "no bitcast: tiles or padding put the elements at other places" });
        }
        Ok(BitcastDecomposition::TransposeReshapeTranspose(Box::new(BitcastSteps {
            first_transpose: self.layout().major_to_minor(),
            transposed,
            reshaped,
            second_transpose: output.layout().logical_to_physical(),
        })))
    }

    /// Returns `output` in the layout in which a reshape of this array to it moves no element, if there is one:
    /// `ShapeUtil::AlignLayouts`. Whatever layout `output` has is replaced. As in XLA, dimensions of size 1 vary
    /// slowest. There is none for a tiled array.
    ///
    /// # Errors
    ///
    /// As [`sizes`](Self::sizes), and [`ElementCount`](ErrorKind::ElementCount) if the output has another number of
    /// elements.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let (input, output): (Shape, Shape) = ("f32[3,8,5,7,11]{3,2,1,0,4}".parse()?, "f32[4,3,2,7,5,11]".parse()?);
    /// let aligned = input.as_array().unwrap().align_layout(output.as_array().unwrap())?;
    /// assert_eq!(aligned.unwrap().to_string(), "f32[4,3,2,7,5,11]{4,3,2,1,0,5}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn align_layout(&self, output: &ArrayShape) -> Result<Option<Self>, ErrorKind> {
        let (count, found) = (self.element_count()?, output.element_count()?);
        if count != found {
            return Err(ErrorKind::ElementCount { expected: count as u64, found: found as u64 });
        }
        let with = |order: Index| output.clone().with_layout(Layout::new(&order)).map(Some);
        if count == 0 {
            return with((0..output.rank()).rev().collect());
        }
        if self.order()?.is_tiled() {
            return Ok(None);
        }
        // Dimensions of size 1 may be anywhere.
        let (from, to) = (wide(self), wide(output));
        let is_wide = |dimension: &usize| from.iter().any(|(wide, _)| wide == dimension);
        let in_memory: Index = self.layout().major_to_minor().iter().copied().filter(is_wide).collect();
        let mut groups: Vec<(usize, &[Wide])> = Vec::new();
        for (input, output) in common_factors(&from, &to) {
            // Dimensions without common factors between them have to be one run in memory, in the logical order.
            let first = input.first().and_then(|(first, _)| in_memory.iter().position(|dimension| dimension == first));
            let Some(first) = first else { continue };
            if !input.iter().map(|(dimension, _)| dimension).eq(in_memory.iter().skip(first).take(input.len())) {
                return Ok(None);
            }
            groups.push((first, output));
        }
        groups.sort_by_key(|(first, _)| *first);
        let most_minor_first = groups.iter().rev().flat_map(|(_, output)| output.iter().rev());
        let mut order: Index = most_minor_first.map(|(dimension, _)| *dimension).collect();
        order.extend((0..output.rank()).rev().filter(|number| to.iter().all(|(wide, _)| wide != number)));
        with(order)
    }
}

/// The number of a dimension, counted from 0, and its size, which is not 1.
type Wide = (usize, usize);

/// Returns the dimensions of a size other than 1.
fn wide(array: &ArrayShape) -> Vec<Wide> {
    let sizes = array.dimensions().iter().map(|dimension| dimension.bound().unwrap_or(1));
    sizes.enumerate().filter(|(_, size)| *size != 1).collect()
}

/// Splits two lists of dimensions into the shortest runs such that each run of `from` has as many elements as the run
/// of `to` beside it. All sizes are above 1, and the products of both lists are the same and addressable.
fn common_factors<'s>(mut from: &'s [Wide], mut to: &'s [Wide]) -> Vec<(&'s [Wide], &'s [Wide])> {
    let mut groups = Vec::new();
    let size_at = |list: &[Wide], at: usize| list.get(at).map_or(1, |(_, size)| *size);
    while !from.is_empty() || !to.is_empty() {
        let (mut i, mut j) = (1usize, 1usize);
        let (mut left, mut right) = (size_at(from, 0), size_at(to, 0));
        while left != right && i <= from.len() && j <= to.len() {
            if left < right {
                left = left.saturating_mul(size_at(from, i));
                i = i.saturating_add(1);
            } else {
                right = right.saturating_mul(size_at(to, j));
                j = j.saturating_add(1);
            }
        }
        let (input, rest) = from.split_at_checked(i).unwrap_or((from, &[]));
        let (output, more) = to.split_at_checked(j).unwrap_or((to, &[]));
        groups.push((input, output));
        (from, to) = (rest, more);
    }
    groups
}
