//! Maps of tensors as fields of a record. A map is a flattened record: its labels and values are parameters of the
//! record itself.

use core::{marker::PhantomData, mem};

use super::{
    DecodeFields, DecodePart, EncodePart, FieldMut, FieldTensors, FillFields, WithDefault,
    flatten::{BufferedTensors, filled_when_held, read_part, write_part},
};
use crate::traits::sink::fields::{AxisLengths, EncodeFields, FieldNames};
use crate::{
    DecodeError, EncodeError, ErrorKind, HasRules, Sink, Source,
    derive_support::checks::flatten::{len_of, narrows, shares_names},
    derive_support::checks::parts::Flattening,
    traits::EmptyLimit,
};

/// Returns whether the tensors of a map of type `T`, flattened record number `I` of the record `R`, must be checked
/// against more than the rules of `T`.
const fn is_held<R: Flattening, T: HasRules, const I: usize>() -> bool {
    shares_names::<R>(I) || narrows::<R>(I, T::RULES)
}

/// A map to write: flattened record number `I` of the record `R`.
#[derive(Debug)]
pub struct MapField<R, F, const I: usize>(F, PhantomData<R>);

impl<R, F, const I: usize> MapField<R, F, I> {
    /// Wraps the field that holds the map.
    #[inline]
    pub const fn new(field: F) -> Self {
        Self(field, PhantomData)
    }
}

impl<'a, R: Flattening, F: FieldTensors<'a>, const I: usize> EncodeFields<'a> for MapField<R, F, I> {
    const LEN: usize = len_of::<R>(I);

    fn count(&self, counts: &mut [usize]) {
        counts.fill(EncodePart::count(&self.0));
    }

    #[inline]
    fn encode<S: Sink<'a>>(&self, sink: &mut S, _: FieldNames, mut axes: AxisLengths<'_>) -> Result<(), EncodeError> {
        for map in self.0.items() {
            let axes = if const { is_held::<R, F::Item, I>() } { axes.as_deref_mut() } else { None };
            write_part::<R, F::Item, S, I>(map, sink, axes)?;
        }
        Ok(())
    }
}

/// A map to read: flattened record number `I` of the record `R`.
#[derive(Debug)]
pub struct MapPart<R, F, const I: usize>(pub F, PhantomData<R>);

/// Builds the map from its tensors; returns `None` if there are none and the field must have a map.
fn collect<'de, R: Flattening, F: DecodePart<'de>, const I: usize>(
    held: BufferedTensors<'de>,
    empty: &mut EmptyLimit,
) -> Result<Option<F>, DecodeError> {
    if held.is_empty() {
        return Ok(F::of_slot(F::Slot::default()));
    }
    held.record::<R, F::Item, I>(empty).map(|map| Some(F::of_one(map)))
}

impl<'de, R: Flattening, F: DecodePart<'de>, const I: usize> DecodeFields<'de> for MapPart<R, F, I> {
    const LEN: usize = len_of::<R>(I);
    type Slots = BufferedTensors<'de>;

    fn slots() -> BufferedTensors<'de> {
        BufferedTensors::default()
    }

    #[inline]
    fn in_order<S: Source<'de>>(source: &mut S, _: FieldNames, axes: AxisLengths<'_>) -> Result<Self, DecodeError> {
        let axes = if const { is_held::<R, F::Item, I>() } { axes } else { None };
        read_part::<R, F::Item, S, I>(source, axes).map(|map| Self(F::of_one(map), PhantomData))
    }

    fn push<S: Source<'de>>(
        held: &mut BufferedTensors<'de>,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        held.push::<R, F::Item, S, I>(index, source, axes)
    }

    fn collect(
        held: &mut BufferedTensors<'de>,
        names: FieldNames,
        _: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<Self, DecodeError> {
        match collect::<R, F, I>(mem::take(held), empty)? {
            Some(map) => Ok(Self(map, PhantomData)),
            None => Err(DecodeError::new(ErrorKind::missing_param()).in_parameter(names.get(0))),
        }
    }
}

impl<'de, R: Flattening, F: DecodePart<'de>, const I: usize> DecodeFields<'de> for WithDefault<MapPart<R, F, I>> {
    const LEN: usize = len_of::<R>(I);
    type Slots = BufferedTensors<'de>;

    fn slots() -> BufferedTensors<'de> {
        BufferedTensors::default()
    }

    #[inline]
    fn in_order<S: Source<'de>>(source: &mut S, names: FieldNames, axes: AxisLengths<'_>) -> Result<Self, DecodeError> {
        MapPart::in_order(source, names, axes).map(|map| Self(Some(map)))
    }

    fn push<S: Source<'de>>(
        held: &mut BufferedTensors<'de>,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        MapPart::<R, F, I>::push(held, index, source, axes)
    }

    fn collect(
        held: &mut BufferedTensors<'de>,
        _: FieldNames,
        _: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<Self, DecodeError> {
        Ok(Self(collect::<R, F, I>(mem::take(held), empty)?.map(|map| MapPart(map, PhantomData))))
    }
}

/// A map to read into: flattened record number `I` of the record `R`.
pub struct FillMap<R, P, const I: usize>(pub P, pub PhantomData<R>);

impl<'de, R: Flattening, P: FieldMut<'de>, const I: usize> FillFields<'de> for FillMap<R, P, I> {
    filled_when_held!(R, [P], I, is_held::<R, P::Item, I>());

    fn keep(
        &mut self,
        held: BufferedTensors<'de>,
        names: FieldNames,
        _: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError> {
        match held.is_empty() {
            false => held.fill::<R, P, I>(&mut self.0, empty),
            true if self.0.keep(0) => Ok(()),
            true => Err(DecodeError::new(ErrorKind::missing_param()).in_parameter(names.get(0))),
        }
    }
}
