//! Compares the columns of a schema with rules, before any batch is read, and the rows of a batch.

use tensor_format::{
    DecodeError, Definition, Definitions, ErrorKind, HasRules, RecordRules, Rules, error::Violation, rules::Dim,
};

use super::{
    arrow_array::RecordBatch,
    arrow_schema::{DataType, Field, Schema},
    batch_columns::Columns,
    empty_items::{EmptyOfRow, RowLimit},
    field::{Described, check_sizes, claims_tensors},
    matching::{match_columns, violation},
};
use crate::{
    extension::BOOL8,
    fault::{Fault, FaultKind},
    plan::record_of,
};

/// Checks that the columns of a schema are what values of a type are read from: before any batch is read, and with all
/// that is wrong.
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{check_schema, schema_of};
///
/// #[derive(Tensor)]
/// struct Written {
///     pixels: [[u8; 3]; 2],
///     label: String,
/// }
///
/// #[derive(Tensor)]
/// struct Wanted {
///     pixels: [[u8; 4]; 2],
///     label: u32,
/// }
///
/// let schema = schema_of::<Written>()?;
/// check_schema::<Written>(&schema)?;
/// assert_eq!(
///     check_schema::<Wanted>(&schema).unwrap_err().to_string(),
///     "parameter `pixels`: axis 1: expected 4, found 3\n\
///      parameter `label`: element type: expected u32, found string"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`DecodeError::violations`] are all of them: missing, repeated and refused columns of parameters and of metadata,
/// element types, ranks, lengths that all rows have, names of axes in another order, named axes that differ in all
/// rows, and each [`Fault`](crate::Fault) of a column that a parameter needs.
pub fn check_schema<T: HasRules>(schema: &Schema) -> Result<(), DecodeError> {
    check_rules(&T::RULES, schema)
}

/// Does the same as [`check_schema`], for rules that are known at run time only.
///
/// # Errors
///
/// As [`check_schema`].
pub fn check_rules(rules: &Rules<'_>, schema: &Schema) -> Result<(), DecodeError> {
    match_columns(&record_of(rules)?, schema).map(|_| ())
}

/// Checks all rows of a batch against rules that are known at run time only, without values: no element is looked at.
/// `first_row` is the number of rows in the batches before, for errors.
///
/// What is refused here [`from_batch`](super::from_batch) refuses for the type of these rules. It finds more, of the
/// content: labels that the type does not have, numbers out of a range (that of `range_checked`, and rules have it too,
/// but no check of headers looks at it), what is no `char`, no `NonZero` or refused by a module of `with`, labels of a
/// map that are there twice, metadata that are no JSON of their type, and defaults that do not fit; and, as rules do
/// not tell them, the lengths of [`Ragged`](tensor_format::Ragged) lists and the number of labels of a map whose values
/// are records.
///
/// ```
/// use tensor_format::{Definition, Definitions, HasRules, Rules, Tensor};
/// use tensor_format_arrow::{check_batch, to_batch};
///
/// #[derive(Tensor)]
/// struct Row {
///     x: Vec<f32>,
/// }
///
/// let batch = to_batch(&[Row { x: vec![1.0, 2.0] }, Row { x: vec![1.0] }])?;
/// let rules = <[f32; 2]>::RULES.expect_tensor();
/// let definitions = Definitions(vec![Definition::new("x", true, rules)]);
/// let error = definitions.with(|rules| check_batch(&Rules::Record(rules), &batch, 10)).unwrap_err();
/// assert_eq!(error.to_string(), "record 11: parameter `x`: axis 0: expected 2, found 1");
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
///
/// # Errors
///
/// As [`check_schema`]; then the first row that breaks the rules, with every way in which it does: element types, ranks
/// and lengths, named axes, labels of a map that are not as many as its values, a part of an optional record or map
/// without the others, and required metadata that are null. A null for a required parameter, or a tensor that is
/// damaged, is the only fault that is named, and so is [`LimitExceeded`](ErrorKind::LimitExceeded) of the row that
/// makes more tensors that take no bytes than are read without options.
pub fn check_batch(rules: &Rules<'_>, batch: &RecordBatch, first_row: u64) -> Result<(), DecodeError> {
    let record = record_of(rules)?;
    let columns = Columns { once: 0..batch.num_rows(), ..Columns::new(&record, batch)? };
    let limit = RowLimit::default();
    for row in 0..batch.num_rows() {
        check_row(&record, &columns, row, &limit)
            .map_err(|error| error.in_record(first_row.saturating_add(row as u64)))?;
    }
    Ok(())
}

fn check_row(record: &RecordRules<'_>, columns: &Columns<'_>, row: usize, limit: &RowLimit) -> Result<(), DecodeError> {
    for param in columns.params.iter().flatten() {
        // A row that is damaged has its error below.
        let tensors = param.tensors(row).unwrap_or_default();
        let counted = EmptyOfRow { columns, row, limit }.count_tensors(param.column.takes_nothing(), &tensors);
        counted.map_err(|kind| DecodeError::from(kind).in_parameter(param.name))?;
    }
    let (mut fault, mut items) = (None, Vec::new());
    let headers = record
        .iter()
        .enumerate()
        .flat_map(|(index, param)| columns.headers(index, row).map(move |header| (param, header)));
    let headers = headers.map_while(|(param, header)| match header {
        Ok(header) => {
            items.extend(header.shape.first().filter(|_| param.of_map).map(|len| (param.name, *len)));
            Some((param.name, header))
        }
        Err(error) => {
            fault = Some(DecodeError::from(error).in_parameter(param.name));
            None
        }
    });
    let mut violations = record.check_all(headers);
    if let Some(fault) = fault {
        return Err(fault);
    }
    violations.extend(map_lengths(&items));
    let missing = columns.metadata.iter().filter(|metadata| metadata.is_missing(row));
    violations.extend(missing.map(|metadata| violation(&metadata.name, ErrorKind::MissingMetadata)));
    DecodeError::from_violations(violations).map_or(Ok(()), Err)
}

/// Compares the numbers of labels of each map with that of its values. The names of all of them have one beginning.
fn map_lengths(items: &[(&str, usize)]) -> Vec<Violation> {
    let split = |name: &str| name.rfind('.').map_or(0, |dot| dot.saturating_add(1));
    let wrong = |&(name, found): &(&str, usize)| {
        let map = name.get(..split(name));
        let values = items.iter().find(|(other, _)| other.strip_suffix(VALUES) == map);
        let expected = values.map(|(_, expected)| *expected).filter(|expected| *expected != found)?;
        let (expected, found) = (Dim::exact(expected as u64).into(), found as u64);
        Some(violation(name, ErrorKind::AxisLength { axis: 0, expected, found }))
    };
    items.iter().filter_map(wrong).collect()
}

/// The name of the parameter that holds the values of a map, behind that of the field.
const VALUES: &str = "values";

/// Returns the definitions that a schema gives of its columns: element types, ranks, names of axes, and lengths that
/// all rows have. A list of what says that it is a tensor is a parameter of [`Many`](tensor_format::Many). Columns of
/// types that have no tensors are left out.
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{definitions_of, schema_of};
///
/// #[derive(Tensor)]
/// struct Row {
///     #[tensor(shape = [n: 1..=9, 4])]
///     boxes: Vec<[f32; 4]>,
///     score: Option<f64>,
/// }
///
/// let definitions = definitions_of(&*schema_of::<Row>()?)?;
/// assert_eq!(definitions.to_string(), "boxes: f32 [n, 4]\nscore?: f64 []");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The [`Fault`](crate::Fault)s of all columns that say that they have tensors, and have none.
pub fn definitions_of(schema: &Schema) -> Result<Definitions, DecodeError> {
    let mut definitions = Definitions::default();
    let mut violations = Vec::new();
    for field in schema.fields() {
        let claims = claims_tensors(field) || tensors_of(field).is_some();
        match check_sizes(field.data_type()).and_then(|()| definition_of(field)) {
            Ok(definition) => definitions.0.push(definition),
            Err(fault) if claims || fault.kind == FaultKind::Storage => violations.push(violation(field.name(), fault)),
            Err(_) => {}
        }
    }
    DecodeError::from_violations(violations).map_or(Ok(definitions), Err)
}

fn definition_of(field: &Field) -> Result<Definition, Fault> {
    Ok(match tensors_of(field) {
        Some(item) => Definition { many: true, ..Described::of(item)?.definition(field.name(), false) },
        None => Described::of(field)?.definition(field.name(), !field.is_nullable()),
    })
}

/// Returns what a column of lists says of its items, if these say that they are tensors: it is a parameter of many.
fn tensors_of(field: &Field) -> Option<&Field> {
    match field.data_type() {
        DataType::List(item) | DataType::LargeList(item) if !claims_tensors(field) => {
            Some(&**item).filter(|item| claims_tensors(item) && item.extension_type_name() != Some(BOOL8))
        }
        _ => None,
    }
}
