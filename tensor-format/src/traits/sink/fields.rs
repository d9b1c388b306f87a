//! Writes all fields of a record by one call.

use super::Sink;
use crate::{Bindings, DecodeError, EncodeError, RecordType, Rules};

/// The lengths that the named axes of a record have so far; `None` if the lengths of axes of one name need not be
/// compared.
pub(crate) type AxisLengths<'b> = Option<&'b mut Bindings<'static>>;

/// All fields of a record, as the tensors to write.
pub trait EncodeFields<'a> {
    /// The number of parameters that the fields make.
    const LEN: usize;

    /// Writes the number of tensors of each parameter into `counts`.
    fn count(&self, counts: &mut [usize]);

    /// Begins the record, with the number of tensors of each parameter.
    ///
    /// # Errors
    ///
    /// As [`Sink::record`].
    #[inline(always)]
    fn begin<S: Sink<'a>>(&self, sink: &mut S, record: RecordType) -> Result<(), EncodeError> {
        begin_listed(self, sink, record)
    }

    /// Writes the tensors of all fields; named axes are checked against `axes`, if given.
    ///
    /// # Errors
    ///
    /// Those of the tensors, under the parameter's name.
    fn encode<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames, axes: AxisLengths<'_>) -> Result<(), EncodeError>;

    /// Writes the tensors of the field that makes parameter `index`, for a sink that passes over all others.
    ///
    /// # Errors
    ///
    /// As [`encode`](Self::encode).
    #[inline]
    fn encode_at<S: Sink<'a>>(&self, index: usize, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        let _ = index;
        self.encode(sink, names, None)
    }
}

/// The names of the parameters of some fields. They are needed only when a field fails, and so the rules come as a
/// function, which costs the compiler less than a reference to all of them does.
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

    /// Returns the names without those of the first `fields` parameters.
    #[inline]
    pub(crate) const fn after(self, fields: usize) -> Self {
        Self { rules: self.rules, first: self.first.saturating_add(fields) }
    }

    /// Returns the position in the whole record of parameter number `index` of these fields.
    #[inline]
    pub(crate) const fn position(self, index: usize) -> usize {
        self.first.saturating_add(index)
    }

    /// Returns the bits of the first `len` parameters of these fields, of those of the whole record.
    #[inline]
    pub(crate) const fn bits(self, all: u64, len: usize) -> u64 {
        let own = if self.first < u64::BITS as usize { all >> self.first } else { 0 };
        if len < u64::BITS as usize { own & !(u64::MAX << len) } else { own }
    }

    /// Adds the name of parameter `index` to the error with which writing it failed.
    #[cold]
    #[inline(never)]
    pub(crate) fn unwritten(self, index: usize, error: EncodeError) -> EncodeError {
        error.in_parameter(self.get(index))
    }

    /// Adds the name of parameter `index` to the error with which reading it failed.
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

/// Begins a record as [`EncodeFields::begin`], of any fields.
#[inline(always)]
pub(crate) fn begin_listed<'a, F: EncodeFields<'a> + ?Sized, S: Sink<'a>>(
    fields: &F,
    sink: &mut S,
    record: RecordType,
) -> Result<(), EncodeError> {
    let (mut few, mut some, mut many);
    let counts: &mut [usize] = if F::LEN <= FEW {
        few = [0; FEW];
        &mut few
    } else if F::LEN <= SOME {
        some = [0; SOME];
        &mut some
    } else {
        many = alloc::vec![0; F::LEN];
        &mut many
    };
    let counts = counts.get_mut(..F::LEN).unwrap_or_default();
    fields.count(counts);
    sink.record(record, counts)
}

/// The most parameters whose counts are kept in the smaller array on the stack; up to `SOME` they are in a larger one.
const FEW: usize = 16;
const SOME: usize = 128;

/// Writes a record field by field, the default of [`Sink::fields`]. It is inlined, so that the compiler knows how long
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
    match fields.begin(sink, record) {
        Ok(()) if named => fields.encode(sink, FieldNames::of(record), Some(&mut Bindings::new())),
        Ok(()) => fields.encode(sink, FieldNames::of(record), None),
        Err(error) => Err(error),
    }
}
