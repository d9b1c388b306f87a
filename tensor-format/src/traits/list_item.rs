//! Types of which there can be lists, and the forms of these.

use core::marker::PhantomData;

/// A type of which there can be a list, as `Vec<T>`, that is one value: a [`Block`](crate::codec::Block), which
/// makes the list one tensor, or a record, which makes it a record of columns.
///
/// Derive it with `#[derive(Tensor)]`. Tuples have it too. A `Block` that is written by hand has the form [`Stacked`]:
///
/// ```
/// use tensor_format::codec::{Block, ElementSink, ListItem, Stacked};
/// use tensor_format::{EncodeError, HasRules, Rules};
///
/// struct Celsius(f32);
///
/// impl HasRules for Celsius {
///     const RULES: Rules<'static> = f32::RULES;
/// }
///
/// impl Block for Celsius {
///     fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
///         self.0.write(out)
///     }
/// }
///
/// impl ListItem for Celsius {
///     type Form = Stacked;
/// }
///
/// let bytes = tensor_format::to_vec(&vec![Celsius(20.5)])?;
/// assert_eq!(tensor_format::from_slice::<Vec<f32>>(&bytes)?, [20.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an item of a list",
    label = "neither an element, nor a record, nor of a fixed shape",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; in generic code, bound the whole list: `where Vec<T>: tensor_format::Encode` to send, `where Vec<T>: tensor_format::DecodeOwned` to receive",
    note = "a tensor is rectangular, so every axis but the outermost must have a length fixed by its type: use `[T; N]`",
    note = "for several axes of dynamic length, use ndarray: `Array2<T>`, `Array3<T>`, ...; for many tensors of one shape, use `Batch<T>`; for lists of different lengths, `Ragged<Vec<Vec<T>>>`"
)]
#[cfg_attr(
    not(all(feature = "half", feature = "num-complex")),
    diagnostic::on_unimplemented(
        note = "for `f16`, `bf16` or `Complex`, add `\"half\"` or `\"num-complex\"` to the `features` of tensor-format in Cargo.toml"
    )
)]
pub trait ListItem: Sized {
    /// What the list is: [`Stacked`] or [`Columns`].
    type Form;
}

/// The trait [`ListItem`] as a condition that may be false, as [`BlockIf`](crate::codec::BlockIf) is for `Block`.
#[doc(hidden)]
pub trait ListItemIf<'x> {
    /// As [`ListItem::Form`].
    type Form;
}

impl<T: ListItem> ListItemIf<'_> for T {
    type Form = T::Form;
}

/// The form of lists that are one tensor: `[n, ..]`, where each item is a tensor of the axes `..`.
#[derive(Debug)]
pub struct Stacked;

/// The form of lists that are one record, with one or more tensors for each parameter of the items.
#[derive(Debug)]
pub struct Columns;

/// Has the constant `STACKED`, whether lists of `T` have the form [`Stacked`]. Of a type of which there are none it is that of
/// the trait [`OtherIsStacked`]: the compiler prefers the inherent constant.
#[doc(hidden)]
#[derive(Debug)]
pub struct IsStacked<T>(PhantomData<T>);

impl<T: ListItem<Form = Stacked>> IsStacked<T> {
    /// Lists are one tensor.
    pub const STACKED: bool = true;
}

/// The constant `STACKED` of every type; the inherent one takes precedence over it.
#[doc(hidden)]
pub trait OtherIsStacked {
    /// Lists are no tensor.
    const STACKED: bool = false;
}

impl<T> OtherIsStacked for IsStacked<T> {}

/// Has the form that the constant `STACKED` tells, so that a type's form need not name its field's type, which may be private.
#[doc(hidden)]
#[derive(Debug)]
pub struct Listed<const STACKED: bool>;

/// The form of lists, as [`ListItem::Form`].
#[doc(hidden)]
pub trait ListedAs<'x> {
    /// [`Stacked`] or [`Columns`].
    type Form;
}

impl ListedAs<'_> for Listed<true> {
    type Form = Stacked;
}

impl ListedAs<'_> for Listed<false> {
    type Form = Columns;
}
