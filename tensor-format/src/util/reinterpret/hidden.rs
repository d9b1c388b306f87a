//! A reference that the compiler does not follow.

use core::{fmt, mem::MaybeUninit};

/// A reference in a constant, to a `static` whose value is not needed for that of the constant. The compiler looks at
/// what a plain reference in a constant refers to, so constants and statics that refer to each other would be a cycle.
pub struct Hidden<T: 'static>(MaybeUninit<&'static T>);

impl<T> Hidden<T> {
    /// Hides a reference.
    #[must_use]
    pub const fn new(reference: &'static T) -> Self {
        Self(MaybeUninit::new(reference))
    }

    /// Returns the reference.
    pub(crate) const fn get(&self) -> &'static T {
        // SAFETY: the only function that makes this type initialises it, and nothing changes it.
        unsafe { self.0.assume_init() }
    }
}

impl<T> fmt::Debug for Hidden<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Hidden")
    }
}
