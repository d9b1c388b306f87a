//! The columns of a list of records: those whose fields are all numbers and texts of fixed shapes, and any.

use super::{SliceSource, short_header::ShortHeader};
use crate::{
    ByteOrder, ElementSource, ElementType, RecordType, Shape, Source,
    rules::columns::table::ListColumn,
    traits::{
        decode::inner_list::{LentTensors, read_lent},
        source::{
            items::DecodeItems,
            native::{MOST_NATIVE, NativeColumn, NativeColumns},
        },
    },
    util::reinterpret::find_invalid_boolean,
    variable::len_of_texts,
};

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    /// Returns the number of rows and the elements of the columns that come next, behind the names of `record` if it is
    /// given, and the last of their headers, with its offset; `None` if the header of one is not what the type of the list
    /// fixes, a text is long, or a limit might forbid it.
    pub(super) fn lent_columns(
        &self,
        record: Option<RecordType>,
        columns: &[ListColumn],
    ) -> Option<(usize, NativeColumns<'de>, LastColumn<'de>)> {
        if columns.is_empty() || !self.is_plain || ByteOrder::NATIVE != ByteOrder::Little {
            return None;
        }
        let mut rest = self.rest;
        match record {
            Some(_) if self.is_open() && self.record.is_some() => return None,
            Some(record) if !self.is_open() => {
                rest = self.declared_names(record).filter(|_| self.options().names)?;
            }
            _ => {}
        }
        let (mut native, mut rows, mut last) = ([NativeColumn::NONE; MOST_NATIVE], None, None);
        for (column, native) in columns.iter().zip(&mut native) {
            let mut lens = [0; Shape::INLINE];
            let lens = lens.get_mut(..column.inner.len().saturating_add(1))?;
            let short = ShortHeader::read(rest, lens.len(), lens)?;
            let (count, inner) = lens.split_first()?;
            // Not as slices: for those of no bytes `memcmp` may take hundreds of cycles, at addresses where nothing is.
            let is_inner = inner.iter().eq(column.inner);
            if !is_inner || Some(short.element_type) != column.element_type || *rows.get_or_insert(*count) != *count {
                return None;
            }
            let (len, size) = match column.size {
                Some(size) => (short.bytes, size),
                None => (len_of_texts(short.rest, short.count)?, inner.iter().product()),
            };
            let (bytes, behind) = short.rest.split_at_checked(len)?;
            if short.element_type == ElementType::Bool && find_invalid_boolean(bytes).is_some() {
                return None;
            }
            *native = NativeColumn { element_type: short.element_type, size, bytes };
            let (start, elements_at) = (self.offset_of(rest), self.offset_of(short.rest));
            last = Some(LastColumn { element_type: short.element_type, start, elements_at, rest: behind });
            rest = behind;
        }
        Some((rows?, native, last?))
    }

    /// Reads the records of a list, whatever its columns are, behind the names of `record` if it is given; `None`, with
    /// nothing read, if there is a fault, whose reason the general path finds, or the names are others.
    pub(super) fn read_items<I: DecodeItems<'de>>(&mut self, record: Option<RecordType>, items: &mut I) -> Option<()> {
        let mut ahead = Self { record: None, ..*self };
        match record {
            Some(_) if self.is_open() && self.record.is_some() => return None,
            Some(record) if !self.is_open() => {
                ahead.rest = self.declared_names(record).filter(|_| self.options().names)?;
            }
            _ => {}
        }
        let mut tensors = LentTensors::default();
        for _ in 0..items.list().iter().map(|of| of.form.width()).sum() {
            tensors.push(ahead.whole().ok()?);
        }
        let is_read = read_lent(items, tensors, &mut |empty| ElementSource::count_empty(&mut ahead, empty));
        is_read.then(|| *self = Self { record: self.record.take(), ..ahead })
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

/// The last column of a list, and the bytes behind it.
pub(super) struct LastColumn<'de> {
    element_type: ElementType,
    start: usize,
    elements_at: usize,
    rest: &'de [u8],
}
