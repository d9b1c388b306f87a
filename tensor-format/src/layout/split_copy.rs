//! Splits copies from and into tiles into plans: parts in which the elements of each axis are at equal distances.

use alloc::vec::Vec;

use super::{Placement, index::Index};
use crate::util::plan::{Axes, Axis, Plan};

/// The most parts that a copy is split into: tiles that do not divide one another have about one for each element.
const MOST: usize = 256;

/// The distances in bytes, in the source and in the target, from the element at index 0 of an axis to another one.
type Offsets = (isize, isize);

/// Elements of one axis, or of several, at equal distances: the offsets of the first one, and the axes that they form.
#[derive(Clone, Debug)]
struct Piece {
    start: Offsets,
    axes: Axes,
}

/// Returns plans that together copy all elements; `None` if the axes of a placement are not independent, or there would
/// be too many plans.
pub(super) fn plans(size: usize, from: &Placement<'_>, to: &Placement<'_>) -> Option<Vec<Plan>> {
    let shape = from.shape();
    if shape.contains(&0) {
        return Some(Vec::new());
    }
    if !from.is_separable() || !to.is_separable() {
        return None;
    }
    let origin: Index = Index::from_elem(0, shape.len());
    let (at, put) = (from.offset(&origin, size)?, to.offset(&origin, size)?);
    let mut all = alloc::vec![Piece { start: (0, 0), axes: Axes::new() }];
    for (axis, &count) in shape.iter().enumerate() {
        let mut index = origin.clone();
        let mut place = |i| {
            *index.get_mut(axis)? = i;
            let (from, to) = (from.offset(&index, size)?, to.offset(&index, size)?);
            Some((from.wrapping_sub(at) as isize, to.wrapping_sub(put) as isize))
        };
        let pieces = pieces(&mut place, Indices { first: 0, step: 1, count }, MOST.checked_div(all.len())?)?;
        let joined = all.iter().flat_map(|outer| pieces.iter().map(|inner| outer.and(inner)));
        all = joined.collect();
    }
    let plan = |piece: Piece| {
        let (at, put) = (at.wrapping_add_signed(piece.start.0), put.wrapping_add_signed(piece.start.1));
        Plan::of(size, piece.axes, at, put)
    };
    Some(all.into_iter().map(plan).collect())
}

/// Indices of an axis at equal distances: the first one, the distance, and their number.
#[derive(Clone, Copy)]
struct Indices {
    first: usize,
    step: usize,
    count: usize,
}

impl Indices {
    fn get(self, i: usize) -> usize {
        self.first.saturating_add(self.step.saturating_mul(i))
    }

    /// Returns the indices without the first `i`.
    fn after(self, i: usize) -> Self {
        Self { first: self.get(i), count: self.count.saturating_sub(i), ..self }
    }
}

/// Splits the indices `left` of an axis into at most `most` pieces of equal distances: blocks of the same length, which
/// may be at equal distances in turn, and what is left. `place` returns the offsets of an index. No list of the offsets
/// is made, as it would be longer than the tensor.
fn pieces(place: &mut impl FnMut(usize) -> Option<Offsets>, mut left: Indices, most: usize) -> Option<Vec<Piece>> {
    let mut all: Vec<Piece> = Vec::new();
    while left.count > 0 {
        let room = most.checked_sub(all.len()).filter(|room| *room > 0)?;
        let start = place(left.first)?;
        let by = if left.count > 1 { apart(start, place(left.get(1))?) } else { (0, 0) };
        let len = equal_steps(place, left, by)?;
        let block = Axis { len, from: by.0, to: by.1 };
        let blocks = left.count.checked_div(len)?;
        let mut are_alike = len > 1;
        for other in 1..blocks {
            let other = Indices { count: len, ..left.after(other.saturating_mul(len)) };
            are_alike = are_alike && equal_steps(place, other, by)? == len;
            if !are_alike {
                break;
            }
        }
        let taken = if are_alike { blocks.saturating_mul(len) } else { len };
        if are_alike && blocks > 1 {
            let starts = Indices { step: left.step.saturating_mul(len), count: blocks, ..left };
            all.extend(pieces(place, starts, room)?.into_iter().map(|piece| piece.within(block)));
        } else {
            all.push(Piece { start, axes: Axes::from_slice(&[block]) });
        }
        left = left.after(taken);
    }
    Some(all)
}

/// Returns how many of these indices, from the first on, have offsets at the distance `by` from one another.
fn equal_steps(place: &mut impl FnMut(usize) -> Option<Offsets>, indices: Indices, by: Offsets) -> Option<usize> {
    let mut before = place(indices.first)?;
    for i in 1..indices.count {
        let next = place(indices.get(i))?;
        if apart(before, next) != by {
            return Some(i);
        }
        before = next;
    }
    Some(indices.count)
}

fn apart(a: Offsets, b: Offsets) -> Offsets {
    (b.0.wrapping_sub(a.0), b.1.wrapping_sub(a.1))
}

impl Piece {
    /// Returns the piece with `block` as its innermost axis, if its elements are the first ones of such blocks.
    fn within(mut self, block: Axis) -> Self {
        self.axes.push(block);
        self
    }

    /// Returns the elements at all combinations of the indices of both pieces.
    fn and(&self, inner: &Self) -> Self {
        let start = (self.start.0.wrapping_add(inner.start.0), self.start.1.wrapping_add(inner.start.1));
        Self { start, axes: self.axes.iter().chain(&inner.axes).copied().collect() }
    }
}
