//! Fields that a module converts to tensors and back, `#[tensor(with = module)]`.
//!
//! The module has two functions, `to_wire(&T) -> W` and `from_wire(W) -> Result<T, E>`. What the derive needs to know
//! of the types it learns from them, so that it never has to name the type of the tensor.

use alloc::string::{String, ToString};
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

/// A type that a module makes of a value.
#[diagnostic::on_unimplemented(
    message = "the module of `with` converts to or from `{Self}`, which is no tensor",
    label = "its `to_wire` gives, or its `from_wire` takes, `{Self}`",
    note = "tensors are: numbers, `bool`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, and types that derive `Tensor`"
)]
pub trait Wire {}

#[diagnostic::do_not_recommend]
impl<W: HasRules> Wire for W {}

/// The functions of a module: a field `F` holds values `T`, which are collected in an `S`; `V` is written, `W` is read.
pub struct Module<'a, F, S, T, V, W, E> {
    values: fn(&'a F) -> &'a [T],
    collect: fn(S) -> Option<F>,
    presence: Presence,
    to_wire: fn(&'a T) -> V,
    from_wire: fn(W) -> Result<T, E>,
    show: fn(&E) -> String,
}

/// Takes the functions of a module. What can be wrong with them is said here, and so the same wherever they are used.
#[inline]
#[must_use]
pub const fn module<'a, F, S, T, V, W, E>(
    to_wire: fn(&'a T) -> V,
    from_wire: fn(W) -> Result<T, E>,
) -> Module<'a, F, S, T, V, W, E>
where
    F: Holds<T, Slot = S>,
    V: Wire,
    W: Wire,
    E: fmt::Display,
{
    let (values, collect, presence) = (F::values, F::from_values, F::PRESENCE);
    Module { values, collect, presence, to_wire, from_wire, show: E::to_string }
}

impl<'a, F, S, T, V, W, E> Module<'a, F, S, T, V, W, E> {
    /// The rules of what is written.
    #[must_use]
    pub const fn written_rules(&self) -> Rules<'static>
    where
        V: HasRules,
    {
        V::RULES
    }

    /// The rules of what is read.
    #[must_use]
    pub const fn rules(&self) -> Rules<'static>
    where
        W: HasRules,
    {
        W::RULES
    }

    /// How often the field stands in its record.
    #[must_use]
    pub const fn presence(&self) -> Presence {
        self.presence
    }

    /// The number of tensors of a field.
    #[inline]
    #[must_use]
    pub fn count(&self, field: &'a F) -> usize {
        (self.values)(field).len()
    }

    /// Writes the values of a field, held to the rules of parameter `I` of the record `R`.
    ///
    /// # Errors
    ///
    /// As [`encode_checked`].
    #[inline]
    pub fn encode<R, C, const I: usize>(
        &self,
        field: &'a F,
        sink: &mut C,
        mut axes: Option<&mut Bindings>,
    ) -> Result<(), EncodeError>
    where
        R: HasRules,
        V: Encode,
        C: Sink<'a>,
    {
        (self.values)(field).iter().try_for_each(|value| {
            let wire = (self.to_wire)(value);
            encode_checked::<R, V, _, I>(slice::from_ref(&wire), &mut Copied(&mut *sink), axes.as_deref_mut())
        })
    }

    /// Writes the one value inside of the wrapper `R`, held to the wrapper's rules.
    ///
    /// # Errors
    ///
    /// As [`encode_narrowed`].
    #[inline]
    pub fn encode_narrowed<R, C>(
        &self,
        field: &'a F,
        sink: &mut C,
        mut axes: Option<&mut Bindings>,
    ) -> Result<(), EncodeError>
    where
        R: HasRules,
        V: Encode,
        C: Sink<'a>,
    {
        (self.values)(field).iter().try_for_each(|value| {
            encode_narrowed::<R, V, _>(&(self.to_wire)(value), &mut Copied(&mut *sink), axes.as_deref_mut())
        })
    }

    /// Where values are collected.
    #[inline]
    #[must_use]
    pub fn slot(&self) -> S
    where
        S: Slot<T>,
    {
        S::default()
    }

    /// The field from what was collected; `None` if a value is needed and none was there.
    #[inline]
    #[must_use]
    pub fn field(&self, slot: S) -> Option<F> {
        (self.collect)(slot)
    }

    /// Reads one value, held to the rules of parameter `I` of the record `R`.
    ///
    /// # Errors
    ///
    /// As [`decode_checked`], and those of the module.
    #[inline]
    pub fn decode<'de, R, C, const I: usize>(
        &self,
        source: &mut C,
        axes: Option<&mut Bindings>,
    ) -> Result<T, DecodeError>
    where
        R: HasRules,
        W: Decode<'de>,
        C: Source<'de>,
    {
        let place = source.element_offset();
        let wire = decode_checked::<R, W, C, I>(source, axes)?;
        let name = const { param_of::<R, I>().name };
        (self.from_wire)(wire).map_err(|error| refused((self.show)(&error), place).in_parameter(name))
    }

    /// Reads the one value inside of the wrapper `R`, held to the wrapper's rules.
    ///
    /// # Errors
    ///
    /// As [`decode_narrowed`], and those of the module.
    #[inline]
    pub fn decode_narrowed<'de, R, C>(&self, source: &mut C, axes: Option<&mut Bindings>) -> Result<F, DecodeError>
    where
        R: HasRules,
        W: Decode<'de>,
        C: Source<'de>,
        S: Slot<T>,
    {
        let place = source.element_offset();
        let wire = decode_narrowed::<R, W, C>(source, axes)?;
        let mut slot = S::default();
        slot.push((self.from_wire)(wire).map_err(|error| refused((self.show)(&error), place))?)?;
        self.field(slot).ok_or_else(|| ErrorKind::MissingParam.into())
    }
}

/// What the module says, at the first byte of the tensor.
#[cold]
fn refused(text: String, place: Option<u64>) -> DecodeError {
    placed(ErrorKind::custom(text), place)
}
