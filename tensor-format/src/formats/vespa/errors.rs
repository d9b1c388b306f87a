//! Faults in the JSON of a Vespa tensor.

use alloc::boxed::Box;
use core::fmt;

use crate::{AnyFault, FormatFault, JsonFault, error::FaultValue, util::escaped::Escaped};

/// A fault of a Vespa tensor in JSON, other than of the JSON text itself. Long texts in `found` are cut.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Something but white space follows the value.
    TrailingData,
    /// The text of the `type` field is no type.
    BadType {
        /// The texts that are allowed where the fault is.
        expected: &'static str,
        /// The text from the fault on.
        found: Box<str>,
    },
    /// No type was declared, and there is no `type` field.
    NoType,
    /// The `type` field holds no string.
    TypeNotString {
        /// The value that it holds.
        found: Box<str>,
    },
    /// The `type` field does not name the declared type.
    TypeMismatch {
        /// The declared type.
        expected: Box<str>,
        /// The text of the field.
        found: Box<str>,
    },
    /// A dimension has no size.
    UnboundDimension {
        /// The name of the dimension.
        name: Box<str>,
    },
    /// The cells are in a form that tensors of the type cannot have.
    WrongForm {
        /// The forms that the type may have.
        expected: &'static str,
        /// The form that was found.
        found: Box<str>,
    },
    /// The object has the keys of two forms at once.
    MixedForms {
        /// The key of the second form.
        found: Box<str>,
    },
    /// The object has a key that it must not have.
    UnknownKey {
        /// The keys it may have.
        expected: &'static str,
        /// The key.
        found: Box<str>,
    },
    /// The key is there twice.
    DuplicateKey {
        /// The key.
        found: Box<str>,
    },
    /// There are no cells, and the type does not allow for none.
    NoData {
        /// The data that is missing.
        expected: &'static str,
    },
    /// A scalar in another form than a cell with an empty address.
    ScalarConstant {
        /// The form that was found.
        found: Box<str>,
    },
    /// A list has another number of values than its dimension.
    WrongCount {
        /// The dimension, or dimensions.
        dimension: Box<str>,
        /// The size of the dimension.
        expected: u64,
        /// The number of values.
        found: u64,
    },
    /// Brackets are where a number belongs, or the other way round.
    Nesting {
        /// The kind of value that belongs there.
        expected: &'static str,
        /// The value that was found.
        found: Box<str>,
    },
    /// The value is no number.
    NotANumber {
        /// The value.
        found: Box<str>,
    },
    /// The number is written as a string.
    NumberAsString {
        /// The string.
        found: Box<str>,
    },
    /// No cell of the type holds the number.
    NotRepresentable {
        /// The numbers that a cell can hold.
        expected: &'static str,
        /// The number.
        found: Box<str>,
    },
    /// An item of `cells` is no object.
    CellNotObject {
        /// The value in place of an object.
        found: Box<str>,
    },
    /// An item of `blocks` is no object.
    BlockNotObject {
        /// The value in place of an object.
        found: Box<str>,
    },
    /// The values of a block are no list.
    BlockNotArray {
        /// The value in place of a list.
        found: Box<str>,
    },
    /// An address is no object.
    AddressNotObject {
        /// The value in place of an object.
        found: Box<str>,
    },
    /// A cell or block has no `address`.
    MissingAddress,
    /// A cell has no `value`.
    MissingValue,
    /// A block has no `values`.
    MissingValues,
    /// An address leaves a dimension out.
    MissingDimension {
        /// The name of the dimension.
        name: Box<str>,
    },
    /// An address names a dimension that the type does not have.
    UnknownDimension {
        /// The text of the type.
        expected: Box<str>,
        /// The name.
        found: Box<str>,
    },
    /// An address names a dimension twice.
    DuplicateDimension {
        /// The name of the dimension.
        name: Box<str>,
    },
    /// The address of a block names a dimension of its values.
    IndexedDimensionInBlockAddress {
        /// The name of the dimension.
        name: Box<str>,
    },
    /// A label is no string.
    LabelNotString {
        /// The value in place of a string.
        found: Box<str>,
    },
    /// The label of an indexed dimension is no number without sign and leading zeros.
    IndexNotInteger {
        /// The name of the dimension.
        dimension: Box<str>,
        /// The label.
        found: Box<str>,
    },
    /// The label of an indexed dimension is not below its size.
    IndexOutOfRange {
        /// The name of the dimension.
        dimension: Box<str>,
        /// The size of the dimension.
        size: u64,
        /// The label.
        found: Box<str>,
    },
    /// The cell or block is there already.
    DuplicateCell {
        /// The labels of the cell or block.
        found: Box<str>,
    },
    /// Hexadecimal text is in a constant.
    HexNotAllowed {
        /// The text.
        found: Box<str>,
    },
    /// The number of digits is no multiple of the number of cells.
    HexLength {
        /// The number of cells.
        cells: u64,
        /// The number of digits.
        found: u64,
    },
    /// No cells of the type have this number of digits.
    HexWidth {
        /// The numbers of digits that a cell of the type may have.
        expected: &'static str,
        /// The number of digits of a cell.
        found: u64,
    },
    /// A character is no hexadecimal digit.
    HexDigit {
        /// The character.
        found: char,
    },
    /// The hexadecimal text is empty.
    HexEmpty,
    /// The file is no LZ4 frame, or not all of one.
    BadCompression {
        /// The decoder's message.
        why: Box<str>,
    },
}

impl Fault {
    /// Returns the fault as one `snake_case` word.
    ///
    /// ```
    /// use tensor_format::vespa::Fault;
    /// assert_eq!(Fault::MissingAddress.name(), "missing_address");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Fault::TrailingData => "trailing_data",
            Fault::BadType { .. } => "bad_type",
            Fault::NoType => "no_type",
            Fault::TypeNotString { .. } => "type_not_string",
            Fault::TypeMismatch { .. } => "type_mismatch",
            Fault::UnboundDimension { .. } => "unbound_dimension",
            Fault::WrongForm { .. } => "wrong_form_for_type",
            Fault::MixedForms { .. } => "mixed_forms",
            Fault::UnknownKey { .. } => "unknown_key",
            Fault::DuplicateKey { .. } => "duplicate_key",
            Fault::NoData { .. } => "no_data",
            Fault::ScalarConstant { .. } => "scalar_constant",
            Fault::WrongCount { .. } => "wrong_count",
            Fault::Nesting { .. } => "nesting",
            Fault::NotANumber { .. } => "not_a_number",
            Fault::NumberAsString { .. } => "number_as_string",
            Fault::NotRepresentable { .. } => "value_not_representable",
            Fault::CellNotObject { .. } => "cell_not_object",
            Fault::BlockNotObject { .. } => "block_not_object",
            Fault::BlockNotArray { .. } => "block_not_array",
            Fault::AddressNotObject { .. } => "address_not_object",
            Fault::MissingAddress => "missing_address",
            Fault::MissingValue => "missing_value",
            Fault::MissingValues => "missing_values",
            Fault::MissingDimension { .. } => "missing_dimension",
            Fault::UnknownDimension { .. } => "unknown_dimension",
            Fault::DuplicateDimension { .. } => "duplicate_dimension",
            Fault::IndexedDimensionInBlockAddress { .. } => "indexed_dimension_in_block_address",
            Fault::LabelNotString { .. } => "label_not_string",
            Fault::IndexNotInteger { .. } => "index_not_integer",
            Fault::IndexOutOfRange { .. } => "index_out_of_range",
            Fault::DuplicateCell { .. } => "duplicate_cell",
            Fault::HexNotAllowed { .. } => "hex_not_allowed",
            Fault::HexLength { .. } => "hex_length",
            Fault::HexWidth { .. } => "hex_width",
            Fault::HexDigit { .. } => "hex_digit",
            Fault::HexEmpty => "hex_empty",
            Fault::BadCompression { .. } => "bad_compression",
        }
    }
}

impl FormatFault for Fault {
    fn name(&self) -> &'static str {
        self.name()
    }

    fn expected(&self) -> Option<FaultValue<'_>> {
        use Fault as F;
        Some(FaultValue::Text(match self {
            F::WrongCount { expected, .. } => return Some(FaultValue::Number(i128::from(*expected))),
            F::IndexOutOfRange { size, .. } => {
                return Some(FaultValue::AtMost(i128::from(*size).saturating_sub(1)));
            }
            F::TypeMismatch { expected, .. } | F::UnknownDimension { expected, .. } => expected,
            F::BadType { expected, .. }
            | F::WrongForm { expected, .. }
            | F::UnknownKey { expected, .. }
            | F::NoData { expected }
            | F::Nesting { expected, .. }
            | F::NotRepresentable { expected, .. }
            | F::HexWidth { expected, .. } => expected,
            F::TrailingData => "the end of the file",
            F::NoType => "a field `type`",
            F::TypeNotString { .. } => "the type as a string",
            F::MixedForms { .. } => "one of `values`, `cells`, `blocks` or bare labels",
            F::ScalarConstant { .. } => "`cells` as a list of one cell, whose address is empty",
            F::NotANumber { .. } | F::NumberAsString { .. } => "a number",
            F::CellNotObject { .. } => "a cell, {\"address\", \"value\"}",
            F::BlockNotObject { .. } => "a block, {\"address\", \"values\"}",
            F::BlockNotArray { .. } => "the list of a block's values",
            F::AddressNotObject { .. } => "an address, {dimension: label}",
            F::IndexedDimensionInBlockAddress { .. } => "an address of mapped dimensions alone",
            F::LabelNotString { .. } => "a label as a string",
            F::IndexNotInteger { .. } => "decimal digits without leading zeros",
            F::DuplicateCell { .. } => "each cell or block once",
            F::HexNotAllowed { .. } => "a list of numbers",
            F::HexLength { .. } => "the same even number of hexadecimal digits for each cell",
            F::HexDigit { .. } => "a hexadecimal digit",
            F::HexEmpty => "hexadecimal digits",
            F::BadCompression { .. } => "one LZ4 frame",
            F::UnboundDimension { .. }
            | F::DuplicateKey { .. }
            | F::MissingAddress
            | F::MissingValue
            | F::MissingValues
            | F::MissingDimension { .. }
            | F::DuplicateDimension { .. } => return None,
        }))
    }

    fn found(&self) -> Option<FaultValue<'_>> {
        use Fault as F;
        match self {
            F::WrongCount { found, .. } | F::HexLength { found, .. } | F::HexWidth { found, .. } => {
                Some(FaultValue::Number(i128::from(*found)))
            }
            F::BadType { found, .. }
            | F::TypeNotString { found }
            | F::TypeMismatch { found, .. }
            | F::WrongForm { found, .. }
            | F::MixedForms { found }
            | F::UnknownKey { found, .. }
            | F::DuplicateKey { found }
            | F::ScalarConstant { found }
            | F::Nesting { found, .. }
            | F::NotANumber { found }
            | F::NumberAsString { found }
            | F::NotRepresentable { found, .. }
            | F::CellNotObject { found }
            | F::BlockNotObject { found }
            | F::BlockNotArray { found }
            | F::AddressNotObject { found }
            | F::UnknownDimension { found, .. }
            | F::LabelNotString { found }
            | F::IndexNotInteger { found, .. }
            | F::IndexOutOfRange { found, .. }
            | F::DuplicateCell { found }
            | F::HexNotAllowed { found } => Some(FaultValue::Text(found)),
            F::DuplicateDimension { name } | F::IndexedDimensionInBlockAddress { name } => Some(FaultValue::Text(name)),
            F::TrailingData
            | F::NoType
            | F::UnboundDimension { .. }
            | F::NoData { .. }
            | F::MissingAddress
            | F::MissingValue
            | F::MissingValues
            | F::MissingDimension { .. }
            | F::HexDigit { .. }
            | F::HexEmpty
            | F::BadCompression { .. } => None,
        }
    }

    /// Tensors of another type, and numbers that a cell of the type cannot hold.
    fn is_invalid(&self) -> bool {
        matches!(self, Fault::TypeMismatch { .. } | Fault::WrongCount { .. } | Fault::NotRepresentable { .. })
    }
}

impl From<Fault> for JsonFault {
    fn from(fault: Fault) -> Self {
        JsonFault::Format(AnyFault::new(fault))
    }
}

/// The text of a fault, with excerpts of the file escaped where they would steer a terminal.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(FaultText(self)).fmt(f)
    }
}

/// The text of a fault without escapes.
struct FaultText<'f>(&'f Fault);

impl fmt::Display for FaultText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Fault as F;
        match self.0 {
            F::TrailingData => f.write_str("expected the end of the file, found more after the tensor"),
            F::BadType { expected, found } if found.is_empty() => write!(f, "type: expected {expected}, found the end"),
            F::BadType { expected, found } => write!(f, "type: expected {expected}, found `{found}`"),
            F::NoType => f.write_str("expected a field `type`, since no type is declared"),
            F::TypeNotString { found } => write!(f, "expected the type as a string, found {found}"),
            F::TypeMismatch { expected, found } => write!(f, "expected the type {expected}, found `{found}`"),
            F::UnboundDimension { name } => write!(f, "dimension `{name}` has no size, which a constant needs"),
            F::WrongForm { expected, found } => write!(f, "expected {expected}, found {found}"),
            F::MixedForms { found } => write!(
                f,
                "expected one of `values`, `cells`, `blocks` or bare labels, found \"{found}\" beside another of them"
            ),
            F::UnknownKey { expected, found } => write!(f, "key: expected {expected}, found \"{found}\""),
            F::DuplicateKey { found } => write!(f, "the key \"{found}\" stands twice"),
            F::NoData { expected } => write!(f, "expected {expected}, found no data"),
            F::ScalarConstant { found } => {
                write!(f, "expected `cells` as a list of one cell, whose address is empty, found {found}")
            }
            F::WrongCount { dimension, expected, found } => {
                match &**dimension {
                    "" => {}
                    several if several.contains(',') => write!(f, "dimensions `{several}`: ")?,
                    one => write!(f, "dimension `{one}`: ")?,
                }
                let s = if *expected == 1 { "" } else { "s" };
                write!(f, "expected {expected} value{s}, found {found}")
            }
            F::Nesting { expected, found } => write!(f, "brackets: expected {expected}, found {found}"),
            F::NotANumber { found } => write!(f, "expected a number, found {found}"),
            F::NumberAsString { found } => write!(f, "expected a number, found the string {found}"),
            F::NotRepresentable { expected, found } => write!(f, "expected {expected}, found {found}"),
            F::CellNotObject { found } => write!(f, "expected a cell, {{\"address\", \"value\"}}, found {found}"),
            F::BlockNotObject { found } => write!(f, "expected a block, {{\"address\", \"values\"}}, found {found}"),
            F::BlockNotArray { found } => write!(f, "expected the list of a block's values, found {found}"),
            F::AddressNotObject { found } => write!(f, "expected an address, {{dimension: label}}, found {found}"),
            F::MissingAddress => f.write_str("the key \"address\" is missing"),
            F::MissingValue => f.write_str("the key \"value\" is missing"),
            F::MissingValues => f.write_str("the key \"values\" is missing"),
            F::MissingDimension { name } => write!(f, "the address leaves dimension `{name}` out"),
            F::UnknownDimension { expected, found } => {
                write!(f, "expected a dimension of {expected}, found \"{found}\"")
            }
            F::DuplicateDimension { name } => write!(f, "the address names dimension `{name}` twice"),
            F::IndexedDimensionInBlockAddress { name } => {
                write!(f, "expected an address of mapped dimensions alone, found `{name}`, which the values have")
            }
            F::LabelNotString { found } => write!(f, "expected a label as a string, found {found}"),
            F::IndexNotInteger { dimension, found } => {
                write!(f, "dimension `{dimension}`: expected decimal digits without leading zeros, found \"{found}\"")
            }
            F::IndexOutOfRange { dimension, size, found } => {
                write!(f, "dimension `{dimension}`: expected an index below {size}, found {found}")
            }
            F::DuplicateCell { found } if found.is_empty() => f.write_str("expected one cell, found another"),
            F::DuplicateCell { found } => write!(f, "expected each cell or block once, found {found} again"),
            F::HexNotAllowed { found } => write!(f, "expected a list of numbers, found the string {found}"),
            F::HexLength { cells, found } => {
                let s = if *cells == 1 { "" } else { "s" };
                write!(
                    f,
                    "expected the same even number of hexadecimal digits for each of {cells} cell{s}, found {found} in all"
                )
            }
            F::HexWidth { expected, found } => {
                write!(f, "expected {expected} hexadecimal digits a cell, found {found}")
            }
            F::HexDigit { found } => write!(f, "expected a hexadecimal digit, found {found:?}"),
            F::HexEmpty => f.write_str("expected hexadecimal digits, found an empty string"),
            F::BadCompression { why } => write!(f, "expected one LZ4 frame: {why}"),
        }
    }
}
