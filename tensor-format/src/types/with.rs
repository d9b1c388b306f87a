//! Ready-made conversions of fields of foreign types, for `#[tensor(with = ...)]`.
//!
//! | the field's type | `#[tensor(with = ...)]` | its rules |
//! | --- | --- | --- |
//! | has `Display` and `FromStr`, as `uuid::Uuid`, `url::Url`, `chrono::NaiveDate`, `IpAddr` and `u128` | [`DisplayFromStr`] | `string []` |
//! | has `AsRef<[u8]>` and `TryFrom<&[u8]>`, as keys and digests | [`Bytes`] | `binary []` |
//!
//! With the feature `serde` there is a module `serde` too, for fields of serde's own structs.
//!
//! The names are those of the crate `serde_with`. What an `Option` or a [`Many`](crate::Many) holds is converted. Where
//! a type alias hides these, say what they hold: `with = tensor_format::with::DisplayFromStr<IpAddr>`.

use alloc::{
    borrow::Cow,
    string::{String, ToString},
};
use core::{fmt, marker::PhantomData, str::FromStr};

// Not at the root of the crate, where a glob import would collide with the name of the crate `serde`.
#[cfg(feature = "serde")]
pub mod serde;

use crate::{Binary, BinaryRef};

/// Sends a value as the text of its `Display`, `string []`, and reads it by its `FromStr`, whose error is that of the
/// parameter.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// use std::net::IpAddr;
/// use tensor_format::{HasRules, Tensor, from_slice, to_vec, with::DisplayFromStr};
///
/// #[derive(Tensor, Debug, PartialEq)]
/// struct Login {
///     #[tensor(with = DisplayFromStr)]
///     from: IpAddr,
///     #[tensor(with = DisplayFromStr)]
///     ticket: Option<u128>,
/// }
///
/// assert_eq!(Login::RULES.to_string(), "{ from: string [], ticket?: string [] }");
/// let login = Login { from: "::1".parse()?, ticket: Some(u128::MAX) };
/// assert_eq!(from_slice::<Login>(&to_vec(&login)?)?, login);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DisplayFromStr<T>(PhantomData<T>);

impl<T: fmt::Display> DisplayFromStr<T> {
    /// Returns the text of a value.
    pub fn to_wire(value: &T) -> String {
        value.to_string()
    }
}

impl<T: FromStr> DisplayFromStr<T> {
    /// Reads a value from its text.
    ///
    /// # Errors
    ///
    /// Those of `FromStr`.
    pub fn from_wire(text: Cow<'_, str>) -> Result<T, T::Err> {
        text.parse()
    }
}

/// Sends a value as its bytes, one element `binary []`, and reads it by its `TryFrom<&[u8]>`, whose error is that of
/// the parameter. npz and safetensors have no such element: for them, let a module of your own convert to `[u8; N]`.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// use tensor_format::{HasRules, Tensor, from_slice, to_vec, with::Bytes};
///
/// #[derive(Debug, PartialEq)]
/// struct Digest([u8; 32]);
///
/// impl AsRef<[u8]> for Digest {
///     fn as_ref(&self) -> &[u8] {
///         &self.0
///     }
/// }
///
/// impl TryFrom<&[u8]> for Digest {
///     type Error = std::array::TryFromSliceError;
///
///     fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
///         bytes.try_into().map(Digest)
///     }
/// }
///
/// #[derive(Tensor, Debug, PartialEq)]
/// struct Block {
///     #[tensor(with = Bytes)]
///     parent: Digest,
/// }
///
/// assert_eq!(Block::RULES.to_string(), "{ parent: binary [] }");
/// let block = Block { parent: Digest([7; 32]) };
/// assert_eq!(from_slice::<Block>(&to_vec(&block)?)?, block);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Bytes<T>(PhantomData<T>);

impl<T: AsRef<[u8]>> Bytes<T> {
    /// Returns the bytes of a value.
    pub fn to_wire(value: &T) -> BinaryRef<'_> {
        BinaryRef(value.as_ref())
    }
}

impl<T: for<'x> TryFrom<&'x [u8], Error = E>, E> Bytes<T> {
    /// Reads a value from its bytes.
    ///
    /// # Errors
    ///
    /// Those of `TryFrom`.
    pub fn from_wire(bytes: Binary) -> Result<T, E> {
        T::try_from(&bytes.0)
    }
}
