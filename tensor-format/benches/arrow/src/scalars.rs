//! A million rows of four numbers.

use std::{hint::black_box, sync::Arc};

use arrow_array::{
    Array, ArrayRef, RecordBatch,
    builder::{Float32Builder, Float64Builder, Int64Builder, UInt32Builder},
    cast::AsArray,
    types::{Float32Type, Float64Type, Int64Type, UInt32Type},
};
use arrow_schema::{Field, FieldRef, Schema};
use serde::{Deserialize, Serialize};
use serde_arrow::schema::{SchemaLike, TracingOptions};
use tensor_format::Tensor;
use tensor_format_arrow::{from_batch, to_batch};

use crate::harness::{Goal, print, side};

const ROWS: usize = 1_000_000;

/// Three times as fast as `serde_arrow`.
const AS_FAST: Goal = Goal(2, 1.0 / 3.0);

#[derive(Tensor, Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
struct Row {
    time: i64,
    price: f64,
    weight: f32,
    place: u32,
}

fn by_hand(rows: &[Row]) -> RecordBatch {
    let mut time = Int64Builder::with_capacity(rows.len());
    let mut price = Float64Builder::with_capacity(rows.len());
    let mut weight = Float32Builder::with_capacity(rows.len());
    let mut place = UInt32Builder::with_capacity(rows.len());
    for row in rows {
        time.append_value(row.time);
        price.append_value(row.price);
        weight.append_value(row.weight);
        place.append_value(row.place);
    }
    let columns: [(&str, ArrayRef); 4] = [
        ("time", Arc::new(time.finish())),
        ("price", Arc::new(price.finish())),
        ("weight", Arc::new(weight.finish())),
        ("place", Arc::new(place.finish())),
    ];
    let fields: Vec<Field> =
        columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), false)).collect();
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).expect("a batch")
}

fn back_by_hand(batch: &RecordBatch) -> Vec<Row> {
    let time = batch.column(0).as_primitive::<Int64Type>();
    let price = batch.column(1).as_primitive::<Float64Type>();
    let weight = batch.column(2).as_primitive::<Float32Type>();
    let place = batch.column(3).as_primitive::<UInt32Type>();
    let row =
        |at| Row { time: time.value(at), price: price.value(at), weight: weight.value(at), place: place.value(at) };
    (0..batch.num_rows()).map(row).collect()
}

pub(crate) fn run() {
    let row = |at: usize| Row { time: at as i64, price: at as f64 / 8.0, weight: at as f32, place: at as u32 % 1000 };
    let rows: Vec<Row> = (0..ROWS).map(row).collect();
    let fields = Vec::<FieldRef>::from_type::<Row>(TracingOptions::default()).expect("a schema");
    let batch = to_batch(&rows).expect("a batch");
    assert_eq!(by_hand(&rows).columns(), batch.columns());
    assert_eq!(serde_arrow::to_record_batch(&fields, &rows).expect("a batch").columns(), batch.columns());
    assert_eq!(from_batch::<Row>(&batch).expect("values"), rows);
    assert_eq!(back_by_hand(&batch), rows);

    let bytes = ROWS * 24;
    print(
        "four scalars, to a batch",
        ROWS,
        bytes,
        &mut [
            side("by hand", None, &mut || drop(black_box(by_hand(black_box(&rows))))),
            side("tensor-format", Some(AS_FAST), &mut || drop(black_box(to_batch(black_box(&rows))))),
            side("serde_arrow", None, &mut || drop(black_box(serde_arrow::to_record_batch(&fields, black_box(&rows))))),
        ],
    );
    print(
        "four scalars, back",
        ROWS,
        bytes,
        &mut [
            side("by hand", None, &mut || drop(black_box(back_by_hand(black_box(&batch))))),
            side("tensor-format", Some(AS_FAST), &mut || drop(black_box(from_batch::<Row>(black_box(&batch))))),
            side("serde_arrow", None, &mut || {
                drop(black_box(serde_arrow::from_record_batch::<Vec<Row>>(black_box(&batch))));
            }),
        ],
    );
}
