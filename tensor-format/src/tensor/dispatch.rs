//! The macro `for_numeric!`: evaluates one expression with the elements of a tensor, whatever the type of its numbers.

use alloc::vec::Vec;

use super::{Tensor, TensorRef, text};
use crate::{ElementType, ElementTypes, ErrorKind};

/// The element types that [`for_numeric!`](crate::for_numeric) accepts.
const ACCEPTED: ElementTypes = ElementTypes::NUMBERS.with(ElementType::F16).with(ElementType::BF16);

/// Evaluates an expression with the elements of a [`TensorRef`] or [`Tensor`], whatever the type of its numbers.
///
/// The expression is compiled once for each of `f32`, `f64`, `i8` … `u64`, so it may call generic functions. Elements
/// of type f16 and bf16 come as `f32`, which holds each of them exactly. The macro returns `Ok` of the expression's
/// value, or [`ErrorKind::ElementType`] for booleans, complex numbers, text and media. The set of types does not depend
/// on features, so a feature that another crate enables does not break the expression.
///
/// * `for_numeric!(t, |a| expr)` binds an ndarray [`CowArray<'_, T, IxDyn>`](ndarray::CowArray), as
///   [`to_array`](TensorRef::to_array) gives it. It needs the feature `ndarray`.
/// * `for_numeric!(t, |a: slice| expr)` binds a `Cow<'_, [T]>` in row-major order.
///
/// ```
/// use tensor_format::{ErrorKind, TensorRef, for_numeric};
///
/// fn first<T: Copy + ToString>(all: &[T]) -> Option<String> {
///     all.first().map(T::to_string)
/// }
///
/// let t = TensorRef::from_slice([2, 2], &[1u8, 2, 30, 4])?;
/// assert_eq!(for_numeric!(t, |a: slice| first(&a))?.as_deref(), Some("1"));
/// # #[cfg(feature = "ndarray")]
/// assert_eq!(for_numeric!(t, |a| a.shape().to_vec())?, [2, 2]);
/// # Ok::<(), ErrorKind>(())
/// ```
#[macro_export]
macro_rules! for_numeric {
    ($tensor:expr, |$elements:ident| $body:expr) => {
        $crate::for_numeric!(@match $tensor, $elements, $body, numbers_as_array, widened_as_array)
    };
    ($tensor:expr, |$elements:ident: slice| $body:expr) => {
        $crate::for_numeric!(@match $tensor, $elements, $body, numbers_as_slice, widened_as_slice)
    };
    (@match $tensor:expr, $elements:ident, $body:expr, $numbers:ident, $widened:ident) => {
        match &$tensor {
            tensor => match tensor.element_type() {
                $crate::ElementType::F32 => $crate::for_numeric!(@arm tensor.$numbers::<f32>(), $elements, $body),
                $crate::ElementType::F64 => $crate::for_numeric!(@arm tensor.$numbers::<f64>(), $elements, $body),
                $crate::ElementType::I8 => $crate::for_numeric!(@arm tensor.$numbers::<i8>(), $elements, $body),
                $crate::ElementType::I16 => $crate::for_numeric!(@arm tensor.$numbers::<i16>(), $elements, $body),
                $crate::ElementType::I32 => $crate::for_numeric!(@arm tensor.$numbers::<i32>(), $elements, $body),
                $crate::ElementType::I64 => $crate::for_numeric!(@arm tensor.$numbers::<i64>(), $elements, $body),
                $crate::ElementType::U8 => $crate::for_numeric!(@arm tensor.$numbers::<u8>(), $elements, $body),
                $crate::ElementType::U16 => $crate::for_numeric!(@arm tensor.$numbers::<u16>(), $elements, $body),
                $crate::ElementType::U32 => $crate::for_numeric!(@arm tensor.$numbers::<u32>(), $elements, $body),
                $crate::ElementType::U64 => $crate::for_numeric!(@arm tensor.$numbers::<u64>(), $elements, $body),
                _ => $crate::for_numeric!(@arm tensor.$widened(), $elements, $body),
            },
        }
    };
    (@arm $found:expr, $elements:ident, $body:expr) => {
        match $found {
            ::core::result::Result::Ok($elements) => ::core::result::Result::Ok($body),
            ::core::result::Result::Err(kind) => {
                ::core::result::Result::Err::<_, $crate::ErrorKind>(kind)
            }
        }
    };
}

impl TensorRef<'_> {
    /// Returns the elements of an f16 or bf16 tensor as `f32`, in row-major order.
    fn widened(&self) -> Result<Vec<f32>, ErrorKind> {
        let widen = match self.element_type() {
            ElementType::F16 => text::f16_to_f32,
            ElementType::BF16 => text::bf16_to_f32,
            found => return Err(ErrorKind::ElementType { allowed: ACCEPTED, found }),
        };
        let bytes = self.try_to_bytes(crate::ByteOrder::NATIVE)?;
        Ok(bytes
            .chunks_exact(2)
            .filter_map(|half| half.first_chunk())
            .map(|half| widen(u16::from_ne_bytes(*half)))
            .collect())
    }
}

macro_rules! numbers {
    ([$($lifetime:lifetime)?] $ty:ty) => {
        #[doc(hidden)]
        impl$(<$lifetime>)? $ty {
            #[cfg(feature = "ndarray")]
            pub fn numbers_as_array<T: crate::Element>(
                &self,
            ) -> Result<ndarray::CowArray<'_, T, ndarray::IxDyn>, ErrorKind> {
                self.to_array()
            }

            #[cfg(feature = "ndarray")]
            pub fn widened_as_array(&self) -> Result<ndarray::CowArray<'_, f32, ndarray::IxDyn>, ErrorKind> {
                let shape = &**self.shape();
                let array = ndarray::Array::from_shape_vec(shape, TensorRef::from(self).widened()?);
                array.map(Into::into).map_err(|_| ErrorKind::ShapeOverflow)
            }

            pub fn numbers_as_slice<T: crate::Element>(&self) -> Result<alloc::borrow::Cow<'_, [T]>, ErrorKind> {
                self.to_cow()
            }

            pub fn widened_as_slice(&self) -> Result<alloc::borrow::Cow<'_, [f32]>, ErrorKind> {
                TensorRef::from(self).widened().map(Into::into)
            }
        }
    };
}

numbers!(['a] TensorRef<'a>);
numbers!([] Tensor);
