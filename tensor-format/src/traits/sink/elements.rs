//! The trait [`ElementSink`], which takes the elements of one tensor on their way to the output.
//!
//! A [`Payload`] writes the elements of one tensor to an [`ElementSink`]: runs of numbers, bytes in either byte order,
//! strings, media. One method is required, the rest are defaults that call it; `strided` has the default for elements
//! in another layout, which are copied in row-major pieces.

use alloc::borrow::Cow;

use crate::{
    ByteOrder, Element, ElementType, EncodeError, ErrorKind, Layout, Variable, util::reinterpret::elements::Elements,
};

pub(crate) mod strided;

/// Takes the elements of one tensor in row-major order, and writes them.
///
/// `'a` is how long the value lives: arguments that live for `'a` may be referred to instead of copied. A format has to
/// implement [`copy_numbers`](Self::copy_numbers); the other methods have defaults, which it may replace by faster
/// ones.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not take the elements of a tensor",
    label = "`ElementSink` is not implemented",
    note = "a sink hands one to `Payload::write`; to write a whole value into bytes, call `to_vec`, `append` or `to_writer`"
)]
pub trait ElementSink<'a> {
    /// Whether writing numbers may fail because of their values. Then the numbers of one record come by themselves, so
    /// that an error says which record it is.
    #[doc(hidden)]
    const CHECKS: bool = false;

    /// Writes numbers that are next to each other in the value.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        self.copy_numbers(run)
    }

    /// Writes numbers that need not outlive the call.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError>;

    /// Writes fixed-size elements from their bytes in the given byte order.
    ///
    /// # Errors
    ///
    /// If the bytes are no whole elements of a fixed size, or when the output cannot be written.
    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        strided::copy_bytes(self, element_type, bytes, order)
    }

    /// Writes fixed-size elements in this machine's byte order from a buffer of the value, where `layout` says where
    /// each is, in row-major order of their indices.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if an element lies outside of the buffer, or when the output cannot be written.
    fn strided(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        layout: &Layout,
        buffer: &'a [u8],
    ) -> Result<(), EncodeError> {
        strided::put_strided(self, element_type, shape, layout, buffer)
    }

    /// Writes fixed-size elements in this machine's byte order that are anywhere in memory.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    #[doc(hidden)]
    fn gathered(&mut self, element_type: ElementType, elements: &Elements<'a>) -> Result<(), EncodeError> {
        strided::put_gathered(self, element_type, elements)
    }

    /// Writes one element of variable size. A format that holds only numbers leaves this as it is.
    ///
    /// # Errors
    ///
    /// [`InvalidMediaFormat`](crate::ErrorKind::InvalidMediaFormat) if the format cannot hold it, or when the output
    /// cannot be written.
    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        let _ = element;
        Err(ErrorKind::custom("the format has no elements of variable size").into())
    }

    /// Writes many strings, each as one element.
    ///
    /// # Errors
    ///
    /// As [`variable`](Self::variable).
    fn texts<I: Iterator<Item = &'a str>>(&mut self, texts: I) -> Result<(), EncodeError> {
        for text in texts {
            self.variable(Variable::Text(Cow::Borrowed(text)))?;
        }
        Ok(())
    }
}

/// The elements of one tensor, which can be written into any [`ElementSink`], any number of times.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give the elements of a tensor",
    label = "`Payload` is not implemented",
    note = "`OneBlock` and `Blocks` are the elements of one and of many values of fixed shape, `View` and `TensorRef` those of a tensor"
)]
pub trait Payload<'a> {
    /// Writes all elements in row-major order.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError>;
}

/// Returns the error for a hand-written implementation that wrote an element of another type than the header of its
/// tensor says.
#[cold]
pub(crate) fn mistyped() -> EncodeError {
    ErrorKind::custom("the value wrote an element of another type than its header says").into()
}
