//! Storage order: which axis varies fastest, and which run backwards.

use smallvec::SmallVec;

use crate::{DimOrder, ErrorKind, Index, Layout, TensorRef};

/// One direction an axis.
pub(super) type Directions = SmallVec<[bool; 6]>;

/// Where elements of `word` bytes lie in their part.
pub(super) fn layout_of(
    shape: &[usize],
    word: usize,
    order: Option<&[usize]>,
    ascend: Option<&[bool]>,
) -> Result<Layout, ErrorKind> {
    let dense = match order {
        Some(order) => DimOrder::new(shape, order)?,
        None => DimOrder::row_major(shape)?,
    }
    .to_layout(word)?;
    let Some(ascend) = ascend.filter(|_| !shape.contains(&0)) else { return Ok(dense) };
    let mut strides: SmallVec<[isize; 6]> = dense.strides().into();
    let mut offset = dense.offset();
    for ((stride, &len), _) in strides.iter_mut().zip(shape).zip(ascend).filter(|(_, ascends)| !**ascends) {
        let reach = stride.unsigned_abs().checked_mul(len.saturating_sub(1));
        offset = reach.and_then(|reach| offset.checked_add(reach)).ok_or(ErrorKind::ShapeOverflow)?;
        *stride = stride.saturating_neg();
    }
    Ok(Layout::new(&strides, offset))
}

/// How the elements of a tensor lie in one dense part.
pub(super) struct Stored<'a> {
    pub(super) bytes: &'a [u8],
    /// `None` for the order in which the last axis varies fastest.
    pub(super) order: Option<Index>,
    /// `None` if all axes ascend.
    pub(super) ascend: Option<Directions>,
}

/// The part of a tensor's buffer that its elements fill, if their order can be described; `None` if there are gaps
/// between them, or several share a place.
pub(super) fn stored<'a>(tensor: &TensorRef<'a>) -> Option<Stored<'a>> {
    let (layout, size) = (tensor.layout()?, tensor.element_type().size()?);
    let bytes = tensor.buffer().get(layout.bytes(tensor.shape(), size).ok()?)?;
    if layout.is_row_major(tensor.shape(), size) {
        return Some(Stored { bytes, order: None, ascend: None });
    }
    let backwards = |(stride, len): (&isize, &usize)| *stride < 0 && *len > 1;
    let ascend: Directions = layout.strides().iter().zip(tensor.shape()).map(|axis| !backwards(axis)).collect();
    let strides: SmallVec<[isize; 6]> = layout.strides().iter().map(|stride| stride.saturating_abs()).collect();
    let order = DimOrder::of_layout(&Layout::new(&strides, 0), tensor.shape(), size).ok()?;
    if !order.is_dense() {
        return None;
    }
    let row_major = order.is_row_major();
    Some(Stored {
        bytes,
        order: (!row_major).then(|| order.minor_to_major().into()),
        ascend: ascend.contains(&false).then_some(ascend),
    })
}
