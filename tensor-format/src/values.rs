//! Values at run time: what a typed value is when its type is not known.
//!
//! A value collects a typed value's tensors ([`to_value`]) and hands them out again ([`from_value`]), encoded tensors
//! are its bytes as they are sent, and dynamic sinks are those behind a `dyn` trait.

#[cfg(any(feature = "npy", feature = "safetensors"))]
mod chosen;
mod dynamic;
mod elements;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "json"))]
mod encoded_tensors;
#[cfg(feature = "json")]
pub(crate) mod metadata;
pub(crate) mod tensor_elements;
pub(crate) mod value;
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub(crate) use chosen::from_chosen;
pub use dynamic::{DynElementSink, DynEncode, DynPayload, DynSink};
pub(crate) use elements::mistyped;
pub(crate) use elements::{gather, names_of};
#[cfg(any(feature = "npy", feature = "safetensors", feature = "json"))]
pub(crate) use encoded_tensors::EncodedTensors;
#[cfg(feature = "safetensors")]
pub(crate) use encoded_tensors::NamedTensor;
pub(crate) use tensor_elements::TensorCursor;
pub(crate) use value::Metadata;
pub use value::{Value, ValueBuf, ValueSource, from_value, to_columns, to_value};
