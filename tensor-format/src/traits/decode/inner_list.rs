//! A list of records in a record of another list: its records are made of the rows of the outer list's columns, so that
//! nothing is read or kept of it by itself. A list whose columns the input lends is read in the same way.

use smallvec::SmallVec;

use super::{
    columns_read::row_of,
    kept::{Kept, KeptBytes, KeptCursor},
    lengths::LengthIter,
    records::{RowItems, make_items},
    rows::{Column, Row},
};
use crate::{
    DecodeError, ElementSource, ElementType, ErrorKind, TensorRef,
    rules::columns::{OpenAxes, Part, table::ListColumn},
    traits::source::native::LentColumn,
    values::tensor_elements::TensorCursor,
};

/// The tensors of a list, lent by the input.
pub(crate) struct LentTensors<'de>(SmallVec<[KeptCursor<'de, 'de>; 8]>);

impl<'de> LentTensors<'de> {
    /// Creates a list with room for so many tensors and no more, since a short message may have many.
    pub(crate) fn with_capacity(tensors: usize) -> Self {
        Self(SmallVec::with_capacity(tensors))
    }

    /// Adds the next tensor.
    pub(crate) fn push(&mut self, tensor: TensorRef<'de>) {
        self.0.push(KeptCursor::Lent(TensorCursor::of(tensor)));
    }
}

/// Reads the records of a list whose columns are these tensors; returns whether it did. If not, the items are any.
pub(crate) fn read_lent<'de>(
    items: &mut dyn RowItems<'de, KeptCursor<'de, 'de>>,
    mut tensors: LentTensors<'de>,
    count: &mut dyn FnMut(usize) -> Result<(), ErrorKind>,
) -> bool {
    let mut columns = SmallVec::<[Column<'_, KeptCursor<'de, 'de>>; 8]>::with_capacity(tensors.0.len());
    for cursor in &mut tensors.0 {
        let row = match cursor {
            KeptCursor::Lent(elements) | KeptCursor::Owned(elements) => elements.header().clone(),
        };
        columns.push(Column::new("", row, cursor));
    }
    // The list is as one in the only record of another list.
    matches!(Row::new(&mut columns, true, Some(count)).read_items(items), Some(Ok(())))
}

impl<C> Row<'_, '_, C> {
    /// Reads the records of the list that comes next in place of the existing ones; `None`, with nothing read, if what the
    /// row has is no list of these columns, or contradicts itself.
    pub(super) fn read_items<'de>(&mut self, items: &mut dyn RowItems<'de, C>) -> Option<Result<(), DecodeError>>
    where
        C: ElementSource<'de>,
    {
        let list = items.list();
        self.skip_absent();
        let end = self.at.checked_add(list.iter().map(|of| of.form.width()).sum())?;
        let outer = self.columns.get_mut(self.at..end)?;
        let count = self.count.as_mut()?;
        let n = *outer.first()?.row.shape.first()?;
        let left = |column: &Column<'_, C>| column.elements.left().checked_sub(column.row.shape.element_count()?);
        let ends: SmallVec<[usize; 16]> = outer.iter().map(left).collect::<Option<_>>()?;
        let mut columns = SmallVec::<[_; 8]>::with_capacity(list.len());
        let mut rest = &mut *outer;
        for of in list {
            let (own, behind) = rest.split_at_mut(of.form.width());
            columns.push(inner_column(own, of, n)?);
            rest = behind;
        }
        let read = items.prepare(n).and_then(|()| {
            let made = make_items(items, n, &mut columns, list.len(), 0, &mut **count);
            made.map(|_| ()).map_err(|(index, error)| error.in_item(index))
        });
        drop(columns);
        Some(read.and_then(|()| {
            self.at = end;
            // Lengths are still to be passed over, and what a record that is written by hand has not read.
            outer.iter_mut().zip(ends).try_for_each(|(column, end)| {
                column.elements.skip(column.row.element_type, column.elements.left().saturating_sub(end))
            })
        }))
    }
}

impl<C> Row<'_, '_, C> {
    /// Reads the records of the list that comes next, by `read`, from columns that the input lends; `None` if it is still to
    /// be read.
    pub(super) fn read_lent<'de>(
        &mut self,
        list: &[ListColumn],
        read: &mut dyn FnMut(usize, &mut [LentColumn<'_, 'de>]) -> bool,
    ) -> Option<()>
    where
        C: ElementSource<'de>,
    {
        self.skip_absent();
        let end = self.at.checked_add(list.iter().map(|of| of.form.width()).sum())?;
        let outer =
            self.columns.get_mut(self.at..end).filter(|outer| outer.iter().all(|outer| outer.elements.lends()))?;
        let n = *outer.first().filter(|first| !first.is_unfit)?.row.shape.first()?;
        let (mut columns, mut rest) = (SmallVec::<[_; 8]>::new(), &*outer);
        for of in list {
            let (own, behind) = rest.split_at_checked(of.form.width())?;
            let mut own = own.iter();
            let (records, column) = LentColumn::of(of, |part| match part {
                Part::Values => own.next()?.lent(of.element_type?, of.inner),
                Part::Presence | Part::Lengths => own.next()?.lent(ElementType::U64, &[]),
            })?;
            if records != n {
                return None;
            }
            columns.push(column);
            rest = behind;
        }
        if !read(n, &mut columns) {
            // No further list is tried: each would make an error first.
            outer.first_mut()?.is_unfit = true;
            return None;
        }
        for column in outer {
            // Cannot fail: as many elements were found.
            column.elements.skip(column.row.element_type, column.row.shape.element_count()?).ok()?;
        }
        self.at = end;
        Some(())
    }
}

/// Returns the column of `n` records whose tensors have these rows; `None` if it is not the column `of`, or lengths do not
/// add up.
fn inner_column<'c, 'de, C: ElementSource<'de>>(
    own: &'c mut [Column<'_, C>],
    of: &ListColumn,
    n: usize,
) -> Option<Column<'c, C>> {
    let (values, lengths) = own.split_last_mut()?;
    let mut lengths = lengths.iter();
    let (mut rows, mut presence, mut lens) = (n, None, None);
    if of.form.is_optional {
        let each = lengths.next()?.lengths(&[n])?;
        rows = each.count_present()?;
        presence = Some(each);
    }
    match of.form.open {
        OpenAxes::None => {}
        OpenAxes::First => {
            let each = lengths.next()?.lengths(&[rows])?;
            rows = usize::try_from(each.sum_of_products(1)).ok()?;
            lens = Some(each);
        }
        OpenAxes::All(axes) => {
            let each = lengths.next()?.lengths(&[rows, axes])?;
            rows = usize::try_from(each.sum_of_products(axes)).ok()?;
            lens = Some(each);
        }
    }
    let (len, inner) = values.row.shape.split_first()?;
    let is_of = values.is_present && Some(values.row.element_type) == of.element_type;
    if !is_of || *len != rows || !inner.iter().eq(of.inner) {
        return None;
    }
    let row = row_of(values.row.element_type, of.form.open, &values.row.shape);
    Some(Column::new(of.name, row, &mut *values.elements).ragged(presence, lens, of.form.open))
}

impl<'de, C: ElementSource<'de>> Column<'_, C> {
    /// Returns the length of the outermost axis and the elements in the current row, if the input lends them and they are of
    /// this type and have these axes inside.
    fn lent(&self, element_type: ElementType, inner: &[usize]) -> Option<(usize, KeptBytes<'de, 'de>)> {
        let (len, axes) = self.row.shape.split_first()?;
        if !self.is_present || self.row.element_type != element_type || !axes.iter().eq(inner) {
            return None;
        }
        let bytes = self.elements.lent_elements(element_type, self.row.shape.element_count()?)?;
        Some((*len, Kept::Lent(bytes)))
    }

    /// Returns the lengths in the current row, if they have this shape.
    fn lengths(&self, shape: &[usize]) -> Option<LengthIter<'_>> {
        let is_of = self.is_present && self.row.element_type == ElementType::U64 && self.row.shape[..] == *shape;
        let bytes = self.elements.native(ElementType::U64, self.row.shape.element_count()?).filter(|_| is_of)?;
        Some(LengthIter::native(bytes))
    }
}
