//! An element outside of its parameter's range.

use alloc::boxed::Box;
use core::fmt;

use crate::{Bound, ElementType, ValueRange};

/// One element that is not in the range of its parameter.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutOfRange {
    /// The number of the tensor that holds it, counted from 0, if the parameter is [`Many`](crate::Many) tensors.
    pub tensor: Option<usize>,
    /// Its index along each axis, outermost first; empty in a scalar.
    pub index: Box<[usize]>,
    /// The element type.
    pub element_type: ElementType,
    /// The range that is allowed.
    pub expected: ValueRange,
    /// The number found.
    pub found: Bound,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tensor) = self.tensor {
            write!(f, "tensor {tensor}: ")?;
        }
        if !self.index.is_empty() {
            write!(f, "element {:?}: ", self.index)?;
        }
        write!(f, "expected {}, found ", self.expected)?;
        match (self.element_type, self.found) {
            // With the digits that tell it from other numbers of its type.
            (ElementType::F32 | ElementType::F16 | ElementType::BF16, Bound::Float(found)) => {
                write!(f, "{:?}", found as f32)
            }
            (_, found) => found.fmt(f),
        }
    }
}
