//! Which columns Parquet's library writes so that they come back.

use bytes::Bytes;
use parquet_60::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    errors::ParquetError,
};
use tensor_format::{EncodeError, error::Violation};

use super::guard::reading;
use crate::{
    arrow_schema::{DataType, Field, IntervalUnit, Schema},
    fault::{Fault, FaultKind},
};

/// Refuses the columns that are known not to be written, or not to come back, each with every fault of its type.
///
/// Parquet's library fails with a panic for most of them; for intervals it does when it gets rows, and for dictionaries
/// where it reads.
pub(super) fn check_known(schema: &Schema) -> Result<(), EncodeError> {
    EncodeError::from_violations(known(schema)).map_or(Ok(()), Err)
}

/// Refuses these, and the columns that Parquet's library itself refuses when it writes a file of them without rows, or
/// opens it.
pub(super) fn check(schema: &Schema) -> Result<(), EncodeError> {
    let known = known(schema);
    let is_known = |field: &Field| known.iter().any(|known| known.parameter.as_deref() == Some(field.name()));
    let others = schema.fields().iter().filter(|field| !is_known(field));
    let refused = others.filter_map(|field| tried(field).err().map(|error| (field, error.to_string())));
    let refused = refused.map(|(field, found)| violation(field, Fault::schema(FaultKind::Storage, TYPE, found)));
    let refused: Vec<Violation> = refused.collect();
    EncodeError::from_violations(known.into_iter().chain(refused)).map_or(Ok(()), Err)
}

fn known(schema: &Schema) -> Vec<Violation> {
    let mut violations = Vec::new();
    for field in schema.fields() {
        faults(field.data_type(), &mut |fault| violations.push(violation(field, fault)));
    }
    violations
}

fn violation(field: &Field, fault: Fault) -> Violation {
    Violation { parameter: Some(field.name().as_str().into()), kind: fault.into() }
}

const TYPE: &str = "a column of a type that Parquet's library writes and reads";

fn tried(field: &Field) -> Result<(), ParquetError> {
    reading(|| {
        let schema = Schema::new(vec![field.clone()]);
        let file = ArrowWriter::try_new(Vec::new(), schema.into(), None)?.into_inner()?;
        ParquetRecordBatchReaderBuilder::try_new(Bytes::from(file))?.build().map(|_| ())
    })
}

/// Calls `fault` with all that is wrong with a type.
fn faults(data_type: &DataType, fault: &mut impl FnMut(Fault)) {
    let mut refuse = |expected| fault(Fault::schema(FaultKind::Storage, expected, data_type.to_string()));
    match data_type {
        DataType::Union(..) | DataType::Interval(IntervalUnit::MonthDayNano) => refuse(TYPE),
        DataType::FixedSizeBinary(0) => refuse("byte strings of a byte or more"),
        DataType::Dictionary(..) if matches!(stored(data_type), DataType::Boolean | DataType::Null) => refuse(TYPE),
        // No page says how many of them there are.
        DataType::FixedSizeList(_, 0) => {
            fault(Fault::schema(FaultKind::Storage, "a tensor with elements", "lists of size 0"));
        }
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _)
        | DataType::RunEndEncoded(_, item) => faults(item.data_type(), fault),
        DataType::Struct(fields) => fields.iter().for_each(|field| faults(field.data_type(), fault)),
        DataType::Dictionary(_, value) => faults(value, fault),
        _ => {}
    }
}

/// Returns the type of what is in dictionaries and runs.
fn stored(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, value) => stored(value),
        DataType::RunEndEncoded(_, values) => stored(values.data_type()),
        other => other,
    }
}
