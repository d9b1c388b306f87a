//! Records in records, `#[tensor(flatten)]`: their parameters are listed among those of the outer record.
//!
//! A flattened record keeps its own `Encode` and `Decode`, which know nothing of the outer record. So it writes to and
//! reads from a view of the outer sink or source, which translates the positions of its parameters.
//!
//! There are two ways to read. If tensors come in declared order, the flattened record reads them through the view, one
//! after another. If they come in any order, those of other fields may be between them, and its `decode` cannot wait in
//! the middle: its tensors are kept until the outer record has ended, and it reads from these.
//!
//! Flattened records are numbered in order of declaration, from 0. Its own derive checks the axes of each. Only if the
//! outer record uses a name of an axis outside of it too (`shares_names`), its tensors are also checked against the
//! rules and lengths of the outer record.

use core::marker::PhantomData;

use super::{
    DecodeFields, FieldMut, FieldMutOf, FillFields, Holds, Never, Uninhabited,
    absent::{Nowhere, unfit},
};
use crate::traits::sink::fields::{AxisLengths, EncodeFields, FieldNames, write_fields};
use crate::{
    Bindings, Block, Decode, DecodeError, ElementSource, ElementType, Encode, EncodeError, ErrorKind, HasRules, Header,
    HeaderPlace, Payload, RecordOrder, RecordRules, RecordType, Rules, Sink, Source, TensorRef, TensorRules,
    derive_support::checks::flatten::{join, len_of, shares_names, start_of},
    derive_support::checks::parts::Flattening,
    rules::holds::HeldRef,
    traits::{EmptyLimit, FieldKind, One, read_whole},
};

mod gaps;
mod held;
pub(crate) mod nested;
use gaps::Gaps;
pub(crate) use held::{BufferedTensors, TensorsReader, count_kept};

/// A type that has rules, so that a field of it can be flattened if they are those of a record. As
/// [`Encodes`](crate::derive_support::Encodes) it has two implementations, so that the compiler says once what is wrong
/// with a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "not a record",
    note = "`flatten` is for a struct with named fields that derives `Tensor`; the parameters inside can be optional each by itself, but not the record as a whole: for that leave `flatten` out"
)]
pub trait Embedded<Held> {
    /// The kind of a field that holds one such value. Values are written and read through it, so that the compiler does
    /// not report a faulty type again where the field is used.
    type Kind: FieldKind;
    /// The rules of the type.
    const OWN: Rules<'static>;
    /// The derived record that the type is or holds.
    const HOLDS: Option<HeldRef> = None;
}

impl<T: HasRules> Embedded<Holds> for T {
    type Kind = One<T>;
    const OWN: Rules<'static> = T::RULES;
    const HOLDS: Option<HeldRef> = T::HOLDS;
}

impl<T: Uninhabited> Embedded<Never> for T {
    type Kind = One<T>;
    const OWN: Rules<'static> = Rules::ANY;
}

const NO_NAMES: &str = "a record whose names are known only at run time cannot be flattened";

/// A flattened record to write: number `I` of those in the record `R`.
pub struct FlatField<'a, R, K: FieldKind, const I: usize>(pub &'a K::Field, pub PhantomData<R>);

impl<'a, R: Flattening, K: FieldKind<Field: Encode>, const I: usize> EncodeFields<'a> for FlatField<'a, R, K, I> {
    const LEN: usize = len_of::<R>(I);

    fn count(&self, counts: &mut [usize]) {
        // An error ends the counting, which is wanted, or comes again when the record is written.
        let _ = self.0.encode(&mut Counting(counts));
    }

    #[inline]
    fn encode<S: Sink<'a>>(&self, sink: &mut S, _: FieldNames, axes: AxisLengths<'_>) -> Result<(), EncodeError> {
        write_part::<R, K::Field, S, I>(self.0, sink, if const { shares_names::<R>(I) } { axes } else { None })
    }
}

/// Writes `record`, flattened record number `I` of the record `R`. If `axes` are given, its tensors are checked against
/// the rules of `R`, too.
#[inline]
pub(crate) fn write_part<'a, R: Flattening, T: Encode, S: Sink<'a>, const I: usize>(
    record: &'a T,
    sink: &mut S,
    axes: AxisLengths<'_>,
) -> Result<(), EncodeError> {
    let mut part = FlattenedView::new::<R>(sink, I, axes);
    match record.encode(&mut part) {
        Ok(()) if part.begun => Ok(()),
        Ok(()) => Err(ErrorKind::TensorFound.into()),
        Err(error) => {
            Err(part.fault.take().unwrap_or_else(|| error.renamed(name_in::<R, T>(I)).prefixed(prefix::<R>(I))))
        }
    }
}

/// Checks `part`, flattened record number `I` of the record `R`, which was read without one of its parameters and may
/// hold a default in its place: its named axes must have the lengths in `axes`, those read elsewhere in `R` under the
/// same names.
fn hold_part<R: Flattening, T: Encode, const I: usize>(
    part: &T,
    axes: &mut Bindings<'static>,
) -> Result<(), DecodeError> {
    write_part::<R, T, _, I>(part, &mut Nowhere, Some(axes)).map_err(unfit)
}

/// Reads flattened record number `I` of the record `R` from tensors in declared order. If `axes` are given, the tensors
/// are checked against the rules of `R`, too.
#[inline]
pub(crate) fn read_part<'de, R: Flattening, T: Decode<'de>, S: Source<'de>, const I: usize>(
    source: &mut S,
    axes: AxisLengths<'_>,
) -> Result<T, DecodeError> {
    let mut part = FlattenedView::new::<R>(source, I, axes);
    T::decode(&mut part).map_err(|error| unread::<R, T>(I, &mut part.fault, error))
}

/// Reads into `field`, flattened record number `I` of the record `R`, as [`read_part`] does.
pub(crate) fn fill_part<'de, R: Flattening, P: FieldMut<'de>, S: Source<'de>, const I: usize>(
    field: &mut P,
    source: &mut S,
    axes: AxisLengths<'_>,
) -> Result<(), DecodeError> {
    let mut part = FlattenedView::new::<R>(source, I, axes);
    field.fill(0, &mut part, None).map_err(|error| unread::<R, P::Item>(I, &mut part.fault, error))
}

/// Returns `fault`, if there is one, else `error`, which reading flattened record number `part` returned, with the
/// parameter's name in `R`.
#[cold]
fn unread<R: Flattening, T: HasRules>(part: usize, fault: &mut Option<EncodeError>, error: DecodeError) -> DecodeError {
    match fault.take() {
        Some(fault) => fault.into(),
        None => error.renamed(name_in::<R, T>(part)).prefixed(prefix::<R>(part)),
    }
}

/// Returns a function from the name that a parameter has in `T`, the type of flattened record number `part`, to the
/// name that it has in `R`.
fn name_in<R: Flattening, T: HasRules>(part: usize) -> impl Fn(&str) -> Option<&'static str> {
    move |name| {
        let index = T::RULES.as_record()?.iter().position(|param| param.name == name)?;
        R::PARTS.get(part)?.record().get(index).map(|param| param.name)
    }
}

/// A flattened record to read: number `I` of those in the record `R`.
pub struct FlatPart<R, K: FieldKind, const I: usize>(pub K::Field, PhantomData<R>);

impl<'de, R, K, const I: usize> DecodeFields<'de> for FlatPart<R, K, I>
where
    R: Flattening,
    K: FieldKind<Field: Decode<'de> + Encode>,
{
    const LEN: usize = len_of::<R>(I);
    type Slots = BufferedTensors<'de>;

    fn slots() -> BufferedTensors<'de> {
        BufferedTensors::default()
    }

    #[inline]
    fn in_order<S: Source<'de>>(source: &mut S, _: FieldNames, axes: AxisLengths<'_>) -> Result<Self, DecodeError> {
        let axes = if const { shares_names::<R>(I) } { axes } else { None };
        read_part::<R, K::Field, S, I>(source, axes).map(|record| Self(record, PhantomData))
    }

    fn push<S: Source<'de>>(
        held: &mut BufferedTensors<'de>,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        held.push::<R, K::Field, S, I>(index, source, axes)
    }

    fn collect(
        held: BufferedTensors<'de>,
        _: FieldNames,
        axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<Self, DecodeError> {
        let axes = if const { shares_names::<R>(I) } { axes.filter(|_| held.lacks::<K::Field>()) } else { None };
        let record = held.record::<R, K::Field, I>(empty)?;
        if let Some(axes) = axes {
            hold_part::<R, K::Field, I>(&record, axes)?;
        }
        Ok(Self(record, PhantomData))
    }
}

/// Implements [`FillFields`], all but `keep`, for flattened record number `$I` of the record `$R`, which is read into a
/// `$P`. Tensors in any order are kept until all have been read. They are also checked against the rules of `$R` if
/// `$is_held`.
macro_rules! filled_when_held {
    ($R:ident, [$P:ty], $I:ident, $is_held:expr) => {
        const LEN: usize = $crate::derive_support::checks::flatten::len_of::<$R>($I);
        type Read = $crate::derive_support::flatten::BufferedTensors<'de>;

        fn in_order<S: Source<'de>>(
            &mut self,
            source: &mut S,
            _: FieldNames,
            axes: AxisLengths<'_>,
        ) -> Result<(), DecodeError> {
            let axes = if const { $is_held } { axes } else { None };
            $crate::derive_support::flatten::fill_part::<$R, $P, S, $I>(&mut self.0, source, axes)
        }

        fn fill<S: Source<'de>>(
            &mut self,
            held: &mut Self::Read,
            index: usize,
            source: &mut S,
            axes: AxisLengths<'_>,
        ) -> Result<(), DecodeError> {
            held.push::<$R, <$P as $crate::derive_support::FieldMut<'de>>::Item, S, $I>(index, source, axes)
        }
    };
}
pub(crate) use filled_when_held;

/// A flattened record to read into: number `I` of those in the record `R`.
pub struct FillFlat<R, P, const I: usize>(pub P, pub PhantomData<R>);

impl<'f, 'de, R, K, const I: usize> FillFields<'de> for FillFlat<R, FieldMutOf<'f, K>, I>
where
    R: Flattening,
    K: FieldKind<Field: Decode<'de> + Encode, Item: Decode<'de>>,
{
    filled_when_held!(R, [FieldMutOf<'f, K>], I, shares_names::<R>(I));

    fn keep(
        &mut self,
        held: BufferedTensors<'de>,
        _: FieldNames,
        axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError> {
        let axes = if const { shares_names::<R>(I) } { axes.filter(|_| held.lacks::<K::Field>()) } else { None };
        held.fill::<R, FieldMutOf<'f, K>, I>(&mut self.0, empty)?;
        match axes {
            Some(axes) => hold_part::<R, K::Field, I>(self.0.0, axes),
            None => Ok(()),
        }
    }
}

/// A sink that writes nothing and keeps only how many tensors each parameter of a record has.
struct Counting<'c>(&'c mut [usize]);

impl<'a> Sink<'a> for Counting<'_> {
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], _: &P) -> Result<(), EncodeError> {
        Err(ErrorKind::TensorFound.into())
    }

    fn record(&mut self, _: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.0.iter_mut().zip(counts).for_each(|(place, count)| *place = *count);
        Err(ErrorKind::TensorFound.into())
    }

    #[inline]
    fn counting(&mut self) -> Option<&mut [usize]> {
        Some(self.0)
    }

    // Most records come here, for which no error has to be made to stop.
    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, _: RecordType, fields: &F, _: bool) -> Result<(), EncodeError> {
        fields.count(self.0);
        Ok(())
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

/// Wraps the sink or source of an outer record for a flattened record in it: positions are those of its own parameters,
/// and beginning the record writes or reads nothing.
pub(crate) struct FlattenedView<'c, S> {
    inner: &'c mut S,
    /// Whether the flattened record has begun.
    begun: bool,
    /// The number of parameters of the flattened record; `start` is the position of the first of them in the outer
    /// record.
    len: usize,
    start: usize,
    /// The position of the next tensor's parameter in the outer record.
    current: usize,
    names: Option<FlattenedNames<'c>>,
    /// An error that names a parameter of the outer record. It is stored here, since an error that comes back through
    /// the flattened record's code is taken to name that record's own parameter, and gets the prefix.
    fault: Option<EncodeError>,
    /// Which tensors of a nested record are there, if not all are.
    gaps: Option<Gaps>,
}

/// The rules of an outer record in which flattened records share names of axes, and the lengths of the axes so far.
struct FlattenedNames<'c> {
    rules: RecordRules<'static>,
    axes: &'c mut Bindings<'static>,
}

impl<'c, S> FlattenedView<'c, S> {
    fn new<R: Flattening>(inner: &'c mut S, part: usize, axes: AxisLengths<'c>) -> Self {
        let start = start_of::<R>(part);
        let names = axes.map(|axes| FlattenedNames { rules: const { join::<R>() }, axes });
        Self { inner, begun: false, len: len_of::<R>(part), start, current: start, names, fault: None, gaps: None }
    }

    /// Checks the next tensor by the function [`check`].
    fn check(&mut self, element_type: ElementType, shape: &[usize]) -> Result<(), (ErrorKind, &'static str)> {
        check(&mut self.names, self.current, element_type, shape)
    }

    /// Stores an error that names a parameter of the outer record in `fault`, and returns another one to stop with.
    #[cold]
    fn keep(&mut self, kind: ErrorKind, parameter: &str) -> ErrorKind {
        self.fault = Some(EncodeError::new(kind).in_parameter(parameter));
        ErrorKind::TensorFound
    }
}

/// Checks the next tensor against the rules of the outer record, and its named axes against those of the other tensors.
/// An error comes with the name of the parameter.
fn check(
    names: &mut Option<FlattenedNames<'_>>,
    param: usize,
    element_type: ElementType,
    shape: &[usize],
) -> Result<(), (ErrorKind, &'static str)> {
    let Some(names) = names else { return Ok(()) };
    let Some(param) = names.rules.get(param) else { return Ok(()) };
    let checked = param.rules.check(element_type, shape);
    checked.and_then(|()| names.axes.bind(param.name, &param.rules, shape)).map_err(|kind| (kind, param.name))
}

impl<'a, S: Sink<'a>> Sink<'a> for FlattenedView<'_, S> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        if let Err((kind, parameter)) = self.check(element_type, shape) {
            return Err(self.keep(kind, parameter).into());
        }
        self.inner.tensor(element_type, shape, payload)
    }

    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        if self.names.is_some() {
            let (element_type, shape) = crate::traits::block::header_of::<T>()?;
            if let Err((kind, parameter)) = self.check(element_type, &shape) {
                return Err(self.keep(kind, parameter).into());
            }
        }
        self.inner.block(value)
    }

    fn record(&mut self, _: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        if counts.len() != self.len {
            return Err(ErrorKind::custom("the record counts other parameters than its rules list").into());
        }
        self.begun = true;
        Ok(())
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        match self.picked() {
            Some(index) => {
                self.begun = true;
                // What is picked may be of another part.
                if index >= self.len {
                    return Ok(());
                }
                if named && self.binds() {
                    return fields.encode(self, FieldNames::of(record), Some(&mut Bindings::new()));
                }
                fields.encode_at(index, self, FieldNames::of(record))
            }
            None => write_fields(self, record, fields, named),
        }
    }

    #[inline]
    fn picked(&self) -> Option<usize> {
        // What comes before this part is none of its parameters, as what comes after it is.
        self.inner.picked().map(|index| index.checked_sub(self.start).unwrap_or(usize::MAX))
    }

    #[inline]
    fn binds(&self) -> bool {
        self.inner.binds()
    }

    #[inline]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.current = self.start.saturating_add(index);
        self.inner.parameter(self.current);
        self
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

impl<'de, S: Source<'de>> Source<'de> for FlattenedView<'_, S> {
    type Elements<'s>
        = S::Elements<'s>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, S::Elements<'_>), DecodeError> {
        let (header, elements) = self.inner.tensor()?;
        // Of each parameter one tensor comes, in order.
        let current = self.current;
        self.current = current.saturating_add(1);
        if let Err((kind, parameter)) = check(&mut self.names, current, header.element_type, &header.shape) {
            // The name is that of the outer record already.
            let offset = elements.offset(HeaderPlace::of(&kind));
            let fault = EncodeError::new(kind).in_parameter(parameter);
            self.fault = Some(match offset {
                Some(offset) => fault.at(offset),
                None => fault,
            });
            return Err(ErrorKind::TensorFound.into());
        }
        Ok((header, elements))
    }

    fn block<T: crate::DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        if self.names.is_some() { read_whole(self) } else { self.inner.block() }
    }

    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        match &mut self.gaps {
            Some(gaps) => {
                gaps.begin(record);
                Ok(RecordOrder::Any)
            }
            None => Ok(RecordOrder::Declared),
        }
    }

    fn present(&mut self, _: RecordType) -> Option<u64> {
        self.gaps.as_ref().map(Gaps::present)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        match &mut self.gaps {
            Some(gaps) => Ok(gaps.next()),
            None => Err(ErrorKind::custom(NO_NAMES).into()),
        }
    }

    fn name(&self) -> &str {
        self.gaps.as_ref().map_or("", Gaps::name)
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        self.inner.offset(place)
    }

    fn position(&self) -> Option<u64> {
        self.inner.position()
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.inner.count_empty(items)
    }

    fn empty_limit(&self) -> EmptyLimit {
        self.inner.empty_limit()
    }

    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<S::Elements<'_>, DecodeError> {
        if self.names.is_some() {
            crate::traits::lengths_of(self, rules, lens)
        } else {
            self.inner.lengths_of(rules, lens)
        }
    }

    fn whole(&mut self) -> Result<TensorRef<'de>, DecodeError> {
        if self.names.is_some() { crate::traits::whole(self) } else { self.inner.whole() }
    }
}
