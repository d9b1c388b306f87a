//! Storage order: which axis varies fastest, and which run backwards.

use smallvec::SmallVec;

use crate::{DimOrder, ErrorKind, Index, Layout, TensorRef};

/// For each axis whether it ascends.
pub(super) type Directions = SmallVec<[bool; 6]>;

/// Returns the layout of elements of `word` bytes in their part.
pub(super) fn layout_of(
    shape: &[usize],
    word: usize,
    order: Option<&[usize]>,
    ascend: Option<&[bool]>,
) -> Result<Layout, ErrorKind> {
    let dense = match order {
        Some(order) => DimOrder::new(shape, order)?,
        None => DimOrder::row_major(shape)?,
    };
    match ascend {
        Some(ascend) => dense.directed(&opposite(ascend))?.to_layout(word),
        None => dense.to_layout(word),
    }
}

fn opposite(directions: &[bool]) -> Directions {
    directions.iter().map(|direction| !direction).collect()
}

/// The order of a tensor's elements in one dense part.
pub(super) struct Stored<'a> {
    pub(super) bytes: &'a [u8],
    /// `None` for the order in which the last axis varies fastest.
    pub(super) order: Option<Index>,
    /// `None` if all axes ascend.
    pub(super) ascend: Option<Directions>,
}

/// Returns the part of a tensor's buffer that its elements fill, if their order can be described; `None` if there are
/// gaps between them, or several share a place.
pub(super) fn stored<'a>(tensor: &TensorRef<'a>) -> Option<Stored<'a>> {
    let (layout, size) = (tensor.layout()?, tensor.element_type().size()?);
    let bytes = tensor.buffer().get(layout.bytes(tensor.shape(), size).ok()?)?;
    if layout.is_row_major(tensor.shape(), size) {
        return Some(Stored { bytes, order: None, ascend: None });
    }
    let order = DimOrder::of_layout(&layout, tensor.shape(), size).ok().filter(DimOrder::is_dense)?;
    let usual = order.minor_to_major().iter().rev().copied().eq(0..tensor.rank());
    Some(Stored {
        bytes,
        order: (!usual).then(|| order.minor_to_major().into()),
        ascend: (!order.is_ascending()).then(|| opposite(order.descending())),
    })
}
