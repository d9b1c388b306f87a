//! What the derive calls in constants: an attribute narrows the rules of its type, or compilation stops here.

use super::names::same;
use crate::{AxisRules, Dim, ElementType, ElementTypes, Param, Presence, RecordRules, Rules, TensorRules};

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
    let (listed, own_open) = (of_type.axes.rank(), of_type.axes.open_position());
    let why = match (own_open, open) {
        (None, Some(_)) => "`..` needs a type of dynamic rank",
        (None, None) if R != listed => "the ranks differ",
        (Some(_), _) if R < listed => "the type has more axes",
        (Some(at), Some(declared_at)) if at > declared_at || listed - at > R - declared_at => {
            "`..` stands where the type has axes of its own"
        }
        _ => "",
    };
    if !why.is_empty() {
        contradiction(what, ty, of_type, &declared, open, why);
    }
    let mut result = declared;
    let mut axis = 0;
    while axis < R {
        let own = match own_open {
            Some(at) if axis >= at && axis - at < R - listed => Dim::ANY,
            Some(at) if axis >= at => of_type.axes.dim(axis - (R - listed)),
            _ => of_type.axes.dim(axis),
        };
        result[axis] = declared[axis].intersection(own);
        if result[axis].is_empty() {
            let why = Text::new().str("axis ").num(axis as u64).str(" differs");
            contradiction(what, ty, of_type, &declared, open, why.as_str());
        }
        axis += 1;
    }
    result
}

/// Just this length.
#[must_use]
pub const fn exactly(len: usize) -> Dim<'static> {
    Dim::exact(len as u64)
}

/// A parameter of a record.
#[must_use]
pub const fn param(
    name: &'static str,
    rules: TensorRules<'static>,
    presence: Presence,
    doc: &'static str,
) -> Param<'static> {
    Param { name, rules, presence, doc }
}

/// The presence of a parameter that has a default.
#[must_use]
pub const fn optional(of_type: Presence) -> Presence {
    match of_type {
        Presence::Required => Presence::Optional,
        Presence::Optional | Presence::Many => of_type,
    }
}

/// The presence of a parameter that has a default of its own. A type that can say by itself that nothing was sent must
/// not have one, or its empty value would come back as another.
#[track_caller]
#[must_use]
pub const fn optional_with_value(what: &str, of_type: Presence) -> Presence {
    let meaning = match of_type {
        Presence::Required => return Presence::Optional,
        Presence::Optional => "an absent parameter is `None` already",
        Presence::Many => "an absent parameter is an empty list already",
    };
    let text = Text::new()
        .str("`")
        .str(what)
        .str("`: the type of this field leaves no use for a default: ")
        .str(meaning)
        .str("\n  remove `default`, or give the field the type of one tensor");
    panic!("{}", text.as_str())
}

/// Whether every tensor allowed by `own` is allowed by `rules`.
#[must_use]
pub(crate) const fn is_satisfied(own: TensorRules<'static>, rules: TensorRules<'static>) -> bool {
    if !own.types.is_subset(rules.types) || own.axes.is_open() || rules.axes.is_open() {
        return false;
    }
    if own.axes.rank() != rules.axes.rank() {
        return false;
    }
    let mut axis = 0;
    while axis < own.axes.rank() {
        if !own.axes.dim(axis).is_subset(&rules.axes.dim(axis)) {
            return false;
        }
        axis += 1;
    }
    true
}

/// Stops if a named axis of parameter `index` has no length in common with an axis of that name in the same or an
/// earlier parameter.
#[track_caller]
pub const fn axes_agree(what: &str, rules: RecordRules<'static>, index: usize) {
    let Some(param) = rules.get(index) else { return };
    let mut earlier = 0;
    while earlier <= index {
        let Some(other) = rules.get(earlier) else { return };
        let mut axis = 0;
        while axis < param.rules.axes.rank() {
            let dim = param.rules.axes.dim(axis);
            let mut other_axis = 0;
            while other_axis < other.rules.axes.rank() {
                let other_dim = other.rules.axes.dim(other_axis);
                if same_name(dim, other_dim) && dim.intersection(other_dim).is_empty() {
                    let text = Text::new()
                        .str("`")
                        .str(what)
                        .str("`: no length of the axis fits everywhere its name stands\n  parameter `")
                        .str(other.name)
                        .str("` needs ")
                        .dim(other_dim)
                        .str("\n  parameter `")
                        .str(param.name)
                        .str("` needs ")
                        .dim(dim);
                    panic!("{}", text.as_str());
                }
                other_axis += 1;
            }
            axis += 1;
        }
        earlier += 1;
    }
}

const fn same_name(a: Dim<'_>, b: Dim<'_>) -> bool {
    match (a.name, b.name) {
        (Some(a), Some(b)) => same(a, b),
        _ => false,
    }
}

/// The element types a `dtype` attribute leaves of a type's rules.
#[track_caller]
#[must_use]
pub const fn narrow_types(what: &str, ty: &str, of_type: TensorRules<'static>, declared: ElementTypes) -> ElementTypes {
    if !declared.is_subset(of_type.types) {
        let text = Text::new()
            .str("`")
            .str(what)
            .str("`: `dtype` contradicts the type: the element types differ\n  the type `")
            .str(ty)
            .str("` has: ")
            .types(of_type.types)
            .str("\n  the attribute says: ")
            .types(declared);
        panic!("{}", text.as_str());
    }
    declared
}

/// The rules of one tensor in a struct that is that tensor.
#[track_caller]
#[must_use]
pub const fn tensor_rules(what: &str, rules: Rules<'static>) -> TensorRules<'static> {
    match rules {
        Rules::Tensor(rules) => rules,
        Rules::Record(_) => {
            let text =
                Text::new().str("`").str(what).str("` holds a record, but `dtype` and `shape` are for one tensor");
            panic!("{}", text.as_str())
        }
    }
}

/// The rules of a field of a record. The names of its axes stay with the type that gave them.
#[track_caller]
#[must_use]
pub const fn field_rules(what: &str, rules: Rules<'static>) -> TensorRules<'static> {
    match rules {
        Rules::Tensor(rules) => TensorRules { types: rules.types, axes: rules.axes.unnamed() },
        Rules::Record(_) => {
            let text = Text::new()
                .str("`")
                .str(what)
                .str("` is a record, but every field of a record is one tensor\n  move its fields here, or send it as a value of its own");
            panic!("{}", text.as_str())
        }
    }
}

#[track_caller]
const fn contradiction(
    what: &str,
    ty: &str,
    of_type: TensorRules<'static>,
    declared: &[Dim<'static>],
    open: Option<usize>,
    why: &str,
) -> ! {
    let text = Text::new()
        .str("`")
        .str(what)
        .str("`: `shape` contradicts the type: ")
        .str(why)
        .str("\n  the type `")
        .str(ty)
        .str("` has: ")
        .axes(of_type.axes)
        .str("\n  the attribute says: ")
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
