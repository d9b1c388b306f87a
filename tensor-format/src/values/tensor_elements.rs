//! Reads the elements of a tensor in memory, one after another.

use alloc::{borrow::Cow, vec::Vec};

use crate::{
    ByteOrder, DecodeError, Element, ElementSource, ElementType, ErrorKind, Header, Tensor, TensorRef, Variable,
    Variables, View,
    error::{ExpansionLimit, memory::reserve},
    tensor::Data,
    traits::{EmptyLimit, exhausted},
    variable::len_of_texts,
};

/// A limit on the memory that elements may take, as a multiple of the input, and the size of the input in bytes.
pub(super) type Expansion = (ExpansionLimit, u64);

/// Reads the elements of a [`TensorRef`] one after another.
///
/// A format whose tensors have the same bytes in its input as in memory makes a [`TensorRef`] of each, then this.
///
/// ```
/// use tensor_format::{TensorRef, codec::{ElementSource, TensorCursor}};
/// let tensor = TensorRef::from_slice([3], &[1u8, 2, 3])?;
/// let mut elements = TensorCursor::new(&tensor);
/// assert_eq!(elements.array::<u8, 2>()?, [1, 2]);
/// assert_eq!(elements.borrow::<u8>(1)?.as_slice(), Some(&[3][..]));
/// elements.end()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TensorCursor<'de> {
    tensor: TensorRef<'de>,
    /// The limit on the memory that its elements may be copied into, if they are not in row-major order.
    pub(super) most: Option<Expansion>,
    /// The elements in row-major order; `None` until they are needed.
    bytes: Option<Cow<'de, [u8]>>,
    at: usize,
    order: ByteOrder,
    variables: Variables<'de>,
    element_type: ElementType,
    pub(super) left: usize,
    /// How many items without elements may still be counted.
    pub(super) limit: EmptyLimit,
}

impl<'de> TensorCursor<'de> {
    /// Begins at the first element.
    #[must_use]
    pub fn new(tensor: &TensorRef<'de>) -> Self {
        Self::of(tensor.clone())
    }

    /// Begins at the first element of a tensor that is passed on.
    pub(crate) fn of(tensor: TensorRef<'de>) -> Self {
        Self {
            most: None,
            bytes: None,
            at: 0,
            order: tensor.byte_order(),
            variables: tensor.variables(),
            element_type: tensor.element_type(),
            left: tensor.len(),
            limit: EmptyLimit::default().with_tensor(tensor.buffer().len()),
            tensor,
        }
    }

    /// Returns the header of the whole tensor.
    pub(crate) fn header(&self) -> &Header {
        self.tensor.header()
    }

    #[inline]
    fn advance(&mut self, count: usize, size: usize) -> Result<core::ops::Range<usize>, DecodeError> {
        let end = count.checked_mul(size).and_then(|bytes| self.at.checked_add(bytes));
        let (Some(left), Some(end)) = (self.left.checked_sub(count), end) else {
            return Err(exhausted(count, self.left));
        };
        let start = self.at;
        self.left = left;
        self.at = end;
        Ok(start..end)
    }

    #[inline(never)]
    fn bytes(&mut self) -> Result<&Cow<'de, [u8]>, DecodeError> {
        if self.bytes.is_none() {
            if let Some((limit, input)) = self.most.filter(|_| self.tensor.row_major_bytes().is_none()) {
                limit.check(input, self.tensor.element_bytes_len() as u64)?;
            }
            self.bytes = Some(self.tensor.try_to_bytes(self.order)?);
        }
        Ok(self.bytes.get_or_insert_default())
    }

    /// Returns the bytes of the next `count` elements, which must be in row-major order already.
    fn borrowed(&mut self, count: usize, size: usize) -> Result<&'de [u8], DecodeError> {
        let bytes = self.tensor.lent_bytes()?;
        let range = self.advance(count, size)?;
        Ok(bytes.get(range).unwrap_or_default())
    }

    #[inline]
    fn expect(&self, element_type: ElementType) -> Result<(), DecodeError> {
        Ok(element_type.expect(self.element_type)?)
    }
}

impl<'de> ElementSource<'de> for TensorCursor<'de> {
    const BORROWS: bool = true;

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        self.expect(T::TYPE)?;
        let range = self.advance(out.len(), T::SIZE)?;
        let order = self.order;
        let bytes = match &self.bytes {
            Some(bytes) => bytes,
            None => self.bytes()?,
        };
        let chunks = bytes.get(range).unwrap_or_default().chunks_exact(T::SIZE);
        out.iter_mut().zip(chunks).for_each(|(to, from)| *to = T::read(from, order));
        Ok(())
    }

    fn left(&self) -> usize {
        self.left
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.expect(T::TYPE)?;
        let range = self.advance(count, T::SIZE)?;
        let order = self.order;
        let bytes = self.bytes()?.get(range).unwrap_or_default();
        reserve(out, count)?;
        T::extend(out, bytes, order);
        Ok(())
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        self.expect(T::TYPE)?;
        Ok(View::new(self.borrowed(count, T::SIZE)?, self.order))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        let next = self.variables.next().ok_or_else(|| exhausted(1, 0))?;
        self.left = self.left.saturating_sub(1);
        Ok(next)
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        self.expect(header.element_type)?;
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        let Some(size) = header.element_type.size() else {
            let packed = self.variables.take_packed(count);
            self.left = self.left.checked_sub(count).ok_or_else(|| exhausted(count, 0))?;
            return Ok(TensorRef { header, data: Data::Packed(packed) });
        };
        if self.at == 0 && header == *self.tensor.header() {
            // As a whole it keeps its strides.
            self.advance(count, size)?;
            return Ok(self.tensor.clone());
        }
        let data = Data::Fixed { bytes: self.borrowed(count, size)?, layout: None, order: self.order };
        Ok(TensorRef { header, data })
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        let Some(size) = header.element_type.size() else {
            return Ok(into.set(&self.take(header)?)?);
        };
        self.expect(header.element_type)?;
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        let range = self.advance(count, size)?;
        let order = self.order;
        let data = Data::Fixed { bytes: self.bytes()?.get(range).unwrap_or_default(), layout: None, order };
        Ok(into.set(&TensorRef { header, data })?)
    }

    fn skip(&mut self, _: ElementType, count: usize) -> Result<(), DecodeError> {
        match self.element_type.size() {
            Some(size) => self.advance(count, size).map(|_| ()),
            None => {
                self.left = self.left.checked_sub(count).ok_or_else(|| exhausted(count, self.left))?;
                self.variables.take_packed(count);
                Ok(())
            }
        }
    }

    #[inline]
    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        if element_type != self.element_type || self.order != ByteOrder::NATIVE {
            return None;
        }
        let bytes = match &self.bytes {
            Some(bytes) => bytes,
            None => self.tensor.row_major_bytes()?,
        };
        let size = count.checked_mul(element_type.size()?)?;
        bytes.get(self.at..)?.get(..size)
    }

    #[inline]
    fn lent_elements(&self, element_type: ElementType, count: usize) -> Option<&'de [u8]> {
        if element_type != self.element_type || self.order != ByteOrder::NATIVE {
            return None;
        }
        match element_type.size() {
            Some(size) => self.tensor.row_major_bytes()?.get(self.at..)?.get(..count.checked_mul(size)?),
            None if element_type == ElementType::String => {
                let bytes = self.variables.rest();
                bytes.get(..len_of_texts(bytes, count)?)
            }
            None => None,
        }
    }

    /// Returns no more elements than the buffer has bytes if a layout may repeat them, so that memory is not reserved
    /// because a layout claims it.
    fn size_hint(&self) -> usize {
        match self.tensor.row_major_bytes() {
            None if self.most.is_some() => self.left.min(self.tensor.buffer().len()),
            _ => self.left,
        }
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.limit.add(items)
    }
}
