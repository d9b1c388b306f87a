//! Compares elements of tensors with ranges.

use super::{Bound, ValueRange};
use crate::{Element, element::Scalar};

impl Bound {
    /// Returns the number as a bound; `None` for a boolean or a complex number.
    fn from_scalar(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::Int(number) => Some(Bound::Int(number)),
            Scalar::Float(number) => Some(Bound::Float(number)),
            Scalar::Bool(_) | Scalar::Complex { .. } => None,
        }
    }

    /// Returns the nearest number of element type `T`, so that a bound of 0.1 is the `f32` that one writes as 0.1.
    fn rounded<T: Element>(self) -> Self {
        let scalar = match self {
            Bound::Int(number) => Scalar::Int(number),
            Bound::Float(number) => Scalar::Float(number),
        };
        Self::from_scalar(T::from_scalar(scalar).0.to_scalar()).unwrap_or(self)
    }
}

impl ValueRange {
    /// Returns whether an element is in the range. Booleans and complex numbers have no order and are in every range.
    #[must_use]
    pub fn contains<T: Element>(&self, element: T) -> bool {
        self.in_type::<T>().find_outside(element).is_none()
    }

    /// Returns the range with its bounds rounded to element type `T`.
    pub(crate) fn in_type<T: Element>(&self) -> Self {
        Self { min: self.min.map(Bound::rounded::<T>), max: self.max.map(Bound::rounded::<T>), ..*self }
    }

    /// Returns an element as a number if it is not in this range, whose bounds must be of its type; else `None`.
    pub(crate) fn find_outside<T: Element>(&self, element: T) -> Option<Bound> {
        let number = Bound::from_scalar(element.to_scalar())?;
        let above = self.min.is_none_or(|min| number >= min);
        let below = self.max.is_none_or(|max| if self.excludes_max { number < max } else { number <= max });
        let is_nan = matches!(number, Bound::Float(number) if number.is_nan());
        (!above || !below || is_nan).then_some(number)
    }
}
