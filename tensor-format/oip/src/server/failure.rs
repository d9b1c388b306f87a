//! Why a request was not answered.

use std::{fmt, time::Duration};

use serde_json::{Map, Value, json};
use tensor_format::{DecodeError, EncodeError, ErrorKind, error::Violation};

use crate::{Fault, FaultKind};

/// Whose fault it is that a request was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// The message is none of the protocol.
    Malformed,
    /// The message breaks the rules of the type that is read.
    Invalid,
    /// There is no model or version of this name.
    UnknownModel,
    /// There is no such page.
    UnknownPage,
    /// The page has another method.
    WrongMethod,
    /// The body is larger than [`Options::max_body`](crate::Options::max_body), as it came or decompressed.
    TooLarge,
    /// The body has an encoding that is not known.
    ContentEncoding,
    /// The body did not come in time.
    Timeout,
    /// The server is not ready.
    NotReady,
    /// The model returned an error.
    Model,
    /// The model panicked.
    Panic,
    /// The output of the model breaks its own rules, or does not fit the request.
    Output,
    /// The server has no memory for the message, or cannot lend it to the type that is read.
    Server,
}

impl FailureKind {
    /// Returns the kind as one `snake_case` word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Invalid => "invalid",
            Self::UnknownModel => "unknown_model",
            Self::UnknownPage => "unknown_page",
            Self::WrongMethod => "wrong_method",
            Self::TooLarge => "too_large",
            Self::ContentEncoding => "content_encoding",
            Self::Timeout => "timeout",
            Self::NotReady => "not_ready",
            Self::Model => "model",
            Self::Panic => "panic",
            Self::Output => "output",
            Self::Server => "server",
        }
    }

    /// Returns the status of HTTP that [`Tensors`](super::Tensors) answers with; the pages of the protocol answer 400
    /// where this is 422.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Malformed => 400,
            Self::Invalid => 422,
            Self::UnknownModel | Self::UnknownPage => 404,
            Self::WrongMethod => 405,
            Self::TooLarge => 413,
            Self::ContentEncoding => 415,
            Self::Timeout => 408,
            Self::NotReady => 503,
            Self::Model | Self::Panic | Self::Output | Self::Server => 500,
        }
    }
}

/// Why a request was not answered: the kind, and a text for people.
#[derive(Debug)]
pub struct Failure {
    kind: FailureKind,
    text: String,
    /// What `error`, `kind` and these say apart, for programs.
    details: Map<String, Value>,
}

impl Failure {
    #[cold]
    pub(super) fn new(kind: FailureKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), details: Map::new() }
    }

    /// Returns the failure for a part of a request that did not come whole within a time limit.
    #[cold]
    pub(super) fn too_slow(part: &str, limit: Duration) -> Self {
        Self::new(FailureKind::Timeout, format!("the {part}: expected all of it in {limit:?}, found a part"))
    }

    /// Returns the failure for a call whose runtime ends.
    #[cold]
    pub(super) fn shut_down() -> Self {
        Self::new(FailureKind::NotReady, "the server is shut down")
    }

    /// Returns the failure for a message that was not read.
    #[cold]
    pub(super) fn decode(error: &DecodeError) -> Self {
        let kind = match Fault::of(error).map(|fault| fault.kind) {
            Some(FaultKind::TooLarge) => FailureKind::TooLarge,
            Some(FaultKind::ContentEncoding) => FailureKind::ContentEncoding,
            Some(_) => FailureKind::Malformed,
            None if error.is_malformed() => FailureKind::Malformed,
            None if error.is_invalid() => FailureKind::Invalid,
            None if matches!(error.kind(), ErrorKind::LimitExceeded { .. }) => FailureKind::TooLarge,
            None => FailureKind::Server,
        };
        let mut failure = Self::new(kind, error.to_string());
        let mut violations = error.violations().map(details);
        failure.details = violations.next().unwrap_or_default();
        if let (Some(offset), true) = (error.offset(), kind == FailureKind::Malformed) {
            failure.details.insert("byte".into(), json!(offset));
        }
        let more: Vec<_> = violations.take(64).map(Value::Object).collect();
        if !more.is_empty() {
            failure.details.insert("more".into(), Value::Array(more));
        }
        failure
    }

    /// Returns the failure for a value that was not written.
    #[cold]
    pub(super) fn encode(kind: FailureKind, error: &EncodeError, text: String) -> Self {
        let mut failure = Self::new(kind, text);
        failure.details = error.violations().next().map(details).unwrap_or_default();
        failure
    }

    /// Sets the tensor that it is about.
    pub(super) fn about(mut self, tensor: &str, expected: &str, found: &str) -> Self {
        for (key, value) in [("tensor", tensor), ("expected", expected), ("found", found)] {
            self.details.insert(key.into(), json!(value));
        }
        self
    }

    /// Returns whose fault it is.
    #[must_use]
    pub const fn kind(&self) -> FailureKind {
        self.kind
    }

    /// Returns the JSON of the answer.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut document = Map::new();
        document.insert("error".into(), json!(self.text));
        document.insert("kind".into(), json!(self.kind.name()));
        document.extend(self.details.iter().map(|(key, value)| (key.clone(), value.clone())));
        Value::Object(document).to_string()
    }
}

/// Returns the tensor, the axis, what was expected and what was found.
fn details(violation: &Violation) -> Map<String, Value> {
    let mut details = Map::new();
    let mut set = |key: &str, value: Option<Value>| {
        details.extend(value.map(|value| (key.to_owned(), value)));
    };
    let kind = &violation.kind;
    let fault: Option<&Fault> = match kind {
        ErrorKind::Format(fault) => fault.get(),
        _ => None,
    };
    set("tensor", violation.parameter.as_deref().map(|name| json!(name)));
    set("axis", kind.axis().map(|axis| json!(axis)));
    match fault {
        Some(fault) => {
            set("element", fault.element.map(|element| json!(element)));
            set("expected", Some(json!(fault.expected)));
            set("found", Some(json!(fault.found)));
        }
        None => {
            // What is missing compares nothing.
            let missing = matches!(kind, ErrorKind::MissingParam { .. });
            let [expected, found] = [kind.expected(), kind.found()].map(|value| value.map(|value| value.to_string()));
            let or = |text: &str| missing.then(|| text.to_owned());
            set("expected", expected.or_else(|| or("a tensor of this name")).map(Value::String));
            set("found", found.or_else(|| or("none")).map(Value::String));
        }
    }
    details
}

/// Shortens what a client sent, and escapes what would control a terminal.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(80).flat_map(char::escape_debug).collect()
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Failure {}
