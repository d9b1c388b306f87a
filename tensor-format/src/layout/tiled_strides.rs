//! Computes the strides of tiled orders, where they have some.
//!
//! A tile cuts the index along an axis into two digits, the number of the tile and the place within it, and puts all
//! numbers before all places. The position of an element is a sum over the digits, each times its weight: the distance
//! in positions that one step of the digit moves. An axis has a stride where its two digits count on like one number,
//! so that the weight of the number of the tile is the length of the tile times the weight of the place within.
//!
//! A worked example: 8 x 128 elements in rows.
//!
//! * Tiles of 8 x 128: the position is `tile row, tile column, row, column` of lengths `1, 1, 8, 128`, with the weights
//!   `1024, 1024, 128, 1`. No axis reaches a second tile, so that only the places within count: strides 128 and 1.
//! * Tiles of 4 x 200: lengths `2, 1, 4, 200`, weights `800, 800, 200, 1`. Row 4 is the first of the second tile, at
//!   800, which is 4 times 200: the rows count on, with stride 200.
//! * Tiles of 8 x 64: lengths `1, 2, 8, 64`, weights `1024, 512, 64, 1`. Column 64 is the first of the second tile, at
//!   512 and not at 64: the columns do not count on, and there is no stride.

use smallvec::SmallVec;

use super::{
    Layout, TiledOrder,
    index::{Index, indices},
};
use crate::ErrorKind;

/// The most elements for which strides are found by a look at each one, where tiles merge axes.
const MOST_ELEMENTS: usize = 1 << 12;

/// The error for an order that has no strides.
pub(crate) const UNEVEN: ErrorKind = ErrorKind::Layout { why: "the tiles put neighbours at distances that differ" };

/// A number that tiles cut or merge, at first the index along an axis.
struct Digit {
    /// Its greatest value.
    max: usize,
    becomes: Becomes,
}

type Digits = SmallVec<[Digit; 32]>;

/// How a position moves along an axis, as pairs of a count and a distance in positions: (3, 1), (2, 8) is 3 steps of 1
/// position, 2 times, which begin 8 positions apart. There are as few pairs as possible.
pub(super) type Rounds = SmallVec<[(usize, usize); 6]>;

#[derive(Clone, Copy)]
enum Becomes {
    /// A digit of the position, one step of which moves this number of positions.
    Places(usize),
    /// A digit that is divided by `by`: the quotient is the digit at `quotient` in the list, the remainder the one
    /// after it.
    Cut { quotient: usize, by: usize },
    /// A digit that is merged into the one at `into`: one step of this digit is `times` steps of that one.
    Merged { into: usize, times: usize },
}

impl TiledOrder {
    /// Returns for each axis the distance in positions between neighbours, if it is the same everywhere: always without
    /// tiles, with tiles where they only pad. `None` if it is not the same, or if tiles that merge axes leave it
    /// unclear for more than 4,096 elements.
    ///
    /// ```
    /// use tensor_format::layout::{DimOrder, TileDim, TiledOrder};
    /// let tiled = |lens: [usize; 2]| {
    ///     let tile: Option<Vec<TileDim>> = lens.into_iter().map(TileDim::size).collect();
    ///     TiledOrder::new(DimOrder::row_major(&[8, 128])?, tile)
    /// };
    /// assert_eq!(tiled([8, 128])?.strides().as_deref(), Some([128, 1].as_slice()));
    /// assert_eq!(tiled([4, 200])?.strides().as_deref(), Some([200, 1].as_slice()));
    /// assert_eq!(tiled([8, 64])?.strides(), None);
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    #[must_use]
    pub fn strides(&self) -> Option<Index> {
        if !self.is_tiled() || self.shape().contains(&0) {
            return Some(Index::from(self.order().strides()));
        }
        self.digit_strides().or_else(|| self.tried_strides())
    }

    /// Returns the layout, in byte strides, of elements of `size` bytes in this order.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if there are no [`strides`](Self::strides), and
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if they cannot be addressed.
    pub fn to_layout(&self, size: usize) -> Result<Layout, ErrorKind> {
        if !self.is_tiled() || self.shape().contains(&0) {
            return self.order().to_layout(size);
        }
        let strides = self.strides().ok_or(UNEVEN)?;
        self.order().layout_of(&strides, self.positions(), size)
    }

    /// Returns the strides by the weights of the digits. Exact, unless axes are merged: then each merged number must
    /// have a stride of its own, which is more than is needed, so that [`tried_strides`](Self::tried_strides) has to
    /// try again.
    fn digit_strides(&self) -> Option<Index> {
        let digits = self.digits()?;
        // What a digit becomes comes after it in the list, so that one pass backwards has its weights.
        let mut weights: SmallVec<[usize; 32]> = SmallVec::from_elem(0, digits.len());
        for (at, digit) in digits.iter().enumerate().rev() {
            let weight_of = |digit: usize| weights.get(digit).copied();
            let weight = match digit.becomes {
                Becomes::Places(places) => places,
                Becomes::Merged { into, times } => weight_of(into)?.checked_mul(times)?,
                Becomes::Cut { quotient, by } => {
                    let remainder = quotient.saturating_add(1);
                    let (high, low) = (weight_of(quotient)?, weight_of(remainder)?);
                    let moves = |digit: usize| digits.get(digit).is_some_and(|digit| digit.max > 0);
                    match (moves(quotient), moves(remainder)) {
                        // Both move: the first place of the next tile must be one step behind the last of this one.
                        (true, true) if low.checked_mul(by) != Some(high) => return None,
                        // Tiles of one element, or axes of one tile: a digit that is always 0 says nothing of steps.
                        (true, false) => high,
                        _ => low,
                    }
                }
            };
            *weights.get_mut(at)? = weight;
        }
        let mut strides = Index::from_elem(0, self.shape().rank());
        for (axis, weight) in self.order().minor_to_major().iter().rev().zip(weights) {
            *strides.get_mut(*axis)? = weight;
        }
        Some(strides)
    }

    /// Returns the digits that the index along each axis is cut into and merged with, the most major axis first.
    fn digits(&self) -> Option<Digits> {
        let shape = self.shape();
        let major = self.order().minor_to_major().iter().rev();
        let digit = |axis: &usize| Digit {
            max: shape.get(*axis).map_or(0, |len| len.saturating_sub(1)),
            becomes: Becomes::Places(1),
        };
        let mut digits: Digits = major.map(digit).collect();
        // The digits that the position has after the tiles so far, most significant first: `parts` of the order, with
        // where each came from.
        let mut parts: SmallVec<[usize; 18]> = (0..digits.len()).collect();
        for (ones, start, covered) in self.steps() {
            if ones > 0 {
                let first = digits.len();
                digits.extend(core::iter::repeat_with(|| Digit { max: 0, becomes: Becomes::Places(1) }).take(ones));
                parts.insert_many(0, first..digits.len());
            }
            let taken: SmallVec<[usize; 18]> = parts.drain(start..).collect();
            let mut taken = taken.as_slice();
            let mut remainders: SmallVec<[usize; 18]> = SmallVec::new();
            for group in covered {
                let (merged, rest) = taken.split_at_checked(group.len())?;
                taken = rest;
                let whole = merge(&mut digits, merged, group.lens())?;
                let by = group.tile();
                let max = digits.get(whole)?.max;
                let quotient = digits.len();
                digits.push(Digit { max: max.checked_div(by)?, becomes: Becomes::Places(1) });
                digits.push(Digit { max: max.min(by.saturating_sub(1)), becomes: Becomes::Places(1) });
                digits.get_mut(whole)?.becomes = Becomes::Cut { quotient, by };
                parts.push(quotient);
                remainders.push(quotient.saturating_add(1));
            }
            parts.extend(remainders);
        }
        let mut places = 1usize;
        for (digit, len) in parts.iter().zip(self.parts()).rev() {
            digits.get_mut(*digit)?.becomes = Becomes::Places(places);
            places = places.saturating_mul(*len);
        }
        Some(digits)
    }

    /// Returns how the position moves along `axes`, the fastest-varying first, as if they were one axis: `None` where
    /// axes are merged or backwards, or a tile in the midst is only partly filled. Two orders return the same if every
    /// element with index 0 along all other axes has the same position in both, as long as there is an element: so that
    /// a reshape is judged by the axes that it merges and splits, without a look at the elements.
    pub(super) fn rounds(&self, axes: impl DoubleEndedIterator<Item = usize>) -> Option<Rounds> {
        if !self.order().is_ascending() {
            return None;
        }
        let digits = self.digits()?;
        let place = |axis| self.order().minor_to_major().iter().rev().position(|major| *major == axis);
        // The digits that are left, the fastest at the end, and whether all before are whole rounds of it.
        let mut left: SmallVec<[(usize, bool); 8]> = SmallVec::new();
        for axis in axes.rev() {
            let at = place(axis)?;
            if digits.get(at)?.max > 0 {
                left.push((at, left.is_empty()));
            }
        }
        let mut rounds = Rounds::new();
        while let Some((at, is_last)) = left.pop() {
            let digit = digits.get(at)?;
            let len = digit.max.saturating_add(1);
            match digit.becomes {
                Becomes::Places(_) if len == 1 => {}
                Becomes::Places(places) => match rounds.last_mut() {
                    Some((steps, step)) if steps.checked_mul(*step) == Some(places) => {
                        *steps = steps.saturating_mul(len)
                    }
                    _ => rounds.push((len, places)),
                },
                Becomes::Cut { quotient, by } if len > by => {
                    if !is_last && len.checked_rem(by) != Some(0) {
                        return None;
                    }
                    left.push((quotient, is_last));
                    left.push((quotient.saturating_add(1), false));
                }
                Becomes::Cut { quotient, .. } => left.push((quotient.saturating_add(1), is_last)),
                Becomes::Merged { .. } => return None,
            }
        }
        // However long the last goes on: the elements end before.
        if let Some((steps, _)) = rounds.last_mut() {
            *steps = 0;
        }
        Some(rounds)
    }

    /// Returns the strides found by a look at every element, if there are few elements; else `None`.
    fn tried_strides(&self) -> Option<Index> {
        let shape = self.shape();
        if self.is_separable() || shape.element_count().is_none_or(|count| count > MOST_ELEMENTS) {
            return None;
        }
        let forwards = self.forwards().ok()?;
        let mut strides = Index::from_elem(0, shape.rank());
        for (axis, stride) in strides.iter_mut().enumerate() {
            let mut index = Index::from_elem(0, shape.rank());
            *index.get_mut(axis)? = 1;
            *stride = forwards.position(&index).unwrap_or_default();
        }
        let sum = |index: &Index| {
            index.iter().zip(&strides).map(|(i, stride)| i.saturating_mul(*stride)).fold(0, usize::saturating_add)
        };
        indices(shape).all(|index| forwards.position(&index).is_ok_and(|at| at == sum(&index))).then_some(strides)
    }
}

/// Merges digits into one, the most significant first, and returns its position in the list. `lens` are the lengths of
/// the axes.
fn merge(
    digits: &mut Digits,
    merged: &[usize],
    lens: impl DoubleEndedIterator<Item = usize> + ExactSizeIterator,
) -> Option<usize> {
    if let [alone] = merged {
        return Some(*alone);
    }
    let into = digits.len();
    let (mut times, mut max) = (1usize, 0usize);
    for (digit, len) in merged.iter().zip(lens).rev() {
        let digit = digits.get_mut(*digit)?;
        digit.becomes = Becomes::Merged { into, times };
        max = max.saturating_add(digit.max.saturating_mul(times));
        times = times.saturating_mul(len);
    }
    digits.push(Digit { max, becomes: Becomes::Places(1) });
    Some(into)
}
