//! Ranges of values.
#![allow(clippy::panic, reason = "the checks are evaluated by the compiler")]

use core::{cmp::Ordering, fmt};

use super::text::Text;
use crate::{Element, ElementType, ElementTypes, TensorRules, tensor::Scalar};

/// A real number, as a bound of a range or as an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number.
    Int(i128),
    /// A floating-point number.
    Float(f64),
}

impl Number {
    /// The number, unless it is a truth value or complex.
    fn from_scalar(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::Int(number) => Some(Number::Int(number)),
            Scalar::Float(number) => Some(Number::Float(number)),
            Scalar::Bool(_) | Scalar::Complex { .. } => None,
        }
    }

    /// The nearest element of type `T`, so that a bound of 0.1 is the `f32` that one writes as 0.1.
    fn rounded<T: Element>(self) -> Self {
        let scalar = match self {
            Number::Int(number) => Scalar::Int(number),
            Number::Float(number) => Scalar::Float(number),
        };
        Self::from_scalar(T::from_scalar(scalar).0.to_scalar()).unwrap_or(self)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
            (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
            (Number::Int(a), Number::Float(b)) => compare(*b, *a).map(Ordering::reverse),
            (Number::Float(a), Number::Int(b)) => compare(*a, *b),
        }
    }
}

/// A float against a whole number, exactly: the part before the point, then the rest.
fn compare(float: f64, int: i128) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    let whole = float as i128;
    let rest = || float.partial_cmp(&(whole as f64)).unwrap_or(Ordering::Equal);
    Some(whole.cmp(&int).then_with(rest))
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(number) => write!(f, "{number}"),
            Number::Float(number) => write!(f, "{number:?}"),
        }
    }
}

/// The numbers that the elements of a parameter may be, as `#[tensor(range = 0.0..=1.0)]` gives them.
///
/// NaN is in no range. A bound counts as the nearest number of the elements' type.
///
/// ```
/// use tensor_format::{Number, ValueRange};
/// const SCORES: ValueRange = ValueRange::new(Some(Number::Int(0)), Some(Number::Float(0.1)));
/// assert!(SCORES.contains(0.1f32) && !SCORES.contains(0.2f32) && !SCORES.contains(f64::NAN));
/// assert_eq!(SCORES.to_string(), "0..=0.1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    min: Option<Number>,
    max: Option<Number>,
    excludes_max: bool,
}

impl ValueRange {
    /// From the least to the greatest number, both included; `None` for no bound.
    #[must_use]
    pub const fn new(min: Option<Number>, max: Option<Number>) -> Self {
        Self { min, max, excludes_max: false }
    }

    /// The same without the greatest number itself.
    #[must_use]
    pub const fn without_max(mut self) -> Self {
        self.excludes_max = true;
        self
    }

    /// The least number, if there is one.
    #[must_use]
    pub const fn min(&self) -> Option<Number> {
        self.min
    }

    /// The bound above, if there is one.
    #[must_use]
    pub const fn max(&self) -> Option<Number> {
        self.max
    }

    /// Whether the bound above is not in the range itself.
    #[must_use]
    pub const fn excludes_max(&self) -> bool {
        self.excludes_max
    }

    /// Whether an element is in the range. Truth values and complex numbers have no order and are in every range.
    #[must_use]
    pub fn contains<T: Element>(&self, element: T) -> bool {
        self.in_type::<T>().find_outside(element).is_none()
    }

    /// The range with its bounds as they are in an element type.
    pub(crate) fn in_type<T: Element>(&self) -> Self {
        Self { min: self.min.map(Number::rounded::<T>), max: self.max.map(Number::rounded::<T>), ..*self }
    }

    /// The number of an element, if it is not in this range, whose bounds are of its type.
    pub(crate) fn find_outside<T: Element>(&self, element: T) -> Option<Number> {
        let number = Number::from_scalar(element.to_scalar())?;
        let above = self.min.is_none_or(|min| number >= min);
        let below = self.max.is_none_or(|max| if self.excludes_max { number < max } else { number <= max });
        let is_nan = matches!(number, Number::Float(number) if number.is_nan());
        (!above || !below || is_nan).then_some(number)
    }
}

impl fmt::Display for ValueRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(min) = self.min {
            min.fmt(f)?;
        }
        match self.max {
            None => f.write_str(".."),
            Some(max) if self.excludes_max => write!(f, "..{max}"),
            Some(max) => write!(f, "..={max}"),
        }
    }
}

/// Stops unless the elements of the field `what` are real numbers, which a range can speak of.
#[track_caller]
pub const fn verify_numbers(what: &str, ty: &str, rules: TensorRules<'static>) {
    if rules.types.is_subset(REAL) {
        return;
    }
    let text = Text::new().str("`").str(what).str("`: `range` is for real numbers\n  the elements of `").str(ty);
    let text = text.str("` are: ").types(rules.types);
    panic!("{}", text.as_str())
}

/// Stops if a bound of the range of `what`, written as `text`, is no number of its element types.
#[track_caller]
pub const fn verify_bound(what: &str, rules: TensorRules<'static>, bound: Number, written: &str) {
    if !rules.types.is_subset(REAL) {
        return;
    }
    let mut rest = ElementType::ALL;
    while let Some((element_type, tail)) = rest.split_first() {
        if rules.types.contains(*element_type) && !holds(*element_type, bound) {
            let text = Text::new().str("`").str(what).str("`: no element of type ").str(element_type.name());
            let text = text.str(" can be ").str(written).str("\n  ").str(domain(*element_type));
            panic!("{}", text.as_str())
        }
        rest = tail;
    }
}

const REAL: ElementTypes = ElementTypes::NUMBERS.with(ElementType::F16).with(ElementType::BF16);

/// The numbers of an element type, for people.
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

/// Whether an element type has the number: exactly, if it is an integer type, else at least its size.
const fn holds(element_type: ElementType, number: Number) -> bool {
    let (min, max) = match element_type {
        ElementType::I8 => (i8::MIN as i128, i8::MAX as i128),
        ElementType::I16 => (i16::MIN as i128, i16::MAX as i128),
        ElementType::I32 => (i32::MIN as i128, i32::MAX as i128),
        ElementType::I64 => (i64::MIN as i128, i64::MAX as i128),
        ElementType::U8 => (0, u8::MAX as i128),
        ElementType::U16 => (0, u16::MAX as i128),
        ElementType::U32 => (0, u32::MAX as i128),
        ElementType::U64 => (0, u64::MAX as i128),
        ElementType::F16 => return is_within(number, 65504.0),
        ElementType::BF16 => return is_within(number, 3.389_531_4e38),
        ElementType::F32 => return is_within(number, f32::MAX as f64),
        _ => return is_within(number, f64::MAX),
    };
    let whole = match number {
        Number::Int(whole) => whole,
        Number::Float(float) => {
            let whole = float as i128;
            if whole as f64 != float {
                return false;
            }
            whole
        }
    };
    min <= whole && whole <= max
}

const fn is_within(number: Number, size: f64) -> bool {
    let number = match number {
        Number::Int(number) => number as f64,
        Number::Float(number) => number,
    };
    -size <= number && number <= size
}
