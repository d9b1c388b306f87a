//! A macro that compiles one expression for each type of number.

use super::ElementType;
use crate::ErrorKind;

/// Evaluates an expression in which `$number` is the Rust type of an element type that is known only at run time; for
/// text, media, and types that need a feature of the crate evaluates another one.
macro_rules! for_number_type {
    ($element_type:expr, $number:ident => $numbers:expr, _ => $other:expr) => {
        for_number_type!(
            @ $element_type, $number => $numbers, _ => $other,
            F32: f32, F64: f64, I8: i8, I16: i16, I32: i32, I64: i64, U8: u8, U16: u16, U32: u32, U64: u64, Bool: bool,
            #[cfg(feature = "half")] F16: half::f16,
            #[cfg(feature = "half")] BF16: half::bf16,
            #[cfg(feature = "num-complex")] C64: num_complex::Complex<f32>,
            #[cfg(feature = "num-complex")] C128: num_complex::Complex<f64>,
        )
    };
    (@ $element_type:expr, $number:ident => $numbers:expr, _ => $other:expr, $($rest:tt)*) => {
        for_number_type!(@@ $element_type, [$number] [$numbers] [$other] [] $($rest)*)
    };
    (@@ $element_type:expr, [$number:ident] [$numbers:expr] [$other:expr] [$($arms:tt)*]
        $(#[$feature:meta])? $name:ident: $ty:ty, $($rest:tt)*) => {
        for_number_type!(@@ $element_type, [$number] [$numbers] [$other] [
            $($arms)*
            $(#[$feature])?
            $crate::ElementType::$name => {
                type $number = $ty;
                $numbers
            }
        ] $($rest)*)
    };
    (@@ $element_type:expr, [$number:ident] [$numbers:expr] [$other:expr] [$($arms:tt)*]) => {
        match $element_type {
            $($arms)*
            _ => $other,
        }
    };
}
pub(crate) use for_number_type;

/// Returns whether this build has a Rust type of these elements, which are numbers.
pub(crate) const fn has_type(element_type: ElementType) -> bool {
    for_number_type!(element_type, T => size_of::<T>() > 0, _ => false)
}

#[cold]
pub(crate) fn unsupported(element_type: ElementType) -> ErrorKind {
    ErrorKind::UnsupportedElementType { element_type, format: "this build of the crate" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_this_build_give_types() {
        assert!(has_type(ElementType::F32) && has_type(ElementType::Bool));
        assert!(!has_type(ElementType::String) && !has_type(ElementType::Image));
        assert_eq!(has_type(ElementType::F16), cfg!(feature = "half"));
        assert_eq!(has_type(ElementType::C128), cfg!(feature = "num-complex"));
    }
}
