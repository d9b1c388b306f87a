//! Numbers of Rust that no format has: `usize` and `isize` in 64 bits, `NonZero` as its integer.

use alloc::format;
use core::num::NonZero;

use crate::{
    Block, Decode, DecodeBlock, DecodeError, Element, ElementSink, ElementSource, Encode, EncodeError, ErrorKind,
    HasRules, Rules, Sink, Source, traits::write_each,
};

/// A number that is sent as one of another type.
trait Converted: bytemuck::NoUninit {
    /// The type that is sent.
    type Wire: Element;
    /// The numbers that can be read, in words, for errors.
    const EXPECTED: &'static str;

    fn to_wire(self) -> Self::Wire;

    /// Returns the value; `None` if this type cannot hold the number.
    fn from_wire(wire: Self::Wire) -> Option<Self>;
}

/// Returns the numbers in the form that is sent, in place; `None` where they are narrower in this machine's memory.
fn in_place<T: Converted>(items: &[T]) -> Option<&[T::Wire]> {
    match size_of::<T>() == T::Wire::SIZE {
        true => T::Wire::cast(bytemuck::must_cast_slice(items)).ok(),
        false => None,
    }
}

fn write_all<'a, T: Converted + Block, W: ElementSink<'a>>(items: &'a [T], out: &mut W) -> Result<(), EncodeError> {
    match in_place(items) {
        Some(run) => out.numbers(run),
        None => write_each(items, out),
    }
}

fn read<'de, T: Converted, E: ElementSource<'de>>(source: &mut E) -> Result<T, DecodeError> {
    let place = source.element_offset();
    let wire = source.number()?;
    T::from_wire(wire).ok_or_else(|| refused::<T>(wire, place))
}

#[cold]
fn refused<T: Converted>(found: T::Wire, place: Option<u64>) -> DecodeError {
    let kind = ErrorKind::InvalidElement { index: 0, expected: T::EXPECTED, found: format!("{found:?}").into() };
    DecodeError::placed(kind, place)
}

macro_rules! converted {
    ($($ty:ty as $wire:ident, $expected:literal, $to:expr, $from:expr;)*) => { $(
        impl Converted for $ty {
            type Wire = $wire;
            const EXPECTED: &'static str = $expected;

            #[inline]
            fn to_wire(self) -> $wire {
                $to(self)
            }

            #[inline]
            fn from_wire(wire: $wire) -> Option<Self> {
                $from(wire)
            }
        }

        impl HasRules for $ty {
            const RULES: Rules<'static> = <$wire>::RULES;
        }

        impl Block for $ty {
            #[inline]
            fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
                out.copy_numbers(&[Converted::to_wire(*self)])
            }

            #[inline]
            fn write_all<'a, W: ElementSink<'a>>(items: &'a [Self], out: &mut W) -> Result<(), EncodeError> {
                write_all(items, out)
            }

            #[inline]
            fn bytes_of(items: &[Self]) -> Option<&[u8]> {
                in_place(items).map(Element::as_bytes)
            }
        }

        impl<'de> DecodeBlock<'de> for $ty {
            #[inline]
            fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
                read(source)
            }
        }

        crate::types::block_value!([] $ty);
    )* };
}

/// Converts a number to the wider type that is sent; `usize` and `isize` have at most 64 bits.
fn widen<T: TryInto<W>, W: Default>(number: T) -> W {
    number.try_into().unwrap_or_default()
}

/// Converts a number to this machine's type; `None` if it does not fit.
fn narrow<W: TryInto<T>, T>(number: W) -> Option<T> {
    number.try_into().ok()
}

converted! {
    usize as u64, "a number that `usize` has on this machine", widen, narrow;
    isize as i64, "a number that `isize` has on this machine", widen, narrow;
    NonZero<usize> as u64, "a number other than 0 that `usize` has on this machine",
        |number: Self| widen(number.get()), |wire| narrow(wire).and_then(NonZero::new);
    NonZero<isize> as i64, "a number other than 0 that `isize` has on this machine",
        |number: Self| widen(number.get()), |wire| narrow(wire).and_then(NonZero::new);
}

macro_rules! non_zero {
    ($($integer:ident)*) => {
        converted! { $(NonZero<$integer> as $integer, "a number other than 0", NonZero::get, NonZero::new;)* }
    };
}

non_zero! { u8 u16 u32 u64 i8 i16 i32 i64 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_narrowed_where_the_machine_has_fewer_bits() {
        assert_eq!(narrow::<u64, u32>(u64::from(u32::MAX)), Some(u32::MAX));
        assert_eq!(narrow::<u64, u32>(1 << 32), None);
        assert_eq!(narrow::<i64, i32>(i64::from(i32::MIN) - 1), None);
        assert_eq!(widen::<u32, u64>(7), 7);
    }
}
