//! One field of a derived record, in each of the forms that the derive gives it.

use core::marker::PhantomData;

use crate::{
    Bindings, Decode, DecodeError, Encode, EncodeError, Field, HasRules, Param, RuleChecked, Sink, Slot, Source,
    TensorRules,
    derive_support::{
        checks::verify::listed_entry,
        params::{is_free_param, param_of},
    },
    traits::{FieldKind, sink::fields::AxisLengths},
};

/// The type of a field, with the parameter that it makes.
pub trait FieldParam {
    /// The parameter as the field's type gives it, without a name.
    const ENTRY: Param<'static>;
}

/// A field to write.
pub trait EncodePart<'a>: Sized {
    /// Returns the number of its tensors.
    fn count(&self) -> usize;

    /// Writes its tensors.
    ///
    /// # Errors
    ///
    /// Those of the tensors.
    fn encode<S: Sink<'a>>(&self, sink: &mut S, axes: AxisLengths<'_>) -> Result<(), EncodeError>;
}

/// A field to write that holds the tensors itself.
pub trait FieldTensors<'a>: EncodePart<'a> {
    /// The type of each tensor of the field.
    type Item: Encode + 'a;

    /// Returns the tensors of the field.
    fn items(&self) -> &'a [Self::Item];
}

#[inline]
fn encode_items<'a, T: FieldTensors<'a>, S: Sink<'a>>(field: &T, sink: &mut S) -> Result<(), EncodeError> {
    const { assert_tensor::<T::Item>() };
    for item in field.items() {
        item.encode(sink)?;
    }
    Ok(())
}

/// Implements [`EncodePart`] by way of [`FieldTensors`].
macro_rules! by_items {
    () => {
        #[inline]
        fn count(&self) -> usize {
            self.items().len()
        }

        #[inline]
        fn encode<S: Sink<'a>>(&self, sink: &mut S, _: AxisLengths<'_>) -> Result<(), EncodeError> {
            encode_items(self, sink)
        }
    };
}

/// A field to read.
pub trait DecodePart<'de>: Sized {
    /// The type of each tensor of the field.
    type Item: Decode<'de>;
    /// The type that collects the tensors of the field.
    type Slot: Slot<Self::Item>;

    /// Reads one of its tensors.
    ///
    /// # Errors
    ///
    /// Those of the tensor.
    #[inline(always)]
    fn decode<S: Source<'de>>(source: &mut S, _axes: AxisLengths<'_>) -> Result<Self::Item, DecodeError> {
        const { assert_tensor::<Self::Item>() };
        Self::Item::decode(source)
    }

    /// Returns the field of one tensor.
    fn from_one(item: Self::Item) -> Self;

    /// Builds the field from the tensors that were collected; returns `None` if one is needed and there was none.
    fn from_slot(slot: Self::Slot) -> Option<Self>;

    /// Does the same as [`FieldKind::fill`].
    ///
    /// # Errors
    ///
    /// Those of the tensor.
    #[inline]
    fn fill<S: Source<'de>>(&mut self, _read: usize, source: &mut S) -> Result<(), DecodeError> {
        *self = Self::from_one(Self::decode(source, None)?);
        Ok(())
    }

    /// Does the same as [`FieldKind::keep`].
    #[inline]
    fn keep(&mut self, read: usize) -> bool {
        read > 0
    }
}

/// Stops the compiler at a field that is a record. The checks of the rules say it early and better, but not to code
/// that never asks for them.
#[allow(clippy::panic, reason = "in a constant, evaluated by the compiler")]
const fn assert_tensor<T: HasRules>() {
    if T::RULES.as_record().is_some() {
        panic!("a field of a record is a record, but every field of a record is one tensor")
    }
}

impl<T: Field> FieldParam for T {
    const ENTRY: Param<'static> = listed_entry(T::Item::RULES, <T as Field>::ENTRY);
}

/// A field whose type is asked by itself.
impl FieldParam for () {
    const ENTRY: Param<'static> = Param::new("", TensorRules::ANY);
}

impl<'a, T: Field> EncodePart<'a> for &'a T
where
    T::Item: Encode,
{
    by_items!();
}

impl<'a, T: Field> FieldTensors<'a> for &'a T
where
    T::Item: Encode,
{
    type Item = T::Item;

    #[inline]
    fn items(&self) -> &'a [T::Item] {
        T::Kind::items(self)
    }
}

impl<'de, T: Field> DecodePart<'de> for T
where
    T::Item: Decode<'de>,
{
    type Item = T::Item;
    type Slot = <T::Kind as FieldKind>::Slot;

    #[inline]
    fn from_one(item: T::Item) -> Self {
        T::Kind::from_one(item)
    }

    #[inline]
    fn from_slot(slot: Self::Slot) -> Option<Self> {
        T::Kind::from_slot(slot)
    }

    #[inline]
    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S) -> Result<(), DecodeError> {
        T::Kind::fill(self, read, source)
    }

    #[inline]
    fn keep(&mut self, read: usize) -> bool {
        T::Kind::keep(self, read)
    }
}

/// A field to read, by the way of its kind: where the type of the field is at fault, the compiler stops there, and does
/// not come to the type once more from where the field is used.
pub struct FieldValue<K: FieldKind>(pub K::Field);

impl<'de, K: FieldKind> DecodePart<'de> for FieldValue<K>
where
    K::Item: Decode<'de>,
{
    type Item = K::Item;
    type Slot = K::Slot;

    #[inline]
    fn from_one(item: K::Item) -> Self {
        Self(K::from_one(item))
    }

    #[inline]
    fn from_slot(slot: K::Slot) -> Option<Self> {
        K::from_slot(slot).map(Self)
    }
}

/// A field to write, by the way of its kind, as [`FieldValue`].
pub struct FieldRef<'a, K: FieldKind>(pub &'a K::Field);

impl<'a, K: FieldKind> EncodePart<'a> for FieldRef<'a, K>
where
    K::Item: Encode + 'a,
{
    by_items!();
}

impl<'a, K: FieldKind> FieldTensors<'a> for FieldRef<'a, K>
where
    K::Item: Encode + 'a,
{
    type Item = K::Item;

    #[inline]
    fn items(&self) -> &'a [K::Item] {
        K::items(self.0)
    }
}

/// [`Field`] whose tensors can be written: what the derive asks of a field that mentions a type parameter. A clause on
/// `Field::Item` itself would not do for types with a parameter of a projected default, as arrays of ndarray are: the
/// compiler resolves it before it knows of the clause on the field. To read, it asks for [`DecodePart`].
pub trait EncodeField {
    /// The tensor.
    type Item: Encode;

    /// Returns the tensors to write.
    fn items(&self) -> &[Self::Item];
}

#[diagnostic::do_not_recommend]
impl<T: Field<Item: Encode>> EncodeField for T {
    type Item = T::Item;

    #[inline]
    fn items(&self) -> &[T::Item] {
        T::Kind::items(self)
    }
}

/// A field to write whose type mentions a type parameter.
#[derive(Debug)]
pub struct GenericFieldRef<'a, T>(pub &'a T);

impl<'a, T: EncodeField> EncodePart<'a> for GenericFieldRef<'a, T>
where
    T::Item: 'a,
{
    by_items!();
}

impl<'a, T: EncodeField> FieldTensors<'a> for GenericFieldRef<'a, T>
where
    T::Item: 'a,
{
    type Item = T::Item;

    #[inline]
    fn items(&self) -> &'a [T::Item] {
        self.0.items()
    }
}

/// A field checked against the rules of parameter `I` of the record `R`.
#[derive(Debug)]
pub struct WithRules<R, T, const I: usize>(pub T, PhantomData<R>);

impl<R, T, const I: usize> WithRules<R, T, I> {
    /// Wraps the field.
    #[inline]
    pub const fn new(field: T) -> Self {
        Self(field, PhantomData)
    }
}

#[inline]
pub(crate) fn checked<'c, S>(
    inner: &'c mut S,
    param: &'static Param<'static>,
    axes: Option<&'c mut Bindings>,
) -> RuleChecked<'c, 'static, S> {
    match axes {
        Some(axes) => RuleChecked::bound(inner, param.rules, axes, param.name),
        None => RuleChecked::new(inner, param.rules),
    }
}

impl<'a, R: HasRules, T: FieldTensors<'a>, const I: usize> EncodePart<'a> for WithRules<R, T, I> {
    #[inline]
    fn count(&self) -> usize {
        self.0.count()
    }

    #[inline]
    fn encode<S: Sink<'a>>(&self, sink: &mut S, mut axes: AxisLengths<'_>) -> Result<(), EncodeError> {
        for item in self.0.items() {
            encode_narrow::<R, _, _, I>(item, sink, axes.as_deref_mut())?;
        }
        Ok(())
    }
}

/// Writes one tensor, checked against the rules of parameter `I` of the record `R`.
#[inline]
pub(crate) fn encode_narrow<'a, R, T, S, const I: usize>(
    item: &'a T,
    sink: &mut S,
    axes: AxisLengths<'_>,
) -> Result<(), EncodeError>
where
    R: HasRules,
    T: Encode,
    S: Sink<'a>,
{
    const { assert_tensor::<T>() };
    if const { is_free_param::<R, T, I>() } {
        return item.encode(sink);
    }
    item.encode(&mut checked(sink, const { &param_of::<R, I>() }, axes))
}

impl<'de, R: HasRules, T: DecodePart<'de>, const I: usize> DecodePart<'de> for WithRules<R, T, I> {
    type Item = T::Item;
    type Slot = T::Slot;

    #[inline]
    fn decode<S: Source<'de>>(source: &mut S, axes: AxisLengths<'_>) -> Result<T::Item, DecodeError> {
        if const { is_free_param::<R, T::Item, I>() } {
            return T::decode(source, axes);
        }
        T::Item::decode(&mut checked(source, const { &param_of::<R, I>() }, axes))
    }

    #[inline]
    fn from_one(item: T::Item) -> Self {
        Self::new(T::from_one(item))
    }

    #[inline]
    fn from_slot(slot: T::Slot) -> Option<Self> {
        T::from_slot(slot).map(Self::new)
    }
}

/// A field that has a default: `None` if it was absent.
#[derive(Debug)]
pub struct WithDefault<T>(pub Option<T>);

impl<'de, T: DecodePart<'de>> DecodePart<'de> for WithDefault<T> {
    type Item = T::Item;
    type Slot = T::Slot;

    #[inline]
    fn decode<S: Source<'de>>(source: &mut S, axes: AxisLengths<'_>) -> Result<T::Item, DecodeError> {
        T::decode(source, axes)
    }

    #[inline]
    fn from_one(item: T::Item) -> Self {
        Self(Some(T::from_one(item)))
    }

    #[inline]
    fn from_slot(slot: T::Slot) -> Option<Self> {
        Some(Self(T::from_slot(slot)))
    }
}

/// A kind whose tensors can be written, of a field of type `F`.
///
/// Each of the traits of the two directions has two implementations. Of several the compiler tries which one holds, and
/// so it stops here, at the type of the field, if none does. Of a single one it would go on to complain of all that
/// follows from it.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot be encoded as a tensor or record",
    label = "`Encode` is not implemented",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; for a field that is not sent, add `#[tensor(skip)]`"
)]
pub trait Encodes<F, Held> {
    /// The kind itself.
    type Kind: FieldKind;
}

/// A kind whose tensors can be read, of a field of type `F`.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot be decoded from a tensor or record",
    label = "`Decode` is not implemented",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; for a field that is not sent, add `#[tensor(skip)]`"
)]
pub trait Decodes<'de, F, Held> {
    /// The kind itself.
    type Kind: FieldKind;
}

/// The implementation that holds.
#[derive(Debug)]
pub struct Holds;

/// The one that never does.
#[derive(Debug)]
pub struct Never;

/// No type.
pub trait Uninhabited {}

impl<F, K: FieldKind> Encodes<F, Holds> for K
where
    K::Item: Encode,
{
    type Kind = K;
}

impl<F, K: FieldKind> Encodes<F, Never> for K
where
    K::Item: Uninhabited,
{
    type Kind = K;
}

impl<'de, F, K: FieldKind> Decodes<'de, F, Holds> for K
where
    K::Item: Decode<'de>,
{
    type Kind = K;
}

impl<F, K: FieldKind> Decodes<'_, F, Never> for K
where
    K::Item: Uninhabited,
{
    type Kind = K;
}
