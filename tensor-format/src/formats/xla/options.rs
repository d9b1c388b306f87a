//! How shapes are read.

use super::{
    MAX_DEPTH, PaddedShape, Shape, legacy_padded::shape as padded, read, read::text as parse,
    shape::check::nested_physical,
};
use crate::{DecodeError, ErrorKind, Limit, error::ExpansionLimit};

/// How shapes are read, and how far they may expand. The default allows 65,536 shapes in one, [`MAX_DEPTH`] above one
/// another, 32 tiles in a layout, and 1 GiB of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    max_shapes: usize,
    max_depth: usize,
    max_tiles: usize,
    max_text: usize,
    pub(super) max_expanded: ExpansionLimit,
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
        Self {
            max_shapes: 1 << 16,
            max_depth: MAX_DEPTH,
            max_tiles: 32,
            max_text: 1 << 30,
            max_expanded: ExpansionLimit::DEFAULT,
        }
    }

    /// The most shapes that a shape may consist of, itself and all members of tuples counted.
    #[must_use]
    pub const fn max_shapes(mut self, max: usize) -> Self {
        self.max_shapes = max;
        self
    }

    /// The most shapes that may lie in one another, as tuples in tuples. More than [`MAX_DEPTH`] are never allowed.
    #[must_use]
    pub const fn max_depth(mut self, max: usize) -> Self {
        self.max_depth = if max < MAX_DEPTH { max } else { MAX_DEPTH };
        self
    }

    /// The most tiles in a layout that is read. Each takes time for every element.
    #[must_use]
    pub const fn max_tiles(mut self, max: usize) -> Self {
        self.max_tiles = max;
        self
    }

    /// The most bytes of a shape's text.
    #[must_use]
    pub const fn max_text(mut self, bytes: usize) -> Self {
        self.max_text = bytes;
        self
    }

    /// The most bytes that the elements of a value may expand to in the layouts of a shape, padding and tiles included
    /// (64 MiB and 32 bytes for each byte of the input). See [`literal`](Self::literal).
    #[must_use]
    pub const fn max_expanded(mut self, bytes: u64) -> Self {
        self.max_expanded = ExpansionLimit::bytes(bytes);
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
        check(Limit::Text, self.max_text, text.len()).map_err(|kind| DecodeError::new(kind).at(0))?;
        parse::shape(text, self.budget())
    }

    pub(super) fn budget(&self) -> Budget {
        Budget { options: *self, used: 0, in_physical: false }
    }
}

fn check(limit: Limit, max: usize, found: usize) -> Result<(), ErrorKind> {
    if found <= max {
        return Ok(());
    }
    Err(ErrorKind::LimitExceeded { limit, max: max as u64, found: found as u64 })
}

/// What may still be read.
pub(super) struct Budget {
    options: Options,
    used: usize,
    in_physical: bool,
}

impl Budget {
    /// For what has been read before.
    pub(super) fn unlimited() -> Self {
        Options::new().max_shapes(usize::MAX).max_tiles(usize::MAX).budget()
    }

    /// Begins a shape that lies so deep, the outermost counted.
    pub(super) fn take(&mut self, depth: usize) -> Result<(), ErrorKind> {
        self.used = self.used.saturating_add(1);
        check(Limit::Depth, self.options.max_depth, depth)?;
        check(Limit::Shapes, self.options.max_shapes, self.used)
    }

    /// Checks that a layout that has so many tiles may have another.
    pub(super) fn check_tiles(&self, len: usize) -> Result<(), ErrorKind> {
        check(Limit::Tiles, self.options.max_tiles, len.saturating_add(1))
    }

    /// Begins a physical shape. It has none of its own, so that reading one takes little stack.
    pub(super) fn enter_physical(&mut self) -> Result<(), ErrorKind> {
        if self.in_physical {
            return Err(nested_physical());
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
