//! A column of a list, from the tensors that it has.

use super::{
    kept::{Kept, KeptBytes},
    lengths::LengthIter,
};
use crate::{
    rules::columns::{Part, table::ListColumn},
    traits::source::native::LentColumn,
};

impl<'k, 'de: 'k> LentColumn<'k, 'de> {
    /// Returns the column `of`, which has one tensor, of these bytes.
    #[inline]
    pub(crate) fn new(of: &ListColumn, bytes: KeptBytes<'de, 'k>) -> Option<Self> {
        let (element_type, count) = (of.element_type?, of.count?);
        let size = element_type.size().and_then(|size| size.checked_mul(count));
        Some(Self { element_type, inner: of.inner, count, size, bytes, presence: None, lengths: None })
    }

    /// Returns the column `of` and its number of records; `next` returns for each of its tensors the length of the outermost
    /// axis and the bytes. `None` if one is not there, or their lengths do not add up.
    #[inline(always)]
    pub(crate) fn of(
        of: &ListColumn,
        mut next: impl FnMut(Part) -> Option<(usize, KeptBytes<'de, 'k>)>,
    ) -> Option<(usize, Self)> {
        // Most columns are one tensor.
        if of.form.width() == 1 {
            let (records, bytes) = next(Part::Values)?;
            return Some((records, Self::new(of, bytes)?));
        }
        let mut column = Self::new(of, Kept::Owned(&[]))?;
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
                    expected = Some(LengthIter::native(bytes.get()).count_present()?);
                    column.presence = Some(bytes.get());
                }
                Part::Lengths => {
                    expected = Some(usize::try_from(LengthIter::native(bytes.get()).sum_of_products(1)).ok()?);
                    column.lengths = Some(bytes.get());
                }
                Part::Values => column.bytes = bytes,
            }
        }
        Some((records?, column))
    }
}
