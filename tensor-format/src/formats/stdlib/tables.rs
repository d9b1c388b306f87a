//! The numbers of element types and orders in records, which differ between releases of stdlib.

use crate::ElementType;

/// A release of stdlib, by the numbers that its records use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Table {
    /// Element types up to 0.3.0 with orders up to 0.2.1: `float64` is 11, row-major is 1.
    Orders0_2_1,
    /// Element types up to 0.3.0 with orders from 0.2.2: `float64` is 11, row-major is 101.
    Dtypes0_3_0,
    /// Current: `float64` is 12, row-major is 101.
    #[default]
    Current,
}

/// The way in which a reader chooses the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableChoice {
    /// The reader uses this table; a number that it does not have is an error.
    Is(Table),
    /// The reader looks at the order byte, where it decides: 1 and 2 are [`Table::Orders0_2_1`]; 101 and 102 with an
    /// element type of 0 to 9 mean the same in both newer tables. Everything else is an error, never a guess.
    Detect,
}

macro_rules! dtypes {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $a:expr, $b:literal, $size:expr, $element:expr;)*) => {
        /// An element type of stdlib.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DType { $($(#[$doc])* $variant,)* }

        impl DType {
            const ALL: &'static [DType] = &[$(DType::$variant,)*];

            /// Returns the name that stdlib has for the type.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(DType::$variant => $name,)* }
            }

            /// Returns the size of an element in bytes, as the package knows it; `None` for types without one. Their
            /// records hold strides and offset of 0, whatever the array's are, but for structured types, which are
            /// user-defined and have true ones.
            #[must_use]
            pub const fn size(self) -> Option<usize> {
                match self { $(DType::$variant => $size,)* }
            }

            /// Returns the matching element type of this crate; `None` if there is none.
            #[must_use]
            pub const fn element_type(self) -> Option<ElementType> {
                match self { $(DType::$variant => $element,)* }
            }

            const fn numbers(self) -> (Option<i16>, i16) {
                match self { $(DType::$variant => ($a, $b),)* }
            }
        }
    };
}

dtypes! {
    /// Booleans of one byte.
    Bool, "bool", Some(0), 0, Some(1), Some(ElementType::Bool);
    /// 8-bit signed integers.
    Int8, "int8", Some(1), 1, Some(1), Some(ElementType::I8);
    /// 8-bit unsigned integers.
    Uint8, "uint8", Some(2), 2, Some(1), Some(ElementType::U8);
    /// 8-bit unsigned integers, clamped on writing in JavaScript.
    Uint8Clamped, "uint8c", Some(3), 3, Some(1), Some(ElementType::U8);
    /// 16-bit signed integers.
    Int16, "int16", Some(4), 4, Some(2), Some(ElementType::I16);
    /// 16-bit unsigned integers.
    Uint16, "uint16", Some(5), 5, Some(2), Some(ElementType::U16);
    /// 32-bit signed integers.
    Int32, "int32", Some(6), 6, Some(4), Some(ElementType::I32);
    /// 32-bit unsigned integers.
    Uint32, "uint32", Some(7), 7, Some(4), Some(ElementType::U32);
    /// 64-bit signed integers.
    Int64, "int64", Some(8), 8, Some(8), Some(ElementType::I64);
    /// 64-bit unsigned integers.
    Uint64, "uint64", Some(9), 9, Some(8), Some(ElementType::U64);
    /// Half-precision floats.
    Float16, "float16", None, 10, Some(2), Some(ElementType::F16);
    /// Single-precision floats.
    Float32, "float32", Some(10), 11, Some(4), Some(ElementType::F32);
    /// Double-precision floats.
    Float64, "float64", Some(11), 12, Some(8), Some(ElementType::F64);
    /// Complex numbers of two half-precision floats; the package gives no size.
    Complex32, "complex32", None, 13, None, None;
    /// Complex numbers of two single-precision floats.
    Complex64, "complex64", Some(12), 14, Some(8), Some(ElementType::C64);
    /// Complex numbers of two double-precision floats.
    Complex128, "complex128", Some(13), 15, Some(16), Some(ElementType::C128);
    /// Bytes, read as unsigned integers.
    Binary, "binary", Some(14), 16, Some(1), Some(ElementType::U8);
    /// Any JavaScript values.
    Generic, "generic", Some(15), 17, None, None;
    /// A marker for no type.
    NoType, "notype", Some(17), 18, None, None;
    /// A type of the user's own, as the structured types of an array of structs; the record does not say which.
    UserDefined, "userdefined_type", Some(256), 256, None, None;
}

impl DType {
    /// Returns the number in a table; `None` if the table does not have the type.
    #[must_use]
    pub const fn number(self, table: Table) -> Option<i16> {
        let (old, new) = self.numbers();
        match table {
            Table::Orders0_2_1 | Table::Dtypes0_3_0 => old,
            Table::Current => Some(new),
        }
    }

    /// Returns the element type with this number in a table; `None` if there is none.
    #[must_use]
    pub fn from_number(number: i16, table: Table) -> Option<Self> {
        Self::ALL.iter().copied().find(|dtype| dtype.number(table) == Some(number))
    }

    /// Returns the matching element type of stdlib; `None` if there is none.
    #[must_use]
    pub fn of(element_type: ElementType) -> Option<Self> {
        Self::ALL.iter().copied().find(|dtype| dtype.element_type() == Some(element_type))
    }

    /// Returns whether this is a marker, not a type that elements can have.
    #[must_use]
    pub const fn is_reserved(self) -> bool {
        matches!(self, DType::NoType)
    }

    /// Returns whether this is a type of the user's own, of which the record says neither size nor kind.
    #[must_use]
    pub const fn is_user_defined(self) -> bool {
        matches!(self, DType::UserDefined)
    }
}

/// The declared order of an array's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The last axis varies fastest.
    #[default]
    RowMajor,
    /// The first axis varies fastest.
    ColumnMajor,
}

impl Order {
    /// Returns the number of the order in a table.
    #[must_use]
    pub const fn number(self, table: Table) -> i8 {
        match (self, table) {
            (Order::RowMajor, Table::Orders0_2_1) => 1,
            (Order::ColumnMajor, Table::Orders0_2_1) => 2,
            (Order::RowMajor, _) => 101,
            (Order::ColumnMajor, _) => 102,
        }
    }

    /// Returns the order with this number in a table; `None` if there is none.
    #[must_use]
    pub fn from_number(number: i8, table: Table) -> Option<Self> {
        [Order::RowMajor, Order::ColumnMajor].into_iter().find(|order| order.number(table) == number)
    }
}
