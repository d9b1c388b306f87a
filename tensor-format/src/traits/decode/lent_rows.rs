//! A fast way to read records whose columns are numbers and texts that the input lends, as
//! [`NativeRows`](super::native_rows::NativeRows) are where none is lent.

use alloc::borrow::Cow;

use crate::{
    Block, DecodeBlock, DecodeError, Element, ElementSource, ElementType, Header, RecordOrder, RecordType, Source,
    Variable,
    traits::{
        exhausted,
        source::native::{Native, NativeColumn, NativeColumns},
    },
    variable::text_of,
};

/// A source of rows, one after another: [`next`](Self::next) goes on.
pub(super) struct LentRows<'c, 'de> {
    columns: &'c mut NativeColumns<'de>,
    /// The number of columns that were read of this row; [`UNFIT`] behind an error, which a field may pass over.
    at: usize,
}

/// No position of a column.
const UNFIT: usize = usize::MAX;

impl<'c, 'de> LentRows<'c, 'de> {
    pub(super) fn new(columns: &'c mut NativeColumns<'de>) -> Self {
        Self { columns, at: 0 }
    }

    /// Goes on to the next row.
    #[inline(always)]
    pub(super) fn next(&mut self) -> &mut Self {
        self.at = 0;
        self
    }

    /// Returns whether exactly so many columns were read of this row, and all without an error.
    #[inline(always)]
    pub(super) fn have_read(&self, columns: usize) -> bool {
        self.at == columns
    }

    /// Returns an error without a reason, behind which the row is not taken for read.
    #[cold]
    fn unfit(&mut self) -> DecodeError {
        self.at = UNFIT;
        unfit()
    }

    /// Goes on to the next column, whose rows have to be of this type and size.
    #[inline(always)]
    fn column(&mut self, element_type: ElementType, size: usize) -> Option<&mut NativeColumn<'de>> {
        let column = self.columns.get_mut(self.at)?;
        self.at = self.at.wrapping_add(1);
        (column.element_type == element_type && column.size == size).then_some(column)
    }

    /// Reads the texts of the next column that are a `T`.
    #[inline(always)]
    fn texts<T: Block, V>(
        &mut self,
        read: impl FnOnce(&mut Texts<'de>) -> Result<V, DecodeError>,
    ) -> Result<V, DecodeError> {
        let types = const { (T::RULES.expect_tensor().types.single(), T::RULES.expect_tensor().fixed_count(1)) };
        let (Some(ElementType::String), Some(count)) = types else { return Err(self.unfit()) };
        let Some(column) = self.column(ElementType::String, count) else { return Err(self.unfit()) };
        let mut texts = Texts(column.bytes);
        let Ok(value) = read(&mut texts) else { return Err(self.unfit()) };
        column.bytes = texts.0;
        Ok(value)
    }
}

#[cold]
#[inline(never)]
fn unfit() -> DecodeError {
    exhausted(1, 0)
}

impl<'de> Source<'de> for LentRows<'_, 'de> {
    type Elements<'s>
        = Texts<'de>
    where
        Self: 's;

    const EXPLAINS: bool = false;

    fn tensor(&mut self) -> Result<(Header, Texts<'de>), DecodeError> {
        Err(self.unfit())
    }

    #[inline(always)]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        let (Some(size @ 1..), Some(element_type)) = (const { (T::SIZE, T::RULES.expect_tensor().types.single()) })
        else {
            return self.texts::<T, _>(|texts| T::read(texts));
        };
        let Some(column) = self.column(element_type, size) else { return Err(self.unfit()) };
        let Some((bytes, rest)) = column.bytes.split_at_checked(size) else { return Err(self.unfit()) };
        column.bytes = rest;
        T::read(&mut Native { bytes, end: None }).map_err(|_| self.unfit())
    }

    #[inline(always)]
    fn block_into<T: DecodeBlock<'de>>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        if const { T::SIZE.is_none() } {
            return self.texts::<T, _>(|texts| value.read_into(texts));
        }
        *value = self.block()?;
        Ok(())
    }

    #[inline(always)]
    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(RecordOrder::Declared)
    }
}

/// Texts one after another, each behind its length in one byte.
pub(super) struct Texts<'de>(&'de [u8]);

impl<'de> ElementSource<'de> for Texts<'de> {
    const BORROWS: bool = true;

    fn fill<T: Element>(&mut self, _: &mut [T]) -> Result<(), DecodeError> {
        Err(unfit())
    }

    fn left(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        let split = self.0.split_first().and_then(|(len, rest)| rest.split_at_checked(usize::from(*len)));
        let Some((text, rest)) = split else { return Err(unfit()) };
        let Ok(text) = text_of(text) else { return Err(unfit()) };
        self.0 = rest;
        Ok(Cow::Borrowed(text))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.text().map(Variable::Text)
    }
}
