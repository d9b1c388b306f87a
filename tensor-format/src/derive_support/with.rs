//! Fields that a module converts to tensors and back, `#[tensor(with = module)]`.
//!
//! The module has two functions, `to_wire(&T) -> W` and `from_wire(W) -> Result<T, E>`. The derive infers the types
//! from them, so that it never has to name the type of the tensor.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, marker::PhantomData};

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

/// A type of a field that holds values of type `T`: `T` itself, `Option<T>`, or [`Many<T>`](Many).
#[diagnostic::on_unimplemented(
    message = "the module of `with` converts `{T}`, but the field is `{Self}`",
    label = "not `{T}`, nor an `Option` or `Many` of it",
    note = "`to_wire` takes a reference to the field's type and gives a tensor, `from_wire` takes a tensor and gives `Result` of the field's type"
)]
pub trait HolderOf<T>: Sized {
    /// The kind of the field: how many values it holds.
    type Kind: WireKind<Field = Self, Item = T>;
}

impl<T> HolderOf<T> for T {
    type Kind = One<T>;
}

impl<T> HolderOf<T> for Option<T> {
    type Kind = Optional<T>;
}

impl<T> HolderOf<T> for Many<T> {
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
    /// The rules of the tensor type that the module's function returns or takes.
    const OWN: Rules<'static>;
    /// The function that returns the value unchanged, as a value of [`This`](Wire::This).
    const INTO: fn(Self) -> Self::This;
    /// The function that returns a value of [`This`](Wire::This) unchanged, as one of this type.
    const FROM: fn(Self::This) -> Self;
}

impl<W: HasRules> Wire<Holds> for W {
    type This = W;
    const OWN: Rules<'static> = W::RULES;
    const INTO: fn(W) -> W = core::convert::identity;
    const FROM: fn(W) -> W = core::convert::identity;
}

impl<W: HasRules + Uninhabited> Wire<Never> for W {
    type This = W;
    const OWN: Rules<'static> = W::RULES;
    const INTO: fn(W) -> W = core::convert::identity;
    const FROM: fn(W) -> W = core::convert::identity;
}

/// A type that `from_wire` takes: one that is read. It has two implementations, as [`Wire`] does.
#[diagnostic::on_unimplemented(
    message = "`from_wire` takes a `{Self}`, which cannot be read",
    label = "the module of `with` takes what cannot be read",
    note = "it takes the tensor itself, not a reference to it, as `u64` in place of `&u64`:\npub fn from_wire(wire: W) -> Result<T, String>"
)]
pub trait TakenWire<'de, Held>: Sized {
    /// The type itself.
    type This;
    /// The function that returns a value of [`This`](TakenWire::This) unchanged, as one of this type.
    const FROM: fn(Self::This) -> Self;
}

impl<'de, W: Decode<'de>> TakenWire<'de, Holds> for W {
    type This = W;
    const FROM: fn(W) -> W = core::convert::identity;
}

impl<'de, W: Decode<'de> + Uninhabited> TakenWire<'de, Never> for W {
    type This = W;
    const FROM: fn(W) -> W = core::convert::identity;
}

/// The type that `from_wire` returns. It has two implementations, as [`Wire`] does.
#[diagnostic::on_unimplemented(
    message = "`from_wire` gives a `{Self}`, and not a `Result<{T}, E>` whose `E` has `Display`",
    label = "the `from_wire` of this module gives no `Result<{T}, E>` with such an `E`",
    note = "it may refuse what was read: `pub fn from_wire(wire: W) -> Result<{T}, String>`; where it refuses nothing, it gives `Ok(value)`"
)]
pub trait Given<T, Held>: Sized {
    /// The function that returns the value, or the text of the error.
    const RESULT: fn(Self) -> Result<T, String>;
}

#[diagnostic::do_not_recommend]
impl<T, E: fmt::Display> Given<T, Holds> for Result<T, E> {
    const RESULT: fn(Self) -> Result<T, String> = shown;
}

#[diagnostic::do_not_recommend]
impl<T: Uninhabited, E: fmt::Display> Given<T, Never> for Result<T, E> {
    const RESULT: fn(Self) -> Result<T, String> = shown;
}

#[inline]
fn shown<T, E: fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

/// The function `make` that converts a value of type `T` to a tensor. It returns a `U`, which `into` turns into `V`:
/// the same type, but the compiler does not know that they are equal.
struct ToWire<'a, T, U, V> {
    make: fn(&'a T) -> U,
    into: fn(U) -> V,
}

impl<'a, T, U, V> ToWire<'a, T, U, V> {
    #[inline]
    fn call(&self, value: &'a T) -> V {
        (self.into)((self.make)(value))
    }
}

impl<T, U, V> Clone for ToWire<'_, T, U, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, U, V> Copy for ToWire<'_, T, U, V> {}

/// The function `make` that converts a tensor of type `W` to a value of type `T`, in the types that it has itself: it
/// takes an `X` and returns a `Y`.
pub struct FromWire<T, W, X, Y> {
    from: fn(W) -> X,
    make: fn(X) -> Y,
    result: fn(Y) -> Result<T, String>,
}

/// As [`FromWire`], of a tensor that is read, whose type is `R`.
pub struct Reading<T, R, W, X, Y> {
    read: fn(R) -> W,
    then: FromWire<T, W, X, Y>,
}

/// A function that converts what was read to a value of type `T`.
pub trait Reads<T> {
    /// The type of the tensor that was read.
    type Wire;

    /// Converts a tensor.
    ///
    /// # Errors
    ///
    /// The text of that of the module.
    fn convert(&self, wire: Self::Wire) -> Result<T, String>;
}

impl<T, R, W, X, Y> Reads<T> for Reading<T, R, W, X, Y> {
    type Wire = R;

    #[inline]
    fn convert(&self, wire: R) -> Result<T, String> {
        let FromWire { from, make, result } = &self.then;
        result(make(from((self.read)(wire))))
    }
}

/// The two functions of a module for a field of the kind `K`. `to_wire` converts a `T` to a `U`, which is the tensor
/// `V`; `from_wire`, of the type `F`, converts a tensor to a `T`.
pub struct Module<'a, K, T, U, V, F> {
    to_wire: ToWire<'a, T, U, V>,
    from_wire: F,
    written: Rules<'static>,
    read: Rules<'static>,
    kind: PhantomData<fn() -> K>,
}

/// Returns the `Module` of these two functions. If they do not fit the field, the compiler reports it here, so that
/// the message is the same wherever the field is used.
#[inline]
#[must_use]
#[allow(clippy::type_complexity, reason = "the types are inferred")]
pub const fn module<'a, F, K, T, U, X, Y, A, B, C>(
    to_wire: fn(&'a T) -> U,
    from_wire: fn(X) -> Y,
) -> Module<'a, K, T, U, U::This, FromWire<T, X::This, X, Y>>
where
    F: HolderOf<T, Kind = K>,
    U: Wire<A>,
    X: Wire<B>,
    Y: Given<T, C>,
{
    let to_wire = ToWire { make: to_wire, into: U::INTO };
    let from_wire = FromWire { from: X::FROM, make: from_wire, result: Y::RESULT };
    Module { to_wire, from_wire, written: U::OWN, read: X::OWN, kind: PhantomData }
}

/// Returns the module for what is read. If its `from_wire` takes what cannot be, the compiler reports it here.
#[inline]
#[must_use]
#[allow(clippy::type_complexity, reason = "the types are inferred")]
pub const fn reading<'a, 'de, K, T, U, V, W, X, Y, A>(
    module: Module<'a, K, T, U, V, FromWire<T, W, X, Y>>,
) -> Module<'a, K, T, U, V, Reading<T, W::This, W, X, Y>>
where
    W: TakenWire<'de, A>,
{
    let Module { to_wire, from_wire, written, read, kind } = module;
    Module { to_wire, from_wire: Reading { read: W::FROM, then: from_wire }, written, read, kind }
}

impl<'a, K: WireKind<Item = T>, T, U, V, F> Module<'a, K, T, U, V, F> {
    /// Returns the rules of the tensors that `to_wire` returns.
    #[must_use]
    pub const fn written_rules(&self) -> Rules<'static> {
        self.written
    }

    /// Returns the rules of the tensors that `from_wire` takes.
    #[must_use]
    pub const fn rules(&self) -> Rules<'static> {
        self.read
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
    pub fn give<R, const I: usize>(&self, field: &'a K::Field) -> Converted<'a, R, T, U, V, I> {
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
            encode_narrowed::<R, V, _>(&self.to_wire.call(value), &mut Copied(&mut *sink), axes.as_deref_mut())?;
        }
        Ok(())
    }
}

impl<'a, K: WireKind<Item = T>, T, U, V, F: Reads<T>> Module<'a, K, T, U, V, F> {
    /// Converts the tensors that were read to the field; returns `None` if a tensor is needed and there was none.
    ///
    /// # Errors
    ///
    /// Those of `from_wire`, in the parameter `name`.
    #[inline]
    pub fn take(&self, wires: Wired<K::Wires<Placed<F::Wire>>>, name: &str) -> Result<Option<K::Field>, DecodeError> {
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
    pub const fn fill<'f>(self, field: &'f mut K::Field) -> FillConverted<'f, 'a, K, T, U, V, F> {
        FillConverted { field, module: self }
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
        F::Wire: Decode<'de>,
        S: Source<'de>,
    {
        let place = source.position();
        let wire = decode_narrowed::<R, F::Wire, S>(source, axes)?;
        Ok(K::from_one(self.read(wire, place)?))
    }

    #[inline]
    fn read(&self, wire: F::Wire, place: Option<u64>) -> Result<T, DecodeError> {
        self.from_wire.convert(wire).map_err(|error| DecodeError::placed(ErrorKind::custom(error), place))
    }
}

/// The values of a field to write, which are converted, and checked against the rules of parameter `I` of the record
/// `R`.
pub struct Converted<'a, R, T, U, V, const I: usize> {
    values: &'a [T],
    to_wire: ToWire<'a, T, U, V>,
    record: PhantomData<R>,
}

impl<'a, R: HasRules, T, U, V: Encode, const I: usize> EncodePart<'a> for Converted<'a, R, T, U, V, I> {
    #[inline]
    fn count(&self) -> usize {
        self.values.len()
    }

    #[inline]
    fn encode<S: Sink<'a>>(&self, sink: &mut S, mut axes: AxisLengths<'_>) -> Result<(), EncodeError> {
        for value in self.values {
            let wire = self.to_wire.call(value);
            encode_narrow::<R, V, _, I>(&wire, &mut Copied(&mut *sink), axes.as_deref_mut())?;
        }
        Ok(())
    }
}

/// A field to read into, with the module that converts its tensors.
pub struct FillConverted<'f, 'a, K: WireKind<Item = T>, T, U, V, F> {
    field: &'f mut K::Field,
    module: Module<'a, K, T, U, V, F>,
}

impl<'de, K: WireKind<Item = T>, T, U, V, F: Reads<T, Wire: Decode<'de>>> FieldMut<'de>
    for FillConverted<'_, '_, K, T, U, V, F>
{
    type Item = F::Wire;
    type Field = K::Field;

    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, _: AxisLengths<'_>) -> Result<(), DecodeError> {
        let place = source.position();
        let wire = F::Wire::decode(source)?;
        K::put(self.field, read, self.module.read(wire, place)?)
    }

    fn keep(&mut self, read: usize) -> bool {
        K::keep(self.field, read)
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
    fn from_one(item: Placed<W>) -> Self {
        Self(Some(item))
    }

    #[inline]
    fn from_slot(slot: Option<Placed<W>>) -> Option<Self> {
        Some(Self(slot))
    }
}

impl<'de, W: Decode<'de>> DecodePart<'de> for Wired<Vec<Placed<W>>> {
    type Item = Placed<W>;
    type Slot = Vec<Placed<W>>;

    #[inline]
    fn from_one(item: Placed<W>) -> Self {
        Self(alloc::vec![item])
    }

    #[inline]
    fn from_slot(slot: Vec<Placed<W>>) -> Option<Self> {
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
