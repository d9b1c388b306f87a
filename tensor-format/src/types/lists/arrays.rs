//! The forms of arrays: values of fixed shape are one tensor, records are one record of columns, as in a list of the
//! same length.

use core::marker::PhantomData;

use smallvec::SmallVec;

use super::{RecordList, record};
use crate::{
    AxisRules, Block, Decode, DecodeBlock, DecodeError, Dim, Encode, EncodeError, HasRules, RecordType, Rules, Sink,
    Source, TensorRules,
    rules::holds::HeldRef,
    rules::{
        columns::{ColumnForm, Exactly, list_rules},
        has_rules::record_type_of,
    },
    traits::{
        Columns, ListItem, Stacked,
        decode::{
            places::{Places, unequal},
            records::{RecordColumns, decode_records},
        },
        encode::records::encode_records,
    },
};

/// What an array of `N` values of type `T` is.
#[doc(hidden)]
pub trait ArrayForm<T, const N: usize> {
    /// The rules of the array.
    const RULES: Rules<'static>;
    /// The record type of the array.
    const RECORD: RecordType;
    /// The derived record that the items are or hold.
    const HOLDS: Option<HeldRef> = None;

    /// Writes the items.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    fn encode<'a, S: Sink<'a>>(items: &'a [T; N], sink: &mut S) -> Result<(), EncodeError>;
}

/// An array of `N` values of type `T` that can be read.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read as an inner axis of a tensor",
    label = "it, or what it holds, cannot be read",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; what borrows is read from a slice of bytes alone"
)]
pub trait DecodeArrayForm<'de, T, const N: usize>: ArrayForm<T, N> {
    /// Reads the items.
    ///
    /// # Errors
    ///
    /// Those of the source.
    fn decode<S: Source<'de>>(source: &mut S) -> Result<[T; N], DecodeError>;

    /// Reads the items in place of the existing ones, reusing their memory where it can.
    ///
    /// # Errors
    ///
    /// Those of the source.
    fn decode_into<S: Source<'de>>(items: &mut [T; N], source: &mut S) -> Result<(), DecodeError>;
}

fn tensor_rules<T: Block, const N: usize>() -> Rules<'static> {
    <Stacked as ArrayForm<T, N>>::RULES
}

impl<T: Block, const N: usize> ArrayForm<T, N> for Stacked {
    const RULES: Rules<'static> = {
        let inner: &'static TensorRules<'static> = const { &T::RULES.expect_tensor() };
        Rules::Tensor(TensorRules {
            types: inner.types,
            axes: AxisRules::prepend(const { &[Dim::exact(N as u64)] }, &inner.axes),
            range: inner.range,
        })
    };
    const RECORD: RecordType = RecordType::of_tensor(tensor_rules::<T, N>);

    #[inline]
    fn encode<'a, S: Sink<'a>>(items: &'a [T; N], sink: &mut S) -> Result<(), EncodeError> {
        sink.block(items)
    }
}

impl<'de, T: DecodeBlock<'de>, const N: usize> DecodeArrayForm<'de, T, N> for Stacked {
    #[inline(always)]
    fn decode<S: Source<'de>>(source: &mut S) -> Result<[T; N], DecodeError> {
        source.block()
    }

    fn decode_into<S: Source<'de>>(items: &mut [T; N], source: &mut S) -> Result<(), DecodeError> {
        if const { <[T; N] as Block>::SIZE.is_none() } {
            return source.block_into(items);
        }
        *items = source.block()?;
        Ok(())
    }
}

impl<T: Encode, const N: usize> ArrayForm<T, N> for Columns {
    const RULES: Rules<'static> = RecordArray::<T, N>::RULES;
    const RECORD: RecordType = RecordArray::<T, N>::RECORD;
    const HOLDS: Option<HeldRef> = T::HOLDS;

    fn encode<'a, S: Sink<'a>>(items: &'a [T; N], sink: &mut S) -> Result<(), EncodeError> {
        let () = <RecordList<T>>::CHECKED;
        // The iterator of lists, for which the same is compiled.
        encode_records(items.iter().chain(&[]), RecordArray::<T, N>::RECORD, sink)
    }
}

impl<'de, T: Encode + Decode<'de>, const N: usize> DecodeArrayForm<'de, T, N> for Columns {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<[T; N], DecodeError> {
        let mut items = SmallVec::<[T; N]>::new();
        read_records::<T, S, _, N>(&mut items, source)?;
        items.into_inner().map_err(|items| unequal(N, items.len()))
    }

    fn decode_into<S: Source<'de>>(items: &mut [T; N], source: &mut S) -> Result<(), DecodeError> {
        read_records::<T, S, _, N>(&mut items[..], source)
    }
}

/// Reads as many records as an array has, into `items`.
fn read_records<'de, T: Decode<'de>, S: Source<'de>, P: Places<T> + ?Sized, const N: usize>(
    items: &mut P,
    source: &mut S,
) -> Result<(), DecodeError> {
    let () = <RecordList<T>>::CHECKED;
    let (rules, row) = (&record(&RecordArray::<T, N>::RULES), &record(&T::RULES));
    let columns = RecordColumns {
        record: RecordArray::<T, N>::RECORD,
        rules,
        row,
        listed: <RecordList<T>>::LISTED,
        bounded: <RecordList<T>>::BOUNDED,
        form: ColumnForm::of,
    };
    decode_records(items, source, &columns)
}

/// The rules of an array of records.
struct RecordArray<T, const N: usize>(PhantomData<T>);

impl<T: HasRules, const N: usize> HasRules for RecordArray<T, N> {
    const RULES: Rules<'static> = list_rules::<T, Exactly<N>>();
    const RECORD: RecordType = record_type_of::<Self>().in_one_call();
}

impl<T: ListItem<Form: ArrayForm<T, N>>, const N: usize> HasRules for [T; N] {
    const RULES: Rules<'static> = <T::Form as ArrayForm<T, N>>::RULES;
    const RECORD: RecordType = <T::Form as ArrayForm<T, N>>::RECORD;
    const HOLDS: Option<HeldRef> = <T::Form as ArrayForm<T, N>>::HOLDS;
}

impl<T: ListItem<Form: ArrayForm<T, N>>, const N: usize> Encode for [T; N] {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        <T::Form as ArrayForm<T, N>>::encode(self, sink)
    }
}

impl<'de, T: ListItem<Form: DecodeArrayForm<'de, T, N>>, const N: usize> Decode<'de> for [T; N] {
    // A record whose type fixes it is read by one function, however many other readers there are.
    #[inline(always)]
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        <T::Form as DecodeArrayForm<'de, T, N>>::decode(source)
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        <T::Form as DecodeArrayForm<'de, T, N>>::decode_into(self, source)
    }
}

crate::field!([T: ListItem<Form: ArrayForm<T, N>>, const N: usize] [T; N]);

impl<T: ListItem, const N: usize> ListItem for [T; N] {
    type Form = T::Form;
}
