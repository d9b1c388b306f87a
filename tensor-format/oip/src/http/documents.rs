//! Documents beside requests and responses: errors and readiness.

use std::fmt;

use tensor_format::DecodeError;

use crate::{json::document::Node, options::DOCUMENT};

/// What a server answers in place of a response: a status, and often a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorDocument {
    /// The status of HTTP.
    pub status: u16,
    /// The text under `error`; `None` if there is none, as in what `MLServer` and `KServe` refuse by their schema.
    pub error: Option<String>,
    /// The first 1024 bytes of the body, with U+FFFD in place of what is not UTF-8.
    pub body: String,
}

impl ErrorDocument {
    /// Takes the body of an answer whose status is not 200. Whatever its content type says, it may be JSON, which is
    /// looked at up to [`MAX_DOCUMENT`](crate::metadata::MAX_DOCUMENT) bytes.
    #[must_use]
    pub fn new(status: u16, body: &[u8]) -> Self {
        let error = error(body).ok().flatten();
        let body = String::from_utf8_lossy(body.get(..1024).unwrap_or(body)).into_owned();
        Self { status, error, body }
    }

    /// Returns the JSON of an error.
    #[must_use]
    pub fn to_json(error: &str) -> String {
        serde_json::json!({ "error": error }).to_string()
    }
}

impl fmt::Display for ErrorDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.error.as_deref().unwrap_or(&self.body);
        match text.trim_ascii() {
            "" => write!(f, "status {}: nothing", self.status),
            text => write!(f, "status {}: {}", self.status, text.escape_debug()),
        }
    }
}

impl std::error::Error for ErrorDocument {}

fn error(body: &[u8]) -> Result<Option<String>, DecodeError> {
    let [error] = Node::root(body, &DOCUMENT)?.members(["error"])?;
    error.map(|error| Ok(error.text()?.into_owned())).transpose()
}

/// Returns whether the answer to a health check says that the server is ready: its status decides, but a body that says
/// `false` under `live` or `ready` overrules 200.
#[must_use]
pub fn is_ready(status: u16, body: &[u8]) -> bool {
    let mut denied = false;
    let _ = Node::root(body, &DOCUMENT).and_then(|document| {
        document.object(|key, value| {
            denied |= matches!(key, "live" | "ready") && value.json()? == "false";
            Ok(())
        })
    });
    status == 200 && !denied
}
