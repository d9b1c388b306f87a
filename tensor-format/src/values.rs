//! Values of a type that is known only at run time.
//!
//! A [`Value`] holds the tensors of a typed value ([`to_value`]), from which the typed value can be read again
//! ([`from_value`]); encoded tensors hold the bytes of each tensor as formats write them; `dynamic` has sinks that can
//! be used as `dyn`.

#[cfg(any(feature = "npy", feature = "safetensors"))]
mod chosen;
mod dynamic;
mod elements;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "json"))]
mod encoded_tensors;
#[cfg(feature = "json")]
pub(crate) mod metadata;
#[cfg(feature = "owned")]
mod owned;
pub(crate) mod tensor_elements;
pub(crate) mod value;
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub(crate) use chosen::{Chosen, chosen, missing, tensors_of};
pub use dynamic::{DynElementSink, DynEncode, DynPayload, DynSink};
pub(crate) use elements::{gather, names_of};
#[cfg(any(feature = "npy", feature = "safetensors", feature = "json"))]
pub(crate) use encoded_tensors::EncodedTensors;
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub(crate) use encoded_tensors::NamedTensor;
#[cfg(feature = "owned")]
pub use owned::Owned;
pub use tensor_elements::TensorCursor;
pub(crate) use value::Metadata;
pub use value::{Value, ValueBuf, ValueSource, from_value, to_columns, to_value};
