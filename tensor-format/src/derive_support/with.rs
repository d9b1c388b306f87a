//! Fields that a module converts to tensors and back, `#[tensor(with = module)]`.
//!
//! The module has two functions, `to_wire(&T) -> W` and `from_wire(W) -> Result<T, E>`. What the derive needs to know
//! of the types it learns from them, so that it never has to name the type of the tensor.

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
    traits::with_unknown_names,
    traits::{FieldKind, One, Optional, Repeated, adapters::copying::Copied},
};

/// A field that holds values of type `T`: just one, an `Option`, or [`Many`].
#[diagnostic::on_unimplemented(
    message = "the module of `with` converts `{T}`, but the field is `{Self}`",
    label = "not `{T}`, nor an `Option` or `Many` of it",
    note = "`to_wire` takes a reference to the field's type and gives a tensor, `from_wire` takes a tensor and gives `Result` of the field's type"
)]
pub trait HolderOf<T>: Sized {
    /// How it holds them.
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

/// How a field holds values, and how the tensors are held that its values are made from.
pub trait WireKind: FieldKind {
    /// The tensors.
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

/// A type that a module makes of a value. As [`Encodes`](crate::derive_support::Encodes) it has two implementations, so
/// that the compiler says once what is wrong with a type; all else is asked of [`This`](Wire::This), which is not known
/// then.
#[diagnostic::on_unimplemented(
    message = "the module of `with` converts to or from `{Self}`, which is no tensor",
    label = "its `to_wire` gives, or its `from_wire` takes, `{Self}`",
    note = "tensors are: numbers, `bool`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, and types that derive `Tensor`"
)]
pub trait Wire<Held>: Sized {
    /// The type itself.
    type This;
    /// The rules of the type.
    const OWN: Rules<'static>;
    /// The value as it is.
    const INTO: fn(Self) -> Self::This;
    /// The value as it is.
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

/// A function that makes tensors `V` of values `T`. The compiler knows `V` as another type than what the function
/// gives.
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

/// The functions of a module for a field of the kind `K`: of values `T` the first makes a `U`, which is the tensor `V`;
/// the second makes them of an `X`, which is the tensor `W`.
pub struct Module<'a, K, T, U, V, W, X, E> {
    to_wire: ToWire<'a, T, U, V>,
    from: fn(W) -> X,
    from_wire: fn(X) -> Result<T, E>,
    show: fn(&E) -> String,
    written: Rules<'static>,
    read: Rules<'static>,
    kind: PhantomData<fn() -> K>,
}

/// Takes the functions of a module. Their faults are reported here, and so in the same words wherever they are used.
#[inline]
#[must_use]
#[allow(clippy::type_complexity, reason = "the types are inferred")]
pub const fn module<'a, F, K, T, U, X, E, A, B>(
    to_wire: fn(&'a T) -> U,
    from_wire: fn(X) -> Result<T, E>,
) -> Module<'a, K, T, U, U::This, X::This, X, E>
where
    F: HolderOf<T, Kind = K>,
    U: Wire<A>,
    X: Wire<B>,
    E: fmt::Display,
{
    let to_wire = ToWire { make: to_wire, into: U::INTO };
    let (written, read) = (U::OWN, X::OWN);
    Module { to_wire, from: X::FROM, from_wire, show: E::to_string, written, read, kind: PhantomData }
}

impl<'a, K: WireKind<Item = T>, T, U, V, W, X, E> Module<'a, K, T, U, V, W, X, E> {
    /// Returns the rules of what is written.
    #[must_use]
    pub const fn written_rules(&self) -> Rules<'static> {
        self.written
    }

    /// Returns the rules of what is read.
    #[must_use]
    pub const fn rules(&self) -> Rules<'static> {
        self.read
    }

    /// Returns how often the field occurs in its record.
    #[must_use]
    pub const fn presence(&self) -> Presence {
        K::PRESENCE
    }

    /// Returns the field to write, checked against the rules of parameter `I` of the record `R`.
    #[inline]
    #[must_use]
    pub fn give<R, const I: usize>(&self, field: &'a K::Field) -> Converted<'a, R, T, U, V, I> {
        Converted { values: K::items(field), to_wire: self.to_wire, record: PhantomData }
    }

    /// Returns the field from what was read; `None` if a tensor is needed and none was there.
    ///
    /// # Errors
    ///
    /// Those of the module.
    #[inline]
    pub fn take(&self, wires: Wired<K::Wires<Placed<W>>>, name: &str) -> Result<Option<K::Field>, DecodeError> {
        let mut slot = K::Slot::default();
        for Placed { wire, place } in wires.0 {
            let value = self.read(wire, place).map_err(|error| error.in_parameter(name))?;
            slot.push(value)?;
        }
        Ok(K::from_slot(slot))
    }

    /// Returns the field to read into.
    #[inline]
    #[must_use]
    pub const fn fill<'f>(self, field: &'f mut K::Field) -> FillConverted<'f, 'a, K, T, U, V, W, X, E> {
        FillConverted { field, module: self }
    }

    /// Writes the one value inside of the wrapper `R`, checked against the wrapper's rules.
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
        K::items(field).iter().try_for_each(|value| {
            encode_narrowed::<R, V, _>(&self.to_wire.call(value), &mut Copied(&mut *sink), axes.as_deref_mut())
        })
    }

    /// Reads the one value inside of the wrapper `R`, checked against the wrapper's rules.
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
        (self.from_wire)((self.from)(wire))
            .map_err(|error| DecodeError::placed(ErrorKind::custom((self.show)(&error)), place))
    }
}

/// A converted field to write, checked against the rules of parameter `I` of the record `R`.
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
        self.values.iter().try_for_each(|value| {
            let wire = self.to_wire.call(value);
            encode_narrow::<R, V, _, I>(&wire, &mut Copied(&mut *sink), axes.as_deref_mut())
        })
    }
}

/// A converted field to read into.
pub struct FillConverted<'f, 'a, K: WireKind<Item = T>, T, U, V, W, X, E> {
    field: &'f mut K::Field,
    module: Module<'a, K, T, U, V, W, X, E>,
}

impl<'de, K: WireKind<Item = T>, T, U, V, W: Decode<'de>, X, E> FieldMut<'de>
    for FillConverted<'_, '_, K, T, U, V, W, X, E>
{
    type Item = W;
    type Field = K::Field;

    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, _: AxisLengths<'_>) -> Result<(), DecodeError> {
        let place = source.position();
        let wire = W::decode(source)?;
        K::put(self.field, read, self.module.read(wire, place)?)
    }

    fn keep(&mut self, read: usize) -> bool {
        K::keep(self.field, read)
    }

    fn set(&mut self, field: K::Field) {
        *self.field = field;
    }
}

/// A tensor, and the offset of its first byte.
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

/// The tensors of a converted field as they were read.
#[derive(Debug)]
pub struct Wired<C>(C);

impl<'de, W: Decode<'de>> DecodePart<'de> for Wired<Option<Placed<W>>> {
    type Item = Placed<W>;
    type Slot = Option<Placed<W>>;

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

/// Returns whether there was no tensor of a converted field.
pub fn is_absent<C>(wires: &Wired<C>) -> bool
where
    for<'x> &'x C: IntoIterator,
{
    wires.0.into_iter().next().is_none()
}

/// Returns a converted field that must be present.
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
