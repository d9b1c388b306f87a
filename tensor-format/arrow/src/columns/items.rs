//! The elements of a column while it is read.

use std::{borrow::Cow, ops::Range};

use tensor_format::{ElementType, codec::Variable};

use super::{
    arrow_array::{
        Array, BinaryArray, BinaryViewArray, BooleanArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
        PrimitiveArray, StringArray, StringViewArray, StructArray,
        types::{
            ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
            UInt8Type, UInt16Type, UInt32Type, UInt64Type,
        },
    },
    arrow_buffer::{BooleanBuffer, NullBuffer},
    lists::any_null,
};
use crate::fault::{Fault, FaultKind};

/// The elements of a column.
pub(super) struct Items<'b> {
    pub(super) store: Store<'b>,
    nulls: Option<&'b NullBuffer>,
    len: usize,
}

/// How elements are stored.
#[derive(Clone, Copy)]
pub(super) enum Store<'b> {
    /// Numbers, or truth values as bytes.
    Bytes(&'b [u8]),
    /// Truth values as bits.
    Bits(&'b BooleanBuffer),
    /// Texts, byte strings and media.
    Variable(Strings<'b>, Option<Strings<'b>>),
}

/// Texts or byte strings.
#[derive(Clone, Copy)]
pub(super) enum Strings<'b> {
    Text(&'b StringArray),
    LargeText(&'b LargeStringArray),
    TextView(&'b StringViewArray),
    Binary(&'b BinaryArray),
    LargeBinary(&'b LargeBinaryArray),
    BinaryView(&'b BinaryViewArray),
    FixedBinary(&'b FixedSizeBinaryArray),
}

/// The most bytes of a string, on average, that is sooner copied than read where it is.
const SHORT: usize = 1024;

/// Returns the bytes that a text or byte string takes at least, with its format if it has one: its place in an array.
pub(super) fn least_bytes(data: Strings<'_>, format: Option<Strings<'_>>) -> usize {
    let place = |strings| match strings {
        Strings::FixedBinary(array) => usize::try_from(array.value_length()).unwrap_or_default(),
        _ => size_of::<i32>(),
    };
    place(data).saturating_add(format.map_or(0, place))
}

impl<'b> Strings<'b> {
    pub(super) fn of(array: &'b dyn Array) -> Option<Self> {
        let any = array.as_any();
        let text = any.downcast_ref().map(Strings::Text);
        let text = text.or_else(|| any.downcast_ref().map(Strings::LargeText));
        let text = text.or_else(|| any.downcast_ref().map(Strings::TextView));
        let strings = text.or_else(|| any.downcast_ref().map(Strings::Binary));
        let strings = strings.or_else(|| any.downcast_ref().map(Strings::LargeBinary));
        let strings = strings.or_else(|| any.downcast_ref().map(Strings::BinaryView));
        strings.or_else(|| any.downcast_ref().map(Strings::FixedBinary))
    }

    /// Returns whether a run of strings, which are copied, has few bytes for their number, and none of them twice, as views may.
    pub(super) fn are_short(&self, run: Range<usize>) -> bool {
        fn bytes<T: Copy + TryInto<usize>>(ends: &[T], run: &Range<usize>) -> Option<usize> {
            let (start, end) = (*ends.get(run.start)?, *ends.get(run.end)?);
            end.try_into().ok()?.checked_sub(start.try_into().ok()?)
        }
        let bytes = match self {
            Strings::Text(array) => bytes(array.value_offsets(), &run),
            Strings::LargeText(array) => bytes(array.value_offsets(), &run),
            Strings::Binary(array) => bytes(array.value_offsets(), &run),
            Strings::LargeBinary(array) => bytes(array.value_offsets(), &run),
            _ => None,
        };
        bytes.is_some_and(|bytes| bytes <= run.len().saturating_mul(SHORT))
    }

    /// Returns how many there are, and which are null.
    fn rows(&self) -> (usize, Option<&'b NullBuffer>) {
        match *self {
            Strings::Text(array) => (array.len(), array.nulls()),
            Strings::LargeText(array) => (array.len(), array.nulls()),
            Strings::TextView(array) => (array.len(), array.nulls()),
            Strings::Binary(array) => (array.len(), array.nulls()),
            Strings::LargeBinary(array) => (array.len(), array.nulls()),
            Strings::BinaryView(array) => (array.len(), array.nulls()),
            Strings::FixedBinary(array) => (array.len(), array.nulls()),
        }
    }

    /// Returns a string; `None` past the last, for which arrow-rs would panic.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Variable<'b>> {
        if index >= self.rows().0 {
            return None;
        }
        Some(match *self {
            Strings::Text(array) => Variable::Text(Cow::Borrowed(array.value(index))),
            Strings::LargeText(array) => Variable::Text(Cow::Borrowed(array.value(index))),
            Strings::TextView(array) => Variable::Text(Cow::Borrowed(array.value(index))),
            Strings::Binary(array) => Variable::Bytes(Cow::Borrowed(array.value(index))),
            Strings::LargeBinary(array) => Variable::Bytes(Cow::Borrowed(array.value(index))),
            Strings::BinaryView(array) => Variable::Bytes(Cow::Borrowed(array.value(index))),
            Strings::FixedBinary(array) => Variable::Bytes(Cow::Borrowed(array.value(index))),
        })
    }
}

impl<'b> Items<'b> {
    /// Returns the elements of an array, which are of this type; `None` if the array has others.
    pub(super) fn of(element: ElementType, array: &'b dyn Array) -> Option<Self> {
        let store = match element {
            ElementType::Bool => match array.as_any().downcast_ref::<BooleanArray>() {
                Some(array) => Store::Bits(array.values()),
                None => Store::Bytes(bytes::<Int8Type>(array)?),
            },
            ElementType::U8 => Store::Bytes(bytes::<UInt8Type>(array)?),
            ElementType::U16 => Store::Bytes(bytes::<UInt16Type>(array)?),
            ElementType::U32 => Store::Bytes(bytes::<UInt32Type>(array)?),
            ElementType::U64 => Store::Bytes(bytes::<UInt64Type>(array)?),
            ElementType::I8 => Store::Bytes(bytes::<Int8Type>(array)?),
            ElementType::I16 => Store::Bytes(bytes::<Int16Type>(array)?),
            ElementType::I32 => Store::Bytes(bytes::<Int32Type>(array)?),
            ElementType::I64 => Store::Bytes(bytes::<Int64Type>(array)?),
            ElementType::F16 => Store::Bytes(bytes::<Float16Type>(array)?),
            ElementType::F32 => Store::Bytes(bytes::<Float32Type>(array)?),
            ElementType::F64 => Store::Bytes(bytes::<Float64Type>(array)?),
            media if media.is_media() => {
                let fields = array.as_any().downcast_ref::<StructArray>()?.columns();
                let strings = |index: usize| Strings::of(fields.get(index)?.as_ref());
                Store::Variable(strings(0)?, Some(strings(1)?))
            }
            _ => Store::Variable(Strings::of(array)?, None),
        };
        Some(Self { store, nulls: array.nulls(), len: array.len() })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn has_nulls(&self) -> bool {
        self.nulls.is_some_and(|nulls| nulls.null_count() > 0)
    }

    /// Refuses a range of elements of which any is null, with what is missing.
    pub(super) fn check_nulls(&self, range: Range<usize>) -> Result<(), Fault> {
        let missing = match &self.store {
            _ if any_null(self.nulls, range.clone()) => "elements that are not null",
            Store::Variable(data, Some(_)) if any_null(data.rows().1, range.clone()) => {
                "media with their content in `bytes`"
            }
            Store::Variable(_, Some(format)) if any_null(format.rows().1, range) => "media with their format in `path`",
            _ => return Ok(()),
        };
        Err(Fault::data(FaultKind::ElementNull, missing, "null"))
    }
}

fn bytes<T: ArrowPrimitiveType>(array: &dyn Array) -> Option<&[u8]> {
    let array = array.as_any().downcast_ref::<PrimitiveArray<T>>()?;
    Some(array.values().inner().as_slice())
}
