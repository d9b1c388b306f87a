//! What tensors a column has, by its field in the schema.

use tensor_format::{
    DecodeError, ElementType,
    rules::{Definition, Dim, DimBuf, TensorRulesBuf},
};

use super::arrow_schema::{DataType, Field, Fields, Schema};
use crate::{
    extension::{self, BOOL8, FIXED, JSON, RAY, RAY_V2, RAY_VARIABLE, TensorText, VARIABLE},
    fault::{Fault, FaultKind},
};

/// What tensors a column has, by its field in the schema.
#[derive(Clone, Debug)]
pub(super) struct Described {
    pub(super) element: ElementType,
    pub(super) storage: Storage,
    /// The axes as they are stored.
    stored: Vec<StoredAxis>,
    /// For each axis as it is seen the axis as it is stored; `None` if they are the same.
    pub(super) permutation: Option<Vec<usize>>,
}

/// One axis as it is stored: the length that it has in all rows, and its name.
#[derive(Clone, Debug, Default)]
pub(super) struct StoredAxis {
    pub(super) len: Option<usize>,
    pub(super) name: Option<String>,
}

/// How the rows of a column are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    /// One element a row.
    Scalar,
    /// So many lists of fixed sizes in each other.
    Fixed(usize),
    /// So many lists in each other, in lists of any length.
    List(usize),
    /// Lists of any length in each other: so many, all lists of one depth in a row of the same length.
    Nested(usize),
    /// A struct of a list and sizes.
    Variable,
    /// A struct of a content and a format.
    Media,
}

impl Described {
    /// Returns what tensors a column has.
    ///
    /// # Errors
    ///
    /// Faults of the column; [`UnsupportedType`](FaultKind::UnsupportedType) if it has no tensors, and does not say that
    /// it has.
    pub(super) fn of(field: &Field) -> Result<Self, Fault> {
        let metadata = field.extension_type_metadata();
        let name = field.extension_type_name().unwrap_or_default();
        match name {
            FIXED => fixed(field.data_type(), metadata),
            VARIABLE => variable(field.data_type(), metadata),
            BOOL8 => Ok(Self::plain(bool8(field.data_type(), metadata)?, Storage::Scalar, Vec::new())),
            RAY | RAY_V2 => ray(field.data_type(), metadata),
            RAY_VARIABLE => ray_variable(field.data_type(), metadata),
            name if extension::is_hugging_face(name) => hugging_face(field.data_type(), metadata),
            name => plain(field.data_type(), name.strip_prefix("tensor_format.")),
        }
    }

    fn plain(element: ElementType, storage: Storage, lens: Vec<Option<usize>>) -> Self {
        let stored = lens.into_iter().map(|len| StoredAxis { len, name: None }).collect();
        Self { element, storage, stored, permutation: None }
    }

    fn tensor(element: ElementType, storage: Storage, text: TensorText) -> Self {
        let mut stored: Vec<_> = text.sizes.into_iter().map(|len| StoredAxis { len, name: None }).collect();
        for (axis, name) in stored.iter_mut().zip(text.names.into_iter().flatten()) {
            axis.name = (!name.is_empty()).then_some(name);
        }
        Self { element, storage, stored, permutation: text.permutation }
    }

    /// Returns the axes as they are stored.
    pub(super) fn stored(&self) -> &[StoredAxis] {
        &self.stored
    }

    pub(super) fn rank(&self) -> usize {
        self.stored.len()
    }

    /// Returns the axes as they are seen: in the order of the permutation, if there is one.
    pub(super) fn axes(&self) -> impl Iterator<Item = &StoredAxis> + Clone {
        (0..self.stored.len()).filter_map(|axis| self.stored.get(self.stored_axis(axis)))
    }

    /// Returns the axis as it is stored of an axis as it is seen.
    pub(super) fn stored_axis(&self, axis: usize) -> usize {
        self.permutation.as_ref().map_or(Some(axis), |order| order.get(axis).copied()).unwrap_or(axis)
    }

    /// Returns the same column as tensors of other axes, of as many elements.
    pub(super) fn reshaped(mut self, lens: Vec<usize>) -> Self {
        self.stored = lens.into_iter().map(|len| StoredAxis { len: Some(len), name: None }).collect();
        self
    }

    /// Returns the number of elements of every row; `None` if rows differ.
    pub(super) fn count(&self) -> Option<usize> {
        let lens = self.stored.iter().map(|axis| axis.len).collect::<Option<Vec<_>>>()?;
        tensor_format::Shape::from(lens).element_count()
    }

    /// Returns the rules that the schema alone gives for the column.
    pub(super) fn definition(&self, name: &str, required: bool) -> Definition {
        let axis = |axis: &StoredAxis| {
            let len = axis.len.map_or(Dim::ANY, |len| Dim::exact(len as u64));
            DimBuf::from(Dim { name: axis.name.as_deref(), ..len })
        };
        let axes = self.axes().map(axis).collect();
        let rules = TensorRulesBuf { allowed_types: vec![self.element], axes, ..TensorRulesBuf::default() };
        Definition::new(name, required, rules)
    }
}

/// Returns the number of elements of a list of fixed size.
pub(super) fn list_size(size: i32) -> Result<usize, Fault> {
    let negative = || Fault::schema(FaultKind::Storage, "a list of 0 elements or more", format!("{size}"));
    usize::try_from(size).map_err(|_| negative())
}

/// Returns the element type of an item of a tensor.
fn element(item: &Field) -> Result<ElementType, Fault> {
    let expected = "elements of a type that tensors have";
    let other = || Fault::schema(FaultKind::ElementType, expected, item.data_type().to_string());
    if item.extension_type_name() == Some(BOOL8) {
        return bool8(item.data_type(), item.extension_type_metadata());
    }
    primitive(item.data_type()).ok_or_else(other)
}

fn bool8(data_type: &DataType, metadata: Option<&str>) -> Result<ElementType, Fault> {
    if *data_type != DataType::Int8 {
        return Err(Fault::schema(FaultKind::Storage, "Int8", data_type.to_string()));
    }
    match metadata {
        None | Some("") => Ok(ElementType::Bool),
        Some(text) => Err(Fault::schema(FaultKind::Bool8Metadata, "no metadata", text)),
    }
}

/// Returns the element type of a column of single elements.
fn primitive(data_type: &DataType) -> Option<ElementType> {
    Some(match data_type {
        DataType::Boolean => ElementType::Bool,
        DataType::Int8 => ElementType::I8,
        DataType::Int16 => ElementType::I16,
        DataType::Int32 => ElementType::I32,
        DataType::Int64 => ElementType::I64,
        DataType::UInt8 => ElementType::U8,
        DataType::UInt16 => ElementType::U16,
        DataType::UInt32 => ElementType::U32,
        DataType::UInt64 => ElementType::U64,
        DataType::Float16 => ElementType::F16,
        DataType::Float32 => ElementType::F32,
        DataType::Float64 => ElementType::F64,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => ElementType::String,
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => ElementType::Binary,
        DataType::FixedSizeBinary(size) if *size >= 0 => ElementType::Binary,
        _ => return None,
    })
}

fn storage(expected: &'static str, found: &DataType) -> Fault {
    Fault::schema(FaultKind::Storage, expected, found.to_string())
}

fn fixed(data_type: &DataType, metadata: Option<&str>) -> Result<Described, Fault> {
    let DataType::FixedSizeList(item, size) = data_type else {
        return Err(storage("a list of fixed size", data_type));
    };
    let text = extension::read_fixed(metadata, list_size(*size)?)?;
    Ok(Described::tensor(element(item)?, Storage::Fixed(1), text))
}

/// Returns the items and the number of sizes of a struct that stores tensors of variable shape.
fn variable_storage(data_type: &DataType) -> Result<(&Field, usize), Fault> {
    let expected = "a struct of the list `data` and of `shape`, a list of Int32 of fixed size";
    let other = || storage(expected, data_type);
    let DataType::Struct(fields) = data_type else { return Err(other()) };
    let [data, shape] = fields.iter().as_slice() else { return Err(other()) };
    if data.name() != "data" || shape.name() != "shape" {
        return Err(other());
    }
    let (DataType::List(item) | DataType::LargeList(item)) = data.data_type() else { return Err(other()) };
    match shape.data_type() {
        DataType::FixedSizeList(size, rank) if *size.data_type() == DataType::Int32 => {
            Ok((item, list_size(*rank).and_then(extension::check_rank)?))
        }
        _ => Err(other()),
    }
}

fn variable(data_type: &DataType, metadata: Option<&str>) -> Result<Described, Fault> {
    let (item, rank) = variable_storage(data_type)?;
    let text = extension::read_variable(metadata, rank)?;
    Ok(Described::tensor(element(item)?, Storage::Variable, text))
}

/// Reads the type of Ray's for tensors of one shape: a list of all elements of a row, and the shape as metadata.
fn ray(data_type: &DataType, metadata: Option<&str>) -> Result<Described, Fault> {
    let (DataType::List(item) | DataType::LargeList(item)) = data_type else {
        return Err(storage("a list", data_type));
    };
    let shape = extension::read_list(metadata)?;
    let lens = shape.into_iter().map(Some).collect();
    Ok(Described::plain(element(item)?, Storage::List(0), lens))
}

/// Reads the type of Ray's for tensors of any shape: as the canonical one, but sizes are lists of Int64 of any length.
fn ray_variable(data_type: &DataType, metadata: Option<&str>) -> Result<Described, Fault> {
    let other = || storage("a struct of the lists `data` and `shape`", data_type);
    let DataType::Struct(fields) = data_type else { return Err(other()) };
    let [data, shape] = fields.iter().as_slice() else { return Err(other()) };
    let (DataType::List(item) | DataType::LargeList(item)) = data.data_type() else { return Err(other()) };
    let (DataType::List(size) | DataType::LargeList(size)) = shape.data_type() else { return Err(other()) };
    if data.name() != "data" || shape.name() != "shape" || *size.data_type() != DataType::Int64 {
        return Err(other());
    }
    let rank = extension::read_rank(metadata)?;
    let rank = rank.ok_or_else(|| Fault::schema(FaultKind::UnsupportedType, "one rank", "tensors of several ranks"))?;
    Ok(Described::plain(element(item)?, Storage::Variable, vec![None; rank]))
}

/// Reads the arrays of Hugging Face's: lists in lists, and the shape as metadata.
fn hugging_face(data_type: &DataType, metadata: Option<&str>) -> Result<Described, Fault> {
    let lens = extension::read_hugging_face(metadata)?;
    let (mut item, mut depth) = (data_type, 0);
    let mut element_type = None;
    while let DataType::List(inner) | DataType::LargeList(inner) = item {
        (item, element_type, depth) = (inner.data_type(), Some(element(inner)), depth + 1);
    }
    match element_type {
        Some(element) if depth == lens.len() => Ok(Described::plain(element?, Storage::Nested(depth), lens)),
        _ => Err(storage("as many lists in each other as the shape has axes", data_type)),
    }
}

/// Reads a column without an extension type of tensors; `media` is what an extension type of ours says it has.
fn plain(data_type: &DataType, media: Option<&str>) -> Result<Described, Fault> {
    let unsupported =
        || Fault::rules(FaultKind::UnsupportedType, "a column of a type that tensors have", data_type.to_string());
    match data_type {
        DataType::FixedSizeList(..) => {
            let (depth, lens, element) = nested(data_type)?.ok_or_else(unsupported)?;
            Ok(Described::plain(element, Storage::Fixed(depth), lens))
        }
        // Lists of tensors are no tensors.
        DataType::List(item) | DataType::LargeList(item)
            if claims_tensors(item) && item.extension_type_name() != Some(BOOL8) =>
        {
            Err(unsupported())
        }
        DataType::List(item) | DataType::LargeList(item) => {
            let (depth, mut lens, element) = match item.data_type() {
                inner @ DataType::FixedSizeList(..) => nested(inner)?.ok_or_else(unsupported)?,
                _ => (0, Vec::new(), element(item).map_err(|_| unsupported())?),
            };
            lens.insert(0, None);
            Ok(Described::plain(element, Storage::List(depth), lens))
        }
        DataType::Struct(fields) if is_media(fields) => {
            let element = media.and_then(ElementType::from_name).filter(|element| element.is_media());
            // Without a name of ours it may be any of them; the rules say which.
            Ok(Described::plain(element.unwrap_or(ElementType::Image), Storage::Media, Vec::new()))
        }
        DataType::Struct(_) if media.is_none() && variable_storage(data_type).is_ok() => {
            variable(data_type, None).map_err(|_| unsupported())
        }
        other => Ok(Described::plain(primitive(other).ok_or_else(unsupported)?, Storage::Scalar, Vec::new())),
    }
}

type Nested = (usize, Vec<Option<usize>>, ElementType);

/// Returns how many lists of fixed sizes are in each other, their sizes, and the type of the elements in the innermost;
/// `None` if these are no elements of tensors.
fn nested(data_type: &DataType) -> Result<Option<Nested>, Fault> {
    let (mut depth, mut lens, mut list) = (0, Vec::new(), data_type);
    let mut innermost = None;
    while let DataType::FixedSizeList(item, size) = list {
        lens.push(Some(list_size(*size)?));
        depth += 1;
        (list, innermost) = (item.data_type(), Some(item));
    }
    Ok(innermost.and_then(|item| element(item).ok()).map(|element| (depth, lens, element)))
}

fn is_media(fields: &Fields) -> bool {
    let [bytes, path] = fields.iter().as_slice() else { return false };
    let binary = matches!(bytes.data_type(), DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
    let text = matches!(path.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    bytes.name() == "bytes" && path.name() == "path" && binary && text
}

/// Returns whether a column says of itself that it has tensors, so that a fault of it is one of the file.
pub(super) fn claims_tensors(field: &Field) -> bool {
    let name = field.extension_type_name().unwrap_or_default();
    let ours = name.strip_prefix("tensor_format.").is_some();
    let known = matches!(name, FIXED | VARIABLE | BOOL8 | RAY | RAY_V2 | RAY_VARIABLE);
    known || ours || extension::is_hugging_face(name)
}

/// Returns whether a column is text that holds JSON.
pub(super) fn is_json(field: &Field) -> bool {
    field.extension_type_name().is_none_or(|name| name == JSON)
        && primitive(field.data_type()) == Some(ElementType::String)
}

/// Refuses lists of negative sizes in all columns, with their names.
pub(crate) fn check_all_sizes(schema: &Schema) -> Result<(), DecodeError> {
    schema.fields().iter().try_for_each(|field| {
        check_sizes(field.data_type()).map_err(|fault| DecodeError::from(fault).in_parameter(field.name()))
    })
}

/// Refuses lists of negative sizes at any depth of a type: arrow-rs reads them from a schema, and fails where it counts
/// with them.
pub(super) fn check_sizes(data_type: &DataType) -> Result<(), Fault> {
    match data_type {
        DataType::FixedSizeList(item, size) => {
            list_size(*size)?;
            check_sizes(item.data_type())
        }
        DataType::FixedSizeBinary(size) => list_size(*size).map(|_| ()),
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::Map(item, _) => check_sizes(item.data_type()),
        DataType::Struct(fields) => fields.iter().try_for_each(|field| check_sizes(field.data_type())),
        DataType::Union(fields, _) => fields.iter().try_for_each(|(_, field)| check_sizes(field.data_type())),
        DataType::Dictionary(key, value) => check_sizes(key).and_then(|()| check_sizes(value)),
        DataType::RunEndEncoded(ends, values) => {
            check_sizes(ends.data_type()).and_then(|()| check_sizes(values.data_type()))
        }
        _ => Ok(()),
    }
}
