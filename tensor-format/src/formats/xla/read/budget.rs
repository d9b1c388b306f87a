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

    /// Counts one more shape, which is `depth` deep (1 for the outermost), and checks depth and count against the
    /// limits.
    pub(in super::super) fn take(&mut self, depth: usize) -> Result<(), ErrorKind> {
        self.used = self.used.saturating_add(1);
        Limit::Depth.check(self.options.max_depth, depth)?;
        Limit::Shapes.check(self.options.max_shapes, self.used)
    }

    /// Checks that a layout with `len` tiles may have another.
    pub(in super::super) fn check_tiles(&self, len: usize) -> Result<(), ErrorKind> {
        Limit::Tiles.check(self.options.max_tiles, len.saturating_add(1))
    }

    /// Notes that a sparse array's physical shape is being read; an error if one is already. It cannot have one itself,
    /// so that reading takes little stack.
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
