//! Checks of single fields, which the readers of messages and of text share.

use crate::{
    DecodeError, ErrorKind, InlineVec, Limit, MAX_RANK, TileDim,
    formats::xla::{
        Tile,
        wire::{WireField, WireValue},
    },
};

/// The number of bytes that are reserved for a tuple's members at first.
pub(in super::super) const FEW: usize = 64;

/// Checks that a list of `len` entries, at most one for each dimension, may have one more, so that no list grows beyond
/// what can be accepted. `at` is the byte offset of that entry.
#[inline(always)]
pub(in super::super) fn check_rank(len: usize, at: u64) -> Result<(), DecodeError> {
    if len < MAX_RANK { Ok(()) } else { Err(too_many(len, at)) }
}

#[cold]
fn too_many(len: usize, at: u64) -> DecodeError {
    DecodeError::new(Limit::Rank.exceeded(MAX_RANK, len.saturating_add(1))).at(at)
}

/// Returns the number of lengths that all tiles have together, which may be no more than a single tile may have.
pub(in super::super) fn tile_dims(tiles: &[Tile]) -> usize {
    tiles.iter().map(|tile| tile.dimensions.len()).fold(0, usize::saturating_add)
}

/// Returns the length of a tile along one axis, from its number in a message or text.
pub(in super::super) fn tile_dim(number: i64) -> Result<TileDim, ErrorKind> {
    if number == i64::MIN {
        return Ok(TileDim::Combine);
    }
    if number < 1 {
        return Err(ErrorKind::Field { field: "tiles", expected: "a length of at least 1", found: number });
    }
    usize::try_from(number).ok().and_then(TileDim::size).ok_or(ErrorKind::ShapeOverflow)
}

/// Returns whether a field of a layout pads the array, as XLA wrote it in 2017.
pub(in super::super) fn is_padding(field: &WireField<'_>) -> bool {
    match (field.number, field.value) {
        (2, WireValue::Varint(_)) => true,
        (2, WireValue::Bytes(sizes)) => !sizes.is_empty(),
        (3, WireValue::Varint(value)) => value != 0,
        _ => false,
    }
}

/// Returns an error if `number`, that of a `format` field at offset `at`, says that the array is sparse, as XLA once
/// wrote it: elements are then not where the layout says.
pub(in super::super) fn check_format(number: i64, at: u64) -> Result<(), DecodeError> {
    match number {
        2 => Err(invalid("format", "a dense array", number, at)),
        _ => Ok(()),
    }
}

/// The words for a size in errors.
pub(in super::super) const SIZE: &str = "a size that is not negative";

/// Appends to `out` the result of `read` for each number of a repeated field, one for each dimension; returns `false`
/// if the field holds no numbers.
#[inline]
pub(in super::super) fn push_each<T, const N: usize>(
    field: &WireField<'_>,
    out: &mut InlineVec<T, N>,
    read: impl Fn(i64, u64) -> Result<T, DecodeError>,
) -> Result<bool, DecodeError> {
    field.numbers(|number, at| {
        check_rank(out.len(), at)?;
        out.push(read(number, at)?);
        Ok(())
    })
}

/// Returns a function that converts the number in a field of this name, at the byte offset in its second argument, to
/// the number of a dimension.
pub(in super::super) fn dimension(name: &'static str) -> impl Fn(i64, u64) -> Result<usize, DecodeError> {
    move |number, at| usize::try_from(number).map_err(|_| invalid(name, "a dimension of the shape", number, at))
}

/// Returns a function that converts the number in a field of this name, at the byte offset in its second argument, to a
/// size.
pub(in super::super) fn size(name: &'static str) -> impl Fn(i64, u64) -> Result<usize, DecodeError> {
    move |number, at| {
        usize::try_from(number).map_err(|_| match number {
            ..0 => invalid(name, SIZE, number, at),
            0.. => DecodeError::new(ErrorKind::ShapeOverflow).at(at),
        })
    }
}

pub(in super::super) fn count(name: &'static str, number: i64, at: u64) -> Result<u64, DecodeError> {
    u64::try_from(number).map_err(|_| invalid(name, "a number that is not negative", number, at))
}

pub(in super::super) fn invalid(field: &'static str, expected: &'static str, found: i64, at: u64) -> DecodeError {
    DecodeError::new(ErrorKind::Field { field, expected, found }).at(at)
}
