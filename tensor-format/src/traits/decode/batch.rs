//! Reads many values that were written as one: every row of the outermost axis is a value.

use alloc::vec::Vec;

use super::{
    Decode, lengths_apart,
    records::{RecordColumns, decode_records as decode_columns},
    rows::{Column, Row},
};
use crate::{
    Bindings, DecodeError, ElementSource, ErrorKind, HasRules, Header, HeaderPlace, Param, RecordRules, Rules, Shape,
    Source, TensorRules,
    rules::columns::ColumnForm,
    traits::{
        encode::batch::{Batched, NO_SHAPE, cannot_be_batched, empty_header},
        source::elements::located,
    },
    util::inline_vec::push_slowly,
};

/// The most bytes of memory that an item may take for each byte of its elements. Items that take more are counted by
/// [`count_empty`](ElementSource::count_empty), which bounds their number. A list that grows as items come from a
/// stream takes more, up to twice as much.
const MOST: usize = 40;

/// The bytes of memory of one item that is counted: one that takes more, for its many axes, counts as several.
const COUNTED: usize = 512;

/// Reads a batch, many values that were written as one, in place of the existing `items`.
///
/// # Errors
///
/// As [`Decode::decode`].
pub(crate) fn decode_batch_into<'de, T: Decode<'de>, S: Source<'de>>(
    items: &mut Vec<T>,
    source: &mut S,
) -> Result<(), DecodeError> {
    // A constant condition: else both ways would be compiled for each type.
    if const { T::RULES.as_record().is_some() } { decode_records(items, source) } else { decode_tensors(items, source) }
}

/// Reads one value into the item at `index`, or appends it if there is none. `most` is the number of values still to
/// come, with this one: memory is reserved for no more.
fn fill<'de, T: Decode<'de>, S: Source<'de>>(
    items: &mut Vec<T>,
    index: usize,
    most: usize,
    source: &mut S,
) -> Result<(), DecodeError> {
    match items.get_mut(index) {
        Some(item) => item.decode_into(source),
        None => {
            push_slowly(items, T::decode(source)?, most);
            Ok(())
        }
    }
}

/// Returns an error for an empty batch whose header could not be written again, since there is no item to take the
/// shape from. The batch is the tensor that `source` read last.
#[cold]
pub(crate) fn check_empty<'de, T: HasRules, S: Source<'de>>(source: &S) -> Result<(), DecodeError> {
    let error = || DecodeError::new(ErrorKind::custom(NO_SHAPE));
    match T::RULES {
        Rules::Tensor(rules) if empty_header(&rules).is_none() => Err(match source.offset(HeaderPlace::Axis(0)) {
            Some(offset) => error().at(offset),
            None => error(),
        }),
        Rules::Tensor(_) => Ok(()),
        Rules::Record(rules) => match without_shape(&rules) {
            Some(name) => Err(error().in_parameter(name)),
            None => Ok(()),
        },
    }
}

/// Returns the name of a required parameter whose rules do not tell its shape.
fn without_shape<'r>(rules: &RecordRules<'r>) -> Option<&'r str> {
    rules.iter().filter(Param::is_required).find(|param| empty_header(&param.rules).is_none()).map(|param| param.name)
}

/// Returns the length of the outermost axis, and the header without that axis.
fn split(header: &Header) -> Result<(usize, Header), ErrorKind> {
    let missing = || ErrorKind::Rank { expected: 1, or_more: true, found: 0 };
    let (&n, row) = header.shape.split_first().ok_or_else(missing)?;
    Ok((n, Header { element_type: header.element_type, shape: Shape::from(row) }))
}

/// Returns the number of elements of a tensor with this header, and the least size of them in bytes.
fn size_of_row(row: &Header) -> Result<(usize, usize), ErrorKind> {
    let each = row.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
    Ok((each, each.saturating_mul(row.element_type.size().unwrap_or(1))))
}

fn decode_tensors<'de, T: Decode<'de>, S: Source<'de>>(items: &mut Vec<T>, source: &mut S) -> Result<(), DecodeError> {
    let own = match T::RULES {
        Rules::Tensor(rules) => rules,
        Rules::Record(_) => TensorRules::ANY,
    };
    let (whole, mut elements) = source.tensor_of(&own.batched(), Some((&mut Bindings::new(), "")))?;
    let (n, header) = located(split(&whole), &elements)?;
    let (each, bytes) = size_of_row(&header)?;
    // How long texts are shows only as they come: then the bytes of those before make room for the next.
    let is_variable = each > 0 && header.element_type.size().is_none();
    // A tensor of any rank takes much more memory than the few bytes that may be all it holds.
    let apart = if is_variable { 0 } else { size_of::<u128>() };
    let size = size_of::<T>().saturating_add(apart).saturating_add(lengths_apart(&own, header.shape.len()));
    let is_tiny = size > bytes.saturating_mul(MOST);
    let counted = size.div_ceil(COUNTED);
    let by_one = is_tiny && is_variable;
    if is_tiny && !by_one {
        located(elements.count_empty(n.saturating_mul(counted)), &elements)?;
    }
    items.truncate(n);
    let mut really = n.min(elements.size_hint().checked_div(each).unwrap_or(n));
    if by_one {
        // The limit allows one counted item for each 4 bytes, beside the first few: no memory is reserved for more than that,
        // nor for more than the first few, since texts may come to be longer. Beyond them the list grows as they come.
        let allowed = elements.size_hint().checked_div(counted.saturating_mul(4)).unwrap_or_default();
        really = really.min(allowed).min(crate::MAX_EMPTY_ITEMS);
    }
    crate::error::memory::reserve_exact(items, really.saturating_sub(items.len()))?;
    let mut column = Column::new("", header, &mut elements);
    for index in 0..n {
        if by_one {
            located(column.elements.count_empty(counted), &*column.elements)?;
        }
        let mut row = Row::new(core::slice::from_mut(&mut column), false, None);
        if let Err(error) = fill(items, index, n.saturating_sub(index), &mut row) {
            return Err(error.after_elements(index.saturating_mul(each)));
        }
    }
    elements.end()
}

fn decode_records<'de, T: Decode<'de>, S: Source<'de>>(items: &mut Vec<T>, source: &mut S) -> Result<(), DecodeError> {
    let row = T::RULES;
    let row = row.as_record().unwrap_or(&RecordRules::ANY);
    if let Some(error) = cannot_be_batched(row) {
        return Err(error.into());
    }
    let batched = T::RULES.batched();
    let rules = batched.as_record().unwrap_or(row);
    let form = |_: &Param<'_>| ColumnForm::STACKED;
    decode_columns(
        items,
        source,
        &RecordColumns { record: <Batched<T>>::RECORD, rules, row, listed: &[], bounded: &[], form },
    )
}
