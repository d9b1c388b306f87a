//! The rules of a struct whose fields are in one tensor, or compilation stops here.

use crate::{
    AxisRules, Dim, Rules, TensorRules, const_text::message::ConstText, element::range::same_ranges,
    rules::narrow::is_faulty,
};

/// Returns the rules of a struct whose fields are the elements of one tensor: the element type of `first`, the rules of
/// its first field, and the axes `dims`.
#[must_use]
pub const fn row_rules(first: Rules<'static>, dims: &'static [Dim<'static>]) -> Rules<'static> {
    match first {
        Rules::Tensor(rules) => Rules::Tensor(TensorRules { axes: AxisRules::new(dims), ..rules }),
        Rules::Record(_) => first,
    }
}

const NO_ROW: &str = "\n  remove `stack`: a record has fields of any shape";

/// Stops compilation unless a field of a row is a scalar of the element type of the row's first field. `ty` and `own`
/// are the field's type and rules, `first_ty` and `first` those of the first field.
#[track_caller]
pub const fn check_row(what: &str, ty: &str, own: Rules<'static>, first_ty: &str, first: Rules<'static>) {
    let fault = ConstText::of(what).str(": ");
    let Rules::Tensor(own) = own else {
        fault.str("every field of a row is a scalar, but `").str(ty).str("` is a record").str(NO_ROW).stop()
    };
    if is_faulty(&own) {
        return;
    }
    if own.axes.rank() != 0 || own.axes.is_open() {
        let text = fault.str("every field of a row is a scalar\n  the type `").str(ty).str("` has: ");
        text.axes(own.axes).str(NO_ROW).stop()
    }
    let Rules::Tensor(first) = first else { return };
    if is_faulty(&first) {
        return;
    }
    if own.types.single().is_none() || !own.types.is_subset(first.types) {
        let text = fault.str("the fields of a row have one element type\n  the first field `").str(first_ty);
        let text = text.str("` has: ").types(first.types).str("\n  the type `").str(ty).str("` has: ").types(own.types);
        text.str("\n  give all fields one type, or remove `stack`, for a record").stop()
    }
    if !same_ranges(own.range, first.range) {
        let text = fault.str("the fields of a row have one range of values\n  the first field `").str(first_ty);
        let text = text.str("` has: ").range(first.range).str("\n  the type `").str(ty).str("` has: ").range(own.range);
        text.str("\n  give all fields one range, or remove `stack`, for a record").stop()
    }
}
