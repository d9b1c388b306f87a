//! Writing: from values to bytes.
//!
//! `verbs` holds what users call. A value is handed to the [`Writer`], the sink of this format, which composes headers
//! and hands runs of elements to an [`Output`]: a buffer, a slot of exact length, a counter, pieces for scatter/gather
//! output, or a stream. Of a list of records all `columns` are written at once, into memory. `exact_reserve` makes room first
//! for what comes by one call, `padding` measures a whole value and aligns its payloads.

use alloc::borrow::Cow;

use super::{
    Dialect, Options,
    constant::WireConstants,
    element_type::{byte_of, to_byte},
    record_names::{TABLE_HEADER, expect_each_once},
};
use crate::{
    Block, ByteOrder, Element, ElementSink, ElementType, ElementTypes, EncodeError, ErrorKind, Layout, Limit,
    MediaForm, OneBlock, Payload, RecordType, Sink, TensorRef, Variable,
    traits::{
        elements_in, lie_as_written, mistyped, put_gathered, put_strided, sink::items::EncodeItems, whole_elements,
    },
    util::reinterpret::{elements::Elements, find_invalid_boolean},
    util::varint,
};

mod columns;
pub(super) mod encoded_slices;
pub(super) mod exact_reserve;
#[cfg(feature = "std")]
pub(super) mod io_writer;
mod output;
pub(super) mod padding;
pub(super) mod verbs;

use output::put_varint;
pub(super) use output::{ConstantSlot, Count, ExactSlot, Output, lied};

/// The size in bytes of a buffer on the stack, for elements whose bytes in memory differ from those of the format.
const PART: usize = 1 << 13;

/// The most axes of lengths of a byte whose elements of any type memory can address.
const FEW: usize = if usize::BITS < 64 { 2 } else { 5 };

/// A sink that writes tensors and records into an output.
pub(super) struct Writer<O> {
    pub(super) out: O,
    dialect: Dialect,
    allow_non_ascii_format: bool,
    names: bool,
}

impl<O> Writer<O> {
    #[inline]
    pub(super) fn new(out: O, options: &Options) -> Self {
        let Options { dialect, allow_non_ascii_format, names, .. } = *options;
        Self { out, dialect, allow_non_ascii_format, names }
    }
}

impl<'a, O: Output<'a>> Writer<O> {
    #[inline]
    fn put_varint(&mut self, value: u64) -> Result<(), EncodeError> {
        put_varint(&mut self.out, value)
    }

    /// Writes the header of a tensor, and returns its number of elements.
    #[inline]
    pub(super) fn put_header(&mut self, element_type: ElementType, shape: &[usize]) -> Result<usize, EncodeError> {
        if let (Some(byte), true) = (to_byte(element_type), shape.len() <= FEW) {
            let (mut count, mut all) = (1_usize, 0);
            for len in shape {
                count = count.wrapping_mul(*len);
                all |= *len;
            }
            // Lengths of a byte, so few that no count of them is too large.
            if all <= usize::from(u8::MAX) {
                self.out.put_header(byte, shape.len() as u8, shape)?;
                return Ok(count);
            }
        }
        let empty = shape.contains(&0);
        let count = shape.iter().try_fold(1_usize, |count, len| count.checked_mul(*len.max(&1)));
        let size = element_type.size().unwrap_or(1);
        let fits = |count: &usize| count.checked_mul(size).is_some_and(|bytes| bytes <= isize::MAX as usize);
        match (to_byte(element_type), u8::try_from(shape.len()), count.filter(fits)) {
            (Some(byte), Ok(rank), Some(count)) => {
                self.out.put_header(byte, rank, shape)?;
                Ok(if empty { 0 } else { count })
            }
            _ => Err(unfit(element_type, shape.len())),
        }
    }

    /// Writes those names of a table whose parameters have a tensor, `total` in number, which one byte counts.
    fn names_in(&mut self, table: &[u8], counts: &[usize], total: u8) -> Result<(), EncodeError> {
        let [element_type, rank] = TABLE_HEADER;
        self.out.put(&[element_type, rank, total])?;
        let mut names = table.get(1..).unwrap_or_default();
        for count in counts {
            // With its length in front.
            let len = names.first().map_or(0, |len| usize::from(*len).saturating_add(1));
            let (name, rest) = names.split_at_checked(len).unwrap_or_default();
            if *count > 0 {
                self.out.put(name)?;
            }
            names = rest;
        }
        Ok(())
    }

    /// Writes the names of a record's tensors.
    #[inline(never)]
    fn names_of(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        if let (Some(names), false) = (record.names(), self.dialect.has_section()) {
            let once = |total: u8, count: &usize| if *count > 1 { None } else { total.checked_add(*count as u8) };
            if let Some(total @ 0..=252) = counts.iter().try_fold(0, once) {
                return self.names_in(names, counts, total);
            }
        }
        self.names(record.rules().names_of_tensors(counts))
    }

    #[inline]
    pub(super) fn put_elements<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        count: usize,
        payload: &P,
    ) -> Result<(), EncodeError> {
        let form = self.dialect.media_form();
        let allow_non_ascii = self.allow_non_ascii_format;
        if let Some(size) = element_type.size() {
            if self.out.put_size(size.saturating_mul(count)) {
                return Ok(());
            }
        } else {
            self.out.expect(count);
            if self.dialect.has_section() {
                let mut count = Count(0);
                payload.write(&mut TensorElements {
                    out: &mut count,
                    element_type,
                    written: 0,
                    form,
                    allow_non_ascii,
                })?;
                put_varint(&mut self.out, count.0 as u64)?;
            }
        }
        let mut elements =
            TensorElements { out: self.out.for_elements(), element_type, written: 0, form, allow_non_ascii };
        payload.write(&mut elements)?;
        match elements.written {
            written if written == count => Ok(()),
            written => Err(ErrorKind::ElementCount { expected: count as u64, found: written as u64 }.into()),
        }
    }
}

/// Returns the error of a tensor that has no header in this format.
#[cold]
fn unfit(element_type: ElementType, rank: usize) -> EncodeError {
    if let Err(kind) = byte_of(element_type) {
        return kind.into();
    }
    Limit::Rank.check(crate::MAX_RANK, rank).err().unwrap_or(ErrorKind::ShapeOverflow).into()
}

#[inline]
fn each_once(counts: &[usize]) -> bool {
    counts.iter().all(|count| *count == 1)
}

impl<'a, O: Output<'a>> Sink<'a> for Writer<O> {
    const COLUMN_TYPES: ElementTypes = if O::IN_PARTS || O::COPIES_LISTS { columns::TYPES } else { ElementTypes::NONE };

    #[inline]
    fn lacks_room(&self, bytes: usize) -> bool {
        self.out.lacks_room(bytes)
    }

    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let count = self.put_header(element_type, shape)?;
        self.put_elements(element_type, count, payload)
    }

    #[inline]
    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        if let (Some(header), Some(size)) = (WireConstants::<T>::HEADER, T::SIZE) {
            self.out.put(header)?;
            let mut block = BlockElements { out: &mut self.out, written: 0 };
            value.write(&mut block)?;
            return if block.written == size { Ok(()) } else { Err(lied()) };
        }
        if let Some((header, element_type, count)) = WireConstants::<T>::PACKED {
            self.out.put(header)?;
            return self.put_elements(element_type, count, &OneBlock(value));
        }
        let (element_type, shape) = crate::traits::header_of::<T>()?;
        self.tensor(element_type, &shape, &OneBlock(value))
    }

    #[inline]
    fn list<T: Block, P: Payload<'a>>(&mut self, n: usize, payload: &P) -> Result<(), EncodeError> {
        if let (Some(list), Ok(len @ 0..=252)) = (WireConstants::<T>::LIST, u8::try_from(n)) {
            self.out.put(list.header(len).get(..list.len).unwrap_or_default())?;
            return self.put_elements(list.element_type, n.wrapping_mul(list.count), payload);
        }
        crate::traits::put_list::<T, _, P>(self, n, payload)
    }

    #[inline]
    fn columns<I: EncodeItems<'a>>(&mut self, items: &I) -> Result<bool, EncodeError> {
        let sections = self.dialect.has_section();
        if const { O::IN_PARTS } {
            columns::write(items, sections, &mut self.out).map(|()| true)
        } else if const { O::COPIES_LISTS } {
            columns::write_short(items, sections, &mut self.out)
        } else {
            Ok(false)
        }
    }

    #[inline]
    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.out.expect(counts.len());
        if !O::NAMES.unwrap_or(self.names) {
            expect_each_once(&record.rules(), EncodeError::in_parameter)?;
            return if each_once(counts) { Ok(()) } else { Err(lied()) };
        }
        // The constant table of a type has each name once, and no length of a section behind its header.
        match record.names() {
            Some(names) if !self.dialect.has_section() && each_once(counts) => {
                self.out.put(&TABLE_HEADER)?;
                self.out.put(names)
            }
            _ => self.names_of(record, counts),
        }
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        if !O::NAMES.unwrap_or(self.names) {
            return Err(ErrorKind::Unnamed.into());
        }
        if names.clone().any(str::is_empty) {
            return Err(ErrorKind::EmptyName.into());
        }
        self.put_names(names)
    }
}

impl<'a, O: Output<'a>> Writer<O> {
    /// Writes the names of a record's tensors; those of padding tensors are empty.
    pub(super) fn put_names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        let count = self.put_header(ElementType::String, &[names.clone().count()])?;
        if self.dialect.has_section() {
            let total: usize =
                names.clone().map(|name| varint::len(name.len() as u64).saturating_add(name.len())).sum();
            self.put_varint(total as u64)?;
        }
        for name in names.take(count) {
            self.put_varint(name.len() as u64)?;
            self.out.put(name.as_bytes())?;
        }
        Ok(())
    }
}

/// Copies numbers as little-endian bytes.
#[inline]
fn copy_numbers<T: Element>(
    run: &[T],
    mut put: impl FnMut(&[u8]) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    if ByteOrder::NATIVE == ByteOrder::Little || T::SIZE == 1 {
        return put(T::as_bytes(run));
    }
    let mut bytes = [0; 16];
    run.iter().try_for_each(|number| {
        number.write(&mut bytes, ByteOrder::Little);
        put(bytes.get(..T::SIZE).unwrap_or_default())
    })
}

/// The sink of a value whose size is known: takes its numbers, and counts their bytes.
struct BlockElements<'o, O> {
    out: &'o mut O,
    written: usize,
}

impl<'a, O: Output<'a>> ElementSink<'a> for BlockElements<'_, O> {
    #[inline]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.written = self.written.wrapping_add(size_of_val(run));
        copy_numbers(run, |bytes| self.out.put(bytes))
    }

    #[inline]
    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        self.written = self.written.wrapping_add(size_of_val(run));
        put_numbers(self.out, run)
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        self.written = self.written.wrapping_add(bytes.len());
        put_bytes(self.out, element_type, bytes, order)
    }

    fn variable(&mut self, _: Variable<'a>) -> Result<(), EncodeError> {
        Err(mistyped())
    }
}

#[inline]
fn put_numbers<'a, T: Element, O: Output<'a>>(out: &mut O, run: &'a [T]) -> Result<(), EncodeError> {
    if ByteOrder::NATIVE == ByteOrder::Little || T::SIZE == 1 {
        return out.put_borrowed(T::as_bytes(run));
    }
    copy_numbers(run, |bytes| out.put(bytes))
}

fn put_bytes<'a, O: Output<'a>>(
    out: &mut O,
    element_type: ElementType,
    bytes: &'a [u8],
    order: ByteOrder,
) -> Result<(), EncodeError> {
    let size = element_type.size().unwrap_or(1);
    if element_type == ElementType::Bool && find_invalid_boolean(bytes).is_some() {
        // Read in place with any byte but 0 for true.
        let mut part = [0; PART];
        return bytes.chunks(PART).try_for_each(|run| {
            part.iter_mut().zip(run).for_each(|(to, byte)| *to = u8::from(*byte != 0));
            out.put(part.get(..run.len()).unwrap_or_default())
        });
    }
    if order == ByteOrder::Little || size == 1 {
        return out.put_borrowed(bytes);
    }
    let run = TensorRef::from_bytes(element_type, bytes.len().checked_div(size).unwrap_or_default(), bytes, order)?;
    run.try_for_each_part(ByteOrder::Little, |part| out.put(part))
}

/// The sink of one tensor's elements, which counts them.
struct TensorElements<'o, O> {
    out: &'o mut O,
    element_type: ElementType,
    written: usize,
    form: MediaForm,
    allow_non_ascii: bool,
}

impl<'a, O: Output<'a>> TensorElements<'_, O> {
    /// Writes a media element. A function by itself, so that the one that writes a string is small enough to be
    /// inlined.
    #[inline(never)]
    fn media(&mut self, format: &[u8], data: Cow<'a, [u8]>) -> Result<(), EncodeError> {
        let len = data.len().saturating_add(self.form.format_len(format)) as u64;
        match <[u8; 3]>::try_from(format) {
            // The usual case takes one call.
            Ok(format) if self.form == MediaForm::ThreeBytes && format.is_ascii() && u32::try_from(len).is_ok() => {
                let len = len as u32;
                let [a, b, c] = format.map(u64::from);
                let (bits, width) = varint::short_bits(len);
                let before = bits | (a | b << 8 | c << 16).wrapping_shl(width.wrapping_mul(8));
                let end = (width as usize).saturating_add(3);
                self.out.put(before.to_le_bytes().get(..end).unwrap_or_default())?;
            }
            _ => {
                self.form.check_format(format, self.allow_non_ascii)?;
                put_varint(self.out, len)?;
                if self.form == MediaForm::LengthPrefixed {
                    self.out.put(&[u8::try_from(format.len()).unwrap_or(u8::MAX)])?;
                }
                self.out.put(format)?;
            }
        }
        put_cow(self.out, data)
    }
}

impl<O> TensorElements<'_, O> {
    #[inline]
    fn count(&mut self, element_type: ElementType, elements: usize) -> Result<(), EncodeError> {
        if element_type != self.element_type {
            return Err(wrong_type(self.element_type, element_type));
        }
        self.written = self.written.wrapping_add(elements);
        Ok(())
    }
}

#[cold]
fn wrong_type(expected: ElementType, found: ElementType) -> EncodeError {
    ErrorKind::ElementType { allowed: ElementTypes::of(expected), found }.into()
}

impl<'a, O: Output<'a>> ElementSink<'a> for TensorElements<'_, O> {
    #[inline]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.count(T::TYPE, run.len())?;
        copy_numbers(run, |bytes| self.out.put(bytes))
    }

    #[inline]
    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        self.count(T::TYPE, run.len())?;
        put_numbers(self.out, run)
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        self.count(element_type, whole_elements(element_type, bytes.len())?)?;
        put_bytes(self.out, element_type, bytes, order)
    }

    fn strided(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        layout: &Layout,
        buffer: &'a [u8],
    ) -> Result<(), EncodeError> {
        if !lie_as_written(element_type, buffer) {
            return put_strided(self, element_type, shape, layout, buffer);
        }
        let (size, count) = elements_in(element_type, shape, layout, buffer)?;
        self.count(element_type, count)?;
        self.out.put_strided(size, shape, layout, buffer)
    }

    fn gathered(&mut self, element_type: ElementType, elements: &Elements<'a>) -> Result<(), EncodeError> {
        let size = element_type.size().unwrap_or(1);
        if ByteOrder::NATIVE != ByteOrder::Little && size > 1 {
            return put_gathered(self, element_type, elements);
        }
        self.count(element_type, elements.bytes().checked_div(size).unwrap_or_default())?;
        self.out.put_gathered(elements)
    }

    #[inline]
    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        if !element.is_of(self.element_type) {
            return Err(mistyped());
        }
        self.written = self.written.wrapping_add(1);
        match element {
            Variable::Text(Cow::Borrowed(text)) => self.out.put_text(text),
            Variable::Text(text) => {
                put_varint(self.out, text.len() as u64)?;
                self.out.put(text.as_bytes())
            }
            Variable::Bytes(bytes) => {
                put_varint(self.out, bytes.len() as u64)?;
                put_cow(self.out, bytes)
            }
            Variable::Media { format, data } => self.media(&format, data),
        }
    }

    #[inline]
    fn texts<I: Iterator<Item = &'a str>>(&mut self, texts: I) -> Result<(), EncodeError> {
        self.count(ElementType::String, 0)?;
        let count = self.out.put_texts(texts)?;
        self.count(ElementType::String, count)
    }
}

#[inline]
fn put_cow<'a, O: Output<'a>>(out: &mut O, bytes: Cow<'a, [u8]>) -> Result<(), EncodeError> {
    match bytes {
        Cow::Borrowed(bytes) => out.put_borrowed(bytes),
        Cow::Owned(bytes) => out.put(&bytes),
    }
}
