//! Fields whose elements are checked against their range, `#[tensor(range_checked = 0.0..=1.0)]`: wrappers that write
//! and read a field through [`InRange`].

use core::marker::PhantomData;

use super::{DecodeFields, DecodePart, EncodePart, FieldMut, FillFields};
use crate::traits::sink::fields::{AxisLengths, EncodeFields, FieldNames};
use crate::{
    DecodeError, EncodeError, HasRules, Presence, Sink, Source, ValueRange,
    derive_support::{checks::flatten::range_of_part, checks::parts::Flattening, params::param_of},
    traits::{EmptyLimit, InRange},
};

/// A field whose elements must be in the range of parameter `I` of the record `R`.
#[derive(Debug)]
pub struct RangeChecked<R, T, const I: usize>(pub T, PhantomData<R>);

impl<R, T, const I: usize> RangeChecked<R, T, I> {
    /// Wraps the field, whose elements will be checked.
    #[inline]
    pub const fn new(field: T) -> Self {
        Self(field, PhantomData)
    }
}

impl<'a, R: HasRules, T: EncodePart<'a>, const I: usize> EncodePart<'a> for RangeChecked<R, T, I> {
    const IS_ONE: bool = T::IS_ONE;

    #[inline]
    fn count(&self) -> usize {
        self.0.count()
    }

    fn encode<S: Sink<'a>>(&self, sink: &mut S, axes: AxisLengths<'_>) -> Result<(), EncodeError> {
        let param = const { &param_of::<R, I>() };
        let first = (param.presence == Presence::Many).then_some(0);
        self.0.encode(&mut InRange::of_many(sink, param.rules.range, first), axes)
    }
}

impl<'de, R: HasRules, T: DecodePart<'de>, const I: usize> DecodePart<'de> for RangeChecked<R, T, I> {
    type Item = T::Item;
    type Slot = T::Slot;
    const MAY_LACK: bool = T::MAY_LACK;

    fn decode<S: Source<'de>>(source: &mut S, axes: AxisLengths<'_>) -> Result<T::Item, DecodeError> {
        T::decode(&mut InRange::new(source, const { param_of::<R, I>() }.rules.range), axes)
    }

    #[inline]
    fn of_one(item: T::Item) -> Self {
        Self::new(T::of_one(item))
    }

    #[inline]
    fn of_slot(slot: T::Slot) -> Option<Self> {
        T::of_slot(slot).map(Self::new)
    }
}

impl<'de, R: HasRules, T: FieldMut<'de>, const I: usize> FieldMut<'de> for RangeChecked<R, T, I> {
    type Item = T::Item;
    type Field = T::Field;
    const MAY_LACK: bool = T::MAY_LACK;

    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, axes: AxisLengths<'_>) -> Result<(), DecodeError> {
        self.0.fill(read, &mut InRange::new(source, const { param_of::<R, I>() }.rules.range), axes)
    }

    #[inline]
    fn keep(&mut self, read: usize) -> bool {
        self.0.keep(read)
    }

    const CONVERTS: bool = T::CONVERTS;

    fn settle(&mut self) -> Result<bool, DecodeError> {
        self.0.settle()
    }

    fn set(&mut self, field: T::Field) {
        self.0.set(field);
    }
}

/// A map whose values must be in the range of flattened record number `I` of the record `R`. Its labels, which are
/// texts, are not checked.
#[derive(Debug)]
pub struct RangeCheckedMap<R, T, const I: usize>(pub T, PhantomData<R>);

impl<R: Flattening, T, const I: usize> RangeCheckedMap<R, T, I> {
    const RANGE: Option<&'static ValueRange> = range_of_part::<R>(I);

    /// Wraps the map, whose values will be checked.
    #[inline]
    pub const fn new(map: T) -> Self {
        Self(map, PhantomData)
    }
}

impl<'a, R: Flattening, T: EncodeFields<'a>, const I: usize> EncodeFields<'a> for RangeCheckedMap<R, T, I> {
    const LEN: usize = T::LEN;

    fn count(&self, counts: &mut [usize]) {
        self.0.count(counts);
    }

    fn encode<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames, axes: AxisLengths<'_>) -> Result<(), EncodeError> {
        self.0.encode(&mut InRange::new(sink, Self::RANGE), names, axes)
    }
}

impl<'de, R: Flattening, T: DecodeFields<'de>, const I: usize> DecodeFields<'de> for RangeCheckedMap<R, T, I> {
    const LEN: usize = T::LEN;
    type Slots = T::Slots;

    fn slots() -> T::Slots {
        T::slots()
    }

    fn in_order<S: Source<'de>>(source: &mut S, names: FieldNames, axes: AxisLengths<'_>) -> Result<Self, DecodeError> {
        T::in_order(&mut InRange::new(source, Self::RANGE), names, axes).map(Self::new)
    }

    fn push<S: Source<'de>>(
        slots: &mut T::Slots,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        T::push(slots, index, &mut InRange::new(source, Self::RANGE), axes)
    }

    fn collect(
        slots: &mut T::Slots,
        names: FieldNames,
        axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<Self, DecodeError> {
        T::collect(slots, names, axes, empty).map(Self::new)
    }
}

impl<'de, R: Flattening, T: FillFields<'de>, const I: usize> FillFields<'de> for RangeCheckedMap<R, T, I> {
    const LEN: usize = T::LEN;
    type Read = T::Read;

    fn in_order<S: Source<'de>>(
        &mut self,
        source: &mut S,
        names: FieldNames,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        self.0.in_order(&mut InRange::new(source, Self::RANGE), names, axes)
    }

    fn fill<S: Source<'de>>(
        &mut self,
        read: &mut T::Read,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        self.0.fill(read, index, &mut InRange::new(source, Self::RANGE), axes)
    }

    fn keep(
        &mut self,
        read: T::Read,
        names: FieldNames,
        axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError> {
        self.0.keep(read, names, axes, empty)
    }
}
