//! A fast way to read records whose columns are numbers as they are in memory, all of one shape.
//!
//! What a record costs is what its fields cost, so nothing is kept but the bytes of each column, in registers if there
//! are few. The types of the fields are compared with those of the columns, which comes to one comparison each;
//! whatever does not fit is an error without a reason, and is read again by [`Row`](super::rows::Row).

use crate::{
    DecodeBlock, DecodeError, Header, RecordOrder, RecordType, Source,
    traits::{
        exhausted,
        source::native::{Native, NativeColumns},
    },
};

/// A source of rows, one after another: [`next`](Self::next) goes on.
pub(super) struct NativeRows<'h> {
    columns: NativeColumns<'h>,
    /// The number of columns that were read of this row; [`UNFIT`] behind an error, which a field may pass over.
    at: usize,
}

/// No position of a column.
const UNFIT: usize = usize::MAX;

impl<'h> NativeRows<'h> {
    pub(super) fn new(columns: NativeColumns<'h>) -> Self {
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
    #[inline(never)]
    fn unfit(&mut self) -> DecodeError {
        self.at = UNFIT;
        exhausted(1, 0)
    }
}

impl<'de> Source<'de> for NativeRows<'_> {
    type Elements<'s>
        = Native<'s>
    where
        Self: 's;

    const EXPLAINS: bool = false;

    fn tensor(&mut self) -> Result<(Header, Native<'_>), DecodeError> {
        Err(self.unfit())
    }

    #[inline(always)]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        let (Some(size @ 1..), Some(element_type)) = (const { (T::SIZE, T::RULES.expect_tensor().types.single()) })
        else {
            return Err(self.unfit());
        };
        let Some(column) = self.columns.get_mut(self.at) else { return Err(self.unfit()) };
        self.at = self.at.wrapping_add(1);
        if column.element_type != element_type || column.size != size {
            return Err(self.unfit());
        }
        let Some((own, rest)) = column.bytes.split_at_checked(size) else { return Err(self.unfit()) };
        column.bytes = rest;
        T::read(&mut Native { bytes: own, end: None }).map_err(|_| self.unfit())
    }

    #[inline(always)]
    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(RecordOrder::Declared)
    }
}
