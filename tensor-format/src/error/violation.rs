//! One way in which a value breaks its rules.

use alloc::boxed::Box;
use core::fmt;

use super::ErrorKind;
use crate::util::escaped::Escaped;

/// One way in which a value breaks its rules: what [`DecodeError::violations`](crate::DecodeError::violations) lists.
#[derive(Debug)]
pub struct Violation {
    /// The parameter; `None` if the value is one tensor.
    pub parameter: Option<Box<str>>,
    /// What is broken, and how.
    pub kind: ErrorKind,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parameter) = &self.parameter {
            write!(f, "parameter `{}`: ", Escaped(parameter))?;
        }
        self.kind.fmt(f)
    }
}
