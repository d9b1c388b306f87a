//! Converts numbers to another element type, and reports every loss.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Tensor, TensorRef};
use crate::{Element, ElementType, ElementTypes, ErrorKind, element::Scalar};

/// The element types that this build can convert; some need features of the crate.
const CASTABLE: ElementTypes = {
    let types = ElementTypes::NUMBERS.with(ElementType::Bool);
    let types = if cfg!(feature = "half") { types.with(ElementType::F16).with(ElementType::BF16) } else { types };
    if cfg!(feature = "num-complex") { types.with(ElementType::C64).with(ElementType::C128) } else { types }
};

impl TensorRef<'_> {
    /// Returns the same numbers as elements of another type, in row-major order. Every number must keep its value:
    /// casting back returns the original tensor.
    ///
    /// So an integer must fit, and be exact as a float; a float must be whole to become an integer, and -0.0 is none; a
    /// complex number must have an imaginary part of 0.0 to become real; only 0 and 1 become booleans. Infinities stay
    /// infinities, and NaN stays NaN among floats, though its payload may change.
    ///
    /// # Errors
    ///
    /// [`LossyCast`](ErrorKind::LossyCast) with the index in row-major order of the first number that would change, or
    /// [`ElementType`](ErrorKind::ElementType) for text, bytes and media; [`OutOfMemory`](ErrorKind::OutOfMemory).
    ///
    /// ```
    /// use tensor_format::TensorRef;
    /// let t = TensorRef::from_slice([3], &[1.0f64, 255.0, 0.5])?;
    /// assert_eq!(t.cast::<f32>()?.to_vec::<f32>()?, [1.0, 255.0, 0.5]);
    /// assert_eq!(t.cast::<u8>().unwrap_err().to_string(), "element 2 of type f64 has no exact value of type u8");
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn cast<T: Element>(&self) -> Result<Tensor, ErrorKind> {
        self.convert::<T>(|index| Err(ErrorKind::LossyCast { index, from: self.element_type(), to: T::TYPE }))
    }

    /// Returns the tensor with each number replaced by the nearest one of another type, in row-major order, and how
    /// many of them changed their value.
    ///
    /// Integers are clamped to the bounds of the type; floats lose their fraction to become integers, and NaN becomes
    /// 0; floats round to the nearest, ties to even; complex numbers lose their imaginary part to become real; every
    /// number but 0 becomes `true`.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType) for text, bytes and media.
    ///
    /// ```
    /// use tensor_format::TensorRef;
    /// let (t, changed) = TensorRef::from_slice([4], &[-1.0f32, 1.5, 7.0, 1e9])?.cast_lossy::<u8>()?;
    /// assert_eq!((t.to_vec::<u8>()?, changed), (vec![0, 1, 7, 255], 3));
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn cast_lossy<T: Element>(&self) -> Result<(Tensor, usize), ErrorKind> {
        let mut changed: usize = 0;
        let tensor = self.convert::<T>(|_| {
            changed = changed.saturating_add(1);
            Ok(())
        })?;
        Ok((tensor, changed))
    }

    /// Converts every number to type `T`, and calls `loss` with the index in row-major order of each that changes its
    /// value.
    fn convert<T: Element>(&self, mut loss: impl FnMut(usize) -> Result<(), ErrorKind>) -> Result<Tensor, ErrorKind> {
        if self.element_type() == T::TYPE {
            return Tensor::from_vec(self.shape(), self.to_vec::<T>()?);
        }
        self.header.shape.check(T::TYPE)?;
        let mut elements: Vec<T> = Vec::new();
        crate::error::memory::reserve_exact(&mut elements, self.len())?;
        let mut result = Ok(());
        let known = Scalar::each_of(self, |number| {
            let (element, exact) = T::from_scalar(number);
            if !exact {
                result = loss(elements.len());
                if result.is_err() {
                    return ControlFlow::Break(());
                }
            }
            elements.push(element);
            ControlFlow::Continue(())
        });
        if !known {
            return Err(ErrorKind::ElementType { allowed: CASTABLE, found: self.element_type() });
        }
        result?;
        Tensor::from_vec(self.shape(), elements)
    }
}
