//! Messages composed in constants, for checks that fail when a crate is compiled.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use super::float::of_float;
use crate::{AxisRules, Dim, ElementType, ElementTypes, Number, Rules, TensorRules, ValueRange};

const CAPACITY: usize = 8192;
const CUT: &str = "\n  and more";

/// A fixed buffer in which constants compose a message; what does not fit is left out, and the message says so.
pub(crate) struct Text {
    bytes: [u8; CAPACITY],
    len: usize,
    is_full: bool,
}

impl Text {
    /// No text yet.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "only used in constants, where `default` cannot be called")]
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], len: 0, is_full: false }
    }

    /// Appends text.
    #[must_use]
    pub(crate) const fn str(mut self, text: &str) -> Self {
        if self.is_full {
            return self;
        }
        self.is_full = text.len() > CAPACITY - CUT.len() - self.len;
        let bytes = if self.is_full { CUT.as_bytes() } else { text.as_bytes() };
        let mut i = 0;
        while i < bytes.len() {
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Appends a decimal number.
    #[must_use]
    pub(crate) const fn num(mut self, number: u64) -> Self {
        if number >= 10 {
            self = self.num(number / 10);
        }
        let digit = [b'0' + (number % 10) as u8];
        match core::str::from_utf8(&digit) {
            Ok(digit) => self.str(digit),
            Err(_) => self,
        }
    }

    /// Appends an axis as it is written in an attribute.
    #[must_use]
    pub(crate) const fn dim(mut self, dim: Dim<'_>) -> Self {
        let any = dim.min == 0 && dim.max == u64::MAX;
        match dim.name {
            Some(name) if any => return self.str(name),
            Some(name) => self = self.str(name).str(": "),
            None if any => return self.str("_"),
            None => {}
        }
        if dim.min == dim.max {
            self.num(dim.min)
        } else if dim.max == u64::MAX {
            self.num(dim.min).str("..")
        } else {
            self.num(dim.min).str("..=").num(dim.max)
        }
    }

    /// Appends a set of element types.
    #[must_use]
    pub(crate) const fn types(mut self, types: ElementTypes) -> Self {
        if types.is_subset(ElementTypes::ALL) && ElementTypes::ALL.is_subset(types) {
            return self.str("any type");
        }
        let mut rest = ElementType::ALL;
        let mut first = true;
        while let Some((element_type, tail)) = rest.split_first() {
            if types.contains(*element_type) {
                if !first {
                    self = self.str(" | ");
                }
                first = false;
                self = self.str(element_type.name());
            }
            rest = tail;
        }
        self
    }

    /// Appends a list of axes, `..` before axis `open`.
    #[must_use]
    pub(crate) const fn dims(mut self, dims: &[Dim<'_>], open: Option<usize>) -> Self {
        self = self.str("[");
        let mut axis = 0;
        let mut first = true;
        while axis <= dims.len() {
            if matches!(open, Some(at) if at == axis) {
                self = if first { self.str("..") } else { self.str(", ..") };
                first = false;
            }
            if axis < dims.len() {
                self = if first { self } else { self.str(", ") };
                self = self.dim(dims[axis]);
                first = false;
            }
            axis += 1;
        }
        self.str("]")
    }

    /// Appends the axes of rules.
    #[must_use]
    pub(crate) const fn axes(mut self, axes: AxisRules<'_>) -> Self {
        self = self.str("[");
        let mut axis = 0;
        let mut first = true;
        while axis <= axes.rank() {
            if matches!(axes.open_position(), Some(at) if at == axis) {
                self = if first { self.str("..") } else { self.str(", ..") };
                first = false;
            }
            if axis < axes.rank() {
                self = if first { self } else { self.str(", ") };
                self = self.dim(axes.dim(axis));
                first = false;
            }
            axis += 1;
        }
        self.str("]")
    }

    /// Appends the rules of a value.
    #[must_use]
    pub(crate) const fn rules(self, rules: Rules<'_>) -> Self {
        match rules {
            Rules::Tensor(rules) => self.tensor(&rules),
            Rules::Record(_) => self.str("a record"),
        }
    }

    /// Appends the rules of a tensor.
    #[must_use]
    pub(crate) const fn tensor(mut self, rules: &TensorRules<'_>) -> Self {
        self = self.types(rules.types).str(" ").axes(rules.axes);
        if rules.range.is_some() { self.str(" in ").range(rules.range) } else { self }
    }

    /// Appends a range of values.
    #[must_use]
    pub(crate) const fn range(mut self, range: Option<&ValueRange>) -> Self {
        let Some(range) = range else { return self.str("any values") };
        if let Some(min) = range.min() {
            self = self.number(min);
        }
        self = self.str("..");
        match range.max() {
            Some(max) if range.excludes_max() => self.number(max),
            Some(max) => self.str("=").number(max),
            None => self,
        }
    }

    /// Appends a number as `Display` writes it: the shortest decimal that reads back, with an exponent if it is very
    /// large or small.
    #[must_use]
    const fn number(mut self, number: Number) -> Self {
        let float = match number {
            Number::Int(number) => {
                let sign = if number < 0 { "-" } else { "" };
                return self.str(sign).digits(number.unsigned_abs(), 1);
            }
            Number::Float(float) if float.is_nan() => return self.str("NaN"),
            Number::Float(float) => float,
        };
        self = if float.is_sign_negative() { self.str("-") } else { self };
        let size = float.abs();
        if size.is_infinite() {
            return self.str("inf");
        } else if size == 0.0 {
            return self.str("0.0");
        }
        let (digits, places) = of_float(size);
        if size >= 1e-4 && size < 1e16 {
            return self.with_point(digits, places);
        }
        let after_first = digits.ilog10();
        self = if after_first == 0 { self.num(digits) } else { self.with_point(digits, -(after_first as i32)) };
        let exponent = places + after_first as i32;
        self.str(if exponent < 0 { "e-" } else { "e" }).num(exponent.unsigned_abs() as u64)
    }

    /// Appends `digits * 10^places`, with one digit after the point at least.
    const fn with_point(self, digits: u64, places: i32) -> Self {
        let moved = places.unsigned_abs();
        if places >= 0 {
            return self.num(digits * 10u64.pow(moved)).str(".0");
        }
        let one = 10u128.pow(moved);
        self.digits(digits as u128 / one, 1).str(".").digits(digits as u128 % one, moved as usize)
    }

    /// Appends a decimal number of so many digits at least.
    const fn digits(mut self, number: u128, least: usize) -> Self {
        if number >= 10 || least > 1 {
            self = self.digits(number / 10, least.saturating_sub(1));
        }
        self.num((number % 10) as u64)
    }

    /// The text.
    #[must_use]
    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{
        format,
        string::{String, ToString},
    };

    use proptest::prelude::*;

    use super::*;

    /// Both texts of a range from a number to itself.
    fn texts(number: Number) -> (String, String) {
        let range = ValueRange::new(Some(number), Some(number));
        (Text::new().range(Some(&range)).as_str().to_string(), range.to_string())
    }

    #[test]
    fn numbers_are_written_as_display_writes_them() {
        let floats = [
            0.0,
            -0.0,
            1.0,
            -0.5,
            1e-4,
            9.999e-5,
            1e-5,
            2.5e-7,
            1e15,
            9_999_999_999_999_998.0,
            1e16,
            1.5e16,
            66_380_440.470_324_63,
            0.300_000_000_000_000_04,
            1e30,
            -1e300,
            6.022_140_76e23,
            0.000_123_456_789_012_345_67,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        let whole = [0, -1, 100, i128::MAX, i128::MIN].map(Number::Int);
        for number in floats.map(Number::Float).into_iter().chain(whole) {
            let (text, expected) = texts(number);
            assert_eq!(text, expected);
        }
        assert_eq!(Text::new().number(Number::Float(f64::NAN)).as_str(), "NaN");
    }

    #[test]
    fn an_infinite_bound_is_written_by_constant_evaluation_too() {
        const TEXT: Text = Text::new().range(Some(&ValueRange::new(None, Some(Number::Float(f64::INFINITY)))));
        const LARGE: Text = Text::new().number(Number::Float(1e300));
        assert_eq!((TEXT.as_str(), LARGE.as_str()), ("..=inf", "1e300"));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(bits: u64, size in -1e20f64..1e20) {
            for float in [f64::from_bits(bits), size, size / 1e18, size.trunc(), (size / 1e18).round() / 8.0] {
                if float.is_nan() {
                    continue;
                }
                let text = Text::new().number(Number::Float(float));
                prop_assert_eq!(text.as_str().parse::<f64>().unwrap().to_bits(), float.to_bits());
            }
        }

        #[test]
        fn short_numbers_look_as_in_display(digits in -99_999_999_999i64..99_999_999_999, places in -30..30) {
            let number = Number::Float(format!("{digits}e{places}").parse().unwrap());
            let (text, expected) = texts(number);
            prop_assert_eq!(text, expected);
        }
    }
}
