//! Numbers and booleans that formats have: scalars.

use alloc::vec::Vec;

use crate::{
    Block, Decode, DecodeBlock, DecodeError, ElementSink, ElementSource, ElementType, Encode, EncodeError, HasRules,
    Rules, Sink, Source,
    util::reinterpret::{FromZeros, elements::Bytewise},
};

macro_rules! number {
    ($zeros:ident: $($ty:ty => $variant:ident),* $(,)?) => { $(
        impl HasRules for $ty {
            const RULES: Rules<'static> = Rules::tensor(ElementType::$variant, &[]);
        }

        impl Block for $ty {
            #[inline]
            fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
                out.copy_numbers(core::slice::from_ref(self))
            }

            #[inline]
            fn write_all<'a, W: ElementSink<'a>>(items: &'a [Self], out: &mut W) -> Result<(), EncodeError> {
                out.numbers(items)
            }

            const BYTEWISE: Option<Bytewise<Self>> = Some(Bytewise::new());

            #[inline]
            fn bytes_of(items: &[Self]) -> Option<&[u8]> {
                Some(crate::Element::as_bytes(items))
            }
        }

        impl<'de> DecodeBlock<'de> for $ty {
            const ZEROS: Option<FromZeros<Self>> = Some(FromZeros::$zeros());

            #[inline]
            fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
                source.number()
            }

            #[inline]
            fn read_array<E: ElementSource<'de>, const N: usize>(source: &mut E) -> Result<[Self; N], DecodeError> {
                source.array()
            }

            #[inline]
            fn read_all_into<E: ElementSource<'de>>(source: &mut E, out: &mut [Self]) -> Result<(), DecodeError> {
                source.fill(out)
            }

            #[inline]
            fn extend<E: ElementSource<'de>>(
                source: &mut E,
                count: usize,
                out: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                source.extend(count, out)
            }
        }

        crate::types::block_value!([] $ty);
    )* };
}

/// Implements the traits by which a [`Block`] is a tensor by itself and a field of a record.
macro_rules! block_value {
    ([$($generics:tt)*] $ty:ty $(, where $($bounds:tt)*)?) => {
        impl<$($generics)*> Encode for $ty $(where $($bounds)*)? {
            #[inline(always)]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
                sink.block(self)
            }
        }

        impl<'de, $($generics)*> Decode<'de> for $ty
        where
            Self: DecodeBlock<'de>,
        {
            // A record whose type fixes it is read by one function, however many other readers there are.
            #[inline(always)]
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                source.block()
            }

            #[inline]
            fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
                if Self::SIZE.is_none() {
                    return source.block_into(self);
                }
                *self = source.block()?;
                Ok(())
            }
        }

        crate::field!([$($generics)*] $ty $(, where $($bounds)*)?);
        crate::types::lists::stacked!([$($generics)*] $ty);
    };
}
pub(crate) use block_value;

number! { any:
    f32 => F32, f64 => F64, i8 => I8, i16 => I16, i32 => I32, i64 => I64, u8 => U8, u16 => U16, u32 => U32, u64 => U64,
}

number! { boolean: bool => Bool }

#[cfg(feature = "half")]
number! { any: half::f16 => F16, half::bf16 => BF16 }

#[cfg(feature = "num-complex")]
number! { any: num_complex::Complex<f32> => C64, num_complex::Complex<f64> => C128 }
