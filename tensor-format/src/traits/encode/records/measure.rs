//! Finds out the lengths of a ragged column.

use super::{Column, NO_NAMES, missing};
use crate::{
    Bindings, Block, ElementType, Encode, EncodeError, ErrorKind, Payload, RecordType, Sink,
    rules::columns::OpenAxes,
    traits::{
        block::header_of,
        sink::fields::{EncodeFields, FieldNames},
    },
};

/// Adds to a column what the items have for the parameter at position `at`. Their named axes are compared if `binds`.
///
/// # Errors
///
/// Those of the items, and [`MissingParam`](ErrorKind::MissingParam).
pub(super) fn measure<'a, T: Encode + 'a>(
    items: impl Iterator<Item = &'a T>,
    at: usize,
    column: &mut Column,
    binds: bool,
) -> Result<(), EncodeError> {
    column.tensors = 0;
    let is_optional = column.of.form.is_optional;
    if is_optional {
        column.presence.reserve(column.records);
    }
    if column.of.form.open == OpenAxes::First {
        column.lengths.reserve(column.records);
    }
    for (index, item) in items.enumerate() {
        let before = column.tensors;
        let mut sink = Measure { column, wanted: at, at: 0, begun: false, binds };
        let written = item.encode(&mut sink);
        let begun = sink.begun;
        let found = column.tensors.saturating_sub(before);
        let checked = match written {
            Ok(()) if !begun => Err(ErrorKind::TensorFound.into()),
            Ok(()) if found == 0 && !is_optional => Err(missing(column.of.name)),
            written => written,
        };
        if let Err(error) = checked {
            return Err(error.in_item(index));
        }
        if is_optional {
            column.presence.push(found as u64);
        }
    }
    Ok(())
}

/// A sink that writes nothing and adds to a column what one record has for the parameter at `wanted`.
struct Measure<'c> {
    column: &'c mut Column,
    wanted: usize,
    /// The position of the next tensor's parameter.
    at: usize,
    begun: bool,
    binds: bool,
}

impl Measure<'_> {
    /// Adds a tensor of this shape.
    #[inline]
    fn add(&mut self, shape: &[usize]) -> Result<(), EncodeError> {
        let column = &mut *self.column;
        column.tensors = column.tensors.saturating_add(1);
        let rows = match (column.of.form.open, shape) {
            (OpenAxes::None, _) => return Ok(()),
            (OpenAxes::First, shape) => {
                let rows = shape.first().copied().unwrap_or_default();
                column.lengths.push(rows as u64);
                Some(rows)
            }
            (OpenAxes::All(_), shape) => {
                column.lengths.extend(shape.iter().map(|len| *len as u64));
                crate::element_count(shape)
            }
        };
        column.rows = rows.and_then(|rows| column.rows.checked_add(rows)).ok_or_else(|| ErrorKind::ShapeOverflow)?;
        Ok(())
    }
}

impl<'a> Sink<'a> for Measure<'_> {
    #[inline]
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, shape: &[usize], _: &P) -> Result<(), EncodeError> {
        if self.at == self.wanted { self.add(shape) } else { Ok(()) }
    }

    #[inline]
    fn block<B: Block>(&mut self, _: &'a B) -> Result<(), EncodeError> {
        if self.at != self.wanted {
            return Ok(());
        }
        match self.column.of.form.open {
            OpenAxes::None => self.add(&[]),
            _ => self.add(&header_of::<B>()?.1),
        }
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

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}
