//! Element types and their names in the header.

use ::safetensors::Dtype;

use crate::ElementType;

const TABLE: &[(ElementType, Dtype)] = &[
    (ElementType::Bool, Dtype::BOOL),
    (ElementType::I8, Dtype::I8),
    (ElementType::I16, Dtype::I16),
    (ElementType::I32, Dtype::I32),
    (ElementType::I64, Dtype::I64),
    (ElementType::U8, Dtype::U8),
    (ElementType::U16, Dtype::U16),
    (ElementType::U32, Dtype::U32),
    (ElementType::U64, Dtype::U64),
    (ElementType::F16, Dtype::F16),
    (ElementType::BF16, Dtype::BF16),
    (ElementType::F32, Dtype::F32),
    (ElementType::F64, Dtype::F64),
    (ElementType::C64, Dtype::C64),
];

pub(super) fn read(dtype: Dtype) -> Option<ElementType> {
    TABLE.iter().find(|(_, known)| *known == dtype).map(|(element_type, _)| *element_type)
}

pub(super) fn written(element_type: ElementType) -> Option<Dtype> {
    TABLE.iter().find(|(known, _)| *known == element_type).map(|(_, dtype)| *dtype)
}
