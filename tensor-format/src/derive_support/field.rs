//! Wrapper types for one field of a derived record, which is written and read by the traits of `part`.

use core::marker::PhantomData;

use crate::{
    Decode, DecodeError, Encode, EncodeError, Field, HasRules, Param, Presence, RuleChecked, Sink, Source, TensorRules,
    derive_support::{
        checks::verify::listed_entry,
        flatten::nested::{count_nested, write_nested},
        params::{is_free_param, param_of},
        part::{DecodePart, EncodePart, FieldParam, FieldTensors, is_record, may_lack, param_count},
    },
    traits::{
        FieldKind,
        sink::fields::{AxisLengths, FieldNames},
    },
};

/// Implements [`EncodePart`] for a type that implements [`FieldTensors`]; `$is_one` says whether there is always one item.
macro_rules! by_items {
    ($is_one:expr) => {
        const IS_ONE: bool = $is_one && !Self::NESTS;
        const NESTS: bool = is_record::<<Self as FieldTensors<'a>>::Item>();
        const LEN: usize = param_count::<<Self as FieldTensors<'a>>::Item>();
        const RULES: $crate::Rules<'static> = <<Self as FieldTensors<'a>>::Item as HasRules>::RULES;

        #[inline]
        fn count(&self) -> usize {
            self.items().len()
        }

        #[inline(always)]
        fn encode<S: Sink<'a>>(&self, sink: &mut S, _: AxisLengths<'_>) -> Result<(), EncodeError> {
            for item in self.items() {
                item.encode(sink)?;
            }
            Ok(())
        }

        #[inline]
        fn count_nested(&self, counts: &mut [usize]) {
            self.items().iter().for_each(|record| count_nested(record, counts));
        }

        #[inline]
        fn encode_nested<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
            for record in self.items() {
                write_nested(record, sink, names)?;
            }
            Ok(())
        }
    };
}

impl<T: Field> FieldParam for T {
    const ENTRY: Param<'static> = listed_entry(T::Item::RULES, <T as Field>::ENTRY);
}

/// Allows any tensor: the entry of a field whose type is checked elsewhere.
impl FieldParam for () {
    const ENTRY: Param<'static> = Param::new("", TensorRules::ANY);
}

impl<'a, T: Field> EncodePart<'a> for &'a T
where
    T::Item: Encode,
{
    by_items!(matches!(<T::Kind as FieldKind>::PRESENCE, Presence::Required));
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
    const MAY_LACK: bool = may_lack::<T::Item>(T::PRESENCE);

    #[inline]
    fn of_one(item: T::Item) -> Self {
        T::Kind::from_one(item)
    }

    #[inline]
    fn of_slot(slot: Self::Slot) -> Option<Self> {
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

/// A field to read, whose type is given by its kind `K` instead of by name: where the type is at fault, the compiler
/// reports it there, and not once more where the field is used.
pub struct FieldValue<K: FieldKind>(pub K::Field);

impl<'de, K: FieldKind> DecodePart<'de> for FieldValue<K>
where
    K::Item: Decode<'de>,
{
    type Item = K::Item;
    type Slot = K::Slot;
    const MAY_LACK: bool = may_lack::<K::Item>(K::PRESENCE);

    #[inline]
    fn of_one(item: K::Item) -> Self {
        Self(K::from_one(item))
    }

    #[inline]
    fn of_slot(slot: K::Slot) -> Option<Self> {
        K::from_slot(slot).map(Self)
    }
}

/// A field to write, whose type is given by its kind `K`, as that of [`FieldValue`].
pub struct FieldRef<'a, K: FieldKind>(pub &'a K::Field);

impl<'a, K: FieldKind> EncodePart<'a> for FieldRef<'a, K>
where
    K::Item: Encode + 'a,
{
    by_items!(matches!(K::PRESENCE, Presence::Required));
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

/// A type of a field whose tensors can be written: what the derive asks of a field that mentions a type parameter. A
/// clause on `Field::Item` itself would not do for types with a parameter of a projected default, as arrays of ndarray
/// are: the compiler resolves it before it knows of the clause on the field. To read, it asks for [`DecodePart`].
pub trait EncodeField {
    /// The type of each tensor.
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
    // Nothing here tells the kind of the field.
    by_items!(false);
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
    /// Wraps the field, whose tensors will be checked.
    #[inline]
    pub const fn new(field: T) -> Self {
        Self(field, PhantomData)
    }
}

#[inline]
pub(crate) fn checked<'c, S>(
    inner: &'c mut S,
    param: &'static Param<'static>,
    axes: AxisLengths<'c>,
) -> RuleChecked<'c, 'static, S> {
    match axes {
        Some(axes) => RuleChecked::bound(inner, param.rules, axes, param.name),
        None => RuleChecked::new(inner, param.rules),
    }
}

impl<'a, R: HasRules, T: FieldTensors<'a>, const I: usize> EncodePart<'a> for WithRules<R, T, I> {
    const IS_ONE: bool = T::IS_ONE;

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
    if const { is_free_param::<R, T, I>() } {
        return item.encode(sink);
    }
    item.encode(&mut checked(sink, const { &param_of::<R, I>() }, axes))
}

impl<'de, R: HasRules, T: DecodePart<'de>, const I: usize> DecodePart<'de> for WithRules<R, T, I> {
    type Item = T::Item;
    type Slot = T::Slot;
    const MAY_LACK: bool = T::MAY_LACK;

    #[inline]
    fn decode<S: Source<'de>>(source: &mut S, axes: AxisLengths<'_>) -> Result<T::Item, DecodeError> {
        if const { is_free_param::<R, T::Item, I>() } {
            return T::decode(source, axes);
        }
        T::Item::decode(&mut checked(source, const { &param_of::<R, I>() }, axes))
    }

    #[inline]
    fn of_one(item: T::Item) -> Self {
        Self::new(T::of_one(item))
    }

    #[inline]
    fn of_slot(slot: T::Slot) -> Option<Self> {
        T::of_slot(slot).map(Self::new)
    }
}

/// A field that has a default; `None` if no tensor was read for it.
#[derive(Debug)]
pub struct WithDefault<T>(pub Option<T>);

impl<'de, T: DecodePart<'de>> DecodePart<'de> for WithDefault<T> {
    type Item = T::Item;
    type Slot = T::Slot;
    const MAY_LACK: bool = true;

    #[inline]
    fn decode<S: Source<'de>>(source: &mut S, axes: AxisLengths<'_>) -> Result<T::Item, DecodeError> {
        T::decode(source, axes)
    }

    #[inline]
    fn of_one(item: T::Item) -> Self {
        Self(Some(T::of_one(item)))
    }

    #[inline]
    fn of_slot(slot: T::Slot) -> Option<Self> {
        Some(Self(T::of_slot(slot)))
    }
}

/// Implemented for the kinds of fields, of type `F`, whose tensors can be written.
///
/// Each of the traits of the two directions has two implementations. If there are several, the compiler tries which one
/// applies, and so it stops here, at the type of the field, if none does. If there is a single one, it goes on to
/// report all that follows from it.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot be encoded as a tensor or record",
    label = "`Encode` is not implemented",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
)]
pub trait Encodes<F, Held> {
    /// The type itself, which implements this trait.
    type Kind: FieldKind;
}

/// Declares traits for the kinds of fields, of type `F`, whose tensors can be read, each with its message.
macro_rules! decodes {
    ($($(#[$attribute:meta])* $name:ident)*) => { $(
        $(#[$attribute])*
        pub trait $name<'de, F, Held> {
            /// The type itself, which implements this trait.
            type Kind: FieldKind;
        }

        impl<'de, F, K: FieldKind> $name<'de, F, Holds> for K
        where
            K::Item: Decode<'de>,
        {
            type Kind = K;
        }

        impl<F, K: FieldKind> $name<'_, F, Never> for K
        where
            K::Item: Uninhabited,
        {
            type Kind = K;
        }
    )* };
}

decodes! {
    /// Implemented for the kinds of fields, of type `F`, whose tensors can be read.
    #[diagnostic::on_unimplemented(
        message = "`{F}` cannot be decoded from a tensor or record",
        label = "`Decode` is not implemented",
        note = "for your own type, add `#[derive(tensor_format::Tensor)]`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    Decodes
    /// Implemented as [`Decodes`]; the message is for a type that looks like a reference.
    #[diagnostic::on_unimplemented(
        message = "`{F}` cannot be read as a reference",
        label = "no value of this type lies in a message",
        note = "for a `&'a Vec<T>` write `&'a [T]`, for a `&'a String` `&'a str`, for a reference to an array of ndarray `ArrayView2<'a, T>`",
        note = "for any other hold the value itself, or a `Box` or `Arc` of it: its fields may borrow, as `struct Item<'a> {{ text: &'a str }}`"
    )]
    DecodesReference
    /// Implemented as [`Decodes`]; the message is for a type that looks like a reference to a slice.
    #[diagnostic::on_unimplemented(
        message = "`{F}` cannot be read as a reference",
        label = "no slice of these items lies in a message",
        note = "hold a `Vec` of the items, each of which may borrow: `Vec<&'a str>` in place of `&'a [&'a str]`; only bytes and numbers lie in a message as in memory, as `&'a [f32]`"
    )]
    DecodesSlice
    /// Implemented as [`Decodes`]; the message is for a type that looks like a reference to a slice of sizes.
    #[diagnostic::on_unimplemented(
        message = "`{F}` cannot be read as a reference",
        label = "a size is sent as 64 bits, which are not always those of memory",
        note = "write `&'a [u64]` to borrow, or `Vec<usize>`; for `isize`, `&'a [i64]` or `Vec<isize>`"
    )]
    DecodesSizes
    /// Implemented as [`Decodes`]; the message is for a type that looks like a `Cow` of a slice.
    #[diagnostic::on_unimplemented(
        message = "`{F}` cannot be read as a `Cow` of a slice",
        label = "no slice of these items lies in a message",
        note = "write `Vec<T>`, whose items may borrow, as `Vec<&'a str>` or `Vec<Cow<'a, str>>`; or `Cow<'a, Vec<T>>`, which lends a list where it is sent; only numbers lie in a message as in memory, as `Cow<'a, [f32]>`"
    )]
    DecodesCow
    /// Implemented as [`Decodes`]; the message is for a type that looks like a view of an array of ndarray.
    #[diagnostic::on_unimplemented(
        message = "`{F}` cannot be read as a view",
        label = "no array of these elements lies in a message",
        note = "hold the array itself, `Array1<T>` in place of `ArrayView1<'a, T>`, whose elements may borrow, as `Array1<&'a str>`; only numbers lie in a message as in memory, as `ArrayView1<'a, f32>`"
    )]
    DecodesArray
    /// Implemented as [`Decodes`]; the message is for a type that looks like a mutable view of an array of ndarray.
    #[diagnostic::on_unimplemented(
        message = "`{F}` cannot be read as a view",
        label = "a mutable view",
        note = "what is read is lent by the message, which nobody may change: write `ArrayView2<'a, f32>` for `ArrayViewMut2<'a, f32>`, or own it, as `Array2<f32>`"
    )]
    DecodesMutable
}

/// Marks the implementation that applies, where a trait such as [`Encodes`] has two.
#[derive(Debug)]
pub struct Holds;

/// Marks the implementation that never applies, where a trait such as [`Encodes`] has two.
#[derive(Debug)]
pub struct Never;

/// A trait that no type implements: a condition that is never true.
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
