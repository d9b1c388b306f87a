//! Reads values from columns: a row as a record, one tensor alone.

use std::{borrow::Cow, ops::Range};

use tensor_format::{
    Decode, DecodeError, ErrorKind, Header, Rules, TensorRules,
    codec::{DecodeBlock, ElementSource, EmptyLimit, RecordOrder, Source, Variable},
    rules::RecordType,
};

use super::{
    batch_columns::Columns,
    column::Column,
    elements::Elements,
    empty_items::{EmptyOfRow, RowLimit},
};
use crate::fault::{Fault, FaultKind};

/// Reads one row as a record: the tensors of its columns, by their names.
pub(super) struct RowSource<'c, 'b> {
    columns: &'c Columns<'b>,
    row: usize,
    /// The position of the next parameter.
    next: usize,
    /// The tensors that are left of a parameter with many.
    many: Range<usize>,
    /// The position of the parameter, and that of its tensor in the column.
    current: (usize, usize),
    order: Order,
    /// Whether all tensors are found by their names.
    by_name: bool,
    empty: &'c RowLimit,
}

/// How the tensors of a row are gone through.
#[derive(Clone, Copy)]
enum Order {
    /// By the names of the parameters.
    Named,
    /// One for each parameter, one after another.
    Declared,
    /// One for each parameter whose bit is set, one after another, of those that are still to come.
    Present(u64),
}

impl<'c, 'b> RowSource<'c, 'b> {
    pub(super) fn new(columns: &'c Columns<'b>, row: usize, empty: &'c RowLimit) -> Self {
        Self { columns, row, next: 0, many: 0..0, current: (0, row), order: Order::Named, by_name: false, empty }
    }

    /// Reads the value of the row.
    pub(super) fn decode<T: Decode<'b>>(
        columns: &'c Columns<'b>,
        row: usize,
        empty: &'c RowLimit,
    ) -> Result<T, DecodeError> {
        let before = empty.get();
        let mut source = Self::new(columns, row, empty);
        let decoded = T::decode(&mut source);
        if decoded.is_err() || source.is_read() {
            return decoded;
        }
        // Code by hand has left a tensor, which the next field may have taken for its own.
        empty.set(before);
        T::decode(&mut Self { by_name: true, ..Self::new(columns, row, empty) })
    }

    /// Returns whether all tensors were read that are not found by their names.
    fn is_read(&self) -> bool {
        match self.order {
            Order::Named => true,
            Order::Declared => self.next == self.columns.params.len(),
            Order::Present(left) => left == 0,
        }
    }

    fn empty(&self) -> EmptyOfRow<'c> {
        EmptyOfRow { columns: self.columns, row: self.row, limit: self.empty }
    }

    /// Returns the position of the parameter whose tensor comes next, and that of its tensor in the column.
    #[inline]
    fn place(&self) -> (usize, usize) {
        if let Order::Named = self.order { self.current } else { (self.next, self.row) }
    }

    /// Passes over the tensor that comes next.
    #[inline]
    fn pass(&mut self) {
        match &mut self.order {
            Order::Named => {}
            Order::Declared => self.next = self.next.wrapping_add(1),
            Order::Present(left) => {
                *left &= left.wrapping_sub(1);
                // What was passed has the name.
                (self.current.0, self.next) = (self.next, left.trailing_zeros() as usize);
            }
        }
    }

    #[inline]
    fn column(&self, index: usize) -> Option<&'c Column<'b>> {
        self.columns.params.get(index)?.as_ref().map(|param| &param.column)
    }
}

impl<'b> Source<'b> for RowSource<'_, 'b> {
    type Elements<'s>
        = Elements<'s, 'b>
    where
        Self: 's;

    #[inline]
    fn tensor(&mut self) -> Result<(Header, Elements<'_, 'b>), DecodeError> {
        let (index, at) = self.place();
        self.pass();
        let column = self.column(index).ok_or_else(ErrorKind::missing_param)?;
        let (header, elements) = column.read(at)?;
        Ok((header, elements.counted_in_row(self.empty())?))
    }

    #[inline]
    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<Elements<'_, 'b>, DecodeError> {
        let (index, at) = self.place();
        let flat = self.columns.flats.get(index).and_then(|flat| flat.tensor(at, rules, lens));
        if let Some(numbers) = flat {
            self.pass();
            return Ok(Elements::numbers(numbers).in_row(self.empty()));
        }
        let (header, elements) = self.tensor_of(rules, None)?;
        if header.shape.rank() != lens.len() {
            let kind = ErrorKind::Rank { expected: lens.len(), or_more: false, found: header.shape.rank() };
            return Err(elements.locate(kind));
        }
        lens.copy_from_slice(&header.shape);
        Ok(elements)
    }

    #[inline]
    fn block<T: DecodeBlock<'b>>(&mut self) -> Result<T, DecodeError> {
        let (index, at) = self.place();
        self.pass();
        let flat = self.columns.flats.get(index);
        if let Some(mut numbers) = flat.and_then(|flat| flat.block::<T>(at)) {
            let value = T::read(&mut numbers)?;
            numbers.end()?;
            return Ok(value);
        }
        by_header::<T>(self.columns, (self.row, self.empty), (index, at))
    }

    fn metadata(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        let text = self.columns.metadata.iter().find(|metadata| metadata.name == name);
        if text.is_some_and(|metadata| metadata.is_missing(self.row)) {
            return Err(ErrorKind::MissingMetadata.into());
        }
        let Some(text) = text.and_then(|metadata| metadata.texts.as_ref()) else { return Ok(None) };
        if text.is_null(self.row) {
            return Ok(None);
        }
        let (shape, range) = text.tensor(self.row)?;
        let mut elements = text.elements(&shape, range)?;
        match elements.variable()? {
            Variable::Text(text) => Ok(Some(text)),
            _ => Ok(None),
        }
    }

    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        let in_order = self.columns.in_order && !self.by_name;
        self.order = if in_order { Order::Declared } else { Order::Named };
        Ok(if in_order { RecordOrder::Declared } else { RecordOrder::Any })
    }

    fn present(&mut self, record: RecordType) -> Option<u64> {
        let Rules::Record(rules) = record.rules() else { return None };
        let present = self.columns.present(self.row).filter(|present| !self.by_name && rules.lacks_none(*present))?;
        (self.order, self.next) = (Order::Present(present), present.trailing_zeros() as usize);
        Some(present)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        if let Order::Present(_) = self.order {
            (self.order, self.next) = (Order::Named, 0);
        }
        loop {
            if let Some(at) = self.many.next() {
                self.current.1 = at;
                return Ok(true);
            }
            let index = self.next;
            let Some(param) = self.columns.params.get(index) else { return Ok(false) };
            self.next = self.next.saturating_add(1);
            let Some(param) = param else { continue };
            self.current = (index, self.row);
            let range = param.tensors(self.row).map_err(|fault| DecodeError::from(fault).in_parameter(param.name))?;
            let counted = self.empty().count_tensors(param.column.takes_nothing(), &range);
            counted.map_err(|kind| DecodeError::from(kind).in_parameter(param.name))?;
            self.many = range;
        }
    }

    fn name(&self) -> &str {
        let index = if let Order::Declared = self.order { self.next.wrapping_sub(1) } else { self.current.0 };
        self.columns.params.get(index).and_then(Option::as_ref).map_or("", |param| param.name)
    }

    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        self.columns.params.iter().flatten().for_each(|param| show(param.name));
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.empty().count(items)
    }

    fn empty_limit(&self) -> EmptyLimit {
        self.empty().left().unwrap_or_default()
    }
}

/// Reads a value of fixed shape by its header: the tensor of this place. Apart, so that the code of what needs none stays
/// small, and with a source of its own, so that the one of the row stays in registers.
#[inline(never)]
fn by_header<'b, T: DecodeBlock<'b>>(
    columns: &Columns<'b>,
    (row, empty): (usize, &RowLimit),
    current: (usize, usize),
) -> Result<T, DecodeError> {
    let mut source = RowSource { current, ..RowSource::new(columns, row, empty) };
    let (_, mut elements) = source.tensor_of(const { &T::RULES.expect_tensor() }, None)?;
    let value = T::read(&mut elements)?;
    elements.end()?;
    Ok(value)
}

/// Reads one tensor of a column, as a value that is one tensor.
pub(super) struct TensorSource<'c, 'b> {
    column: &'c Column<'b>,
    row: usize,
    read: bool,
    empty: RowLimit,
}

impl<'c, 'b> TensorSource<'c, 'b> {
    pub(super) fn new(column: &'c Column<'b>, row: usize) -> Self {
        Self { column, row, read: false, empty: RowLimit::default() }
    }
}

impl<'b> Source<'b> for TensorSource<'_, 'b> {
    type Elements<'s>
        = Elements<'s, 'b>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, Elements<'_, 'b>), DecodeError> {
        if std::mem::replace(&mut self.read, true) {
            return Err(ErrorKind::ElementCount { expected: 1, found: 0 }.into());
        }
        if self.column.is_null(self.row) {
            return Err(Fault::data(FaultKind::Null, "a tensor", "null").into());
        }
        let (header, elements) = self.column.read(self.row)?;
        let row = EmptyOfRow { columns: self.column, row: self.row, limit: &self.empty };
        Ok((header, elements.counted_in_row(row)?))
    }
}
