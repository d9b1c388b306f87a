//! Logical indices of elements: the next one, conversions and checks.

use core::iter;

use smallvec::SmallVec;

use crate::{ErrorKind, InlineVec, Shape};

/// The logical index of an element: a number for each axis, outermost first.
pub type Index = InlineVec<usize>;

/// Moves an index to the next in row-major order: the last axis that can grow grows, those after it go to 0. Returns
/// `false` at the last index, which becomes the first again.
///
/// ```
/// use tensor_format::layout::next_index;
/// let mut index = [0, 2];
/// assert!(next_index(&[2, 3], &mut index));
/// assert_eq!(index, [1, 0]);
/// ```
pub fn next_index(shape: &[usize], index: &mut [usize]) -> bool {
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        *i = i.saturating_add(1);
        if *i < len {
            return true;
        }
        *i = 0;
    }
    false
}

/// Returns an index from numbers of 64 bits, which must not be negative.
///
/// # Errors
///
/// [`Field`](ErrorKind::Field) for a number that is negative or cannot be addressed.
///
/// ```
/// use tensor_format::layout::index_from;
/// assert_eq!(index_from(&[1, 0])?.as_slice(), [1, 0]);
/// assert!(index_from(&[-1, 0]).is_err());
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
pub fn index_from(numbers: &[i64]) -> Result<Index, ErrorKind> {
    let expected = "a number from 0 that can be addressed";
    let index =
        |found: &i64| usize::try_from(*found).map_err(|_| ErrorKind::Field { field: "index", expected, found: *found });
    numbers.iter().map(index).collect()
}

/// Returns all indices of a shape in row-major order.
pub(crate) fn indices(shape: &[usize]) -> impl Iterator<Item = Index> + use<> {
    let shape = Shape::from(shape);
    let first: Option<Index> = (!shape.contains(&0)).then(|| Index::from_elem(0, shape.rank()));
    iter::successors(first, move |index| {
        let mut next = index.clone();
        next_index(&shape, &mut next).then_some(next)
    })
}

/// Returns the number of axes of a length greater than 1.
#[must_use]
pub fn true_rank(shape: &[usize]) -> usize {
    shape.iter().filter(|len| **len > 1).count()
}

/// Returns the number of an axis, counted from 0; a negative `axis` counts from the end, and -1 is the last.
///
/// # Errors
///
/// [`Field`](ErrorKind::Field) if there is no such axis.
///
/// ```
/// use tensor_format::layout::axis_number;
/// assert_eq!(axis_number(-1, 3)?, 2);
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
pub fn axis_number(axis: i64, rank: usize) -> Result<usize, ErrorKind> {
    let rank = i64::try_from(rank).unwrap_or(i64::MAX);
    let counted = if axis < 0 { axis.saturating_add(rank) } else { axis };
    usize::try_from(counted).ok().filter(|_| counted < rank).ok_or(ErrorKind::Field {
        field: "axis",
        expected: "an axis of the shape, counted from 0, or from -1 backwards",
        found: axis,
    })
}

/// Checks that `order` lists each of the axes 0 to `rank - 1` once.
pub(crate) fn check_permutation(order: &[usize], rank: usize) -> Result<(), ErrorKind> {
    if order.len() != rank {
        return Err(ErrorKind::Rank { expected: rank, or_more: false, found: order.len() });
    }
    // As many different numbers below 64 as axes, none of which is too great, name each once.
    if rank <= 64 && order.iter().all(|axis| *axis < rank) {
        let seen = order.iter().fold(0u64, |seen, axis| seen | 1u64.wrapping_shl(*axis as u32));
        if seen.count_ones() as usize == rank {
            return Ok(());
        }
    }
    let mut seen: SmallVec<[bool; 16]> = SmallVec::from_elem(false, rank);
    for &axis in order {
        match seen.get_mut(axis) {
            Some(seen) if !*seen => *seen = true,
            _ => {
                let found = i64::try_from(axis).unwrap_or(i64::MAX);
                return Err(ErrorKind::Field { field: "minor_to_major", expected: "each dimension once", found });
            }
        }
    }
    Ok(())
}

/// Checks that the index is within the shape.
pub(crate) fn check_index(shape: &[usize], index: &[usize]) -> Result<(), ErrorKind> {
    if index.len() != shape.len() {
        return Err(ErrorKind::Rank { expected: shape.len(), or_more: false, found: index.len() });
    }
    let beyond = index.iter().zip(shape).find(|(i, len)| i >= len);
    beyond.map_or(Ok(()), |(index, len)| Err(ErrorKind::outside(*index, *len)))
}
