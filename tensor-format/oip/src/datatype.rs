//! The datatypes of the protocol.

use core::fmt;

use tensor_format::{ElementType, rules::ElementTypes};

/// A datatype of the protocol: the text under `datatype`.
///
/// Source: the table of tensor data types in the protocol's text; `BF16` is Triton's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Datatype {
    /// Truth values, 1 byte: 0 or 1.
    Bool,
    /// Unsigned integers of 1 byte.
    Uint8,
    /// Unsigned integers of 2 bytes.
    Uint16,
    /// Unsigned integers of 4 bytes.
    Uint32,
    /// Unsigned integers of 8 bytes.
    Uint64,
    /// Signed integers of 1 byte.
    Int8,
    /// Signed integers of 2 bytes.
    Int16,
    /// Signed integers of 4 bytes.
    Int32,
    /// Signed integers of 8 bytes.
    Int64,
    /// Floats of 2 bytes, IEEE 754.
    Fp16,
    /// The upper halves of floats of 4 bytes.
    Bf16,
    /// Floats of 4 bytes.
    Fp32,
    /// Floats of 8 bytes.
    Fp64,
    /// Byte strings; in bytes, each with its length in 4 bytes in front.
    Bytes,
}

impl Datatype {
    /// All datatypes, in declaration order.
    pub const ALL: [Self; 14] = [
        Self::Bool,
        Self::Uint8,
        Self::Uint16,
        Self::Uint32,
        Self::Uint64,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::Fp16,
        Self::Bf16,
        Self::Fp32,
        Self::Fp64,
        Self::Bytes,
    ];

    /// Returns the name, as messages have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "BOOL",
            Self::Uint8 => "UINT8",
            Self::Uint16 => "UINT16",
            Self::Uint32 => "UINT32",
            Self::Uint64 => "UINT64",
            Self::Int8 => "INT8",
            Self::Int16 => "INT16",
            Self::Int32 => "INT32",
            Self::Int64 => "INT64",
            Self::Fp16 => "FP16",
            Self::Bf16 => "BF16",
            Self::Fp32 => "FP32",
            Self::Fp64 => "FP64",
            Self::Bytes => "BYTES",
        }
    }

    /// Returns the datatype of this name; names are exact and in upper case.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "BOOL" => Self::Bool,
            "UINT8" => Self::Uint8,
            "UINT16" => Self::Uint16,
            "UINT32" => Self::Uint32,
            "UINT64" => Self::Uint64,
            "INT8" => Self::Int8,
            "INT16" => Self::Int16,
            "INT32" => Self::Int32,
            "INT64" => Self::Int64,
            "FP16" => Self::Fp16,
            "BF16" => Self::Bf16,
            "FP32" => Self::Fp32,
            "FP64" => Self::Fp64,
            "BYTES" => Self::Bytes,
            _ => return None,
        })
    }

    /// Returns the number of bytes of an element; `None` for [`Bytes`](Self::Bytes).
    #[must_use]
    pub const fn size(self) -> Option<usize> {
        match self {
            Self::Bool | Self::Uint8 | Self::Int8 => Some(1),
            Self::Uint16 | Self::Int16 | Self::Fp16 | Self::Bf16 => Some(2),
            Self::Uint32 | Self::Int32 | Self::Fp32 => Some(4),
            Self::Uint64 | Self::Int64 | Self::Fp64 => Some(8),
            Self::Bytes => None,
        }
    }

    /// Returns the element types that this datatype holds: `BYTES` holds texts and byte strings, any other one type.
    #[must_use]
    pub const fn element_types(self) -> ElementTypes {
        ElementTypes::of(match self {
            Self::Bool => ElementType::Bool,
            Self::Uint8 => ElementType::U8,
            Self::Uint16 => ElementType::U16,
            Self::Uint32 => ElementType::U32,
            Self::Uint64 => ElementType::U64,
            Self::Int8 => ElementType::I8,
            Self::Int16 => ElementType::I16,
            Self::Int32 => ElementType::I32,
            Self::Int64 => ElementType::I64,
            Self::Fp16 => ElementType::F16,
            Self::Bf16 => ElementType::BF16,
            Self::Fp32 => ElementType::F32,
            Self::Fp64 => ElementType::F64,
            Self::Bytes => return ElementTypes::of(ElementType::String).with(ElementType::Binary),
        })
    }

    /// Returns the datatype that holds this element type; `None` if the protocol has none, as for complex numbers and
    /// media.
    #[must_use]
    pub const fn of(element_type: ElementType) -> Option<Self> {
        Some(match element_type {
            ElementType::Bool => Self::Bool,
            ElementType::U8 => Self::Uint8,
            ElementType::U16 => Self::Uint16,
            ElementType::U32 => Self::Uint32,
            ElementType::U64 => Self::Uint64,
            ElementType::I8 => Self::Int8,
            ElementType::I16 => Self::Int16,
            ElementType::I32 => Self::Int32,
            ElementType::I64 => Self::Int64,
            ElementType::F16 => Self::Fp16,
            ElementType::BF16 => Self::Bf16,
            ElementType::F32 => Self::Fp32,
            ElementType::F64 => Self::Fp64,
            ElementType::String | ElementType::Binary => Self::Bytes,
            _ => return None,
        })
    }
}

impl fmt::Display for Datatype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
