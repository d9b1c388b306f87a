//! What is known of each field of a record while the record is written or read: the number of tensors to write, the
//! tensors that were read. A field that is a record itself has those of all its parameters.

use alloc::boxed::Box;
use core::mem;

use super::{
    flatten::BufferedTensors,
    part::{DecodePart, FieldMut},
};
use crate::{
    DecodeError, ErrorKind, Slot, Source,
    traits::{
        EmptyLimit, exhausted,
        sink::fields::{AxisLengths, FieldNames},
    },
};

/// The tensors of one field that were read: if the field is a record, they are kept until all have been read.
#[derive(Debug)]
pub struct FieldSlot<'de, T> {
    one: T,
    held: Option<Box<BufferedTensors<'de>>>,
}

impl<T: Default> Default for FieldSlot<'_, T> {
    fn default() -> Self {
        Self { one: T::default(), held: None }
    }
}

impl<'de, T> FieldSlot<'de, T> {
    pub(super) fn push<P: DecodePart<'de, Slot = T>, S: Source<'de>>(
        &mut self,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError>
    where
        T: Slot<P::Item>,
    {
        if const { P::NESTS } {
            return self.held.get_or_insert_default().push_nested::<P::Item, S>(index, source);
        }
        self.one.push(P::decode(source, axes)?)
    }

    /// Builds the field, whose parameters are the first of `names`, and takes these from `names`.
    pub(super) fn collect<P: DecodePart<'de, Slot = T>>(
        &mut self,
        names: &mut FieldNames,
        empty: &mut EmptyLimit,
    ) -> Result<P, DecodeError>
    where
        T: Default,
    {
        let own = *names;
        *names = own.after(P::LEN);
        let one = mem::take(&mut self.one);
        // A constant condition: else each type of a field would be compiled once more for tensors that were kept.
        if const { !P::NESTS } {
            return P::of_slot(one).ok_or_else(|| missing(own, 0));
        }
        let without = P::of_slot(one);
        let read = match (self.held.take(), without) {
            // If the field may be absent, what is there of it makes the rest required.
            (Some(held), Some(_)) => {
                let first = held.first();
                held.nested(own, empty, first)
            }
            (Some(held), None) => held.nested(own, empty, None),
            (None, Some(field)) => return Ok(field),
            // All parameters of the record may be optional.
            (None, None) => BufferedTensors::default().nested(own, empty, None),
        };
        read.map(P::of_one)
    }
}

/// What has been read of one field: the number of its tensors, or the tensors of a record, kept until all have been
/// read.
#[derive(Debug, Default)]
pub struct FieldRead<'de> {
    count: usize,
    held: Option<Box<BufferedTensors<'de>>>,
}

impl<'de> FieldRead<'de> {
    pub(super) fn fill<P: FieldMut<'de>, S: Source<'de>>(
        &mut self,
        field: &mut P,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        if const { P::NESTS } {
            return self.held.get_or_insert_default().push_nested::<P::Item, S>(index, source);
        }
        let before = self.count;
        self.count = before.saturating_add(1);
        field.fill(before, source, axes)
    }

    pub(super) fn keep<P: FieldMut<'de>>(
        self,
        field: &mut P,
        names: FieldNames,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError> {
        if const { !P::NESTS } {
            return if field.keep(self.count) { Ok(()) } else { Err(missing(names, 0)) };
        }
        match self.held {
            Some(held) => held.fill_nested(field, names, empty),
            None if field.keep(self.count) => Ok(()),
            // All parameters of the record may be optional.
            None => BufferedTensors::default().fill_nested(field, names, empty),
        }
    }
}

#[cold]
#[inline(never)]
fn missing(names: FieldNames, index: usize) -> DecodeError {
    DecodeError::new(ErrorKind::missing_param()).in_parameter(names.get(index))
}

/// Returns a field whose parameters are the first of `names`, and have no tensor.
#[inline(always)]
pub(super) fn absent_field<'de, P: DecodePart<'de>>(mut names: FieldNames) -> Result<P, DecodeError> {
    match P::of_slot(P::Slot::default()) {
        Some(field) => Ok(field),
        None => FieldSlot::default().collect(&mut names, &mut EmptyLimit::default()),
    }
}

/// Returns what was read of a record or variant, and lets a source that gives no reasons know of an error. Rows of columns
/// know of those of their own.
#[inline(always)]
pub(super) fn given_up<'de, T, S: Source<'de>>(read: Result<T, DecodeError>, source: &mut S) -> Result<T, DecodeError> {
    if const { !S::EXPLAINS && !S::COLUMNS_ALONE } && read.is_err() {
        source.give_up();
    }
    read
}

/// Returns the error of a source that gives no reasons. Inlined, so that no call takes the source, which is in registers.
#[inline(always)]
pub(super) fn unexplained<'de, S: Source<'de>>(source: &mut S) -> DecodeError {
    source.give_up();
    exhausted(1, 0)
}
