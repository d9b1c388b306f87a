//! The functions and types that generated code calls.
//!
//! A derived record is a tuple of its fields, each in the form that the derive gives it (`field`); `record` writes and
//! reads such tuples, `record_into` reads into them. `flatten` and `map` put records and maps among the parameters of
//! the record around them, `with` converts, `metadata` carries JSON, `range_checked` and `narrowed` check. What the
//! compiler says of a type that does not fit is in `diagnostics`, and what it checks of attributes in `checks`.

mod absent;
pub(crate) mod checks;
mod conditional;
mod diagnostics;
pub(crate) mod field;
pub(crate) mod flatten;
pub(crate) mod labels;
pub(crate) mod map;
pub(crate) mod metadata;
pub(crate) mod narrowed;
pub(crate) mod params;
mod range_checked;
pub(crate) mod record;
mod record_into;
pub(crate) mod union;
pub(crate) mod with;
pub use absent::{hold_default, hold_map_default};
pub use conditional::{DecodeIf, EncodeIf};
pub use diagnostics::{
    IsField, IsFieldDuration, IsFieldElement, IsFieldHolder, IsFieldInstant, IsFieldList, IsFieldMap, IsFieldOsString,
    IsFieldPath, IsFieldScalar, IsFieldSet, IsFieldSystemTime, IsSent, OtherIsSent, read_scalar, sent, write_scalar,
};
pub(crate) use field::FieldTensors;
pub use field::{
    DecodePart, Decodes, EncodeField, EncodePart, Encodes, FieldParam, FieldRef, FieldValue, GenericFieldRef, Holds,
    Never, Uninhabited, WithDefault, WithRules,
};
pub use range_checked::{RangeChecked, RangeCheckedMap};
pub use record::{Chain, DecodeFields, FieldTable, ParamList, decode_bound, decode_record};
pub use record_into::{FieldMut, FieldMutOf, FieldMutOr, FillFields, fill_bound, fill_record, no_field, replaced};
