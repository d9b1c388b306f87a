//! Writes many values as one: every tensor gains an outermost axis.

use alloc::{collections::BTreeSet, format, string::String, vec::Vec};
use core::marker::PhantomData;

use smallvec::SmallVec;

use super::{Encode, records::encode_records};
use crate::{
    Bindings, ElementSink, ElementType, EncodeError, ErrorKind, HasRules, Header, Payload, Presence, RecordRules,
    RecordType, Rules, Shape, Sink, TensorRules,
    error::AddPlace,
    rules::{columns::are_stacked, has_rules::record_type_of},
    traits::sink::fields::{EncodeFields, FieldNames},
};

const NO_PARAMETERS: &str = "a type of records that names no parameters cannot be batched: give the tensors of one `Record` \
                             the batch as their first axis";

const MANY: &str = "a record that holds `Many` cannot be in a batch";

pub(in crate::traits) const NO_SHAPE: &str = "an empty batch of tensors of any rank or type has no shape";

/// A type with the rules of many `T` that are written as one.
pub(in crate::traits) struct Batched<T>(PhantomData<T>);

impl<T: HasRules> HasRules for Batched<T> {
    const RULES: Rules<'static> = T::RULES.batched();
    const RECORD: RecordType = batch_type::<T, Self>();
}

/// Returns the record type of `B`, a batch of `T`.
pub(crate) const fn batch_type<T: HasRules, B: HasRules>() -> RecordType {
    match T::RULES {
        Rules::Record(rules) if are_stacked(&rules) => record_type_of::<B>().in_one_call(),
        _ => record_type_of::<B>(),
    }
}

/// Returns the error for records whose rules do not allow many of them to be written as one; `None` if they do.
pub(crate) fn cannot_be_batched(rules: &RecordRules<'_>) -> Option<EncodeError> {
    if rules.is_empty() {
        return Some(ErrorKind::custom(NO_PARAMETERS).into());
    }
    let many = rules.listed().iter().find(|param| param.presence == Presence::Many)?;
    Some(EncodeError::new(ErrorKind::custom(MANY)).in_parameter(many.name))
}

/// Passes many values to a sink as one: `[n, ..]` for each tensor. A record must not hold [`Many`](crate::Many).
///
/// # Errors
///
/// As [`Encode::encode`], and [`RaggedBatch`](ErrorKind::RaggedBatch) if the values differ in element type, shape or
/// presence of optional parameters.
pub(crate) fn encode_batch<'a, T: Encode, S: Sink<'a>>(items: &'a [T], sink: &mut S) -> Result<(), EncodeError> {
    // Constant conditions: else all ways would be compiled for each type.
    if const { T::RULES.as_record().is_none() } {
        return encode_column(items.iter(), 0, T::RULES.as_tensor(), sink);
    }
    let rules = T::RULES.as_record().copied().unwrap_or(RecordRules::ANY);
    if const { is_stacked::<T>() } {
        // The iterator of lists, for which the same is compiled.
        return encode_records(items.iter().chain(&[]), <Batched<T>>::RECORD, sink);
    }
    cannot_be_batched(&rules).map_or(Ok(()), Err)?;
    let counts: ItemCounts = match items.first() {
        None => required_counts(&rules),
        Some(first) => {
            let mut probe = Probe::default();
            first.encode(&mut probe)?;
            probe.counts
        }
    };
    // That the others have the same is found out when they are written.
    if let Some(places) = sink.counting() {
        for (place, count) in places.iter_mut().zip(&counts) {
            *place = *count;
        }
        return Ok(());
    }
    for (index, item) in items.iter().enumerate() {
        let mut probe = Probe::default();
        item.encode(&mut probe)?;
        if probe.counts != counts {
            return Err(unlike_records(index, &present_names(&rules, &counts), &present_names(&rules, &probe.counts)));
        }
    }
    if !items.is_empty() && !counts.iter().any(is_some) {
        return Err(no_length());
    }
    sink.record(<Batched<T>>::RECORD, &counts)?;
    for (column, param) in rules.iter().enumerate() {
        if counts.get(column).is_some_and(is_some) {
            encode_column(items.iter(), column, Some(&param.rules), sink.parameter(column)).in_parameter(param.name)?;
        }
    }
    Ok(())
}

/// Returns whether all columns of many `T` are stacked.
const fn is_stacked<T: HasRules>() -> bool {
    match T::RULES {
        Rules::Record(rules) => are_stacked(&rules),
        Rules::Tensor(_) => false,
    }
}

/// Returns whether a parameter has tensors. No closure, which would be compiled for each type of items.
fn is_some(count: &usize) -> bool {
    *count > 0
}

/// Returns how many tensors each parameter of a record has that holds no more than it has to.
fn required_counts(rules: &RecordRules<'_>) -> ItemCounts {
    rules.iter().map(|param| usize::from(param.presence == Presence::Required)).collect()
}

/// Returns the names of the parameters that have tensors.
fn present_names(rules: &RecordRules<'static>, counts: &ItemCounts) -> Vec<&'static str> {
    let present = rules.iter().zip(counts).filter(|(_, count)| **count > 0);
    present.map(|(param, _)| param.name).collect()
}

/// Returns element type and shape of a value that is one tensor.
pub(crate) fn header<T: Encode + ?Sized>(value: &T) -> Result<Header, EncodeError> {
    let mut probe = Probe::default();
    value.encode(&mut probe)?;
    match probe.header {
        Some(header) if probe.counts.is_empty() => Ok(header),
        _ => Err(ErrorKind::RecordFound { tensors: probe.counts.iter().sum() }.into()),
    }
}

/// Writes the tensors that all items have for the parameter at position `column` as one tensor.
///
/// # Errors
///
/// As [`Encode::encode_batch`].
pub(crate) fn encode_column<'a, T, I, S>(
    items: I,
    column: usize,
    rules: Option<&TensorRules<'_>>,
    sink: &mut S,
) -> Result<(), EncodeError>
where
    T: Encode + 'a,
    I: ExactSizeIterator<Item = &'a T> + Clone,
    S: Sink<'a>,
{
    let header = match items.clone().next() {
        Some(first) => {
            let mut probe = Probe { column, ..Probe::default() };
            first.encode(&mut probe)?;
            probe.header
        }
        None => rules.and_then(empty_header),
    };
    let Some(header) = header else {
        return Err(ErrorKind::custom(NO_SHAPE).into());
    };
    let mut shape = header.shape.clone();
    shape.push_front(items.len());
    sink.tensor(header.element_type, &shape, &Column { items, column, header: &header })
}

/// Returns the header of an item of an empty batch: axes of open length get the least that is allowed. `None` if
/// element type or rank are not fixed.
pub(in crate::traits) fn empty_header(rules: &TensorRules<'_>) -> Option<Header> {
    if rules.axes.is_open() {
        return None;
    }
    let shape = rules.axes.iter().map(|dim| usize::try_from(dim.min).ok()).collect::<Option<Shape>>()?;
    Some(Header { element_type: rules.types.single()?, shape })
}

#[cold]
fn ragged(index: usize, expected: &dyn core::fmt::Display, found: &dyn core::fmt::Display) -> EncodeError {
    let (expected, found) = (format!("{expected}").into(), format!("{found}").into());
    ErrorKind::RaggedBatch { index, expected, found }.into()
}

/// Returns the error for a record that has other parameters than the first one of its batch.
#[cold]
pub(crate) fn unlike_records(index: usize, expected: &[&str], found: &[&str]) -> EncodeError {
    let without = |these: &[&str], others: &[&str]| -> Vec<String> {
        let others: BTreeSet<&str> = others.iter().copied().collect();
        these.iter().filter(|name| !others.contains(*name)).map(|name| format!("`{name}`")).collect()
    };
    let (lacking, added) = (without(expected, found).join(", "), without(found, expected).join(", "));
    let (expected, found) = match (lacking.as_str(), added.as_str()) {
        ("", "") => ("a record".into(), "one of the same parameters in another order".into()),
        (lacking, "") => (format!("a record with {lacking}"), "one without".into()),
        ("", added) => (format!("a record without {added}"), "one with it".into()),
        (lacking, added) => (format!("a record with {lacking}, without {added}"), "the other way round".into()),
    };
    let found: String = found;
    ragged(index, &expected, &found)
}

/// The elements that all items have for the parameter at position `column`, one item after another.
struct Column<'h, I> {
    items: I,
    column: usize,
    header: &'h Header,
}

impl<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone> Payload<'a> for Column<'_, I> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        for (index, item) in self.items.clone().enumerate() {
            item.encode(&mut Pick { column: self.column, at: 0, index, header: self.header, out })?;
        }
        Ok(())
    }
}

/// The number of tensors of each parameter of one record.
type ItemCounts = SmallVec<[usize; 16]>;

/// A sink that writes nothing and keeps how many tensors each parameter has, and the header of the tensor at position
/// `column`.
#[derive(Default)]
struct Probe {
    counts: ItemCounts,
    header: Option<Header>,
    column: usize,
    /// The position of the next tensor's parameter.
    at: usize,
}

impl<'a> Sink<'a> for Probe {
    fn tensor<P: Payload<'a>>(&mut self, element_type: ElementType, shape: &[usize], _: &P) -> Result<(), EncodeError> {
        if self.at == self.column {
            self.header = Some(Header::new(element_type, shape));
        }
        Ok(())
    }

    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    fn record(&mut self, _: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.counts = counts.into();
        Ok(())
    }

    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        self.counts = smallvec::smallvec![0; F::LEN];
        fields.count(&mut self.counts);
        match named {
            true => fields.encode(self, FieldNames::of(record), Some(&mut Bindings::new())),
            false => fields.encode_at(self.column, self, FieldNames::of(record)),
        }
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.counts = names.map(|_| 1).collect();
        Ok(())
    }
}

/// Returns the error for a batch of which nothing says how many records there are.
#[cold]
pub(crate) fn no_length() -> EncodeError {
    ErrorKind::custom("a batch of records without any tensor has no length").into()
}

/// A sink that passes on the elements of the tensor at position `column` of an item; an error if its header differs
/// from `header`, that of the first item.
struct Pick<'p, W> {
    column: usize,
    at: usize,
    index: usize,
    header: &'p Header,
    out: &'p mut W,
}

impl<'a, W: ElementSink<'a>> Sink<'a> for Pick<'_, W> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        if self.at != self.column {
            return Ok(());
        }
        if element_type != self.header.element_type || *shape != *self.header.shape {
            return Err(ragged(self.index, self.header, &Header::new(element_type, shape)));
        }
        payload.write(self.out)
    }

    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, _: bool) -> Result<(), EncodeError> {
        fields.encode_at(self.column, self, FieldNames::of(record))
    }

    fn picked(&self) -> Option<usize> {
        Some(self.column)
    }

    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Ok(())
    }
}
