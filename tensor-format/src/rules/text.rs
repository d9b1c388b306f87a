//! Messages composed in constants, for checks that fail when a crate is compiled.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

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

    /// Appends a number, which is written exactly if it has few digits.
    #[must_use]
    const fn number(mut self, number: Number) -> Self {
        let float = match number {
            Number::Int(number) => {
                let sign = if number < 0 { "-" } else { "" };
                return self.str(sign).digits(number.unsigned_abs(), 1);
            }
            Number::Float(float) => float,
        };
        self = if float < 0.0 { self.str("-") } else { self };
        let mut rest = float.abs();
        // Beyond these, with an exponent.
        let mut exponent: u64 = 0;
        let (is_small, is_large) = (rest > 0.0 && rest < 1e-5, rest >= 1e16);
        while (is_large && rest >= 10.0) || (is_small && rest < 1.0) {
            rest = if is_small { rest * 10.0 } else { rest / 10.0 };
            exponent += 1;
        }
        let (mut scale, mut places): (u64, usize) = (1, 0);
        while places < 15 && ((rest * scale as f64 + 0.5) as u64) as f64 / scale as f64 != rest {
            scale *= 10;
            places += 1;
        }
        let scaled = (rest * scale as f64 + 0.5) as u64;
        self = self.num(scaled / scale).str(".");
        self = self.digits((scaled % scale) as u128, if places == 0 { 1 } else { places });
        match (exponent, is_small) {
            (0, _) => self,
            (_, true) => self.str("e-").num(exponent),
            (_, false) => self.str("e").num(exponent),
        }
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
