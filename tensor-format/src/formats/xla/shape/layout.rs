//! Layouts: where the elements of an array are in memory.

use alloc::boxed::Box;

use crate::{
    InlineVec, TileDim,
    formats::xla::{PrimitiveType, Shape, UnknownFields, proto_enum::numbered},
};

/// The positions of an array's elements in memory.
///
/// Only the order of the dimensions must be said. A layout is checked when it is given to an
/// [`ArrayShape`](crate::xla::ArrayShape).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Layout {
    /// The dimensions from the fastest-varying to the slowest.
    pub minor_to_major: InlineVec<usize>,
    /// The tiles that the most minor dimensions are cut into, the outermost tile first. For a tile of more dimensions
    /// than the array has, dimensions of size 1 are added in front.
    ///
    /// For example `f32[3,5]{1,0:T(2,2)}` is padded to 4 x 6 and stored tile by tile: 2 rows of 3 tiles, 4 elements
    /// each. Element `[2,3]` is in row 1, column 1 of the tiles, which is tile 4, and there at row 0, column 1:
    /// position 4 * 4 + 1 = 17.
    pub tiles: InlineVec<Tile, 2>,
    /// The bits that each element takes; 0 for whole bytes.
    pub element_size_in_bits: u64,
    /// The number of the memory that holds the array, as the device counts its memories. 0 is the default.
    pub memory_space: u64,
    /// The number of elements, padding included, is rounded up to a multiple of this.
    pub tail_padding_alignment_in_elements: u64,
    /// The type of indices in a sparse array.
    pub index_primitive_type: Option<PrimitiveType>,
    /// The type of pointers in a sparse array.
    pub pointer_primitive_type: Option<PrimitiveType>,
    /// The number of bytes of data about dynamic sizes in front of the elements. Readers step over them.
    pub dynamic_shape_metadata_prefix_bytes: u64,
    /// The dimensions that are split over several memories.
    pub split_configs: InlineVec<SplitConfig, 1>,
    /// The shape of a sparse array's storage, which has no physical shape itself.
    pub physical_shape: Option<Box<Shape>>,
    /// The way in which each dimension of a sparse array is stored; empty if the array is dense.
    pub dim_level_types: InlineVec<DimLevelType>,
    /// Whether the indices of each dimension of a sparse array are unique; empty if not said.
    pub dim_unique: InlineVec<bool>,
    /// Whether the indices of each dimension of a sparse array are in order; empty if not said.
    pub dim_ordered: InlineVec<bool>,
    /// The fields of the message that are not known here.
    pub unknown: UnknownFields,
}

impl Layout {
    /// Returns the layout without tiles in which `minor_to_major[0]` varies fastest.
    #[must_use]
    pub fn new(minor_to_major: &[usize]) -> Self {
        Self::from_order(InlineVec::from(minor_to_major))
    }

    /// Returns the default layout: the last dimension varies fastest.
    #[must_use]
    pub fn row_major(rank: usize) -> Self {
        Self::from_order((0..rank).rev().collect())
    }

    #[inline]
    pub(in super::super) fn from_order(minor_to_major: InlineVec<usize>) -> Self {
        Self {
            minor_to_major,
            tiles: InlineVec::new(),
            element_size_in_bits: 0,
            memory_space: 0,
            tail_padding_alignment_in_elements: 1,
            index_primitive_type: None,
            pointer_primitive_type: None,
            dynamic_shape_metadata_prefix_bytes: 0,
            split_configs: InlineVec::new(),
            physical_shape: None,
            dim_level_types: InlineVec::new(),
            dim_unique: InlineVec::new(),
            dim_ordered: InlineVec::new(),
            unknown: UnknownFields::default(),
        }
    }

    /// Returns the layout with one more tile, into which the tiles that it has are cut.
    #[must_use]
    pub fn tiled(mut self, tile: Tile) -> Self {
        self.tiles.push(tile);
        self
    }

    /// Returns whether every dimension is stored with all its indices, as in any array that is not sparse.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        self.dim_level_types.iter().all(|level| *level == DimLevelType::Dense)
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

/// One tile: its dimensions, most major first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tile {
    /// The length of the tile along each dimension.
    pub dimensions: InlineVec<TileDim>,
    /// The fields of the message that are not known here.
    pub unknown: UnknownFields,
}

impl Tile {
    /// Returns a tile of these lengths; `None` if one is 0.
    ///
    /// ```
    /// use tensor_format::xla::{Layout, Tile};
    /// let layout = Layout::row_major(2).tiled(Tile::new(&[8, 128]).unwrap());
    /// assert_eq!(layout.to_string(), "{1,0:T(8,128)}");
    /// ```
    #[must_use]
    pub fn new(lens: &[usize]) -> Option<Self> {
        lens.iter().map(|len| TileDim::size(*len)).collect()
    }
}

impl FromIterator<TileDim> for Tile {
    fn from_iter<I: IntoIterator<Item = TileDim>>(dimensions: I) -> Self {
        Self { dimensions: dimensions.into_iter().collect(), unknown: UnknownFields::default() }
    }
}

impl AsRef<[TileDim]> for Tile {
    fn as_ref(&self) -> &[TileDim] {
        &self.dimensions
    }
}

/// A dimension that is split over several memories, and where.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct SplitConfig {
    /// The place of the dimension in memory: 0 is the most major one, that is the last of
    /// [`minor_to_major`](Layout::minor_to_major).
    pub dimension: usize,
    /// The indices at which another part begins: from 1 on, rising, and within the dimension.
    pub split_indices: InlineVec<u64, 4>,
    /// The fields of the message that are not known here.
    pub unknown: UnknownFields,
}

numbered! {
    /// The ways in which a sparse array stores a dimension.
    DimLevelType,
    /// The letters for the value in the text of a layout.
    letters;
    /// Every index is stored.
    Dense = 0, "D";
    /// Only indices that occur are stored.
    Compressed = 1, "C";
    /// One index is stored for each index of the level above.
    Singleton = 2, "S";
    /// Only indices that occur are stored, with unused places between them.
    LooseCompressed = 3, "H";
}

impl DimLevelType {
    /// Returns the type of these [`letters`](Self::letters).
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.letters() == letters)
    }
}
