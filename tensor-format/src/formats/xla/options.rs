//! How shapes are read.

use super::{PaddedShape, Shape, check, padded, parse, read};
use crate::{DecodeError, ErrorKind, Limit};

/// How shapes are read. The default allows 65,536 shapes in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    max_shapes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// The default.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_shapes: 1 << 16 }
    }

    /// The most shapes that a shape may consist of, itself and all members of tuples counted.
    #[must_use]
    pub const fn max_shapes(mut self, max: usize) -> Self {
        self.max_shapes = max;
        self
    }

    /// The shape of a `ShapeProto` message.
    ///
    /// Repeated numbers may be packed or not, fields may come in any order, and fields that are not known here are
    /// kept. An array without a layout gets the default one.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes and at which.
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    pub fn from_slice(&self, bytes: &[u8]) -> Result<Shape, DecodeError> {
        read::shape(bytes, self.budget())
    }

    /// The shape of a text as XLA prints it; layouts that are left out are the default ones. Blanks and
    /// `/* comments */` may stand between tokens.
    ///
    /// # Errors
    ///
    /// [`Syntax`](ErrorKind::Syntax) with line and column, or what does not fit; both with the byte offset.
    #[allow(
        clippy::should_implement_trait,
        clippy::wrong_self_convention,
        reason = "options, not a conversion of self"
    )]
    pub fn from_str(&self, text: &str) -> Result<Shape, DecodeError> {
        parse::shape(text, self.budget())
    }

    fn budget(&self) -> Budget {
        Budget { max: self.max_shapes, used: 0, in_physical: false }
    }
}

/// The shapes that may still be read.
pub(super) struct Budget {
    max: usize,
    used: usize,
    in_physical: bool,
}

impl Budget {
    pub(super) fn take(&mut self) -> Result<(), ErrorKind> {
        self.used = self.used.saturating_add(1);
        if self.used > self.max {
            return Err(ErrorKind::LimitExceeded {
                limit: Limit::Shapes,
                max: self.max as u64,
                found: self.used as u64,
            });
        }
        Ok(())
    }

    /// Begins a physical shape. It has none of its own, so that reading one takes little stack.
    pub(super) fn enter_physical(&mut self) -> Result<(), ErrorKind> {
        if self.in_physical {
            return Err(check::nested_physical());
        }
        self.in_physical = true;
        Ok(())
    }

    pub(super) fn leave_physical(&mut self) {
        self.in_physical = false;
    }
}

impl Shape {
    /// The shape of a `ShapeProto` message, read with the default [`Options`].
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes and at which.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, DecodeError> {
        Options::new().from_slice(bytes)
    }
}

impl core::str::FromStr for Shape {
    type Err = DecodeError;

    fn from_str(text: &str) -> Result<Self, DecodeError> {
        Options::new().from_str(text)
    }
}

impl PaddedShape {
    /// The shape of a message whose layout may be padded, as XLA wrote them in 2017.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes and at which.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, DecodeError> {
        padded::read(bytes)
    }
}
