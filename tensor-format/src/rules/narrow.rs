//! What the derive calls in constants: an attribute narrows the rules of its type, or compilation stops here.

use crate::{AxisRules, Dim, ElementType, ElementTypes, Rules, TensorRules};

/// The rules a shape attribute of `R` entries leaves of a type's rules; `open` is where `..` stands in it.
#[track_caller]
#[must_use]
pub const fn narrow_dims<const R: usize>(
    what: &str,
    ty: &str,
    of_type: TensorRules<'static>,
    declared: [Dim<'static>; R],
    open: Option<usize>,
) -> [Dim<'static>; R] {
    let listed = of_type.axes.rank();
    if open.is_some() && !of_type.axes.is_open() {
        contradiction(what, ty, of_type, of_type.types, &declared, open, "`..` needs a type whose rank is dynamic");
    }
    if R < listed || (R > listed && !of_type.axes.is_open()) {
        contradiction(what, ty, of_type, of_type.types, &declared, open, "the ranks differ");
    }
    let mut result = declared;
    let mut axis = 0;
    while axis < R {
        let own = match of_type.axes.open_position() {
            Some(at) if axis >= at && axis - at < R - listed => Dim::ANY,
            Some(at) if axis >= at => of_type.axes.dim(axis - (R - listed)),
            _ => of_type.axes.dim(axis),
        };
        if declared[axis].is_empty() {
            contradiction(what, ty, of_type, of_type.types, &declared, open, "a range is empty");
        }
        result[axis] = declared[axis].intersection(own);
        if result[axis].is_empty() {
            contradiction(what, ty, of_type, of_type.types, &declared, open, "an axis differs");
        }
        axis += 1;
    }
    result
}

/// The element types a `dtype` attribute leaves of a type's rules.
#[track_caller]
#[must_use]
pub const fn narrow_types(what: &str, ty: &str, of_type: TensorRules<'static>, declared: ElementTypes) -> ElementTypes {
    if !declared.is_subset(of_type.types) {
        let text = Text::new()
            .str("`")
            .str(what)
            .str("`: #[tensor(dtype)] contradicts the type: the element types differ\n  the type `")
            .str(ty)
            .str("` gives: ")
            .types(of_type.types)
            .str("\n  the attribute says: ")
            .types(declared);
        panic!("{}", text.as_str());
    }
    declared
}

/// The rules of one tensor, or a compile error that says where it should have stood.
#[track_caller]
#[must_use]
pub const fn field_rules(what: &str, rules: Rules<'static>) -> TensorRules<'static> {
    match rules {
        Rules::Tensor(rules) => rules,
        Rules::Record(_) => {
            let text = Text::new()
                .str("`")
                .str(what)
                .str("` is a record, but a field of a record is one tensor: move its fields here, or send it beside");
            panic!("{}", text.as_str())
        }
    }
}

#[track_caller]
const fn contradiction(
    what: &str,
    ty: &str,
    of_type: TensorRules<'static>,
    types: ElementTypes,
    declared: &[Dim<'static>],
    open: Option<usize>,
    why: &str,
) -> ! {
    let text = Text::new()
        .str("`")
        .str(what)
        .str("`: #[tensor(shape)] contradicts the type: ")
        .str(why)
        .str("\n  the type `")
        .str(ty)
        .str("` gives: ")
        .types(of_type.types)
        .str(" ")
        .axes(of_type.axes)
        .str("\n  the attribute says: ")
        .types(types)
        .str(" ")
        .dims(declared, open);
    panic!("{}", text.as_str())
}

const CAPACITY: usize = 1024;

/// A fixed buffer in which constants compose a message; what does not fit is cut off.
pub(crate) struct Text {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Text {
    /// No text yet.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "only used in constants, where `default` cannot be called")]
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], len: 0 }
    }

    /// Appends text.
    #[must_use]
    pub(crate) const fn str(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() && self.len < CAPACITY {
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

    /// The text.
    #[must_use]
    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "(the message was cut off)",
        }
    }
}
