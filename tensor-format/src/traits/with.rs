//! Fields that a module converts to tensors and back, `#[tensor(with = module)]`.
//!
//! The module has two functions, `to_wire(&T) -> W` and `from_wire(W) -> Result<T, E>`. What the derive needs to know
//! of the types it learns from them, so that it never has to name the type of the tensor.

use alloc::format;
use core::{fmt, slice};

use super::{Decode, Encode, HasRules, Sink, Slot, Source, copied::Copied};
use crate::{
    __private::{decode_checked, decode_narrowed, encode_checked, encode_narrowed, param_of, placed},
    Bindings, DecodeError, EncodeError, ErrorKind, Many, Presence, Rules,
};

/// A field that holds values of type `T`: just one, an `Option`, or [`Many`].
#[diagnostic::on_unimplemented(
    message = "the module of `with` converts `{T}`, but the field is `{Self}`",
    label = "not `{T}`, nor an `Option` or `Many` of it",
    note = "`to_wire` takes a reference to the field's type and gives a tensor, `from_wire` takes a tensor and gives `Result` of the field's type"
)]
pub trait Holds<T>: Sized {
    /// Where values are collected while a record is read.
    type Slot: Slot<T>;
    /// How often the parameter stands in the record.
    const PRESENCE: Presence;

    /// The values to write.
    fn values(&self) -> &[T];

    /// The field from what was collected; `None` if a value is needed and none was there.
    fn from_values(slot: Self::Slot) -> Option<Self>;
}

impl<T> Holds<T> for T {
    type Slot = Option<T>;
    const PRESENCE: Presence = Presence::Required;

    #[inline]
    fn values(&self) -> &[T] {
        slice::from_ref(self)
    }

    #[inline]
    fn from_values(slot: Option<T>) -> Option<T> {
        slot
    }
}

impl<T> Holds<T> for Option<T> {
    type Slot = Option<T>;
    const PRESENCE: Presence = Presence::Optional;

    #[inline]
    fn values(&self) -> &[T] {
        self.as_slice()
    }

    #[inline]
    fn from_values(slot: Option<T>) -> Option<Self> {
        Some(slot)
    }
}

impl<T> Holds<T> for Many<T> {
    type Slot = alloc::vec::Vec<T>;
    const PRESENCE: Presence = Presence::Many;

    #[inline]
    fn values(&self) -> &[T] {
        &self.0
    }

    #[inline]
    fn from_values(slot: alloc::vec::Vec<T>) -> Option<Self> {
        Some(Self(slot))
    }
}

/// The rules of what a module reads.
#[must_use]
pub const fn read_rules<F: Holds<T>, T, W: HasRules, E>(_: fn(W) -> Result<T, E>) -> Rules<'static> {
    W::RULES
}

/// The rules of what a module writes.
#[must_use]
pub const fn written_rules<'a, F: Holds<T>, T: 'a, W: HasRules>(_: fn(&'a T) -> W) -> Rules<'static> {
    W::RULES
}

/// How often a converted field stands in its record.
#[must_use]
pub const fn presence_with<F: Holds<T>, T, W, E>(_: fn(W) -> Result<T, E>) -> Presence {
    F::PRESENCE
}

/// The number of tensors of a converted field.
#[inline]
#[must_use]
pub fn count_with<'a, F: Holds<T>, T, W>(field: &'a F, _: fn(&'a T) -> W) -> usize {
    field.values().len()
}

/// Converts and writes the values of a field, held to the rules of parameter `I` of the record `R`.
///
/// # Errors
///
/// As [`encode_checked`].
#[inline]
pub fn encode_with<'a, R, F, T, W, S, const I: usize>(
    field: &'a F,
    to_wire: fn(&'a T) -> W,
    sink: &mut S,
    mut axes: Option<&mut Bindings>,
) -> Result<(), EncodeError>
where
    R: HasRules,
    F: Holds<T>,
    W: Encode,
    S: Sink<'a>,
{
    field.values().iter().try_for_each(|value| {
        let wire = to_wire(value);
        encode_checked::<R, W, _, I>(slice::from_ref(&wire), &mut Copied(&mut *sink), axes.as_deref_mut())
    })
}

/// Reads and converts one value of a field, held to the rules of parameter `I` of the record `R`.
///
/// # Errors
///
/// As [`decode_checked`], and those of the module.
#[inline]
pub fn decode_with<'de, R, T, W, E, S, const I: usize>(
    source: &mut S,
    from_wire: fn(W) -> Result<T, E>,
    axes: Option<&mut Bindings>,
) -> Result<T, DecodeError>
where
    R: HasRules,
    W: Decode<'de>,
    E: fmt::Display,
    S: Source<'de>,
{
    let place = source.element_offset();
    let wire = decode_checked::<R, W, S, I>(source, axes)?;
    let name = const { param_of::<R, I>().name };
    from_wire(wire).map_err(|error| refused(&error, place).in_parameter(name))
}

/// Where the values of a converted field are collected.
#[inline]
#[must_use]
pub fn slot_with<F: Holds<T>, T, W, E>(_: fn(W) -> Result<T, E>) -> F::Slot {
    F::Slot::default()
}

/// A converted field from what was collected; `None` if a value is needed and none was there.
#[inline]
#[must_use]
pub fn field_with<F: Holds<T>, T, W, E>(slot: F::Slot, _: fn(W) -> Result<T, E>) -> Option<F> {
    F::from_values(slot)
}

/// Converts and writes the value inside of the wrapper `R`, held to the wrapper's rules.
///
/// # Errors
///
/// As [`encode_narrowed`].
#[inline]
pub fn encode_narrowed_with<'a, R, T, W, S>(
    value: &'a T,
    to_wire: fn(&'a T) -> W,
    sink: &mut S,
    axes: Option<&mut Bindings>,
) -> Result<(), EncodeError>
where
    R: HasRules,
    W: Encode,
    S: Sink<'a>,
{
    encode_narrowed::<R, W, _>(&to_wire(value), &mut Copied(sink), axes)
}

/// Reads and converts the value inside of the wrapper `R`, held to the wrapper's rules.
///
/// # Errors
///
/// As [`decode_narrowed`], and those of the module.
#[inline]
pub fn decode_narrowed_with<'de, R, T, W, E, S>(
    source: &mut S,
    from_wire: fn(W) -> Result<T, E>,
    axes: Option<&mut Bindings>,
) -> Result<T, DecodeError>
where
    R: HasRules,
    W: Decode<'de>,
    E: fmt::Display,
    S: Source<'de>,
{
    let place = source.element_offset();
    let wire = decode_narrowed::<R, W, S>(source, axes)?;
    from_wire(wire).map_err(|error| refused(&error, place))
}

/// What the module says, at the first byte of the tensor.
#[cold]
fn refused(error: &dyn fmt::Display, place: Option<u64>) -> DecodeError {
    placed(ErrorKind::custom(format!("{error}")), place)
}
