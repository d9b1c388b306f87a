//! A fast way to read records whose columns are numbers as they are in memory, all of one shape.
//!
//! What a record costs is what its fields cost, so nothing is kept but the bytes of each column, in registers if there
//! are few. The types of the fields are compared with those of the columns, which comes to one comparison each;
//! whatever does not fit is an error without a reason, and is read again by [`Row`](super::rows::Row).

use super::kept::take;
use crate::{
    DecodeBlock, DecodeError, Header, RecordOrder, RecordType, Source,
    traits::{
        exhausted,
        source::native::{Native, NativeColumn},
    },
};

/// A source of rows of these columns, one after another: [`next`](NextRow::next) goes on.
pub(super) struct Rows<C> {
    pub(super) columns: C,
    /// The number of columns that were read of this row; [`UNFIT`] behind an error, which a field may pass over.
    pub(super) at: usize,
}

/// Rows of numbers.
pub(super) type NativeRows<'h, const N: usize> = Rows<[NativeColumn<'h>; N]>;

/// A source of rows, one after another.
pub(super) trait NextRow {
    /// Goes on to the next row.
    fn next(&mut self) -> &mut Self;

    /// Returns whether all of so many columns were read that have a tensor in this row, and all without an error.
    fn have_read(&mut self, columns: usize) -> bool;
}

/// No position of a column.
pub(super) const UNFIT: usize = usize::MAX;

impl<C> Rows<C> {
    pub(super) fn new(columns: C) -> Self {
        Self { columns, at: 0 }
    }

    /// Returns an error without a reason, behind which the row is not taken for read. Inlined, since no register holds what
    /// a call may change.
    #[inline(always)]
    pub(super) fn unfit(&mut self) -> DecodeError {
        self.at = UNFIT;
        exhausted(1, 0)
    }
}

impl<C> NextRow for Rows<C> {
    #[inline(always)]
    fn next(&mut self) -> &mut Self {
        self.at = 0;
        self
    }

    #[inline(always)]
    fn have_read(&mut self, columns: usize) -> bool {
        self.at == columns
    }
}

impl<'de, const N: usize> Source<'de> for NativeRows<'_, N> {
    type Elements<'s>
        = Native<'s, u8>
    where
        Self: 's;

    const EXPLAINS: bool = false;

    #[inline]
    fn give_up(&mut self) {
        self.at = UNFIT;
    }

    const COLUMNS_ALONE: bool = true;

    fn tensor(&mut self) -> Result<(Header, Native<'_, u8>), DecodeError> {
        Err(self.unfit())
    }

    #[inline(always)]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        let of = const { (T::SIZE, T::RULES.expect_tensor().types.single()) };
        let (Some(size @ 1..), Some(element_type)) = of else { return Err(self.unfit()) };
        let Some(column) = self.columns.get_mut(self.at) else { return Err(self.unfit()) };
        self.at = self.at.wrapping_add(1);
        let next = if column.element_type == element_type && column.size == size {
            take(&mut column.bytes, size)
        } else {
            None
        };
        let Some(bytes) = next else { return Err(self.unfit()) };
        T::read(&mut Native::<T>::new(bytes, None)).map_err(|_| self.unfit())
    }

    #[inline(always)]
    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(RecordOrder::Declared)
    }
}
