//! The traits of fields of a record: a field is a tensor, an optional tensor, or many tensors.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Decode, Source};
use crate::{
    DecodeError, ErrorKind, HasRules, Param, Presence, Rules,
    rules::narrow::{field_rules, param},
    util::inline_vec::push_slowly,
};

/// The type of a field that holds any number of separate tensors, which need not agree in shape. It can only be a field
/// of a record.
///
/// On the wire the name is repeated once per tensor; none means that the parameter is absent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Many<T>(pub Vec<T>);

/// A type that can be a field of a record: one tensor, `Option` of one, or [`Many`](crate::Many).
///
/// Every tensor type implements it by the macro [`field!`](crate::field), derived ones by the derive.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be sent as a field", label = "not a tensor")]
#[cfg_attr(
    feature = "ndarray",
    diagnostic::on_unimplemented(
        note = "fields are tensors: numbers, `bool`, `char`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, queues and sets, ndarray's `Array<T, D>`, types that derive `Tensor`, records, tuples of up to 8, `Batch`, `Ragged`, maps from labels or integers to these, `Option` of one of these, and `Many`"
    )
)]
#[cfg_attr(
    not(feature = "ndarray"),
    diagnostic::on_unimplemented(
        note = "fields are tensors: numbers, `bool`, `char`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, queues and sets, types that derive `Tensor`, records, tuples of up to 8, `Batch`, `Ragged`, maps from labels or integers to these, `Option` of one of these, and `Many`"
    )
)]
#[diagnostic::on_unimplemented(
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; to leave out one field of several, add `#[tensor(skip)]`"
)]
pub trait Field: Sized {
    /// The type of each tensor of the field.
    type Item: HasRules;
    /// How often the field occurs in the record: [`One`], [`Optional`] or [`Repeated`].
    type Kind: FieldKind<Field = Self, Item = Self::Item>;
    /// The rules of each tensor of the field.
    #[doc(hidden)]
    const OWN: Rules<'static> = Self::Item::RULES;
    /// The presence of the parameter in the record's rules.
    const PRESENCE: Presence = <Self::Kind as FieldKind>::PRESENCE;
    /// The parameter that the field makes, without its name.
    #[doc(hidden)]
    const ENTRY: Param<'static> = param("", field_rules(Self::Item::RULES), Self::PRESENCE, "");
}

/// How often a field's tensor occurs in the record, and how it is written and read.
pub trait FieldKind {
    /// The type of the field.
    type Field;
    /// The type of each tensor of the field.
    type Item;
    /// The type that collects the tensors of the field while a record is read.
    type Slot: Slot<Self::Item>;
    /// How often the parameter occurs in the record.
    const PRESENCE: Presence;

    /// Returns the tensors to write.
    fn items(field: &Self::Field) -> &[Self::Item];

    /// Builds the field from the only tensor that was read for it.
    fn from_one(item: Self::Item) -> Self::Field;

    /// Builds the field from the tensors that were collected; returns `None` if one is needed and there was none.
    fn from_slot(slot: Self::Slot) -> Option<Self::Field>;

    /// Reads one tensor into an existing field, into which `read` tensors have been read already.
    ///
    /// # Errors
    ///
    /// Those of the tensor, and [`DuplicateParam`](ErrorKind::DuplicateParam) as [`Slot::push`].
    fn fill<'de, S: Source<'de>>(field: &mut Self::Field, read: usize, source: &mut S) -> Result<(), DecodeError>
    where
        Self::Item: Decode<'de>;

    /// Stores one value in an existing field, in which `read` values have been stored already.
    ///
    /// # Errors
    ///
    /// As [`Slot::push`].
    fn put(field: &mut Self::Field, read: usize, item: Self::Item) -> Result<(), DecodeError>;

    /// Shortens a field to the `read` tensors that were read into it; returns `false` if a tensor is needed and none
    /// was read.
    fn keep(field: &mut Self::Field, read: usize) -> bool;
}

#[inline]
fn first(read: usize) -> Result<(), DecodeError> {
    match read {
        0 => Ok(()),
        _ => Err(ErrorKind::DuplicateParam.into()),
    }
}

/// The kind of a field that is one tensor, which must be present.
#[derive(Debug)]
pub struct One<T>(PhantomData<T>);

impl<T> FieldKind for One<T> {
    type Field = T;
    type Item = T;
    type Slot = Option<T>;
    const PRESENCE: Presence = Presence::Required;

    #[inline]
    fn items(field: &T) -> &[T] {
        core::slice::from_ref(field)
    }

    #[inline]
    fn from_one(item: T) -> T {
        item
    }

    #[inline]
    fn from_slot(slot: Option<T>) -> Option<T> {
        slot
    }

    #[inline]
    fn fill<'de, S: Source<'de>>(field: &mut T, read: usize, source: &mut S) -> Result<(), DecodeError>
    where
        T: Decode<'de>,
    {
        first(read)?;
        field.decode_into(source)
    }

    fn put(field: &mut T, read: usize, item: T) -> Result<(), DecodeError> {
        first(read)?;
        *field = item;
        Ok(())
    }

    #[inline]
    fn keep(_: &mut T, read: usize) -> bool {
        read > 0
    }
}

/// The kind of a field that is one tensor or none, an `Option`.
#[derive(Debug)]
pub struct Optional<T>(PhantomData<T>);

impl<T> FieldKind for Optional<T> {
    type Field = Option<T>;
    type Item = T;
    type Slot = Option<T>;
    const PRESENCE: Presence = Presence::Optional;

    #[inline]
    fn items(field: &Option<T>) -> &[T] {
        field.as_slice()
    }

    #[inline]
    fn from_one(item: T) -> Option<T> {
        Some(item)
    }

    #[inline]
    fn from_slot(slot: Option<T>) -> Option<Option<T>> {
        Some(slot)
    }

    #[inline]
    fn fill<'de, S: Source<'de>>(field: &mut Option<T>, read: usize, source: &mut S) -> Result<(), DecodeError>
    where
        T: Decode<'de>,
    {
        first(read)?;
        match field {
            Some(item) => item.decode_into(source),
            None => {
                *field = Some(T::decode(source)?);
                Ok(())
            }
        }
    }

    fn put(field: &mut Option<T>, read: usize, item: T) -> Result<(), DecodeError> {
        first(read)?;
        *field = Some(item);
        Ok(())
    }

    #[inline]
    fn keep(field: &mut Option<T>, read: usize) -> bool {
        if read == 0 {
            *field = None;
        }
        true
    }
}

/// The kind of a field of any number of tensors, a [`Many`].
#[derive(Debug)]
pub struct Repeated<T>(PhantomData<T>);

impl<T> FieldKind for Repeated<T> {
    type Field = Many<T>;
    type Item = T;
    type Slot = Vec<T>;
    const PRESENCE: Presence = Presence::Many;

    #[inline]
    fn items(field: &Many<T>) -> &[T] {
        &field.0
    }

    #[inline]
    fn from_one(item: T) -> Many<T> {
        Many(alloc::vec![item])
    }

    #[inline]
    fn from_slot(slot: Vec<T>) -> Option<Many<T>> {
        Some(Many(slot))
    }

    fn fill<'de, S: Source<'de>>(field: &mut Many<T>, read: usize, source: &mut S) -> Result<(), DecodeError>
    where
        T: Decode<'de>,
    {
        match field.0.get_mut(read) {
            Some(item) => item.decode_into(source),
            None => {
                push_slowly(&mut field.0, T::decode(source)?, usize::MAX);
                Ok(())
            }
        }
    }

    fn put(field: &mut Many<T>, read: usize, item: T) -> Result<(), DecodeError> {
        match field.0.get_mut(read) {
            Some(place) => *place = item,
            None => push_slowly(&mut field.0, item, usize::MAX),
        }
        Ok(())
    }

    fn keep(field: &mut Many<T>, read: usize) -> bool {
        field.0.truncate(read);
        true
    }
}

/// A collection of the tensors that are read for one parameter.
pub trait Slot<T>: Default {
    /// Adds a tensor.
    ///
    /// # Errors
    ///
    /// [`DuplicateParam`](ErrorKind::DuplicateParam) if there is one already and only one is allowed.
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
        push_slowly(self, item, usize::MAX);
        Ok(())
    }
}

/// A type of one tensor, neither optional nor repeated: what `Option` and [`Many`](crate::Many) may hold in a record.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be optional or repeated",
    label = "an `Option` or `Many` of something that is not one tensor",
    note = "`Option<T>` needs a `T` that is a tensor or a record, `Many<T>` one that is a tensor; an absent `Many` is an empty list already",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; to leave out one field of several, add `#[tensor(skip)]`"
)]
pub trait OneTensor: Field<Item = Self, Kind = One<Self>> + HasRules {}

#[diagnostic::do_not_recommend]
impl<T: Field<Item = T, Kind = One<T>> + HasRules> OneTensor for T {}

impl<T: OneTensor> Field for Option<T> {
    type Item = T;
    type Kind = Optional<T>;
}

impl<T: OneTensor> Field for Many<T> {
    type Item = T;
    type Kind = Repeated<T>;
}

/// Implements [`Field`] for a type that is one tensor and whose [`HasRules`] is written by hand.
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
        impl<$($generics)*> $crate::codec::Field for $ty $(where $($bounds)*)? {
            type Item = Self;
            type Kind = $crate::__private::One<Self>;
        }
    };
    ($($ty:ty),* $(,)?) => { $( $crate::field!([] $ty); )* };
}
