//! Records in records, `#[tensor(flatten)]`: their parameters stand among those of the record around them.

use alloc::{borrow::Cow, vec::Vec};

use smallvec::SmallVec;

use super::{
    Block, Decode, ElementSource, Encode, HasRules, Payload, Place, RecordOrder, Sink, Source, ValueSource,
    batch::Detached, block::read_whole, delegate::delegate_elements,
};
use crate::{
    __private::record_of,
    Bindings, DecodeError, Element, ElementType, EncodeError, ErrorKind, Header, Record, RecordRef, RecordRules, Rules,
    Tensor, TensorRef, TensorRules, Value, Variable, View,
    rules::join::{Flattening, join, shares_names, start_of},
};

/// A type that can be flattened, if its rules are those of a record.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "not a record",
    note = "`flatten` is for a struct with named fields that derives `Tensor`; the parameters inside can be optional each by itself, but not the record as a whole"
)]
pub trait Embedded: HasRules {
    /// The type itself.
    type This;
}

#[diagnostic::do_not_recommend]
impl<T: HasRules> Embedded for T {
    type This = T;
}

/// The rules of a type that is flattened.
#[must_use]
pub const fn embedded_rules<T: Embedded>() -> Rules<'static> {
    T::RULES
}

/// How many tensors each parameter of a record has.
pub type Counts = SmallVec<[usize; 16]>;

const NO_NAMES: &str = "a record whose names are known only at run time cannot be flattened";

/// Adds the counts of a flattened record.
///
/// # Errors
///
/// Those of the record before it begins.
#[inline]
pub fn count_flattened<T: Encode>(record: &T, counts: &mut Counts) -> Result<(), EncodeError> {
    let mut sink = Counting { counts, parameters: record_of::<T>().len(), begun: false };
    match record.encode(&mut sink) {
        _ if sink.begun => Ok(()),
        Ok(()) => Err(ErrorKind::TensorFound.into()),
        Err(error) => Err(error),
    }
}

/// Takes the counts of a record and nothing else.
struct Counting<'c> {
    counts: &'c mut Counts,
    parameters: usize,
    begun: bool,
}

/// Ends the encoding of a record of which only the counts were wanted.
#[cold]
fn enough() -> EncodeError {
    ErrorKind::TensorFound.into()
}

impl<'a> Sink<'a> for Counting<'_> {
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], _: &P) -> Result<(), EncodeError> {
        Err(ErrorKind::TensorFound.into())
    }

    fn record<R: HasRules>(&mut self, counts: &[usize]) -> Result<(), EncodeError> {
        if counts.len() != self.parameters {
            return Err(ErrorKind::custom("the record counts other parameters than its rules list").into());
        }
        self.counts.extend_from_slice(counts);
        self.begun = true;
        Err(enough())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

/// Writes the tensors of part `I` of the record `R`, which has begun.
///
/// # Errors
///
/// Those of the part, its parameters under their names in `R`.
#[inline]
pub fn encode_flattened<'a, R, T, S, const I: usize>(
    record: &'a T,
    sink: &mut S,
    axes: &mut Bindings,
) -> Result<(), EncodeError>
where
    R: Flattening,
    T: Encode,
    S: Sink<'a>,
{
    let names = if const { shares_names::<R>(I) } { Some(Names::of::<R>(I, axes)) } else { None };
    let mut part = Flat { inner: sink, names, fault: None };
    record.encode(&mut part).map_err(|error| part.fault.take().unwrap_or_else(|| error.prefixed(prefix::<R>(I))))
}

/// Reads part `I` of the record `R`, whose parameters all come in order.
///
/// # Errors
///
/// Those of the part, its parameters under their names in `R`.
#[inline]
pub fn decode_flattened<'de, R, T, S, const I: usize>(source: &mut S, axes: &mut Bindings) -> Result<T, DecodeError>
where
    R: Flattening,
    T: Decode<'de>,
    S: Source<'de>,
{
    let names = if const { shares_names::<R>(I) } { Some(Names::of::<R>(I, axes)) } else { None };
    let mut part = Flat { inner: source, names, fault: None };
    T::decode(&mut part)
        .map_err(|error| part.fault.take().map_or_else(|| error.prefixed(prefix::<R>(I)), DecodeError::from))
}

fn prefix<R: Flattening>(part: usize) -> &'static str {
    R::PARTS.get(part).map_or("", |part| part.prefix)
}

/// A sink or source of the record around a part: the part's record begins no record there.
struct Flat<'c, S> {
    inner: &'c mut S,
    names: Option<Names<'c>>,
    /// An error that speaks of the record around already.
    fault: Option<EncodeError>,
}

/// The named axes of a record, and where its part stands.
struct Names<'c> {
    rules: RecordRules<'static>,
    axes: &'c mut Bindings,
    /// The first parameter of the part.
    start: usize,
    /// The parameter of each tensor that comes, from the first of the part, the last first.
    params: Vec<usize>,
}

impl<'c> Names<'c> {
    fn of<R: Flattening>(part: usize, axes: &'c mut Bindings) -> Self {
        Self { rules: const { join::<R>() }, axes, start: start_of::<R>(part), params: Vec::new() }
    }

    fn begin(&mut self, counts: impl Iterator<Item = usize>) {
        let each = (self.start..).zip(counts).flat_map(|(param, count)| core::iter::repeat_n(param, count));
        self.params = each.collect();
        self.params.reverse();
    }
}

impl<S> Flat<'_, S> {
    /// Holds the named axes of the next tensor to those of the others.
    fn bind(&mut self, shape: &[usize]) -> Result<(), ErrorKind> {
        let Some(names) = &mut self.names else { return Ok(()) };
        let Some(param) = names.params.pop().and_then(|param| names.rules.get(param)) else { return Ok(()) };
        names.axes.bind(param.name, &param.rules, shape).map_err(|kind| {
            self.fault = Some(EncodeError::new(kind).in_parameter(param.name));
            ErrorKind::TensorFound
        })
    }
}

impl<'a, S: Sink<'a>> Sink<'a> for Flat<'_, S> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.bind(shape)?;
        self.inner.tensor(element_type, shape, payload)
    }

    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        if self.names.is_some() {
            let (_, shape) = super::block::header_of::<T>()?;
            self.bind(&shape)?;
        }
        self.inner.block(value)
    }

    fn record<R: HasRules>(&mut self, counts: &[usize]) -> Result<(), EncodeError> {
        if let Some(names) = &mut self.names {
            names.begin(counts.iter().copied());
        }
        Ok(())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

impl<'de, S: Source<'de>> ElementSource<'de> for Flat<'_, S> {
    delegate_elements!('de, inner);
}

impl<'de, S: Source<'de>> Source<'de> for Flat<'_, S> {
    const BORROWS: bool = S::BORROWS;

    fn tensor(&mut self) -> Result<Header, DecodeError> {
        let header = self.inner.tensor()?;
        if let Err(kind) = self.bind(&header.shape) {
            let (axis, place) = match self.fault.as_ref().map(EncodeError::kind) {
                Some(ErrorKind::Symbol { axis, .. }) => (*axis, true),
                _ => (0, false),
            };
            if let (true, Some(offset)) = (place, self.inner.offset(Place::Axis(axis))) {
                self.fault = self.fault.take().map(|fault| fault.at(offset));
            }
            return Err(kind.into());
        }
        Ok(header)
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        self.inner.end()
    }

    fn block<T: super::DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        if self.names.is_some() { read_whole(self) } else { self.inner.block() }
    }

    fn record<R: HasRules>(&mut self) -> Result<RecordOrder, DecodeError> {
        if let (Some(names), Rules::Record(rules)) = (&mut self.names, R::RULES) {
            names.begin(core::iter::repeat_n(1, rules.len()));
        }
        Ok(RecordOrder::Declared)
    }

    fn next_parameter(&mut self, _: &RecordRules<'_>) -> Result<Option<usize>, DecodeError> {
        Ok(None)
    }

    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        Err(ErrorKind::custom(NO_NAMES).into())
    }

    fn offset(&self, place: Place) -> Option<u64> {
        self.inner.offset(place)
    }

    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<(), DecodeError> {
        if self.names.is_some() { super::lengths_of(self, rules, lens) } else { self.inner.lengths_of(rules, lens) }
    }

    fn whole(&mut self) -> Result<TensorRef<'de>, DecodeError> {
        if self.names.is_some() { super::whole(self) } else { self.inner.whole() }
    }
}

/// The tensors of a flattened record whose parameters come in any order, until all are there.
#[derive(Default)]
pub struct Held<'de> {
    borrowed: RecordRef<'de>,
    owned: Record,
    /// Name and offset of the elements of each.
    offsets: Vec<(&'static str, Option<u64>)>,
}

/// Keeps a tensor of part `I` of the record `R`; `position` is that of its parameter in `R`.
///
/// # Errors
///
/// What contradicts the rules of the parameter.
pub fn hold<'de, R, S, const I: usize>(
    held: &mut Held<'de>,
    source: &mut S,
    position: usize,
    axes: &mut Bindings,
) -> Result<(), DecodeError>
where
    R: Flattening,
    S: Source<'de>,
{
    let (rules, start) = const { (&join::<R>(), start_of::<R>(I)) };
    let own = R::PARTS.get(I).and_then(|part| part.rules.as_record()?.get(position.checked_sub(start)?));
    let (Some(param), Some(own)) = (rules.get(position), own) else { return Ok(()) };
    let named = |error: DecodeError| error.in_parameter(param.name);
    let header = source.tensor_of(&param.rules, Some((axes, param.name))).map_err(named)?;
    held.offsets.push((own.name, source.offset(Place::Elements)));
    if S::BORROWS {
        held.borrowed.push(own.name, source.take(header).map_err(named)?);
    } else {
        let mut tensor = Tensor::empty();
        source.take_into(header, &mut tensor).map_err(named)?;
        held.owned.push(own.name, tensor);
    }
    source.end().map_err(named)
}

/// Reads part `I` of the record `R` from what was kept of it.
///
/// # Errors
///
/// Those of the part, its parameters under their names in `R`.
pub fn decode_held<'de, R, T, S, const I: usize>(held: Held<'de>) -> Result<T, DecodeError>
where
    R: Flattening,
    T: Decode<'de>,
    S: Source<'de>,
{
    let Held { borrowed, owned, offsets } = held;
    let read = if S::BORROWS {
        T::decode(&mut ValueSource::new(&Value::Record(borrowed)))
    } else {
        T::decode(&mut Detached(ValueSource::new(&Value::Record(owned.as_ref()))))
    };
    read.map_err(|error| {
        let of_parameter = offsets.iter().find(|(name, _)| error.parameter() == Some(name));
        let error = match of_parameter {
            Some((_, Some(offset))) if !matches!(error.kind(), ErrorKind::MissingParam) => error.at(*offset),
            _ => error,
        };
        error.prefixed(prefix::<R>(I))
    })
}

impl<'x, 'v, 'de> Source<'de> for Detached<ValueSource<'x, 'v>> {
    const BORROWS: bool = false;

    fn tensor(&mut self) -> Result<Header, DecodeError> {
        self.0.tensor()
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        self.0.end()
    }

    fn record<R: HasRules>(&mut self) -> Result<RecordOrder, DecodeError> {
        self.0.record::<R>()
    }

    fn next_parameter(&mut self, rules: &RecordRules<'_>) -> Result<Option<usize>, DecodeError> {
        self.0.next_parameter(rules)
    }

    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        Ok(self.0.next_name()?.map(|name| Cow::Owned(name.into_owned())))
    }

    fn offset(&self, place: Place) -> Option<u64> {
        self.0.offset(place)
    }
}
