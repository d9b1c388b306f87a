//! Finds out the lengths of ragged columns by one look at all records, and keeps the numbers of short lists of records.
//!
//! A record with such a list has several columns of it. To go to each list for each of them, for its lengths and for its
//! numbers, takes longer than to copy the few numbers. So each list is gone to once, where its records become rows of
//! numbers, and rows are split into columns many at a time. A column that has a long list is written from the records.

use core::slice::{self, ChunksExact, ChunksExactMut};

use super::{Column, LIST, NO_NAMES, missing};
use crate::{
    Bindings, Block, ElementType, Encode, EncodeError, ErrorKind, Payload, RecordType, Sink,
    rules::columns::{
        ColumnForm, OpenAxes,
        table::{ListColumn, list_columns, row_size},
    },
    traits::{
        block::header_of,
        put_list,
        sink::{
            fields::{EncodeFields, FieldNames},
            piece::{PIECE, Piece},
        },
    },
};

/// Adds to the first of these columns what the items have for the parameter at position `wanted`. Columns behind it that a
/// list of records has too are added to at once. Named axes are compared in the records if `binds`.
///
/// # Errors
///
/// Those of the items, and [`MissingParam`](ErrorKind::MissingParam).
pub(super) fn survey<'a, T: Encode + 'a>(
    items: impl Iterator<Item = &'a T>,
    columns: &mut [Column],
    wanted: usize,
    binds: bool,
) -> Result<(), EncodeError> {
    let mut rows = None;
    columns.iter_mut().take(1).for_each(Column::begin);
    for (index, item) in items.enumerate() {
        let before = columns.first().map_or(0, |column| column.tensors);
        let mut sink = Survey { columns, wanted, at: 0, begun: false, binds, rows: &mut rows };
        let written = item.encode(&mut sink);
        let begun = sink.begun;
        let checked = match (written, columns.first_mut()) {
            (Ok(()), _) if !begun => Err(ErrorKind::TensorFound.into()),
            (Ok(()), Some(column)) => column.end_record(before),
            (written, _) => written,
        };
        if let Err(error) = checked {
            return Err(error.in_item(index));
        }
    }
    if let Some(rows) = &mut rows {
        rows.flush(columns);
    }
    Ok(())
}

impl Column {
    /// Returns whether what is to be known of the records before the column is written is known.
    pub(super) fn is_surveyed(&self) -> bool {
        self.of.form == ColumnForm::STACKED || (self.of.form == LIST && self.lengths.len() == self.records)
    }

    /// Forgets what is known, and makes room for what the records have.
    fn begin(&mut self) {
        *self = Self::new(self.of, self.records);
        if self.of.form.is_optional {
            self.presence.reserve(self.records);
        }
        if self.of.form.open == OpenAxes::First {
            self.lengths.reserve(self.records);
        }
    }

    /// Ends a record, `before` which there were so many tensors.
    #[inline]
    fn end_record(&mut self, before: usize) -> Result<(), EncodeError> {
        let found = self.tensors.saturating_sub(before);
        if self.of.form.is_optional {
            self.presence.push(found as u64);
        } else if found == 0 {
            return Err(missing(self.of.name));
        }
        Ok(())
    }

    /// Adds a tensor of this shape.
    #[inline]
    fn add(&mut self, shape: &[usize]) -> Result<(), EncodeError> {
        self.tensors = self.tensors.saturating_add(1);
        let rows = match (self.of.form.open, shape) {
            (OpenAxes::None, _) => return Ok(()),
            (OpenAxes::First, shape) => {
                let rows = shape.first().copied().unwrap_or_default();
                self.lengths.push(rows as u64);
                Some(rows)
            }
            (OpenAxes::All(_), shape) => {
                self.lengths.extend(shape.iter().map(|len| *len as u64));
                crate::element_count(shape)
            }
        };
        self.rows = rows.and_then(|rows| self.rows.checked_add(rows)).ok_or_else(|| ErrorKind::ShapeOverflow)?;
        Ok(())
    }

    /// Keeps the numbers of this size in bytes that lie at byte `at` of each of these rows.
    fn keep_rows(&mut self, rows: ChunksExact<'_, u8>, at: usize, size: usize) {
        let Some(kept) = &mut self.kept else { return };
        let start = kept.len();
        kept.resize(start.saturating_add(rows.len().saturating_mul(size)), 0);
        let to = kept.get_mut(start..).unwrap_or_default().chunks_exact_mut(size.max(1));
        // What has a constant size takes no call.
        match size {
            4 => copy_each::<4>(rows, at, to),
            8 => copy_each::<8>(rows, at, to),
            12 => copy_each::<12>(rows, at, to),
            16 => copy_each::<16>(rows, at, to),
            _ => to.zip(rows).for_each(|(to, row)| {
                let (_, from) = row.split_at_checked(at).unwrap_or_default();
                to.copy_from_slice(from.get(..size).unwrap_or_default());
            }),
        }
    }
}

/// Copies the `N` bytes at byte `at` of each row.
#[inline]
fn copy_each<const N: usize>(rows: ChunksExact<'_, u8>, at: usize, to: ChunksExactMut<'_, u8>) {
    for (to, row) in to.zip(rows) {
        if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), row.get(at..).and_then(<[u8]>::first_chunk::<N>)) {
            *to = *from;
        }
    }
}

/// The numbers of the last items of lists, row by row, which are yet to be put into columns.
struct Rows {
    piece: Piece,
    /// The number of bytes.
    len: usize,
    /// The columns of the list by itself.
    inner: &'static [ListColumn],
}

impl Rows {
    const fn new() -> Self {
        Self { piece: Piece::new(), len: 0, inner: &[] }
    }

    /// Puts the numbers into the columns.
    #[inline(never)]
    fn flush(&mut self, columns: &mut [Column]) {
        let bytes = self.piece.0.get(..self.len).unwrap_or_default();
        let sizes = self.inner.iter().map(|inner| inner.size.unwrap_or_default());
        let rows = bytes.chunks_exact(sizes.clone().sum::<usize>().max(1));
        let mut start = 0usize;
        for (column, size) in columns.iter_mut().zip(sizes) {
            column.keep_rows(rows.clone(), start, size);
            start = start.saturating_add(size);
        }
        self.len = 0;
    }

    /// Takes the numbers of `n` items, whose columns in the record are these; returns whether they are no more than are kept.
    fn take<'a, T: Encode + 'a>(
        &mut self,
        items: impl Iterator<Item = &'a T>,
        n: usize,
        columns: &mut [Column],
    ) -> bool {
        let (inner, size) = const { (list_columns::<T>(), row_size::<T>()) };
        let Some(bytes) = size.checked_mul(n).filter(|bytes| *bytes <= PIECE && size > 0) else { return false };
        if bytes > PIECE.saturating_sub(self.len) {
            self.flush(columns);
        }
        self.inner = inner;
        let end = self.len.saturating_add(bytes);
        let mut rooms = self.piece.0.get_mut(self.len..end).unwrap_or_default().chunks_exact_mut(size);
        self.len = end;
        items.zip(rooms.by_ref()).all(|(item, room)| {
            let mut row = Row { room, inner, at: 0, is_other: false };
            item.encode(&mut row).is_ok() && !row.is_other && row.room.is_empty() && row.inner.is_empty()
        }) && rooms.next().is_none()
    }
}

/// A sink that puts the numbers of a record next to each other.
struct Row<'p> {
    room: &'p mut [u8],
    /// The columns of the tensors to come.
    inner: &'static [ListColumn],
    /// The position of the next tensor's parameter.
    at: usize,
    /// Whether the record has anything but one tensor for each parameter, a block where it is of numbers.
    is_other: bool,
}

impl Row<'_> {
    /// Goes on to the next column, and returns it if it is one of numbers.
    #[inline(always)]
    fn column(&mut self) -> Option<&'static ListColumn> {
        let (column, rest) = self.inner.split_first()?;
        self.inner = rest;
        Some(column).filter(|column| column.size.is_some())
    }
}

impl<'a> Sink<'a> for Row<'_> {
    #[inline(always)]
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], _: &P) -> Result<(), EncodeError> {
        self.is_other |= self.column().is_some();
        Ok(())
    }

    #[inline(always)]
    fn block<B: Block>(&mut self, value: &'a B) -> Result<(), EncodeError> {
        let Some(column) = self.column() else { return Ok(()) };
        let is_of = const { B::RULES.expect_tensor().types.single() } == column.element_type;
        let room = core::mem::take(&mut self.room).split_at_mut_checked(size_of::<B>());
        match (B::bytes_of(slice::from_ref(value)), room) {
            (Some(bytes), Some((room, rest)))
                if is_of && column.size == Some(bytes.len()) && bytes.len() == room.len() =>
            {
                room.copy_from_slice(bytes);
                self.room = rest;
            }
            _ => self.is_other = true,
        }
        Ok(())
    }

    #[inline(always)]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.is_other |= index != self.at;
        self.at = index.wrapping_add(1);
        self
    }

    #[inline(always)]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline(always)]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, _: bool) -> Result<(), EncodeError> {
        fields.encode(self, FieldNames::of(record), None)
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

impl ListColumn {
    /// Returns whether a list of records is a part of one record of this column, and these have the stacked column `inner`.
    #[inline]
    fn is_list_of(&self, inner: &Self) -> bool {
        self.form == LIST && inner.form == ColumnForm::STACKED
    }
}

/// A sink that writes nothing and adds to columns what one record has for the parameter at `wanted`, that of the first of
/// them.
struct Survey<'c> {
    columns: &'c mut [Column],
    wanted: usize,
    /// The position of the next tensor's parameter.
    at: usize,
    begun: bool,
    binds: bool,
    rows: &'c mut Option<Rows>,
}

impl Survey<'_> {
    /// Returns the column of the next tensor, if that is wanted. Its numbers are not kept.
    #[inline]
    fn column(&mut self) -> Option<&mut Column> {
        let column = self.columns.first_mut().filter(|_| self.at == self.wanted)?;
        column.kept = None;
        Some(column)
    }
}

impl<'a> Sink<'a> for Survey<'_> {
    #[inline]
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, shape: &[usize], _: &P) -> Result<(), EncodeError> {
        match self.column() {
            Some(column) => column.add(shape),
            None => Ok(()),
        }
    }

    #[inline]
    fn list<B: Block, P: Payload<'a>>(&mut self, n: usize, payload: &P) -> Result<(), EncodeError> {
        match self.column() {
            Some(column) if column.of.form.open == OpenAxes::First => column.add(&[n]),
            Some(_) => put_list::<B, _, P>(self, n, payload),
            None => Ok(()),
        }
    }

    #[inline]
    fn block<B: Block>(&mut self, _: &'a B) -> Result<(), EncodeError> {
        let Some(column) = self.column() else { return Ok(()) };
        match column.of.form.open {
            OpenAxes::None => column.add(&[]),
            _ => column.add(&header_of::<B>()?.1),
        }
    }

    #[inline]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    #[inline]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        self.begun = true;
        Ok(())
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        self.begun = true;
        if named && self.binds {
            return fields.encode(self, FieldNames::of(record), Some(&mut Bindings::new()));
        }
        fields.encode_at(self.wanted, self, FieldNames::of(record))
    }

    fn picked(&self) -> Option<usize> {
        Some(self.wanted)
    }

    // Of records in the record, each by its own columns.
    fn binds(&self) -> bool {
        true
    }

    fn items<T: Encode + 'a, I: Iterator<Item = &'a T> + Clone>(
        &mut self,
        items: &I,
    ) -> Option<Result<(), EncodeError>> {
        let inner = const { list_columns::<T>() };
        let columns = self.columns.get_mut(..inner.len()).filter(|_| self.at == self.wanted)?;
        if !columns.iter().zip(inner).all(|(column, inner)| column.of.is_list_of(inner)) {
            return None;
        }
        // The record may be the list itself.
        self.begun = true;
        let (n, mut keeps) = (items.clone().count(), true);
        for (column, inner) in columns.iter_mut().zip(inner) {
            if let Err(error) = column.add(&[n]) {
                return Some(Err(error));
            }
            match inner.size {
                Some(_) => keeps &= column.kept.is_some(),
                None => column.kept = None,
            }
        }
        if !keeps || !self.rows.get_or_insert_with(Rows::new).take(items.clone(), n, columns) {
            columns.iter_mut().for_each(|column| column.kept = None);
        }
        Some(Ok(()))
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}
