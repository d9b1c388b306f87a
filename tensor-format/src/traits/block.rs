//! Traits of types with a fixed element type and shape, which can be items of `[T; N]` and `Vec<T>`.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::{ElementSink, ElementSource, ListItem, Payload, Stacked};
use crate::{
    AxisRules, DecodeError, ElementType, EncodeError, ErrorKind, HasRules, Rules, Shape,
    element::by_type::has_type,
    error::memory::reserve_exact,
    traits::{
        sink::piece::{self, FEW, Piece, Room},
        source::{
            elements::located,
            native::{Native, fill_native},
        },
    },
    util::reinterpret::{self, FromZeros, elements::Bytewise},
};

/// A type whose element type and shape are fixed: numbers, strings, media, `[T; N]` of these, labels, and newtypes of
/// these.
///
/// Only such types can be the inner axes of a tensor. Derive it with `#[derive(Tensor)]` on a struct of one such field.
/// [`ListItem`] shows one that is written by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an inner axis of a tensor",
    label = "the length of this axis is not known from its type",
    note = "a tensor is rectangular, so every axis but the outermost must have a length fixed by its type: use `[T; N]`",
    note = "for several axes of dynamic length, use ndarray: `Array2<T>`, `Array3<T>`, ...; for many tensors of one shape, use `Batch<T>`; for lists of different lengths, `Ragged<Vec<Vec<T>>>`"
)]
pub trait Block: HasRules + ListItem<Form = Stacked> {
    /// The size in bytes of a value's elements, if elements have a fixed size.
    const SIZE: Option<usize> = Self::RULES.expect_tensor().fixed_size();

    /// Writes the elements in row-major order.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError>;

    /// Writes the elements of many values, one after another.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    #[inline]
    fn write_all<'a, W: ElementSink<'a>>(items: &'a [Self], out: &mut W) -> Result<(), EncodeError> {
        write_each(items, out)
    }

    /// Shows that a value is its bytes and nothing else, where it is.
    #[doc(hidden)]
    const BYTEWISE: Option<Bytewise<Self>> = None;

    /// Returns the memory of a slice of values as bytes, if it consists of their elements and nothing else; else
    /// `None`.
    #[doc(hidden)]
    #[inline]
    fn bytes_of(_: &[Self]) -> Option<&[u8]> {
        None
    }
}

/// A [`Block`] that can be read.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read as an inner axis of a tensor",
    label = "the length of this axis is not known from its type",
    note = "a tensor is rectangular, so every axis but the outermost must have a length fixed by its type: use `[T; N]`",
    note = "for several axes of dynamic length, use ndarray: `Array2<T>`, `Array3<T>`, ...; for many tensors of one shape, use `Batch<T>`; for lists of different lengths, `Ragged<Vec<Vec<T>>>`",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]` to a struct of one field that has a fixed shape"
)]
pub trait DecodeBlock<'de>: Block {
    /// Shows that zeros are a value, which others can be read over.
    #[doc(hidden)]
    const ZEROS: Option<FromZeros<Self>> = None;

    /// Reads the elements of one value.
    ///
    /// # Errors
    ///
    /// Those of the source.
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError>;

    /// Reads the elements of one value into an existing value, reusing its memory where it can.
    ///
    /// # Errors
    ///
    /// Those of the source.
    #[inline]
    fn read_into<E: ElementSource<'de>>(&mut self, source: &mut E) -> Result<(), DecodeError> {
        *self = Self::read(source)?;
        Ok(())
    }

    /// Reads the elements of as many values as `out` has into them, reusing their memory where it can.
    ///
    /// # Errors
    ///
    /// Those of the source.
    #[inline]
    fn read_all_into<E: ElementSource<'de>>(source: &mut E, out: &mut [Self]) -> Result<(), DecodeError> {
        for (index, item) in out.iter_mut().enumerate() {
            item.read_into(source).map_err(|error| after::<Self>(index, error))?;
        }
        Ok(())
    }

    /// Reads the elements of `N` values.
    ///
    /// # Errors
    ///
    /// Those of the source.
    #[inline]
    fn read_array<E: ElementSource<'de>, const N: usize>(source: &mut E) -> Result<[Self; N], DecodeError> {
        if let Some(zeros) = <[Self; N]>::ZEROS {
            let mut items = reinterpret::zeroed(zeros);
            Self::read_all_into(source, &mut items)?;
            return Ok(items);
        }
        let mut items = ArrayVec::<Self, N>::new();
        while !items.is_full() {
            let item = Self::read(source).map_err(|error| after::<Self>(items.len(), error))?;
            if items.try_push(item).is_err() {
                break;
            }
        }
        items
            .into_inner()
            .map_err(|items| ErrorKind::ElementCount { expected: N as u64, found: items.len() as u64 }.into())
    }

    /// Reads the elements of `count` values and appends them.
    ///
    /// # Errors
    ///
    /// Those of the source.
    #[inline]
    fn extend<E: ElementSource<'de>>(source: &mut E, count: usize, out: &mut Vec<Self>) -> Result<(), DecodeError> {
        extend_each(source, count, out)
    }

    /// Reads the elements of `count` values in place of the existing ones, reusing their memory where it can.
    ///
    /// # Errors
    ///
    /// Those of the source.
    #[inline]
    fn refill<E: ElementSource<'de>>(source: &mut E, count: usize, out: &mut Vec<Self>) -> Result<(), DecodeError> {
        if Self::SIZE.is_some() {
            out.clear();
            return Self::extend(source, count, out);
        }
        out.truncate(count);
        Self::read_all_into(source, out)?;
        let before = out.len();
        Self::extend(source, count.saturating_sub(before), out).map_err(|error| after::<Self>(before, error))
    }
}

/// The most bytes of an item that is put together with others.
const SMALL: usize = 64;

/// Writes the elements of many values, those of small ones put together.
#[inline]
pub(crate) fn write_each<'a, T: Block, W: ElementSink<'a>>(items: &'a [T], out: &mut W) -> Result<(), EncodeError> {
    if let Some((size @ 1..=SMALL, element_type)) = const { as_numbers::<T>() } {
        if !W::CHECKS && items.len() >= FEW {
            return write_together(items, size, element_type, out);
        }
    }
    items.iter().try_for_each(|item| item.write(out))
}

/// Writes values of `size` bytes each. Not inlined, so that its memory is on no stack where items are few.
#[inline(never)]
fn write_together<'a, T: Block, W: ElementSink<'a>>(
    items: &'a [T],
    size: usize,
    element_type: ElementType,
    out: &mut W,
) -> Result<(), EncodeError> {
    let mut piece = Piece::new();
    for items in items.chunks(piece::PIECE.checked_div(size).unwrap_or(1)) {
        let mut room = Room { left: &mut piece.0, element_type };
        items.iter().try_for_each(|item| item.write(&mut room))?;
        let len = piece::PIECE.saturating_sub(room.left.len());
        piece.flush(len, element_type, out)?;
    }
    Ok(())
}

/// Reads the elements of `count` values and appends them.
#[inline]
fn extend_each<'de, T: DecodeBlock<'de>, E: ElementSource<'de>>(
    source: &mut E,
    count: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    reserve_exact(out, reservation::<T>(count, source.size_hint())?)?;
    // Out of memory each item is read by itself, without a look at what the source knows of the whole tensor.
    if let Some((size, element_type)) = const { as_numbers::<T>() } {
        let start = source.element_offset();
        let elements = count.saturating_mul(elements_per_item::<T>());
        if let Some(bytes) = source.native(element_type, elements) {
            extend_native(bytes, size, start, count, out)?;
            return source.skip(element_type, elements);
        }
        // Of a few a piece would not be worth its clearing. What is lent has to come from the source itself.
        if count >= FEW_READ && size <= PIECE && source.evenly_spaced() && !source.lends() {
            return extend_filled(source, (size, element_type), count, out);
        }
    }
    for index in 0..count {
        out.push(T::read(source).map_err(|error| after::<T>(index, error))?);
    }
    Ok(())
}

/// Reads `count` values of this size in bytes, at most a piece, whose numbers are brought to memory first.
fn extend_filled<'de, T: DecodeBlock<'de>, E: ElementSource<'de>>(
    source: &mut E,
    (size, element_type): (usize, ElementType),
    count: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let (mut piece, most) = ([0; PIECE], PIECE.checked_div(size).unwrap_or(1));
    for first in (0..count).step_by(most) {
        let items = most.min(count.saturating_sub(first));
        let bytes = piece.get_mut(..items.saturating_mul(size)).unwrap_or_default();
        let start = source.element_offset();
        fill_native(source, element_type, bytes)
            .and_then(|()| extend_native(bytes, size, start, items, out))
            .map_err(|error| after::<T>(first, error))?;
    }
    Ok(())
}

/// Reads `count` values of this size in bytes, which begin at offset `start` of the input, and appends them.
fn extend_native<'de, T: DecodeBlock<'de>>(
    bytes: &[u8],
    size: usize,
    start: Option<u64>,
    count: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let (whole, found) = (bytes.chunks_exact(size), out.len());
    if whole.len() != count {
        return Err(fewer_or_more(count, whole.len()));
    }
    // Small ones many at once into an array, of which the compiler knows that there is room in it.
    if const { size_of::<T>() <= 64 } {
        let groups = bytes.chunks_exact(size.saturating_mul(16));
        extend_groups::<T, 16>(groups, size, start, 0, out)?;
    }
    let first = out.len().saturating_sub(found);
    let rest = bytes.get(first.saturating_mul(size)..).unwrap_or_default();
    extend_groups::<T, 1>(rest.chunks_exact(size), size, start, first, out)
}

/// Reads `N` values at once, of which `first` is the position of the first.
fn extend_groups<'b, 'de, T: DecodeBlock<'de>, const N: usize>(
    groups: impl Iterator<Item = &'b [u8]>,
    size: usize,
    start: Option<u64>,
    mut first: usize,
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    for bytes in groups {
        let behind = first.saturating_add(N);
        let end = start.map(|start| start.saturating_add(behind.saturating_mul(size) as u64));
        let mut group = Native::<T>::new(bytes, end);
        match T::read_array::<_, N>(&mut group) {
            Ok(values) if group.bytes.is_empty() => out.extend(values),
            Ok(_) => return Err(fewer_or_more(0, group.bytes.len())),
            Err(error) => return Err(after::<T>(first, error)),
        }
        first = behind;
    }
    Ok(())
}

#[cold]
fn fewer_or_more(expected: usize, found: usize) -> DecodeError {
    ErrorKind::ElementCount { expected: expected as u64, found: found as u64 }.into()
}

/// The fewest items that are brought to memory together.
const FEW_READ: usize = 4;

/// The number of bytes that are cleared or filled, and then read, at a time, so that they stay in the nearest cache
/// between both.
const PIECE: usize = 4096;

/// Reads the elements of `count` arrays and appends them: of numbers and booleans many at once, not those of each item.
#[inline]
pub(crate) fn extend_arrays<'de, T: DecodeBlock<'de>, E: ElementSource<'de>, const N: usize>(
    source: &mut E,
    count: usize,
    out: &mut Vec<[T; N]>,
) -> Result<(), DecodeError> {
    let Some(zeros) = <[T; N]>::ZEROS else { return extend_each(source, count, out) };
    let elements = count.saturating_mul(elements_per_item::<[T; N]>());
    if let (true, 1.., Some(element_type)) = (zeros.is_any(), elements, const { single_type::<T>() }) {
        if let Some(bytes) = source.native(element_type, elements) {
            let end = out.len().saturating_add(count);
            reserve_exact(out, count)?;
            reinterpret::extend_bytes(out, bytes, zeros);
            if out.len() != end {
                return Err(fewer_or_more(end, out.len()));
            }
            return source.skip(element_type, elements);
        }
    }
    extend_over_zeros(source, count, out)
}

/// Reads the elements of `count` arrays of numbers or booleans over zeros, and appends them.
fn extend_over_zeros<'de, T: DecodeBlock<'de>, E: ElementSource<'de>, const N: usize>(
    source: &mut E,
    count: usize,
    out: &mut Vec<[T; N]>,
) -> Result<(), DecodeError> {
    reserve_exact(out, reservation::<[T; N]>(count, source.size_hint())?)?;
    let mut left = count;
    while let (1.., Some(zeros)) = (left, <[T; N]>::ZEROS) {
        let begin = out.len();
        let piece = PIECE.checked_div(size_of::<[T; N]>()).unwrap_or(left).clamp(1, left);
        reinterpret::extend_zeros(out, piece, zeros);
        let items = out.get_mut(begin..).unwrap_or_default().as_flattened_mut();
        let read = count.saturating_sub(left).saturating_mul(N);
        T::read_all_into(source, items).map_err(|error| after::<T>(read, error))?;
        left = left.saturating_sub(piece);
    }
    Ok(())
}

/// Returns the size in bytes and the element type of a value that consists of numbers, one at least, for which this build
/// has a type.
const fn as_numbers<T: Block>() -> Option<(usize, ElementType)> {
    match (T::SIZE, T::RULES.expect_tensor().fixed_size(), single_type::<T>()) {
        // A hand-written type may say another size.
        (Some(size @ 1..), Some(own), Some(element_type)) if size == own && has_type(element_type) => {
            Some((size, element_type))
        }
        _ => None,
    }
}

/// Returns the element type, if there is one only.
const fn single_type<T: Block>() -> Option<ElementType> {
    T::RULES.expect_tensor().types.single()
}

/// Returns the number of items, at most `count`, to reserve memory for: no more than the `elements_left` that really
/// are in the input make up.
pub(crate) fn reservation<T: Block>(count: usize, elements_left: usize) -> Result<usize, DecodeError> {
    match elements_per_item::<T>() {
        // They are counted where their tensor begins; more than these have to show first that they are there.
        0 => Ok(count.min(crate::MAX_EMPTY_ITEMS)),
        elements => Ok(count.min(elements_left.checked_div(elements).unwrap_or_default())),
    }
}

/// Counts the elements of the values that were read before one that cannot be.
#[cold]
pub(crate) fn after<T: Block>(values: usize, error: DecodeError) -> DecodeError {
    error.after_elements(values.saturating_mul(elements_per_item::<T>()))
}

/// Returns the number of elements of a `T`.
fn elements_per_item<T: Block>() -> usize {
    const {
        match T::RULES.expect_tensor().fixed_count(1) {
            Some(count) => count,
            None => 1,
        }
    }
}

/// Counts `count` values of type `T` against the limit for items without elements, if they have none. An error is
/// placed at the header of the tensor, which has just been read.
pub(crate) fn check_blocks<'de, T: Block, E: ElementSource<'de>>(
    elements: &mut E,
    count: usize,
) -> Result<(), DecodeError> {
    match elements_per_item::<T>() {
        0 => located(elements.count_empty(count), elements),
        _ => Ok(()),
    }
}

/// The only header that the rules of a type allow, if there is one and its shape takes no allocation.
struct InlineHeader<T>(core::marker::PhantomData<T>);

impl<T: HasRules> InlineHeader<T> {
    const HEADER: Option<(ElementType, [usize; Shape::INLINE], usize)> = inline_header(T::RULES);
}

const fn inline_header(rules: Rules<'_>) -> Option<(ElementType, [usize; Shape::INLINE], usize)> {
    let Rules::Tensor(rules) = rules else { return None };
    match (rules.types.single(), rules.axes.exact_lens()) {
        (Some(element_type), Some((lens, rank))) => Some((element_type, lens, rank)),
        _ => None,
    }
}

/// Returns the only header that the rules of `T` allow.
#[inline]
pub(crate) fn header_of<T: HasRules>() -> Result<(ElementType, Shape), ErrorKind> {
    if let Some((element_type, lens, rank)) = const { InlineHeader::<T>::HEADER } {
        return Ok((element_type, Shape::inline(lens, rank)));
    }
    match T::RULES.as_tensor().and_then(crate::TensorRules::as_header) {
        Some(header) => Ok((header.element_type, header.shape)),
        None => Err(ErrorKind::custom("a `Block` must have rules of one element type and fixed lengths")),
    }
}

/// Returns the only element type that the rules of `T` allow.
#[inline]
pub(crate) fn element_type_of<T: Block>() -> Result<ElementType, ErrorKind> {
    const { single_type::<T>() }.ok_or_else(|| ErrorKind::custom("a `Block` must have rules of one element type"))
}

/// Returns the shape of a tensor of items `T`: `outer` followed by the axes of `T`.
#[inline]
pub(crate) fn shape_of<T: Block>(outer: &[usize]) -> Shape {
    extended(outer, &T::RULES.expect_tensor().axes)
}

/// Returns `outer` followed by the least lengths of the axes. Apart from [`shape_of`], so that it is compiled once.
fn extended(outer: &[usize], axes: &AxisRules<'_>) -> Shape {
    let inner = axes.iter().map(|dim| usize::try_from(dim.min).unwrap_or(usize::MAX));
    outer.iter().copied().chain(inner).collect()
}

/// Returns the shape of a list of items `T` whose length is put in place of the 0, and the number of axes of `T`, of
/// which there are as many as fit. Many short lists are written, and to collect the shape of each takes longer than to
/// copy its elements.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
pub(super) const fn list_shape<T: Block>() -> ([usize; Shape::INLINE], usize) {
    let axes = T::RULES.expect_tensor().axes;
    let mut lens = [0; Shape::INLINE];
    let mut axis = 0;
    while axis < axes.rank() && axis + 1 < Shape::INLINE {
        lens[axis + 1] = axes.dim(axis).min as usize;
        axis += 1;
    }
    (lens, axes.rank())
}

/// The elements of one value, as a payload for a sink.
#[derive(Clone, Copy, Debug)]
pub struct OneBlock<'a, T>(pub &'a T);

impl<'a, T: Block> Payload<'a> for OneBlock<'a, T> {
    #[inline]
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        self.0.write(out)
    }
}

/// The elements of many values, one after another, as a payload for a sink.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a, T>(pub &'a [T]);

impl<'a, T: Block> Payload<'a> for Blocks<'a, T> {
    #[inline]
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        T::write_all(self.0, out)
    }
}
