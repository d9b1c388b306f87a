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

use core::{marker::PhantomData, mem};

use super::{
    DecodeFields, FieldMut, FieldMutOf, FillFields, Holds, Never, Uninhabited,
    absent::{Nowhere, unfit},
};
use crate::traits::sink::fields::{AxisLengths, EncodeFields, FieldNames};
use crate::{
    Bindings, Decode, DecodeError, ElementType, Encode, EncodeError, ErrorKind, HasRules, Payload, RecordType, Rules,
    Sink, Source,
    derive_support::checks::flatten::{len_of, shares_names},
    derive_support::checks::parts::Flattening,
    rules::holds::HeldRef,
    traits::{EmptyLimit, FieldKind, One},
};

pub(super) mod gaps;
mod held;
pub(crate) mod nested;
mod view;
pub(crate) use held::{BufferedTensors, TensorsReader, count_kept};
pub(crate) use view::FlattenedView;
use view::NO_NAMES;

/// A type that has rules, so that a field of it can be flattened if they are those of a record. As
/// [`Encodes`](crate::derive_support::Encodes) it has two implementations, so that the compiler says once what is wrong
/// with a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "not a record",
    note = "for a struct of your own, add `#[derive(tensor_format::Tensor)]` to it",
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
        Err(error) => Err(match part.fault.take() {
            Some(fault) => fault,
            None => error.renamed(name_in::<R, T>(I)).prefixed(prefix::<R>(I)),
        }),
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
    match T::decode(&mut part) {
        Ok(record) => Ok(record),
        Err(error) => Err(unread::<R, T>(I, &mut part.fault, error)),
    }
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
        held: &mut BufferedTensors<'de>,
        _: FieldNames,
        axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<Self, DecodeError> {
        let axes = if const { shares_names::<R>(I) } { axes.filter(|_| held.lacks::<K::Field>()) } else { None };
        let record = mem::take(held).record::<R, K::Field, I>(empty)?;
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
