//! Why a call failed.

use std::{error::Error, fmt, time::Duration};

use tensor_format::{DecodeError, EncodeError};

use crate::{http::ErrorDocument, metadata::ModelMismatch};

/// Why a call failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClientError {
    /// The address of the server is none, or the name or the version of a model is `.` or `..`, which addresses over
    /// HTTP cannot have.
    Address {
        /// The address, name or version.
        address: String,
        /// What is wrong with it.
        why: String,
    },
    /// The server was not reached, or the connection broke.
    Transport(Box<dyn Error + Send + Sync>),
    /// The answer did not come in this time.
    Timeout(Duration),
    /// The server answered with an error, over HTTP.
    Status(ErrorDocument),
    /// The server answered with an error, over gRPC.
    Rpc {
        /// The number of the status, as 3 for `INVALID_ARGUMENT`.
        code: i32,
        /// Its text.
        message: String,
    },
    /// The answer is no message of the protocol, or breaks the rules of the type that is read.
    Answer(DecodeError),
    /// The answer has another id than the request.
    OtherId {
        /// The id of the request.
        expected: String,
        /// That of the answer.
        found: String,
    },
    /// The input breaks its own rules, or has no form in the protocol.
    Input(EncodeError),
    /// The types do not fit what the server says of the model.
    Mismatches {
        /// The name of the model.
        model: String,
        /// All that does not fit.
        mismatches: Vec<ModelMismatch>,
    },
}

/// The names of the statuses of gRPC, by their numbers.
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// Returns what happened, which over gRPC is the source of a status that no server sent: the text of that is for those
/// who look for a fault of tonic.
fn without_status<'e>(error: &'e (dyn Error + 'static)) -> &'e (dyn Error + 'static) {
    #[cfg(feature = "grpc")]
    if let Some(cause) = error.downcast_ref::<tonic::Status>().and_then(Error::source) {
        return cause;
    }
    error
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address { address, why } => write!(f, "the address `{}`: {why}", address.escape_debug()),
            Self::Transport(error) => {
                f.write_str("the connection failed")?;
                // Clients keep what a user wants to know, as "connection refused", in the sources.
                let mut source = Some(without_status(&**error));
                while let Some(error) = source {
                    write!(f, ": {error}")?;
                    source = error.source();
                }
                Ok(())
            }
            Self::Timeout(time) => write!(f, "no answer in {time:?}"),
            Self::Status(document) => write!(f, "the server answered with {document}"),
            Self::Rpc { code, message } => {
                let name = usize::try_from(*code).ok().and_then(|code| CODES.get(code)).unwrap_or(&"unknown");
                write!(f, "the server answered with status {code} of gRPC, {name}: {}", message.escape_debug())
            }
            Self::Answer(error) => write!(f, "the answer: {error}"),
            Self::OtherId { expected, found } => write!(
                f,
                "the answer: id: expected \"{}\", found \"{}\"",
                expected.escape_debug(),
                found.escape_debug()
            ),
            Self::Input(error) => write!(f, "the input: {error}"),
            Self::Mismatches { model, mismatches } => {
                write!(f, "the types do not fit the model `{}`:", model.escape_debug())?;
                mismatches.iter().try_for_each(|mismatch| write!(f, "\n  {mismatch}"))
            }
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Status(document) => Some(document),
            Self::Answer(error) => Some(error),
            Self::Input(error) => Some(error),
            Self::Transport(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<DecodeError> for ClientError {
    fn from(error: DecodeError) -> Self {
        Self::Answer(error)
    }
}

impl From<EncodeError> for ClientError {
    fn from(error: EncodeError) -> Self {
        Self::Input(error)
    }
}
