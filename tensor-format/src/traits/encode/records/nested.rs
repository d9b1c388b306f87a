//! Lists of records in the records of a list, taken as one list of all their records.
//!
//! A record with such a list has a column for each column of it, and more for lengths. To go to each list for each of
//! them, for its lengths and for its numbers, takes longer than to copy the few numbers. So each list is gone to once for
//! all columns of numbers, where its records become rows, which are split into columns many at a time, and once for each
//! column that is ragged. Texts, and columns that have a tensor of many numbers, are written from the records.

use alloc::vec::Vec;
use core::{
    mem,
    slice::{self, ChunksExact, ChunksExactMut},
};

use super::{Column, Columns, LIST, NO_NAMES};
use crate::{
    Block, Element, ElementType, EncodeError, ErrorKind, Payload, RecordType, Sink,
    rules::columns::{ColumnForm, Part, table::ListColumn},
    traits::sink::{
        fields::{EncodeFields, FieldNames},
        items::EncodeItems,
        piece::{PIECE, Piece, Room},
    },
};

/// The number of bytes from which on numbers are faster written from where they are: those of a tensor, and those of the
/// records of a list if other lists have as many.
const MANY: usize = 512;

/// The columns of all lists as one, and the numbers of the last records, row by row, which are yet to be put into them.
pub(super) struct Nested {
    pub(super) columns: Columns,
    piece: Piece,
    /// The number of bytes in the piece.
    len: usize,
    /// The number of bytes that may be kept of rows, which each list adds to; `None` if no rows are kept any more.
    room: Option<usize>,
}

/// Returns those of the columns `behind` the first that are for this list, if the first is.
pub(super) fn list_in<'c>(list: &[ListColumn], first: &Column, behind: &'c mut [Column]) -> Option<&'c mut [Column]> {
    let last = list.last()?;
    let width = last.first.saturating_add(last.form.width());
    let behind = behind.get_mut(..width.checked_sub(1)?)?;
    (first.of.form == LIST && behind.iter().all(|column| column.of.form == LIST)).then_some(behind)
}

impl Nested {
    pub(super) fn new(list: &'static [ListColumn]) -> Self {
        let columns = list.iter().map(|of| Column { kept: Some(Vec::new()), ..Column::new(of, 0) });
        Self { columns: columns.collect(), piece: Piece::new(), len: 0, room: Some(PIECE) }
    }

    /// Takes the stacked numbers of `n` records, if those of all lists before were taken and are few on average.
    pub(super) fn take<'a, I: EncodeItems<'a>>(&mut self, items: I, n: usize) {
        if I::ROW > 0 && self.room.is_some() && !self.take_rows(items, n) {
            self.room = None;
            self.columns
                .iter_mut()
                .filter(|column| column.of.form == ColumnForm::STACKED)
                .for_each(|column| column.kept = None);
        }
    }

    /// Takes the numbers of `n` records into the piece; returns whether they are no more than are kept.
    fn take_rows<'a, I: EncodeItems<'a>>(&mut self, mut items: I, n: usize) -> bool {
        let Some(bytes) = I::ROW.checked_mul(n).filter(|bytes| *bytes <= PIECE) else { return false };
        self.room = self.room.and_then(|room| room.saturating_add(MANY).checked_sub(bytes));
        if self.room.is_none() {
            return false;
        }
        if bytes > PIECE.saturating_sub(self.len) {
            self.flush();
        }
        let end = self.len.saturating_add(bytes);
        let mut rooms = self.piece.0.get_mut(self.len..end).unwrap_or_default().chunks_exact_mut(I::ROW.max(1));
        self.len = end;
        rooms.all(|room| {
            let mut row = Row { room, list: I::LIST, at: 0, next: 0, is_other: false };
            matches!(items.encode_next(&mut row), Some(Ok(()))) && !row.is_other && row.room.is_empty()
        })
    }

    /// Puts the numbers of the piece into the columns.
    #[inline(never)]
    fn flush(&mut self) {
        let sizes = self.columns.iter().filter_map(|column| column.of.stacked_size());
        let rows = self.piece.0.get(..self.len).unwrap_or_default().chunks_exact(sizes.sum::<usize>().max(1));
        let mut start = 0usize;
        for column in &mut self.columns {
            let Some(size) = column.of.stacked_size() else { continue };
            column.keep_rows(rows.clone(), start, size);
            start = start.saturating_add(size);
        }
        self.len = 0;
    }

    /// Puts what was kept of all lists into the columns of the outer record.
    pub(super) fn finish(mut self, first: &mut Column, behind: &mut [Column]) {
        self.flush();
        for Column { of, presence, lengths, mut kept, .. } in self.columns {
            for part in 0..of.form.width() {
                let own = match of.first.saturating_add(part).checked_sub(1) {
                    None => &mut *first,
                    Some(index) => {
                        let Some(own) = behind.get_mut(index) else { continue };
                        if of.form == ColumnForm::STACKED {
                            own.lengths.clone_from(&first.lengths);
                            (own.tensors, own.rows) = (first.tensors, first.rows);
                        }
                        own
                    }
                };
                match of.form.part(part) {
                    Part::Presence => own.keep_more(&mut u64::as_bytes(&presence).to_vec()),
                    Part::Lengths => own.keep_more(&mut u64::as_bytes(&lengths).to_vec()),
                    Part::Values => match &mut kept {
                        Some(kept) => own.keep_more(kept),
                        None => own.kept = None,
                    },
                }
            }
        }
    }
}

impl Column {
    /// Keeps numbers behind those that are kept, if they are those of all rows that were added.
    fn keep_more(&mut self, bytes: &mut Vec<u8>) {
        let size = self.of.element_type.and_then(ElementType::size).zip(self.of.count);
        let all = size.and_then(|(size, count)| size.checked_mul(count)?.checked_mul(self.rows));
        self.kept = self.kept.take().and_then(|mut kept| {
            if kept.is_empty() {
                kept = mem::take(bytes);
            } else {
                kept.append(bytes);
            }
            (Some(kept.len()) == all).then_some(kept)
        });
    }

    /// Keeps the numbers of a tensor that fits into the column, if it `keeps` and they are few; none of any if not.
    pub(super) fn keep<'a, P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
        keeps: bool,
    ) {
        let Some(kept) = self.kept.as_mut().filter(|_| keeps) else {
            self.kept = None;
            return;
        };
        let size = element_type.size().zip(crate::element_count(shape)).filter(|_| self.of.fits(element_type, shape));
        let size = size.and_then(|(size, count)| size.checked_mul(count)).filter(|size| *size < MANY);
        let is_kept = size.is_some_and(|size| {
            let start = kept.len();
            kept.resize(start.saturating_add(size), 0);
            let mut room = Room { left: kept.get_mut(start..).unwrap_or_default(), element_type };
            payload.write(&mut room).is_ok() && room.left.is_empty()
        });
        if !is_kept {
            self.kept = None;
        }
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

/// A sink that puts the stacked numbers of a record next to each other.
struct Row<'p> {
    room: &'p mut [u8],
    list: &'static [ListColumn],
    /// The position of the next tensor's parameter, and that behind the last block that was put into the row.
    at: usize,
    next: usize,
    /// Whether the record has anything but one block for each parameter of stacked numbers.
    is_other: bool,
}

impl Row<'_> {
    /// Returns the column of the next tensor, if it is one of stacked numbers.
    #[inline(always)]
    fn column(&self) -> Option<&'static ListColumn> {
        self.list.get(self.at).filter(|column| column.stacked_size().is_some())
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
        // In ascending order, so that each is there once if all fill the row.
        self.is_other |= self.at < self.next;
        self.next = self.at.wrapping_add(1);
        let is_of = const { B::RULES.expect_tensor().types.single() } == column.element_type;
        let room = mem::take(&mut self.room).split_at_mut_checked(size_of::<B>());
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
        self.at = index;
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
