//! Options for reading shapes.

use super::MAX_DEPTH;
use crate::error::ExpansionLimit;

/// The limits of reading shapes, and of how far they may expand. The default allows 65,536 shapes in one, nested
/// [`MAX_DEPTH`] deep, 32 tiles in a layout, and 1 GiB of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) max_shapes: usize,
    pub(super) max_depth: usize,
    pub(super) max_tiles: usize,
    pub(super) max_text: usize,
    pub(super) max_expanded: ExpansionLimit,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// Returns the default options.
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

    /// Sets the most shapes that a shape may consist of, itself and all members of tuples counted.
    #[must_use]
    pub const fn max_shapes(mut self, max: usize) -> Self {
        self.max_shapes = max;
        self
    }

    /// Sets how deep shapes may be nested, as tuples in tuples. More than [`MAX_DEPTH`] are never allowed.
    #[must_use]
    pub const fn max_depth(mut self, max: usize) -> Self {
        self.max_depth = if max < MAX_DEPTH { max } else { MAX_DEPTH };
        self
    }

    /// Sets the most tiles in a layout that is read. Each takes time for every element.
    #[must_use]
    pub const fn max_tiles(mut self, max: usize) -> Self {
        self.max_tiles = max;
        self
    }

    /// Sets the most bytes of a shape's text.
    #[must_use]
    pub const fn max_text(mut self, bytes: usize) -> Self {
        self.max_text = bytes;
        self
    }

    /// Sets the most bytes that the elements of a value may expand to in the layouts of a shape, padding and tiles
    /// included (64 MiB and 32 bytes for each byte of the input). See [`literal`](Self::literal).
    #[must_use]
    pub const fn max_expanded(mut self, bytes: u64) -> Self {
        self.max_expanded = ExpansionLimit::bytes(bytes);
        self
    }
}
