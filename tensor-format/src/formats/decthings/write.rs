//! The writer: one sink over any output.

use alloc::{borrow::Cow, vec::Vec};

use super::{
    Dialect, Options,
    constant::Constant,
    element_type::{byte_of, to_byte},
    record_names::{TABLE_HEADER, expect_each_once},
};
use crate::{
    Block, ByteOrder, Element, ElementSink, ElementType, EncodeError, ErrorKind, Layout, Limit, MediaForm, OneBlock,
    Payload, RecordType, Sink, TensorRef, Variable,
    layout::{for_each_part, gather_into},
    traits::{lie_as_written, put_strided},
    util::{reinterpret::find_invalid_boolean, varint},
    values::mistyped,
};

pub(super) mod encoded_slices;
pub(super) mod exact_reserve;
#[cfg(feature = "std")]
pub(super) mod io_writer;
pub(super) mod padding;
pub(super) mod verbs;

/// Bytes on the stack through which elements go that are not written as they lie.
const PART: usize = 1 << 13;

/// Room for the header of a tensor of any lengths up to rank 6, and of most beyond.
const HEADER: usize = 64;

/// Where bytes go.
pub(super) trait Output<'a> {
    /// [`Options::names`], where the type of the output fixes it.
    const NAMES: Option<bool> = None;

    /// Bytes that do not outlive the call.
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError>;

    /// The header of a tensor.
    #[inline]
    fn put_header(&mut self, byte: u8, rank: u8, shape: &[usize]) -> Result<(), EncodeError> {
        put_header(self, byte, rank, shape)
    }

    /// So many elements of variable size follow, or tensors: how many calls of [`put_borrowed`](Self::put_borrowed) it
    /// may take. No more than a guess: an implementation by hand may say what it likes.
    #[inline]
    fn expect(&mut self, _elements: usize) {}

    /// Elements of `size` bytes in row-major order, which lie otherwise.
    fn put_strided(
        &mut self,
        size: usize,
        shape: &[usize],
        layout: &Layout,
        buffer: &'a [u8],
    ) -> Result<(), EncodeError> {
        for_each_part(size, shape, layout, buffer, |part| self.put(part))
    }

    /// A string with its length before it.
    #[inline]
    fn put_text(&mut self, text: &'a str) -> Result<(), EncodeError> {
        put_varint(self, text.len() as u64)?;
        self.put_borrowed(text.as_bytes())
    }

    /// Strings, each with its length before it, and returns how many.
    #[inline]
    fn put_texts<I: Iterator<Item = &'a str>>(&mut self, texts: I) -> Result<usize, EncodeError> {
        let mut count: usize = 0;
        for text in texts {
            self.put_text(text)?;
            count = count.wrapping_add(1);
        }
        Ok(count)
    }

    /// Bytes that live as long as the value.
    #[inline]
    fn put_borrowed(&mut self, bytes: &'a [u8]) -> Result<(), EncodeError> {
        self.put(bytes)
    }
}

impl<'a> Output<'a> for &mut Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    #[inline(always)]
    fn put_text(&mut self, text: &str) -> Result<(), EncodeError> {
        crate::variable::push_text(self, text);
        Ok(())
    }

    #[inline]
    fn put_texts<I: Iterator<Item = &'a str>>(&mut self, texts: I) -> Result<usize, EncodeError> {
        Ok(crate::variable::push_texts(self, texts))
    }

    fn put_strided(&mut self, size: usize, shape: &[usize], layout: &Layout, buffer: &[u8]) -> Result<(), EncodeError> {
        let bytes = crate::element_count(shape).and_then(|count| count.checked_mul(size));
        crate::error::memory::reserve(self, bytes.unwrap_or(usize::MAX))?;
        gather_into(self, size, shape, layout, buffer);
        Ok(())
    }
}

#[cfg(feature = "bytes")]
impl Output<'_> for &mut bytes::BytesMut {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

/// Counts bytes.
pub(super) struct Count(pub(super) usize);

impl Count {
    /// The number of bytes, if all were counted.
    #[inline]
    pub(super) fn total(&self, counted: Result<(), EncodeError>) -> Result<usize, EncodeError> {
        match counted {
            Ok(()) => Ok(self.0),
            Err(error) => Err(error),
        }
    }
}

impl Output<'_> for Count {
    #[inline]
    fn put_text(&mut self, text: &str) -> Result<(), EncodeError> {
        // A comparison that is foreseen takes less than `varint::len` does without one.
        let header = if text.len() < 253 { 1 } else { varint::len(text.len() as u64) };
        self.0 = self.0.saturating_add(header).saturating_add(text.len());
        Ok(())
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(())
    }

    fn put_strided(&mut self, size: usize, shape: &[usize], _: &Layout, _: &[u8]) -> Result<(), EncodeError> {
        let bytes = crate::element_count(shape).and_then(|count| count.checked_mul(size));
        self.0 = self.0.saturating_add(bytes.unwrap_or(usize::MAX));
        Ok(())
    }
}

/// A slot of exactly the right size.
pub(super) struct Slot<'s>(&'s mut [u8]);

impl<'s> Slot<'s> {
    pub(super) fn new(slot: &'s mut [u8]) -> Self {
        Self(slot)
    }

    #[inline]
    pub(super) fn finish(self) -> Result<(), EncodeError> {
        if self.0.is_empty() { Ok(()) } else { Err(lied()) }
    }
}

/// A slot for options that say `NAMES` of names: what is written to one is compiled apart from what is written to the
/// other, with all that follows from it constant.
pub(super) struct ConstantSlot<'s, const NAMES: bool>(pub(super) Slot<'s>);

impl<const NAMES: bool> Output<'_> for ConstantSlot<'_, NAMES> {
    const NAMES: Option<bool> = Some(NAMES);

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.put(bytes)
    }
}

/// An implementation by hand wrote another number of elements than its rules or header say.
#[cold]
pub(super) fn lied() -> EncodeError {
    ErrorKind::custom("the value wrote another number of elements than its rules say").into()
}

impl Output<'_> for Slot<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        match core::mem::take(&mut self.0).split_at_mut_checked(bytes.len()) {
            Some((here, rest)) => {
                here.copy_from_slice(bytes);
                self.0 = rest;
                Ok(())
            }
            None => Err(lied()),
        }
    }
}

/// Writes tensors and records into an output.
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

    /// Writes the header of a tensor and gives its number of elements.
    #[inline]
    pub(super) fn put_header(&mut self, element_type: ElementType, shape: &[usize]) -> Result<usize, EncodeError> {
        let mut empty = false;
        let mut count = Some(1usize);
        for &len in shape {
            empty |= len == 0;
            count = count.and_then(|count| count.checked_mul(len.max(1)));
        }
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

    /// The names of a record's tensors.
    #[inline(never)]
    fn names_of(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.names(record.rules().names_of_tensors(counts))
    }

    pub(super) fn put_elements<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        count: usize,
        payload: &P,
    ) -> Result<(), EncodeError> {
        let form = self.dialect.media_form();
        let allow_non_ascii = self.allow_non_ascii_format;
        if element_type.size().is_none() {
            self.out.expect(count);
            if self.dialect.has_section() {
                let mut count = Count(0);
                payload.write(&mut Elements { out: &mut count, element_type, written: 0, form, allow_non_ascii })?;
                put_varint(&mut self.out, count.0 as u64)?;
            }
        }
        let mut elements = Elements { out: &mut self.out, element_type, written: 0, form, allow_non_ascii };
        payload.write(&mut elements)?;
        match elements.written {
            written if written == count => Ok(()),
            written => Err(ErrorKind::ElementCount { expected: count as u64, found: written as u64 }.into()),
        }
    }
}

/// Why a tensor has no header in this format.
#[cold]
fn unfit(element_type: ElementType, rank: usize) -> EncodeError {
    if let Err(kind) = byte_of(element_type) {
        return kind.into();
    }
    if rank > crate::MAX_RANK {
        let (max, found) = (crate::MAX_RANK as u64, rank as u64);
        return ErrorKind::LimitExceeded { limit: Limit::Rank, max, found }.into();
    }
    ErrorKind::ShapeOverflow.into()
}

#[inline]
fn each_once(counts: &[usize]) -> bool {
    counts.iter().all(|count| *count == 1)
}

/// Writes the header of a tensor into any output.
#[inline]
pub(super) fn put_header<'a, O: Output<'a> + ?Sized>(
    out: &mut O,
    byte: u8,
    rank: u8,
    shape: &[usize],
) -> Result<(), EncodeError> {
    let mut header = [0; HEADER];
    match compose_header(&mut header, byte, rank, shape) {
        Some(len) => out.put(header.get(..len).unwrap_or_default()),
        None => {
            out.put(&[byte, rank])?;
            shape.iter().try_for_each(|&len| put_varint(out, len as u64))
        }
    }
}

/// Writes the header of a tensor and returns its length, if it fits.
#[inline]
pub(super) fn compose_header<const N: usize>(
    header: &mut [u8; N],
    byte: u8,
    rank: u8,
    shape: &[usize],
) -> Option<usize> {
    *header.first_chunk_mut()? = [byte, rank];
    // Mostly all lengths take a byte each: without a branch between them.
    let end = shape.len().saturating_add(2);
    if let Some(lens) = header.get_mut(2..end) {
        let mut long = false;
        lens.iter_mut().zip(shape).for_each(|(byte, &len)| {
            *byte = len as u8;
            long |= len >= 253;
        });
        if !long {
            return Some(end);
        }
    }
    let mut at: usize = 2;
    for &len in shape {
        if len < 253 {
            *header.get_mut(at)? = len as u8;
            at = at.saturating_add(1);
        } else if let Ok(len) = u16::try_from(len) {
            let [high, low] = len.to_be_bytes();
            *header.get_mut(at..)?.first_chunk_mut()? = [253, high, low];
            at = at.saturating_add(3);
        } else {
            let (bytes, width) = varint::encode(len as u64);
            *header.get_mut(at..)?.first_chunk_mut()? = bytes;
            at = at.saturating_add(width);
        }
    }
    Some(at)
}

#[inline]
fn put_varint<'a, O: Output<'a> + ?Sized>(out: &mut O, value: u64) -> Result<(), EncodeError> {
    if value < 253 {
        return out.put(&[value as u8]);
    }
    let (bytes, len) = varint::encode(value);
    out.put(bytes.get(..len).unwrap_or_default())
}

impl<'a, O: Output<'a>> Sink<'a> for Writer<O> {
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
        if let (Some(header), Some(size)) = (Constant::<T>::HEADER, T::SIZE) {
            self.out.put(header)?;
            let mut block = BlockElements { out: &mut self.out, written: 0 };
            value.write(&mut block)?;
            return if block.written == size { Ok(()) } else { Err(lied()) };
        }
        let (element_type, shape) = crate::traits::header_of::<T>()?;
        self.tensor(element_type, &shape, &OneBlock(value))
    }

    #[inline]
    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.out.expect(counts.len());
        if !O::NAMES.unwrap_or(self.names) {
            expect_each_once(&record.rules(), EncodeError::in_parameter)?;
            return if each_once(counts) { Ok(()) } else { Err(lied()) };
        }
        // The table of names holds each once, and has no section: records are no matter of the clients.
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
    /// Names that may be empty, for padding.
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

/// Numbers to little-endian bytes.
#[inline]
fn copy_numbers<'a, T: Element, O: Output<'a>>(out: &mut O, run: &[T]) -> Result<(), EncodeError> {
    if ByteOrder::NATIVE == ByteOrder::Little || T::SIZE == 1 {
        return out.put(T::as_bytes(run));
    }
    let mut bytes = [0; 16];
    run.iter().try_for_each(|number| {
        number.write(&mut bytes, ByteOrder::Little);
        out.put(bytes.get(..T::SIZE).unwrap_or_default())
    })
}

/// Takes the numbers of a value whose size is known, and counts their bytes.
struct BlockElements<'o, O> {
    out: &'o mut O,
    written: usize,
}

impl<'a, O: Output<'a>> ElementSink<'a> for BlockElements<'_, O> {
    #[inline]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.written = self.written.wrapping_add(size_of_val(run));
        copy_numbers(self.out, run)
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
    copy_numbers(out, run)
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

/// Takes the elements of one tensor and counts them.
struct Elements<'o, O> {
    out: &'o mut O,
    element_type: ElementType,
    written: usize,
    form: MediaForm,
    allow_non_ascii: bool,
}

impl<'a, O: Output<'a>> Elements<'_, O> {
    /// By itself, so that what writes a string is little enough to be inlined.
    #[inline(never)]
    fn media(&mut self, format: &[u8], data: Cow<'a, [u8]>) -> Result<(), EncodeError> {
        let len = data.len().saturating_add(self.form.format_len(format)) as u64;
        match <[u8; 3]>::try_from(format) {
            // The usual case, in one call.
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

impl<O> Elements<'_, O> {
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
    ErrorKind::ElementType { allowed: crate::ElementTypes::of(expected), found }.into()
}

impl<'a, O: Output<'a>> ElementSink<'a> for Elements<'_, O> {
    #[inline]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.count(T::TYPE, run.len())?;
        copy_numbers(self.out, run)
    }

    #[inline]
    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        self.count(T::TYPE, run.len())?;
        put_numbers(self.out, run)
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        let size = element_type.size().unwrap_or(1);
        self.count(element_type, bytes.len().checked_div(size).unwrap_or_default())?;
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
        let size = element_type.size().unwrap_or(1);
        self.count(element_type, crate::element_count(shape).ok_or(ErrorKind::ShapeOverflow)?)?;
        self.out.put_strided(size, shape, layout, buffer)
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
