//! Metadata of models and servers: made of the rules of types, read from servers, and compared with types.
//!
//! Readers accept documents of at most [`MAX_DOCUMENT`] bytes, unless their options say otherwise, and take at
//! most 32 bytes of memory for each byte of a document, and 8 KiB.
//!
//! Source: the protocol's model metadata and server metadata; Triton's model configuration.

// `json` and `grpc` read and write documents, `rules` makes metadata of rules and rules of metadata, `config` is
// Triton's configuration, and `compare` says what of a type does not fit, in the words of `mismatch`. `kind` recognizes
// documents.
mod compare;
mod config;
mod grpc;
mod json;
mod kind;
mod mismatch;
mod rules;

use tensor_format::Definition;

pub use compare::Compare;
pub use config::{ConfigTensor, ModelConfig};
pub use kind::DocumentKind;
pub use mismatch::{ModelMismatch, ModelMismatchKind, Side};
pub use rules::MetadataOptions;
pub(crate) use rules::datatype;

pub use crate::options::MAX_DOCUMENT;
use crate::{Datatype, options::DOCUMENT};

/// What a server says of one input or output of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMetadata {
    /// The name.
    pub name: String,
    /// The datatype as the server writes it, which may be one that the protocol has not.
    pub datatype: String,
    /// The lengths of the axes; -1 for a length that is not fixed. With the batch axis, if the model has one.
    pub shape: Vec<i64>,
    /// The whole definition, which the metadata of this crate carry beside what the protocol has; `None` from other
    /// servers.
    pub definition: Option<Box<Definition>>,
}

impl TensorMetadata {
    /// Returns the datatype; `None` if the protocol does not have it.
    #[must_use]
    pub fn known_datatype(&self) -> Option<Datatype> {
        Datatype::of_name(&self.datatype)
    }
}

/// What a server says of a model.
///
/// ```
/// use tensor_format::{Tensor, HasRules};
/// use tensor_format_oip::metadata::{MetadataOptions, ModelMetadata};
///
/// #[derive(Tensor)]
/// struct Input {
///     #[tensor(shape = [batch, 3])]
///     points: Vec<[f32; 3]>,
/// }
///
/// #[derive(Tensor)]
/// struct Output {
///     #[tensor(shape = [batch])]
///     classes: Vec<i64>,
/// }
///
/// let metadata = ModelMetadata::of::<Input, Output>("classifier", &MetadataOptions::new())?;
/// assert_eq!(metadata.inputs.as_ref().unwrap()[0].shape, [-1, 3]);
/// let json = metadata.to_json();
/// assert_eq!(ModelMetadata::from_json(json.as_bytes())?, metadata);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ModelMetadata {
    /// The name of the model.
    pub name: String,
    /// Its versions; `None` if the server does not say, which over gRPC is an empty list.
    pub versions: Option<Vec<String>>,
    /// The platform, such as `onnxruntime_onnx`; empty from KServe.
    pub platform: String,
    /// The inputs; `None` if the server does not say. An empty list says as little: MLServer writes it for models
    /// without settings, and over gRPC both are the same.
    pub inputs: Option<Vec<TensorMetadata>>,
    /// The outputs; `None` or empty if the server does not say.
    pub outputs: Option<Vec<TensorMetadata>>,
}

/// What a server says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ServerMetadata {
    /// The name of the server, such as `triton`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The extensions that it offers, such as `binary_tensor_data`.
    pub extensions: Vec<String>,
}
