//! Records in records, `#[tensor(flatten)]`: their parameters stand among those of the record around them.

use alloc::{borrow::Cow, vec::Vec};
use core::marker::PhantomData;

use super::{
    Block, Decode, DecodeFields, ElementSource, Encode, EncodeFields, HasRules, No, Nothing, Payload, Place,
    RecordOrder, Sink, Source, ValueSource, Yes, batch::Detached, block::read_whole, delegate::delegate_elements,
    fields::Names as FieldNames,
};
use crate::{
    Bindings, DecodeError, Element, ElementType, EncodeError, ErrorKind, Header, Record, RecordRef, RecordRules, Rules,
    Tensor, TensorRef, TensorRules, Value, Variable, View,
    rules::join::{Flattening, join, len_of, shares_names, start_of},
};

/// A type that can be flattened, if its rules are those of a record. As [`Encodes`](super::Encodes) it has two
/// implementations, so that the compiler says once what is wrong with a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "not a record",
    note = "`flatten` is for a struct with named fields that derives `Tensor`; the parameters inside can be optional each by itself, but not the record as a whole"
)]
pub trait Embedded<Held> {
    /// The type itself.
    type This;
}

impl<T: HasRules> Embedded<Yes> for T {
    type This = T;
}

impl<T: Nothing> Embedded<No> for T {
    type This = T;
}

const NO_NAMES: &str = "a record whose names are known only at run time cannot be flattened";

/// A flattened record to write, part `I` of the record `R`.
#[derive(Debug)]
pub struct FlatField<'a, R, T, const I: usize>(&'a T, PhantomData<R>);

impl<'a, R, T, const I: usize> FlatField<'a, R, T, I> {
    /// The field.
    #[inline]
    pub const fn new(record: &'a T) -> Self {
        Self(record, PhantomData)
    }
}

impl<'a, R: Flattening, T: Encode, const I: usize> EncodeFields<'a> for FlatField<'a, R, T, I> {
    const LEN: usize = len_of::<R>(I);

    fn count(&self, counts: &mut [usize]) {
        // An error ends the counting, which is wanted, or comes again when the record is written.
        let _ = self.0.encode(&mut Counting(counts));
    }

    #[inline]
    fn encode<S: Sink<'a>>(self, sink: &mut S, _: FieldNames, axes: Option<&mut Bindings>) -> Result<(), EncodeError> {
        let names = if const { shares_names::<R>(I) } { axes.map(Names::of::<R>(I)) } else { None };
        let mut part = Flat { inner: sink, begun: false, len: Self::LEN, names, fault: None };
        match self.0.encode(&mut part) {
            Ok(()) if part.begun => Ok(()),
            Ok(()) => Err(ErrorKind::TensorFound.into()),
            Err(error) => Err(part.fault.take().unwrap_or_else(|| error.prefixed(prefix::<R>(I)))),
        }
    }
}

/// A flattened record to read, part `I` of the record `R`.
#[derive(Debug)]
pub struct FlatPart<R, T, const I: usize>(pub T, PhantomData<R>);

impl<'de, R: Flattening, T: Decode<'de>, const I: usize> DecodeFields<'de> for FlatPart<R, T, I> {
    const LEN: usize = len_of::<R>(I);
    type Slots = Held<'de>;

    fn slots() -> Held<'de> {
        Held::default()
    }

    #[inline]
    fn in_order<S: Source<'de>>(
        source: &mut S,
        _: FieldNames,
        axes: Option<&mut Bindings>,
    ) -> Result<Self, DecodeError> {
        let names = if const { shares_names::<R>(I) } { axes.map(Names::of::<R>(I)) } else { None };
        let mut part = Flat { inner: source, begun: false, len: Self::LEN, names, fault: None };
        match T::decode(&mut part) {
            Ok(record) => Ok(Self(record, PhantomData)),
            Err(error) => Err(part.fault.take().map_or_else(|| error.prefixed(prefix::<R>(I)), DecodeError::from)),
        }
    }

    fn push<S: Source<'de>>(
        held: &mut Held<'de>,
        index: usize,
        source: &mut S,
        axes: Option<&mut Bindings>,
    ) -> Result<(), DecodeError> {
        let (rules, start) = const { (&join::<R>(), start_of::<R>(I)) };
        let own = R::PARTS.get(I).and_then(|part| part.rules.as_record()?.get(index));
        let (Some(param), Some(own)) = (rules.get(start.saturating_add(index)), own) else { return Ok(()) };
        let header = source.tensor_of(&param.rules, axes.map(|axes| (axes, param.name)))?;
        held.offsets.push((own.name, source.offset(Place::Elements)));
        if S::BORROWS {
            held.borrowed.push(own.name, source.take(header)?);
        } else {
            let mut tensor = Tensor::empty();
            source.take_into(header, &mut tensor)?;
            held.owned.push(own.name, tensor);
        }
        source.end()
    }

    fn collect(held: Held<'de>, _: FieldNames) -> Result<Self, DecodeError> {
        let Held { borrowed, owned, offsets } = held;
        let read = if owned.is_empty() {
            T::decode(&mut ValueSource::new(&Value::Record(borrowed)))
        } else {
            T::decode(&mut Detached(ValueSource::new(&Value::Record(owned.as_ref()))))
        };
        let place = |error: DecodeError| {
            let of_parameter = offsets.iter().find(|(name, _)| error.parameter() == Some(name));
            match of_parameter {
                Some((_, Some(offset))) if !matches!(error.kind(), ErrorKind::MissingParam) => error.at(*offset),
                _ => error,
            }
        };
        match read {
            Ok(record) => Ok(Self(record, PhantomData)),
            Err(error) => Err(place(error).prefixed(prefix::<R>(I))),
        }
    }
}

/// The tensors of a flattened record whose parameters come in any order, until all are there.
#[derive(Debug, Default)]
pub struct Held<'de> {
    borrowed: RecordRef<'de>,
    owned: Record,
    /// Name and offset of the elements of each.
    offsets: Vec<(&'static str, Option<u64>)>,
}

/// Takes the counts of a record and nothing else.
struct Counting<'c>(&'c mut [usize]);

impl<'a> Sink<'a> for Counting<'_> {
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], _: &P) -> Result<(), EncodeError> {
        Err(ErrorKind::TensorFound.into())
    }

    fn record<R: HasRules>(&mut self, counts: &[usize]) -> Result<(), EncodeError> {
        self.0.iter_mut().zip(counts).for_each(|(place, count)| *place = *count);
        Err(ErrorKind::TensorFound.into())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

fn prefix<R: Flattening>(part: usize) -> &'static str {
    R::PARTS.get(part).map_or("", |part| part.prefix)
}

/// A sink or source of the record around a part: the part's record begins no record there.
struct Flat<'c, S> {
    inner: &'c mut S,
    /// Whether the part's record has begun.
    begun: bool,
    /// The number of its parameters.
    len: usize,
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
    fn of<R: Flattening>(part: usize) -> impl FnOnce(&'c mut Bindings) -> Self {
        move |axes| Self { rules: const { join::<R>() }, axes, start: start_of::<R>(part), params: Vec::new() }
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
        if counts.len() != self.len {
            return Err(ErrorKind::custom("the record counts other parameters than its rules list").into());
        }
        self.begun = true;
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
