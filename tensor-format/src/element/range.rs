//! Ranges of numbers, as rules contain them.
//!
//! A [`ValueRange`] is one or two bounds, compared exactly whether they are whole or not. Rules are compared by their
//! ranges in constants; `elements` compares the elements of a tensor, to whose type each bound is rounded first, so
//! that 0.1 means the `f32` that one writes as 0.1.

use core::{cmp::Ordering, fmt};

use crate::{ElementType, ElementTypes};

mod elements;

/// A real number, as a bound of a range or as an element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Bound {
    /// A whole number.
    #[cfg_attr(feature = "serde", serde(with = "crate::types::with::serde::whole"))]
    Int(i128),
    /// A floating-point number.
    Float(f64),
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.is_below(*other), other.is_below(*self)) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ if self.is_nan() || other.is_nan() => None,
            _ => Some(Ordering::Equal),
        }
    }
}

impl Bound {
    const fn is_nan(self) -> bool {
        matches!(self, Bound::Float(number) if number.is_nan())
    }

    /// Returns whether this number is less than another; exactly, also if one is whole and the other a float.
    const fn is_below(self, other: Self) -> bool {
        match (self, other) {
            (Bound::Int(a), Bound::Int(b)) => a < b,
            (Bound::Float(a), Bound::Float(b)) => a < b,
            // The part before the point, then the rest.
            (Bound::Float(a), Bound::Int(b)) => {
                let whole = a as i128;
                !a.is_nan() && (whole < b || (whole == b && a < whole as f64))
            }
            (Bound::Int(a), Bound::Float(b)) => {
                let whole = b as i128;
                !b.is_nan() && (a < whole || (a == whole && (whole as f64) < b))
            }
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Int(number) => write!(f, "{number}"),
            Bound::Float(number) => write!(f, "{number:?}"),
        }
    }
}

/// The numbers that the elements of a parameter may be, as `#[tensor(range = 0.0..=1.0)]` sets them.
///
/// NaN is in no range. A bound counts as the nearest number of the elements' type.
///
/// ```
/// use tensor_format::rules::{Bound, ValueRange};
/// const SCORES: ValueRange = ValueRange::new(Some(Bound::Int(0)), Some(Bound::Float(0.1)));
/// assert!(SCORES.contains(0.1f32) && !SCORES.contains(0.2f32) && !SCORES.contains(f64::NAN));
/// assert_eq!(SCORES.to_string(), "0..=0.1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    min: Option<Bound>,
    max: Option<Bound>,
    excludes_max: bool,
}

impl ValueRange {
    /// Creates a range from the least to the greatest number, both included; `None` or NaN is no bound.
    #[must_use]
    pub const fn new(min: Option<Bound>, max: Option<Bound>) -> Self {
        Self { min: not_nan(min), max: not_nan(max), excludes_max: false }
    }

    /// Returns the range with its greatest number, if there is one, excluded.
    #[must_use]
    pub const fn without_max(mut self) -> Self {
        self.excludes_max = self.max.is_some();
        self
    }

    /// Returns the least number; `None` if there is no bound.
    #[must_use]
    pub const fn min(&self) -> Option<Bound> {
        self.min
    }

    /// Returns the upper bound; `None` if there is none.
    #[must_use]
    pub const fn max(&self) -> Option<Bound> {
        self.max
    }

    /// Returns whether the upper bound is not in the range itself.
    #[must_use]
    pub const fn excludes_max(&self) -> bool {
        self.excludes_max
    }

    /// Returns whether no number is in the range.
    ///
    /// ```
    /// use tensor_format::rules::{Bound, ValueRange};
    /// let range = |min, max| ValueRange::new(Some(Bound::Int(min)), Some(Bound::Int(max)));
    /// assert!(range(5, 3).is_empty() && range(3, 3).without_max().is_empty() && !range(3, 3).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        match (self.min, self.max) {
            (Some(min), Some(max)) => max.is_below(min) || (self.excludes_max && !min.is_below(max)),
            _ => false,
        }
    }

    /// Returns the range of the numbers that are in both ranges.
    ///
    /// ```
    /// use tensor_format::rules::{Bound, ValueRange};
    /// let least = ValueRange::new(Some(Bound::Int(1)), None);
    /// let most = ValueRange::new(None, Some(Bound::Float(2.5)));
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

    /// Returns whether this range contains every element of these types that is in the range `given`, or any element if
    /// that is `None`. Bounds of floats are compared as they are written, those of integers by the numbers that they
    /// leave.
    pub(crate) const fn covers(&self, given: Option<&ValueRange>, types: ElementTypes) -> bool {
        let mut rest = ElementType::ALL;
        while let Some((element_type, tail)) = rest.split_first() {
            if types.contains(*element_type) && ElementTypes::of(*element_type).is_subset(REAL) {
                let covered = match (whole_numbers(*element_type), given) {
                    (Some((min, max)), given) => {
                        let all = ValueRange::new(Some(Bound::Int(min)), Some(Bound::Int(max)));
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

    pub(crate) const fn covers_bounds(&self, given: &ValueRange) -> bool {
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

    /// Returns a range of integers with its greatest number included: `..5` as `..=4`.
    const fn closed(mut self) -> Self {
        if let (true, Some(Bound::Int(max))) = (self.excludes_max, self.max) {
            self.max = Some(Bound::Int(max.saturating_sub(1)));
            self.excludes_max = false;
        }
        self
    }
}

// No bound is NaN.
impl Eq for ValueRange {}

const fn not_nan(bound: Option<Bound>) -> Option<Bound> {
    match bound {
        Some(number) if number.is_nan() => None,
        bound => bound,
    }
}

/// Returns whether two ranges of rules are equal; `None` is equal to `None` only.
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

/// The element types whose elements are real numbers, so that they can be compared.
pub(crate) const REAL: ElementTypes = ElementTypes::NUMBERS.with(ElementType::F16).with(ElementType::BF16);

/// Returns the least and the greatest number of an integer type.
pub(crate) const fn whole_numbers(element_type: ElementType) -> Option<(i128, i128)> {
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
