//! Parses single elements from JSON.

use half::{bf16, f16};
use tensor_format::{ByteOrder, Element, ElementType};

use crate::{FaultKind, options::NonFinite};

/// Why a text is no element.
pub(super) enum Refused {
    /// It is of another type: what was expected.
    Type(&'static str),
    /// It is out of range.
    Range(&'static str),
}

impl Refused {
    pub(super) fn kind(&self) -> FaultKind {
        match self {
            Refused::Type(_) => FaultKind::ElementType,
            Refused::Range(_) => FaultKind::ElementRange,
        }
    }

    pub(super) fn expected(&self) -> &'static str {
        match self {
            Refused::Type(expected) | Refused::Range(expected) => expected,
        }
    }
}

/// Parses the element at the front of a text, and returns it with its length in bytes. What is no JSON is refused.
#[inline]
pub(super) fn element<T: Element>(text: &[u8], non_finite: NonFinite) -> Result<(T, usize), Refused> {
    macro_rules! integer {
        ($type:ty, $expected:literal) => {{
            let (value, len) = integer(text, $expected)?;
            let value = <$type>::try_from(value).map_err(|_| Refused::Range($expected))?;
            Ok((T::read(&value.to_ne_bytes(), ByteOrder::NATIVE), len))
        }};
    }
    match T::TYPE {
        ElementType::Bool => match text {
            [b't', b'r', b'u', b'e', ..] => Ok((T::read(&[1], ByteOrder::NATIVE), 4)),
            [b'f', b'a', b'l', b's', b'e', ..] => Ok((T::read(&[0], ByteOrder::NATIVE), 5)),
            _ => Err(Refused::Type("true or false")),
        },
        ElementType::U8 => integer!(u8, "an integer of 0 to 255"),
        ElementType::U16 => integer!(u16, "an integer of 0 to 65535"),
        ElementType::U32 => integer!(u32, "an integer of 0 to 4294967295"),
        ElementType::U64 => integer!(u64, "an integer of 0 to 18446744073709551615"),
        ElementType::I8 => integer!(i8, "an integer of -128 to 127"),
        ElementType::I16 => integer!(i16, "an integer of -32768 to 32767"),
        ElementType::I32 => integer!(i32, "an integer of -2147483648 to 2147483647"),
        ElementType::I64 => integer!(i64, "an integer of -9223372036854775808 to 9223372036854775807"),
        ElementType::F16 => {
            let (value, len) = float(text, non_finite)?;
            let narrow = f16::from_f64(sticky(value));
            finite(value, narrow.is_infinite(), "a number of at most 65504")?;
            Ok((T::read(&narrow.to_ne_bytes(), ByteOrder::NATIVE), len))
        }
        ElementType::BF16 => {
            let (value, len) = float(text, non_finite)?;
            let narrow = bf16::from_f64(sticky(value));
            finite(value, narrow.is_infinite(), "a number in the range of BF16")?;
            Ok((T::read(&narrow.to_ne_bytes(), ByteOrder::NATIVE), len))
        }
        ElementType::F32 => {
            let (value, len) = float(text, non_finite)?;
            #[allow(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
            let narrow = value as f32;
            finite(value, narrow.is_infinite(), "a number in the range of FP32")?;
            Ok((T::read(&narrow.to_ne_bytes(), ByteOrder::NATIVE), len))
        }
        ElementType::F64 => {
            let (value, len) = float(text, non_finite)?;
            Ok((T::read(&value.to_ne_bytes(), ByteOrder::NATIVE), len))
        }
        _ => Err(Refused::Type("an element type of the protocol")),
    }
}

/// Returns the upper 32 bits of a float, with the last of them set if anything is cut off: conversions to half precision
/// look at the upper half alone, and would take a number just above the middle of two for one at the middle.
fn sticky(value: f64) -> f64 {
    const LOWER: u64 = u32::MAX as u64;
    let bits = value.to_bits();
    f64::from_bits((bits & !LOWER) | u64::from(bits & LOWER != 0) << 32)
}

fn finite(value: f64, infinite: bool, expected: &'static str) -> Result<(), Refused> {
    if infinite && value.is_finite() { Err(Refused::Range(expected)) } else { Ok(()) }
}

#[inline]
fn integer(text: &[u8], expected: &'static str) -> Result<(i128, usize), Refused> {
    let negative = text.first() == Some(&b'-');
    let digits = text.get(usize::from(negative)..).unwrap_or_default();
    let (mut value, mut len) = (0u64, 0usize);
    let mut overflow = false;
    while let Some(digit) = digits.get(len).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        let next = value.checked_mul(10).and_then(|value| value.checked_add(u64::from(digit)));
        overflow |= next.is_none();
        value = next.unwrap_or_default();
        len += 1;
    }
    let leading = len > 1 && digits.first() == Some(&b'0');
    if len == 0 || leading || matches!(digits.get(len), Some(b'.' | b'e' | b'E')) {
        return Err(Refused::Type(expected));
    }
    if overflow {
        return Err(Refused::Range(expected));
    }
    let value = if negative { -i128::from(value) } else { i128::from(value) };
    Ok((value, len + usize::from(negative)))
}

#[inline]
fn float(text: &[u8], non_finite: NonFinite) -> Result<(f64, usize), Refused> {
    if let Ok((value, len)) = fast_float2::parse_partial::<f64, _>(text) {
        if is_json(text.get(..len).unwrap_or_default()) {
            return if value.is_finite() {
                Ok((value, len))
            } else {
                Err(Refused::Range("a number in the range of FP64"))
            };
        }
    }
    let words: &[(&[u8], f64)] = match non_finite {
        NonFinite::Refused => &[],
        NonFinite::Tokens => &[(b"NaN", f64::NAN), (b"Infinity", f64::INFINITY), (b"-Infinity", f64::NEG_INFINITY)],
        NonFinite::Null => &[(b"null", f64::NAN)],
    };
    let found = words.iter().find(|(word, _)| text.starts_with(word));
    match found {
        Some((word, value)) => Ok((*value, word.len())),
        None if text.starts_with(b"null") => {
            Err(Refused::Type("a number: JSON has no form for floats that are not finite, send binary data"))
        }
        None => Err(Refused::Type("a number")),
    }
}

/// Returns whether a number that `fast_float2` accepts is JSON too, unlike `1.`, `.5`, `+1` and `01`.
#[inline]
fn is_json(token: &[u8]) -> bool {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let whole = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let fraction = digits.get(whole) != Some(&b'.') || digits.get(whole + 1).is_some_and(u8::is_ascii_digit);
    whole > 0 && (whole == 1 || digits.first() != Some(&b'0')) && fraction
}
