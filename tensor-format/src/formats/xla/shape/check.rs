//! Checks that a layout fits its array.

use crate::{
    DimOrder, ErrorKind, Limit, MAX_RANK, Shape, TiledOrder,
    formats::xla::{BufferShape, Dimension, Layout, MAX_DEPTH, PrimitiveType, ShapeKind},
    layout::check_permutation,
};

/// Checks that the element type, dimensions and layout of an array fit each other.
pub(in super::super) fn check_array(
    element_type: PrimitiveType,
    dimensions: &[Dimension],
    layout: &Layout,
) -> Result<(), ErrorKind> {
    let rank = dimensions.len();
    Limit::Rank.check(MAX_RANK, rank)?;
    check_numbers(element_type, layout)?;
    check_levels(rank, layout)?;
    if let Some(physical) = &layout.physical_shape {
        if layout.is_dense() {
            return refusal("physical_shape", "none on a dense array", 1);
        }
        check_depth(physical.depth().saturating_add(1))?;
        if has_physical_shape(physical) {
            return Err(nested_physical());
        }
    }
    // A dimension without a bound counts as one element, so that at least the others have to be addressable.
    let sizes: Shape = dimensions.iter().map(|dimension| dimension.bound().unwrap_or(1)).collect();
    let positions = if layout.tiles.is_empty() {
        check_permutation(&layout.minor_to_major, rank)?;
        sizes.element_count().ok_or(ErrorKind::ShapeOverflow)?
    } else {
        TiledOrder::new(DimOrder::new(&sizes, &layout.minor_to_major)?, &layout.tiles)?.positions()
    };
    check_splits(dimensions, layout)?;
    buffer_bytes(positions, element_type, layout).map(drop)
}

/// Returns the number of bytes that `positions` elements, padding included, take in this layout.
pub(in super::super) fn storage_bytes(
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

/// Returns the number of bytes of a buffer: those before the elements, and what [`storage_bytes`] counts.
pub(in super::super) fn buffer_bytes(
    positions: usize,
    element_type: PrimitiveType,
    layout: &Layout,
) -> Result<usize, ErrorKind> {
    let prefix = usize::try_from(layout.dynamic_shape_metadata_prefix_bytes).ok();
    let bytes = storage_bytes(positions, element_type, layout)?;
    let bytes = prefix.and_then(|prefix| bytes.checked_add(prefix)).filter(|bytes| isize::try_from(*bytes).is_ok());
    bytes.ok_or(ErrorKind::ShapeOverflow)
}

fn refusal<T>(field: &'static str, expected: &'static str, found: u64) -> Result<T, ErrorKind> {
    Err(ErrorKind::Field { field, expected, found: i64::try_from(found).unwrap_or(i64::MAX) })
}

fn check_numbers(element_type: PrimitiveType, layout: &Layout) -> Result<(), ErrorKind> {
    let bits = layout.element_size_in_bits;
    // XLA's GPU code keeps integers of 1, 2 and 4 bits as packed ones of 8.
    let packed = matches!((element_type, bits), (PrimitiveType::S8 | PrimitiveType::U8, 1 | 2 | 4));
    if bits != 0 && bits < element_type.bits() as u64 && !packed {
        return refusal("element_size_in_bits", "0, or at least the bits of the element type", bits);
    }
    let numbers = [
        ("element_size_in_bits", bits),
        ("memory_space", layout.memory_space),
        ("tail_padding_alignment_in_elements", layout.tail_padding_alignment_in_elements),
        ("dynamic_shape_metadata_prefix_bytes", layout.dynamic_shape_metadata_prefix_bytes),
    ];
    for (field, number) in numbers {
        if i64::try_from(number).is_err() {
            return refusal(field, "a number of 63 bits", number);
        }
    }
    if layout.tail_padding_alignment_in_elements == 0 {
        return refusal("tail_padding_alignment_in_elements", "at least 1", 0);
    }
    Ok(())
}

/// Checks where dimensions are split. Split configurations number the dimensions by their places in memory, the most
/// major one first.
fn check_splits(dimensions: &[Dimension], layout: &Layout) -> Result<(), ErrorKind> {
    let fail = |expected, found| refusal("split_configs", expected, found);
    for (at, split) in layout.split_configs.iter().enumerate() {
        let number = split.dimension as u64;
        let logical = layout.minor_to_major.iter().rev().nth(split.dimension);
        let Some(dimension) = logical.and_then(|logical| dimensions.get(*logical)) else {
            return fail("a dimension of the shape, counted from the most major", number);
        };
        let Some(size) = dimension.bound() else {
            return fail("a dimension that has a bound", number);
        };
        if layout.split_configs.iter().take(at).any(|other| other.dimension == split.dimension) {
            return fail("one configuration a dimension", number);
        }
        if split.split_indices.is_empty() {
            return fail("at least one index", 0);
        }
        let mut before = 0;
        for &index in &split.split_indices {
            if index >= size as u64 {
                return fail("an index within the dimension", index);
            }
            if index <= before {
                return fail("indices from 1 on that rise", index);
            }
            before = index;
        }
    }
    Ok(())
}

pub(in super::super) fn nested_physical() -> ErrorKind {
    let expected = "a shape without a physical shape of its own";
    ErrorKind::Field { field: "physical_shape", expected, found: 2 }
}

fn has_physical_shape(shape: &super::Shape) -> bool {
    match shape.kind() {
        ShapeKind::Array(array) | ShapeKind::Buffer(BufferShape { array, .. }) => {
            array.layout().physical_shape.is_some()
        }
        ShapeKind::Tuple(members) => members.iter().any(|member| has_physical_shape(&member)),
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

/// Checks the depth of a shape against [`MAX_DEPTH`].
pub(super) fn check_depth(depth: usize) -> Result<(), ErrorKind> {
    Limit::Depth.check(MAX_DEPTH, depth)
}
