//! Failures of commands: what is wrong, where, and what to do.

use std::{fmt, io};

use tensor_format::{DecodeError, ErrorKind};

use crate::terminal::text;

/// A failure of a command; its exit code is 2. Its texts are made of names and excerpts of files, and are printable.
#[derive(Debug)]
pub struct Failure {
    /// The file or argument at fault; may be empty.
    pub place: String,
    /// The fault.
    pub what: String,
    /// Advice on what to do about it.
    pub help: Option<String>,
    /// Whether nobody reads the output any more, which is no error.
    pub pipe_closed: bool,
}

impl Failure {
    /// Creates a failure at a place.
    pub fn new(place: impl fmt::Display, what: impl fmt::Display) -> Self {
        Self { place: printable(place), what: printable(what), help: None, pipe_closed: false }
    }

    /// Says where, unless that is known.
    #[must_use]
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        if self.place.is_empty() {
            self.place = printable(place);
        }
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl fmt::Display) -> Self {
        self.help = Some(printable(help));
        self
    }
}

fn printable(text: impl fmt::Display) -> String {
    text::printable(&text.to_string())
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Failure {}

/// The output cannot be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let pipe_closed = error.kind() == io::ErrorKind::BrokenPipe;
        Self { pipe_closed, ..Self::new("output", error) }
    }
}

/// The reason why a file is not read.
#[derive(Debug)]
pub enum Unread {
    /// The file is malformed.
    Malformed(DecodeError),
    /// Something beside the content of the file failed.
    Failed(Failure),
}

impl From<DecodeError> for Unread {
    fn from(error: DecodeError) -> Self {
        Unread::Malformed(error)
    }
}

impl From<ErrorKind> for Unread {
    fn from(error: ErrorKind) -> Self {
        Unread::Malformed(error.into())
    }
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Self {
        Unread::Failed(failure)
    }
}

/// Parameter, kind and text of what breaks rules.
pub type Found = (Option<String>, &'static str, String);

/// The outcome of a command that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing to object to; exit code 0.
    Fine,
    /// Violations, differences or an incompatible change; exit code 1.
    Objections,
}

impl Outcome {
    /// Returns [`Objections`](Self::Objections) if there are any.
    #[must_use]
    pub fn of(objections: bool) -> Self {
        if objections { Outcome::Objections } else { Outcome::Fine }
    }
}
