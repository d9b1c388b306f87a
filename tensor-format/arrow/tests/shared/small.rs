//! Small batches, and values that have none of their columns.

use std::sync::Arc;

use arrow_array_60::{ArrayRef, RecordBatch};
use arrow_schema_60::{Field, Schema};
use tensor_format::{DecodeError, ErrorKind, Tensor, error::Limit};

pub(crate) fn exceeds(error: &DecodeError, limit: Limit) -> bool {
    matches!(error.kind(), ErrorKind::LimitExceeded { limit: found, .. } if *found == limit)
}

pub(crate) fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), false));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
}

#[derive(Tensor, Debug, Clone, PartialEq)]
pub(crate) struct Rows {
    pub(crate) x: f32,
    pub(crate) s: String,
}

pub(crate) fn rows(count: u16) -> Vec<Rows> {
    (0..count).map(|at| Rows { x: at.into(), s: at.to_string() }).collect()
}

#[derive(Tensor, Debug, Clone, PartialEq)]
pub(crate) struct OnlyY {
    pub(crate) y: Option<f32>,
}
