//! Messages composed in constants, for checks that fail when a crate is compiled.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use crate::{AxisRules, Dim, ElementType, ElementTypes, Rules};

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
            Rules::Tensor(rules) => self.types(rules.types).str(" ").axes(rules.axes),
            Rules::Record(_) => self.str("a record"),
        }
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
