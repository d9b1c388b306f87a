//! The columns of a list of records: those whose fields are all numbers and texts of fixed shapes, and any.

use smallvec::SmallVec;

use super::{SliceSource, short_header::ShortHeader};
use crate::{
    ByteOrder, ElementSource, ElementType, RecordType, Shape, Source, TensorRef,
    rules::columns::{Part, table::ListColumn},
    traits::{
        decode::{
            inner_list::{LentTensors, read_lent},
            kept::{Kept, KeptCursor},
            records::RowItems,
        },
        source::native::{FEW_NATIVE, LentColumn, NativeColumn, NativeColumns},
    },
    util::reinterpret::find_invalid_boolean,
    variable::len_of_texts,
};

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    /// Stores the numbers of the columns that come next, behind the names of `record` if it is given, in `native`, and returns
    /// the number of rows, and the last of their headers, with its offset; `None` if the header of one is not what the type
    /// of the list fixes, or a limit might forbid it.
    pub(super) fn native_columns(
        &self,
        record: Option<RecordType>,
        columns: &[ListColumn],
        native: &mut NativeColumns<'de>,
    ) -> Option<(usize, LastColumn<'de>)> {
        let mut rest = self.begin_columns(record, columns)?;
        let (mut rows, mut last) = (None, None);
        for (column, native) in columns.iter().zip(native) {
            let values = self.values(rest, column.element_type?, column.inner)?;
            if *rows.get_or_insert(values.len) != values.len {
                return None;
            }
            let element_type = values.last.element_type;
            *native = NativeColumn { element_type, size: column.size?, bytes: values.bytes };
            rest = values.last.rest;
            last = Some(values.last);
        }
        Some((rows?, last?))
    }

    /// Does the same as [`native_columns`](Self::native_columns) where some columns are texts, are not in each row, or are
    /// lists, whose lengths have been added up.
    pub(super) fn lent_columns(
        &self,
        record: Option<RecordType>,
        columns: &[ListColumn],
        lent: &mut SmallVec<[LentColumn<'de, 'de>; FEW_NATIVE]>,
    ) -> Option<(usize, LastColumn<'de>)> {
        let mut rest = self.begin_columns(record, columns)?;
        let (mut rows, mut last) = (None, None);
        for of in columns {
            // Most columns are one tensor.
            let (n, column) = if of.form.width() == 1 {
                let values = self.values(rest, of.element_type?, of.inner)?;
                rest = values.last.rest;
                last = Some(values.last);
                (values.len, LentColumn::new(of, Kept::Lent(values.bytes))?)
            } else {
                LentColumn::of(of, |part| {
                    let (element_type, inner) = match part {
                        Part::Values => (of.element_type?, of.inner),
                        Part::Presence | Part::Lengths => (ElementType::U64, &[][..]),
                    };
                    let values = self.values(rest, element_type, inner)?;
                    rest = values.last.rest;
                    last = Some(values.last);
                    Some((values.len, Kept::Lent(values.bytes)))
                })?
            };
            if *rows.get_or_insert(n) != n {
                return None;
            }
            lent.push(column);
        }
        Some((rows?, last?))
    }

    /// Returns the bytes from the first column on, as [`behind_names`](Self::behind_names); `None` also if a limit might forbid
    /// a column.
    fn begin_columns(&self, record: Option<RecordType>, columns: &[ListColumn]) -> Option<&'de [u8]> {
        if columns.is_empty() || !self.is_plain || ByteOrder::NATIVE != ByteOrder::Little {
            return None;
        }
        self.behind_names(record)
    }

    /// Returns the bytes behind the names of a list that is `record`, or the next ones of a list in a record whose names were
    /// read; `None` if there may be another order.
    fn behind_names(&self, record: Option<RecordType>) -> Option<&'de [u8]> {
        match record {
            Some(_) if self.is_open() && self.record.is_some() => None,
            Some(record) if !self.is_open() => self.declared_names(record).filter(|_| self.options().names),
            _ => Some(self.rest),
        }
    }

    /// Returns a tensor of a column, of this element type and these axes but for the outermost, at the front of `rest`.
    #[inline(always)]
    fn values(&self, rest: &'de [u8], element_type: ElementType, inner: &[usize]) -> Option<ColumnValues<'de>> {
        let mut lens = [0; Shape::INLINE];
        let lens = lens.get_mut(..inner.len().saturating_add(1))?;
        let short = ShortHeader::read_long(rest, lens.len(), lens)?;
        let (len, found) = lens.split_first()?;
        // Not as slices: for those of no bytes `memcmp` may take hundreds of cycles, at addresses where nothing is.
        if !found.iter().eq(inner) || short.element_type != element_type {
            return None;
        }
        let bytes =
            if short.element_type.size().is_some() { short.bytes } else { len_of_texts(short.rest, short.count)? };
        let (bytes, behind) = short.rest.split_at_checked(bytes)?;
        if short.element_type == ElementType::Bool && find_invalid_boolean(bytes).is_some() {
            return None;
        }
        let (start, elements_at) = (self.offset_of(rest), self.offset_of(short.rest));
        let last = LastColumn { element_type: short.element_type, start, elements_at, rest: behind };
        Some(ColumnValues { len: *len, bytes, last })
    }

    /// Reads the records of a list, whatever its columns are, behind the names of `record` if it is given; `None`, with
    /// nothing read, if there is a fault, whose reason the general path finds, or the names are others.
    pub(super) fn read_items(
        &mut self,
        record: Option<RecordType>,
        items: &mut dyn RowItems<'de, KeptCursor<'de, 'de>>,
    ) -> Option<()> {
        let mut ahead = Self { record: None, rest: self.behind_names(record)?, ..*self };
        let width = items.list().iter().map(|of| of.form.width()).sum();
        let mut tensors = LentTensors::with_capacity(width);
        for _ in 0..width {
            tensors.push(ahead.next_whole()?);
        }
        let is_read = read_lent(items, tensors, &mut |empty| ElementSource::count_empty(&mut ahead, empty));
        is_read.then(|| *self = Self { record: self.record.take(), ..ahead })
    }

    /// Reads the next tensor. A function by itself, compiled once for all types of records.
    #[inline(never)]
    fn next_whole(&mut self) -> Option<TensorRef<'de>> {
        self.whole().ok()
    }

    /// Goes on behind a list, whose last column is then the tensor that was read last.
    pub(super) fn pass_columns(&mut self, last: &LastColumn<'de>) {
        self.start = last.start;
        self.elements_at = last.elements_at;
        self.element_type = last.element_type;
        self.left = 0;
        self.section_end = None;
        self.rest = last.rest;
    }

    /// Returns the offset of the first of these bytes, which are the end of the input.
    fn offset_of(&self, rest: &[u8]) -> usize {
        self.input.len().saturating_sub(rest.len())
    }
}

/// A tensor of a column: the length of its outermost axis, and its bytes.
struct ColumnValues<'de> {
    len: usize,
    bytes: &'de [u8],
    last: LastColumn<'de>,
}

/// The last column of a list, and the bytes behind it.
pub(super) struct LastColumn<'de> {
    element_type: ElementType,
    start: usize,
    elements_at: usize,
    rest: &'de [u8],
}
