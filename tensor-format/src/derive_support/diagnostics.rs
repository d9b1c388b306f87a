//! The traits that the derive first asks of a field's type.
//!
//! Each trait here has two implementations. Of several the compiler tries which one holds, and if none does it stops
//! there, at the type of the field, with the words of the trait; what follows from the type is then no further error.
//! Of a single one it would go on to complain of all that follows. The traits differ only in their words: the derive
//! takes the one that fits the look of the type, but each holds of the same types.

use core::marker::PhantomData;

use super::{Holds, Never, Uninhabited};
use crate::{
    Block, DecodeBlock, DecodeError, ElementSink, ElementSource, EncodeError, Field, HasRules, Param, Presence, Rules,
    traits::{FieldKind, One},
};

macro_rules! asked {
    ($($(#[$attribute:meta])* $name:ident)*) => { $(
        $(#[$attribute])*
        pub trait $name<Held> {
            /// The same as [`Field::Kind`].
            type Kind: FieldKind;
            /// The rules of the tensor.
            const OWN: Rules<'static>;
            /// The same as [`Field::PRESENCE`].
            const PRESENCE: Presence;
            /// The same as [`Field::ENTRY`].
            const ENTRY: Param<'static>;
        }

        impl<T: Field> $name<Holds> for T {
            type Kind = T::Kind;
            const OWN: Rules<'static> = T::Item::RULES;
            const PRESENCE: Presence = T::PRESENCE;
            const ENTRY: Param<'static> = T::ENTRY;
        }

        impl<T: Field + Uninhabited> $name<Never> for T {
            type Kind = T::Kind;
            const OWN: Rules<'static> = T::Item::RULES;
            const PRESENCE: Presence = T::PRESENCE;
            const ENTRY: Param<'static> = T::ENTRY;
        }
    )* };
}

asked! {
    /// Any type.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be a field of a record",
        label = "not a tensor",
        note = "fields are tensors: numbers, `bool`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, types that derive `Tensor`, maps from labels to these, `Option` of one of these, and `Many`",
        note = "for your own type, add `#[derive(tensor_format::Tensor)]`; for a field that is not sent, add `#[tensor(skip)]`"
    )]
    IsField
    /// One that looks like an `Option` or [`Many`](crate::Many).
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be a field of a record",
        label = "holds something that is not one tensor",
        note = "`Option<T>` and `Many<T>` need a `T` that is one tensor, not another `Option` or `Many`; an absent `Many` is an empty list already",
        note = "for your own type, add `#[derive(tensor_format::Tensor)]`; for a field that is not sent, add `#[tensor(skip)]`"
    )]
    IsFieldHolder
    /// One that looks like a list of others.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be a field of a record",
        label = "the items of this list have no fixed shape",
        note = "a tensor is rectangular, so every axis but the outermost must have a length fixed by its type: use `[T; N]`",
        note = "for several axes of dynamic length, use ndarray: `Array2<T>`, `Array3<T>`, ...; for many tensors of one shape, use `Batch<T>`; for many of any shape, `Many<T>`",
        note = "for your own type, add `#[derive(tensor_format::Tensor)]`: items are structs of one field of a fixed shape, which no module of `with` converts, or of scalars with `#[tensor(stack)]`"
    )]
    IsFieldList
    /// One that is made of what looks like elements.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be a field of a record",
        label = "holds what is no element of a tensor",
        note = "elements are `f32`, `f64`, `i8` to `i64`, `u8` to `u64`, `bool` and strings: for `usize` and `isize`, which differ from machine to machine, send `u64` and `i64`; for `char`, a `String` or a `u32`",
        note = "for a field that is not sent, add `#[tensor(skip)]`"
    )]
    IsFieldElement
    /// One that is called like a map.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no map of tensors",
        label = "not a map from labels to tensors",
        note = "keys are labels, one for each sparse dimension: `String`, `(String, String)` and longer tuples, or `[String; N]`",
        note = "values are tensors of one shape: numbers, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, or types that derive `Tensor`",
        note = "for a field that is not sent, add `#[tensor(skip)]`"
    )]
    IsFieldMap
}

/// Finds out whether a type is `PhantomData`, also where the type is a parameter: `PhantomData` has an inherent
/// constant, which the compiler takes before that of the trait [`OtherIsSent`].
#[derive(Debug)]
pub struct IsSent<T>(PhantomData<T>);

impl<T: ?Sized> IsSent<PhantomData<T>> {
    /// A value that [`sent`] refuses: the type is `PhantomData`.
    pub const SENT: PhantomData<()> = PhantomData;
}

/// A constant that every type has; the inherent one of `PhantomData` comes before it.
pub trait OtherIsSent {
    /// A value that [`sent`] accepts: the type is not `PhantomData`.
    const SENT: () = ();
}

impl<T> OtherIsSent for IsSent<T> {}

/// Implemented for the type of [`OtherIsSent::SENT`] alone, so that the compiler refuses `PhantomData` with this
/// message.
#[diagnostic::on_unimplemented(
    message = "`PhantomData` holds nothing to send: add `#[tensor(skip)]`",
    label = "holds nothing"
)]
pub trait Sent {}

impl Sent for () {}

/// Accepts the constant `IsSent::<T>::SENT` of the type of a field; does not compile for that of `PhantomData`, which
/// holds nothing to send.
pub const fn sent<T: Sent + Copy>(_: T) {}

/// Asked of the type of a field of a row: it is a scalar.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a row",
    label = "not a scalar",
    note = "the fields of a `#[tensor(stack)]` struct are scalars of one element type, such as `f32`, or types that derive `Tensor` and are such scalars",
    note = "for a field that is not sent, add `#[tensor(skip)]`"
)]
pub trait IsFieldScalar<Held> {
    /// The same as [`Field::Kind`].
    type Kind: FieldKind;
    /// The rules.
    const OWN: Rules<'static>;
}

impl<T: Block> IsFieldScalar<Holds> for T {
    type Kind = One<T>;
    const OWN: Rules<'static> = T::RULES;
}

impl<T: Block + Uninhabited> IsFieldScalar<Never> for T {
    type Kind = One<T>;
    const OWN: Rules<'static> = T::RULES;
}

/// Writes a field of a row.
///
/// # Errors
///
/// Those of the sink.
#[inline]
pub fn write_scalar<'a, K, W>(field: &'a K::Field, out: &mut W) -> Result<(), EncodeError>
where
    K: FieldKind<Field: Block>,
    W: ElementSink<'a>,
{
    field.write(out)
}

/// Reads a field of a row.
///
/// # Errors
///
/// Those of the source.
#[inline]
pub fn read_scalar<'de, K, E>(source: &mut E) -> Result<K::Field, DecodeError>
where
    K: FieldKind<Field: DecodeBlock<'de>>,
    E: ElementSource<'de>,
{
    K::Field::read(source)
}
