//! Bitcasts: transposes and reshapes after which every element lies where it lay.

use super::{
    DimOrder, TiledOrder,
    index::{Index, check_permutation},
};
use crate::ErrorKind;

/// Whether a transpose leaves every element at its position. Axis `i` of `output` is axis `axes[i]` of `input`.
///
/// It looks at the first step along each axis; where steps differ, along the whole axis; where they differ and tiles
/// merge axes, at every element.
///
/// # Errors
///
/// [`Rank`](ErrorKind::Rank), [`Field`](ErrorKind::Field) or [`ElementCount`](ErrorKind::ElementCount) if `output` is
/// not `input` so transposed.
///
/// ```
/// use tensor_format::{DimOrder, transpose_is_bitcast};
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

/// XLA's own, quicker test of [`transpose_is_bitcast`]: it looks at the order of the axes only, and so says `false` for
/// some bitcasts that move axes of length 1.
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

/// Whether a reshape, which keeps the elements in logical order, leaves every element at its position.
///
/// For orders without padding it looks at the first step along each axis of either side, else at every element.
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
    let plain = |order: &TiledOrder| !order.is_tiled() && order.order().is_dense() && order.order().is_ascending();
    if !plain(input) || !plain(output) {
        let same =
            |(a, b): (Index, Index)| matches!((input.position(&a), output.position(&b)), (Ok(a), Ok(b)) if a == b);
        return Ok(input.indices().zip(output.indices()).all(same));
    }
    if count == 0 {
        return Ok(true);
    }
    Ok(steps_agree(input.order(), output.order())? && steps_agree(output.order(), input.order())?)
}

/// Whether the first step along each axis of one order leads to the same position in the other.
fn steps_agree(from: &DimOrder, to: &DimOrder) -> Result<bool, ErrorKind> {
    let (from_logical, to_logical) = (DimOrder::row_major(from.shape())?, DimOrder::row_major(to.shape())?);
    for axis in (0..from.shape().rank()).filter(|axis| from.shape().get(*axis).is_some_and(|len| *len > 1)) {
        let ordinal = from_logical.strides().get(axis).copied().unwrap_or_default();
        let Some(index) = to_logical.index_of(ordinal)? else { return Ok(false) };
        if from.strides().get(axis) != Some(&to.position(&index)?) {
            return Ok(false);
        }
    }
    Ok(true)
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
