//! Budgets: the limits for the rest of a shape that is being read.

use crate::{
    ErrorKind, Limit,
    formats::xla::{Options, shape::check::nested_physical},
};

/// The number of shapes, and their depth, that may still be read.
pub(in super::super) struct Budget {
    options: Options,
    used: usize,
    in_physical: bool,
}

impl Budget {
    pub(in super::super) fn new(options: Options) -> Self {
        Self { options, used: 0, in_physical: false }
    }

    /// Returns a budget without limits, for a message that was read before.
    pub(in super::super) fn unlimited() -> Self {
        Self::new(Options::new().max_shapes(usize::MAX).max_tiles(usize::MAX))
    }

    /// Counts a shape at a depth, the outermost counted, and checks both against the limits.
    pub(in super::super) fn take(&mut self, depth: usize) -> Result<(), ErrorKind> {
        self.used = self.used.saturating_add(1);
        Limit::Depth.check(self.options.max_depth, depth)?;
        Limit::Shapes.check(self.options.max_shapes, self.used)
    }

    /// Checks that a layout that has this many tiles may have another.
    pub(in super::super) fn check_tiles(&self, len: usize) -> Result<(), ErrorKind> {
        Limit::Tiles.check(self.options.max_tiles, len.saturating_add(1))
    }

    /// Begins a physical shape. It cannot have a physical shape itself, so that reading one takes little stack.
    pub(in super::super) fn enter_physical(&mut self) -> Result<(), ErrorKind> {
        if self.in_physical {
            return Err(nested_physical());
        }
        self.in_physical = true;
        Ok(())
    }

    pub(in super::super) fn leave_physical(&mut self) {
        self.in_physical = false;
    }
}
