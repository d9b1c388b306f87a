//! Reads many values that were written as one: every row of the outermost axis is a value.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::Decode;
use crate::{
    Bindings, DecodeError, Element, ElementSource, ElementType, ErrorKind, HasRules, Header, HeaderPlace, Param,
    ParamMatcher, RecordOrder, RecordRules, RecordType, Rules, Shape, Source, Tensor, TensorRef, TensorRules, Variable,
    View,
    traits::{
        begin_param,
        encode::batch::{Batched, NO_SHAPE, cannot_be_batched, empty_header},
        exhausted, with_unknown_names,
    },
    util::inline_vec::push_slowly,
    values::tensor_elements::TensorCursor,
};

/// The most bytes of memory that an item may take for each byte of its elements. Items that take more are counted by
/// [`count_empty`](ElementSource::count_empty), which bounds their number. A list that grows as items come from a
/// stream takes more, up to twice as much.
const MOST: usize = 40;

/// The most bytes of memory that a record takes for each byte of the tensors of a batch, as [`MOST`]. All tensors are
/// read before the records are made from them.
const MOST_OF_RECORD: usize = 64;

/// Reads a batch, many values that were written as one, in place of the existing `items`.
///
/// # Errors
///
/// As [`Decode::decode`].
pub(crate) fn decode_batch_into<'de, T: Decode<'de>, S: Source<'de>>(
    items: &mut Vec<T>,
    source: &mut S,
) -> Result<(), DecodeError> {
    match T::RULES {
        Rules::Tensor(rules) => decode_tensors(items, source, &rules),
        Rules::Record(rules) => decode_records(items, source, &rules),
    }
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
        Rules::Record(rules) => {
            let mut required = rules.iter().filter(Param::is_required);
            let unknown = required.find(|param| empty_header(&param.rules).is_none());
            unknown.map_or(Ok(()), |param| Err(error().in_parameter(param.name)))
        }
    }
}

/// Returns the length of the outermost axis, and the header without that axis.
fn split(header: &Header) -> Result<(usize, Header), ErrorKind> {
    let missing = || ErrorKind::Rank { expected: 1, or_more: true, found: 0 };
    let (&n, row) = header.shape.split_first().ok_or_else(missing)?;
    Ok((n, Header { element_type: header.element_type, shape: Shape::from(row) }))
}

/// Returns the size in bytes of the elements of a tensor.
fn size_of_column(column: &TensorRef<'_>) -> usize {
    if column.element_type().size().is_some() { column.element_bytes_len() } else { column.buffer().len() }
}

/// Returns the number of elements of a tensor with this header, and the least size of them in bytes.
fn size_of_row(row: &Header) -> Result<(usize, usize), ErrorKind> {
    let each = row.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
    Ok((each, each.saturating_mul(row.element_type.size().unwrap_or(1))))
}

fn decode_tensors<'de, T: Decode<'de>, S: Source<'de>>(
    items: &mut Vec<T>,
    source: &mut S,
    rules: &TensorRules<'_>,
) -> Result<(), DecodeError> {
    let (whole, mut elements) = source.tensor_of(&rules.batched(), Some((&mut Bindings::new(), "")))?;
    let (n, header) = split(&whole).map_err(|kind| elements.locate(kind))?;
    let (each, bytes) = size_of_row(&header)?;
    // How long texts are shows only as they come: then the bytes of those before make room for the next.
    let is_variable = each > 0 && header.element_type.size().is_none();
    // A tensor of any rank takes much more memory than the few bytes that may be all it holds.
    let apart = if is_variable { 0 } else { size_of::<u128>() };
    let is_tiny = size_of::<T>().saturating_add(apart) > bytes.saturating_mul(MOST);
    let by_one = is_tiny && is_variable;
    if is_tiny && !by_one {
        elements.count_empty(n).map_err(|kind| elements.locate(kind))?;
    }
    items.truncate(n);
    let mut really = n.min(elements.size_hint().checked_div(each).unwrap_or(n));
    if by_one {
        really = really.min(crate::MAX_EMPTY_ITEMS);
    }
    crate::error::memory::reserve_exact(items, really.saturating_sub(items.len()))?;
    for index in 0..n {
        if by_one {
            elements.count_empty(1).map_err(|kind| elements.locate(kind))?;
        }
        let columns = &mut [("", &header, &mut elements)];
        let rows = &mut ColumnRows { columns, declared: false, at: 0, named: 0, count: None };
        fill(items, index, n.saturating_sub(index), rows)
            .map_err(|error| error.after_elements(index.saturating_mul(each)))?;
    }
    elements.end()
}

/// For each parameter of a batch of records: its name, the header of a row, and its tensor (column).
type Columns<T> = SmallVec<[(&'static str, Header, T); 8]>;

fn decode_records<'de, T: Decode<'de>, S: Source<'de>>(
    items: &mut Vec<T>,
    source: &mut S,
    rules: &RecordRules<'static>,
) -> Result<(), DecodeError> {
    if let Some(error) = cannot_be_batched(rules) {
        return Err(error.into());
    }
    let order = source.record(<Batched<T>>::RECORD)?;
    let batched = T::RULES.batched();
    let batched = batched.as_record().copied().unwrap_or(*rules);
    let mut bindings = Bindings::new();
    let mut length = None;
    let mut bytes: usize = 0;
    let mut seen: SmallVec<[bool; 32]> = smallvec::smallvec![false; batched.len()];
    let mut borrowed: Columns<TensorRef<'de>> = SmallVec::new();
    let mut owned: Columns<Tensor> = SmallVec::new();
    let mut params = ParamMatcher::new(&batched);
    while let Some(index) = params.next(order, source)? {
        let Some(param) = batched.get(index) else { break };
        seen.get_mut(index).into_iter().for_each(|seen| *seen = true);
        let named = |error: DecodeError| error.in_parameter(param.name);
        let (header, mut elements) = begin_param(source, &batched, &param, &mut bindings).map_err(named)?;
        let (n, row) = split(&header).map_err(|kind| named(elements.locate(kind)))?;
        length = Some(n);
        if borrows(&elements) {
            let column = elements.take(header).map_err(named)?;
            bytes = bytes.saturating_add(size_of_column(&column));
            borrowed.push((param.name, row, column));
        } else {
            let mut column = Tensor::empty();
            elements.take_into(header, &mut column).map_err(named)?;
            bytes = bytes.saturating_add(size_of_column(&column.as_ref()));
            owned.push((param.name, row, column));
        }
        elements.end().map_err(named)?;
    }
    if let Some(param) = rules.missing(&seen).next() {
        let error = DecodeError::new(ErrorKind::missing_param()).in_parameter(param.name);
        return Err(with_unknown_names(error, source, rules));
    }
    let n = length.unwrap_or_default();
    let declared = order == RecordOrder::Declared;
    if size_of::<T>().max(1).saturating_mul(n) > bytes.saturating_mul(MOST_OF_RECORD) {
        source.count_empty(n).map_err(|kind| source.locate(kind))?;
    }
    let mut cursors: SmallVec<[_; 8]> =
        borrowed.iter().map(|(name, row, tensor)| (*name, row, TensorCursor::new(tensor))).collect();
    let mut detached: SmallVec<[_; 8]> =
        owned.iter().map(|(name, row, tensor)| (*name, row, Detached(TensorCursor::new(&tensor.as_ref())))).collect();
    items.truncate(n);
    crate::error::memory::reserve_exact(items, n.saturating_sub(items.len()))?;
    // Columns do not know of each other, so the source counts for all of them.
    let mut count = |items| source.count_empty(items);
    for index in 0..n {
        let (most, count): (_, Counter<'_>) = (n.saturating_sub(index), Some(&mut count));
        if owned.is_empty() {
            fill(items, index, most, &mut ColumnRows { columns: &mut cursors, declared, at: 0, named: 0, count })?;
        } else {
            fill(items, index, most, &mut ColumnRows { columns: &mut detached, declared, at: 0, named: 0, count })?;
        }
    }
    Ok(())
}

/// Returns whether values can borrow from the input of these elements.
pub(crate) fn borrows<'de, E: ElementSource<'de>>(_: &E) -> bool {
    E::BORROWS
}

/// A function that counts items without elements against the limit of the input; `None` if the columns do it.
type Counter<'c> = Option<&'c mut dyn FnMut(usize) -> Result<(), ErrorKind>>;

/// A source of one row of a batch: it reads the next elements of each column, with the column's header without its
/// outermost axis.
struct ColumnRows<'r, 'h, C> {
    /// The name of each column, the header of a row, and its elements.
    columns: &'r mut [(&'static str, &'h Header, C)],
    /// Whether the columns are all parameters of the rules, in their order.
    declared: bool,
    /// The number of columns whose elements in this row were begun.
    at: usize,
    /// The position of the column that [`next_name`](Source::next_name) went to last.
    named: usize,
    count: Counter<'r>,
}

/// The elements of a row in one column.
struct RowElements<'s, C> {
    column: &'s mut C,
    /// The number of elements of the row that are not read yet.
    left: usize,
    count: Counter<'s>,
}

impl<C> RowElements<'_, C> {
    fn take_count(&mut self, count: usize) -> Result<&mut C, DecodeError> {
        self.left = self.left.checked_sub(count).ok_or_else(|| exhausted(count, self.left))?;
        Ok(self.column)
    }
}

impl<'de, C: ElementSource<'de>> ElementSource<'de> for RowElements<'_, C> {
    const BORROWS: bool = C::BORROWS;

    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        self.take_count(out.len())?.fill(out)
    }

    fn left(&self) -> usize {
        self.left
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.take_count(count)?.extend(count, out)
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        self.take_count(count)?.borrow(count)
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.take_count(1)?.variable()
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        self.take_count(count)?.take(header)
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        self.take_count(count)?.take_into(header, into)
    }

    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        self.take_count(count)?.skip(element_type, count)
    }

    fn size_hint(&self) -> usize {
        self.column.size_hint().min(self.left)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        match &mut self.count {
            Some(count) => count(items),
            None => self.column.count_empty(items),
        }
    }
}

impl<'de, C: ElementSource<'de>> Source<'de> for ColumnRows<'_, '_, C> {
    type Elements<'s>
        = RowElements<'s, C>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, RowElements<'_, C>), DecodeError> {
        let (_, header, column) = self.columns.get_mut(self.at).ok_or_else(|| exhausted(1, 0))?;
        self.at = self.at.saturating_add(1);
        let left = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        let count = self.count.as_mut().map(|count| &mut **count as _);
        Ok(((*header).clone(), RowElements { column, left, count }))
    }

    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(if self.declared { RecordOrder::Declared } else { RecordOrder::Any })
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        self.named = self.at;
        Ok(self.at < self.columns.len())
    }

    fn name(&self) -> &str {
        self.columns.get(self.named).map_or("", |(name, _, _)| name)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        match (&mut self.count, self.columns.first_mut()) {
            (Some(count), _) => count(items),
            (None, Some((_, _, column))) => column.count_empty(items),
            (None, None) => Ok(()),
        }
    }
}

/// A source of owned values from a tensor that does not live for `'de`: whatever would be borrowed is copied.
pub(crate) struct Detached<S>(pub(crate) S);

impl<'de, 'x, S: ElementSource<'x>> ElementSource<'de> for Detached<S> {
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        self.0.fill(out)
    }

    fn left(&self) -> usize {
        self.0.left()
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.0.extend(count, out)
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.0.variable().map(Variable::into_owned)
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        self.0.take_into(header, into)
    }

    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        self.0.skip(element_type, count)
    }

    fn size_hint(&self) -> usize {
        self.0.size_hint()
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.0.count_empty(items)
    }
}
