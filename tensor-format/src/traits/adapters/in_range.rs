//! Tensors whose elements are checked against a range as they are written and read,
//! `#[tensor(range_checked = 0.0..=1.0)]`.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

use crate::{
    Bindings, Block, ByteOrder, DecodeError, Element, ElementSink, ElementSource, ElementType, EncodeError, ErrorKind,
    Header, HeaderPlace, Layout, OneBlock, OutOfRange, Payload, RecordOrder, RecordType, Shape, Sink, Source, Tensor,
    TensorRef, TensorRules, ValueRange, Variable, View,
    traits::{
        EmptyLimit,
        encode::validate::{Elements, index_of},
        put_strided,
        sink::elements::strided::copy_bytes,
    },
};

/// Wraps a sink, a source, or one for the elements of a tensor, passes everything through, and stops at the first
/// element that is out of a range.
#[derive(Debug)]
pub struct InRange<S> {
    inner: S,
    range: Option<&'static ValueRange>,
    /// The number of the next tensor among those of its parameter, if the parameter may have many.
    tensor: Option<usize>,
    /// The shape of the tensor that is being read; `at` is the number of its elements that were read so far.
    shape: Shape,
    at: usize,
}

impl<S> InRange<S> {
    /// Wraps a sink or source so that elements are checked against `range`, if there is one.
    #[inline]
    pub fn new(inner: S, range: Option<&'static ValueRange>) -> Self {
        Self::of_many(inner, range, None)
    }

    /// Does the same as [`new`](Self::new) for tensor number `tensor` of a parameter that may have many.
    #[inline]
    pub(crate) fn of_many(inner: S, range: Option<&'static ValueRange>, tensor: Option<usize>) -> Self {
        Self { inner, range, tensor, shape: Shape::default(), at: 0 }
    }

    /// Checks the elements of a tensor that is being written.
    fn hold<'a, P: Payload<'a>>(&mut self, shape: &[usize], payload: &P) -> Result<(), EncodeError> {
        let Some(range) = self.range else { return Ok(()) };
        let tensor = self.tensor;
        self.tensor = tensor.map(|tensor| tensor.saturating_add(1));
        payload.write(&mut Elements::new(range, tensor, shape, &mut stop))
    }

    /// Checks numbers that are being written, which are part of a tensor.
    fn hold_run<T: Element>(&self, run: &[T]) -> Result<(), EncodeError> {
        self.range.map_or(Ok(()), |range| Elements::new(range, self.tensor, &[], &mut stop).copy_numbers(run))
    }

    /// Checks numbers that were read; `place` is the byte offset of the first one in the input, if known.
    fn hold_read<'de, T: Element>(
        &mut self,
        run: impl IntoIterator<Item = T>,
        place: Option<u64>,
    ) -> Result<(), DecodeError>
    where
        S: ElementSource<'de>,
    {
        let Some(range) = self.range else { return Ok(()) };
        let in_type = range.in_type::<T>();
        let first = self.at;
        for element in run {
            if let Some(found) = in_type.find_outside(element) {
                let (index, expected) = (index_of(self.at, &self.shape), *range);
                let fault = OutOfRange { tensor: self.tensor, index, element_type: T::TYPE, expected, found };
                let place = self.inner.offset_in_run(place, self.at.saturating_sub(first), T::SIZE);
                return Err(DecodeError::placed(ErrorKind::OutOfRange(Box::new(fault)), place));
            }
            self.at = self.at.saturating_add(1);
        }
        Ok(())
    }

    /// Checks all elements of a tensor that was read; `place` is its byte offset in the input, if known.
    fn hold_whole(&self, tensor: &TensorRef<'_>, place: Option<u64>) -> Result<(), DecodeError> {
        let Some(range) = self.range else { return Ok(()) };
        let held = tensor.write(&mut Elements::new(range, self.tensor, tensor.shape(), &mut stop));
        held.map_err(|error| match place {
            Some(place) => DecodeError::from(error).at(place),
            None => error.into(),
        })
    }
}

/// Returns the error of an element that is out of range.
fn stop(fault: OutOfRange) -> Result<(), EncodeError> {
    Err(ErrorKind::OutOfRange(Box::new(fault)).into())
}

impl<'a, S: Sink<'a>> Sink<'a> for InRange<&mut S> {
    fn lacks_room(&self, bytes: usize) -> bool {
        self.inner.lacks_room(bytes)
    }

    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.hold(shape, payload)?;
        self.inner.tensor(element_type, shape, payload)
    }

    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        let (_, shape) = crate::traits::block::header_of::<T>()?;
        self.hold(&shape, &OneBlock(value))?;
        self.inner.block(value)
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.inner.record(record, counts)
    }

    fn parameter(&mut self, index: usize) -> &mut Self {
        self.inner.parameter(index);
        self
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.inner.names(names)
    }
}

/// Checks the elements of a value inside of an array or list; errors give no index, since the index in the whole tensor
/// is not known here.
impl<'a, W: ElementSink<'a>> ElementSink<'a> for InRange<&mut W> {
    const CHECKS: bool = true;

    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        self.hold_run(run)?;
        self.inner.numbers(run)
    }

    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.hold_run(run)?;
        self.inner.copy_numbers(run)
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        if let Some(range) = self.range {
            copy_bytes(&mut Elements::new(range, self.tensor, &[], &mut stop), element_type, bytes, order)?;
        }
        self.inner.bytes(element_type, bytes, order)
    }

    fn strided(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        layout: &Layout,
        buffer: &'a [u8],
    ) -> Result<(), EncodeError> {
        if let Some(range) = self.range {
            put_strided(&mut Elements::new(range, self.tensor, &[], &mut stop), element_type, shape, layout, buffer)?;
        }
        self.inner.strided(element_type, shape, layout, buffer)
    }

    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        self.inner.variable(element)
    }
}

impl<'de, E: ElementSource<'de>> ElementSource<'de> for InRange<E> {
    const BORROWS: bool = E::BORROWS;

    fn lends(&self) -> bool {
        self.inner.lends()
    }

    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        let place = self.inner.element_offset();
        self.inner.fill(out)?;
        self.hold_read(out.iter().copied(), place)
    }

    fn left(&self) -> usize {
        self.inner.left()
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        let (place, before) = (self.inner.element_offset(), out.len());
        self.inner.extend(count, out)?;
        let read = out.get(before..).unwrap_or_default();
        self.hold_read(read.iter().copied(), place)
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        let place = self.inner.element_offset();
        let view = self.inner.borrow(count)?;
        self.hold_read(view.iter(), place)?;
        Ok(view)
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.inner.variable()
    }

    fn texts<F>(&mut self, count: usize, take: F) -> Result<(), DecodeError>
    where
        F: FnMut(Cow<'de, str>) -> Result<(), DecodeError>,
    {
        self.inner.texts(count, take)
    }

    fn media<F>(&mut self, element_type: ElementType, count: usize, take: F) -> Result<(), DecodeError>
    where
        F: FnMut(&'de [u8], &'de [u8]) -> Result<(), DecodeError>,
    {
        self.inner.media(element_type, count, take)
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        let place = self.inner.element_offset();
        let tensor = self.inner.take(header)?;
        self.hold_whole(&tensor, place)?;
        Ok(tensor)
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        let place = self.inner.element_offset();
        self.inner.take_into(header, into)?;
        self.hold_whole(&into.as_ref(), place)
    }

    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        self.at = self.at.saturating_add(count);
        self.inner.skip(element_type, count)
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        self.inner.end()
    }

    fn size_hint(&self) -> usize {
        self.inner.size_hint()
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.inner.count_empty(items)
    }

    fn element_offset(&self) -> Option<u64> {
        self.inner.element_offset()
    }

    fn evenly_spaced(&self) -> bool {
        self.inner.evenly_spaced()
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        self.inner.offset(place)
    }
}

impl<'de, S: Source<'de>> Source<'de> for InRange<&mut S> {
    type Elements<'s>
        = InRange<S::Elements<'s>>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, Self::Elements<'_>), DecodeError> {
        let (header, elements) = self.inner.tensor()?;
        let shape = header.shape.clone();
        Ok((header, InRange { inner: elements, range: self.range, tensor: self.tensor, shape, at: 0 }))
    }

    fn tensor_of<'r>(
        &mut self,
        rules: &TensorRules<'r>,
        bindings: Option<(&mut Bindings<'r>, &'r str)>,
    ) -> Result<(Header, Self::Elements<'_>), DecodeError> {
        let (header, elements) = self.inner.tensor_of(rules, bindings)?;
        let shape = header.shape.clone();
        Ok((header, InRange { inner: elements, range: self.range, tensor: self.tensor, shape, at: 0 }))
    }

    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        self.inner.record(record)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        self.inner.next_name()
    }

    fn name(&self) -> &str {
        self.inner.name()
    }

    fn lent_name(&self) -> Option<&'de str> {
        self.inner.lent_name()
    }

    fn name_offset(&self) -> Option<u64> {
        self.inner.name_offset()
    }

    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        self.inner.each_name(show);
    }

    fn skip_tensor(&mut self) -> Result<(), DecodeError> {
        self.inner.skip_tensor()
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        self.inner.offset(place)
    }

    fn position(&self) -> Option<u64> {
        self.inner.position()
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.inner.count_empty(items)
    }

    fn empty_limit(&self) -> EmptyLimit {
        self.inner.empty_limit()
    }
}
