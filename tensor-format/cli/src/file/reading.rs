//! Options for reading a file where the file itself does not decide.

use std::str::FromStr;

use tensor_format::{ErrorKind, error::Limit, vespa::TensorType};

use crate::file::format::Format;

/// Options of all commands that read a file of tensors.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Reading {
    /// The format, instead of the one that content and name say.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// The type of a tensor of Vespa, as the schema declares it: `tensor<float>(x[3])`.
    #[arg(long = "type", value_name = "TYPE", value_parser = tensor_type)]
    pub declared: Option<TensorType>,
    /// The length of the JSON of a message of the Open Inference Protocol over HTTP, as its header
    /// `Inference-Header-Content-Length` says; without it, the length is found.
    #[arg(long, value_name = "BYTES", value_parser = bytes::<u64>)]
    pub header_length: Option<u64>,
    /// How far it may expand.
    #[command(flatten)]
    pub limit: Expansion,
}

/// How far a file may expand.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Expansion {
    /// The most bytes that a file may expand to (64 MiB and 32 bytes for each byte of the input).
    ///
    /// A file of few bytes may describe any number of elements: by a stride of 0, cells that are not given, or entries
    /// that were deflated.
    #[arg(long, value_name = "BYTES", value_parser = bytes::<u64>)]
    pub max_expanded: Option<u64>,
}

/// Returns a number of bytes.
///
/// # Errors
///
/// The error says what is expected.
pub fn bytes<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a number of bytes, in digits alone".to_owned())
}

/// Returns the type of a tensor of Vespa.
///
/// # Errors
///
/// The error says what is wrong with the text.
pub fn tensor_type(text: &str) -> Result<TensorType, String> {
    text.parse().map_err(|error: tensor_format::DecodeError| error.to_string())
}

impl Expansion {
    /// Returns the most bytes that an input of `input` bytes may expand to.
    #[must_use]
    pub fn most(self, input: usize) -> u64 {
        self.max_expanded.unwrap_or_else(|| (input as u64).saturating_mul(32).saturating_add(64 << 20))
    }

    /// Returns an error if the `expanded` bytes that `input` bytes describe exceed the limit; an input that does not
    /// grow is never refused.
    ///
    /// # Errors
    ///
    /// The error says that it is too large.
    pub fn check(self, input: usize, expanded: u64) -> Result<(), ErrorKind> {
        let max = self.most(input);
        if expanded > max && expanded > input as u64 {
            return Err(ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found: expanded });
        }
        Ok(())
    }
}
