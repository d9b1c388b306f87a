//! Compares the columns of a schema with rules, before any batch is read, and the rows of a batch.

use tensor_format::{DecodeError, Definitions, HasRules, RecordRules, Rules, rules::Bindings};

use super::{
    arrow_array::RecordBatch,
    arrow_schema::Schema,
    batch_columns::Columns,
    field::{Described, check_sizes, claims_tensors},
    matching::{match_columns, violation},
};
use crate::{fault::FaultKind, plan::record_of};

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
/// element types, ranks, lengths that all rows have, names of axes in another order, named axes that differ in all rows,
/// and each [`Fault`](crate::Fault) of a column that a parameter needs.
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

/// Checks all rows of a batch against rules that are known at run time only: what [`from_batch`](super::from_batch)
/// checks for a type, without values. `first_row` is the number of rows in the batches before, for errors.
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
/// As [`check_schema`]; then the first row that breaks the rules.
pub fn check_batch(rules: &Rules<'_>, batch: &RecordBatch, first_row: u64) -> Result<(), DecodeError> {
    let record = record_of(rules)?;
    let columns = Columns::new(&record, batch)?;
    for row in 0..batch.num_rows() {
        check_row(&record, &columns, row).map_err(|error| error.in_record(first_row.saturating_add(row as u64)))?;
    }
    Ok(())
}

fn check_row(record: &RecordRules<'_>, columns: &Columns<'_>, row: usize) -> Result<(), DecodeError> {
    let mut bindings = Bindings::new();
    for (index, param) in record.iter().enumerate() {
        columns
            .each_tensor(index, row, |header| {
                param.rules.check(header.element_type, &header.shape)?;
                bindings.bind(param.name, &param.rules, &header.shape)
            })
            .map_err(|error| error.in_parameter(param.name))?;
    }
    Ok(())
}

/// Returns the definitions that a schema gives of its columns: element types, ranks, names of axes, and lengths that all
/// rows have. Columns of types that have no tensors are left out.
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
        let described = check_sizes(field.data_type()).and_then(|()| Described::of(field));
        match described {
            Ok(described) => definitions.0.push(described.definition(field.name(), !field.is_nullable())),
            Err(fault) if claims_tensors(field) || fault.kind == FaultKind::Storage => {
                violations.push(violation(field.name(), fault));
            }
            Err(_) => {}
        }
    }
    DecodeError::from_violations(violations).map_or(Ok(definitions), Err)
}
