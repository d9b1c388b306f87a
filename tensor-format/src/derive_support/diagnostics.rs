//! Traits that are implemented for all types of fields, and whose error messages say why another type cannot be one.
//!
//! Each trait here has two implementations. If there are several, the compiler tries which one applies, and if none
//! does it stops there, at the type of the field, with the message of the trait; what follows from the type is then no
//! further error. If there is a single one, it goes on to report all that follows. The traits differ only in their
//! messages: the derive takes the one that fits the look of the type, but all are implemented for the same types.

use core::marker::PhantomData;

#[macro_use]
mod asked;
mod converted;
mod inside;
mod known;
mod shapes;

pub use asked::{Part, Whole};
pub use converted::{
    IsFieldBytes, IsFieldDuration, IsFieldDurations, IsFieldElement, IsFieldElements, IsFieldInstant, IsFieldJson,
    IsFieldOsString, IsFieldOsStrings, IsFieldPath, IsFieldPaths, IsFieldSystemTime, IsFieldSystemTimes, IsFieldText,
    IsFieldTexts,
};
pub use inside::{IsArray, IsComplex, IsElement, IsHalf, IsHashed, IsHeld, IsHeldAlone};
pub use known::{
    IsFieldElementLists, IsFieldHandle, IsFieldLinked, IsFieldOrdering, IsFieldRange, IsFieldResult, IsFieldWrapping,
};
pub use shapes::{
    IsFieldBatchOfLists, IsFieldCow, IsFieldListOfMaps, IsFieldMapOfLists, IsFieldMapOfOptions, IsFieldOptionArray,
    IsFieldOtherLists, IsFieldRaggedArrays, IsFieldUnits, IsFieldView,
};

use super::{Holds, Never, Uninhabited};
use crate::{
    Block, DecodeError, ElementSink, ElementSource, EncodeError, Rules,
    traits::{DecodeBlockIf, FieldKind, One},
};

asked! {
    /// Implemented for types of fields; the message is for any other type.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "neither a tensor nor a record"
    )]
    #[cfg_attr(
        not(all(feature = "ndarray", feature = "std")),
        diagnostic::on_unimplemented(
            note = "some types need a feature of tensor-format in Cargo.toml: arrays of ndarray `ndarray`, `f16` `half`, `Complex` `num-complex`, `HashMap` and `HashSet` `std`"
        )
    )]
    #[diagnostic::on_unimplemented(
        note = "for your own type, add `#[derive(tensor_format::Tensor)]` to it, and to the types between its `<` and `>`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`",
        note = "if this name is an alias, write here the type that it stands for: the compiler then says what to do",
        note = "for a type of another crate with `Display` and `FromStr`, add `#[tensor(with = tensor_format::with::DisplayFromStr)]`",
        note = "for any other, a module says what is sent of it, `#[tensor(with = converted)]`; for a type with fields `x` and `y`:\nmod converted {{\n    use super::*;\n    type Foreign = {Self}; // with its path\n    pub fn to_wire(value: &Foreign) -> [f32; 2] {{ [value.x, value.y] }}\n    pub fn from_wire([x, y]: [f32; 2]) -> Result<Foreign, String> {{ Ok(Foreign {{ x, y }}) }}\n}}"
    )]
    IsField
    /// Implemented for types of fields; the message is for any other type with arguments.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "it, or a type between its `<` and `>`, is neither a tensor nor a record"
    )]
    #[cfg_attr(
        not(all(feature = "ndarray", feature = "std")),
        diagnostic::on_unimplemented(
            note = "some types need a feature of tensor-format in Cargo.toml: arrays of ndarray `ndarray`, `f16` `half`, `Complex` `num-complex`, `HashMap` and `HashSet` `std`"
        )
    )]
    #[diagnostic::on_unimplemented(
        note = "for your own type, add `#[derive(tensor_format::Tensor)]` to it, and to the types between its `<` and `>`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`",
        note = "if this name is an alias, write here the type that it stands for: the compiler then says what to do",
        note = "for a type of another crate with `Display` and `FromStr`, add `#[tensor(with = tensor_format::with::DisplayFromStr)]`",
        note = "for any other, a module says what is sent of it, `#[tensor(with = converted)]`; for a type with fields `x` and `y`:\nmod converted {{\n    use super::*;\n    type Foreign = {Self}; // with its path\n    pub fn to_wire(value: &Foreign) -> [f32; 2] {{ [value.x, value.y] }}\n    pub fn from_wire([x, y]: [f32; 2]) -> Result<Foreign, String> {{ Ok(Foreign {{ x, y }}) }}\n}}",
        note = "where just a type between its `<` and `>` is of another crate, put that into one of your own:\n#[derive(tensor_format::Tensor)]\nstruct Own(#[tensor(with = converted)] Foreign);"
    )]
    IsFieldGeneric
    /// A type spelled as one of the standard library that is a tensor.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a type of your own with the name of one of the standard library, and no tensor",
        note = "to send a type of the standard library, write its path: `std::option::Option<f32>`, `std::vec::Vec<f32>`, `std::string::String`",
        note = "to send your own type, add `#[derive(tensor_format::Tensor)]` to it, and give it a name of its own, or write its path here, as `self::Name`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldStd
    /// A type with a parameter of which the word `bound` says too little.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "`bound` does not say that it is a tensor",
        note = "`bound` stands for all that the derive would ask of the parameters: remove it, or let it ask for as much",
        note = "for a field of type `T`: `bound = \"T: tensor_format::codec::Field<Item: tensor_format::Encode + for<'de> tensor_format::Decode<'de>>\"`",
        note = "for one of type `Vec<T>`: `bound = \"T: tensor_format::codec::Block + for<'de> tensor_format::codec::DecodeBlock<'de>\"`"
    )]
    IsFieldBound
    /// Implemented for types of fields; the message is for a type that looks like an `Option` or [`Many`](crate::Many).
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "holds something that is neither a tensor nor a record",
        note = "`Option<T>` needs a `T` that is a tensor or a record, `Many<T>` one that is a tensor; neither takes another `Option` or `Many`, and an absent `Many` is an empty list already",
        note = "a reference to an `Option` is none: write `Option<&'a [f32]>` in place of `&'a Option<Vec<f32>>`"
    )]
    IsFieldHolder
    /// An `Option` of an `Option` or of a [`Many`](crate::Many), or the other way round.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a field is sent or absent: there is no third state",
        note = "write one `Option`, `Option<T>`, or `Many<T>`, in which absent is an empty list; if the third state means something, send a `bool` or an enum beside it"
    )]
    IsFieldTwiceAbsent
    /// An only field, or that of a variant, whose type looks like an `Option` or a [`Many`](crate::Many).
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent by itself",
        label = "one tensor is there: a value that may be absent is a field of a record",
        note = "write `T` in place of `Option<T>`, or `Batch<T>` of `Many<T>`, or make this a record with the field, `struct Name {{ value: Option<T> }}`; in an enum, a variant with the field, `Name {{ value: Option<T> }}`"
    )]
    IsFieldOptional
    /// Implemented for types of fields; the message is for a type that looks like a list of lists or other values.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "its items are neither elements, nor records, nor of a fixed shape",
        note = "items are records of names known here, or of a fixed shape: scalars, `[T; N]`, structs of one such field, which no module of `with` converts, and structs of scalars with `#[tensor(stack)]`",
        note = "for many tensors of one shape, write `tensor_format::Batch<T>` in place of `Vec<T>`, of any shape, as structs around a list, `tensor_format::Many<T>`; for several axes of any length, `Array2<T>`, `Array3<T>`, ... of ndarray; an item that may be absent is a field of a record, `struct Item {{ value: Option<T> }}`"
    )]
    IsFieldList
    /// A type that looks like a list of lists.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "its lists may differ in length",
        note = "if their lengths differ, add `#[tensor(ragged)]` to a field of a record; if all are equal, use `Array2<T>` of ndarray, or `Vec<[T; N]>`",
        note = "for many tensors of one shape, use `Batch<T>`; of any shape, `Many<T>`"
    )]
    IsFieldLists
    /// A type that looks like a [`Ragged`](crate::Ragged) list.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "the items of a ragged list are lists",
        note = "items of `Ragged<T>` are written as lists, `Ragged<Vec<f32>>`, `Ragged<Vec<Vec<String>>>`, and hold elements of one shape",
        note = "for structs around a list, write `tensor_format::Many<T>` in place of `Ragged<T>`, or of `Vec<T>`; for records with a list in them, `Vec<T>`"
    )]
    IsFieldRagged
    /// A type that looks like a list of options.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "an element of a tensor cannot be absent",
        note = "for numbers, texts or lists that may be absent, add `#[tensor(ragged)]` to a field of a record; for records, hold a `Vec` of `struct Item {{ value: Option<T> }}`, which derives `Tensor`; for a list that may be absent as a whole, `Option<Vec<T>>`"
    )]
    IsFieldOptions
    /// A type that looks like a list of arrays of ndarray.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "the arrays in this list have no fixed shape",
        note = "for arrays of one shape, write `tensor_format::Batch<Array2<f32>>` in place of `Vec<Array2<f32>>`",
        note = "for arrays of several shapes, hold a `Vec<Item>` of `struct Item {{ pixels: Array2<f32> }}`, which derives `Tensor`; for arrays of one axis, `Vec<Array1<f32>>`, `#[tensor(ragged)]` is enough; for arrays of any rank, write `tensor_format::Many<ArrayD<f32>>`"
    )]
    IsFieldArrays
    /// A type that looks like a pointer to, or a batch of, another type.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "holds something that is neither a tensor nor a record",
        note = "`Box<T>`, `Arc<T>`, `Rc<T>`, `Cow<T>` and `Batch<T>` need a `T` that is a tensor or a record, and `Cow<T>` one that is `Clone`; an `Option` or `Many` goes around them, as `Option<Box<T>>`"
    )]
    IsFieldAround
    /// A tuple of more fields than tuples may have.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a tuple of more than 8 fields",
        note = "tuples have up to 8 fields: write a struct that derives `Tensor`, whose fields have names"
    )]
    IsFieldLongTuple
    /// Any other tuple.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "one of its fields is neither a tensor nor a record",
        note = "fields of a tuple are as those of a record; where one needs an attribute, as `#[tensor(with = module)]` or `#[tensor(ragged)]`, write a struct that derives `Tensor`"
    )]
    IsFieldTuple
    /// The empty tuple.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "holds nothing to send",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldUnit
    /// A type that looks like a mutable reference.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a mutable reference",
        note = "what is read is lent by the message, which nobody may change: write `&'a [f32]` for `&'a mut [f32]`, or own it, as `Vec<f32>`"
    )]
    IsFieldMutable
    /// A type spelled as a pointer that is no reference.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "an address, which means nothing to another process",
        note = "hold what it points to, as `Vec<f32>` or `&[f32]`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`: an `Option` of a pointer has it"
    )]
    IsFieldPointer
    /// A type with a pointer to a function in it, or a `dyn` type that is one.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a function cannot be sent",
        note = "send what selects it, as an enum that derives `Tensor`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`: an `Option` or a `Vec` of functions has it, as `Option<Box<dyn Fn(f32) -> f32>>`"
    )]
    IsFieldFunction
    /// A type with a `dyn` type in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a type that is known at run time only",
        note = "write the type itself, or an enum of all types that it can be, which derives `Tensor`; `tensor_format::Tensor` is a tensor of any type",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`: an `Option` or a `Vec` of it has it, as `Option<Box<dyn Trait>>`"
    )]
    IsFieldDyn
    /// A type whose name is that of a lock or a cell.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a lock or cell, whose value can change while it is sent",
        note = "write `T` in place of `Mutex<T>`, `RefCell<T>` and the like, and put the lock or cell around the whole struct; to keep this type, let a module copy what it holds, `#[tensor(with = module)]`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldCell
    /// A type whose name is that of a number of the crate half.
    #[cfg_attr(
        not(feature = "half"),
        diagnostic::on_unimplemented(
            message = "`{Self}` needs the feature `half` of tensor-format, which is off",
            label = "add `\"half\"` to the `features` of tensor-format in Cargo.toml"
        )
    )]
    #[cfg_attr(
        feature = "half",
        diagnostic::on_unimplemented(
            message = "`{Self}` cannot be sent as a field",
            label = "not a tensor",
            note = "`f16` and `bf16` of the crate half 2 are elements",
            note = "for your own type, add `#[derive(tensor_format::Tensor)]`; for one of another crate, `#[tensor(with = module)]`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
        )
    )]
    IsFieldHalf
    /// A type whose name is that of a complex number.
    #[cfg_attr(
        not(feature = "num-complex"),
        diagnostic::on_unimplemented(
            message = "`{Self}` needs the feature `num-complex` of tensor-format, which is off",
            label = "add `\"num-complex\"` to the `features` of tensor-format in Cargo.toml",
            note = "elements are `Complex<f32>` and `Complex<f64>`"
        )
    )]
    #[cfg_attr(
        feature = "num-complex",
        diagnostic::on_unimplemented(
            message = "`{Self}` cannot be sent as a field",
            label = "not a tensor",
            note = "`Complex<f32>` and `Complex<f64>` of the crate num-complex 0.4 are elements",
            note = "for your own type, add `#[derive(tensor_format::Tensor)]`; for one of another crate, `#[tensor(with = module)]`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
        )
    )]
    IsFieldComplex
    /// A type whose name is that of an array of ndarray.
    #[cfg_attr(
        not(feature = "ndarray"),
        diagnostic::on_unimplemented(
            message = "`{Self}` needs the feature of tensor-format for its version of ndarray: `ndarray` for 0.17, `ndarray_0_16` for 0.16, `ndarray_0_15` for 0.15",
            label = "an array of a version of ndarray whose feature is off"
        )
    )]
    #[cfg_attr(
        feature = "ndarray",
        diagnostic::on_unimplemented(
            message = "`{Self}` cannot be sent as a field",
            label = "an array of a version of ndarray whose feature is off",
            note = "add to the `features` of tensor-format in Cargo.toml `\"ndarray_0_16\"` if this is ndarray 0.16, or `\"ndarray_0_15\"` if it is 0.15, as `cargo tree --depth 1` shows; or use ndarray 0.17"
        )
    )]
    IsFieldNdarray
    /// An array of ndarray whose elements are of a type that this crate may not know.
    #[cfg_attr(
        not(feature = "ndarray"),
        diagnostic::on_unimplemented(
            message = "`{Self}` needs the feature of tensor-format for its version of ndarray: `ndarray` for 0.17, `ndarray_0_16` for 0.16, `ndarray_0_15` for 0.15",
            label = "an array of a version of ndarray whose feature is off"
        )
    )]
    #[cfg_attr(
        feature = "ndarray",
        diagnostic::on_unimplemented(
            message = "`{Self}` cannot be sent as a field",
            label = "its elements have no fixed shape, or it is of an ndarray whose feature is off",
            note = "elements are numbers, `bool`, texts, `[T; N]`, structs of one such field, and structs of scalars with `#[tensor(stack)]`",
            note = "arrays of ndarray 0.16 need the feature `ndarray_0_16` of tensor-format, those of 0.15 `ndarray_0_15`"
        )
    )]
    IsFieldNdarrayOf
    /// A type whose name is that of a set.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no set of items of one shape",
        label = "its items have no order, or no fixed shape",
        note = "items of a set are sent in order: they have `Ord`, and are integers, `bool`, `char`, strings, `[T; N]`, or types that derive `Tensor` and are one of these",
        note = "for records, hold a `Vec<T>`, or let a module convert the set to one: `#[tensor(with = module)]`",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldSet
    /// A map whose keys are spelled as no label that is known, and whose values are right or not yet looked at.
    #[diagnostic::on_unimplemented(
        message = "the keys of `{Self}` are no labels",
        label = "no owned text, no integer, no tuple of texts",
        note = "write `String`, an integer, `(String, String)` or `[String; 2]` for the key, or implement `tensor_format::codec::LabelKey` for a type of your own",
        note = "for any other key hold a list: `Vec<(Class, f32)>` in place of `HashMap<Class, f32>`, or a `Vec` of records, `struct Entry {{ row: u32, column: u32, value: f32 }}`, which derives `Tensor`"
    )]
    IsFieldKey
    /// A type whose name is that of a map.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no map of tensors",
        label = "keys are labels, and values tensors of one shape",
        note = "keys are labels, one for each sparse dimension: `String`, tuples of `String`s, `[String; N]`, or one integer, but no tuple of integers",
        note = "values are tensors of one shape: numbers, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, or types that derive `Tensor`",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldMap
}

/// The type of a pattern that is the name of an axis: where a constant of this name is in scope, the pattern is that
/// constant, and the message about its type has the name of this one in it.
#[derive(Debug)]
pub struct ConstantsAreWrittenInBraces;

/// Holds the constant `SENT`, whose type says whether `T` is `PhantomData`, even for a type parameter: the compiler
/// prefers the inherent constant, which only `PhantomData` has, to that of the trait [`OtherIsSent`].
#[derive(Debug)]
pub struct IsSent<T>(PhantomData<T>);

impl<T: ?Sized> IsSent<PhantomData<T>> {
    /// A value of a type that [`Sent`] does not accept, so that `PhantomData` is a compile error.
    pub const SENT: PhantomData<()> = PhantomData;
}

/// The constant `SENT` of every type; the inherent one of `PhantomData` takes precedence over it.
pub trait OtherIsSent {
    /// A value that [`Sent`] accepts: the type is not `PhantomData`.
    const SENT: () = ();
}

impl<T> OtherIsSent for IsSent<T> {}

/// Implemented for `()` alone, the type of [`OtherIsSent::SENT`], so that the compiler refuses `PhantomData`, which holds
/// nothing to send, with this message.
#[diagnostic::on_unimplemented(
    message = "`PhantomData` holds nothing to send: add `#[tensor(skip)]`",
    label = "holds nothing"
)]
pub trait Sent: Sized {
    /// Accepts the constant `IsSent::<T>::SENT` of the type of a field.
    fn sent(self) {}
}

#[diagnostic::do_not_recommend]
impl Sent for () {}

/// Implemented for scalars: the types that fields of a `#[tensor(stack)]` struct, the elements of one tensor, may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a row",
    label = "not a scalar",
    note = "the fields of a `#[tensor(stack)]` struct are scalars of one element type, such as `f32`, or types that derive `Tensor` and are such scalars",
    note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
)]
pub trait IsFieldScalar<Held> {
    /// The kind of the field, as [`Field::Kind`](crate::Field::Kind).
    type Kind: FieldKind;
    /// The rules of the scalar.
    const OWN: Rules<'static>;
}

impl<T: Block> IsFieldScalar<Holds> for T {
    type Kind = One<T>;
    const OWN: Rules<'static> = T::RULES;
}

impl<T: Block + Uninhabited> IsFieldScalar<Never> for T {
    type Kind = One<T>;
    const OWN: Rules<'static> = T::RULES;
}

/// Writes a field of a `#[tensor(stack)]` struct as the next element of its tensor.
///
/// # Errors
///
/// Those of the sink.
#[inline]
pub fn write_scalar<'a, K, W>(field: &'a K::Field, out: &mut W) -> Result<(), EncodeError>
where
    K: FieldKind<Field: Block>,
    W: ElementSink<'a>,
{
    field.write(out)
}

/// Reads a field of a `#[tensor(stack)]` struct from the next element of its tensor.
///
/// # Errors
///
/// Those of the source.
#[inline]
pub fn read_scalar<'de, K, E>(source: &mut E) -> Result<K::Field, DecodeError>
where
    K: FieldKind<Field: DecodeBlockIf<'de>>,
    E: ElementSource<'de>,
{
    K::Field::read_block(source)
}
