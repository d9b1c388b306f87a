//! Tensors to values.

use alloc::vec::Vec;

use super::{HasRules, Source};
use crate::DecodeError;

/// A value that can be read from every format; what it borrows lives for `'de`.
///
/// Derive it with `#[derive(Tensor)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a tensor or record",
    label = "`Decode` is not implemented",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; `Option` and `Many` stand only in fields of a record"
)]
pub trait Decode<'de>: HasRules + Sized {
    /// Takes a value from a source.
    ///
    /// # Errors
    ///
    /// What is wrong with the input, and where it breaks the rules.
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError>;

    /// Takes a value from a source, reusing the memory of this one where it can. After an error the value is some value
    /// of its type.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        *self = Self::decode(source)?;
        Ok(())
    }

    /// Takes many values that were written as one, by [`Encode::encode_batch`](super::Encode::encode_batch).
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    fn decode_batch<S: Source<'de>>(source: &mut S) -> Result<Vec<Self>, DecodeError> {
        super::decode_batch(source)
    }
}

/// A value that can be read from every format and borrows nothing, as streams need. For types that borrow, such as
/// `&[T]`, `Cow` or [`View`](crate::View), the compiler says that `Decode` is not general enough: read into an owned type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a stream",
    label = "`Decode` is not implemented for every lifetime of the input",
    note = "nothing can be borrowed from a stream: read an owned type, such as `Vec<T>`, `String`, `Array<T, D>` or `Tensor`",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; `Option` and `Many` stand only in fields of a record"
)]
pub trait DecodeOwned: for<'de> Decode<'de> {}

impl<T: for<'de> Decode<'de>> DecodeOwned for T {}
