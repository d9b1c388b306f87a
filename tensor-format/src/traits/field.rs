//! What a field of a record may be: a tensor, an optional tensor, or many.

use alloc::vec::Vec;

use super::{Decode, Encode, HasRules};
use crate::{DecodeError, ErrorKind, Presence};

/// A type that can be a field of a record: one tensor, `Option` of one, or [`Many`](crate::Many).
///
/// Every tensor type implements it by the macro [`field!`](crate::field), derived ones by the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a record",
    label = "not a tensor",
    note = "fields are tensors: numbers, `bool`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, types that derive `Tensor`, `Option` of one of these, and `Many`",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; for a field that is not sent, add `#[tensor(skip)]`"
)]
pub trait Field: Sized {
    /// The tensor.
    type Item: HasRules;
    /// Where tensors are collected while a record is read.
    type Slot: Slot<Self::Item>;
    /// How often the parameter stands in the record.
    const PRESENCE: Presence;

    /// The tensors to write.
    fn items(&self) -> &[Self::Item];

    /// The field from what was collected; `None` if a tensor is needed and none was there.
    fn from_slot(slot: Self::Slot) -> Option<Self>;
}

/// [`Field`] whose tensors can be written: what the derive asks of a field that mentions a type parameter. A clause on
/// `Field::Item` itself would not do for types with a parameter of a projected default, as arrays of ndarray are: the
/// compiler resolves it before it knows of the clause on the field.
#[doc(hidden)]
pub trait EncodeField {
    type Item: Encode;

    fn items(&self) -> &[Self::Item];
}

#[diagnostic::do_not_recommend]
impl<F: Field<Item: Encode>> EncodeField for F {
    type Item = F::Item;

    #[inline]
    fn items(&self) -> &[F::Item] {
        Field::items(self)
    }
}

/// The same for [`Field`] whose tensors can be read.
#[doc(hidden)]
pub trait DecodeField<'de>: Sized {
    type Item: Decode<'de>;
    type Slot: Slot<Self::Item>;

    fn from_slot(slot: Self::Slot) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<'de, F: Field<Item: Decode<'de>>> DecodeField<'de> for F {
    type Item = F::Item;
    type Slot = F::Slot;

    #[inline]
    fn from_slot(slot: F::Slot) -> Option<Self> {
        Field::from_slot(slot)
    }
}

/// Collects the tensors of one parameter.
pub trait Slot<T>: Default {
    /// Adds a tensor.
    ///
    /// # Errors
    ///
    /// [`DuplicateParam`](ErrorKind::DuplicateParam) if there is one already and there must not be two.
    fn push(&mut self, item: T) -> Result<(), DecodeError>;
}

impl<T> Slot<T> for Option<T> {
    fn push(&mut self, item: T) -> Result<(), DecodeError> {
        if self.is_some() {
            return Err(ErrorKind::DuplicateParam.into());
        }
        *self = Some(item);
        Ok(())
    }
}

impl<T> Slot<T> for Vec<T> {
    fn push(&mut self, item: T) -> Result<(), DecodeError> {
        Vec::push(self, item);
        Ok(())
    }
}

/// A type that is one tensor, which may be absent or repeated: what `Option` and [`Many`](crate::Many) hold in a record.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be optional or repeated",
    label = "an `Option` or `Many` of something that is not one tensor",
    note = "`Option<T>` and `Many<T>` need a `T` that is one tensor; an absent `Many` is an empty list already",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; for a field that is not sent, add `#[tensor(skip)]`"
)]
pub trait OneTensor: Field<Item = Self, Slot = Option<Self>> + HasRules {}

#[diagnostic::do_not_recommend]
impl<T: Field<Item = T, Slot = Option<T>> + HasRules> OneTensor for T {}

impl<T: OneTensor> Field for Option<T> {
    type Item = T;
    type Slot = Option<T>;
    const PRESENCE: Presence = Presence::Optional;

    fn items(&self) -> &[T] {
        self.as_slice()
    }

    fn from_slot(slot: Option<T>) -> Option<Self> {
        Some(slot)
    }
}

/// Implements [`Field`] for a type that is one tensor and has its [`HasRules`] written by hand.
///
/// ```
/// use tensor_format::{ElementType, HasRules, Rules};
/// struct Celsius(f32);
/// impl HasRules for Celsius {
///     const RULES: Rules<'static> = f32::RULES;
/// }
/// tensor_format::field!(Celsius);
/// ```
#[macro_export]
macro_rules! field {
    ([$($generics:tt)*] $ty:ty $(, where $($bounds:tt)*)?) => {
        impl<$($generics)*> $crate::Field for $ty $(where $($bounds)*)? {
            type Item = Self;
            type Slot = ::core::option::Option<Self>;
            const PRESENCE: $crate::Presence = $crate::Presence::Required;

            #[inline]
            fn items(&self) -> &[Self] {
                ::core::slice::from_ref(self)
            }

            #[inline]
            fn from_slot(slot: ::core::option::Option<Self>) -> ::core::option::Option<Self> {
                slot
            }
        }
    };
    ($($ty:ty),* $(,)?) => { $( $crate::field!([] $ty); )* };
}
