//! The traits between user types and formats.
//!
//! A type says once which tensor or record it is ([`HasRules`]), hands its elements to any [`Sink`] ([`Encode`]), and
//! takes them from any [`Source`] ([`Decode`]). A format is one sink and one source. Neither side knows the other.

mod absent;
mod asked;
mod batch;
mod begun;
mod block;
mod bound;
mod checked;
#[cfg(any(feature = "npy", feature = "safetensors"))]
mod chosen;
mod conditional;
mod copied;
mod decode;
mod dynamic;
mod element_source;
mod encode;
mod field;
mod fields;
mod fill;
pub(crate) mod flatten;
mod gather;
mod in_range;
pub(crate) mod mapped;
pub(crate) mod metadata;
mod model;
mod part;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "json"))]
mod pieces;
mod pipe;
mod range_checked;
mod sink;
mod source;
mod strided;
mod validate;
mod value;
pub(crate) mod with;
pub use absent::{hold_default, hold_map_default};
pub use asked::{AskedElement, AskedField, AskedHolder, AskedList, AskedMap, AskedScalar, read_scalar, write_scalar};
pub use batch::stack;
pub(crate) use batch::{cannot_be_batched, check_empty, decode_batch_into, encode_batch, encode_column, header};
pub use begun::Begun;
pub use block::{Block, BlockIf, Blocks, DecodeBlock, DecodeBlockIf, MAX_EMPTY_ITEMS, OneBlock, Unconverted};
pub(crate) use block::{EmptyItems, check_blocks, header_of, read_whole, read_whole_into, reservation};
pub(crate) use bound::Bound;
pub use checked::Checked;
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub(crate) use chosen::from_chosen;
pub use conditional::{DecodeIf, EncodeIf};
pub use decode::{Decode, DecodeOwned};
pub use dynamic::{DynElementSink, DynEncode, DynPayload, DynSink};
pub use element_source::ElementSource;
pub(crate) use element_source::{exhausted, for_number_type, unsupported};
pub use encode::Encode;
pub use field::{Field, FieldKind, One, OneTensor, Optional, Repeated, Slot};
pub use fields::{DecodeFields, EncodeFields, FieldTable, Listed, More, Names, decode_bound, decode_record};
pub use fill::{FillFields, FillOf, FillOr, FillPart, fill_bound, fill_record, no_field};
pub(crate) use gather::{gather, names_of};
pub use in_range::InRange;
pub use model::{Feeding, Feeds, Model};
pub(crate) use part::Items;
pub use part::{
    DecodePart, Decodes, Defaulted, EncodeField, EncodePart, Encodes, Entry, Generic, Given, Narrowed, No, Nothing, Of,
    Yes,
};
#[cfg(feature = "safetensors")]
pub(crate) use pieces::NamedPiece;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "json"))]
pub(crate) use pieces::Pieces;
pub use pipe::{Pipe, PipeError, pass_on};
pub use range_checked::{RangeChecked, RangeCheckedMap};
pub use sink::{ElementSink, Payload, Sink};
pub use source::{Place, RecordOrder, Source};
pub(crate) use source::{begin_param, borrow_of, lengths_of, whole, with_unknown_names};
pub(crate) use strided::{lie_as_written, put_strided};
pub use validate::{MAX_VIOLATIONS, Violations};
pub(crate) use value::{Metadata, TensorCursor, mistyped};
pub use value::{Value, ValueBuf, ValueSource, from_value, to_value};

use crate::{RecordType, Rules};

/// A type with rules: the element types and shapes, or the named parameters, that its values have.
///
/// Derive it with `#[derive(Tensor)]`. The rules are a constant, so they can be printed, compared, published and
/// checked against others at compile time.
///
/// ```
/// use tensor_format::HasRules;
/// assert_eq!(<[[f32; 4]; 3]>::RULES.to_string(), "f32 [3, 4]");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tensor rules",
    label = "not a tensor",
    note = "tensors are: numbers, `bool`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, and types that derive `Tensor`",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]`; `Option` and `Many` stand only in fields of a record"
)]
pub trait HasRules {
    /// The rules.
    const RULES: Rules<'static>;

    /// The [fingerprint](Rules::fingerprint) of the rules, which covers tensors alone: types that differ only in
    /// their metadata have one.
    const FINGERPRINT: u64 = Self::RULES.fingerprint();

    /// What formats are told of the records of this type: what an implementation by hand gives to [`Sink::record`] and
    /// [`Source::record`]. It follows from the rules.
    const RECORD: RecordType = RecordType::of::<Self>();

    /// The rules, for code that is compiled once for many types and seldom asks for them. The compiler lays them out
    /// anew wherever the constant stands, which takes it long.
    #[doc(hidden)]
    fn rules() -> Rules<'static> {
        Self::RULES
    }
}
