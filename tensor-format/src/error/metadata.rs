//! The error of metadata that cannot be read or written.

use alloc::boxed::Box;
use core::fmt;

use crate::util::escaped::Escaped;

/// The error for metadata that the field's type does not accept, or that cannot be written.
///
/// ```
/// use tensor_format::{DecodeError, ErrorKind};
/// # #[cfg(all(feature = "json", feature = "zio"))] {
/// use tensor_format::zio::Json;
/// let json = Json::new(r#"{"gains":[1,"high"]}"#)?;
/// let error = json.to::<std::collections::BTreeMap<String, Vec<f64>>>().unwrap_err();
/// let ErrorKind::Metadata(fault) = error.kind() else { unreachable!() };
/// assert_eq!((&*fault.path, &*fault.expected, &*fault.found), ("gains[1]", "f64", "string \"high\""));
/// assert_eq!(error.to_string(), "metadata: gains[1]: expected f64, found string \"high\"");
/// # }
/// # Ok::<(), DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetadataError {
    /// The path to the value at fault, such as `detector.gains[1]`; empty for the whole.
    pub path: Box<str>,
    /// What is allowed there; if `found` is empty, the message of the type that refuses the value.
    pub expected: Box<str>,
    /// What was found, cut off when it is long.
    pub found: Box<str>,
}

impl fmt::Display for MetadataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("metadata: ")?;
        if !self.path.is_empty() {
            write!(f, "{}: ", Escaped(&self.path))?;
        }
        match &*self.found {
            "" => Escaped(&self.expected).fmt(f),
            found => write!(f, "expected {}, found {}", Escaped(&self.expected), Escaped(found)),
        }
    }
}
