//! Finds out the lengths of ragged columns by one look at all records for each.

use core::mem;

use super::{
    Column, LIST, NO_NAMES, missing,
    nested::{Nested, list_in},
};
use crate::{
    Bindings, Block, ElementType, EncodeError, ErrorKind, OneBlock, Payload, RecordType, Sink,
    rules::columns::{ColumnForm, OpenAxes, Part},
    traits::{
        block::header_of,
        put_list,
        sink::{
            fields::{EncodeFields, FieldNames},
            items::EncodeItems,
        },
    },
};

/// Adds to this column what the items have for the parameter at position `wanted`. If that is the first of a list of
/// records, the columns `behind` it that the list has too are added to at once. Named axes are compared in the records if
/// `binds`.
///
/// # Errors
///
/// Those of the items, and [`MissingParam`](ErrorKind::MissingParam).
pub(super) fn survey<'a>(
    items: impl EncodeItems<'a>,
    column: &mut Column,
    behind: &mut [Column],
    (wanted, binds): (usize, bool),
) -> Result<(), EncodeError> {
    column.begin();
    look(items, column, behind, (wanted, binds, false))
}

/// Does the same as [`survey`] beside what was added before. The last flag says whether to keep the numbers of tensors.
fn look<'a>(
    mut items: impl EncodeItems<'a>,
    column: &mut Column,
    behind: &mut [Column],
    (wanted, binds, keeps): (usize, bool, bool),
) -> Result<(), EncodeError> {
    let mut nested = None;
    let mut sink = Survey { column, behind, wanted, at: 0, begun: false, binds, keeps, nested: &mut nested };
    for index in 0.. {
        (sink.at, sink.begun) = (0, false);
        let before = sink.column.tensors;
        let Some(written) = items.encode_next(&mut sink) else { break };
        let checked = match written {
            Ok(()) if !sink.begun => Err(ErrorKind::TensorFound.into()),
            Ok(()) => sink.column.end_record(before),
            Err(error) => Err(error),
        };
        if let Err(error) = checked {
            return Err(error.in_item(index));
        }
    }
    if let Some(nested) = nested {
        nested.finish(column, behind);
    }
    Ok(())
}

/// Adds a list of records to those of other records; `first` and `behind` are the columns for it.
///
/// # Errors
///
/// Those of its records.
fn add_list<'a>(
    nested: &mut Nested,
    items: &impl EncodeItems<'a>,
    first: &mut Column,
    behind: &mut [Column],
) -> Result<(), EncodeError> {
    let n = items.count();
    // What is stacked has the lengths of the first column, which it gets from there in the end.
    first.add(&[n])?;
    let mut binds = true;
    for (at, column) in nested.columns.iter_mut().enumerate() {
        let form = column.of.form;
        if form == ColumnForm::STACKED {
            continue;
        }
        let (tensors, rows) = (column.tensors, column.rows);
        look(items.clone(), column, &mut [], (at, mem::take(&mut binds), true))?;
        let (tensors, rows) = (column.tensors.saturating_sub(tensors), column.rows.saturating_sub(rows));
        for part in 0..form.width() {
            // That of the first column of all has been added.
            let own = column.of.first.saturating_add(part).checked_sub(1).and_then(|index| behind.get_mut(index));
            let len = match (form.part(part), form.open) {
                (Part::Presence, _) => n,
                (Part::Values, OpenAxes::First | OpenAxes::All(_)) => rows,
                (Part::Values, OpenAxes::None) | (Part::Lengths, _) => tensors,
            };
            own.map_or(Ok(()), |own| own.add(&[len]))?;
        }
    }
    nested.take(items.clone(), n);
    Ok(())
}

impl Column {
    /// Returns whether what is to be known of the records before the column is written is known.
    pub(super) fn is_surveyed(&self) -> bool {
        self.of.form == ColumnForm::STACKED || (self.of.form == LIST && self.lengths.len() == self.records)
    }

    /// Forgets what is known, and makes room for what the records have.
    fn begin(&mut self) {
        *self = Self::new(self.of, self.records);
        if self.of.form.is_optional {
            self.presence.reserve(self.records);
        }
        if self.of.form.open == OpenAxes::First {
            self.lengths.reserve(self.records);
        }
    }

    /// Ends a record, `before` which there were so many tensors.
    #[inline]
    fn end_record(&mut self, before: usize) -> Result<(), EncodeError> {
        let found = self.tensors.saturating_sub(before);
        if self.of.form.is_optional {
            self.presence.push(found as u64);
        } else if found == 0 {
            return Err(missing(self.of.name));
        }
        Ok(())
    }

    /// Adds a tensor of this shape.
    #[inline]
    fn add(&mut self, shape: &[usize]) -> Result<(), EncodeError> {
        self.tensors = self.tensors.saturating_add(1);
        let rows = match (self.of.form.open, shape) {
            (OpenAxes::None, _) => return Ok(()),
            (OpenAxes::First, shape) => {
                let rows = shape.first().copied().unwrap_or_default();
                self.lengths.push(rows as u64);
                Some(rows)
            }
            (OpenAxes::All(_), shape) => {
                self.lengths.extend(shape.iter().map(|len| *len as u64));
                crate::element_count(shape)
            }
        };
        self.rows = rows.and_then(|rows| self.rows.checked_add(rows)).ok_or_else(|| ErrorKind::ShapeOverflow)?;
        Ok(())
    }
}

/// A sink that writes nothing and adds to a column what one record has for the parameter at `wanted`.
struct Survey<'c> {
    column: &'c mut Column,
    /// The columns behind it.
    behind: &'c mut [Column],
    wanted: usize,
    /// The position of the next tensor's parameter.
    at: usize,
    begun: bool,
    binds: bool,
    keeps: bool,
    nested: &'c mut Option<Nested>,
}

impl Survey<'_> {
    /// Returns the column of the next tensor, if that is wanted.
    #[inline]
    fn column(&mut self) -> Option<&mut Column> {
        if self.at == self.wanted { Some(self.column) } else { None }
    }
}

impl<'a> Sink<'a> for Survey<'_> {
    #[inline]
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let keeps = self.keeps;
        let Some(column) = self.column() else { return Ok(()) };
        if column.kept.is_some() {
            column.keep(element_type, shape, payload, keeps);
        }
        column.add(shape)
    }

    #[inline]
    fn list<B: Block, P: Payload<'a>>(&mut self, n: usize, payload: &P) -> Result<(), EncodeError> {
        let keeps = self.keeps;
        match self.column() {
            Some(column) if column.of.form.open == OpenAxes::First && !keeps => {
                column.kept = None;
                column.add(&[n])
            }
            Some(_) => put_list::<B, _, P>(self, n, payload),
            None => Ok(()),
        }
    }

    #[inline]
    fn block<B: Block>(&mut self, value: &'a B) -> Result<(), EncodeError> {
        let keeps = self.keeps;
        let Some(column) = self.column() else { return Ok(()) };
        if column.kept.is_none() && column.of.form.open == OpenAxes::None {
            return column.add(&[]);
        }
        let (element_type, shape) = header_of::<B>()?;
        if column.kept.is_some() {
            column.keep(element_type, &shape, &OneBlock(value), keeps);
        }
        column.add(&shape)
    }

    #[inline]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    #[inline]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        self.begun = true;
        Ok(())
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        self.begun = true;
        if named && self.binds {
            return fields.encode(self, FieldNames::of(record), Some(&mut Bindings::new()));
        }
        fields.encode_at(self.wanted, self, FieldNames::of(record))
    }

    fn picked(&self) -> Option<usize> {
        Some(self.wanted)
    }

    // Of records in the record, each by its own columns.
    fn binds(&self) -> bool {
        true
    }

    fn items<I: EncodeItems<'a>>(&mut self, items: &I) -> Option<Result<(), EncodeError>> {
        // One column of texts is looked at once either way.
        let is_other = matches!(I::LIST, [of] if of.form == ColumnForm::STACKED && I::ROW == 0);
        let behind = list_in(I::LIST, self.column, self.behind).filter(|_| self.at == self.wanted && !is_other)?;
        // The record may be the list itself.
        self.begun = true;
        Some(add_list(self.nested.get_or_insert_with(|| Nested::new(I::LIST)), items, self.column, behind))
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}
