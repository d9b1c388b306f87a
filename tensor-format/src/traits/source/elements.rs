//! The trait [`ElementSource`], from which the elements of one tensor are read.
//!
//! [`ElementSource`] reads the elements of one tensor in row-major order, as numbers or elements of variable size,
//! copied or borrowed. Two methods are required, the rest are defaults that call them; `variable` has the defaults for
//! strings and media, `empty_items` counts items that hold nothing, which cost no bytes and so need a bound.

use alloc::{borrow::Cow, vec::Vec};

use super::HeaderPlace;
use crate::{
    ByteOrder, DecodeError, Element, ElementType, ErrorKind, Header, MediaForm, Tensor, TensorRef, Variable, View,
    element::by_type::{for_number_type, unsupported},
    tensor::Data,
    variable::{Packed, push_element},
};

pub(crate) mod empty_items;
pub(crate) mod variable;
use variable::{borrowed_media, next_text};

/// The number of elements that are read at a time where memory grows only with what arrives.
const PIECE: usize = 1024;

/// Reads the elements of one tensor in row-major order.
///
/// Asking for more elements than the tensor has is an error, never a panic. A format has to implement
/// [`fill`](Self::fill) and [`left`](Self::left); the other methods have defaults, which it may replace by faster ones.
#[must_use = "a tensor is read to its end, and then ended by `end`"]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give the elements of a tensor",
    label = "`ElementSource` is not implemented",
    note = "a source hands it out: `let (header, elements) = source.tensor()?`; to read a whole value from bytes, call `from_slice` or `from_reader`"
)]
pub trait ElementSource<'de> {
    /// Whether values can borrow from the input, as from bytes in memory but not from a stream.
    const BORROWS: bool = false;

    /// Returns whether these elements can be borrowed, where [`BORROWS`](Self::BORROWS) says that those of some can: whether
    /// [`borrow`](Self::borrow) and [`take`](Self::take) give what lives as long as the input. What needs a tensor for longer
    /// than the source is read takes it then, and copies it otherwise.
    #[inline]
    fn lends(&self) -> bool {
        Self::BORROWS
    }

    /// Fills a slice with the next numbers.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](ErrorKind::ElementCount) when the tensor has fewer left,
    /// [`ElementType`](ErrorKind::ElementType) when it is of another type, and the format's own.
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError>;

    /// Returns the number of elements that are not read yet.
    fn left(&self) -> usize;

    /// Reads the next number.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    #[inline]
    fn number<T: Element>(&mut self) -> Result<T, DecodeError> {
        self.array::<T, 1>().map(|[number]| number)
    }

    /// Reads the next `N` numbers.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    #[inline]
    fn array<T: Element, const N: usize>(&mut self) -> Result<[T; N], DecodeError> {
        let mut out = [T::default(); N];
        self.fill(&mut out)?;
        Ok(out)
    }

    /// Reads the next `count` numbers and appends them to `out`. Memory grows only with what is really there.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        out.reserve_exact(count.min(self.size_hint()));
        let end = out.len().saturating_add(count);
        while out.len() < end {
            let begin = out.len();
            out.resize(begin.saturating_add(PIECE.min(end.saturating_sub(begin))), T::default());
            self.fill(out.get_mut(begin..).unwrap_or_default())?;
        }
        Ok(())
    }

    /// Reads the next `count` numbers, borrowed from the input as bytes.
    ///
    /// # Errors
    ///
    /// [`NotBorrowable`](ErrorKind::NotBorrowable) if the input is a stream, or its elements are not stored in
    /// row-major order.
    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        let _ = count;
        Err(NOT_LENT.into())
    }

    /// Reads the next element of variable size. A format that holds only numbers leaves this as it is.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        Err(ErrorKind::custom("the format has no elements of variable size").into())
    }

    /// Reads the next element as text.
    #[doc(hidden)]
    fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        next_text(self)
    }

    /// Reads the next `count` elements of a string tensor and calls `take` with each.
    ///
    /// # Errors
    ///
    /// As [`variable`](Self::variable), and those of `take`.
    fn texts<F>(&mut self, count: usize, mut take: F) -> Result<(), DecodeError>
    where
        F: FnMut(Cow<'de, str>) -> Result<(), DecodeError>,
    {
        (0..count).try_for_each(|_| take(self.text()?))
    }

    /// Reads the next `count` elements of an image, audio or video tensor and calls `take` with the format and content
    /// of each, borrowed from the input.
    ///
    /// # Errors
    ///
    /// As [`texts`](Self::texts), and [`NotBorrowable`](ErrorKind::NotBorrowable) if the input is a stream.
    fn media<F>(&mut self, element_type: ElementType, count: usize, mut take: F) -> Result<(), DecodeError>
    where
        F: FnMut(&'de [u8], &'de [u8]) -> Result<(), DecodeError>,
    {
        (0..count).try_for_each(|_| {
            let (format, data) = borrowed_media(self, element_type)?;
            take(format, data)
        })
    }

    /// Reads the next elements as one tensor with this header, borrowed from the input.
    ///
    /// # Errors
    ///
    /// As [`borrow`](Self::borrow).
    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        let _ = header;
        Err(NOT_LENT.into())
    }

    /// Reads the next elements as one tensor with this header into an owned tensor, whose memory is reused.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        take_into(self, header, into)
    }

    /// Skips the next `count` elements of the tensor, which is of this element type. They are checked all the same.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        skip(self, element_type, count)
    }

    /// Ends the reading of the tensor.
    ///
    /// # Errors
    ///
    /// When elements are left, or what the format stores behind a tensor is wrong.
    fn end(&mut self) -> Result<(), DecodeError> {
        match self.left() {
            0 => Ok(()),
            left => Err(exhausted(0, left)),
        }
    }

    /// Returns the number of further elements that memory may be reserved for: at most those that are really there,
    /// whatever a header claims.
    fn size_hint(&self) -> usize {
        self.left().min(PIECE)
    }

    /// Counts items of the tensor that hold no element, as the rows of `[n, 0]`, or next to nothing, before memory is
    /// reserved for them. They cost next to no bytes, so a reader bounds their number over the whole input, by one
    /// [`EmptyLimit`](crate::codec::EmptyLimit) for all of its tensors; one that does not allows
    /// [`MAX_EMPTY_ITEMS`](crate::MAX_EMPTY_ITEMS) in each call.
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) when there are too many.
    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        empty_items::EmptyItems::default().add(items, crate::MAX_EMPTY_ITEMS, 0)
    }

    /// Returns the bytes of the next `count` elements, which stay the next ones, if they are numbers or valid booleans of
    /// this type, and are in memory in row-major order and this machine's byte order. `None` has them read one by one.
    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        let _ = (element_type, count);
        None
    }

    /// Returns the bytes as [`native`](Self::native) does, if the input lends them; those of strings too, if each is behind
    /// its length in one byte.
    #[doc(hidden)]
    fn lent_elements(&self, element_type: ElementType, count: usize) -> Option<&'de [u8]> {
        let _ = (element_type, count);
        None
    }

    /// Returns the byte offset in the input of the next element, if the format knows it, for errors.
    fn element_offset(&self) -> Option<u64> {
        None
    }

    /// Returns whether numbers follow each other in the input as they do in memory, so that the offset of one tells those
    /// of all. Return false if they are text, or of different lengths.
    fn evenly_spaced(&self) -> bool {
        true
    }

    /// Returns the byte offset of number `index` of a run of numbers of `size` bytes whose first one was at `first`, for
    /// errors; that of all elements if it cannot be told.
    #[doc(hidden)]
    #[cold]
    fn offset_in_run(&self, first: Option<u64>, index: usize, size: usize) -> Option<u64> {
        if index > 0 && !self.evenly_spaced() {
            return self.offset(HeaderPlace::Elements);
        }
        first.map(|first| first.saturating_add(index.saturating_mul(size) as u64))
    }

    /// Returns the byte offset in the input of a part of the tensor's header, if the format knows it.
    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        let _ = place;
        None
    }

    /// Creates an error of this kind, with the byte offset of the part of the header that is at fault.
    #[cold]
    fn locate(&self, kind: ErrorKind) -> DecodeError {
        let offset = self.offset(HeaderPlace::of(&kind));
        DecodeError::placed(kind, offset)
    }
}

pub(crate) const NOT_LENT: ErrorKind = ErrorKind::NotBorrowable { why: "the input is a stream" };

/// Adds the place of the tensor to an error about it.
#[inline]
pub(crate) fn located<'de, T, E>(result: Result<T, ErrorKind>, elements: &E) -> Result<T, DecodeError>
where
    E: ElementSource<'de> + ?Sized,
{
    match result {
        Ok(value) => Ok(value),
        Err(kind) => Err(elements.locate(kind)),
    }
}

/// Returns the error for a tensor that has fewer elements than were asked for, or more than were read.
#[cold]
pub(crate) fn exhausted(wanted: usize, left: usize) -> DecodeError {
    ErrorKind::ElementCount { expected: wanted as u64, found: left as u64 }.into()
}

/// Reads elements as an owned tensor, numbers in the machine's byte order; the default of [`ElementSource::take_into`].
fn take_into<'de, E>(elements: &mut E, header: Header, into: &mut Tensor) -> Result<(), DecodeError>
where
    E: ElementSource<'de> + ?Sized,
{
    let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
    let element_type = header.element_type;
    for_number_type!(element_type, T => {
        let mut numbers: Vec<T> = Vec::new();
        elements.extend(count, &mut numbers)?;
        let data = Data::Fixed { bytes: T::as_bytes(&numbers), layout: None, order: ByteOrder::NATIVE };
        Ok(into.set(&TensorRef { header, data })?)
    }, _ => {
        if element_type.size().is_some() {
            return Err(unsupported(element_type).into());
        }
        let (mut bytes, form) = (Vec::new(), MediaForm::LengthPrefixed);
        for _ in 0..count {
            push_element(&mut bytes, &elements.variable()?, form);
        }
        Ok(into.set(&TensorRef { header, data: Data::Packed(Packed { bytes: &bytes, form }) })?)
    })
}

fn skip<'de, E>(elements: &mut E, element_type: ElementType, count: usize) -> Result<(), DecodeError>
where
    E: ElementSource<'de> + ?Sized,
{
    for_number_type!(element_type, T => {
        let (mut piece, mut left) = ([T::default(); 64], count);
        while left > 0 {
            let some = left.min(piece.len());
            elements.fill(piece.get_mut(..some).unwrap_or_default())?;
            left = left.saturating_sub(some);
        }
        Ok(())
    }, _ => (0..count).try_for_each(|_| elements.variable().map(drop)))
}

/// Passes every call on, so that a reader can be used by reference.
impl<'de, E: ElementSource<'de>> ElementSource<'de> for &mut E {
    const BORROWS: bool = E::BORROWS;

    #[inline]
    fn lends(&self) -> bool {
        (**self).lends()
    }

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        (**self).fill(out)
    }

    #[inline]
    fn left(&self) -> usize {
        (**self).left()
    }

    #[inline]
    fn array<T: Element, const N: usize>(&mut self) -> Result<[T; N], DecodeError> {
        (**self).array()
    }

    #[inline]
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        (**self).extend(count, out)
    }

    #[inline]
    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        (**self).native(element_type, count)
    }

    #[inline]
    fn lent_elements(&self, element_type: ElementType, count: usize) -> Option<&'de [u8]> {
        (**self).lent_elements(element_type, count)
    }

    #[inline]
    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        (**self).borrow(count)
    }

    #[inline]
    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        (**self).variable()
    }

    #[inline]
    fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        (**self).text()
    }

    #[inline]
    fn texts<F>(&mut self, count: usize, take: F) -> Result<(), DecodeError>
    where
        F: FnMut(Cow<'de, str>) -> Result<(), DecodeError>,
    {
        (**self).texts(count, take)
    }

    #[inline]
    fn media<F>(&mut self, element_type: ElementType, count: usize, take: F) -> Result<(), DecodeError>
    where
        F: FnMut(&'de [u8], &'de [u8]) -> Result<(), DecodeError>,
    {
        (**self).media(element_type, count, take)
    }

    #[inline]
    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        (**self).take(header)
    }

    #[inline]
    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        (**self).take_into(header, into)
    }

    #[inline]
    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        (**self).skip(element_type, count)
    }

    #[inline]
    fn end(&mut self) -> Result<(), DecodeError> {
        (**self).end()
    }

    #[inline]
    fn size_hint(&self) -> usize {
        (**self).size_hint()
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        (**self).count_empty(items)
    }

    #[inline]
    fn element_offset(&self) -> Option<u64> {
        (**self).element_offset()
    }

    fn evenly_spaced(&self) -> bool {
        (**self).evenly_spaced()
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        (**self).offset(place)
    }
}
