//! The source of one value of many whose tensors are columns: it reads the elements of one row of each.

use alloc::vec::Vec;

use crate::{
    DecodeBlock, DecodeError, Element, ElementSource, ElementType, ErrorKind, Header, LengthIter, RecordOrder,
    RecordType, Source, Tensor, TensorRef, TensorRules, Variable, View,
    rules::columns::{OpenAxes, table::ListColumn},
    traits::{
        exhausted, lengths_of, read_whole,
        source::{
            items::DecodeItems,
            native::{LentColumn, NativeColumn, NativeColumns, native_places},
        },
    },
};

/// A function that counts items without elements against the limit of the input; `None` if the columns do it.
pub(super) type Counter<'c> = Option<&'c mut dyn FnMut(usize) -> Result<(), ErrorKind>>;

/// A column: the tensors that many values have for one parameter.
pub(super) struct Column<'h, C> {
    name: &'static str,
    /// The header of a row; lengths of open axes are those of the row before.
    pub(super) row: Header,
    pub(super) elements: &'h mut C,
    /// The size in bytes of a row, if all rows have the same.
    size: Option<usize>,
    /// For each row whether it has a tensor; `None` if every row has one.
    presence: Option<LengthIter<'h>>,
    /// The lengths of the open axes of each tensor, which are the outermost, and how many of these there are.
    lengths: Option<(LengthIter<'h>, usize)>,
    /// Whether the current row has a tensor.
    pub(super) is_present: bool,
    /// Whether the records of a list that begins with this column are not read by the shorter ways, as one has shown.
    pub(super) is_unfit: bool,
}

impl<'h, C> Column<'h, C> {
    /// Creates a column whose rows all have this header.
    pub(super) fn new(name: &'static str, row: Header, elements: &'h mut C) -> Self {
        let size = row.element_type.size().zip(row.shape.element_count());
        let size = size.and_then(|(size, count)| size.checked_mul(count));
        Self { name, row, elements, size, presence: None, lengths: None, is_present: true, is_unfit: false }
    }

    /// Sets which rows have a tensor, and the lengths of the open axes of each tensor.
    pub(super) fn ragged(
        mut self,
        presence: Option<LengthIter<'h>>,
        lengths: Option<LengthIter<'h>>,
        open: OpenAxes,
    ) -> Self {
        let axes = match open {
            OpenAxes::All(axes) => axes,
            _ => 1,
        };
        if lengths.is_some() {
            self.size = None;
        }
        (self.presence, self.lengths) = (presence, lengths.map(|lengths| (lengths, axes)));
        self
    }

    /// Returns whether every row has a tensor.
    pub(super) const fn is_in_each_row(&self) -> bool {
        self.presence.is_none()
    }

    /// Returns whether every row has a tensor of one shape.
    pub(super) const fn is_plain(&self) -> bool {
        self.presence.is_none() && self.lengths.is_none()
    }

    /// Goes on to the next row.
    #[inline]
    pub(super) fn advance(&mut self) {
        if let Some(presence) = &mut self.presence {
            self.is_present = presence.next_len() > 0;
        }
        if let (Some((lengths, axes)), true) = (&mut self.lengths, self.is_present) {
            self.row.shape.as_mut_slice().iter_mut().take(*axes).for_each(|len| *len = lengths.next_len());
        }
    }
}

/// A source of one row.
pub(crate) struct Row<'r, 'h, C> {
    pub(super) columns: &'r mut [Column<'h, C>],
    /// Whether the columns are all parameters of the rules, in their order, and all have a tensor in each row.
    declared: bool,
    /// The number of columns whose elements in this row were begun.
    pub(super) at: usize,
    /// The position of the column that [`next_name`](Source::next_name) went to last.
    named: usize,
    pub(super) count: Counter<'r>,
}

impl<'de, C: ElementSource<'de>> Column<'_, C> {
    /// Skips `rows` rows, all of one shape.
    ///
    /// # Errors
    ///
    /// Those of the elements.
    pub(super) fn skip(&mut self, rows: usize) -> Result<(), DecodeError> {
        let each = self.row.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        self.elements.skip(self.row.element_type, each.saturating_mul(rows))
    }

    /// Returns the column of numbers of the list that the current row is, which has `n` records.
    #[inline]
    fn native(&self, of: &ListColumn, n: usize) -> Option<NativeColumn<'_>> {
        let (element_type, count, size) = (of.element_type?, of.count?, of.size?);
        let (len, inner) = self.row.shape.split_first()?;
        // Not as slices, which `memcmp` would compare, slowly if they are empty.
        if !self.is_present || *len != n || !inner.iter().eq(of.inner) || self.row.element_type != element_type {
            return None;
        }
        let bytes = self.elements.native(element_type, count.checked_mul(n)?)?;
        Some(NativeColumn { element_type, size, bytes })
    }
}

impl<'r, 'h, C> Row<'r, 'h, C> {
    /// Returns the current row of the columns.
    #[inline]
    pub(super) fn new(columns: &'r mut [Column<'h, C>], declared: bool, count: Counter<'r>) -> Self {
        Self { columns, declared, at: 0, named: 0, count }
    }

    /// Begins the elements of the next tensor.
    #[inline]
    fn elements<'de>(&mut self) -> Result<RowElements<'_, C>, DecodeError>
    where
        C: ElementSource<'de>,
    {
        let column = self.columns.get_mut(self.at).ok_or_else(|| exhausted(1, 0))?;
        self.at = self.at.saturating_add(1);
        let left = column.row.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        let count = self.count.as_mut().map(|count| &mut **count as _);
        Ok(RowElements { column: column.elements, left, count })
    }

    /// Puts the columns of numbers of the list that comes next into `native`, and returns its number of records.
    #[inline]
    fn list<'n, 'de>(&'n mut self, list: &[ListColumn], native: &mut NativeColumns<'n>) -> Option<usize>
    where
        C: ElementSource<'de>,
    {
        self.skip_absent();
        let columns = self.columns.get(self.at..self.at.checked_add(list.len())?)?;
        let n = *columns.first().filter(|first| !first.is_unfit)?.row.shape.first()?;
        for ((column, of), native) in columns.iter().zip(list).zip(native) {
            *native = column.native(of, n)?;
        }
        Some(n)
    }

    /// Goes past a list of `n` records if it was read. If not, no further one is tried: each would make an error first.
    fn end_list<'de>(&mut self, list: &[ListColumn], n: usize, is_read: bool) -> bool
    where
        C: ElementSource<'de>,
    {
        if let (false, Some(first)) = (is_read, self.columns.get_mut(self.at)) {
            first.is_unfit = true;
        }
        // Cannot fail: as many elements were found.
        is_read && self.pass_list(list, n).is_some()
    }

    /// Goes past a list of `n` records.
    fn pass_list<'de>(&mut self, list: &[ListColumn], n: usize) -> Option<()>
    where
        C: ElementSource<'de>,
    {
        let end = self.at.checked_add(list.len())?;
        for (column, of) in self.columns.get_mut(self.at..end)?.iter_mut().zip(list) {
            column.elements.skip(column.row.element_type, of.count?.checked_mul(n)?).ok()?;
        }
        self.at = end;
        Some(())
    }

    /// Passes over the columns that have no tensor in this row.
    #[inline]
    pub(super) fn skip_absent(&mut self) {
        while self.columns.get(self.at).is_some_and(|column| !column.is_present) {
            self.at = self.at.saturating_add(1);
        }
    }
}

/// The elements of a row in one column.
pub(crate) struct RowElements<'s, C> {
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

    fn lends(&self) -> bool {
        self.column.lends()
    }

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

    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        if count <= self.left { self.column.native(element_type, count) } else { None }
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

impl<'de, C: ElementSource<'de>> Source<'de> for Row<'_, '_, C> {
    type Elements<'s>
        = RowElements<'s, C>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, RowElements<'_, C>), DecodeError> {
        self.skip_absent();
        let header = self.columns.get(self.at).map(|column| column.row.clone());
        Ok((header.ok_or_else(|| exhausted(1, 0))?, self.elements()?))
    }

    #[inline]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        self.skip_absent();
        let Some(column) = self.columns.get_mut(self.at) else { return Err(exhausted(1, 0)) };
        let (element_type, rank) =
            const { (T::RULES.expect_tensor().types.single(), T::RULES.expect_tensor().axes.rank()) };
        let is_scalar = rank == 0 && column.row.shape.rank() == 0;
        let is_alike = is_scalar || (T::SIZE.is_some() && T::SIZE == column.size);
        if !is_alike || element_type != Some(column.row.element_type) {
            return read_whole(self);
        }
        self.at = self.at.saturating_add(1);
        T::read(column.elements)
    }

    #[inline]
    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<RowElements<'_, C>, DecodeError> {
        self.skip_absent();
        match self.columns.get(self.at).map(|column| &column.row) {
            Some(row) if row.shape.rank() == lens.len() && rules.allow(row.element_type, &row.shape) => {
                lens.copy_from_slice(&row.shape);
                self.elements()
            }
            _ => lengths_of(self, rules, lens),
        }
    }

    #[inline]
    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(if self.declared { RecordOrder::Declared } else { RecordOrder::Any })
    }

    fn with_native_columns(
        &mut self,
        _: Option<RecordType>,
        list: &[ListColumn],
        read: &mut dyn FnMut(usize, &NativeColumns<'_>) -> bool,
    ) -> bool {
        let read = {
            let mut native = native_places(list.len());
            let n = self.list(list, &mut native);
            n.map(|n| (n, read(n, &native)))
        };
        read.is_some_and(|(n, is_read)| self.end_list(list, n, is_read))
    }

    fn with_lent_columns(
        &mut self,
        _: Option<RecordType>,
        list: &[ListColumn],
        read: &mut dyn FnMut(usize, &mut [LentColumn<'_, 'de>]) -> bool,
    ) -> bool {
        self.read_lent(list, read).is_some()
    }

    fn items<I: DecodeItems<'de>>(&mut self, _: Option<RecordType>, items: &mut I) -> Option<Result<(), DecodeError>> {
        self.read_items(items)
    }

    fn present(&mut self, record: RecordType) -> Option<u64> {
        let rules = record.rules();
        let rules = rules.as_record().filter(|rules| rules.len() == self.columns.len())?;
        let present = self.columns.iter().rev().fold(0, |bits, column| bits << 1 | u64::from(column.is_present));
        rules.lacks_none(present).then_some(present)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        self.skip_absent();
        self.named = self.at;
        Ok(self.at < self.columns.len())
    }

    fn name(&self) -> &str {
        self.columns.get(self.named).map_or("", |column| column.name)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        match (&mut self.count, self.columns.first_mut()) {
            (Some(count), _) => count(items),
            (None, Some(column)) => column.elements.count_empty(items),
            (None, None) => Ok(()),
        }
    }
}
