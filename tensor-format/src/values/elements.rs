//! Puts the elements of a tensor into one piece of memory: borrowed from the value if they are one run of bytes there,
//! else copied.

use alloc::{borrow::Cow, vec::Vec};

use crate::{
    ByteOrder, Element, ElementSink, ElementType, EncodeError, ErrorKind, Header, Layout, Payload, RecordType,
    TensorRef, Variable,
    error::memory::reserve_exact,
    layout::gather_into,
    tensor::Data,
    traits::{elements_in, lie_as_written, mistyped, put_strided, whole_elements},
    util::reinterpret::find_invalid_boolean,
    variable::{MediaForm, Packed, push_element},
};

/// Returns the elements of a tensor as bytes, numbers little-endian and in row-major order.
pub(crate) fn gather<'a, P: Payload<'a>>(header: &Header, payload: &P) -> Result<Cow<'a, [u8]>, EncodeError> {
    let element_type = header.element_type;
    let count = header.shape.check(element_type)?;
    let total = count.saturating_mul(element_type.size().unwrap_or_default());
    let mut elements = Gather { element_type, count: 0, total, lent: Some(&[]), copied: Vec::new() };
    payload.write(&mut elements)?;
    header.shape.check_count(element_type, elements.count)?;
    Ok(elements.lent.map_or(Cow::Owned(elements.copied), Cow::Borrowed))
}

/// Returns the tensor of elements that [`gather`] gave.
pub(crate) fn gathered(header: Header, bytes: &[u8]) -> TensorRef<'_> {
    let data = if header.element_type.size().is_some() {
        Data::Fixed { bytes, layout: None, order: ByteOrder::Little }
    } else {
        Data::Packed(Packed { bytes, form: MediaForm::LengthPrefixed })
    };
    TensorRef { header, data }
}

struct Gather<'a> {
    element_type: ElementType,
    count: usize,
    /// The size in bytes of all elements, if they are of fixed size; else 0.
    total: usize,
    /// All elements so far, borrowed from the value; `None` once they are in `copied`.
    lent: Option<&'a [u8]>,
    copied: Vec<u8>,
}

impl<'a> Gather<'a> {
    fn count(&mut self, element_type: ElementType, elements: usize) -> Result<(), EncodeError> {
        self.element_type.expect(element_type)?;
        self.count = self.count.saturating_add(elements);
        Ok(())
    }

    fn lend(&mut self, bytes: &'a [u8]) -> Result<(), ErrorKind> {
        if let Some([]) = self.lent {
            self.lent = Some(bytes);
            return Ok(());
        }
        self.copy(bytes)
    }

    fn copied(&mut self) -> Result<&mut Vec<u8>, ErrorKind> {
        if let Some(before) = self.lent {
            reserve_exact(&mut self.copied, self.total)?;
            self.copied.extend_from_slice(before);
            self.lent = None;
        }
        Ok(&mut self.copied)
    }

    fn copy(&mut self, bytes: &[u8]) -> Result<(), ErrorKind> {
        if !bytes.is_empty() {
            self.copied()?.extend_from_slice(bytes);
        }
        Ok(())
    }
}

impl<'a> ElementSink<'a> for Gather<'a> {
    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        if ByteOrder::NATIVE == ByteOrder::Little || T::SIZE == 1 {
            self.count(T::TYPE, run.len())?;
            return Ok(self.lend(T::as_bytes(run))?);
        }
        self.copy_numbers(run)
    }

    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.count(T::TYPE, run.len())?;
        if ByteOrder::NATIVE == ByteOrder::Little || T::SIZE == 1 {
            return Ok(self.copy(T::as_bytes(run))?);
        }
        let run = TensorRef::from(run);
        Ok(self.copy(&run.to_bytes(ByteOrder::Little))?)
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        let count = whole_elements(element_type, bytes.len())?;
        self.count(element_type, count)?;
        if element_type == ElementType::Bool && find_invalid_boolean(bytes).is_some() {
            // Read in place with any byte but 0 for true.
            self.copied()?.extend(bytes.iter().map(|byte| u8::from(*byte != 0)));
        } else if order == ByteOrder::Little || count == bytes.len() {
            self.lend(bytes)?;
        } else {
            let run = TensorRef::from_bytes(element_type, count, bytes, order)?;
            self.copy(&run.to_bytes(ByteOrder::Little))?;
        }
        Ok(())
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
        Ok(gather_into(self.copied()?, size, shape, layout, buffer)?)
    }

    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        if !element.is_of(self.element_type) {
            return Err(mistyped());
        }
        if let Variable::Media { format, .. } = &element {
            MediaForm::LengthPrefixed.check_format(format, true)?;
        }
        self.count = self.count.saturating_add(1);
        push_element(self.copied()?, &element, MediaForm::LengthPrefixed);
        Ok(())
    }
}

/// Returns the names of a record's tensors in order, each repeated as often as `counts` says for its parameter.
pub(crate) fn names_of(record: RecordType, counts: &[usize]) -> Vec<Cow<'static, str>> {
    record.rules().names_of_tensors(counts).map(Cow::Borrowed).collect()
}
