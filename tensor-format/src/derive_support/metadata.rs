//! Fields that are metadata, `#[tensor(metadata)]`: any type that serde can write as JSON, beside the tensors of its
//! record.

use alloc::string::String;
use core::marker::PhantomData;

use crate::{DecodeError, EncodeError, ErrorKind, Sink, Source, const_text::message::ConstText, error::AddPlace};

const NULL: &str = "null";

/// Implemented for `()` if this crate has the feature `json`, which metadata need.
#[diagnostic::on_unimplemented(
    message = "metadata need the feature `json` of tensor-format, which is off",
    label = "add `\"json\"` to the `features` of tensor-format in Cargo.toml"
)]
pub trait HasJson {
    /// The type of a field that is metadata.
    type In<T>;
}

#[cfg(feature = "json")]
impl HasJson for () {
    type In<T> = T;
}

/// A type that can be metadata: any that serde writes and reads.
#[cfg_attr(
    feature = "json",
    diagnostic::on_unimplemented(
        message = "`{Self}` cannot be metadata",
        label = "serde cannot write this type, or cannot read it back",
        note = "metadata are types that implement serde's `Serialize` and `Deserialize`, and that own what they hold",
        note = "for a type of your own: `#[derive(serde::Serialize, serde::Deserialize)]`"
    )
)]
// Not `to_json`, as rules have it with the feature `json`: without it, the compiler would say to import this trait.
pub trait Metadata: Sized {
    /// Returns the value as JSON.
    ///
    /// # Errors
    ///
    /// [`Metadata`](ErrorKind::Metadata) in the words of serde, or if the value could not be read back, as a float that
    /// is no number, which JSON has no word for.
    fn to_metadata(&self) -> Result<String, ErrorKind>;

    /// Reads a value from JSON.
    ///
    /// # Errors
    ///
    /// [`Metadata`](ErrorKind::Metadata).
    fn from_metadata(json: &str) -> Result<Self, ErrorKind>;

    /// Writes the value to a sink as metadata under `name`; nothing if it is an `Option` that is `None`.
    ///
    /// # Errors
    ///
    /// Those of the sink, and of [`to_metadata`](Self::to_metadata).
    fn write_metadata<'a, S: Sink<'a>>(&self, sink: &mut S, name: &str, is_option: bool) -> Result<(), EncodeError> {
        let written = match self.to_metadata() {
            Ok(json) if is_option && json == NULL => Ok(()),
            Ok(json) => sink.metadata(name, &json),
            Err(kind) => Err(kind.into()),
        };
        written.in_parameter(name)
    }

    /// Reads the metadata `name`; returns `None` if the source has none of that name.
    ///
    /// # Errors
    ///
    /// [`Metadata`](ErrorKind::Metadata), and those of the source.
    fn read_metadata<'de, S: Source<'de>>(source: &mut S, name: &str) -> Result<Option<Self>, DecodeError> {
        let read = match source.metadata(name) {
            Ok(Some(json)) if json != NULL => Self::from_metadata(&json).map(Some).map_err(DecodeError::new),
            Ok(_) => Ok(None),
            Err(error) => Err(error),
        };
        read.in_parameter(name)
    }

    /// Reads the metadata `name`, or, if there is none, the value that serde reads from `null`.
    ///
    /// # Errors
    ///
    /// As [`read_metadata`](Self::read_metadata), and [`MissingMetadata`](ErrorKind::MissingMetadata).
    fn need_metadata<'de, S: Source<'de>>(source: &mut S, name: &str) -> Result<Self, DecodeError> {
        let missing = |_| DecodeError::new(ErrorKind::MissingMetadata).in_parameter(name);
        Self::read_metadata(source, name)?.map_or_else(|| Self::from_metadata(NULL).map_err(missing), Ok)
    }
}

#[cfg(feature = "json")]
#[diagnostic::do_not_recommend]
impl<T: serde_core::Serialize + serde_core::de::DeserializeOwned> Metadata for T {
    fn to_metadata(&self) -> Result<String, ErrorKind> {
        let text = crate::values::metadata::to_text(self)?;
        match Self::from_metadata(&text) {
            Err(ErrorKind::Metadata(mut error)) if &*error.found == NULL => {
                error.found = "null, which is what JSON has for numbers that are not finite".into();
                Err(ErrorKind::Metadata(error))
            }
            read => read.map(|_| text),
        }
    }

    fn from_metadata(json: &str) -> Result<Self, ErrorKind> {
        crate::values::metadata::from_text(json)
    }
}

/// Without the feature, [`HasJson`] alone is missing, which is one error: nothing that calls these functions compiles.
#[cfg(not(feature = "json"))]
impl<T> Metadata for T {
    fn to_metadata(&self) -> Result<String, ErrorKind> {
        Err(ErrorKind::NoMetadata)
    }

    fn from_metadata(_: &str) -> Result<Self, ErrorKind> {
        Err(ErrorKind::NoMetadata)
    }
}

/// Holds the constant `IS_OPTION`, which says whether `T` is an `Option`: the compiler prefers the inherent constant,
/// which only an `Option` has, to that of the trait [`IsNoOption`].
#[derive(Debug)]
pub struct IsOption<T>(PhantomData<T>);

impl<T> IsOption<Option<T>> {
    /// The type is an `Option`.
    pub const IS_OPTION: bool = true;
}

/// The constant `IS_OPTION` for every type; that of `Option`, which is not of a trait, comes before it.
pub trait IsNoOption {
    /// The type is not an `Option`.
    const IS_OPTION: bool = false;
}

impl<T> IsNoOption for IsOption<T> {}

/// Stops compilation if the type of the metadata field `what`, which has a default, is an `Option`, which is `None`
/// when absent.
#[track_caller]
#[allow(clippy::panic, reason = "evaluated by the compiler")]
pub const fn verify_metadata_default(what: &str, is_option: bool) {
    if is_option {
        let text = ConstText::new().str("`").str(what).str("`: the type of this field leaves no use for a default: ");
        let text = text.str("absent metadata are `None` already\n  remove `default`, or the `Option`");
        panic!("{}", text.as_str())
    }
}
