//! Re-exports the names that generated code uses, most of them from `derive_support`. No part of the public API.

pub use core::{
    self,
    option::Option::{self, None, Some},
    result::Result::{self, Err, Ok},
};

pub use crate::{
    codec::*,
    const_text::paragraph::{first_paragraph, line_of},
    derive_support::{
        Chain, DecodeFields, DecodeIf, DecodePart, Decodes, DecodesReference, DefaultText, EncodeField, EncodeIf,
        EncodePart, Encodes, FieldMut, FieldMutOf, FieldMutOr, FieldParam, FieldRef, FieldTable, FieldValue,
        FillFields, GenericFieldRef, HasDefault, Holds, IsField, IsFieldAround, IsFieldArrays, IsFieldBound,
        IsFieldCell, IsFieldComplex, IsFieldDuration, IsFieldDyn, IsFieldElement, IsFieldFunction, IsFieldHalf,
        IsFieldHashMap, IsFieldHashSet, IsFieldHolder, IsFieldInstant, IsFieldList, IsFieldLongTuple, IsFieldMap,
        IsFieldMutable, IsFieldNdarray, IsFieldOptions, IsFieldOsString, IsFieldPath, IsFieldPointer, IsFieldScalar,
        IsFieldSet, IsFieldSystemTime, IsFieldTuple, IsFieldTwiceAbsent, IsFieldUnit, IsSent, Never, OtherIsSent,
        ParamList, Part, RangeChecked, RangeCheckedMap, Sent, TakesDefault, Uninhabited, Whole, WithDefault, WithRules,
        checks::{
            contract::{check_feeds, check_renamed},
            definitions_file::{Policy, check_matches},
            flatten::{Own, join, position_of_own, verify_flattened, verify_flattened_names},
            map::{Mapping, map_params, map_rules, narrow_dims, values_of, verify_map, verify_map_dims},
            nested::{nest, nested_type, verify_nested, verify_nested_default, verify_nested_names},
            parts::{FlattenedPart, Flattening, NestedField},
            range::{verify_bound, verify_numbers, verify_range},
            row::{check_row, row_rules},
            union::{UnionVariant, check_variant, union_rules},
            verify::{
                verify_axes, verify_default, verify_default_len, verify_field, verify_names, verify_one,
                verify_own_names, verify_tensor, verify_types, verify_wire, verify_with,
            },
        },
        decode_bound, decode_record, fill_bound, fill_record,
        flatten::{Embedded, FillFlat, FlatField, FlatPart},
        hold_default, hold_map_default,
        labels::{read_label, read_label_or_alias, read_number, write_label, write_number},
        map::{FillMap, MapField, MapPart},
        metadata::{IsNoOption, IsOption, Metadata, verify_metadata_default},
        narrowed::{decode_narrowed, decode_narrowed_into, encode_narrowed, in_range},
        no_field,
        params::{param_of_type, record_of},
        read_scalar,
        record::params,
        replaced,
        union::{begin_union, types_of},
        variants::{
            RecordFields, VariantSource, Variants, decode_variant, encode_variant, fill_variant, variant_range,
        },
        with::{Wired, is_absent, module, present},
        write_scalar,
    },
    error::*,
    layout::*,
    model::Feeding,
    rules::has_rules::record_type_of,
    rules::narrow::{
        FAULTY, exactly, field_rules, narrow_axes, narrow_types, narrowable_rules, optional, param, ranged,
        tensor_rules,
    },
    rules::*,
    traits::{
        FieldKind, InRange, One, Optional, Repeated, Unconverted,
        sink::fields::{EncodeFields, FieldNames},
    },
    types::entries::{DecodeEntries, EncodeEntries, RecordEntries, verify_entries},
    types::ragged::field::{
        IsRagged, IsRaggedArrays, IsRaggedFlat, IsRaggedOther, RaggedField, RaggedKind, RaggedMut, RaggedOf, RaggedRef,
        RaggedValue,
    },
    *,
};
