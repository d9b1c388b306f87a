//! The functions and types that generated code calls.
//!
//! A derived record is a tuple of its fields, each in a wrapper type that the derive chooses (`field`); `record` writes
//! and reads such tuples, `record_into` reads into existing ones. `flatten` and `map` put the parameters of records and
//! maps among those of the record that has them as fields, `with` converts fields, `metadata` carries JSON,
//! `range_checked` and `narrowed` check. `labels`, `union` and `variants` are the forms of enums. What the compiler
//! says of a type that does not fit is in `diagnostics`, and what it checks of attributes in `checks`.

mod absent;
pub(crate) mod checks;
mod conditional;
mod diagnostics;
pub(crate) mod field;
mod field_state;
pub(crate) mod flatten;
pub(crate) mod held;
pub(crate) mod labels;
pub(crate) mod map;
pub(crate) mod metadata;
pub(crate) mod narrowed;
pub(crate) mod params;
pub(crate) mod part;
mod range_checked;
pub(crate) mod record;
mod record_into;
pub(crate) mod union;
pub(crate) mod variants;
pub(crate) mod with;
pub use absent::{DefaultText, HasArrayDefault, HasDefault, TakesDefault, hold_default, hold_map_default};
pub use conditional::{DecodeIf, EncodeIf};
pub use diagnostics::{
    ConstantsAreWrittenInBraces, IsArray, IsComplex, IsElement, IsField, IsFieldAround, IsFieldArrays,
    IsFieldBatchOfLists, IsFieldBound, IsFieldBytes, IsFieldCell, IsFieldComplex, IsFieldCow, IsFieldDuration,
    IsFieldDurations, IsFieldDyn, IsFieldElement, IsFieldElementLists, IsFieldElements, IsFieldFunction,
    IsFieldGeneric, IsFieldHalf, IsFieldHandle, IsFieldHolder, IsFieldInstant, IsFieldJson, IsFieldKey, IsFieldLinked,
    IsFieldList, IsFieldListOfMaps, IsFieldLists, IsFieldLongTuple, IsFieldMap, IsFieldMapOfLists, IsFieldMapOfOptions,
    IsFieldMutable, IsFieldNdarray, IsFieldNdarrayOf, IsFieldOptionArray, IsFieldOptional, IsFieldOptions,
    IsFieldOrdering, IsFieldOsString, IsFieldOsStrings, IsFieldOtherLists, IsFieldPath, IsFieldPaths, IsFieldPointer,
    IsFieldRagged, IsFieldRaggedArrays, IsFieldRange, IsFieldResult, IsFieldScalar, IsFieldSet, IsFieldStd,
    IsFieldSystemTime, IsFieldSystemTimes, IsFieldText, IsFieldTexts, IsFieldTuple, IsFieldTwiceAbsent, IsFieldUnit,
    IsFieldUnits, IsFieldView, IsFieldWrapping, IsHalf, IsHashed, IsHeld, IsHeldAlone, IsSent, OtherIsSent, Part, Sent,
    Whole, read_scalar, write_scalar,
};
pub use field::{
    Decodes, DecodesArray, DecodesCow, DecodesMutable, DecodesReference, DecodesSizes, DecodesSlice, EncodeField,
    Encodes, FieldRef, FieldValue, GenericFieldRef, Holds, Never, Uninhabited, WithDefault, WithRules,
};
pub(crate) use part::FieldTensors;
pub use part::{DecodePart, EncodePart, FieldMut, FieldParam};
pub use range_checked::{RangeChecked, RangeCheckedMap};
pub use record::{Chain, DecodeFields, FieldTable, ParamList, decode_bound, decode_record};
pub use record_into::{FieldMutOf, FieldMutOr, FillFields, fill_bound, fill_record, no_field, replaced};
