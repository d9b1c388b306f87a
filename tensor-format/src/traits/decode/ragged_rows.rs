//! A fast way to read records of which some columns are not in each row, or are lists: as
//! [`LentRows`](super::lent_rows::LentRows), with the lengths of each row.

use alloc::{borrow::Cow, vec::Vec};

use super::native_rows::NextRow;
use crate::{
    Block, ByteOrder, DecodeBlock, DecodeError, Element, ElementSource, ElementType, Header, LengthIter, RecordOrder,
    RecordType, Source, TensorRules, Variable, View,
    error::memory::reserve_exact,
    rules::columns::{Part, table::ListColumn},
    traits::{
        exhausted,
        source::native::{LentColumn, Native},
    },
    variable::{len_of_texts, take_short_text},
};

/// A source of rows, one after another: [`next`](NextRow::next) goes on.
pub(super) struct RaggedRows<'c, 'de> {
    columns: &'c mut [LentColumn<'de>],
    /// A bit for each column that has a tensor in this row, and whether all columns have one in each row.
    present: u64,
    is_declared: bool,
    /// The position of the next column; [`UNFIT`] behind an error, which a field may pass over.
    at: usize,
}

/// No position of a column.
const UNFIT: usize = usize::MAX;

impl<'c, 'de> RaggedRows<'c, 'de> {
    pub(super) fn new(columns: &'c mut [LentColumn<'de>]) -> Self {
        let is_declared = columns.iter().all(|column| column.presence.is_none());
        Self { columns, present: u64::MAX, is_declared, at: 0 }
    }

    /// Returns an error without a reason, behind which the row is not taken for read.
    #[cold]
    #[inline(never)]
    fn unfit(&mut self) -> DecodeError {
        self.at = UNFIT;
        exhausted(1, 0)
    }

    /// Passes over the columns that have no tensor in this row.
    #[inline]
    fn skip_absent(&mut self) {
        while self.at < self.columns.len() && self.present >> self.at & 1 == 0 {
            self.at = self.at.wrapping_add(1);
        }
    }

    /// Goes on to the next column that has a tensor in this row, whose elements have to be of this type.
    #[inline]
    fn column(&mut self, element_type: Option<ElementType>) -> Option<&mut LentColumn<'de>> {
        self.skip_absent();
        let column = self.columns.get_mut(self.at)?;
        self.at = self.at.wrapping_add(1);
        (Some(column.element_type) == element_type).then_some(column)
    }

    /// Reads the elements of the next column that are a `T`.
    #[inline]
    fn read<T: Block, V>(
        &mut self,
        read: impl FnOnce(&mut LentElements<'de>) -> Result<V, DecodeError>,
    ) -> Result<V, DecodeError> {
        let (element_type, count) =
            const { (T::RULES.expect_tensor().types.single(), T::RULES.expect_tensor().fixed_count(1)) };
        let column = self.column(element_type).filter(|column| column.lengths.is_none());
        let column = column.filter(|column| Some(column.count) == count && T::SIZE == column.size);
        let Some(mut elements) = column.and_then(|column| column.take(1)) else { return Err(self.unfit()) };
        match read(&mut elements) {
            Ok(value) if elements.left == 0 => Ok(value),
            _ => Err(self.unfit()),
        }
    }
}

impl NextRow for RaggedRows<'_, '_> {
    #[inline]
    fn next(&mut self) -> &mut Self {
        self.at = 0;
        if !self.is_declared {
            self.present = u64::MAX;
            for (index, column) in self.columns.iter_mut().enumerate() {
                if let Some(presence) = &mut column.presence {
                    self.present &= !(u64::from(next_length(presence) == 0) << index);
                }
            }
        }
        self
    }

    #[inline]
    fn have_read(&mut self, columns: usize) -> bool {
        self.skip_absent();
        self.at == columns
    }
}

/// Takes the next length off. They have been added up, so that none is too large for this machine.
#[inline]
fn next_length(lengths: &mut &[u8]) -> usize {
    let Some((next, rest)) = lengths.split_first_chunk() else { return 0 };
    *lengths = rest;
    u64::from_ne_bytes(*next) as usize
}

impl<'de> LentColumn<'de> {
    /// Returns the column `of` and its number of records; `next` returns for each of its tensors the length of the outermost
    /// axis and the bytes. `None` if one is not there, or their lengths do not add up.
    #[inline(always)]
    pub(crate) fn of(
        of: &ListColumn,
        mut next: impl FnMut(Part) -> Option<(usize, &'de [u8])>,
    ) -> Option<(usize, Self)> {
        let (element_type, count) = (of.element_type?, of.count?);
        let size = element_type.size().and_then(|size| size.checked_mul(count));
        let mut column = Self { element_type, inner: of.inner, count, size, bytes: &[], presence: None, lengths: None };
        // Each tensor has the length that the one before it gives; the first has that of the list.
        let (mut records, mut expected) = (None, None);
        for part in 0..of.form.width() {
            let part = of.form.part(part);
            let (len, bytes) = next(part)?;
            if len != *expected.get_or_insert(len) {
                return None;
            }
            records.get_or_insert(len);
            match part {
                Part::Presence => {
                    expected = Some(LengthIter::native(bytes).count_present()?);
                    column.presence = Some(bytes);
                }
                Part::Lengths => {
                    expected = Some(usize::try_from(LengthIter::native(bytes).sum_of_products(1)).ok()?);
                    column.lengths = Some(bytes);
                }
                Part::Values => column.bytes = bytes,
            }
        }
        Some((records?, column))
    }

    /// Takes the elements of `n` values off.
    #[inline]
    fn take(&mut self, n: usize) -> Option<LentElements<'de>> {
        let left = n.checked_mul(self.count)?;
        let len = match self.size {
            Some(size) => n.checked_mul(size)?,
            None => len_of_texts(self.bytes, left)?,
        };
        let (bytes, rest) = self.bytes.split_at_checked(len)?;
        self.bytes = rest;
        Some(LentElements { bytes, element_type: self.element_type, left })
    }
}

impl<'de> Source<'de> for RaggedRows<'_, 'de> {
    type Elements<'s>
        = LentElements<'de>
    where
        Self: 's;

    const EXPLAINS: bool = false;

    fn tensor(&mut self) -> Result<(Header, LentElements<'de>), DecodeError> {
        Err(self.unfit())
    }

    #[inline]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        if const { T::SIZE.is_none() } {
            return self.read::<T, _>(|texts| T::read(texts));
        }
        // Numbers of a type that is known take fewer tests.
        self.read::<T, _>(|elements| {
            elements.left = 0;
            T::read(&mut Native::<T>::new(elements.bytes, None))
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
    fn list_of<T: Block>(&mut self) -> Result<(usize, LentElements<'de>), DecodeError> {
        let (element_type, count) =
            const { (T::RULES.expect_tensor().types.single(), T::RULES.expect_tensor().fixed_count(1)) };
        let column = self.column(element_type);
        let column = column.filter(|column| Some(column.count) == count && T::SIZE == column.size);
        let list = column.and_then(|column| {
            let n = next_length(column.lengths.as_mut()?);
            Some((n, column.take(n)?))
        });
        list.ok_or_else(|| self.unfit())
    }

    #[inline]
    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<LentElements<'de>, DecodeError> {
        let column = self.column(rules.types.single()).filter(|_| lens.is_empty() && rules.axes.rank() == 0);
        let column = column.filter(|column| column.lengths.is_none() && column.inner.is_empty());
        column.and_then(|column| column.take(1)).ok_or_else(|| self.unfit())
    }

    #[inline]
    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(if self.is_declared { RecordOrder::Declared } else { RecordOrder::Any })
    }

    #[inline]
    fn present(&mut self, _: RecordType) -> Option<u64> {
        let beyond = u64::BITS.saturating_sub(self.columns.len() as u32);
        Some(self.present & u64::MAX.checked_shr(beyond).unwrap_or_default())
    }
}

/// Elements of a row: numbers as they are in memory, or texts, each behind its length in one byte.
pub(super) struct LentElements<'de> {
    bytes: &'de [u8],
    element_type: ElementType,
    left: usize,
}

impl<'de> LentElements<'de> {
    /// Takes the next `count` numbers off.
    #[inline]
    fn take_numbers<T: Element>(&mut self, count: usize) -> Result<&'de [u8], DecodeError> {
        let size = count.checked_mul(T::SIZE).filter(|_| self.element_type == T::TYPE);
        let Some((bytes, rest)) = size.and_then(|size| self.bytes.split_at_checked(size)) else {
            return Err(exhausted(count, 0));
        };
        self.bytes = rest;
        self.left = self.left.saturating_sub(count);
        Ok(bytes)
    }
}

impl<'de> ElementSource<'de> for LentElements<'de> {
    const BORROWS: bool = true;

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        let numbers = self.take_numbers::<T>(out.len())?.chunks_exact(T::SIZE);
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
        T::extend(out, bytes, ByteOrder::NATIVE);
        Ok(())
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        self.take_numbers::<T>(count).map(|bytes| View::new(bytes, ByteOrder::NATIVE))
    }

    #[inline]
    fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        let text = if self.element_type == ElementType::String { take_short_text(&mut self.bytes) } else { None };
        self.left = self.left.saturating_sub(1);
        text.map(Cow::Borrowed).ok_or_else(|| exhausted(1, 0))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.text().map(Variable::Text)
    }

    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        let size = element_type.size().and_then(|size| count.checked_mul(size));
        let Some((_, rest)) = size.and_then(|size| self.bytes.split_at_checked(size)) else {
            return Err(exhausted(count, 0));
        };
        self.bytes = rest;
        self.left = self.left.saturating_sub(count);
        Ok(())
    }

    #[inline]
    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        let size = element_type.size().filter(|_| element_type == self.element_type)?;
        self.bytes.get(..count.checked_mul(size)?)
    }

    #[inline]
    fn size_hint(&self) -> usize {
        self.left
    }
}
