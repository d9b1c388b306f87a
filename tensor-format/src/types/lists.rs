//! The forms of lists: values of fixed shape are one tensor, records are one record of columns.

pub(super) mod arrays;
mod from_columns;

pub use from_columns::from_columns;

use alloc::{borrow::Cow, boxed::Box, collections::VecDeque, rc::Rc, sync::Arc, vec::Vec};

use crate::{
    Block, Blocks, Decode, DecodeBlock, DecodeError, ElementSink, ElementSource, Encode, EncodeError, HasRules,
    Payload, RecordRules, RecordType, Rules, Sink, Source,
    rules::holds::HeldRef,
    rules::{
        columns::{
            AnyLength, ColumnForm, list_rules,
            table::{ListColumn, bounded_columns, listed_columns},
            verify_list,
        },
        has_rules::record_type_of,
    },
    traits::{
        Columns, ListItem, Stacked,
        decode::records::{MOST, RecordColumns, decode_records},
        encode::records::encode_records,
    },
};

/// Implements [`ListItem`] for types that are a [`Block`].
macro_rules! stacked {
    ($([$($bounds:tt)*] $ty:ty),* $(,)?) => { $(
        impl<$($bounds)*> $crate::traits::ListItem for $ty {
            type Form = $crate::traits::Stacked;
        }
    )* };
}
pub(crate) use stacked;

/// Implements [`ListItem`] for types that are records, or records if `T` is one.
macro_rules! records {
    ($([$($bounds:tt)*] $ty:ty),* $(,)?) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($bounds)*> ListItem for $ty {
            type Form = Columns;
        }
    )* };
}

records!(
    [T: ListItem<Form = Columns>] Vec<T>,
    [T: ListItem<Form = Columns>] VecDeque<T>,
    [T: ListItem<Form = Columns>] Box<T>,
    [T: ListItem<Form = Columns>] Arc<T>,
    [T: ListItem<Form = Columns>] Rc<T>,
    ['x, T: ListItem<Form = Columns> + Clone] Cow<'x, T>,
);

/// What a list of `T` is, implemented for the forms [`Stacked`] and [`Columns`].
#[doc(hidden)]
pub trait ListForm<T> {
    /// The rules of the list.
    const RULES: Rules<'static>;
    /// The record type of the list.
    const RECORD: RecordType;
    /// The derived record that the items are or hold.
    const HOLDS: Option<HeldRef> = None;

    /// Writes the items of a list.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    fn encode<'a, S: Sink<'a>>(items: &'a [T], sink: &mut S) -> Result<(), EncodeError>;

    /// Writes the items of a list that is in two slices, those of `front` and then those of `back`.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    fn encode_halves<'a, S: Sink<'a>>(front: &'a [T], back: &'a [T], sink: &mut S) -> Result<(), EncodeError>;
}

/// A list of `T` that can be read.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read as an inner axis of a tensor",
    label = "it, or what it holds, cannot be read",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; what borrows is read from a slice of bytes alone"
)]
pub trait DecodeListForm<'de, T>: ListForm<T> {
    /// Reads the items.
    ///
    /// # Errors
    ///
    /// Those of the source.
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Vec<T>, DecodeError>;

    /// Reads the items in place of the existing ones, reusing their memory where it can.
    ///
    /// # Errors
    ///
    /// Those of the source.
    fn decode_into<S: Source<'de>>(items: &mut Vec<T>, source: &mut S) -> Result<(), DecodeError>;
}

/// The items of a list that is in two slices.
struct Halves<'a, T>(&'a [T], &'a [T]);

impl<'a, T: Block> Payload<'a> for Halves<'a, T> {
    #[inline]
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        T::write_all(self.0, out)?;
        T::write_all(self.1, out)
    }
}

fn batched_rules<T: Block>() -> Rules<'static> {
    T::RULES.batched()
}

impl<T: Block> ListForm<T> for Stacked {
    const RULES: Rules<'static> = T::RULES.batched();
    const RECORD: RecordType = RecordType::of_tensor(batched_rules::<T>);

    #[inline]
    fn encode<'a, S: Sink<'a>>(items: &'a [T], sink: &mut S) -> Result<(), EncodeError> {
        put_blocks::<T, S, _>(sink, &[items.len()], &Blocks(items))
    }

    fn encode_halves<'a, S: Sink<'a>>(front: &'a [T], back: &'a [T], sink: &mut S) -> Result<(), EncodeError> {
        put_blocks::<T, S, _>(sink, &[front.len().saturating_add(back.len())], &Halves(front, back))
    }
}

impl<'de, T: DecodeBlock<'de>> DecodeListForm<'de, T> for Stacked {
    #[inline]
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Vec<T>, DecodeError> {
        let mut items = Vec::new();
        let (n, mut elements) = begin_sequence::<T, S>(source)?;
        T::extend(&mut elements, n, &mut items)?;
        elements.end()?;
        Ok(items)
    }

    #[inline]
    fn decode_into<S: Source<'de>>(items: &mut Vec<T>, source: &mut S) -> Result<(), DecodeError> {
        let (n, mut elements) = begin_sequence::<T, S>(source)?;
        T::refill(&mut elements, n, items)?;
        elements.end()
    }
}

/// A list of records, whatever their type is called.
pub(super) struct RecordList<T>(pub(super) Vec<T>);

impl<T: HasRules> HasRules for RecordList<T> {
    const RULES: Rules<'static> = list_rules::<T, AnyLength>();
    const RECORD: RecordType = record_type_of::<Self>().in_one_call();
}

impl<'de, T: Decode<'de>> Decode<'de> for RecordList<T> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let mut items = Vec::new();
        read_records(&mut items, source)?;
        Ok(Self(items))
    }
}

crate::field!([T: HasRules] RecordList<T>);

impl<T: HasRules> RecordList<T> {
    /// Stops compilation if the records cannot be in a list: once for each type, not for each function that has it.
    const CHECKED: () = verify_list::<T>();

    const LISTED: &'static [ListColumn] = listed_columns::<T>(MOST);
    const BOUNDED: &'static [ListColumn] = bounded_columns::<T>(MOST);
}

/// Reads records in place of the existing ones.
fn read_records<'de, T: Decode<'de>, S: Source<'de>>(items: &mut Vec<T>, source: &mut S) -> Result<(), DecodeError> {
    let () = <RecordList<T>>::CHECKED;
    let columns = RecordColumns {
        record: <RecordList<T>>::RECORD,
        rules: &record(&<RecordList<T>>::RULES),
        row: &record(&T::RULES),
        listed: <RecordList<T>>::LISTED,
        bounded: <RecordList<T>>::BOUNDED,
        form: ColumnForm::of,
    };
    decode_records(items, source, &columns)
}

/// Writes records.
#[inline]
pub(super) fn write_records<'a, T, I, S>(items: I, sink: &mut S) -> Result<(), EncodeError>
where
    T: Encode + 'a,
    I: Iterator<Item = &'a T> + Clone,
    S: Sink<'a>,
{
    let () = <RecordList<T>>::CHECKED;
    encode_records(items, <RecordList<T>>::RECORD, sink)
}

/// Returns the rules of a record, or none.
fn record(rules: &Rules<'static>) -> RecordRules<'static> {
    rules.as_record().copied().unwrap_or(RecordRules::ANY)
}

impl<T: Encode> ListForm<T> for Columns {
    const RULES: Rules<'static> = <RecordList<T>>::RULES;
    const RECORD: RecordType = <RecordList<T>>::RECORD;
    const HOLDS: Option<HeldRef> = T::HOLDS;

    #[inline]
    fn encode<'a, S: Sink<'a>>(items: &'a [T], sink: &mut S) -> Result<(), EncodeError> {
        write_records(items.iter(), sink)
    }

    fn encode_halves<'a, S: Sink<'a>>(front: &'a [T], back: &'a [T], sink: &mut S) -> Result<(), EncodeError> {
        write_records(front.iter().chain(back), sink)
    }
}

impl<'de, T: Encode + Decode<'de>> DecodeListForm<'de, T> for Columns {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Vec<T>, DecodeError> {
        <RecordList<T>>::decode(source).map(|list| list.0)
    }

    fn decode_into<S: Source<'de>>(items: &mut Vec<T>, source: &mut S) -> Result<(), DecodeError> {
        read_records(items, source)
    }
}

/// Writes a tensor of items `T`, whose shape is `outer` followed by the axes of `T`.
#[inline]
pub(crate) fn put_blocks<'a, T: Block, S: Sink<'a>, P: Payload<'a>>(
    sink: &mut S,
    outer: &[usize],
    payload: &P,
) -> Result<(), EncodeError> {
    if let &[n] = outer {
        return sink.list::<T, P>(n, payload);
    }
    let element_type = crate::traits::block::element_type_of::<T>()?;
    if const { T::RULES.expect_tensor().axes.rank() == 0 } {
        return sink.tensor(element_type, outer, payload);
    }
    sink.tensor(element_type, &crate::traits::shape_of::<T>(outer), payload)
}

/// Reads the header of a tensor `[n, ..T]`, and returns `n` and the reader of its elements.
#[inline]
pub(crate) fn begin_sequence<'s, 'de, T: Block, S: Source<'de>>(
    source: &'s mut S,
) -> Result<(usize, S::Elements<'s>), DecodeError> {
    let (n, mut elements) = source.list_of::<T>()?;
    crate::traits::check_blocks::<T, _>(&mut elements, n)?;
    Ok((n, elements))
}
