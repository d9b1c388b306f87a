//! Parts of a file that the library has no tensor for: they are listed, and messages name them.

use tensor_format::{DecodeError, ErrorKind, Shape, error::FileFault};

use crate::terminal::text;

/// A part of a file that the library has no tensor for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The name of the part.
    pub name: String,
    /// The element type, in the words of the format.
    pub dtype: Option<String>,
    /// The shape, if the part has one.
    pub shape: Option<Shape>,
    /// The number of bytes.
    pub bytes: u64,
    /// The reason why it is no tensor.
    pub why: String,
}

impl Foreign {
    /// Creates a part that a format describes and the library has no tensor for.
    ///
    /// # Errors
    ///
    /// The error itself, if it says that the part is damaged rather than foreign.
    pub fn new(
        name: &str,
        dtype: Option<String>,
        shape: Option<Shape>,
        bytes: u64,
        error: DecodeError,
    ) -> Result<Self, DecodeError> {
        match error.kind() {
            ErrorKind::File(file) if file.fault != FileFault::Damaged => {
                let why = file.to_string();
                Ok(Self { name: name.to_owned(), dtype, shape, bytes, why })
            }
            _ => Err(error),
        }
    }

    /// Returns element type and shape, as far as there are any, escaped.
    #[must_use]
    pub fn header(&self) -> String {
        let dtype = text::printable(self.dtype.as_deref().unwrap_or("no tensor"));
        match &self.shape {
            Some(shape) => format!("{dtype} {shape}"),
            None => dtype,
        }
    }

    /// Returns its description for the middle of a sentence.
    #[must_use]
    pub fn named(&self) -> String {
        format!("`{}` ({})", self.name.escape_debug(), self.header())
    }
}

/// Returns the descriptions of several parts for the middle of a sentence.
#[must_use]
pub fn list(foreign: &[Foreign]) -> String {
    text::list(&foreign.iter().map(Foreign::named).collect::<Vec<_>>())
}
