//! What must hold for a layout to fit its array.

use super::{BufferShape, Dimension, Layout, PrimitiveType, ShapeKind, shape::check_depth};
use crate::{DimOrder, ErrorKind, Limit, MAX_RANK, Shape, TiledOrder, layout::check_permutation};

/// Checks an array's parts against each other.
pub(super) fn check_array(
    element_type: PrimitiveType,
    dimensions: &[Dimension],
    layout: &Layout,
) -> Result<(), ErrorKind> {
    let rank = dimensions.len();
    if rank > MAX_RANK {
        return Err(ErrorKind::LimitExceeded { limit: Limit::Rank, max: MAX_RANK as u64, found: rank as u64 });
    }
    check_numbers(element_type, dimensions, layout)?;
    check_levels(rank, layout)?;
    if let Some(physical) = &layout.physical_shape {
        check_depth(usize::from(physical.depth()).saturating_add(1))?;
        if has_physical_shape(physical) {
            return Err(nested_physical());
        }
    }
    // A dimension without a bound takes part with one element: what the others need must be addressable at least.
    let sizes: Shape = dimensions.iter().map(|dimension| dimension.bound().unwrap_or(1)).collect();
    let positions = if layout.tiles.is_empty() {
        check_permutation(&layout.minor_to_major, rank)?;
        sizes.element_count().ok_or(ErrorKind::ShapeOverflow)?
    } else {
        TiledOrder::new(DimOrder::new(&sizes, &layout.minor_to_major)?, &layout.tiles)?.positions()
    };
    storage_bytes(positions, element_type, layout).map(drop)
}

/// The bytes that this many elements, padding included, take.
pub(super) fn storage_bytes(
    positions: usize,
    element_type: PrimitiveType,
    layout: &Layout,
) -> Result<usize, ErrorKind> {
    let positions = (positions as u64).checked_next_multiple_of(layout.tail_padding_alignment_in_elements.max(1));
    let bytes = match layout.element_size_in_bits {
        0 => positions.and_then(|count| count.checked_mul(element_type.size() as u64)),
        bits => positions.and_then(|count| Some(count.checked_mul(bits)?.div_ceil(8))),
    };
    let bytes = bytes.and_then(|bytes| isize::try_from(bytes).ok());
    bytes.map(isize::unsigned_abs).ok_or(ErrorKind::ShapeOverflow)
}

fn check_numbers(element_type: PrimitiveType, dimensions: &[Dimension], layout: &Layout) -> Result<(), ErrorKind> {
    let fail = |field, expected, found: u64| {
        Err(ErrorKind::Field { field, expected, found: i64::try_from(found).unwrap_or(i64::MAX) })
    };
    let bits = layout.element_size_in_bits;
    if bits != 0 && bits < element_type.bits() as u64 {
        return fail("element_size_in_bits", "0, or at least the bits of the element type", bits);
    }
    let numbers = [
        ("element_size_in_bits", bits),
        ("memory_space", layout.memory_space),
        ("tail_padding_alignment_in_elements", layout.tail_padding_alignment_in_elements),
        ("dynamic_shape_metadata_prefix_bytes", layout.dynamic_shape_metadata_prefix_bytes),
    ];
    for (field, number) in numbers {
        if i64::try_from(number).is_err() {
            return fail(field, "a number of 63 bits", number);
        }
    }
    if layout.tail_padding_alignment_in_elements == 0 {
        return fail("tail_padding_alignment_in_elements", "at least 1", 0);
    }
    for split in &layout.split_configs {
        let Some(dimension) = dimensions.get(split.dimension) else {
            return fail("split_configs", "a dimension of the shape", split.dimension as u64);
        };
        if split.split_indices.is_empty() {
            return fail("split_configs", "at least one index", 0);
        }
        let end = dimension.bound().map_or(i64::MAX as u64, |size| size as u64);
        if let Some(&index) = split.split_indices.iter().find(|index| **index > end) {
            return fail("split_configs", "an index within the dimension", index);
        }
    }
    Ok(())
}

pub(super) fn nested_physical() -> ErrorKind {
    let expected = "a shape without a physical shape of its own";
    ErrorKind::Field { field: "physical_shape", expected, found: 2 }
}

fn has_physical_shape(shape: &super::Shape) -> bool {
    match shape.kind() {
        ShapeKind::Array(array) | ShapeKind::Buffer(BufferShape { array, .. }) => {
            array.layout().physical_shape.is_some()
        }
        ShapeKind::Tuple(members) => members.iter().any(has_physical_shape),
        ShapeKind::Token | ShapeKind::Opaque => false,
    }
}

fn check_levels(rank: usize, layout: &Layout) -> Result<(), ErrorKind> {
    for found in [layout.dim_level_types.len(), layout.dim_unique.len(), layout.dim_ordered.len()] {
        if found != 0 && found != rank {
            return Err(ErrorKind::Rank { expected: rank, or_more: false, found });
        }
    }
    let types = [
        ("index_primitive_type", layout.index_primitive_type),
        ("pointer_primitive_type", layout.pointer_primitive_type),
    ];
    for (field, found) in types {
        let Some(found) = found else { continue };
        if !found.is_unsigned_integer() {
            return Err(ErrorKind::Field { field, expected: "an unsigned integer type", found: found.number().into() });
        }
        if layout.is_dense() {
            return Err(ErrorKind::Field { field, expected: "none on a dense array", found: found.number().into() });
        }
    }
    Ok(())
}
