//! Fields that are metadata, `#[tensor(metadata)]`: any type of serde, beside the tensors of its record.

use core::marker::PhantomData;

use super::{Sink, Source};
use crate::{DecodeError, EncodeError, ErrorKind};

/// A type that can be metadata.
#[cfg(feature = "json")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be metadata",
    label = "serde cannot write this type, or cannot read it back",
    note = "metadata are types that implement serde's `Serialize` and `Deserialize` and borrow nothing from what is read",
    note = "for a type of your own: `#[derive(serde::Serialize, serde::Deserialize)]`; in place of `&str` take `String`"
)]
pub trait Metadata: serde_core::Serialize + serde_core::de::DeserializeOwned {}

#[cfg(feature = "json")]
#[diagnostic::do_not_recommend]
impl<T: serde_core::Serialize + serde_core::de::DeserializeOwned> Metadata for T {}

/// A type that can be metadata: none without the feature.
#[cfg(not(feature = "json"))]
#[diagnostic::on_unimplemented(
    message = "metadata need the feature `json` of `tensor-format`",
    label = "this field is `#[tensor(metadata)]`",
    note = "turn it on in Cargo.toml: `tensor-format = {{ features = [\"json\"], .. }}`"
)]
pub trait Metadata {}

/// Says of a type whether it is an `Option`: those have a constant of their own, which comes before that of the trait.
#[derive(Debug)]
pub struct IsOption<T>(PhantomData<T>);

impl<T> IsOption<Option<T>> {
    /// It is.
    pub const IS_OPTION: bool = true;
}

/// Of all types.
pub trait IsNoOption {
    /// It is not.
    const IS_OPTION: bool = false;
}

impl<T> IsNoOption for IsOption<T> {}

/// Hands a field to a sink as metadata, unless it may be absent and is.
///
/// # Errors
///
/// Those of the sink and of serde, and [`Metadata`](ErrorKind::Metadata) if the value could not be read back, as a float
/// that is no number, which JSON has no word for.
pub fn encode_metadata<'a, T, S>(value: &T, sink: &mut S, name: &str, is_option: bool) -> Result<(), EncodeError>
where
    T: Metadata,
    S: Sink<'a>,
{
    let written = match text::write(value) {
        Ok(json) if is_option && json == NULL => Ok(()),
        Ok(json) => sink.metadata(name, &json),
        Err(kind) => Err(kind.into()),
    };
    written.map_err(|error| error.in_parameter(name))
}

/// A field from metadata; if there are none, what serde makes of `null`.
///
/// # Errors
///
/// [`MissingMetadata`](ErrorKind::MissingMetadata), [`Metadata`](ErrorKind::Metadata), and those of the source.
pub fn decode_metadata<'de, T, S>(source: &mut S, name: &str) -> Result<T, DecodeError>
where
    T: Metadata,
    S: Source<'de>,
{
    match given_metadata(source, name)? {
        Some(value) => Ok(value),
        None => text::read(NULL).map_err(|_| DecodeError::new(ErrorKind::MissingMetadata).in_parameter(name)),
    }
}

/// A field from metadata, if there are any.
///
/// # Errors
///
/// [`Metadata`](ErrorKind::Metadata), and those of the source.
pub fn given_metadata<'de, T, S>(source: &mut S, name: &str) -> Result<Option<T>, DecodeError>
where
    T: Metadata,
    S: Source<'de>,
{
    let read = match source.metadata(name) {
        Ok(Some(json)) if json != NULL => text::read(&json).map(Some).map_err(DecodeError::new),
        Ok(_) => Ok(None),
        Err(error) => Err(error),
    };
    read.map_err(|error| error.in_parameter(name))
}

const NULL: &str = "null";

#[cfg(feature = "json")]
mod text {
    use super::Metadata;
    use crate::ErrorKind;

    pub(super) fn write<T: Metadata>(value: &T) -> Result<alloc::string::String, ErrorKind> {
        let text = crate::metadata::to_text(value)?;
        match read::<T>(&text) {
            Err(ErrorKind::Metadata(mut error)) if &*error.found == "null" => {
                error.found = "null, which is what JSON has for numbers that are not finite".into();
                Err(ErrorKind::Metadata(error))
            }
            read => read.map(|_| text),
        }
    }

    pub(super) fn read<T: Metadata>(text: &str) -> Result<T, ErrorKind> {
        crate::metadata::from_text(text)
    }
}

/// Without the feature no type comes here.
#[cfg(not(feature = "json"))]
mod text {
    use super::Metadata;
    use crate::ErrorKind;

    pub(super) fn write<T: Metadata>(_: &T) -> Result<alloc::string::String, ErrorKind> {
        Err(ErrorKind::NoMetadata)
    }

    pub(super) fn read<T: Metadata>(_: &str) -> Result<T, ErrorKind> {
        Err(ErrorKind::NoMetadata)
    }
}
