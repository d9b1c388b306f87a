//! Reads the lines of test vectors.

use std::path::Path;

use serde_json::Value;

/// Why a line did not pass.
pub(crate) enum Failure {
    /// The crate does something else than the line says.
    Wrong(String),
    /// The line is of a file of Parquet, which the crate does not read with this version of arrow.
    NoParquet,
    /// The line has a kind that this program does not know.
    Unknown(String),
}

pub(crate) type Verdict = Result<(), Failure>;

/// Fails unless both are equal.
pub(crate) fn equal<T: PartialEq + std::fmt::Debug + ?Sized>(what: &str, expected: &T, found: &T) -> Verdict {
    if expected == found { Ok(()) } else { wrong(format!("{what}: expected {expected:?}, found {found:?}")) }
}

pub(crate) fn wrong<T>(why: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Wrong(why.into()))
}

/// Fails with what was wrong where nothing should be.
pub(crate) fn refused(what: &str) -> impl Fn(tensor_format::DecodeError) -> Failure {
    move |error| Failure::Wrong(format!("{what}: {error}"))
}

/// One line, and the bytes of the file that it is about.
pub(crate) struct Line {
    value: Value,
    pub(crate) bytes: Vec<u8>,
}

impl Line {
    pub(crate) fn parse(text: &str, folder: &Path) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let file = value.get("file").and_then(Value::as_str).ok_or("the line names no file")?;
        let path = folder.join(file);
        let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { value, bytes })
    }

    pub(crate) fn id(&self) -> &str {
        self.text("id")
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        self.opt_text(key).unwrap_or_default()
    }

    pub(crate) fn opt_text(&self, key: &str) -> Option<&str> {
        self.get(key).as_str()
    }

    pub(crate) fn get(&self, key: &str) -> &Value {
        self.value.get(key).unwrap_or(&Value::Null)
    }
}
