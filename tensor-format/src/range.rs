//! Ranges of values.
#![allow(clippy::panic, reason = "the checks are evaluated by the compiler")]

use core::{cmp::Ordering, fmt};

use crate::{Element, ElementType, ElementTypes, TensorRules, const_text::message::Text, tensor::Scalar};

/// A real number, as a bound of a range or as an element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Number {
    /// A whole number.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde::whole"))]
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
        match (self.is_below(*other), other.is_below(*self)) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ if self.is_nan() || other.is_nan() => None,
            _ => Some(Ordering::Equal),
        }
    }
}

impl Number {
    const fn is_nan(self) -> bool {
        matches!(self, Number::Float(number) if number.is_nan())
    }

    /// Whether it is less than another; precisely, also if the two are of two kinds.
    const fn is_below(self, other: Self) -> bool {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a < b,
            (Number::Float(a), Number::Float(b)) => a < b,
            // The part before the point, then the rest.
            (Number::Float(a), Number::Int(b)) => {
                let whole = a as i128;
                !a.is_nan() && (whole < b || (whole == b && a < whole as f64))
            }
            (Number::Int(a), Number::Float(b)) => {
                let whole = b as i128;
                !b.is_nan() && (a < whole || (a == whole && (whole as f64) < b))
            }
        }
    }
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
    /// From the least to the greatest number, both included; `None` for no bound, and so is NaN.
    #[must_use]
    pub const fn new(min: Option<Number>, max: Option<Number>) -> Self {
        Self { min: not_nan(min), max: not_nan(max), excludes_max: false }
    }

    /// The same without the greatest number itself, if there is one.
    #[must_use]
    pub const fn without_max(mut self) -> Self {
        self.excludes_max = self.max.is_some();
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

    /// Whether no number is in the range.
    ///
    /// ```
    /// use tensor_format::{Number, ValueRange};
    /// let range = |min, max| ValueRange::new(Some(Number::Int(min)), Some(Number::Int(max)));
    /// assert!(range(5, 3).is_empty() && range(3, 3).without_max().is_empty() && !range(3, 3).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        match (self.min, self.max) {
            (Some(min), Some(max)) => max.is_below(min) || (self.excludes_max && !min.is_below(max)),
            _ => false,
        }
    }

    /// The numbers that are in both ranges.
    ///
    /// ```
    /// use tensor_format::{Number, ValueRange};
    /// let least = ValueRange::new(Some(Number::Int(1)), None);
    /// let most = ValueRange::new(None, Some(Number::Float(2.5)));
    /// assert_eq!(least.intersection(&most).to_string(), "1..=2.5");
    /// ```
    #[must_use]
    pub const fn intersection(&self, other: &ValueRange) -> ValueRange {
        let min = match (self.min, other.min) {
            (Some(a), Some(b)) if a.is_below(b) => Some(b),
            (Some(a), _) => Some(a),
            (None, b) => b,
        };
        let (max, excludes_max) = match (self.max, other.max) {
            (Some(a), Some(b)) if b.is_below(a) => (Some(b), other.excludes_max),
            (Some(a), Some(b)) if a.is_below(b) => (Some(a), self.excludes_max),
            (Some(a), Some(_)) => (Some(a), self.excludes_max || other.excludes_max),
            (Some(a), None) => (Some(a), self.excludes_max),
            (None, b) => (b, other.excludes_max),
        };
        Self { min, max, excludes_max }
    }

    /// Whether every element of these types that is in the `given` range, or any element without one, is in this range.
    /// Bounds are compared as they are written, those of whole numbers by the numbers that they leave.
    pub(crate) const fn covers(&self, given: Option<&ValueRange>, types: ElementTypes) -> bool {
        let mut rest = ElementType::ALL;
        while let Some((element_type, tail)) = rest.split_first() {
            if types.contains(*element_type) && ElementTypes::of(*element_type).is_subset(REAL) {
                let covered = match (whole_numbers(*element_type), given) {
                    (Some((min, max)), given) => {
                        let all = ValueRange::new(Some(Number::Int(min)), Some(Number::Int(max)));
                        let given = match given {
                            Some(given) => all.intersection(given),
                            None => all,
                        };
                        self.closed().covers_bounds(&given.closed())
                    }
                    (None, Some(given)) => self.covers_bounds(given),
                    (None, None) => false,
                };
                if !covered {
                    return false;
                }
            }
            rest = tail;
        }
        true
    }

    const fn covers_bounds(&self, given: &ValueRange) -> bool {
        let above = match (self.min, given.min) {
            (None, _) => true,
            (Some(own), Some(given)) => !given.is_below(own),
            (Some(_), None) => false,
        };
        let below = match (self.max, given.max) {
            (None, _) => true,
            (Some(own), Some(max)) => {
                max.is_below(own) || (!own.is_below(max) && (given.excludes_max || !self.excludes_max))
            }
            (Some(_), None) => false,
        };
        above && below
    }

    /// For whole numbers, `..5` as `..=4`.
    const fn closed(mut self) -> Self {
        if let (true, Some(Number::Int(max))) = (self.excludes_max, self.max) {
            self.max = Some(Number::Int(max.saturating_sub(1)));
            self.excludes_max = false;
        }
        self
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

// No bound is NaN.
impl Eq for ValueRange {}

const fn not_nan(bound: Option<Number>) -> Option<Number> {
    match bound {
        Some(number) if number.is_nan() => None,
        bound => bound,
    }
}

/// Whether two rules say the same of values.
pub(crate) const fn same_ranges(one: Option<&ValueRange>, other: Option<&ValueRange>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.covers_bounds(other) && other.covers_bounds(one),
        _ => false,
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

/// The least and the greatest number of an integer type.
const fn whole_numbers(element_type: ElementType) -> Option<(i128, i128)> {
    Some(match element_type {
        ElementType::I8 => (i8::MIN as i128, i8::MAX as i128),
        ElementType::I16 => (i16::MIN as i128, i16::MAX as i128),
        ElementType::I32 => (i32::MIN as i128, i32::MAX as i128),
        ElementType::I64 => (i64::MIN as i128, i64::MAX as i128),
        ElementType::U8 => (0, u8::MAX as i128),
        ElementType::U16 => (0, u16::MAX as i128),
        ElementType::U32 => (0, u32::MAX as i128),
        ElementType::U64 => (0, u64::MAX as i128),
        _ => return None,
    })
}

/// Stops unless the range of an attribute is within that of the type.
#[track_caller]
pub const fn verify_range(what: &str, ty: &str, of_type: TensorRules<'static>, declared: &ValueRange) {
    let Some(own) = of_type.range else { return };
    if !own.covers_bounds(declared) {
        let text = Text::new().str("`").str(what).str("`: `range` contradicts the type: it allows more\n  the type `");
        let text = text.str(ty).str("` has: ").range(Some(own)).str("\n  the attribute says: ");
        panic!("{}", text.range(Some(declared)).as_str())
    }
}

/// Whether an element type has the number: exactly, if it is an integer type, else at least its size.
const fn holds(element_type: ElementType, number: Number) -> bool {
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
