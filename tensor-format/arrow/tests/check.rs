//! What schemas and batches are checked for, before and without values.

use std::sync::Arc;

use arrow_array_60::{ArrayRef, Float32Array, RecordBatch, StringArray};
use arrow_schema_60::{DataType, Field, Schema};
use tensor_format::{DecodeError, Tensor};
use tensor_format_arrow::{check_schema, from_batch, ipc, schema_of, to_batch};

#[derive(Tensor, Debug, PartialEq)]
struct Tagged {
    #[tensor(metadata)]
    meta: Vec<String>,
    x: f32,
    #[tensor(metadata)]
    note: Option<String>,
    #[tensor(metadata)]
    run: String,
}

#[derive(Tensor, Debug, PartialEq)]
struct X {
    x: f32,
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
}

/// The parameter and the kind of each violation.
fn violations(error: &DecodeError) -> Vec<(&str, &'static str)> {
    error.violations().map(|found| (found.parameter.as_deref().unwrap_or_default(), found.kind.name())).collect()
}

#[test]
fn required_metadata_are_columns_that_have_to_be_there() {
    check_schema::<Tagged>(&schema_of::<Tagged>().unwrap()).unwrap();
    let without = to_batch(&[X { x: 1.0 }]).unwrap();
    // With all that is wrong.
    let error = check_schema::<Tagged>(&Schema::new(vec![Field::new("x", DataType::Int8, false)])).unwrap_err();
    let missing = [("meta", "missing_metadata"), ("run", "missing_metadata")];
    assert_eq!(violations(&error), [&[("x", "type_not_allowed")], &missing[..]].concat());
    let error = check_schema::<Tagged>(&without.schema()).unwrap_err();
    assert_eq!(violations(&error), missing);
    assert_eq!(violations(&from_batch::<Tagged>(&without).unwrap_err()), missing);
    let file = ipc::write_file(Vec::new(), &[X { x: 1.0 }]).unwrap();
    let Err(error) = ipc::file::<Tagged, _>(std::io::Cursor::new(file)) else { panic!("a file without metadata") };
    assert_eq!(violations(&error), missing);
    // A column of another type is named once, as what it is.
    let numbers: ArrayRef = Arc::new(Float32Array::from(vec![1.0]));
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["[]"]));
    let other = batch(vec![("x", numbers.clone()), ("meta", texts), ("run", numbers)]);
    assert_eq!(violations(&check_schema::<Tagged>(&other.schema()).unwrap_err()), [("run", "storage")]);
}
