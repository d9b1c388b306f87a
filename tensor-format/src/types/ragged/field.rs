//! Fields of records that are lists of lists, `#[tensor(ragged)]`: each is written and read as a [`Ragged`] list is.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{DecodeRaggedPart, Ragged, RaggedItem, RaggedTable, write_items};
use crate::{
    Decode, DecodeError, EncodeError, Param, Presence, Rules, Sink, Source, TensorRules,
    derive_support::{
        DecodePart, EncodePart, FieldMut, Holds, Never, Uninhabited,
        flatten::nested::{in_nested, prefix},
        part::{may_lack, param_count},
    },
    rules::narrow::param,
    traits::sink::fields::{AxisLengths, FieldNames},
};

/// The type of a field with `#[tensor(ragged)]`: a `Vec` of items of a ragged list, or an `Option` of one.
pub trait RaggedField: Sized {
    /// The type of the items.
    type Item: RaggedItem;
    /// How often the list occurs in the record.
    const PRESENCE: Presence;

    /// Returns the items; `None` if there is no list.
    fn items(&self) -> Option<&[Self::Item]>;

    /// Returns the field with these items.
    fn from_items(items: Vec<Self::Item>) -> Self;

    /// Returns the field without a list; `None` if it needs one.
    fn absent() -> Option<Self>;

    /// Returns the items to read into; an empty list if there is none.
    fn items_mut(&mut self) -> &mut Vec<Self::Item>;
}

impl<T: RaggedItem> RaggedField for Vec<T> {
    type Item = T;
    const PRESENCE: Presence = Presence::Required;

    fn items(&self) -> Option<&[T]> {
        Some(self)
    }

    fn from_items(items: Self) -> Self {
        items
    }

    fn absent() -> Option<Self> {
        None
    }

    fn items_mut(&mut self) -> &mut Self {
        self
    }
}

impl<T: RaggedItem> RaggedField for Option<Vec<T>> {
    type Item = T;
    const PRESENCE: Presence = Presence::Optional;

    fn items(&self) -> Option<&[T]> {
        self.as_deref()
    }

    fn from_items(items: Vec<T>) -> Self {
        Some(items)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn items_mut(&mut self) -> &mut Vec<T> {
        self.get_or_insert_default()
    }
}

macro_rules! asked {
    ($($(#[$attribute:meta])* $name:ident)*) => { $(
        $(#[$attribute])*
        pub trait $name<Held> {
            /// The kind of the field. What is written and read is named by it, so that the compiler cannot find out the
            /// type of a faulty field from its use, and report it once more there.
            type Kind: RaggedKind;
            /// The rules of the list.
            const OWN: Rules<'static>;
            /// How often the list occurs in the record.
            const PRESENCE: Presence;
            /// The entry that takes the position of the list among the record's own parameters.
            const ENTRY: Param<'static>;
        }

        impl<T: RaggedField> $name<Holds> for T {
            type Kind = RaggedOf<T>;
            const OWN: Rules<'static> = Rules::Record(RaggedTable::<T::Item>::RULES);
            const PRESENCE: Presence = T::PRESENCE;
            const ENTRY: Param<'static> = param("", TensorRules::ANY, T::PRESENCE, "");
        }

        impl<T: RaggedField + Uninhabited> $name<Never> for T {
            type Kind = RaggedOf<T>;
            const OWN: Rules<'static> = Rules::ANY;
            const PRESENCE: Presence = T::PRESENCE;
            const ENTRY: Param<'static> = param("", TensorRules::ANY, T::PRESENCE, "");
        }
    )* };
}

// The traits that the derive requires of a field with `#[tensor(ragged)]`. Each has two implementations, so that the
// compiler stops at a type of which neither holds, with its message. All are implemented for the same types: the derive
// takes the one that fits the look of the type.
asked! {
    /// Implemented for types of ragged fields; the message is for one that looks like a list of lists.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no ragged list",
        label = "its innermost items are no elements of one shape",
        note = "`ragged` is for lists of elements of one shape, as `f32`, `String`, `[f32; 3]`, and types that derive `Tensor` and are one of these",
        note = "lists of lists of records need no `ragged`: remove it"
    )]
    IsRagged
    /// A type that looks like a list of arrays of ndarray.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no ragged list",
        label = "its arrays have several axes, or elements of no fixed shape, or are of an ndarray whose feature is off",
        note = "`ragged` is for arrays of one axis, `Vec<Array1<T>>`; arrays of several axes go into a record, `struct Item {{ pixels: Array2<f32> }}`, and the field is a `Vec<Item>`, without `ragged`",
        note = "arrays of ndarray 0.16 need the feature `ndarray_0_16` of tensor-format, those of 0.15 `ndarray_0_15`"
    )]
    IsRaggedArrays
    /// A type that looks like a list of values that are no lists.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no ragged list",
        label = "remove it: a list of records, or of elements of one shape, is not ragged",
        note = "`ragged` is for `Vec<Vec<T>>`, `Vec<Option<T>>`, `Vec<Array1<T>>` and deeper lists; for structs around a list, remove it and write `tensor_format::Many<T>` in place of `Vec<T>`"
    )]
    IsRaggedFlat
    /// A type that does not look like a `Vec`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no ragged list",
        label = "not a `Vec` of lists",
        note = "`ragged` is for a `Vec` of lists, or an `Option` of one: use a `Vec` here, or hold a `Ragged<T>` without `ragged`"
    )]
    IsRaggedOther
}

/// A kind of ragged fields.
pub trait RaggedKind {
    /// The type of the field.
    type Field: RaggedField;
}

/// The kind of the fields of type `F`.
#[derive(Debug)]
pub struct RaggedOf<F>(PhantomData<F>);

impl<F: RaggedField> RaggedKind for RaggedOf<F> {
    type Field = F;
}

type ItemOf<K> = <<K as RaggedKind>::Field as RaggedField>::Item;

/// A ragged field to write.
pub struct RaggedRef<'a, K: RaggedKind>(pub &'a K::Field);

impl<'a, K: RaggedKind> EncodePart<'a> for RaggedRef<'a, K> {
    const NESTS: bool = true;
    const LEN: usize = param_count::<Ragged<ItemOf<K>>>();
    const RULES: Rules<'static> = Rules::Record(RaggedTable::<ItemOf<K>>::RULES);

    fn count(&self) -> usize {
        usize::from(self.0.items().is_some())
    }

    fn encode<S: Sink<'a>>(&self, _: &mut S, _: AxisLengths<'_>) -> Result<(), EncodeError> {
        Ok(())
    }

    fn count_nested(&self, counts: &mut [usize]) {
        counts.fill(self.count());
    }

    fn encode_nested<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        let Some(items) = self.0.items() else { return Ok(()) };
        write_items(items, &mut in_nested(sink, names, Self::LEN))
            .map_err(|error| error.prefixed(&prefix::<Ragged<ItemOf<K>>>(names)))
    }
}

/// A ragged field that was read.
pub struct RaggedValue<K: RaggedKind>(pub K::Field);

impl<'de, K: RaggedKind> DecodePart<'de> for RaggedValue<K>
where
    ItemOf<K>: DecodeRaggedPart<'de>,
{
    type Item = Ragged<ItemOf<K>>;
    type Slot = Option<Ragged<ItemOf<K>>>;
    const MAY_LACK: bool = may_lack::<Self::Item>(<K::Field as RaggedField>::PRESENCE);

    fn of_one(item: Self::Item) -> Self {
        Self(K::Field::from_items(item.0))
    }

    fn of_slot(slot: Self::Slot) -> Option<Self> {
        match slot {
            Some(list) => Some(Self::of_one(list)),
            None => K::Field::absent().map(Self),
        }
    }
}

/// A ragged field to read into.
pub struct RaggedMut<'f, K: RaggedKind>(pub &'f mut K::Field);

impl<'de, K: RaggedKind> FieldMut<'de> for RaggedMut<'_, K>
where
    ItemOf<K>: DecodeRaggedPart<'de>,
{
    type Item = Ragged<ItemOf<K>>;
    type Field = K::Field;
    const MAY_LACK: bool = may_lack::<Self::Item>(<K::Field as RaggedField>::PRESENCE);

    fn fill<S: Source<'de>>(&mut self, _: usize, source: &mut S, _: AxisLengths<'_>) -> Result<(), DecodeError> {
        let items = self.0.items_mut();
        let mut list = Ragged(core::mem::take(items));
        let read = list.decode_into(source);
        *items = list.0;
        read
    }

    fn keep(&mut self, read: usize) -> bool {
        match K::Field::absent() {
            _ if read > 0 => true,
            Some(absent) => {
                *self.0 = absent;
                true
            }
            None => false,
        }
    }

    fn set(&mut self, field: K::Field) {
        *self.0 = field;
    }
}
