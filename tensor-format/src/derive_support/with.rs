//! Fields that a module converts to tensors and back, `#[tensor(with = module)]`.
//!
//! The module has two functions, `to_wire(&T) -> W` and `from_wire(W) -> Result<T, E>`. The derive infers the types
//! from them, so that it never has to name the type of the tensor.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::{convert::identity, fmt, marker::PhantomData};

use super::{DecodePart, EncodePart, FieldMut, Holds, Never, Uninhabited, field::encode_narrow};
use crate::traits::sink::fields::AxisLengths;
use crate::{
    Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, Many, Presence, Rules, Sink, Slot, Source,
    derive_support::{
        narrowed::{decode_narrowed, encode_narrowed},
        params::record_of,
    },
    error::AddPlace,
    traits::with_unknown_names,
    traits::{FieldKind, One, Optional, Repeated, adapters::copying::Copied},
};

/// Implemented for `()` if `F`, the type of a field, holds values of type `T`: if it is `T` itself, `Option<T>`, or
/// [`Many<T>`](Many).
#[diagnostic::on_unimplemented(
    message = "the module of `with` converts `{T}`, but the field is `{F}`",
    label = "not `{T}`, nor an `Option` or `Many` of it",
    note = "`to_wire` takes a reference to the field's type and gives a tensor, `from_wire` takes a tensor and gives `Result` of the field's type"
)]
pub trait HolderOf<F, T> {
    /// The kind of the field: how many values it holds.
    type Kind: WireKind<Field = F, Item = T>;
}

/// A value of a type that the compiler knows from `from_wire`.
pub struct Known<'v, T>(pub &'v T);

impl<T> Known<'_, T> {
    /// Returns the kind of a field of type `F` that holds such values. The types are not inferred from each other: if they
    /// do not fit, the compiler says that and nothing else.
    #[must_use]
    #[inline]
    pub fn kind<F>(&self) -> PhantomData<<() as HolderOf<F, T>>::Kind>
    where
        (): HolderOf<F, T>,
    {
        PhantomData
    }
}

#[diagnostic::do_not_recommend]
impl<T> HolderOf<T, T> for () {
    type Kind = One<T>;
}

#[diagnostic::do_not_recommend]
impl<T> HolderOf<Option<T>, T> for () {
    type Kind = Optional<T>;
}

#[diagnostic::do_not_recommend]
impl<T> HolderOf<Many<T>, T> for () {
    type Kind = Repeated<T>;
}

/// A kind of field whose values a module converts, with the collection for the tensors that they are made from.
pub trait WireKind: FieldKind {
    /// The collection of the tensors that were read, of type `W`.
    type Wires<W>: Slot<W> + IntoIterator<Item = W>;
}

impl<T> WireKind for One<T> {
    type Wires<W> = Option<W>;
}

impl<T> WireKind for Optional<T> {
    type Wires<W> = Option<W>;
}

impl<T> WireKind for Repeated<T> {
    type Wires<W> = Vec<W>;
}

/// A type of tensor that a module converts to or from. As [`Encodes`](crate::derive_support::Encodes) it has two
/// implementations, so that the compiler says once what is wrong with a type; all else is asked of
/// [`This`](Wire::This), which is not known then.
#[diagnostic::on_unimplemented(
    message = "the module of `with` converts to or from `{Self}`, which is no tensor",
    label = "its `to_wire` gives, or its `from_wire` takes, `{Self}`",
    note = "tensors are: numbers, `bool`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, and types that derive `Tensor`"
)]
pub trait Wire<Held>: Sized {
    /// The type itself.
    type This;

    /// Returns the value unchanged, as one of [`This`](Wire::This).
    fn give(self) -> Self::This;

    /// Returns the function that returns a value of [`This`](Wire::This) unchanged, as one of this type.
    fn take() -> fn(Self::This) -> Self;
}

impl<W: HasRules> Wire<Holds> for W {
    type This = W;

    #[inline]
    fn give(self) -> W {
        self
    }

    #[inline]
    fn take() -> fn(W) -> W {
        identity
    }
}

impl<W: HasRules + Uninhabited> Wire<Never> for W {
    type This = W;

    fn give(self) -> W {
        self
    }

    fn take() -> fn(W) -> W {
        identity
    }
}

/// Implemented for `()` if `W`, which `from_wire` takes, is read. Of `W` it has two implementations, as [`Wire`] does.
#[diagnostic::on_unimplemented(
    message = "`from_wire` takes a `{W}`, which cannot be read",
    label = "the module of `with` takes what cannot be read",
    note = "it takes the tensor itself, not a reference to it, as `u64` in place of `&u64`:\npub fn from_wire(wire: W) -> Result<T, String>"
)]
pub trait TakenWire<'de, W, Held> {
    /// The type `W` itself.
    type This;

    /// Returns the function that returns a value of [`This`](TakenWire::This) unchanged, as a `W`.
    fn take() -> fn(Self::This) -> W;
}

#[diagnostic::do_not_recommend]
impl<'de, W: Decode<'de>> TakenWire<'de, W, Holds> for () {
    type This = W;

    #[inline]
    fn take() -> fn(W) -> W {
        identity
    }
}

#[diagnostic::do_not_recommend]
impl<'de, W: Decode<'de> + Uninhabited> TakenWire<'de, W, Never> for () {
    type This = W;

    fn take() -> fn(W) -> W {
        identity
    }
}

/// The type that `from_wire` returns. It has one implementation, so that the type of the value is known by it before
/// `to_wire` is called, which may take what a reference to a value is also taken for.
#[diagnostic::on_unimplemented(
    message = "`from_wire` gives a `{Self}`, and not a `Result`",
    label = "the `from_wire` of this module gives no `Result`",
    note = "it may refuse what was read: `pub fn from_wire(wire: W) -> Result<T, String>`, whose `T` is what `to_wire` takes a reference to; where it refuses nothing, it gives `Ok(value)`"
)]
pub trait Given: Sized {
    /// The type of the value.
    type Value;

    /// The type of the error.
    type Error;

    /// Returns the value unchanged, as a `Result`.
    ///
    /// # Errors
    ///
    /// That of the module.
    fn given(self) -> Result<Self::Value, Self::Error>;
}

#[diagnostic::do_not_recommend]
impl<T, E> Given for Result<T, E> {
    type Value = T;
    type Error = E;

    #[inline]
    fn given(self) -> Self {
        self
    }
}

/// The error of `from_wire`. It has two implementations, as [`Wire`] does.
#[diagnostic::on_unimplemented(
    message = "`from_wire` fails with a `{Self}`, which has no `Display`",
    label = "the error of this module has no text",
    note = "return an error with `Display`, as `String`: `pub fn from_wire(wire: W) -> Result<T, String>`"
)]
pub trait Refusal<Held>: Sized {
    /// Returns the text of the error.
    fn text(self) -> String;

    /// Returns the function that puts the text in place of the error. A function, so that a type which is no `Result` is
    /// reported by [`Given`] alone.
    #[must_use]
    #[inline]
    fn in_text<T>() -> fn(Result<T, Self>) -> Result<T, String> {
        |result| result.map_err(Self::text)
    }
}

#[diagnostic::do_not_recommend]
impl<E: fmt::Display> Refusal<Holds> for E {
    #[inline]
    fn text(self) -> String {
        self.to_string()
    }
}

#[diagnostic::do_not_recommend]
impl<E: fmt::Display + Uninhabited> Refusal<Never> for E {
    fn text(self) -> String {
        self.to_string()
    }
}

/// The functions of a module for a field of the kind `K`: one that converts a value of type `T` to a tensor, of type `V`,
/// and one that converts a tensor, of type `W`, to a `T`.
pub struct Module<'a, K, T, V, W> {
    to_wire: fn(&'a T) -> (V, PhantomData<K>),
    from_wire: fn(W) -> Result<T, String>,
}

/// Returns the `Module` of these two functions, in which those of the module are called.
#[inline]
#[must_use]
pub const fn module<'a, K, T, V, W>(
    from_wire: fn(W) -> Result<T, String>,
    to_wire: fn(&'a T) -> (V, PhantomData<K>),
) -> Module<'a, K, T, V, W> {
    Module { to_wire, from_wire }
}

impl<'a, K: WireKind<Item = T>, T, V: HasRules, W: HasRules> Module<'a, K, T, V, W> {
    /// Returns the rules of the tensors that `to_wire` returns.
    #[must_use]
    pub const fn written_rules(&self) -> Rules<'static> {
        V::RULES
    }

    /// Returns the rules of the tensors that `from_wire` takes.
    #[must_use]
    pub const fn rules(&self) -> Rules<'static> {
        W::RULES
    }

    /// Returns how often the field occurs in its record.
    #[must_use]
    pub const fn presence(&self) -> Presence {
        K::PRESENCE
    }

    /// Returns the field wrapped to be written: each value is converted, and checked against the rules of parameter `I`
    /// of the record `R`.
    #[inline]
    #[must_use]
    pub fn give<R, const I: usize>(&self, field: &'a K::Field) -> Converted<'a, R, K, T, V, I> {
        Converted { values: K::items(field), to_wire: self.to_wire, record: PhantomData }
    }

    /// Converts and writes the value inside of the wrapper `R`, checked against the wrapper's rules.
    ///
    /// # Errors
    ///
    /// As [`encode_narrowed`].
    #[inline]
    pub fn encode_narrowed<R, S>(
        &self,
        field: &'a K::Field,
        sink: &mut S,
        mut axes: AxisLengths<'_>,
    ) -> Result<(), EncodeError>
    where
        R: HasRules,
        V: Encode,
        S: Sink<'a>,
    {
        for value in K::items(field) {
            let (wire, _) = (self.to_wire)(value);
            encode_narrowed::<R, V, _>(&wire, &mut Copied(&mut *sink), axes.as_deref_mut())?;
        }
        Ok(())
    }

    /// Converts the tensors that were read to the field; returns `None` if a tensor is needed and there was none.
    ///
    /// # Errors
    ///
    /// Those of `from_wire`, in the parameter `name`.
    #[inline]
    pub fn take(&self, wires: Wired<K::Wires<Placed<W>>>, name: &str) -> Result<Option<K::Field>, DecodeError> {
        let mut slot = K::Slot::default();
        for Placed { wire, place } in wires.0 {
            let value = self.read(wire, place).in_parameter(name)?;
            slot.push(value)?;
        }
        Ok(K::from_slot(slot))
    }

    /// Returns the field wrapped to be read into: each tensor that is read is converted.
    #[inline]
    #[must_use]
    pub const fn fill<'f>(self, field: &'f mut K::Field) -> FillConverted<'f, 'a, K, T, V, W> {
        FillConverted { field, module: self, read: None, error: None }
    }

    /// Reads and converts the value inside of the wrapper `R`, checked against the wrapper's rules.
    ///
    /// # Errors
    ///
    /// As [`decode_narrowed`], and those of the module.
    #[inline]
    pub fn decode_narrowed<'de, R, S>(&self, source: &mut S, axes: AxisLengths<'_>) -> Result<K::Field, DecodeError>
    where
        R: HasRules,
        W: Decode<'de>,
        S: Source<'de>,
    {
        let place = source.position();
        let wire = decode_narrowed::<R, W, S>(source, axes)?;
        Ok(K::from_one(self.read(wire, place)?))
    }

    #[inline]
    fn read(&self, wire: W, place: Option<u64>) -> Result<T, DecodeError> {
        (self.from_wire)(wire).map_err(|error| DecodeError::placed(ErrorKind::custom(error), place))
    }
}

/// The values of a field to write, which are converted, and checked against the rules of parameter `I` of the record
/// `R`.
pub struct Converted<'a, R, K, T, V, const I: usize> {
    values: &'a [T],
    to_wire: fn(&'a T) -> (V, PhantomData<K>),
    record: PhantomData<R>,
}

impl<'a, R: HasRules, K, T, V: Encode, const I: usize> EncodePart<'a> for Converted<'a, R, K, T, V, I> {
    #[inline]
    fn count(&self) -> usize {
        self.values.len()
    }

    #[inline]
    fn encode<S: Sink<'a>>(&self, sink: &mut S, mut axes: AxisLengths<'_>) -> Result<(), EncodeError> {
        for value in self.values {
            let (wire, _) = (self.to_wire)(value);
            encode_narrow::<R, V, _, I>(&wire, &mut Copied(&mut *sink), axes.as_deref_mut())?;
        }
        Ok(())
    }
}

/// A field to read into, with the module that converts its tensors.
pub struct FillConverted<'f, 'a, K: WireKind<Item = T>, T, V, W> {
    field: &'f mut K::Field,
    module: Module<'a, K, T, V, W>,
    /// The number of tensors that were read, when all have been.
    read: Option<usize>,
    /// The first error of the module. Reading anew converts when all tensors of the record have been read, and so finds
    /// what is wrong with one of them first.
    error: Option<DecodeError>,
}

impl<'de, K: WireKind<Item = T>, T, V: HasRules, W: Decode<'de>> FieldMut<'de> for FillConverted<'_, '_, K, T, V, W> {
    type Item = W;
    type Field = K::Field;
    const CONVERTS: bool = true;

    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, _: AxisLengths<'_>) -> Result<(), DecodeError> {
        let place = source.position();
        let wire = W::decode(source)?;
        if self.error.is_some() {
            return Ok(());
        }
        match self.module.read(wire, place) {
            Ok(value) => K::put(self.field, read, value),
            Err(error) => {
                self.error = Some(error);
                Ok(())
            }
        }
    }

    fn keep(&mut self, read: usize) -> bool {
        self.read = Some(read);
        true
    }

    fn settle(&mut self) -> Result<bool, DecodeError> {
        match (self.error.take(), self.read) {
            (Some(error), _) => Err(error),
            (None, Some(read)) => Ok(K::keep(self.field, read)),
            // It has its default.
            (None, None) => Ok(true),
        }
    }

    fn set(&mut self, field: K::Field) {
        *self.field = field;
    }
}

/// A tensor that was read, and the offset of its first byte in the input, if known.
#[derive(Debug)]
pub struct Placed<W> {
    wire: W,
    place: Option<u64>,
}

impl<W: HasRules> HasRules for Placed<W> {
    const RULES: Rules<'static> = W::RULES;
}

impl<'de, W: Decode<'de>> Decode<'de> for Placed<W> {
    #[inline]
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let place = source.position();
        W::decode(source).map(|wire| Self { wire, place })
    }
}

/// The tensors of a field that were read, before its module converts them.
#[derive(Debug)]
pub struct Wired<C>(C);

impl<'de, W: Decode<'de>> DecodePart<'de> for Wired<Option<Placed<W>>> {
    type Item = Placed<W>;
    type Slot = Option<Placed<W>>;
    const MAY_LACK: bool = true;

    #[inline]
    fn of_one(item: Placed<W>) -> Self {
        Self(Some(item))
    }

    #[inline]
    fn of_slot(slot: Option<Placed<W>>) -> Option<Self> {
        Some(Self(slot))
    }
}

impl<'de, W: Decode<'de>> DecodePart<'de> for Wired<Vec<Placed<W>>> {
    type Item = Placed<W>;
    type Slot = Vec<Placed<W>>;
    const MAY_LACK: bool = true;

    #[inline]
    fn of_one(item: Placed<W>) -> Self {
        Self(alloc::vec![item])
    }

    #[inline]
    fn of_slot(slot: Vec<Placed<W>>) -> Option<Self> {
        Some(Self(slot))
    }
}

/// Returns whether no tensor was read for a converted field.
pub fn is_absent<C>(wires: &Wired<C>) -> bool
where
    for<'x> &'x C: IntoIterator,
{
    wires.0.into_iter().next().is_none()
}

/// Returns the converted field, which must be present.
///
/// # Errors
///
/// [`MissingParam`](ErrorKind::MissingParam).
#[inline]
pub fn present<'de, R: HasRules, F, S: Source<'de>>(
    field: Option<F>,
    name: &str,
    source: &S,
) -> Result<F, DecodeError> {
    field.ok_or_else(|| missing::<R, S>(name, source))
}

#[cold]
fn missing<'de, R: HasRules, S: Source<'de>>(name: &str, source: &S) -> DecodeError {
    let error = DecodeError::new(ErrorKind::missing_param()).in_parameter(name);
    with_unknown_names(error, source, &const { record_of::<R>() })
}
