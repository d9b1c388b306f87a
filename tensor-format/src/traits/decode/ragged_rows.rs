//! A fast way to read records of which some columns are not in each row, or are lists: as
//! [`LentRows`](super::lent_rows::LentRows), with the lengths of each row.

use alloc::{borrow::Cow, vec::Vec};

use smallvec::SmallVec;

use super::{
    kept::{Kept, KeptBytes},
    native_rows::NextRow,
};
use crate::{
    Bindings, Block, ByteOrder, DecodeBlock, DecodeError, Element, ElementSource, ElementType, Header, RecordOrder,
    RecordType, Shape, Source, TensorRules, Variable, View,
    error::memory::reserve_exact,
    rules::columns::{Part, table::ListColumn},
    traits::{
        exhausted,
        source::native::{LentColumn, Native, NativeColumn, NativeColumns, native_places},
    },
    variable::len_of_texts,
};

/// A source of rows, one after another: [`next`](NextRow::next) goes on.
pub(super) struct RaggedRows<'c, 'k, 'de> {
    /// At most 64.
    columns: &'c mut [LentColumn<'k, 'de>],
    /// Whether there was an error in this row, which a field may pass over.
    is_unfit: bool,
    /// For each row a bit for each column that has a tensor in it; none if all have one in each row.
    rows: SmallVec<[u64; 16]>,
    is_declared: bool,
    /// The position of the next row.
    row: usize,
    /// The bits of this row, and those of its columns that are yet to be read.
    present: u64,
    left: u64,
    /// The position behind the column that was read last.
    at: usize,
}

impl<'c, 'k, 'de: 'k> RaggedRows<'c, 'k, 'de> {
    pub(super) fn new(columns: &'c mut [LentColumn<'k, 'de>]) -> Self {
        let beyond = u64::BITS.saturating_sub(columns.len() as u32);
        let all = u64::MAX.checked_shr(beyond).unwrap_or_default();
        let mut rows = SmallVec::new();
        let mut is_unfit = false;
        // Column by column: the compiler makes vector instructions of it.
        for (index, column) in columns.iter().enumerate() {
            let Some(presence) = column.presence else { continue };
            let flags = presence.chunks_exact(size_of::<u64>());
            is_unfit |= rows.try_reserve_exact(flags.len().saturating_sub(rows.len())).is_err();
            if is_unfit {
                break;
            }
            rows.resize(flags.len(), all);
            for (row, flag) in rows.iter_mut().zip(flags) {
                // 0 or 1: they have been added up.
                let is_there = u64::from_ne_bytes(flag.try_into().unwrap_or_default());
                *row ^= (is_there ^ 1).wrapping_shl(index as u32);
            }
        }
        let is_declared = columns.iter().all(|column| column.presence.is_none());
        Self { columns, is_unfit, rows, is_declared, row: 0, present: all, left: 0, at: 0 }
    }

    /// Returns an error without a reason, behind which the row is not taken for read.
    #[cold]
    #[inline(never)]
    fn unfit(&mut self) -> DecodeError {
        self.is_unfit = true;
        exhausted(1, 0)
    }

    /// Goes on to the next column that has a tensor in this row, whose elements have to be of this type.
    #[inline]
    fn column(&mut self, element_type: Option<ElementType>) -> Option<&mut LentColumn<'k, 'de>> {
        let index = self.left.trailing_zeros() as usize;
        let column = self.columns.get_mut(index)?;
        self.left &= self.left.wrapping_sub(1);
        self.at = index.wrapping_add(1);
        (Some(column.element_type) == element_type).then_some(column)
    }

    /// Reads the elements of the next column that are a `T`.
    #[inline]
    fn read<T: Block, V>(
        &mut self,
        read: impl FnOnce(&mut LentElements<'_, 'k, 'de>) -> Result<V, DecodeError>,
    ) -> Result<V, DecodeError> {
        let (element_type, count) =
            const { (T::RULES.expect_tensor().types.single(), T::RULES.expect_tensor().fixed_count(1)) };
        let column = self.column(element_type).filter(|column| column.lengths.is_none());
        let column = column.filter(|column| Some(column.count) == count && T::SIZE == column.size);
        let taken = column.and_then(|column| column.take(1));
        let mut elements = self.elements(taken)?;
        match read(&mut elements) {
            Ok(value) if elements.left == 0 => Ok(value),
            _ => Err(self.unfit()),
        }
    }

    /// Returns the elements that were taken off a column, if they were there.
    #[inline]
    fn elements(&mut self, taken: Option<Taken<'k, 'de>>) -> Result<LentElements<'_, 'k, 'de>, DecodeError> {
        match taken {
            Some(taken) => Ok(taken.of(&mut self.is_unfit)),
            None => Err(self.unfit()),
        }
    }
}

/// A list of records in the record of a row, each of whose tensors is what a column has in this row.
impl<'k, 'de: 'k> RaggedRows<'_, 'k, 'de> {
    /// Reads the records of the next list by `read`, which finds its columns. If it does not, nothing does.
    #[inline]
    fn read_list(&mut self, read: impl FnOnce(&mut Self) -> Option<bool>) -> bool {
        self.at = self.left.trailing_zeros() as usize;
        let is_read = read(self) == Some(true);
        self.is_unfit |= !is_read;
        is_read
    }

    /// Takes the next tensor of a list: the length of its outermost axis, and its elements.
    #[inline]
    fn list_tensor(&mut self, element_type: ElementType, inner: &[usize]) -> Option<(usize, KeptBytes<'de, 'k>)> {
        // The columns of a list are one behind another: all of them are in this row, or none.
        let index = self.left.trailing_zeros() as usize;
        let column = self.columns.get_mut(index).filter(|_| index == self.at)?;
        self.left &= self.left.wrapping_sub(1);
        self.at = index.wrapping_add(1);
        let (n, axes, rows) = match &mut column.lengths {
            Some(lengths) => {
                let n = next_length(lengths);
                (n, column.inner, n)
            }
            None => {
                let (n, axes) = column.inner.split_first()?;
                (*n, axes, 1)
            }
        };
        let is_of = column.element_type == element_type && axes.iter().eq(inner);
        Some((n, column.take(rows).filter(|_| is_of)?.bytes))
    }

    /// Finds the columns of the next list, which are numbers of one shape, and returns its number of records.
    #[inline]
    fn native(&mut self, list: &[ListColumn], columns: &mut NativeColumns<'k>) -> Option<usize> {
        let mut n = None;
        for (of, column) in list.iter().zip(columns) {
            let element_type = of.element_type?;
            let (len, bytes) = self.list_tensor(element_type, of.inner)?;
            if len != *n.get_or_insert(len) {
                return None;
            }
            *column = NativeColumn { element_type, size: of.size?, bytes: bytes.get() };
        }
        n
    }

    /// Finds the columns of the next list, and returns its number of records.
    fn lent(&mut self, list: &[ListColumn], columns: &mut SmallVec<[LentColumn<'k, 'de>; 8]>) -> Option<usize> {
        let mut n = None;
        for of in list {
            let (records, column) = LentColumn::of(of, |part| match part {
                Part::Values => self.list_tensor(of.element_type?, of.inner),
                Part::Presence | Part::Lengths => self.list_tensor(ElementType::U64, &[]),
            })?;
            if records != *n.get_or_insert(records) {
                return None;
            }
            columns.push(column);
        }
        n
    }
}

impl NextRow for RaggedRows<'_, '_, '_> {
    #[inline]
    fn next(&mut self) -> &mut Self {
        if let Some(present) = self.rows.get(self.row) {
            self.present = *present;
            self.row = self.row.wrapping_add(1);
        }
        self.left = self.present;
        self
    }

    #[inline]
    fn have_read(&mut self, _: usize) -> bool {
        self.left == 0 && !self.is_unfit
    }
}

/// Takes the next length off. They have been added up, so that none is too large for this machine.
#[inline]
fn next_length(lengths: &mut &[u8]) -> usize {
    let Some((next, rest)) = lengths.split_first_chunk() else { return 0 };
    *lengths = rest;
    u64::from_ne_bytes(*next) as usize
}

impl<'k, 'de: 'k> LentColumn<'k, 'de> {
    /// Takes the elements of `n` values off.
    #[inline]
    fn take(&mut self, n: usize) -> Option<Taken<'k, 'de>> {
        let left = n.checked_mul(self.count)?;
        let len = match self.size {
            Some(size) => n.checked_mul(size)?,
            None => len_of_texts(self.bytes.get(), left)?,
        };
        Some(Taken { bytes: self.bytes.take(len)?, element_type: self.element_type, left })
    }
}

impl<'k, 'de: 'k> Source<'de> for RaggedRows<'_, 'k, 'de> {
    type Elements<'s>
        = LentElements<'s, 'k, 'de>
    where
        Self: 's;

    const EXPLAINS: bool = false;

    fn give_up(&mut self) {
        self.is_unfit = true;
    }

    const COLUMNS_ALONE: bool = true;

    fn tensor(&mut self) -> Result<(Header, LentElements<'_, 'k, 'de>), DecodeError> {
        Err(self.unfit())
    }

    fn tensor_of<'r>(
        &mut self,
        rules: &TensorRules<'r>,
        bindings: Option<(&mut Bindings<'r>, &'r str)>,
    ) -> Result<(Header, LentElements<'_, 'k, 'de>), DecodeError> {
        let element_type = rules.types.single();
        let (mut shape, mut taken) = (Shape::scalar(), None);
        if let Some(column) = self.column(element_type) {
            let n = column.lengths.as_mut().map(next_length);
            shape = n.into_iter().chain(column.inner.iter().copied()).collect();
            taken = column.take(n.unwrap_or(1));
        }
        let is_allowed = bindings.is_none() && rules.axes.allow(&shape);
        let elements = self.elements(taken.filter(|_| is_allowed))?;
        Ok((Header { element_type: elements.element_type, shape }, elements))
    }

    #[inline]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        if const { T::SIZE.is_none() } {
            return self.read::<T, _>(|texts| T::read(texts));
        }
        // Numbers of a type that is known take fewer tests.
        self.read::<T, _>(|elements| {
            elements.left = 0;
            T::read(&mut Native::<T>::new(elements.bytes.get(), None))
        })
    }

    #[inline]
    fn block_into<T: DecodeBlock<'de>>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        if const { T::SIZE.is_none() } {
            return self.read::<T, _>(|texts| value.read_into(texts));
        }
        *value = self.block()?;
        Ok(())
    }

    #[inline]
    fn list_of<T: Block>(&mut self) -> Result<(usize, LentElements<'_, 'k, 'de>), DecodeError> {
        let (element_type, count) =
            const { (T::RULES.expect_tensor().types.single(), T::RULES.expect_tensor().fixed_count(1)) };
        let column = self.column(element_type);
        let column = column.filter(|column| Some(column.count) == count && T::SIZE == column.size);
        let list = column.and_then(|column| {
            let n = next_length(column.lengths.as_mut()?);
            Some((n, column.take(n)?))
        });
        let (n, taken) = list.unzip();
        Ok((n.unwrap_or_default(), self.elements(taken)?))
    }

    #[inline]
    fn lengths_of(
        &mut self,
        rules: &TensorRules<'_>,
        lens: &mut [usize],
    ) -> Result<LentElements<'_, 'k, 'de>, DecodeError> {
        let Some(column) = self.column(rules.types.single()) else { return self.elements(None) };
        let taken = match &mut column.lengths {
            None if lens.len() == column.inner.len() => {
                lens.copy_from_slice(column.inner);
                column.take(1)
            }
            Some(lengths) if lens.len() == column.inner.len().wrapping_add(1) => {
                let n = next_length(lengths);
                lens.iter_mut().zip([n].iter().chain(column.inner)).for_each(|(to, len)| *to = *len);
                column.take(n)
            }
            _ => None,
        };
        // The type of the elements has been compared.
        let is_allowed = rules.axes.only_count(lens.len()) || rules.axes.allow(lens);
        self.elements(taken.filter(|_| is_allowed))
    }

    fn with_native_columns(
        &mut self,
        _: Option<RecordType>,
        list: &[ListColumn],
        read: &mut dyn FnMut(usize, &NativeColumns<'_>) -> bool,
    ) -> bool {
        self.read_list(|rows| {
            let mut columns = native_places(list.len());
            let n = rows.native(list, &mut columns)?;
            Some(read(n, &columns))
        })
    }

    fn with_lent_columns(
        &mut self,
        _: Option<RecordType>,
        list: &[ListColumn],
        read: &mut dyn FnMut(usize, &mut [LentColumn<'_, 'de>]) -> bool,
    ) -> bool {
        self.read_list(|rows| {
            let mut columns = SmallVec::new();
            let n = rows.lent(list, &mut columns)?;
            Some(read(n, &mut columns))
        })
    }

    #[inline]
    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(if self.is_declared { RecordOrder::Declared } else { RecordOrder::Any })
    }

    #[inline]
    fn present(&mut self, _: RecordType) -> Option<u64> {
        Some(self.present)
    }
}

/// Elements of a row: numbers as they are in memory, or texts, each behind its length.
pub(super) struct LentElements<'s, 'k, 'de> {
    bytes: KeptBytes<'de, 'k>,
    element_type: ElementType,
    left: usize,
    /// That of the row.
    is_unfit: &'s mut bool,
}

/// The elements of a row, of which no error is remembered yet.
struct Taken<'k, 'de> {
    bytes: KeptBytes<'de, 'k>,
    element_type: ElementType,
    left: usize,
}

impl<'k, 'de> Taken<'k, 'de> {
    #[inline]
    fn of<'s>(self, is_unfit: &'s mut bool) -> LentElements<'s, 'k, 'de> {
        LentElements { bytes: self.bytes, element_type: self.element_type, left: self.left, is_unfit }
    }
}

impl<'k, 'de: 'k> LentElements<'_, 'k, 'de> {
    /// Returns an error without a reason, behind which the row is not taken for read.
    #[cold]
    fn unfit(&mut self) -> DecodeError {
        *self.is_unfit = true;
        exhausted(1, 0)
    }

    /// Takes the next `count` numbers off.
    #[inline]
    fn take_numbers<T: Element>(&mut self, count: usize) -> Result<KeptBytes<'de, 'k>, DecodeError> {
        let size = count.checked_mul(T::SIZE).filter(|_| self.element_type == T::TYPE);
        let Some(bytes) = size.and_then(|size| self.bytes.take(size)) else { return Err(self.unfit()) };
        self.left = self.left.saturating_sub(count);
        Ok(bytes)
    }
}

impl<'k, 'de: 'k> ElementSource<'de> for LentElements<'_, 'k, 'de> {
    const BORROWS: bool = true;

    fn lends(&self) -> bool {
        matches!(self.bytes, Kept::Lent(_))
    }

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        let numbers = self.take_numbers::<T>(out.len())?.get().chunks_exact(T::SIZE);
        out.iter_mut().zip(numbers).for_each(|(to, number)| *to = T::read(number, ByteOrder::NATIVE));
        Ok(())
    }

    #[inline]
    fn left(&self) -> usize {
        self.left
    }

    #[inline]
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        let bytes = self.take_numbers::<T>(count)?;
        reserve_exact(out, count)?;
        T::extend(out, bytes.get(), ByteOrder::NATIVE);
        Ok(())
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        match self.take_numbers::<T>(count)? {
            Kept::Lent(bytes) => Ok(View::new(bytes, ByteOrder::NATIVE)),
            Kept::Owned(_) => Err(self.unfit()),
        }
    }

    #[inline]
    fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        let text = if self.element_type == ElementType::String { self.bytes.take_text() } else { None };
        self.left = self.left.saturating_sub(1);
        text.ok_or_else(|| self.unfit())
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.text().map(Variable::Text)
    }

    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        let size = element_type.size().and_then(|size| count.checked_mul(size));
        if size.and_then(|size| self.bytes.take(size)).is_none() {
            return Err(self.unfit());
        }
        self.left = self.left.saturating_sub(count);
        Ok(())
    }

    #[inline]
    fn end(&mut self) -> Result<(), DecodeError> {
        if self.left == 0 { Ok(()) } else { Err(self.unfit()) }
    }

    #[inline]
    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        let size = element_type.size().filter(|_| element_type == self.element_type)?;
        self.bytes.get().get(..count.checked_mul(size)?)
    }

    #[inline]
    fn size_hint(&self) -> usize {
        self.left
    }
}
