//! The range of an attribute against the elements of its field, or compilation stops here.

use crate::{
    Bound, ElementType, TensorRules, ValueRange,
    const_text::message::ConstText,
    element::range::{REAL, whole_numbers},
};

/// Stops compilation unless the elements of the field `what`, of type `ty`, are real numbers, to which a range can
/// apply.
#[track_caller]
pub const fn verify_numbers(what: &str, ty: &str, rules: TensorRules<'static>) {
    if rules.types.is_subset(REAL) {
        return;
    }
    let text = ConstText::of(what).str(": `range` is for real numbers\n  the elements of `").str(ty);
    text.str("` are: ").types(rules.types).str("\n  remove it, or take a type of numbers").stop()
}

/// Stops compilation if `bound`, a bound of the range of the field `what`, cannot be represented by one of its element
/// types; `written` is the bound as the attribute writes it.
#[track_caller]
pub const fn verify_bound(what: &str, rules: TensorRules<'static>, bound: Bound, written: &str) {
    if !rules.types.is_subset(REAL) {
        return;
    }
    let mut rest = ElementType::ALL;
    while let Some((element_type, tail)) = rest.split_first() {
        if rules.types.contains(*element_type) && !holds(*element_type, bound) {
            let text = ConstText::of(what).str(": no element of type ").str(element_type.name());
            let text = text.str(" can be ").str(written).str("\n  ").str(domain(*element_type));
            text.str(": write one of these, or no bound").stop()
        }
        rest = tail;
    }
}

/// Stops compilation unless the range of an attribute is within that of the type.
#[track_caller]
pub const fn verify_range(what: &str, ty: &str, of_type: TensorRules<'static>, declared: &ValueRange) {
    let Some(own) = of_type.range else { return };
    if !own.covers_bounds(declared) {
        let text = ConstText::of(what).str(": `range` contradicts the type: it allows more\n  the type `");
        let text = text.str(ty).str("` has: ").range(Some(own)).str("\n  the attribute says: ").range(Some(declared));
        text.str("\n  write a range that lies in that of the type, or remove it").stop()
    }
}

/// Returns a phrase for error messages that says which numbers an element type can represent.
const fn domain(element_type: ElementType) -> &'static str {
    match element_type {
        ElementType::I8 => "i8 holds whole numbers in -128..=127",
        ElementType::I16 => "i16 holds whole numbers in -32768..=32767",
        ElementType::I32 => "i32 holds whole numbers in -2147483648..=2147483647",
        ElementType::I64 => "i64 holds whole numbers in -9223372036854775808..=9223372036854775807",
        ElementType::U8 => "u8 holds whole numbers in 0..=255",
        ElementType::U16 => "u16 holds whole numbers in 0..=65535",
        ElementType::U32 => "u32 holds whole numbers in 0..=4294967295",
        ElementType::U64 => "u64 holds whole numbers in 0..=18446744073709551615",
        ElementType::F16 => "f16 holds numbers in -65504.0..=65504.0",
        ElementType::BF16 => "bf16 holds numbers in -3.3895314e38..=3.3895314e38",
        ElementType::F32 => "f32 holds numbers in -3.4028235e38..=3.4028235e38",
        _ => "f64 holds numbers in -1.7976931348623157e308..=1.7976931348623157e308",
    }
}

/// Returns whether an element type can represent a number: exactly, if it is an integer type, else one of about its
/// size.
const fn holds(element_type: ElementType, number: Bound) -> bool {
    let (min, max) = match element_type {
        ElementType::F16 => return is_within(number, 65504.0),
        ElementType::BF16 => return is_within(number, 3.389_531_4e38),
        ElementType::F32 => return is_within(number, f32::MAX as f64),
        other => match whole_numbers(other) {
            Some(bounds) => bounds,
            None => return is_within(number, f64::MAX),
        },
    };
    let whole = match number {
        Bound::Int(whole) => whole,
        Bound::Float(float) => {
            let whole = float as i128;
            if whole as f64 != float {
                return false;
            }
            whole
        }
    };
    min <= whole && whole <= max
}

const fn is_within(number: Bound, size: f64) -> bool {
    let number = match number {
        Bound::Int(number) => number as f64,
        Bound::Float(number) => number,
    };
    -size <= number && number <= size
}
