//! Appends rules to error texts that are composed in constants.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use crate::{
    AxisRules, Bound, Dim, ElementType, ElementTypes, Rules, TensorRules, ValueRange, const_text::message::ConstText,
};

impl ConstText {
    /// Appends an axis, written as in an attribute.
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

    /// Appends the names of the element types of a set.
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

    /// Appends a number as `Display` writes it.
    #[must_use]
    pub(crate) const fn number(self, number: Bound) -> Self {
        match number {
            Bound::Int(number) => self.int(number),
            Bound::Float(number) => self.float(number),
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

    /// Returns the range from a number to itself as text, composed in constants and by `Display`.
    fn texts(number: Bound) -> (String, String) {
        let range = ValueRange::new(Some(number), Some(number));
        (ConstText::new().range(Some(&range)).as_str().to_string(), range.to_string())
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
        let whole = [0, -1, 100, i128::MAX, i128::MIN].map(Bound::Int);
        for number in floats.map(Bound::Float).into_iter().chain(whole) {
            let (text, expected) = texts(number);
            assert_eq!(text, expected);
        }
        assert_eq!(ConstText::new().number(Bound::Float(f64::NAN)).as_str(), "NaN");
    }

    #[test]
    fn an_infinite_bound_is_written_by_constant_evaluation_too() {
        const TEXT: ConstText = ConstText::new().range(Some(&ValueRange::new(None, Some(Bound::Float(f64::INFINITY)))));
        const LARGE: ConstText = ConstText::new().number(Bound::Float(1e300));
        assert_eq!((TEXT.as_str(), LARGE.as_str()), ("..=inf", "1e300"));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(bits: u64, size in -1e20f64..1e20) {
            for float in [f64::from_bits(bits), size, size / 1e18, size.trunc(), (size / 1e18).round() / 8.0] {
                if float.is_nan() {
                    continue;
                }
                let text = ConstText::new().number(Bound::Float(float));
                prop_assert_eq!(text.as_str().parse::<f64>().unwrap().to_bits(), float.to_bits());
            }
        }

        #[test]
        fn short_numbers_look_as_in_display(digits in -99_999_999_999i64..99_999_999_999, places in -30..30) {
            let number = Bound::Float(format!("{digits}e{places}").parse().unwrap());
            let (text, expected) = texts(number);
            prop_assert_eq!(text, expected);
        }
    }
}
