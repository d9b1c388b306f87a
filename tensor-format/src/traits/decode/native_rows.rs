//! A fast way to read records whose columns are numbers as they are in memory, all of one shape.
//!
//! What a record costs is what its fields cost, so nothing is kept but the bytes of each column, in registers if there
//! are few. The types of the fields are compared with those of the columns, which comes to one comparison each;
//! whatever does not fit is an error without a reason, and is read again by [`Row`](super::rows::Row).

use crate::{
    DecodeBlock, DecodeError, ElementType, Header, RecordOrder, RecordType, Source,
    traits::{
        exhausted,
        source::native::{Native, NativeColumn},
    },
};

/// A source of rows, one after another: [`next`](NextRow::next) goes on. Of columns that it owns it reads numbers; of
/// those that it borrows, which the input lends, texts too: [`LentRows`](super::lent_rows::LentRows).
pub(super) struct Rows<C> {
    columns: C,
    /// The number of columns that were read of this row; [`UNFIT`] behind an error, which a field may pass over.
    at: usize,
}

/// A source of rows, one after another.
pub(super) trait NextRow {
    /// Goes on to the next row.
    fn next(&mut self) -> &mut Self;

    /// Returns whether all of so many columns were read that have a tensor in this row, and all without an error.
    fn have_read(&mut self, columns: usize) -> bool;
}

/// Rows of numbers.
pub(super) type NativeRows<'h, const N: usize> = Rows<[NativeColumn<'h>; N]>;

/// No position of a column.
const UNFIT: usize = usize::MAX;

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

    /// Goes on to the next column, whose rows have to be of this type and size.
    #[inline(always)]
    pub(super) fn column<'h>(&mut self, element_type: ElementType, size: usize) -> Option<&mut NativeColumn<'h>>
    where
        C: AsMut<[NativeColumn<'h>]>,
    {
        let column = self.columns.as_mut().get_mut(self.at)?;
        self.at = self.at.wrapping_add(1);
        (column.element_type == element_type && column.size == size).then_some(column)
    }

    /// Reads the numbers of the next column that are a `T`.
    #[inline(always)]
    pub(super) fn numbers<'h, 'de, T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError>
    where
        C: AsMut<[NativeColumn<'h>]>,
    {
        let of = const { (T::SIZE, T::RULES.expect_tensor().types.single()) };
        let (Some(size @ 1..), Some(element_type)) = of else { return Err(self.unfit()) };
        let Some(column) = self.column(element_type, size) else { return Err(self.unfit()) };
        let Some((bytes, rest)) = column.bytes.split_at_checked(size) else { return Err(self.unfit()) };
        column.bytes = rest;
        T::read(&mut Native::<T>::new(bytes, None)).map_err(|_| self.unfit())
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
    const COLUMNS_ALONE: bool = true;

    fn tensor(&mut self) -> Result<(Header, Native<'_, u8>), DecodeError> {
        Err(self.unfit())
    }

    #[inline(always)]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        self.numbers()
    }

    #[inline(always)]
    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(RecordOrder::Declared)
    }
}
