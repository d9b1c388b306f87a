//! Element types and NumPy's type strings.

use npyz::{DType, Endianness, TypeChar};

use super::FORMAT;
use crate::{ByteOrder, DecodeError, ElementType, ErrorKind, FileError, FileFault};

const TABLE: &[(ElementType, TypeChar, u64)] = &[
    (ElementType::Bool, TypeChar::Bool, 1),
    (ElementType::I8, TypeChar::Int, 1),
    (ElementType::I16, TypeChar::Int, 2),
    (ElementType::I32, TypeChar::Int, 4),
    (ElementType::I64, TypeChar::Int, 8),
    (ElementType::U8, TypeChar::Uint, 1),
    (ElementType::U16, TypeChar::Uint, 2),
    (ElementType::U32, TypeChar::Uint, 4),
    (ElementType::U64, TypeChar::Uint, 8),
    (ElementType::F16, TypeChar::Float, 2),
    (ElementType::F32, TypeChar::Float, 4),
    (ElementType::F64, TypeChar::Float, 8),
    (ElementType::C64, TypeChar::Complex, 8),
    (ElementType::C128, TypeChar::Complex, 16),
];

/// The element type and byte order of a file's `descr`.
pub(super) fn read(dtype: &DType) -> Result<(ElementType, ByteOrder), DecodeError> {
    let foreign = || {
        let expected =
            "a dtype of booleans, of integers up to 64 bits, or of floats or complex numbers up to f8 and c16";
        FileError::new(FORMAT, FileFault::Dtype, "descr", expected, &dtype.descr())
    };
    let DType::Plain(plain) = dtype else { return Err(foreign().into()) };
    let known = TABLE.iter().find(|(_, char, size)| *char == plain.type_char() && *size == plain.size_field());
    let Some((element_type, ..)) = known else { return Err(foreign().into()) };
    let order = match plain.endianness() {
        Endianness::Little => ByteOrder::Little,
        Endianness::Big => ByteOrder::Big,
        Endianness::Irrelevant => ByteOrder::NATIVE,
    };
    Ok((*element_type, order))
}

/// The letters of an element type in a file.
pub(super) fn written(element_type: ElementType, order: ByteOrder) -> Result<(char, &'static str, u64), ErrorKind> {
    let known = TABLE.iter().find(|(known, ..)| *known == element_type);
    let (_, char, size) = known.ok_or(ErrorKind::UnsupportedElementType { element_type, format: FORMAT })?;
    let order = match order {
        _ if *size == 1 => '|',
        ByteOrder::Little => '<',
        ByteOrder::Big => '>',
    };
    Ok((order, char.to_str(), *size))
}
