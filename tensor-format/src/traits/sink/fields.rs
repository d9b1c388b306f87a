//! All fields of a record at once, on their way out.

use super::Sink;
use crate::{Bindings, DecodeError, EncodeError, RecordType, Rules};

/// The lengths that the named axes of a record have so far; `None` if the lengths of axes of one name need not be
/// compared.
pub(crate) type AxisLengths<'b> = Option<&'b mut Bindings>;

/// All fields of a record, to write.
pub trait EncodeFields<'a> {
    /// The number of their parameters.
    const LEN: usize;

    /// A number for each parameter.
    type Counts: AsRef<[usize]>;

    /// Puts the number of each field's tensors into its place.
    fn count(&self, counts: &mut [usize]);

    /// Returns the numbers of all fields' tensors, with which the record begins.
    fn counts(&self) -> Self::Counts;

    /// Writes the tensors of all fields.
    ///
    /// # Errors
    ///
    /// Those of the tensors, under the parameter's name.
    fn encode<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames, axes: AxisLengths<'_>) -> Result<(), EncodeError>;
}

/// The names of fields. They are asked for where a field fails, and so the rules come as a function, which costs the
/// compiler less than a reference to all of them does.
#[derive(Clone, Copy, Debug)]
pub struct FieldNames {
    rules: fn() -> Rules<'static>,
    first: usize,
}

impl FieldNames {
    #[inline]
    pub(crate) const fn of(record: RecordType) -> Self {
        Self { rules: record.rules_fn(), first: 0 }
    }

    /// Returns the names of the fields that follow the first `fields` ones.
    #[inline]
    pub(crate) const fn after(self, fields: usize) -> Self {
        Self { rules: self.rules, first: self.first.saturating_add(fields) }
    }

    /// Returns the position in the record of the parameter at this position of the fields.
    #[inline]
    pub(crate) const fn position(self, index: usize) -> usize {
        self.first.saturating_add(index)
    }

    /// Adds the name of a field to the error with which it was not written.
    #[cold]
    #[inline(never)]
    pub(crate) fn unwritten(self, index: usize, error: EncodeError) -> EncodeError {
        error.in_parameter(self.get(index))
    }

    /// Adds the name of a field to the error with which it was not read.
    #[cold]
    #[inline(never)]
    pub(crate) fn unread(self, index: usize, error: DecodeError) -> DecodeError {
        error.in_parameter(self.get(index))
    }

    pub(crate) fn get(self, index: usize) -> &'static str {
        let param = match (self.rules)() {
            Rules::Record(rules) => rules.listed().get(self.first.saturating_add(index)),
            Rules::Tensor(_) => None,
        };
        param.map_or("", |param| param.name)
    }
}

/// Writes a record, field by field: what [`Sink::fields`] does unless the sink does better. Inlined, it knows how long
/// the table of names is.
#[inline(always)]
pub(crate) fn write_fields<'a, F, S>(
    sink: &mut S,
    record: RecordType,
    fields: &F,
    named: bool,
) -> Result<(), EncodeError>
where
    F: EncodeFields<'a>,
    S: Sink<'a>,
{
    match sink.record(record, fields.counts().as_ref()) {
        Ok(()) if named => fields.encode(sink, FieldNames::of(record), Some(&mut Bindings::new())),
        Ok(()) => fields.encode(sink, FieldNames::of(record), None),
        Err(error) => Err(error),
    }
}
