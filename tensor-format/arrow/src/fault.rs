//! What is wrong with a column, a schema or a file.

use std::{borrow::Cow, fmt, io};

use tensor_format::{
    DecodeError, EncodeError, ErrorKind,
    error::{AnyFault, FaultValue, FormatFault},
};

/// The step of reading that found a fault; the steps are in the order in which they check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The bytes of a file or stream, which Arrow's own libraries read.
    Ipc,
    /// The schema, before any batch: what the columns are.
    Schema,
    /// The rows of a batch.
    Data,
    /// The rules of the type that is read or written.
    Rules,
}

impl Stage {
    /// Returns the stage as one `snake_case` word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ipc => "ipc",
            Self::Schema => "schema",
            Self::Data => "data",
            Self::Rules => "rules",
        }
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $word:literal;)*) => {
        /// What is wrong. Match on this; the text is for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum FaultKind { $($(#[$doc])* $variant,)* }

        impl FaultKind {
            /// Returns the kind as one `snake_case` word.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    };
}

kinds! {
    /// The file, the stream or an array is not what Arrow's specification asks for.
    Arrow = "arrow";
    /// A column of fixed shape has no metadata, and so no shape.
    MetadataMissing = "metadata_missing";
    /// The metadata of a column are no JSON.
    MetadataNotJson = "metadata_not_json";
    /// The metadata of a column are JSON, but no object.
    MetadataNotObject = "metadata_not_object";
    /// A key of the metadata is there twice.
    DuplicateKey = "duplicate_key";
    /// The metadata have no key `shape`.
    ShapeMissing = "shape_missing";
    /// `shape` is no list of sizes, or has more elements than can be counted.
    Shape = "shape";
    /// The sizes of `shape` make another number than the list has.
    ShapeProduct = "shape_product";
    /// `permutation` is no order of the axes.
    Permutation = "permutation";
    /// `dim_names` is no list of a name for each axis.
    DimNames = "dim_names";
    /// `uniform_shape` is no list of a size for each axis, or a row has another size.
    UniformShape = "uniform_shape";
    /// The column is stored in another way than its extension type asks for.
    Storage = "storage";
    /// The elements of the column are of a type that tensors do not have.
    ElementType = "element_type";
    /// A column of `arrow.bool8` has metadata.
    Bool8Metadata = "bool8_metadata";
    /// An element of a tensor is null.
    ElementNull = "element_null";
    /// The shape of a tensor, or a size in it, is null.
    ShapeNull = "shape_null";
    /// The elements of a tensor are null, and the tensor is not.
    DataNull = "data_null";
    /// A size of a shape is negative.
    NegativeSize = "negative_size";
    /// The sizes of a shape are more elements than can be counted.
    SizeOverflow = "size_overflow";
    /// A tensor has another number of elements than its shape.
    ElementCount = "element_count";
    /// The lists inside of a list differ in length, so that they make no tensor.
    Ragged = "ragged";
    /// The offsets of a list fall, or lead out of the elements.
    Offsets = "offsets";
    /// The column is of a type that has no tensors.
    UnsupportedType = "unsupported_type";
    /// The axes of the column have the names of the rules in another order.
    AxisOrder = "axis_order";
    /// A row has no value for a parameter that is required.
    Null = "null";
    /// The rules of the type are of one tensor, and only parameters of a record have columns.
    NoColumns = "no_columns";
    /// A column has one element type, and the rules allow several.
    SeveralTypes = "several_types";
    /// A column has one rank, and the rules allow several.
    OpenRank = "open_rank";
    /// The tensor has no column that other libraries could read.
    NoColumnForm = "no_column_form";
    /// The batch has other columns than the rows were asked for.
    OtherSchema = "other_schema";
}

/// A fault of a column, a schema or a file: what is wrong, what was expected and what was found.
///
/// Errors about Arrow itself hold one; errors about the rules of the type are those of `tensor_format`. The name of the
/// column and the row are in the [`DecodeError`] or [`EncodeError`], as its parameter and its record.
///
/// ```
/// use tensor_format::DecodeError;
/// use tensor_format_arrow::{Fault, FaultKind};
///
/// fn is_null(error: &DecodeError) -> bool {
///     Fault::of(error).is_some_and(|fault| fault.kind == FaultKind::Null)
/// }
/// # let _ = is_null;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The step that found it.
    pub stage: Stage,
    /// What is wrong.
    pub kind: FaultKind,
    /// What would be right.
    pub expected: Cow<'static, str>,
    /// What was found, shortened.
    pub found: Box<str>,
    /// The axis of the tensor, outermost first, counted from 0.
    pub axis: Option<usize>,
}

impl Fault {
    pub(crate) fn new(
        stage: Stage,
        kind: FaultKind,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<String>,
    ) -> Self {
        let mut found: String = found.into();
        if let Some((end, _)) = found.char_indices().nth(160) {
            found.truncate(end);
            found.push('…');
        }
        Self { stage, kind, expected: expected.into(), found: found.into(), axis: None }
    }

    pub(crate) fn schema(kind: FaultKind, expected: impl Into<Cow<'static, str>>, found: impl Into<String>) -> Self {
        Self::new(Stage::Schema, kind, expected, found)
    }

    pub(crate) fn data(kind: FaultKind, expected: impl Into<Cow<'static, str>>, found: impl Into<String>) -> Self {
        Self::new(Stage::Data, kind, expected, found)
    }

    pub(crate) fn rules(kind: FaultKind, expected: impl Into<Cow<'static, str>>, found: impl Into<String>) -> Self {
        Self::new(Stage::Rules, kind, expected, found)
    }

    /// Returns the fault of a file or stream that is not what Arrow's specification asks for.
    pub(crate) fn ipc(expected: impl Into<Cow<'static, str>>, found: impl Into<String>) -> Self {
        Self::new(Stage::Ipc, FaultKind::Arrow, expected, found)
    }

    /// Returns the fault for an error of Arrow's own.
    pub(crate) fn arrow(error: &dyn fmt::Display) -> Self {
        Self::new(Stage::Ipc, FaultKind::Arrow, "what Arrow reads", error.to_string())
    }

    pub(crate) fn at_axis(mut self, axis: usize) -> Self {
        self.axis = Some(axis);
        self
    }

    /// Returns the fault that an error of reading holds; `None` if the error is not about Arrow.
    #[must_use]
    pub fn of(error: &DecodeError) -> Option<&Self> {
        Self::of_kind(error.kind())
    }

    /// Returns the fault that an error of writing holds; `None` if the error is not about Arrow.
    #[must_use]
    pub fn of_encode(error: &EncodeError) -> Option<&Self> {
        Self::of_kind(error.kind())
    }

    /// Returns the fault that is or is in a kind of error; `None` if it is not about Arrow.
    #[must_use]
    pub fn of_kind(kind: &ErrorKind) -> Option<&Self> {
        match kind {
            ErrorKind::Format(fault) => fault.get(),
            _ => None,
        }
    }
}

impl From<Fault> for ErrorKind {
    fn from(fault: Fault) -> Self {
        ErrorKind::Format(AnyFault::new(fault))
    }
}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> Self {
        DecodeError::new(fault.into())
    }
}

impl From<Fault> for EncodeError {
    fn from(fault: Fault) -> Self {
        EncodeError::new(fault.into())
    }
}

impl std::error::Error for Fault {}

/// Returns an error as one that readers of batches give, of which [`unread`](crate::ipc::unread) makes the same again.
pub(crate) fn refused<E: From<io::Error>>(error: DecodeError) -> E {
    io::Error::new(io::ErrorKind::InvalidData, error).into()
}

impl FormatFault for Fault {
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    fn axis(&self) -> Option<usize> {
        self.axis
    }

    fn expected(&self) -> Option<FaultValue<'_>> {
        Some(FaultValue::Text(&self.expected))
    }

    fn found(&self) -> Option<FaultValue<'_>> {
        Some(FaultValue::Text(&self.found))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(axis) = self.axis {
            write!(f, "axis {axis}: ")?;
        }
        write!(f, "expected {}, found ", self.expected)?;
        if self.found.is_empty() { f.write_str("nothing") } else { f.write_str(&self.found) }
    }
}
