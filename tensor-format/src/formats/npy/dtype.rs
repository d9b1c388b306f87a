//! Element types and NumPy's type strings.

use super::FORMAT;
use crate::{ByteOrder, ElementType, ErrorKind};

/// The element types that NumPy has, each with its size in bytes and its type string.
const TABLE: &[(ElementType, u8, &str)] = &[
    (ElementType::Bool, 1, "b1"),
    (ElementType::I8, 1, "i1"),
    (ElementType::I16, 2, "i2"),
    (ElementType::I32, 4, "i4"),
    (ElementType::I64, 8, "i8"),
    (ElementType::U8, 1, "u1"),
    (ElementType::U16, 2, "u2"),
    (ElementType::U32, 4, "u4"),
    (ElementType::U64, 8, "u8"),
    (ElementType::F16, 2, "f2"),
    (ElementType::F32, 4, "f4"),
    (ElementType::F64, 8, "f8"),
    (ElementType::C64, 8, "c8"),
    (ElementType::C128, 16, "c16"),
];

/// The types that are read, as error messages describe them.
pub(super) const KNOWN: &str =
    "a dtype of booleans, of integers up to 64 bits, or of floats or complex numbers up to f8 and c16";

/// Returns the element type and byte order that a type string names. A string without a byte order, or with `=` or `|`,
/// means the machine's, as for NumPy.
pub(super) fn read(text: &[u8]) -> Option<(ElementType, ByteOrder)> {
    let (order, name) = match text.split_first()? {
        (b'<', name) => (ByteOrder::Little, name),
        (b'>', name) => (ByteOrder::Big, name),
        (b'=' | b'|', name) => (ByteOrder::NATIVE, name),
        _ => (ByteOrder::NATIVE, text),
    };
    let name = if name == b"?" { b"b1" } else { name };
    let (element_type, size, _) = TABLE.iter().find(|(.., known)| known.as_bytes() == name)?;
    Some((*element_type, if *size == 1 { ByteOrder::NATIVE } else { order }))
}

/// Returns the type string of an element type in a file: the character of its byte order, and the rest.
pub(super) fn written(element_type: ElementType, order: ByteOrder) -> Result<(char, &'static str), ErrorKind> {
    let known = TABLE.iter().find(|(known, ..)| *known == element_type);
    let (_, size, name) = known.ok_or(ErrorKind::UnsupportedElementType { element_type, format: FORMAT })?;
    let order = match order {
        _ if *size == 1 => '|',
        ByteOrder::Little => '<',
        ByteOrder::Big => '>',
    };
    Ok((order, name))
}
