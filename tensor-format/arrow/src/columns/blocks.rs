//! Values whose element type and shape are fixed by their type: numbers, and arrays of these. A column compares them with
//! its own without a header, which would take most of the time where a value is one number.

use std::marker::PhantomData;

use tensor_format::{
    ByteOrder, DecodeError, Element, ElementType, EncodeError, ErrorKind, Shape, TensorRules,
    codec::{Block, ElementSink, ElementSource},
    rules::ElementTypes,
};

use super::arrow_buffer::MutableBuffer;

/// The most axes of a type that is compared here.
const AXES: usize = 6;

/// The element type and the lengths that the rules of a type allow.
struct Only<T>(PhantomData<T>);

impl<T: Block> Only<T> {
    const RULES: TensorRules<'static> = T::RULES.expect_tensor();
    const ELEMENT: Option<ElementType> = Self::RULES.types.single();
    const LENS: Option<([usize; AXES], usize)> = Self::RULES.axes.exact_lens();
}

/// The one element type and shape that the tensors of a column have; that of none is `None`.
#[derive(Default)]
pub(super) struct Even {
    element: Option<ElementType>,
    shape: Shape,
    rank: usize,
    /// The number of elements, if it can be counted.
    count: Option<usize>,
}

impl Even {
    pub(super) fn new(element: ElementType, shape: Shape) -> Self {
        Self { element: Some(element), rank: shape.rank(), count: shape.element_count(), shape }
    }

    /// Returns the number of elements of a tensor, if it is one of these.
    #[inline]
    pub(super) fn count_of(&self, element: ElementType, shape: &[usize]) -> Option<usize> {
        if self.element == Some(element) && *self.shape == *shape { self.count } else { None }
    }

    /// Returns the size in bytes of a `T` if each is such a tensor, of numbers.
    #[inline]
    pub(super) fn size_of<T: Block>(&self) -> Option<usize> {
        let ((lens, rank), size) = (Only::<T>::LENS?, T::SIZE?);
        let is_same = Only::<T>::ELEMENT.is_some_and(|element| self.element == Some(element))
            && rank == self.rank
            // The shape of one number is not looked at.
            && (rank == 0 || lens.get(..rank) == Some(&*self.shape));
        is_same.then_some(size)
    }
}

/// A column whose tensors are numbers one after another, all of one shape, without a null in a tensor. The default is that
/// of a column which is not so: it has no tensor.
#[derive(Default)]
pub(super) struct Flat<'b> {
    bytes: &'b [u8],
    /// The bytes of one tensor.
    size: usize,
    even: Even,
}

impl<'b> Flat<'b> {
    pub(super) fn new(bytes: &'b [u8], size: usize, element: ElementType, shape: Shape) -> Self {
        Self { bytes, size, even: Even::new(element, shape) }
    }

    /// Returns the numbers of a tensor which is what every `T` is; `None` if it has to be read by its header.
    #[inline]
    pub(super) fn block<T: Block>(&self, row: usize) -> Option<Numbers<'b>> {
        let size = self.even.size_of::<T>()?;
        self.numbers(row, size)
    }

    /// Returns the numbers of a tensor whose header these rules allow, and puts the lengths of its axes into `lens`; `None`
    /// if it has to be read by its header.
    #[inline]
    pub(super) fn tensor(&self, row: usize, rules: &TensorRules<'_>, lens: &mut [usize]) -> Option<Numbers<'b>> {
        if self.even.rank != lens.len() || rules.check(self.even.element?, &self.even.shape).is_err() {
            return None;
        }
        lens.copy_from_slice(&self.even.shape);
        self.numbers(row, self.size)
    }

    #[inline]
    fn numbers(&self, row: usize, size: usize) -> Option<Numbers<'b>> {
        // Rows come from `Rows::get`, which refuses those past the end, or from ranges of the batch: each is in memory, and
        // its product with the size is no number that is too large.
        let bytes = self.bytes.get(row.wrapping_mul(size)..)?.get(..size)?;
        Some(Numbers { element: self.even.element?, bytes })
    }
}

/// Numbers one after another, of a tensor whose header was compared before.
pub(super) struct Numbers<'b> {
    pub(super) element: ElementType,
    pub(super) bytes: &'b [u8],
}

impl<'b> Numbers<'b> {
    pub(super) fn of<T: Element>(numbers: &'b [T]) -> Self {
        Self { element: T::TYPE, bytes: T::as_bytes(numbers) }
    }

    #[cold]
    fn other(&self, found: ElementType) -> DecodeError {
        ErrorKind::ElementType { allowed: ElementTypes::of(found), found: self.element }.into()
    }
}

impl<'b> ElementSource<'b> for Numbers<'b> {
    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        if self.element != T::TYPE {
            return Err(self.other(T::TYPE));
        }
        let run = take(&mut self.bytes, out.len(), T::SIZE)?;
        let each = out.iter_mut().zip(run.chunks_exact(T::SIZE));
        each.for_each(|(to, from)| *to = T::read(from, ByteOrder::NATIVE));
        Ok(())
    }

    #[inline]
    fn left(&self) -> usize {
        self.bytes.len() / self.element.size().unwrap_or(1)
    }

    #[inline]
    fn end(&mut self) -> Result<(), DecodeError> {
        if self.bytes.is_empty() { Ok(()) } else { Err(too_few(0, self.left())) }
    }
}

/// Takes numbers of one type.
pub(super) struct NumberSink<'w> {
    pub(super) element: ElementType,
    pub(super) out: &'w mut MutableBuffer,
}

impl<'a> ElementSink<'a> for NumberSink<'_> {
    #[inline]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        if self.element != T::TYPE {
            return Err(other_element());
        }
        self.out.extend_from_slice(T::as_bytes(run));
        Ok(())
    }
}

#[cold]
pub(super) fn other_element() -> EncodeError {
    ErrorKind::custom("the value wrote an element of another type than its header says").into()
}

#[cold]
pub(super) fn too_few(wanted: usize, left: usize) -> DecodeError {
    ErrorKind::ElementCount { expected: wanted as u64, found: left as u64 }.into()
}

/// Takes the bytes of the next elements.
#[inline]
pub(super) fn take<'b>(bytes: &mut &'b [u8], count: usize, size: usize) -> Result<&'b [u8], DecodeError> {
    let split = count.checked_mul(size).and_then(|len| bytes.split_at_checked(len));
    let Some((run, rest)) = split else { return Err(too_few(count, bytes.len() / size.max(1))) };
    *bytes = rest;
    Ok(run)
}
