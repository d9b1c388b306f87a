//! The traits by which values are read from tensors.
//!
//! [`Decode`] takes what it needs from a source: a header, which its rules allow, and elements, borrowed or owned.
//! [`DecodeOwned`] is for types that borrow nothing. `batch` splits tensors with one more axis into values, as `Batch`
//! does; `rows` is the source of one value of many, for lists of records too, and `lengths` tells ragged values apart.

use alloc::vec::Vec;

use super::Source;
use crate::{DecodeError, HasRules, TensorRules};

pub(crate) mod batch;
mod columns_read;
pub(crate) mod inner_list;
pub(crate) mod kept;
pub(crate) mod lengths;
mod lent_column;
mod lent_rows;
mod make_rows;
mod native_rows;
pub(crate) mod places;
mod ragged_rows;
pub(crate) mod records;
mod rows;

/// A value that can be read from every format; what it borrows lives for `'de`.
///
/// Derive it with `#[derive(Tensor)]`. As a bound it has the lifetime of the input, which the value may borrow; a type that
/// borrows nothing is [`DecodeOwned`], whose bound has none:
///
/// ```
/// use tensor_format::{Decode, DecodeError, DecodeOwned, from_slice};
///
/// fn lent<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
///     from_slice(bytes)
/// }
///
/// fn owned<T: DecodeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
///     from_slice(bytes)
/// }
/// # let bytes = tensor_format::to_vec("text")?;
/// # assert_eq!((lent::<&str>(&bytes)?, owned::<String>(&bytes)?), ("text", "text".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a tensor or record",
    label = "`Decode` is not implemented",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]` to it and to the types in its `<..>`, or `Default` to those that only fields with `skip` hold; `Option` and `Many` stand only in fields of a record"
)]
#[cfg_attr(
    not(feature = "derive"),
    diagnostic::on_unimplemented(
        note = "the derive needs the feature `derive` of tensor-format, which is off: add `\"derive\"` to the `features` of tensor-format in Cargo.toml"
    )
)]
#[cfg_attr(
    not(all(feature = "ndarray", feature = "std")),
    diagnostic::on_unimplemented(
        note = "some types need a feature of tensor-format in Cargo.toml: arrays of ndarray `ndarray`, `f16` `half`, `Complex` `num-complex`, `HashMap` and `HashSet` `std`"
    )
)]
#[diagnostic::on_unimplemented(
    note = "in a generic function, bound the whole type, as `where Vec<T>: tensor_format::DecodeOwned`"
)]
pub trait Decode<'de>: HasRules + Sized {
    /// Reads a value from a source.
    ///
    /// # Errors
    ///
    /// What is wrong with the input, and where it breaks the rules.
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError>;

    /// Reads a value from a source into this one, reusing its memory where it can: nothing is allocated if the value
    /// has been as large before. What it was before makes no difference to what it becomes.
    ///
    /// Memory is kept by vectors, queues, owned arrays, strings, media, [`Tensor`](struct@crate::Tensor),
    /// [`Record`](crate::Record), [`Batch`](crate::Batch), [`Many`](crate::Many), boxes, `Rc` and `Arc` that nobody
    /// else holds, and structs and enums of these that derive `Tensor`, whose fields are read into one by one. An
    /// `Option` keeps its memory while it is `Some`. Other values are replaced: maps, sets, boxed slices, arrays that
    /// are shared or may borrow, metadata, and what a module of `with` converts; and so are the strings and media of a
    /// stream, which come in separate memory.
    ///
    /// After an error the value is some value of its type: whole, but nothing is said of which, and fields of a struct
    /// may be of different messages. Where a message has several faults, it may be another than the one that
    /// [`decode`](Self::decode) names: a value that a module of `with` refuses is refused as soon as it is read, not
    /// after all tensors have been read.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        *self = Self::decode(source)?;
        Ok(())
    }

    /// Reads many values that were written as one, by [`Encode::encode_batch`](super::Encode::encode_batch).
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    fn decode_batch<S: Source<'de>>(source: &mut S) -> Result<Vec<Self>, DecodeError> {
        let mut items = Vec::new();
        Self::decode_batch_into(&mut items, source)?;
        Ok(items)
    }

    /// Does the same as [`decode_batch`](Self::decode_batch), in place of the existing values, reusing their memory
    /// where it can. After an error they are some values of their type.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    fn decode_batch_into<S: Source<'de>>(items: &mut Vec<Self>, source: &mut S) -> Result<(), DecodeError> {
        batch::decode_batch_into(items, source)
    }
}

/// A value that can be read from every format and borrows nothing, as streams need. For types that borrow, such as
/// `&[T]`, `Cow` or [`View`](crate::View), the compiler says that `Decode` is not general enough: read into an owned
/// type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a stream",
    label = "`Decode` is not implemented for every lifetime of the input",
    note = "nothing can be borrowed from a stream: read an owned type, such as `Vec<T>`, `String`, `Array<T, D>` or `Tensor`",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]` to it and to the types in its `<..>`, or `Default` to those that only fields with `skip` hold; `Option` and `Many` stand only in fields of a record"
)]
#[cfg_attr(
    not(feature = "derive"),
    diagnostic::on_unimplemented(
        note = "the derive needs the feature `derive` of tensor-format, which is off: add `\"derive\"` to the `features` of tensor-format in Cargo.toml"
    )
)]
#[cfg_attr(
    not(all(feature = "ndarray", feature = "std")),
    diagnostic::on_unimplemented(
        note = "some types need a feature of tensor-format in Cargo.toml: arrays of ndarray `ndarray`, `f16` `half`, `Complex` `num-complex`, `HashMap` and `HashSet` `std`"
    )
)]
#[diagnostic::on_unimplemented(
    note = "in a generic function, bound the whole type, as `where Vec<T>: tensor_format::DecodeOwned`"
)]
pub trait DecodeOwned: for<'de> Decode<'de> {}

impl<T: for<'de> Decode<'de>> DecodeOwned for T {}

/// Returns the bytes of memory apart from a value with these rules in which the lengths of its axes are: a type of a fixed
/// rank has them in itself, a `Tensor` those of few axes, and an `ArrayD` has a stride beside each.
fn lengths_apart(rules: &TensorRules<'_>, rank: usize) -> usize {
    if rules.axes.is_open() && rank > 4 { rank.saturating_mul(size_of::<[usize; 2]>()) } else { 0 }
}
