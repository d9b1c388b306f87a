//! Finds out whether a transpose or reshape is a bitcast: leaves every element at its position in memory.

use super::{
    DimOrder, TiledOrder,
    index::{Index, check_permutation},
};
use crate::ErrorKind;

/// Returns whether a transpose leaves every element at its position. Axis `i` of `output` is axis `axes[i]` of `input`.
///
/// The time it takes does not grow with the shape, unless axes are stored backwards or merged by tiles: then it looks
/// at all indices of an axis, or at every element.
///
/// # Errors
///
/// [`Rank`](ErrorKind::Rank), [`Field`](ErrorKind::Field) or [`ElementCount`](ErrorKind::ElementCount) if `output` is
/// not `input` so transposed.
///
/// ```
/// use tensor_format::layout::{DimOrder, transpose_is_bitcast};
/// let (rows, columns) = (DimOrder::row_major(&[2, 3])?, DimOrder::column_major(&[3, 2])?);
/// assert!(transpose_is_bitcast(&rows.into(), &columns.into(), &[1, 0])?);
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
pub fn transpose_is_bitcast(input: &TiledOrder, output: &TiledOrder, axes: &[usize]) -> Result<bool, ErrorKind> {
    check_transpose(input.order(), output.order(), axes)?;
    let (shape, rank) = (output.shape(), output.shape().rank());
    let keeps = |out: &Index| {
        let mut index: Index = Index::from_elem(0, rank);
        for (axis, i) in axes.iter().zip(out) {
            if let Some(place) = index.get_mut(*axis) {
                *place = *i;
            }
        }
        matches!((input.position(&index), output.position(out)), (Ok(a), Ok(b)) if a == b)
    };
    if shape.contains(&0) {
        return Ok(true);
    }
    if let Some(same) =
        same_rounds(axes.iter().copied().map(|axis| (input, axis)), (0..rank).map(|axis| (output, axis)))
    {
        return Ok(same);
    }
    let even = input.strides().is_some() && output.strides().is_some();
    let axis_by_axis = even || (input.is_separable() && output.is_separable());
    if !axis_by_axis {
        return Ok(output.indices().all(|index| keeps(&index)));
    }
    for (axis, &len) in shape.iter().enumerate() {
        // Where all steps along an axis are equal, the first two elements tell.
        let end = if even { len.min(2) } else { len };
        for i in 0..end {
            let mut index = Index::from_elem(0, rank);
            if let Some(place) = index.get_mut(axis) {
                *place = i;
            }
            if !keeps(&index) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Returns whether a transpose keeps the order of the axes in memory. This is the quicker test that XLA itself has
/// beside [`transpose_is_bitcast`]: it looks at the order of the axes only, and so returns `false` for some bitcasts
/// that move axes of length 1.
///
/// # Errors
///
/// As [`transpose_is_bitcast`].
pub fn transpose_keeps_order(input: &DimOrder, output: &DimOrder, axes: &[usize]) -> Result<bool, ErrorKind> {
    check_transpose(input, output, axes)?;
    let composed = output.minor_to_major().iter().map(|axis| axes.get(*axis));
    let directed = output.descending().iter().eq(axes.iter().filter_map(|axis| input.descending().get(*axis)));
    Ok(directed && composed.eq(input.minor_to_major().iter().map(Some)))
}

/// Returns whether a reshape, which keeps the elements in logical order, leaves every element at its position.
///
/// The time it takes does not grow with the shape, unless axes are stored backwards or merged by tiles, or unless the
/// last tile of another axis than the outermost is only partly filled and the shapes differ by more than axes of length
/// 1: then it looks at every element.
///
/// # Errors
///
/// [`ElementCount`](ErrorKind::ElementCount) if the shapes hold different numbers of elements.
pub fn reshape_is_bitcast(input: &TiledOrder, output: &TiledOrder) -> Result<bool, ErrorKind> {
    let (count, found) = (input.shape().element_count(), output.shape().element_count());
    let (count, found) = (count.ok_or(ErrorKind::ShapeOverflow)?, found.ok_or(ErrorKind::ShapeOverflow)?);
    if count != found {
        return Err(ErrorKind::ElementCount { expected: count as u64, found: found as u64 });
    }
    if count == 0 {
        return Ok(true);
    }
    let all = |order: &TiledOrder| order.rounds((0..order.shape().rank()).rev());
    if let (Some(input), Some(output)) = (all(input), all(output)) {
        return Ok(input == output);
    }
    if wide(input).map(|(_, len)| len).eq(wide(output).map(|(_, len)| len)) {
        let axes = |order| wide(order).map(move |(axis, _)| (order, axis));
        if let Some(same) = same_rounds(axes(input), axes(output)) {
            return Ok(same);
        }
    }
    let same = |(a, b): (Index, Index)| matches!((input.position(&a), output.position(&b)), (Ok(a), Ok(b)) if a == b);
    Ok(input.indices().zip(output.indices()).all(same))
}

/// Returns the axes of more than one element, each with its length.
fn wide(order: &TiledOrder) -> impl Iterator<Item = (usize, usize)> {
    order.shape().iter().copied().enumerate().filter(|(_, len)| *len > 1)
}

/// Returns whether positions in memory advance in the same way along the axes of both lists, compared pair by pair;
/// `None` if that is not known.
fn same_rounds<'o>(
    input: impl Iterator<Item = (&'o TiledOrder, usize)>,
    output: impl Iterator<Item = (&'o TiledOrder, usize)>,
) -> Option<bool> {
    let rounds = |(order, axis): (&TiledOrder, usize)| order.rounds([axis].into_iter());
    let mut same = true;
    for (input, output) in input.zip(output) {
        same &= rounds(input)? == rounds(output)?;
    }
    Some(same)
}

fn check_transpose(input: &DimOrder, output: &DimOrder, axes: &[usize]) -> Result<(), ErrorKind> {
    let rank = input.shape().rank();
    if output.shape().rank() != rank {
        return Err(ErrorKind::Rank { expected: rank, or_more: false, found: output.shape().rank() });
    }
    check_permutation(axes, rank)?;
    for (axis, found) in axes.iter().zip(output.shape().iter()) {
        let expected = input.shape().get(*axis).copied().unwrap_or_default();
        if expected != *found {
            return Err(ErrorKind::ElementCount { expected: expected as u64, found: *found as u64 });
        }
    }
    Ok(())
}
