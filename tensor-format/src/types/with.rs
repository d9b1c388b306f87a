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

/// What [`DisplayFromStr`] asks of a type: `Display` and `FromStr`. All types with both have it.
#[diagnostic::on_unimplemented(
    message = "`DisplayFromStr` cannot send `{Self}`",
    label = "`{Self}` has not both `Display` and `FromStr`",
    note = "`DisplayFromStr` is for a field of one value with `Display` and `FromStr`, as `u128` or `IpAddr`, or for an `Option` or `Many` of it; for your own type, implement the two",
    note = "for a list, a module converts the whole, `#[tensor(with = texts)]`:\nmod texts {{\n    pub fn to_wire<T: ToString>(list: &Vec<T>) -> Vec<String> {{ list.iter().map(T::to_string).collect() }}\n    pub fn from_wire<T: std::str::FromStr>(texts: Vec<String>) -> Result<Vec<T>, T::Err> {{ texts.iter().map(|text| text.parse()).collect() }}\n}}",
    note = "for any other type, write such a module: `pub fn to_wire(value: &T) -> W` and `pub fn from_wire(wire: W) -> Result<T, String>`, where `T` is the type of the field and `W` a tensor; without `with`, the compiler shows one for a `Duration` and other times"
)]
pub trait HasText: fmt::Display + FromStr {}

#[diagnostic::do_not_recommend]
impl<T: fmt::Display + FromStr> HasText for T {}

impl<T: HasText> DisplayFromStr<T> {
    /// Returns the text of a value.
    pub fn to_wire(value: &T) -> String {
        value.to_string()
    }

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

/// What [`Bytes`] asks of a type: `AsRef<[u8]>` and `TryFrom<&[u8]>`. All types with both have it.
#[diagnostic::on_unimplemented(
    message = "`Bytes` cannot send `{Self}`",
    label = "`{Self}` has not both `AsRef<[u8]>` and `TryFrom<&[u8]>`",
    note = "`Bytes` is for a field of one value with `AsRef<[u8]>` and `TryFrom<&[u8]>`, as a key or digest, or for an `Option` or `Many` of it; for your own type, implement the two",
    note = "a `String` is sent without `with`; bytes, as `tensor_format::Binary`, or as numbers, `Vec<u8>`",
    note = "for any other type, a module converts it, `#[tensor(with = module)]`: `pub fn to_wire(value: &T) -> tensor_format::Binary` and `pub fn from_wire(wire: tensor_format::Binary) -> Result<T, String>`, where `T` is the type of the field"
)]
pub trait HasBytes: AsRef<[u8]> + Sized {
    /// Why bytes are no value of the type.
    type Error;

    /// Returns the value of these bytes.
    ///
    /// # Errors
    ///
    /// Those of `TryFrom`.
    fn of_bytes(bytes: &[u8]) -> Result<Self, Self::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: AsRef<[u8]> + for<'x> TryFrom<&'x [u8], Error = E>, E> HasBytes for T {
    type Error = E;

    fn of_bytes(bytes: &[u8]) -> Result<T, E> {
        T::try_from(bytes)
    }
}

impl<T: HasBytes> Bytes<T> {
    /// Returns the bytes of a value.
    pub fn to_wire(value: &T) -> BinaryRef<'_> {
        BinaryRef(value.as_ref())
    }

    /// Reads a value from its bytes.
    ///
    /// # Errors
    ///
    /// Those of `TryFrom`.
    pub fn from_wire(bytes: Binary) -> Result<T, T::Error> {
        T::of_bytes(&bytes.0)
    }
}
