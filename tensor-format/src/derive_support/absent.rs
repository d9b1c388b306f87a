//! Checks the defaults of absent parameters against the rules of their record, as tensors that were read are checked.

use alloc::{borrow::Cow, boxed::Box, string::String, sync::Arc};

use super::{EncodePart, Holds, Never, Uninhabited};
use crate::traits::sink::fields::{AxisLengths, EncodeFields, FieldNames};
use crate::{
    Block, ByteOrder, DecodeError, Element, ElementSink, ElementType, EncodeError, ErrorKind, HasRules, Layout,
    Payload, Presence, RecordRules, RecordType, Sink, Variable,
    derive_support::{checks::flatten::join, checks::parts::Flattening, params::param_of},
    traits::{FieldKind, InRange, One},
};

/// Checks the default of parameter `I` of the record `R` against its rules, and the lengths of its named axes against
/// `axes`, the lengths that the tensors read so far have on axes of those names.
///
/// # Errors
///
/// [`UnfitDefault`](ErrorKind::UnfitDefault).
pub fn hold_default<'a, R: HasRules, P: EncodePart<'a>, const I: usize>(
    field: &P,
    axes: AxisLengths<'_>,
) -> Result<(), DecodeError> {
    let param = const { &param_of::<R, I>() };
    let held = if const { P::NESTS } {
        // The record `R` lists one parameter for the field. Those of the field are numbered from it on.
        let rules = P::RULES.as_record().copied().unwrap_or(RecordRules::ANY);
        field.encode_nested(&mut InRanges::new(rules, I), FieldNames::of(R::RECORD).after(I))
    } else {
        field.encode(&mut InRange::new(&mut Nowhere, param.rules.range), axes)
    };
    held.map_err(|error| unfit(error.in_parameter(param.name)))
}

/// Checks the default of a map, flattened record number `I` of the record `R`, as [`hold_default`] checks that of a
/// parameter.
///
/// # Errors
///
/// [`UnfitDefault`](ErrorKind::UnfitDefault).
pub fn hold_map_default<'a, R: Flattening + HasRules, F: EncodeFields<'a>, const I: usize>(
    map: &F,
    axes: AxisLengths<'_>,
) -> Result<(), DecodeError> {
    let rules = const { &join::<R>() };
    map.encode(&mut InRanges::new(*rules, 0), FieldNames::of(R::RECORD), axes).map_err(unfit)
}

/// A type that can be made from the string literal after the word `default`.
pub trait OfText {
    /// Returns the text as the type.
    fn of_text(text: &'static str) -> Self;
}

macro_rules! of_text {
    ($($ty:ty),*) => { $(
        impl OfText for $ty {
            fn of_text(text: &'static str) -> Self {
                text.into()
            }
        }
    )* };
}

of_text!(&str, String, Box<str>, Arc<str>, Cow<'_, str>);

/// Implemented for the types of fields that a string literal after the word `default` can give. It has two
/// implementations, as the traits in `diagnostics` do, so that this message is the only error for another type.
#[diagnostic::on_unimplemented(
    message = "a string literal cannot be the default of a `{Self}`",
    label = "expected a value of type `{Self}`",
    note = "`default` takes an expression of the field's type, as `vec![\"a\".into()]` for a list of texts; to call a function, write `default = function()`"
)]
pub trait DefaultText<Held> {
    /// Returns the text as the type.
    fn default_text(text: &'static str) -> Self;
}

impl<T: OfText> DefaultText<Holds> for T {
    fn default_text(text: &'static str) -> Self {
        T::of_text(text)
    }
}

impl<T: OfText + Uninhabited> DefaultText<Never> for T {
    fn default_text(text: &'static str) -> Self {
        T::of_text(text)
    }
}

/// Implemented for the types that have a `Default`. It has two implementations, as [`DefaultText`] does, so that the
/// message names the attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `Default`",
    label = "a field with `skip` or `default` has this value where none is sent: its type needs `Default`",
    note = "add `#[derive(Default)]` to the type, where an enum also marks a variant as `#[default]`, or hold it in an `Option`, whose default is `None`; a field that is sent can have another value, `default = value`"
)]
pub trait HasDefault<Held> {
    /// Returns the default.
    fn of_default() -> Self;
}

impl<T: Default> HasDefault<Holds> for T {
    #[inline]
    fn of_default() -> Self {
        T::default()
    }
}

impl<T: Default + Uninhabited> HasDefault<Never> for T {
    fn of_default() -> Self {
        T::default()
    }
}

/// Implemented for the same types as [`HasDefault`], with a message for long arrays.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `Default`: arrays have one up to 32 elements",
    label = "write the value, as `default = [0.0; 64]`; a field with `skip` can be a `Vec`"
)]
pub trait HasArrayDefault<Held> {
    /// Returns the default.
    fn of_default() -> Self;
}

impl<T: Default> HasArrayDefault<Holds> for T {
    #[inline]
    fn of_default() -> Self {
        T::default()
    }
}

impl<T: Default + Uninhabited> HasArrayDefault<Never> for T {
    fn of_default() -> Self {
        T::default()
    }
}

/// Implemented for the kind of fields whose absence says nothing, so that a default can: those of one tensor.
#[diagnostic::on_unimplemented(
    message = "the type of this field leaves no use for a default: an absent `Option` is `None`, and an absent `Many` empty",
    label = "remove `default`, or give the field the type of one tensor"
)]
pub trait TakesDefault: FieldKind {
    /// The type of the default.
    type Value;

    /// Returns the field that has this default.
    fn field(value: Self::Value) -> Self::Field;
}

#[diagnostic::do_not_recommend]
impl<T> TakesDefault for One<T> {
    type Value = T;

    #[inline]
    fn field(value: T) -> T {
        value
    }
}

#[cold]
pub(super) fn unfit(error: EncodeError) -> DecodeError {
    let name = error.parameter().map(Box::<str>::from);
    let error = DecodeError::new(ErrorKind::UnfitDefault(Box::new(error.into_kind())));
    match name {
        Some(name) => error.in_parameter(&name),
        None => error,
    }
}

/// A sink that writes nothing: values are encoded into it only for the checks that encoding makes.
pub(super) struct Nowhere;

impl<'a> ElementSink<'a> for Nowhere {
    fn copy_numbers<T: Element>(&mut self, _: &[T]) -> Result<(), EncodeError> {
        Ok(())
    }

    fn bytes(&mut self, _: ElementType, _: &'a [u8], _: ByteOrder) -> Result<(), EncodeError> {
        Ok(())
    }

    fn strided(&mut self, _: ElementType, _: &[usize], _: &Layout, _: &'a [u8]) -> Result<(), EncodeError> {
        Ok(())
    }

    fn variable(&mut self, _: Variable<'a>) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<'a> Sink<'a> for Nowhere {
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], payload: &P) -> Result<(), EncodeError> {
        payload.write(self)
    }

    fn block<T: Block>(&mut self, _: &'a T) -> Result<(), EncodeError> {
        Ok(())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Ok(())
    }
}

/// A sink that writes nothing and checks the elements of each tensor against the range of its parameter.
struct InRanges {
    rules: RecordRules<'static>,
    /// The position that the first parameter of the rules has here.
    first: usize,
    /// The position of the next tensor's parameter in the rules; `written` is how many tensors it had before.
    current: Option<usize>,
    written: usize,
}

impl InRanges {
    const fn new(rules: RecordRules<'static>, first: usize) -> Self {
        Self { rules, first, current: None, written: 0 }
    }
}

impl<'a> Sink<'a> for InRanges {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let param = self.current.and_then(|index| self.rules.get(index));
        let tensor = param.filter(|param| param.presence == Presence::Many).map(|_| self.written);
        let range = param.and_then(|param| param.rules.range);
        self.written = self.written.saturating_add(1);
        InRange::of_many(&mut Nowhere, range, tensor).tensor(element_type, shape, payload)
    }

    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    fn parameter(&mut self, index: usize) -> &mut Self {
        let next = index.checked_sub(self.first);
        if next != self.current {
            self.written = 0;
        }
        self.current = next;
        self
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Ok(())
    }
}
