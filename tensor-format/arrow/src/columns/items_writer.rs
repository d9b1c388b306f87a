//! The elements of a column while it is written.

use std::sync::Arc;

use tensor_format::{
    ByteOrder, Element, ElementType, EncodeError, ErrorKind, TensorRef,
    codec::{ElementSink, Variable},
};

use super::{
    arrow_array::{
        ArrayRef, ArrowPrimitiveType, BooleanArray, GenericByteArray, PrimitiveArray, StructArray,
        types::{
            BinaryType, ByteArrayType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
            Int64Type, LargeBinaryType, LargeUtf8Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type, Utf8Type,
        },
    },
    arrow_buffer::{BooleanBufferBuilder, Buffer, MutableBuffer, NullBuffer, OffsetBuffer, ScalarBuffer},
    arrow_schema::{ArrowError, DataType},
    blocks::other_element,
};
use crate::options::WriteOptions;

/// The elements of a column that is being written.
pub(super) struct ItemsWriter {
    element: ElementType,
    store: Store,
    /// The most elements of variable size, in bytes together.
    max_bytes: usize,
    /// Whether an element was refused because the batch has no room for it.
    pub(super) full: bool,
}

enum Store {
    /// Numbers, or truth values as bytes: their bytes, and the size of one.
    Numbers(MutableBuffer, usize),
    /// Truth values as bits.
    Bits(BooleanBufferBuilder),
    /// Texts or byte strings.
    Strings(Strings),
    /// The contents and the formats of media.
    Media(Strings, Strings),
}

/// Texts or byte strings one after another.
struct Strings {
    bytes: MutableBuffer,
    ends: Ends,
}

/// Where each string ends, after a 0.
enum Ends {
    Small(Vec<i32>),
    Large(Vec<i64>),
}

impl Strings {
    fn new(large: bool) -> Self {
        let ends = if large { Ends::Large(vec![0]) } else { Ends::Small(vec![0]) };
        Self { bytes: MutableBuffer::new(0), ends }
    }

    fn len(&self) -> usize {
        match &self.ends {
            Ends::Small(ends) => ends.len(),
            Ends::Large(ends) => ends.len(),
        }
        .saturating_sub(1)
    }

    /// Adds a string that there is room for.
    fn push(&mut self, string: &[u8]) {
        self.bytes.extend_from_slice(string);
        match &mut self.ends {
            Ends::Small(ends) => ends.push(i32::try_from(self.bytes.len()).unwrap_or(i32::MAX)),
            Ends::Large(ends) => ends.push(i64::try_from(self.bytes.len()).unwrap_or(i64::MAX)),
        }
    }

    /// Adds a string if there is room for it, as [`check_room`](Self::check_room) says.
    #[inline]
    fn add(&mut self, string: &[u8], max: usize) -> Result<(), (usize, usize)> {
        self.check_room(string, max).map(|()| self.push(string))
    }

    fn truncate(&mut self, len: usize) {
        let end = match &mut self.ends {
            Ends::Small(ends) => {
                ends.truncate(len.saturating_add(1));
                ends.last().and_then(|end| usize::try_from(*end).ok())
            }
            Ends::Large(ends) => {
                ends.truncate(len.saturating_add(1));
                ends.last().and_then(|end| usize::try_from(*end).ok())
            }
        };
        self.bytes.truncate(end.unwrap_or_default());
    }

    /// Checks that there is room for a string among so many bytes, and among those that the offsets can tell apart;
    /// returns the limit and the bytes that there would be.
    #[inline]
    fn check_room(&self, string: &[u8], max: usize) -> Result<(), (usize, usize)> {
        let max = if matches!(self.ends, Ends::Small(_)) { max.min(WriteOptions::MOST) } else { max };
        let found = self.bytes.len().saturating_add(string.len());
        if found <= max { Ok(()) } else { Err((max, found)) }
    }

    /// Returns the bytes of all strings, and of what tells them apart.
    fn memory(&self) -> usize {
        let ends = match &self.ends {
            Ends::Small(ends) => size_of_val(&ends[..]),
            Ends::Large(ends) => size_of_val(&ends[..]),
        };
        self.bytes.len().saturating_add(ends)
    }

    fn finish(self, text: bool, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
        let bytes = self.bytes.into();
        Ok(match (text, self.ends) {
            (true, Ends::Small(ends)) => Arc::new(strings::<Utf8Type>(ends, bytes, nulls)?),
            (true, Ends::Large(ends)) => Arc::new(strings::<LargeUtf8Type>(ends, bytes, nulls)?),
            (false, Ends::Small(ends)) => Arc::new(strings::<BinaryType>(ends, bytes, nulls)?),
            (false, Ends::Large(ends)) => Arc::new(strings::<LargeBinaryType>(ends, bytes, nulls)?),
        })
    }
}

fn strings<T: ByteArrayType>(
    ends: Vec<T::Offset>,
    bytes: Buffer,
    nulls: Option<NullBuffer>,
) -> Result<GenericByteArray<T>, ArrowError> {
    GenericByteArray::try_new(OffsetBuffer::new(ScalarBuffer::from(ends)), bytes, nulls)
}

impl ItemsWriter {
    /// Creates a writer with memory for this many elements of fixed size.
    pub(super) fn new(element: ElementType, bool8: bool, options: &WriteOptions, capacity: usize) -> Self {
        let (large, max_bytes) = (options.large, options.max_text());
        let store = match element.size() {
            _ if element == ElementType::Bool && !bool8 => Store::Bits(BooleanBufferBuilder::new(capacity)),
            Some(size) => Store::Numbers(MutableBuffer::new(capacity.saturating_mul(size)), size),
            None if element.is_media() => Store::Media(Strings::new(large), Strings::new(false)),
            None => Store::Strings(Strings::new(large)),
        };
        Self { element, store, max_bytes, full: false }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match &self.store {
            // A division by a number that only run time knows would be half of what writing a number takes.
            Store::Numbers(bytes, size) => bytes.len() >> size.trailing_zeros(),
            Store::Bits(bits) => bits.len(),
            Store::Strings(strings) | Store::Media(strings, _) => strings.len(),
        }
    }

    /// Returns the bytes of all elements, and of what tells them apart.
    pub(super) fn memory(&self) -> usize {
        match &self.store {
            Store::Numbers(bytes, _) => bytes.len(),
            Store::Bits(bits) => bits.len().div_ceil(8),
            Store::Strings(strings) => strings.memory(),
            Store::Media(data, format) => data.memory().saturating_add(format.memory()),
        }
    }

    /// Returns the memory that the next numbers go to; `None` if they are bits, or of variable size.
    #[inline]
    pub(super) fn numbers(&mut self) -> Option<&mut MutableBuffer> {
        match &mut self.store {
            Store::Numbers(bytes, _) => Some(bytes),
            _ => None,
        }
    }

    /// Keeps the first elements.
    pub(super) fn truncate(&mut self, len: usize) {
        match &mut self.store {
            Store::Numbers(bytes, size) => bytes.truncate(len.saturating_mul(*size)),
            Store::Bits(bits) => bits.truncate(len),
            Store::Strings(strings) => strings.truncate(len),
            Store::Media(data, format) => {
                data.truncate(len);
                format.truncate(len);
            }
        }
    }

    /// Adds elements that stand for none: zeros, empty texts.
    pub(super) fn push_empty(&mut self, count: usize) {
        match &mut self.store {
            Store::Numbers(bytes, size) => bytes.extend_zeros(count.saturating_mul(*size)),
            Store::Bits(bits) => bits.append_n(count, false),
            Store::Strings(strings) => (0..count).for_each(|_| strings.push(&[])),
            Store::Media(data, format) => (0..count).for_each(|_| {
                data.push(&[]);
                format.push(&[]);
            }),
        }
    }

    /// Returns the elements as an array of this type, in which `nulls` are null.
    pub(super) fn finish(self, data_type: &DataType, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
        match self.store {
            Store::Bits(bits) => Ok(Arc::new(BooleanArray::new(bits.build(), nulls))),
            Store::Strings(strings) => strings.finish(self.element == ElementType::String, nulls),
            Store::Media(data, format) => {
                let DataType::Struct(fields) = data_type else { return Err(other_type(data_type)) };
                let arrays = vec![data.finish(false, None)?, format.finish(true, None)?];
                Ok(Arc::new(StructArray::try_new(fields.clone(), arrays, nulls)?))
            }
            Store::Numbers(bytes, _) => {
                let buffer = bytes.into();
                match data_type {
                    DataType::Int8 => numbers::<Int8Type>(buffer, nulls),
                    DataType::Int16 => numbers::<Int16Type>(buffer, nulls),
                    DataType::Int32 => numbers::<Int32Type>(buffer, nulls),
                    DataType::Int64 => numbers::<Int64Type>(buffer, nulls),
                    DataType::UInt8 => numbers::<UInt8Type>(buffer, nulls),
                    DataType::UInt16 => numbers::<UInt16Type>(buffer, nulls),
                    DataType::UInt32 => numbers::<UInt32Type>(buffer, nulls),
                    DataType::UInt64 => numbers::<UInt64Type>(buffer, nulls),
                    DataType::Float16 => numbers::<Float16Type>(buffer, nulls),
                    DataType::Float32 => numbers::<Float32Type>(buffer, nulls),
                    DataType::Float64 => numbers::<Float64Type>(buffer, nulls),
                    other => Err(other_type(other)),
                }
            }
        }
    }

    #[inline]
    fn expect(&self, element: ElementType) -> Result<(), EncodeError> {
        if element == self.element { Ok(()) } else { Err(other_element()) }
    }

    #[cold]
    fn no_room(&mut self, (max, found): (usize, usize)) -> EncodeError {
        self.full = true;
        let limit = tensor_format::error::Limit::Bytes;
        ErrorKind::LimitExceeded { limit, max: max as u64, found: found as u64 }.into()
    }
}

fn numbers<T: ArrowPrimitiveType>(buffer: Buffer, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let len = buffer.len().checked_div(size_of::<T::Native>()).unwrap_or_default();
    // Memory of a `MutableBuffer` is aligned for all types.
    Ok(Arc::new(PrimitiveArray::<T>::try_new(ScalarBuffer::new(buffer, 0, len), nulls)?))
}

fn other_type(found: &DataType) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("no elements are written as {found}"))
}

/// Appends a truth value for each byte, false for 0, many at a time.
fn append_bits(bits: &mut BooleanBufferBuilder, bytes: &[u8]) {
    if let [one] = bytes {
        return bits.append(*one != 0);
    }
    let mut packed = [0u8; 64];
    for piece in bytes.chunks(packed.len() * 8) {
        for (to, eight) in packed.iter_mut().zip(piece.chunks(8)) {
            *to = eight.iter().rev().fold(0, |bits, byte| bits << 1 | u8::from(*byte != 0));
        }
        bits.append_packed_range(0..piece.len(), &packed);
    }
}

impl<'a> ElementSink<'a> for &mut ItemsWriter {
    #[inline]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.expect(T::TYPE)?;
        match &mut self.store {
            // The one copy.
            Store::Numbers(bytes, _) => bytes.extend_from_slice(T::as_bytes(run)),
            Store::Bits(bits) => append_bits(bits, T::as_bytes(run)),
            Store::Strings(_) | Store::Media(..) => {}
        }
        Ok(())
    }

    fn bytes(&mut self, element: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        self.expect(element)?;
        match &mut self.store {
            Store::Bits(bits) => append_bits(bits, bytes),
            Store::Numbers(out, _) if element == ElementType::Bool => {
                // Read in place, a truth value may be any byte but 0.
                bytes.iter().for_each(|byte| out.push(u8::from(*byte != 0)));
            }
            Store::Numbers(out, size) if order == ByteOrder::NATIVE || *size == 1 => out.extend_from_slice(bytes),
            Store::Numbers(out, size) => {
                let count = bytes.len().checked_div(*size).unwrap_or_default();
                let run = TensorRef::from_bytes(element, count, bytes, order)?;
                out.extend_from_slice(&run.try_to_bytes(ByteOrder::NATIVE)?);
            }
            Store::Strings(_) | Store::Media(..) => {}
        }
        Ok(())
    }

    fn variable(&mut self, variable: Variable<'a>) -> Result<(), EncodeError> {
        if !variable.is_of(self.element) {
            return Err(other_element());
        }
        let max = self.max_bytes;
        let room = match (&variable, &mut self.store) {
            (Variable::Media { format, data }, Store::Media(contents, formats)) => {
                let room = contents.check_room(data, max).and_then(|()| formats.check_room(format, max));
                if room.is_ok() {
                    let Ok(format) = std::str::from_utf8(format) else {
                        let format = format.escape_ascii().to_string().into();
                        let why = "a column holds formats as text, in UTF-8";
                        return Err(ErrorKind::InvalidMediaFormat { format, why }.into());
                    };
                    contents.push(data);
                    formats.push(format.as_bytes());
                }
                room
            }
            (Variable::Text(text), Store::Strings(strings)) => strings.add(text.as_bytes(), max),
            (Variable::Bytes(bytes), Store::Strings(strings)) => strings.add(bytes, max),
            // Of another element type, which was refused.
            _ => Ok(()),
        };
        room.map_err(|room| self.no_room(room))
    }
}
