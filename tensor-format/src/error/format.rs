//! Faults in the words of one format, which the format itself defines.

use alloc::sync::Arc;
use core::{any::Any, fmt};

/// What can be wrong in the words of one format.
///
/// ```
/// use core::fmt;
/// use tensor_format::{DecodeError, ErrorKind, Fault, FormatFault};
///
/// #[derive(Debug, PartialEq)]
/// struct BadComma;
///
/// impl fmt::Display for BadComma {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("expected a comma")
///     }
/// }
///
/// impl Fault for BadComma {
///     fn name(&self) -> &'static str {
///         "bad_comma"
///     }
/// }
///
/// let error = DecodeError::new(FormatFault::new(BadComma).into());
/// let ErrorKind::Format(fault) = error.kind() else { unreachable!() };
/// assert_eq!(fault.get(), Some(&BadComma));
/// assert_eq!((error.kind().name(), error.to_string().as_str()), ("bad_comma", "expected a comma"));
/// ```
pub trait Fault: fmt::Debug + fmt::Display + PartialEq + Send + Sync + 'static {
    /// The fault as one `snake_case` word, for logs and metrics.
    fn name(&self) -> &'static str;
}

/// A fault that a format defines. Its module has the type to [ask](Self::get) for.
#[derive(Clone)]
pub struct FormatFault(Arc<dyn AnyFault>);

/// [`Fault`] without the type.
trait AnyFault: fmt::Debug + fmt::Display + Send + Sync {
    fn name(&self) -> &'static str;
    fn as_any(&self) -> &dyn Any;
    fn is_equal(&self, other: &dyn Any) -> bool;
}

impl<T: Fault> AnyFault for T {
    fn name(&self) -> &'static str {
        Fault::name(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

impl FormatFault {
    /// A fault of a format.
    pub fn new(fault: impl Fault) -> Self {
        Self(Arc::new(fault))
    }

    /// The fault, if it is of this type.
    #[must_use]
    pub fn get<T: Fault>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }

    /// The fault as one `snake_case` word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name()
    }
}

impl PartialEq for FormatFault {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(other.0.as_any())
    }
}

impl Eq for FormatFault {}

impl fmt::Debug for FormatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for FormatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl From<FormatFault> for super::ErrorKind {
    fn from(fault: FormatFault) -> Self {
        super::ErrorKind::Format(fault)
    }
}
