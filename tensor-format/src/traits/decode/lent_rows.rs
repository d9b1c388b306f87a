//! A fast way to read records whose columns are numbers and texts that the input lends, as
//! [`NativeRows`](super::native_rows::NativeRows) are of numbers where none is lent.

use alloc::borrow::Cow;

use super::native_rows::Rows;
use crate::{
    Block, DecodeBlock, DecodeError, Element, ElementSource, ElementType, Header, RecordOrder, RecordType, Source,
    Variable,
    traits::{exhausted, source::native::NativeColumns},
    variable::take_text,
};

/// Rows of numbers and texts.
pub(super) type LentRows<'c, 'de> = Rows<&'c mut NativeColumns<'de>>;

impl<'de> LentRows<'_, 'de> {
    /// Reads the texts of the next column that are a `T`.
    #[inline(always)]
    fn texts<T: Block, V>(
        &mut self,
        read: impl FnOnce(&mut Texts<'de>) -> Result<V, DecodeError>,
    ) -> Result<V, DecodeError> {
        let of = const { (T::RULES.expect_tensor().types.single(), T::RULES.expect_tensor().fixed_count(1)) };
        let (Some(ElementType::String), Some(count)) = of else { return Err(self.unfit()) };
        let Some(column) = self.column(ElementType::String, count) else { return Err(self.unfit()) };
        let mut texts = Texts(column.bytes);
        let Ok(value) = read(&mut texts) else { return Err(self.unfit()) };
        column.bytes = texts.0;
        Ok(value)
    }
}

impl<'de> Source<'de> for LentRows<'_, 'de> {
    type Elements<'s>
        = Texts<'de>
    where
        Self: 's;

    const EXPLAINS: bool = false;
    const COLUMNS_ALONE: bool = true;

    fn tensor(&mut self) -> Result<(Header, Texts<'de>), DecodeError> {
        Err(self.unfit())
    }

    #[inline(always)]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        if const { T::SIZE.is_none() } { self.texts::<T, _>(|texts| T::read(texts)) } else { self.numbers() }
    }

    #[inline(always)]
    fn block_into<T: DecodeBlock<'de>>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        if const { T::SIZE.is_none() } {
            return self.texts::<T, _>(|texts| value.read_into(texts));
        }
        *value = self.numbers()?;
        Ok(())
    }

    #[inline(always)]
    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(RecordOrder::Declared)
    }
}

/// Texts one after another, each behind its length.
pub(super) struct Texts<'de>(&'de [u8]);

impl<'de> ElementSource<'de> for Texts<'de> {
    const BORROWS: bool = true;

    fn fill<T: Element>(&mut self, _: &mut [T]) -> Result<(), DecodeError> {
        Err(exhausted(1, 0))
    }

    fn left(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        take_text(&mut self.0).map(Cow::Borrowed).ok_or_else(|| exhausted(1, 0))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.text().map(Variable::Text)
    }
}
