//! Goes over the elements of a tensor as numbers.

use core::ops::ControlFlow;

use super::TensorRef;
use crate::{
    ElementType,
    element::{FromScalar, Scalar},
};

impl Scalar {
    /// Calls `visit` with every number of a tensor whose element type is known only at run time; returns `false` if its
    /// elements are no numbers, or of a type that needs a feature which is off.
    pub(super) fn each_of(tensor: &TensorRef<'_>, mut visit: impl FnMut(Scalar) -> ControlFlow<()>) -> bool {
        macro_rules! each {
            ($ty:ty) => {{
                if let Ok(elements) = tensor.iter::<$ty>() {
                    let _ = { elements }.try_for_each(|element| visit(element.to_scalar()));
                }
            }};
        }
        match tensor.element_type() {
            ElementType::F32 => each!(f32),
            ElementType::F64 => each!(f64),
            ElementType::I8 => each!(i8),
            ElementType::I16 => each!(i16),
            ElementType::I32 => each!(i32),
            ElementType::I64 => each!(i64),
            ElementType::U8 => each!(u8),
            ElementType::U16 => each!(u16),
            ElementType::U32 => each!(u32),
            ElementType::U64 => each!(u64),
            ElementType::Bool => each!(bool),
            #[cfg(feature = "half")]
            ElementType::F16 => each!(half::f16),
            #[cfg(feature = "half")]
            ElementType::BF16 => each!(half::bf16),
            #[cfg(feature = "num-complex")]
            ElementType::C64 => each!(num_complex::Complex<f32>),
            #[cfg(feature = "num-complex")]
            ElementType::C128 => each!(num_complex::Complex<f64>),
            _ => return false,
        }
        true
    }
}
