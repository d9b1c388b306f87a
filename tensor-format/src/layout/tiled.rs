//! Tiled orders: the innermost axes are cut into tiles that are contiguous, and those into tiles again.

use core::num::NonZeroUsize;

use smallvec::SmallVec;

use super::{
    DimOrder,
    index::{Index, check_index, indices},
};
use crate::{ErrorKind, Shape, element_count};

/// A number for each axis that tiles have made.
type AxisParts = SmallVec<[usize; 18]>;

/// One axis of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileDim {
    /// The tile's length along the axis.
    Size(NonZeroUsize),
    /// The axis is merged into the next faster-varying one before that is cut.
    Combine,
}

impl TileDim {
    /// Creates the tile of an axis from a length; returns `None` for 0.
    #[must_use]
    pub const fn size(len: usize) -> Option<Self> {
        match NonZeroUsize::new(len) {
            Some(len) => Some(TileDim::Size(len)),
            None => None,
        }
    }
}

/// An order of axes whose fastest-varying (most minor) axes are cut into tiles, repeatedly; without tiles, the order
/// itself.
///
/// A tile of `n` axes covers the `n` most minor axes; where there are fewer, axes of length 1 are put in front. Each is
/// padded to a multiple of the tile's length and becomes two: the number of the tile, and the place within the tile.
/// All numbers of tiles come first, then all places. The next tile covers the most minor axes of the result.
///
/// ```
/// use tensor_format::layout::{DimOrder, TileDim, TiledOrder};
/// let two = TileDim::size(2).unwrap();
/// let tiled = TiledOrder::new(DimOrder::row_major(&[3, 5])?, [[two, two]])?;
/// assert_eq!(tiled.positions(), 24);
/// assert_eq!(tiled.position(&[2, 3])?, 17);
/// assert_eq!(tiled.index_of(17)?.as_deref(), Some([2, 3].as_slice()));
/// assert_eq!(tiled.index_of(9)?, None);
///
/// // A tile of more axes than there are: 8 elements are placed as 1 x 8 are.
/// let line = TiledOrder::new(DimOrder::row_major(&[8])?, [[two, two]])?;
/// assert_eq!((line.positions(), line.position(&[5])?), (16, 9));
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TiledOrder {
    order: DimOrder,
    steps: SmallVec<[TiledStep; 2]>,
    /// The lengths of the axes after all tiles were applied, slowest-varying (most major) first.
    parts: AxisParts,
    positions: usize,
}

/// One tile, and the axes to which it is applied.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct TiledStep {
    /// The number of axes of length 1 that are put in front, so that there are as many axes as the tile has.
    ones: usize,
    /// The number of more major axes that the tile leaves alone.
    start: usize,
    /// The axes that the tile covers.
    covered: SmallVec<[Covered; 6]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Covered {
    len: usize,
    tile: TileDim,
}

/// The axes that a tile merges into one before it cuts them, or one axis alone; never empty.
#[derive(Clone, Copy)]
pub(super) struct Group<'t>(&'t [Covered]);

impl Group<'_> {
    /// Returns the number of axes.
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    /// Returns the lengths of the axes, most major first.
    pub(super) fn lens(self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        self.0.iter().map(|covered| covered.len)
    }

    /// Returns the tile's length along the merged axes, which its most minor axis gives.
    pub(super) fn tile(self) -> usize {
        match self.0.last() {
            Some(Covered { tile: TileDim::Size(len), .. }) => len.get(),
            _ => 1,
        }
    }
}

impl TiledOrder {
    /// Creates an order whose axes are cut by tiles, the outermost tile first; the axes of a tile are most major first.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if a tile merges the most minor axis, [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn new<T: AsRef<[TileDim]>>(order: DimOrder, tiles: impl IntoIterator<Item = T>) -> Result<Self, ErrorKind> {
        let mut parts = lens(&order);
        let mut steps = SmallVec::new();
        for tile in tiles {
            steps.push(TiledStep::new(&mut parts, tile.as_ref())?);
        }
        let positions = element_count(&parts).ok_or(ErrorKind::ShapeOverflow)?;
        Ok(Self { order, steps, parts, positions })
    }

    /// Returns the order that the tiles cut.
    #[must_use]
    pub fn order(&self) -> &DimOrder {
        &self.order
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        self.order.shape()
    }

    /// Returns whether there are tiles.
    #[must_use]
    pub fn is_tiled(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Returns the tiles, the outermost first; the axes of a tile are most major first.
    pub fn tiles(&self) -> impl Iterator<Item = impl Iterator<Item = TileDim>> {
        self.steps.iter().map(|step| step.covered.iter().map(|covered| covered.tile))
    }

    /// Returns the lengths of the axes after all tiles were applied, most major first.
    pub(super) fn parts(&self) -> &[usize] {
        &self.parts
    }

    /// Returns for each tile the number of axes of length 1 that are put in front, the number of slower-varying axes
    /// that the tile does not cover, and the groups of axes that it merges and cuts.
    pub(super) fn steps(&self) -> impl Iterator<Item = (usize, usize, impl Iterator<Item = Group<'_>>)> {
        self.steps.iter().map(|step| (step.ones, step.start, step.groups()))
    }

    /// Returns the tiled order with all axes stored forwards.
    pub(super) fn forwards(&self) -> Result<Self, ErrorKind> {
        let forwards: SmallVec<[bool; 6]> = SmallVec::from_elem(false, self.shape().rank());
        Ok(Self { order: self.order.clone().directed(&forwards)?, ..self.clone() })
    }

    /// Returns whether the position of an element is a sum of one number for each axis, which depends on the index
    /// along that axis only: whether no tile merges axes.
    pub(super) fn is_separable(&self) -> bool {
        self.steps.iter().flat_map(|step| &step.covered).all(|covered| covered.tile != TileDim::Combine)
    }

    /// Returns the number of positions, padding included.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Returns the position of the element at an index.
    ///
    /// # Errors
    ///
    /// As [`DimOrder::position`].
    pub fn position(&self, index: &[usize]) -> Result<usize, ErrorKind> {
        if !self.is_tiled() {
            return self.order.position(index);
        }
        check_index(self.shape(), index)?;
        let major = self.order.minor_to_major().iter().rev();
        let steps = |axis: &usize| self.order.turned(*axis, index.get(*axis).copied().unwrap_or_default());
        let mut at: AxisParts = major.map(steps).collect();
        for step in &self.steps {
            step.cut_index(&mut at);
        }
        let digits = at.iter().zip(&self.parts);
        Ok(digits.fold(0, |sum: usize, (i, len)| sum.saturating_mul(*len).saturating_add(*i)))
    }

    /// Returns the index of the element at a position; `None` for padding.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index) past the last position.
    pub fn index_of(&self, position: usize) -> Result<Option<Index>, ErrorKind> {
        if !self.is_tiled() {
            return self.order.index_of(position);
        }
        if position >= self.positions {
            return Err(ErrorKind::outside(position, self.positions));
        }
        let mut at: AxisParts = SmallVec::from_elem(0, self.parts.len());
        unravel(position, self.parts.iter().copied(), &mut at);
        for step in self.steps.iter().rev() {
            if !step.join_index(&mut at) {
                return Ok(None);
            }
        }
        let mut index: Index = Index::from_elem(0, self.shape().rank());
        for (axis, i) in self.order.minor_to_major().iter().rev().zip(at) {
            if let Some(place) = index.get_mut(*axis) {
                *place = i;
            }
        }
        if check_index(self.shape(), &index).is_err() {
            return Ok(None);
        }
        index.iter_mut().enumerate().for_each(|(axis, i)| *i = self.order.turned(axis, *i));
        Ok(Some(index))
    }

    /// Returns the indices of all elements in logical order: the last axis varies fastest.
    pub fn indices(&self) -> impl Iterator<Item = Index> + use<> {
        indices(self.shape())
    }

    /// Returns the index of the element at each position in turn; `None` for padding.
    pub fn memory_order(&self) -> impl Iterator<Item = Option<Index>> + '_ {
        (0..self.positions).map(|position| self.index_of(position).ok().flatten())
    }
}

impl From<DimOrder> for TiledOrder {
    fn from(order: DimOrder) -> Self {
        let positions = order.positions();
        Self { steps: SmallVec::new(), parts: lens(&order), positions, order }
    }
}

/// Returns the lengths of the axes with their padding, most major first.
fn lens(order: &DimOrder) -> AxisParts {
    let major = order.minor_to_major().iter().rev();
    major.map(|axis| order.bounds().get(*axis).copied().unwrap_or_default()).collect()
}

impl TiledStep {
    /// Applies a tile to the lengths `parts` of the axes, which become those after the cut.
    fn new(parts: &mut AxisParts, tile: &[TileDim]) -> Result<Self, ErrorKind> {
        if tile.last() == Some(&TileDim::Combine) {
            let expected = "no `*` on the most minor dimension of a tile";
            let found = i64::try_from(tile.len()).unwrap_or(i64::MAX);
            return Err(ErrorKind::Field { field: "tiles", expected, found });
        }
        let ones = tile.len().saturating_sub(parts.len());
        if ones > 0 {
            parts.insert_many(0, core::iter::repeat_n(1, ones));
        }
        let start = parts.len().saturating_sub(tile.len());
        let mut covered = SmallVec::with_capacity(tile.len());
        let (mut tiles, mut places) = (AxisParts::with_capacity(tile.len()), AxisParts::with_capacity(tile.len()));
        let mut merged: usize = 1;
        for (&len, &tile) in parts.get(start..).unwrap_or_default().iter().zip(tile) {
            covered.push(Covered { len, tile });
            merged = merged.checked_mul(len).ok_or(ErrorKind::ShapeOverflow)?;
            if let TileDim::Size(size) = tile {
                tiles.push(merged.div_ceil(size.get()));
                places.push(size.get());
                merged = 1;
            }
        }
        parts.truncate(start);
        parts.extend_from_slice(&tiles);
        parts.extend_from_slice(&places);
        Ok(Self { ones, start, covered })
    }

    /// Returns the covered axes in groups, one for each axis of the tile that is not merged into the next.
    fn groups(&self) -> impl DoubleEndedIterator<Item = Group<'_>> {
        self.covered.split_inclusive(|covered| covered.tile != TileDim::Combine).map(Group)
    }

    fn cut_index(&self, at: &mut AxisParts) {
        if self.ones > 0 {
            at.insert_many(0, core::iter::repeat_n(0, self.ones));
        }
        let covered: AxisParts = at.drain(self.start..).collect();
        let mut covered = covered.into_iter();
        let mut places = AxisParts::new();
        for group in self.groups() {
            let digits = group.lens().zip(covered.by_ref());
            let i = digits.fold(0usize, |sum, (len, i)| sum.saturating_mul(len).saturating_add(i));
            at.push(i.checked_div(group.tile()).unwrap_or_default());
            places.push(i.checked_rem(group.tile()).unwrap_or_default());
        }
        at.extend(places);
    }

    /// Replaces the part of an index that this tile has cut by the index before the cut; returns `false` if it is that
    /// of padding.
    fn join_index(&self, at: &mut AxisParts) -> bool {
        let cut: AxisParts = at.drain(self.start..).collect();
        let (tiles, places) = cut.split_at_checked(cut.len().checked_div(2).unwrap_or_default()).unwrap_or_default();
        for ((group, tile), place) in self.groups().zip(tiles).zip(places) {
            let i = tile.saturating_mul(group.tile()).saturating_add(*place);
            let len = group.lens().fold(1usize, usize::saturating_mul);
            if i >= len {
                return false;
            }
            let first = at.len();
            at.resize(first.saturating_add(group.len()), 0);
            unravel(i, group.lens(), at.get_mut(first..).unwrap_or_default());
        }
        // Within the lengths, which was checked above, the index along an axis of length 1 is 0.
        if self.ones > 0 {
            at.drain(..self.ones.min(at.len()));
        }
        true
    }
}

/// Writes a number as digits, one for each of the lengths `lens`, the most significant first.
fn unravel(mut number: usize, lens: impl DoubleEndedIterator<Item = usize> + ExactSizeIterator, digits: &mut [usize]) {
    for (digit, len) in digits.iter_mut().zip(lens).rev() {
        *digit = number.checked_rem(len).unwrap_or_default();
        number = number.checked_div(len).unwrap_or_default();
    }
}
