//! A fast way to read records whose columns are numbers and texts of one shape, as
//! [`NativeRows`](super::native_rows::NativeRows) are of numbers alone.

use alloc::borrow::Cow;

use super::{
    kept::KeptBytes,
    native_rows::{Rows, UNFIT},
};
use crate::{
    Block, DecodeBlock, DecodeError, Element, ElementSource, Header, RecordOrder, RecordType, Source, Variable,
    traits::{
        exhausted,
        source::native::{LentColumn, Native},
    },
};

/// Rows of numbers and texts.
pub(super) type LentRows<'c, 'k, 'de> = Rows<&'c mut [LentColumn<'k, 'de>]>;

impl<'k, 'de> LentRows<'_, 'k, 'de> {
    /// Goes on to the next column, whose rows have to be of this type and as many elements.
    #[inline(always)]
    fn column<T: Block>(&mut self) -> Option<&mut LentColumn<'k, 'de>> {
        let of = const { (T::RULES.expect_tensor().types.single(), T::RULES.expect_tensor().fixed_count(1), T::SIZE) };
        let column = self.columns.get_mut(self.at)?;
        self.at = self.at.wrapping_add(1);
        ((Some(column.element_type), Some(column.count), column.size) == of).then_some(column)
    }

    /// Reads the texts of the next column that are a `T`.
    #[inline(always)]
    fn texts<T: Block, V>(
        &mut self,
        read: impl FnOnce(&mut Texts<'k, 'de>) -> Result<V, DecodeError>,
    ) -> Result<V, DecodeError> {
        let Some(column) = self.column::<T>() else { return Err(self.unfit()) };
        let mut texts = Texts(column.bytes);
        let Ok(value) = read(&mut texts) else { return Err(self.unfit()) };
        column.bytes = texts.0;
        Ok(value)
    }
}

impl<'k, 'de: 'k> Source<'de> for LentRows<'_, 'k, 'de> {
    type Elements<'s>
        = Texts<'k, 'de>
    where
        Self: 's;

    const EXPLAINS: bool = false;

    #[inline]
    fn give_up(&mut self) {
        self.at = UNFIT;
    }

    const COLUMNS_ALONE: bool = true;

    fn tensor(&mut self) -> Result<(Header, Texts<'k, 'de>), DecodeError> {
        Err(self.unfit())
    }

    #[inline(always)]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        let Some(size) = (const { T::SIZE }) else { return self.texts::<T, _>(|texts| T::read(texts)) };
        let next = self.column::<T>().and_then(|column| column.bytes.take(size));
        let Some(bytes) = next else { return Err(self.unfit()) };
        T::read(&mut Native::<T>::new(bytes.get(), None)).map_err(|_| self.unfit())
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

/// Texts one after another, each behind its length.
pub(super) struct Texts<'k, 'de>(KeptBytes<'de, 'k>);

impl<'k, 'de: 'k> ElementSource<'de> for Texts<'k, 'de> {
    const BORROWS: bool = true;

    fn fill<T: Element>(&mut self, _: &mut [T]) -> Result<(), DecodeError> {
        Err(exhausted(1, 0))
    }

    fn left(&self) -> usize {
        self.0.get().len()
    }

    #[inline(always)]
    fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        self.0.take_text().ok_or_else(|| exhausted(1, 0))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.text().map(Variable::Text)
    }
}
