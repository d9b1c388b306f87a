//! The reader over a stream.
//!
//! [`ReadSource`] is a source of owned values: it takes headers from a buffer (`bytes`), keeps the names of a record
//! until their tensors come (`names`), and reads numbers straight into the memory that they stay in, which grows only
//! with what arrives. `values` takes a value that has arrived whole from memory, after more of its stream if it is short or of
//! many small pieces (`ahead`); `sequence` reads one after another.

use alloc::{string::String, vec::Vec};
use core::fmt;
use std::io::{BufReader, Read};

use super::{
    super::{Options, element_type::from_byte, errors::grow, record_names::begin_unnamed},
    check_names, is_padding, may_be_padding,
    sequence::Batches,
};
use crate::{
    ByteOrder, DecodeError, Element, ElementSource, ElementType, ErrorKind, Header, HeaderPlace, Limit, RecordOrder,
    RecordType, Shape, Source, Tensor, TensorRef, Variable, View,
    tensor::Kind,
    traits::{EmptyItems, EmptyLimit},
    util::reinterpret::find_invalid_boolean,
};

mod ahead;
mod bytes;
mod names;
mod sequence;
mod values;
mod variable;
use ahead::Ahead;
use names::NameQueue;
pub use sequence::StreamSequence;

/// The most bytes that are reserved before any of them has arrived.
const PART: usize = 1024;

/// How many times as much as has arrived of a run of elements may be reserved for more of it.
const GROWTH: usize = 3;

/// The number of bytes that are read from the stream at once where a field needs fewer. A little less than a page: of blocks
/// that allocators put a page apart, each load of a copy waits for a store, whose address differs in its upper bits alone.
const BUFFER: usize = 4096 - 64;

const STREAM: &str = "the input is a stream";

/// Reads Decthings tensors and records from a stream into owned values.
///
/// It buffers, so it may take more from the reader than the values it has read. A value that has arrived whole is read as
/// from a slice: only then can code by hand borrow from it.
pub struct ReadSource<R> {
    reader: Ahead<R>,
    position: u64,
    options: Options,
    start: u64,
    /// The offsets of the axes of the current tensor's header.
    axes: Vec<u64>,
    element_type: ElementType,
    left: usize,
    elements: ElementSpan,
    section_end: Option<u64>,
    record: Option<OpenStreamRecord>,
    empty: EmptyItems,
    /// The number of bytes that the next value is taken to have: those of the last one, or the greatest number if it is read
    /// by the general path whatever has arrived.
    expected: usize,
}

/// The position where the elements of the current tensor begin, and the number of bytes that they need at least.
#[derive(Clone, Copy, Default)]
struct ElementSpan {
    start: u64,
    needed: u64,
    /// Whether elements of the current tensor are being read.
    open: bool,
}

struct OpenStreamRecord {
    names: NameQueue,
    /// The name of the current tensor.
    name: String,
    name_at: u64,
}

impl<R> fmt::Debug for ReadSource<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadSource").field("position", &self.position).finish_non_exhaustive()
    }
}

fn fault(kind: ErrorKind, offset: u64) -> DecodeError {
    DecodeError::new(kind).at(offset)
}

impl<R: Read> ReadSource<R> {
    /// Creates a source of the bytes of a reader.
    pub fn new(reader: R, options: &Options) -> Self {
        Self {
            reader: Ahead::new(BufReader::with_capacity(BUFFER, reader)),
            position: 0,
            options: *options,
            start: 0,
            axes: Vec::new(),
            element_type: ElementType::U8,
            left: 0,
            elements: ElementSpan::default(),
            section_end: None,
            record: None,
            empty: EmptyItems::default(),
            expected: 0,
        }
    }

    /// Returns the number of bytes read so far.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Checks that the stream ends here, unless the options allow more bytes.
    ///
    /// # Errors
    ///
    /// [`TrailingBytes`](ErrorKind::TrailingBytes), [`Io`](ErrorKind::Io).
    pub fn finish(&mut self) -> Result<(), DecodeError> {
        if self.options.allow_trailing || self.at_end()? {
            return Ok(());
        }
        let count = self.reader.buffer().len() as u64;
        Err(fault(ErrorKind::TrailingBytes { count, or_more: true, record_of: None }, self.position))
    }

    #[cold]
    fn placed(&self, error: DecodeError, start: u64) -> DecodeError {
        let place = if error.kind().is_absence() { start } else { self.start };
        error.at(place)
    }

    fn limit(&self, limit: Limit, max: usize, found: u64, place: u64) -> Result<(), DecodeError> {
        if found > max as u64 {
            return Err(fault(ErrorKind::LimitExceeded { limit, max: max as u64, found }, place));
        }
        Ok(())
    }

    /// Notes that the next `count` elements are read as this type, and returns their size in bytes.
    fn claim(&mut self, element_type: ElementType, count: usize) -> Result<usize, DecodeError> {
        element_type.expect(self.element_type).map_err(|kind| fault(kind, self.start))?;
        let bytes = count.checked_mul(element_type.size().unwrap_or(1));
        match (self.left.checked_sub(count), bytes) {
            (Some(left), Some(bytes)) => {
                self.left = left;
                Ok(bytes)
            }
            _ => {
                let kind = ErrorKind::ElementCount { expected: count as u64, found: self.left as u64 };
                Err(fault(kind, self.position))
            }
        }
    }

    fn check_booleans(&self, element_type: ElementType, bytes: &[u8], start: u64) -> Result<(), DecodeError> {
        if element_type != ElementType::Bool || self.options.allow_any_true_byte {
            return Ok(());
        }
        match find_invalid_boolean(bytes) {
            Some(index) => {
                let byte = bytes.get(index).copied().unwrap_or_default();
                Err(fault(ErrorKind::InvalidBoolean(byte), start.saturating_add(index as u64)))
            }
            None => Ok(()),
        }
    }

    /// Reads the header of the next tensor.
    fn next_header(&mut self) -> Result<Header, DecodeError> {
        self.start = self.position;
        self.elements.open = false;
        self.section_end = None;
        let byte = self.byte()?;
        let element_type = from_byte(byte).ok_or_else(|| fault(ErrorKind::UnknownElementType(byte), self.start))?;
        let rank_at = self.position;
        let rank = self.byte()?;
        self.limit(Limit::Rank, self.options.max_rank, rank.into(), rank_at)?;
        let size = element_type.size().unwrap_or(1);
        let dims_at = self.position;
        self.axes.clear();
        let mut shape = Shape::scalar();
        let mut bytes = size;
        for _ in 0..rank {
            let dim_at = self.position;
            self.axes.push(dim_at);
            let len = self.varint()?;
            let (len, product) = grow(bytes, len, usize::try_from(dim_at).unwrap_or(usize::MAX))?;
            bytes = product;
            shape.push(len);
        }
        let count = if shape.contains(&0) { 0 } else { bytes.checked_div(size).unwrap_or_default() };
        self.limit(Limit::Elements, self.options.max_elements, count as u64, dims_at)?;
        let mut data = if element_type.size().is_some() { count.saturating_mul(size) as u64 } else { 0 };
        if element_type.size().is_none() && self.options.dialect.has_section() {
            let section_at = self.position;
            data = self.varint()?;
            if count as u64 > data {
                let why = "it is shorter than one byte for each element";
                let kind = ErrorKind::SectionLength { why, needed: count as u64, left: data };
                return Err(fault(kind, section_at));
            }
            self.section_end = Some(self.position.saturating_add(data));
        }
        self.limit(Limit::Bytes, self.options.max_bytes, data, dims_at)?;
        self.element_type = element_type;
        self.left = count;
        self.elements = ElementSpan { start: self.position, needed: data.max(count as u64), open: true };
        Ok(Header { element_type, shape })
    }

    /// Passes over a tensor whose name, at position `name_at`, is empty; it has to be padding.
    fn skip_padding(&mut self, name_at: u64) -> Result<(), DecodeError> {
        let header = self.next_header()?;
        let is_padding = may_be_padding(&header) && is_padding(&self.next_variable()?);
        if !is_padding {
            return Err(fault(ErrorKind::EmptyName, name_at));
        }
        self.end()
    }
}

impl<'de, R: Read> ElementSource<'de> for ReadSource<R> {
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        let field = self.position;
        let total = self.claim(T::TYPE, out.len())?;
        if let Some(bytes) = T::as_bytes_mut(out).filter(|_| ByteOrder::NATIVE == ByteOrder::Little) {
            return self.fill(bytes, field, total as u64);
        }
        let mut places = out.iter_mut();
        self.read_parts(total, field, |source, part, start| {
            source.check_booleans(T::TYPE, part, start)?;
            let numbers = part.chunks_exact(T::SIZE).map(|number| T::read(number, ByteOrder::Little));
            places.by_ref().zip(numbers).for_each(|(place, number)| *place = number);
            Ok(())
        })
    }

    fn left(&self) -> usize {
        self.left
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        let field = self.position;
        let total = self.claim(T::TYPE, count)?;
        if T::as_bytes_mut(&mut []).is_none() || ByteOrder::NATIVE == ByteOrder::Big {
            return self.read_parts(total, field, |source, part, start| {
                source.check_booleans(T::TYPE, part, start)?;
                T::extend(out, part, ByteOrder::Little);
                Ok(())
            });
        }
        let begin = out.len();
        // What has arrived need not be zeroed first.
        let arrived = self.reader.buffer();
        let mut done = count.min(arrived.len().checked_div(T::SIZE).unwrap_or_default());
        out.reserve_exact(PART.div_ceil(T::SIZE).max(done.saturating_mul(GROWTH)).min(count));
        let bytes = done.saturating_mul(T::SIZE);
        T::extend(out, arrived.get(..bytes).unwrap_or_default(), ByteOrder::Little);
        self.taken(bytes);
        while done < count {
            let from = begin.saturating_add(done);
            let room = out.capacity().saturating_sub(from);
            let len = room.max(done.saturating_mul(GROWTH)).min(count.saturating_sub(done));
            if room < len {
                out.reserve_exact(len);
            }
            out.resize(from.saturating_add(len), T::default());
            let bytes = out.get_mut(from..).and_then(T::as_bytes_mut).unwrap_or_default();
            self.fill(bytes, field, total as u64)?;
            done = done.saturating_add(len);
        }
        Ok(())
    }

    fn borrow<T: Element>(&mut self, _: usize) -> Result<View<'de, T>, DecodeError> {
        Err(fault(ErrorKind::NotBorrowable { why: STREAM }, self.position))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.next_variable()
    }

    fn take(&mut self, _: Header) -> Result<TensorRef<'de>, DecodeError> {
        Err(fault(ErrorKind::NotBorrowable { why: STREAM }, self.position))
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        if header.element_type.size().is_some() {
            let field = self.position;
            let element_type = header.element_type;
            let total = self.claim(element_type, count)?;
            into.buffer.fill(total, |part| {
                let start = self.position;
                self.fill(part, field, total as u64)?;
                self.check_booleans(element_type, part, start)
            })?;
            if element_type == ElementType::Bool && self.options.allow_any_true_byte {
                into.buffer.make_booleans();
            }
            into.kind = Kind::Fixed { layout: None, order: ByteOrder::Little };
        } else {
            let mut packed = Vec::new();
            (0..count).try_for_each(|_| self.append_variable(&mut packed))?;
            into.buffer.set(&packed)?;
            into.kind = Kind::Packed(self.options.dialect.media_form());
        }
        into.header = header;
        Ok(())
    }

    fn skip(&mut self, _: ElementType, count: usize) -> Result<(), DecodeError> {
        if self.element_type.size().is_none() {
            return (0..count).try_for_each(|_| self.next_variable().map(|_| ()));
        }
        let element_type = self.element_type;
        let total = self.claim(element_type, count)?;
        let field = self.position;
        self.read_parts(total, field, |source, part, start| source.check_booleans(element_type, part, start))
    }

    fn size_hint(&self) -> usize {
        let arrived = self.reader.buffer().len();
        let least = self.element_type.size().unwrap_or(self.options.dialect.least_element(self.element_type));
        self.left.min(arrived.checked_div(least).unwrap_or_default())
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        let bytes = usize::try_from(self.position).unwrap_or(usize::MAX);
        self.empty.add(items, self.options.max_empty_items, bytes)
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        self.elements.open = false;
        if self.left > 0 {
            return Err(fault(ErrorKind::ElementCount { expected: 0, found: self.left as u64 }, self.position));
        }
        match self.section_end.take() {
            Some(end) if end != self.position => {
                let why = "bytes follow its last element";
                let left = end.saturating_sub(self.position);
                Err(fault(ErrorKind::SectionLength { why, needed: 0, left }, self.position))
            }
            _ => Ok(()),
        }
    }

    fn element_offset(&self) -> Option<u64> {
        Some(self.position)
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        Some(match place {
            HeaderPlace::ElementType => self.start,
            HeaderPlace::Rank => self.start.saturating_add(1),
            HeaderPlace::Axis(axis) => *self.axes.get(axis)?,
            HeaderPlace::Elements => self.elements.start,
        })
    }
}

impl<'de, R: Read> Source<'de> for ReadSource<R> {
    type Elements<'s>
        = &'s mut Self
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, &mut Self), DecodeError> {
        Ok((self.next_header()?, self))
    }

    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        if !self.options.names {
            return begin_unnamed(&record.rules(), &self.options, self.position);
        }
        let header = self.next_header()?;
        check_names(&header).map_err(|kind| fault(kind, self.start))?;
        let count = self.left;
        self.limit(Limit::Params, self.options.max_params, count as u64, self.start)?;
        let mut names = NameQueue::new(self.position, count);
        for _ in 0..count {
            let name_at = self.position;
            match self.next_variable()? {
                Variable::Text(name) => names.push(&name, self.position.saturating_sub(name_at)),
                _ => return Err(fault(ErrorKind::InvalidUtf8, name_at)),
            }
        }
        ElementSource::end(self)?;
        self.record = Some(OpenStreamRecord { names, name: String::new(), name_at: self.start });
        Ok(RecordOrder::Any)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        loop {
            let Some(record) = &mut self.record else { return Ok(false) };
            let Some((name, name_at)) = record.names.next() else { return Ok(false) };
            (record.name, record.name_at) = (name, name_at);
            if !record.name.is_empty() {
                return Ok(true);
            }
            self.skip_padding(name_at)?;
        }
    }

    fn name(&self) -> &str {
        self.record.as_ref().map_or("", |record| &record.name)
    }

    fn name_offset(&self) -> Option<u64> {
        self.record.as_ref().map(|record| record.name_at)
    }

    #[cold]
    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        let names = self.record.iter().flat_map(|record| record.names.all());
        names.map(|(name, _)| name).filter(|name| !name.is_empty()).for_each(|name| show(&name));
    }

    fn tensors_left(&self) -> usize {
        self.record.as_ref().map_or(0, |record| record.names.left())
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        ElementSource::<'de>::offset(self, place)
    }

    fn position(&self) -> Option<u64> {
        Some(self.position)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        ElementSource::<'de>::count_empty(self, items)
    }

    fn empty_limit(&self) -> EmptyLimit {
        let bytes = usize::try_from(self.position).unwrap_or(usize::MAX);
        EmptyLimit::after(self.empty, self.options.max_empty_items, bytes)
    }
}
