//! The element types of XLA arrays.

use core::fmt;

use crate::ElementType;

macro_rules! primitive_types {
    ($($(#[$doc:meta])* $variant:ident = $number:literal, $name:literal, $bits:literal, $model:expr;)*) => {
        /// The element type of an array.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum PrimitiveType { $($(#[$doc])* $variant = $number,)* }

        impl PrimitiveType {
            /// All element types, in the order of their numbers.
            pub const ALL: &'static [PrimitiveType] = &[$(PrimitiveType::$variant,)*];

            /// Returns the name of the type, as the text of a shape has it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(PrimitiveType::$variant => $name,)* }
            }

            /// Returns the number of bits that a value has, those of its padding to whole bytes not counted.
            #[must_use]
            pub const fn bits(self) -> usize {
                match self { $(PrimitiveType::$variant => $bits,)* }
            }

            /// Returns the type with this number in the messages; `None` for those of tuples, tokens, opaque values and
            /// buffers.
            #[must_use]
            pub fn from_number(number: i64) -> Option<Self> {
                match number {
                    $($number => Some(PrimitiveType::$variant),)*
                    _ => None,
                }
            }

            /// Returns the matching element type of this crate; `None` if there is none.
            #[must_use]
            pub const fn element_type(self) -> Option<ElementType> {
                match self { $(PrimitiveType::$variant => $model,)* }
            }
        }
    };
}

/// The number that marks a tuple in place of an element type. The constants below mark other shapes without
/// elements.
pub(super) const TUPLE: u8 = 13;
pub(super) const OPAQUE: u8 = 14;
pub(super) const TOKEN: u8 = 17;
pub(super) const BUFFER: u8 = 34;

primitive_types! {
    /// Truth values, one byte each unless packed.
    Pred = 1, "pred", 1, Some(ElementType::Bool);
    /// 8-bit signed integer.
    S8 = 2, "s8", 8, Some(ElementType::I8);
    /// 16-bit signed integer.
    S16 = 3, "s16", 16, Some(ElementType::I16);
    /// 32-bit signed integer.
    S32 = 4, "s32", 32, Some(ElementType::I32);
    /// 64-bit signed integer.
    S64 = 5, "s64", 64, Some(ElementType::I64);
    /// 8-bit unsigned integer.
    U8 = 6, "u8", 8, Some(ElementType::U8);
    /// 16-bit unsigned integer.
    U16 = 7, "u16", 16, Some(ElementType::U16);
    /// 32-bit unsigned integer.
    U32 = 8, "u32", 32, Some(ElementType::U32);
    /// 64-bit unsigned integer.
    U64 = 9, "u64", 64, Some(ElementType::U64);
    /// IEEE 754 half-precision float.
    F16 = 10, "f16", 16, Some(ElementType::F16);
    /// 32-bit float.
    F32 = 11, "f32", 32, Some(ElementType::F32);
    /// 64-bit float.
    F64 = 12, "f64", 64, Some(ElementType::F64);
    /// Complex number of two 32-bit floats.
    C64 = 15, "c64", 64, Some(ElementType::C64);
    /// bfloat16.
    Bf16 = 16, "bf16", 16, Some(ElementType::BF16);
    /// Complex number of two 64-bit floats.
    C128 = 18, "c128", 128, Some(ElementType::C128);
    /// 8-bit float: 5 bits of exponent, 2 of mantissa.
    F8E5M2 = 19, "f8e5m2", 8, None;
    /// 8-bit float: 4 bits of exponent, 3 of mantissa; finite numbers only.
    F8E4M3Fn = 20, "f8e4m3fn", 8, None;
    /// 4-bit signed integer.
    S4 = 21, "s4", 4, None;
    /// 4-bit unsigned integer.
    U4 = 22, "u4", 4, None;
    /// 8-bit float: 4 bits of exponent with bias 11, 3 of mantissa; finite numbers only, no negative zero.
    F8E4M3B11Fnuz = 23, "f8e4m3b11fnuz", 8, None;
    /// 8-bit float: 5 bits of exponent, 2 of mantissa; finite numbers only, no negative zero.
    F8E5M2Fnuz = 24, "f8e5m2fnuz", 8, None;
    /// 8-bit float: 4 bits of exponent, 3 of mantissa; finite numbers only, no negative zero.
    F8E4M3Fnuz = 25, "f8e4m3fnuz", 8, None;
    /// 2-bit signed integer.
    S2 = 26, "s2", 2, None;
    /// 2-bit unsigned integer.
    U2 = 27, "u2", 2, None;
    /// 8-bit float: 4 bits of exponent, 3 of mantissa, with infinities.
    F8E4M3 = 28, "f8e4m3", 8, None;
    /// 8-bit float: 3 bits of exponent, 4 of mantissa, with infinities.
    F8E3M4 = 29, "f8e3m4", 8, None;
    /// 1-bit signed integer.
    S1 = 30, "s1", 1, None;
    /// 1-bit unsigned integer.
    U1 = 31, "u1", 1, None;
    /// 4-bit float: 2 bits of exponent, 1 of mantissa; finite numbers only.
    F4E2M1Fn = 32, "f4e2m1fn", 4, None;
    /// 8-bit power of two.
    F8E8M0Fnu = 33, "f8e8m0fnu", 8, None;
}

impl PrimitiveType {
    /// Returns the number of the type in the messages.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the type that has this [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.name() == name)
    }

    /// Returns the XLA type for elements of this crate's type; `None` for those of variable size.
    #[must_use]
    pub const fn of(element_type: ElementType) -> Option<Self> {
        let mut rest = Self::ALL;
        while let Some((first, tail)) = rest.split_first() {
            if let Some(model) = first.element_type() {
                if model as u8 == element_type as u8 {
                    return Some(*first);
                }
            }
            rest = tail;
        }
        None
    }

    /// Returns the number of bytes of an element that is not packed with others.
    #[must_use]
    pub const fn size(self) -> usize {
        self.bits().div_ceil(8)
    }

    /// Returns whether the type is a float; complex numbers are not.
    #[must_use]
    pub const fn is_float(self) -> bool {
        // Only the names of floats begin so.
        matches!(self.name().as_bytes(), [b'f', ..] | [b'b', b'f', ..])
    }

    /// Returns whether the type is an unsigned integer.
    #[must_use]
    pub const fn is_unsigned_integer(self) -> bool {
        matches!(self.name().as_bytes(), [b'u', ..])
    }
}

impl fmt::Display for PrimitiveType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
