//! Faults that only one format has, and whose list it defines itself.

use alloc::sync::Arc;
use core::{any::Any, fmt};

use super::FaultValue;

/// The faults of one format, beyond the errors that all formats share: an enum of that format implements it.
pub trait FormatFault: Any + fmt::Debug + fmt::Display + Send + Sync {
    /// Returns the fault as one `snake_case` word.
    fn name(&self) -> &'static str;

    /// Returns the axis that the fault is about, outermost first, counted from 0.
    fn axis(&self) -> Option<usize> {
        None
    }

    /// Returns what is allowed; `None` if the fault compares nothing.
    fn expected(&self) -> Option<FaultValue<'_>> {
        None
    }

    /// Returns what was found instead; `None` if the fault compares nothing.
    fn found(&self) -> Option<FaultValue<'_>> {
        None
    }

    /// Returns whether the input is a message of its format whose value breaks the rules of its type, as
    /// [`ErrorKind::is_invalid`](super::ErrorKind::is_invalid) says; otherwise it is malformed.
    fn is_invalid(&self) -> bool {
        false
    }
}

/// A fault of some format; [`get`](Self::get) returns it as a type of that format.
#[derive(Clone)]
pub struct AnyFault(Arc<dyn Erased>);

/// The functions of a fault that are called without its type. `Any` alone cannot compare.
trait Erased: FormatFault {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &AnyFault) -> bool;
}

impl<F: FormatFault + PartialEq> Erased for F {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &AnyFault) -> bool {
        other.get() == Some(self)
    }
}

impl AnyFault {
    /// Wraps the fault of any format.
    pub fn new(fault: impl FormatFault + PartialEq) -> Self {
        Self(Arc::new(fault))
    }

    /// Returns the fault as one `snake_case` word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    pub(super) fn axis(&self) -> Option<usize> {
        self.0.axis()
    }

    pub(super) fn expected(&self) -> Option<FaultValue<'_>> {
        self.0.expected()
    }

    pub(super) fn found(&self) -> Option<FaultValue<'_>> {
        self.0.found()
    }

    pub(super) fn is_invalid(&self) -> bool {
        self.0.is_invalid()
    }

    /// Returns the fault if it is of type `F`.
    #[must_use]
    pub fn get<F: FormatFault>(&self) -> Option<&F> {
        self.0.as_any().downcast_ref()
    }
}

impl PartialEq for AnyFault {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other)
    }
}

impl Eq for AnyFault {}

impl fmt::Debug for AnyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for AnyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl From<AnyFault> for super::ErrorKind {
    fn from(fault: AnyFault) -> Self {
        Self::Format(fault)
    }
}
