//! What is wrong with a Vespa constant.

use alloc::boxed::Box;
use core::fmt;

use crate::{FormatFault, JsonFault, util::escaped::Escaped};

/// A fault of a Vespa tensor in JSON, other than of the JSON text itself. What was found is cut when it is long.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VespaFault {
    /// Something but white space follows the value.
    TrailingData,
    /// The text of the `type` field is no type.
    BadType {
        /// What may stand at the place.
        expected: &'static str,
        /// The text from that place on.
        found: Box<str>,
    },
    /// No type was declared, and there is no `type` field.
    NoType,
    /// The `type` field holds no string.
    TypeNotString {
        /// What it holds.
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
        /// The dimension.
        name: Box<str>,
    },
    /// The form is none for tensors of the type.
    WrongForm {
        /// What the type may have.
        expected: &'static str,
        /// What is there.
        found: Box<str>,
    },
    /// Two forms stand side by side.
    MixedForms {
        /// The key of the second.
        found: Box<str>,
    },
    /// The object has a key that it must not have.
    UnknownKey {
        /// The keys it may have.
        expected: &'static str,
        /// The key.
        found: Box<str>,
    },
    /// The key stands twice.
    DuplicateKey {
        /// The key.
        found: Box<str>,
    },
    /// There are no cells, and the type does not allow for none.
    NoData {
        /// What is missing.
        expected: &'static str,
    },
    /// A scalar in another form than a cell with an empty address.
    ScalarConstant {
        /// What is there.
        found: Box<str>,
    },
    /// A list has another number of values than its dimension.
    WrongCount {
        /// The dimension, or dimensions.
        dimension: Box<str>,
        /// Its size.
        expected: u64,
        /// The number of values.
        found: u64,
    },
    /// Brackets stand where a number belongs, or the other way round.
    Nesting {
        /// What belongs there.
        expected: &'static str,
        /// What is there.
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
        /// What a cell holds.
        expected: &'static str,
        /// The number.
        found: Box<str>,
    },
    /// An item of `cells` is no object.
    CellNotObject {
        /// The item.
        found: Box<str>,
    },
    /// An item of `blocks` is no object.
    BlockNotObject {
        /// The item.
        found: Box<str>,
    },
    /// The values of a block are no list.
    BlockNotArray {
        /// What they are.
        found: Box<str>,
    },
    /// An address is no object.
    AddressNotObject {
        /// What it is.
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
        /// The dimension.
        name: Box<str>,
    },
    /// An address names a dimension that the type does not have.
    UnknownDimension {
        /// The type.
        expected: Box<str>,
        /// The name.
        found: Box<str>,
    },
    /// An address names a dimension twice.
    DuplicateDimension {
        /// The dimension.
        name: Box<str>,
    },
    /// The address of a block names a dimension of its values.
    IndexedDimensionInBlockAddress {
        /// The dimension.
        name: Box<str>,
    },
    /// A label is no string.
    LabelNotString {
        /// What it is.
        found: Box<str>,
    },
    /// The label of an indexed dimension is no number without sign and leading zeros.
    IndexNotInteger {
        /// The dimension.
        dimension: Box<str>,
        /// The label.
        found: Box<str>,
    },
    /// The label of an indexed dimension is not below its size.
    IndexOutOfRange {
        /// The dimension.
        dimension: Box<str>,
        /// Its size.
        size: u64,
        /// The label.
        found: Box<str>,
    },
    /// The cell or block is there already.
    DuplicateCell {
        /// Its labels.
        found: Box<str>,
    },
    /// Hexadecimal text stands in a constant.
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
    /// No cells of the type have so many digits.
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
        /// What the decoder says.
        why: Box<str>,
    },
}

impl VespaFault {
    /// The fault of a Vespa tensor, if that of a JSON text is one.
    #[must_use]
    pub fn of(fault: &JsonFault) -> Option<&Self> {
        match fault {
            JsonFault::Format(fault) => fault.get(),
            _ => None,
        }
    }

    /// The fault as one `snake_case` word.
    ///
    /// ```
    /// use tensor_format::vespa::Fault;
    /// assert_eq!(Fault::MissingAddress.name(), "missing_address");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            VespaFault::TrailingData => "trailing_data",
            VespaFault::BadType { .. } => "bad_type",
            VespaFault::NoType => "no_type",
            VespaFault::TypeNotString { .. } => "type_not_string",
            VespaFault::TypeMismatch { .. } => "type_mismatch",
            VespaFault::UnboundDimension { .. } => "unbound_dimension",
            VespaFault::WrongForm { .. } => "wrong_form_for_type",
            VespaFault::MixedForms { .. } => "mixed_forms",
            VespaFault::UnknownKey { .. } => "unknown_key",
            VespaFault::DuplicateKey { .. } => "duplicate_key",
            VespaFault::NoData { .. } => "no_data",
            VespaFault::ScalarConstant { .. } => "scalar_constant",
            VespaFault::WrongCount { .. } => "wrong_count",
            VespaFault::Nesting { .. } => "nesting",
            VespaFault::NotANumber { .. } => "not_a_number",
            VespaFault::NumberAsString { .. } => "number_as_string",
            VespaFault::NotRepresentable { .. } => "value_not_representable",
            VespaFault::CellNotObject { .. } => "cell_not_object",
            VespaFault::BlockNotObject { .. } => "block_not_object",
            VespaFault::BlockNotArray { .. } => "block_not_array",
            VespaFault::AddressNotObject { .. } => "address_not_object",
            VespaFault::MissingAddress => "missing_address",
            VespaFault::MissingValue => "missing_value",
            VespaFault::MissingValues => "missing_values",
            VespaFault::MissingDimension { .. } => "missing_dimension",
            VespaFault::UnknownDimension { .. } => "unknown_dimension",
            VespaFault::DuplicateDimension { .. } => "duplicate_dimension",
            VespaFault::IndexedDimensionInBlockAddress { .. } => "indexed_dimension_in_block_address",
            VespaFault::LabelNotString { .. } => "label_not_string",
            VespaFault::IndexNotInteger { .. } => "index_not_integer",
            VespaFault::IndexOutOfRange { .. } => "index_out_of_range",
            VespaFault::DuplicateCell { .. } => "duplicate_cell",
            VespaFault::HexNotAllowed { .. } => "hex_not_allowed",
            VespaFault::HexLength { .. } => "hex_length",
            VespaFault::HexWidth { .. } => "hex_width",
            VespaFault::HexDigit { .. } => "hex_digit",
            VespaFault::HexEmpty => "hex_empty",
            VespaFault::BadCompression { .. } => "bad_compression",
        }
    }
}

impl crate::Fault for VespaFault {
    fn name(&self) -> &'static str {
        VespaFault::name(self)
    }
}

impl From<VespaFault> for JsonFault {
    fn from(fault: VespaFault) -> Self {
        JsonFault::Format(FormatFault::new(fault))
    }
}

/// What was found is escaped where it would steer a terminal.
impl fmt::Display for VespaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(Text(self)).fmt(f)
    }
}

/// The text as it is.
struct Text<'f>(&'f VespaFault);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            VespaFault::TrailingData => f.write_str("expected the end of the file, found more after the tensor"),
            VespaFault::BadType { expected, found } if found.is_empty() => {
                write!(f, "type: expected {expected}, found the end")
            }
            VespaFault::BadType { expected, found } => write!(f, "type: expected {expected}, found `{found}`"),
            VespaFault::NoType => f.write_str("expected a field `type`, since no type is declared"),
            VespaFault::TypeNotString { found } => write!(f, "expected the type as a string, found {found}"),
            VespaFault::TypeMismatch { expected, found } => write!(f, "expected the type {expected}, found `{found}`"),
            VespaFault::UnboundDimension { name } => {
                write!(f, "dimension `{name}` has no size, which a constant needs")
            }
            VespaFault::WrongForm { expected, found } => write!(f, "expected {expected}, found {found}"),
            VespaFault::MixedForms { found } => {
                write!(
                    f,
                    "expected one of `values`, `cells`, `blocks` or bare labels, found \"{found}\" beside another of them"
                )
            }
            VespaFault::UnknownKey { expected, found } => write!(f, "key: expected {expected}, found \"{found}\""),
            VespaFault::DuplicateKey { found } => write!(f, "the key \"{found}\" stands twice"),
            VespaFault::NoData { expected } => write!(f, "expected {expected}, found no data"),
            VespaFault::ScalarConstant { found } => {
                write!(f, "expected `cells` as a list of one cell, whose address is empty, found {found}")
            }
            VespaFault::WrongCount { dimension, expected, found } => {
                match &**dimension {
                    "" => {}
                    several if several.contains(',') => write!(f, "dimensions `{several}`: ")?,
                    one => write!(f, "dimension `{one}`: ")?,
                }
                let s = if *expected == 1 { "" } else { "s" };
                write!(f, "expected {expected} value{s}, found {found}")
            }
            VespaFault::Nesting { expected, found } => write!(f, "brackets: expected {expected}, found {found}"),
            VespaFault::NotANumber { found } => write!(f, "expected a number, found {found}"),
            VespaFault::NumberAsString { found } => write!(f, "expected a number, found the string {found}"),
            VespaFault::NotRepresentable { expected, found } => write!(f, "expected {expected}, found {found}"),
            VespaFault::CellNotObject { found } => {
                write!(f, "expected a cell, {{\"address\", \"value\"}}, found {found}")
            }
            VespaFault::BlockNotObject { found } => {
                write!(f, "expected a block, {{\"address\", \"values\"}}, found {found}")
            }
            VespaFault::BlockNotArray { found } => write!(f, "expected the list of a block's values, found {found}"),
            VespaFault::AddressNotObject { found } => {
                write!(f, "expected an address, {{dimension: label}}, found {found}")
            }
            VespaFault::MissingAddress => f.write_str("the key \"address\" is missing"),
            VespaFault::MissingValue => f.write_str("the key \"value\" is missing"),
            VespaFault::MissingValues => f.write_str("the key \"values\" is missing"),
            VespaFault::MissingDimension { name } => write!(f, "the address leaves dimension `{name}` out"),
            VespaFault::UnknownDimension { expected, found } => {
                write!(f, "expected a dimension of {expected}, found \"{found}\"")
            }
            VespaFault::DuplicateDimension { name } => write!(f, "the address names dimension `{name}` twice"),
            VespaFault::IndexedDimensionInBlockAddress { name } => {
                write!(f, "expected an address of mapped dimensions alone, found `{name}`, which the values have")
            }
            VespaFault::LabelNotString { found } => write!(f, "expected a label as a string, found {found}"),
            VespaFault::IndexNotInteger { dimension, found } => {
                write!(f, "dimension `{dimension}`: expected decimal digits without leading zeros, found \"{found}\"")
            }
            VespaFault::IndexOutOfRange { dimension, size, found } => {
                write!(f, "dimension `{dimension}`: expected an index below {size}, found {found}")
            }
            VespaFault::DuplicateCell { found } if found.is_empty() => f.write_str("expected one cell, found another"),
            VespaFault::DuplicateCell { found } => write!(f, "expected each cell or block once, found {found} again"),
            VespaFault::HexNotAllowed { found } => write!(f, "expected a list of numbers, found the string {found}"),
            VespaFault::HexLength { cells, found } => {
                let s = if *cells == 1 { "" } else { "s" };
                write!(
                    f,
                    "expected the same even number of hexadecimal digits for each of {cells} cell{s}, found {found} in all"
                )
            }
            VespaFault::HexWidth { expected, found } => {
                write!(f, "expected {expected} hexadecimal digits a cell, found {found}")
            }
            VespaFault::HexDigit { found } => write!(f, "expected a hexadecimal digit, found {found:?}"),
            VespaFault::HexEmpty => f.write_str("expected hexadecimal digits, found an empty string"),
            VespaFault::BadCompression { why } => write!(f, "expected one LZ4 frame: {why}"),
        }
    }
}
