//! Copies from and into tiles: pieces within which the elements of each axis lie in equal steps.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects
)]

use alloc::vec::Vec;

use super::{
    copy::Placement,
    index::Index,
    plan::{Axes, Axis, Plan},
};

/// Where elements of one axis lie in the source and the target, beyond those at its index 0.
type Places = Vec<(isize, isize)>;

/// Elements of one axis in equal steps: those of the first one, and the axes.
#[derive(Clone, Debug)]
struct Piece {
    start: (isize, isize),
    axes: Axes,
}

/// The copies that together are the copy of all elements; `None` if the axes of a placement are not independent.
pub(super) fn plans(size: usize, from: &Placement<'_>, to: &Placement<'_>) -> Option<Vec<Plan>> {
    let shape = from.shape();
    if shape.contains(&0) {
        return Some(Vec::new());
    }
    let origin: Index = Index::from_elem(0, shape.len());
    let (at, put) = (from.offset(&origin, size)?, to.offset(&origin, size)?);
    let mut all = alloc::vec![Piece { start: (0, 0), axes: Axes::new() }];
    for axis in 0..shape.len() {
        let pieces = pieces(&places(size, axis, from, to)?);
        let joined = all.iter().flat_map(|outer| pieces.iter().map(|inner| outer.and(inner)));
        all = joined.collect();
    }
    let plan = |piece: Piece| {
        let (at, put) = (at.wrapping_add_signed(piece.start.0), put.wrapping_add_signed(piece.start.1));
        Plan::of(size, piece.axes, at, put)
    };
    Some(all.into_iter().map(plan).collect())
}

/// The places along an axis.
fn places(size: usize, axis: usize, from: &Placement<'_>, to: &Placement<'_>) -> Option<Places> {
    if !from.is_separable() || !to.is_separable() {
        return None;
    }
    let mut index: Index = Index::from_elem(0, from.shape().len());
    let (at, put) = (from.offset(&index, size)?, to.offset(&index, size)?);
    let place = |i| {
        *index.get_mut(axis)? = i;
        let (from, to) = (from.offset(&index, size)?, to.offset(&index, size)?);
        Some((from.wrapping_sub(at) as isize, to.wrapping_sub(put) as isize))
    };
    (0..*from.shape().get(axis)?).map(place).collect()
}

/// Cuts an axis into pieces: whole blocks of equal steps, which may lie in equal steps in turn, and what is left.
fn pieces(places: &[(isize, isize)]) -> Vec<Piece> {
    let Some((&start, rest)) = places.split_first() else { return Vec::new() };
    let step = rest.first().map_or((0, 0), |next| apart(start, *next));
    let equal = rest.iter().zip(places).take_while(|(next, place)| apart(**place, **next) == step).count();
    let len = equal.saturating_add(1);
    let block = Axis { len, from: step.0, to: step.1 };
    let blocks = places.chunks_exact(len);
    let tail = blocks.remainder();
    let starts: Places = blocks.clone().filter_map(|block| block.first().copied()).collect();
    let alike = |block: &[(isize, isize)]| block.windows(2).all(|pair| matches!(pair, [a, b] if apart(*a, *b) == step));
    if len > 1 && blocks.clone().all(alike) {
        let mut all = pieces(&starts);
        all.iter_mut().for_each(|piece| piece.axes.push(block));
        all.extend(pieces(tail));
        return all;
    }
    let mut all = alloc::vec![Piece { start, axes: Axes::from_slice(&[block]) }];
    all.extend(pieces(places.get(len..).unwrap_or_default()));
    all
}

fn apart(a: (isize, isize), b: (isize, isize)) -> (isize, isize) {
    (b.0.wrapping_sub(a.0), b.1.wrapping_sub(a.1))
}

impl Piece {
    /// The elements at all pairs of indices.
    fn and(&self, inner: &Self) -> Self {
        let start = (self.start.0.wrapping_add(inner.start.0), self.start.1.wrapping_add(inner.start.1));
        Self { start, axes: self.axes.iter().chain(&inner.axes).copied().collect() }
    }
}
