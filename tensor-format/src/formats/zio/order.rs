//! Storage order: which axis varies fastest, and which run backwards.

use smallvec::SmallVec;

use crate::{DimOrder, ErrorKind, Index, Layout, TensorRef};

/// For each axis whether its elements are stored in ascending order.
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
    /// The axes from the fastest-varying to the slowest; `None` if the last varies fastest, then the one before it.
    pub(super) order: Option<Index>,
    /// For each axis whether it is stored in ascending order; `None` if all are.
    pub(super) ascend: Option<Directions>,
}

/// Returns the bytes of a tensor's buffer that its elements fill, and their order; `None` if there are gaps between
/// elements, or several share a place, so that no order describes them.
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
