//! Fields that are records: they are written and read like flattened records, under names that begin with the field's
//! name.

use super::{BufferedTensors, Counting, FlattenedView, gaps::Gaps};
use crate::{
    Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, Rules, Sink, Source,
    derive_support::part::{DecodePart, FieldMut, param_count},
    traits::{EmptyLimit, sink::fields::FieldNames},
};

/// Puts the number of tensors of each parameter of a record into `counts`.
#[inline]
pub(crate) fn count_nested<T: Encode>(record: &T, counts: &mut [usize]) {
    // An error ends the counting, which is wanted, or comes again when the record is written.
    let _ = record.encode(&mut Counting(counts));
}

/// Writes a record among the parameters of an outer record. `names` are those of the outer record, from the first of
/// its parameters on.
#[inline]
pub(crate) fn write_nested<'a, T: Encode, S: Sink<'a>>(
    record: &'a T,
    sink: &mut S,
    names: FieldNames,
) -> Result<(), EncodeError> {
    let mut view = in_nested(sink, names, const { param_count::<T>() });
    match record.encode(&mut view) {
        Ok(()) if view.begun => Ok(()),
        Ok(()) => Err(ErrorKind::TensorFound.into()),
        Err(error) => Err(error.prefixed(&prefix::<T>(names))),
    }
}

/// Reads a record whose parameters come in declared order. `names` are those of the outer record, from the first of its
/// parameters on.
#[inline(always)]
pub(crate) fn read_nested<'de, T: Decode<'de>, S: Source<'de>>(
    source: &mut S,
    names: FieldNames,
) -> Result<T, DecodeError> {
    let mut view = in_nested(source, names, const { param_count::<T>() });
    match T::decode(&mut view) {
        Err(error) if S::EXPLAINS => Err(error.prefixed(&prefix::<T>(names))),
        read => read,
    }
}

/// Reads a field that is a record as [`read_nested`] does, of which only the parameters whose bit is set in `present`
/// have a tensor.
pub(crate) fn read_nested_with_gaps<'de, P: DecodePart<'de>, S: Source<'de>>(
    source: &mut S,
    names: FieldNames,
    present: u64,
) -> Result<P::Item, DecodeError> {
    let mut view = in_nested(source, names, const { param_count::<P::Item>() });
    view.gaps = Gaps::new(present, const { param_count::<P::Item>() });
    match P::Item::decode(&mut view) {
        Ok(record) => Ok(record),
        // If the field may be absent, what is there of it makes the rest required.
        Err(error) => {
            let may_lack = P::of_slot(P::Slot::default()).is_some();
            Err(beside(error, &P::Item::RULES, present, may_lack).prefixed(&prefix::<P::Item>(names)))
        }
    }
}

/// Returns an error that names the first parameter of those that are there, if they make the rest required.
#[cold]
fn beside(error: DecodeError, rules: &Rules<'_>, present: u64, may_lack: bool) -> DecodeError {
    let first = rules.as_record().and_then(|rules| rules.get(present.trailing_zeros() as usize));
    error.required_beside(first.filter(|_| may_lack).map(|param| param.name))
}

/// Reads a record into an existing field, as [`read_nested`] does.
pub(crate) fn fill_nested<'de, P: FieldMut<'de>, S: Source<'de>>(
    field: &mut P,
    source: &mut S,
    names: FieldNames,
) -> Result<(), DecodeError> {
    let mut view = in_nested(source, names, const { param_count::<P::Item>() });
    match field.fill(0, &mut view, None) {
        Err(error) if S::EXPLAINS => Err(error.prefixed(&prefix::<P::Item>(names))),
        read => read,
    }
}

/// Reads a record into an existing field, of which only the parameters whose bit is set in `present` have a tensor, as
/// [`read_nested_with_gaps`] does.
pub(crate) fn fill_nested_with_gaps<'de, P: FieldMut<'de>, S: Source<'de>>(
    field: &mut P,
    source: &mut S,
    names: FieldNames,
    present: u64,
) -> Result<(), DecodeError> {
    let mut view = in_nested(source, names, const { param_count::<P::Item>() });
    view.gaps = Gaps::new(present, const { param_count::<P::Item>() });
    let Err(error) = field.fill(0, &mut view, None) else { return Ok(()) };
    // If the field may be absent, what is there of it makes the rest required.
    Err(beside(error, &P::Item::RULES, present, field.keep(0)).prefixed(&prefix::<P::Item>(names)))
}

/// Returns the prefix that the parameters of a record have in the outer record. `names` are those of the outer record,
/// from the first of these parameters or from the field on.
#[cold]
pub(crate) fn prefix<T: HasRules>(names: FieldNames) -> alloc::string::String {
    prefix_in(&T::RULES, names)
}

/// Returns the prefix as [`prefix`] does, of a record with these rules.
#[cold]
pub(crate) fn prefix_in(rules: &Rules<'_>, names: FieldNames) -> alloc::string::String {
    let first = rules.as_record().and_then(|record| record.get(0)).map_or("", |param| param.name);
    match names.get(0).strip_suffix(first) {
        Some(prefix) if prefix.ends_with('.') => prefix.into(),
        _ => alloc::format!("{}.", names.get(0)),
    }
}

/// Returns a view of a sink or source that writes or reads a nested record of `len` parameters. `names` begins with the
/// first of them.
#[inline]
pub(crate) fn in_nested<S>(inner: &mut S, names: FieldNames, len: usize) -> FlattenedView<'_, S, true> {
    let start = names.position(0);
    FlattenedView { inner, begun: false, len, start, current: start, names: None, fault: None, gaps: None }
}

impl<'de> BufferedTensors<'de> {
    /// Reads and keeps the tensor of parameter `index` of the record, of type `T`.
    pub(crate) fn push_nested<T: HasRules, S: Source<'de>>(
        &mut self,
        index: usize,
        source: &mut S,
    ) -> Result<(), DecodeError> {
        let Some(rules) = T::RULES.as_record() else { return Ok(()) };
        match rules.get(index) {
            Some(param) => self.hold(param.name, source.tensor_of(&param.rules, None)?),
            None => Ok(()),
        }
    }

    /// Reads the record from its tensors, all of which have been read. `first` is a parameter that makes the others
    /// required.
    pub(crate) fn nested<T: Decode<'de>>(
        self,
        names: FieldNames,
        empty: &mut EmptyLimit,
        first: Option<&str>,
    ) -> Result<T, DecodeError> {
        match self.decode(empty) {
            Ok(record) => Ok(record),
            Err(error) => Err(error.required_beside(first).prefixed(&prefix::<T>(names))),
        }
    }

    /// Reads the record from its tensors into an existing field, as [`nested`](Self::nested) does.
    pub(crate) fn fill_nested<P: FieldMut<'de>>(
        self,
        field: &mut P,
        names: FieldNames,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError> {
        let first = self.first();
        let explained = match self.fill_field(field, empty) {
            Ok(()) => return Ok(()),
            // If the field may be absent, what is there of it makes the rest required.
            Err(error) if field.keep(0) => error.required_beside(first),
            Err(error) => error,
        };
        Err(explained.prefixed(&prefix::<P::Item>(names)))
    }
}
