//! Writes one element of a tensor as text.

use alloc::{format, string::String};
use core::fmt::Debug;

use crate::{ElementType, variable::Variable};

/// The most characters of a string, and bytes of a binary element, that are shown.
const SHOWN: usize = 32;

/// Returns the value of an f16 from its bits.
pub(super) fn f16_to_f32(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let rest = u32::from(bits & 0x7fff) << 13;
    // Shifted into place, the exponent is short by the difference of the biases, 112: a multiplication by 2^112 adds it
    // and normalises subnormal numbers. Infinity and NaN keep their exponent of ones instead.
    let scaled = if bits & 0x7c00 == 0x7c00 {
        f32::from_bits(rest | 0x7f80_0000)
    } else {
        f32::from_bits(rest) * f32::from_bits((112 + 127) << 23)
    };
    f32::from_bits(scaled.to_bits() | sign)
}

/// Returns the value of a bf16 from its bits.
pub(super) fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// Writes a float with `precision` digits after the point, or with the fewest digits that tell it from every other.
fn float(value: impl Debug, precision: Option<usize>) -> String {
    match precision {
        Some(digits) => format!("{value:.digits$?}"),
        None => format!("{value:?}"),
    }
}

/// Writes an f16 or bf16, which `widen` converts, with `precision` digits, or with the fewest that tell it from its
/// neighbours.
fn half(bits: u16, precision: Option<usize>, widen: fn(u16) -> f32) -> String {
    let value = widen(bits);
    let magnitude = bits & 0x7fff;
    if precision.is_some() || !value.is_finite() || magnitude == 0 {
        return float(value, precision);
    }
    let at = |bits: u16| f64::from(widen(bits));
    let (below, here, above) = (at(magnitude.saturating_sub(1)), at(magnitude), at(magnitude.saturating_add(1)));
    let above = if above.is_finite() { above } else { here + (here - below) };
    let (low, high) = ((below + here) / 2.0, (here + above) / 2.0);
    let shortest = (0..9).filter_map(|digits| format!("{:.digits$e}", value.abs()).parse::<f64>().ok());
    match shortest.into_iter().find(|text| low < *text && *text < high) {
        Some(shortest) => float(shortest.copysign(value.into()), None),
        None => float(value, None),
    }
}

fn complex(re: String, im: String) -> String {
    let sign = if im.starts_with('-') { "" } else { "+" };
    format!("{re}{sign}{im}i")
}

/// Writes a number or boolean from its bytes, least significant first.
pub(super) fn number(element_type: ElementType, bytes: &[u8], precision: Option<usize>) -> String {
    macro_rules! read {
        ($ty:ty) => {
            <$ty as crate::Element>::read(bytes, crate::ByteOrder::Little)
        };
    }
    match element_type {
        ElementType::F32 => float(read!(f32), precision),
        ElementType::F64 => float(read!(f64), precision),
        ElementType::I8 => format!("{}", read!(i8)),
        ElementType::I16 => format!("{}", read!(i16)),
        ElementType::I32 => format!("{}", read!(i32)),
        ElementType::I64 => format!("{}", read!(i64)),
        ElementType::U8 => format!("{}", read!(u8)),
        ElementType::U16 => format!("{}", read!(u16)),
        ElementType::U32 => format!("{}", read!(u32)),
        ElementType::U64 => format!("{}", read!(u64)),
        ElementType::Bool => format!("{}", read!(bool)),
        ElementType::F16 => half(read!(u16), precision, f16_to_f32),
        ElementType::BF16 => half(read!(u16), precision, bf16_to_f32),
        ElementType::C64 | ElementType::C128 => {
            let (re, im) = bytes.split_at(bytes.len() / 2);
            let part = if element_type == ElementType::C64 { ElementType::F32 } else { ElementType::F64 };
            complex(number(part, re, precision), number(part, im, precision))
        }
        ElementType::String | ElementType::Binary | ElementType::Image | ElementType::Audio | ElementType::Video => {
            String::new()
        }
    }
}

/// Writes an element of variable size: text quoted and shortened, media as format and length.
pub(crate) fn variable(element: &Variable<'_>) -> String {
    match element {
        Variable::Text(text) => match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{:?}... {} bytes", text.get(..end).unwrap_or_default(), text.len()),
            None => format!("{text:?}"),
        },
        Variable::Bytes(bytes) => {
            let shown = bytes.get(..SHOWN).unwrap_or(bytes).escape_ascii();
            match bytes.len() {
                ..=SHOWN => format!("b\"{shown}\""),
                len => format!("b\"{shown}\"... {len} bytes"),
            }
        }
        Variable::Media { format, data } => {
            let format = crate::variable::escape(format);
            format!("({format}, {} bytes)", data.len())
        }
    }
}
