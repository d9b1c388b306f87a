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

/// Returns the upper 32 bits of a float, with the last of them set if anything is cut off: conversions to half
/// precision look at the upper half alone, and would take a number just above the middle of two for one at the middle.
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
    if let Some(token) = Token::scan(text) {
        let value = token.value(text);
        return if value.is_finite() {
            Ok((value, token.len))
        } else {
            Err(Refused::Range("a number in the range of FP64"))
        };
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

/// The powers of ten that a double holds exactly and that [`Token::value`] divides by.
const POWERS: [f64; 15] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14];

/// A number as JSON writes it.
struct Token {
    negative: bool,
    /// Its digits without the point, modulo 2^64.
    digits: u64,
    /// How many of them are behind the point.
    fraction: usize,
    /// How many bytes it has up to the exponent, without the sign.
    mantissa_len: usize,
    exponent: bool,
    len: usize,
}

impl Token {
    /// Finds the number at the front of a text; `None` if it is none of JSON, as `1.`, `.5`, `+1` and `01`.
    #[inline]
    fn scan(text: &[u8]) -> Option<Self> {
        let mut digits = 0u64;
        let mut skip = |mut at: usize| {
            while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
                digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
                at += 1;
            }
            at
        };
        let negative = text.first() == Some(&b'-');
        let start = usize::from(negative);
        let whole = skip(start);
        if whole == start || (whole > start + 1 && text.get(start) == Some(&b'0')) {
            return None;
        }
        let (mut end, mut fraction) = (whole, 0);
        if text.get(whole) == Some(&b'.') {
            end = skip(whole + 1);
            fraction = end - whole - 1;
            if fraction == 0 {
                return None;
            }
        }
        let mantissa_len = end - start;
        let exponent = matches!(text.get(end), Some(b'e' | b'E'));
        if exponent {
            let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
            let from = end + 1 + sign;
            let behind = text.get(from..).unwrap_or_default();
            let count = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
            end = from + count;
            if count == 0 {
                return None;
            }
        }
        Some(Self { negative, digits, fraction, mantissa_len, exponent, len: end })
    }

    /// Returns the nearest double.
    #[inline]
    fn value(&self, text: &[u8]) -> f64 {
        match POWERS.get(self.fraction) {
            // At most 15 digits are exact in a double, as the power of ten is, so that one division rounds once.
            Some(power) if self.mantissa_len <= 15 && !self.exponent => {
                #[allow(clippy::cast_precision_loss, reason = "it is below 10^15")]
                let value = self.digits as f64 / power;
                if self.negative { -value } else { value }
            }
            // It never fails, as this is a number.
            _ => fast_float2::parse(text.get(..self.len).unwrap_or_default()).unwrap_or(f64::NAN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_json_and_the_nearest() {
        let mut texts: Vec<String> =
            ["0", "-0", "-0.0", "0.1", "0e5", "1E+2", "1e-2", "123456789012345", "1234567890123456"]
                .into_iter()
                .map(str::to_owned)
                .collect();
        // Digits with the point at every place, on both sides of what one division reads.
        for len in 1..24 {
            let digits: String = "9182736455463728190".chars().cycle().take(len).collect();
            for point in 1..len {
                let (whole, fraction) = digits.split_at(point);
                texts.extend(["", "-"].map(|sign| format!("{sign}{whole}.{fraction}")));
                texts.extend(["e-3", "E20"].map(|exponent| format!("{whole}.{fraction}{exponent}")));
            }
            texts.push(format!("0.{}{digits}", "0".repeat(len % 7)));
        }
        for text in texts {
            let expected: f64 = text.parse().expect("a number");
            // What comes behind a number is not looked at.
            for behind in ["", ",", "]", " 1"] {
                let read = element::<f64>(format!("{text}{behind}").as_bytes(), NonFinite::Refused);
                let (value, len) = read.unwrap_or_else(|_| panic!("{text} is refused"));
                assert_eq!((value.to_bits(), len), (expected.to_bits(), text.len()), "{text}");
            }
        }
        for text in ["", "-", "+1", ".5", "1.", "1.e2", "01", "-01", "1e", "1e+", "NaN", "inf", "x"] {
            assert!(element::<f64>(text.as_bytes(), NonFinite::Refused).is_err(), "{text}");
        }
        assert!(matches!(element::<f64>(b"1e999", NonFinite::Refused), Err(Refused::Range(_))));
    }
}
