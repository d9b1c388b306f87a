//! The rules of an enum whose variants are tensors of different element types, or compilation stops here.

use crate::{
    AxisRules, ElementTypes, Rules, TensorRules, const_text::message::ConstText, element::range::same_ranges,
    rules::narrow::is_faulty,
};

/// A variant of such an enum: its name, and the type and rules of its payload, the tensor in it.
#[derive(Clone, Copy, Debug)]
pub struct UnionVariant<'a> {
    /// The name in Rust.
    pub name: &'a str,
    /// The type of the payload as the source code writes it.
    pub ty: &'a str,
    /// The rules of the payload's type.
    pub rules: Rules<'a>,
}

/// Returns the rules of the enum: the element types of all variants, and their common shape.
#[must_use]
pub const fn union_rules(variants: &[UnionVariant<'static>]) -> Rules<'static> {
    let mut types = ElementTypes::NONE;
    let (mut axes, mut range) = (AxisRules::ANY, None);
    let mut index = variants.len();
    while index > 0 {
        index -= 1;
        if let Rules::Tensor(rules) = variants[index].rules {
            types = types.union(rules.types);
            (axes, range) = (rules.axes.unnamed(), rules.range);
        }
    }
    Rules::Tensor(TensorRules { types, axes, range })
}

/// What to do where the types of the variants differ in more than their element types.
const ADVICE: &str =
    "\n  `#[tensor(tag = \"kind\")]` on the enum sends the label of each value too, and then any types go together";

/// Stops compilation unless variant `index` is one tensor, has the shape of the first variant, and has no element type
/// of a variant before it.
#[track_caller]
pub const fn check_variant(what: &str, variants: &[UnionVariant<'static>], index: usize) {
    let variant = &variants[index];
    let rules = match variant.rules {
        Rules::Tensor(rules) => rules,
        Rules::Record(_) => {
            named(what, variant).str(" is a record, but every variant of a union is one tensor").str(ADVICE).stop()
        }
    };
    let mut earlier = 0;
    while earlier < index {
        let other = &variants[earlier];
        if let Rules::Tensor(other_rules) = other.rules {
            if is_faulty(&rules) || is_faulty(&other_rules) {
                return;
            }
            if !rules.types.intersection(other_rules.types).is_empty() {
                let text = named(what, variant).str(" takes an element type that the variant `").str(other.name);
                let text = text.str("` takes already, so a tensor of it could be either");
                payload(payload(text, other).types(other_rules.types), variant).types(rules.types).str(ADVICE).stop()
            }
            if !is_same_shape(rules.axes, other_rules.axes) {
                let text = named(what, variant).str(" has another shape than the variant `").str(other.name);
                let text = text.str("`, but only element types may differ");
                payload(payload(text, other).axes(other_rules.axes), variant).axes(rules.axes).str(ADVICE).stop()
            }
            if !same_ranges(rules.range, other_rules.range) {
                let text = named(what, variant).str(" has another range of values than the variant `").str(other.name);
                let text = text.str("`, but only element types may differ");
                payload(payload(text, other).range(other_rules.range), variant).range(rules.range).str(ADVICE).stop()
            }
        }
        earlier += 1;
    }
}

const fn named(what: &str, variant: &UnionVariant<'_>) -> ConstText {
    ConstText::new().str("`").str(what).str("::").str(variant.name).str("`")
}

const fn payload(text: ConstText, variant: &UnionVariant<'_>) -> ConstText {
    text.str("\n  `").str(variant.name).str("(").str(variant.ty).str(")` has: ")
}

const fn is_same_shape(one: AxisRules<'_>, other: AxisRules<'_>) -> bool {
    let same_open = match (one.open_position(), other.open_position()) {
        (None, None) => true,
        (Some(one), Some(other)) => one == other,
        _ => false,
    };
    if !same_open || one.rank() != other.rank() {
        return false;
    }
    let mut axis = 0;
    while axis < one.rank() {
        let (a, b) = (one.dim(axis), other.dim(axis));
        if a.min != b.min || a.max != b.max {
            return false;
        }
        axis += 1;
    }
    true
}
