//! Records of more fields than a tuple holds.

use super::{DecodeFields, FieldTable, ParamList};
use crate::{
    DecodeError, EncodeError, Sink, Source,
    traits::{
        EmptyLimit,
        sink::fields::{AxisLengths, EncodeFields, FieldNames},
    },
};

/// Two groups of fields, one after the other: tuples of sixteen, or the fields before and after a flattened record.
#[derive(Debug)]
pub struct Chain<T, U>(pub T, pub U);

impl<Checked, T: FieldTable<Checked>, U: FieldTable<Checked>> FieldTable<Checked> for Chain<T, U> {
    const FIELDS: ParamList = ParamList { more: Some(const { &U::FIELDS }), ..T::FIELDS };
}

impl<'a, T: EncodeFields<'a>, U: EncodeFields<'a>> EncodeFields<'a> for Chain<T, U> {
    const LEN: usize = T::LEN.saturating_add(U::LEN);

    #[inline]
    fn count(&self, counts: &mut [usize]) {
        if let Some((first, rest)) = counts.split_at_mut_checked(T::LEN) {
            self.0.count(first);
            self.1.count(rest);
        }
    }

    #[inline]
    fn encode<S: Sink<'a>>(
        &self,
        sink: &mut S,
        names: FieldNames,
        mut axes: AxisLengths<'_>,
    ) -> Result<(), EncodeError> {
        let rest = names.after(T::LEN);
        self.0.encode(sink, names, axes.as_deref_mut())?;
        self.1.encode(sink, rest, axes)
    }

    #[inline]
    fn encode_at<S: Sink<'a>>(&self, index: usize, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        match index.checked_sub(T::LEN) {
            None => self.0.encode_at(index, sink, names),
            Some(index) => self.1.encode_at(index, sink, names.after(T::LEN)),
        }
    }
}

impl<'de, T: DecodeFields<'de>, U: DecodeFields<'de>> DecodeFields<'de> for Chain<T, U> {
    const LEN: usize = T::LEN.saturating_add(U::LEN);
    const READS_GAPS: bool = T::READS_GAPS && U::READS_GAPS;
    const MAY_LACK: bool = T::MAY_LACK || U::MAY_LACK;
    type Slots = (T::Slots, U::Slots);

    fn slots() -> Self::Slots {
        (T::slots(), U::slots())
    }

    #[inline]
    fn in_order<S: Source<'de>>(
        source: &mut S,
        names: FieldNames,
        mut axes: AxisLengths<'_>,
    ) -> Result<Self, DecodeError> {
        let rest = names.after(T::LEN);
        let first = T::in_order(source, names, axes.as_deref_mut())?;
        Ok(Self(first, U::in_order(source, rest, axes)?))
    }

    fn with_gaps<S: Source<'de>>(
        source: &mut S,
        names: FieldNames,
        mut axes: AxisLengths<'_>,
        present: u64,
    ) -> Result<Self, DecodeError> {
        let rest = names.after(T::LEN);
        let first = T::with_gaps(source, names, axes.as_deref_mut(), present)?;
        Ok(Self(first, U::with_gaps(source, rest, axes, present)?))
    }

    fn push<S: Source<'de>>(
        slots: &mut Self::Slots,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        match index.checked_sub(T::LEN) {
            None => T::push(&mut slots.0, index, source, axes),
            Some(index) => U::push(&mut slots.1, index, source, axes),
        }
    }

    fn collect(
        slots: &mut Self::Slots,
        names: FieldNames,
        mut axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<Self, DecodeError> {
        let rest = names.after(T::LEN);
        let first = T::collect(&mut slots.0, names, axes.as_deref_mut(), empty)?;
        Ok(Self(first, U::collect(&mut slots.1, rest, axes, empty)?))
    }
}
