//! Rows with a list of records: 10,000 scenes of three objects each.

use std::{hint::black_box, sync::Arc};

use arrow_array::{
    Array, ArrayRef, ListArray, RecordBatch, StructArray,
    builder::{Float32Builder, Int64Builder, StringBuilder, UInt32Builder},
    cast::AsArray,
    types::{Float32Type, Int64Type, UInt32Type},
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema};
use serde::{Deserialize, Serialize};
use serde_arrow::schema::{SchemaLike, TracingOptions};
use tensor_format::Tensor;
use tensor_format_arrow::{from_batch, to_batch};

use crate::harness::{Goal, print, side};

const ROWS: usize = 10_000;
const OBJECTS: usize = 3;

/// Not slower than by hand by more than half.
const NEAR: Goal = Goal(0, 1.5);

#[derive(Tensor, Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Object {
    label: String,
    score: f32,
    place: u32,
}

#[derive(Tensor, Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Scene {
    time: i64,
    name: String,
    objects: Vec<Object>,
}

/// A list of structs, as one who writes for Arrow has it.
fn by_hand(rows: &[Scene]) -> RecordBatch {
    let (mut time, mut name) = (Int64Builder::with_capacity(rows.len()), StringBuilder::new());
    let (mut label, mut score, mut place) = (StringBuilder::new(), Float32Builder::new(), UInt32Builder::new());
    let mut offsets = vec![0];
    for row in rows {
        time.append_value(row.time);
        name.append_value(&row.name);
        for object in &row.objects {
            label.append_value(&object.label);
            score.append_value(object.score);
            place.append_value(object.place);
        }
        offsets.push(offsets[offsets.len() - 1] + row.objects.len() as i32);
    }
    let fields = Fields::from(vec![
        Field::new("label", DataType::Utf8, false),
        Field::new("score", DataType::Float32, false),
        Field::new("place", DataType::UInt32, false),
    ]);
    let columns: Vec<ArrayRef> = vec![Arc::new(label.finish()), Arc::new(score.finish()), Arc::new(place.finish())];
    let item = Arc::new(Field::new("item", DataType::Struct(fields.clone()), false));
    let objects = ListArray::new(
        item,
        OffsetBuffer::new(offsets.into()),
        Arc::new(StructArray::new(fields, columns, None)),
        None,
    );
    let arrays: Vec<(&str, ArrayRef)> =
        vec![("time", Arc::new(time.finish())), ("name", Arc::new(name.finish())), ("objects", Arc::new(objects))];
    let fields: Vec<Field> =
        arrays.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), false)).collect();
    let arrays = arrays.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).expect("a batch")
}

fn back_by_hand(batch: &RecordBatch) -> Vec<Scene> {
    let (time, name) = (batch.column(0).as_primitive::<Int64Type>(), batch.column(1).as_string::<i32>());
    let lists = batch.column(2).as_list::<i32>();
    let objects = lists.values().as_struct();
    let label = objects.column(0).as_string::<i32>();
    let (score, place) =
        (objects.column(1).as_primitive::<Float32Type>(), objects.column(2).as_primitive::<UInt32Type>());
    let object = |at| Object { label: label.value(at).to_owned(), score: score.value(at), place: place.value(at) };
    let scene = |row| {
        let (start, end) = (lists.value_offsets()[row] as usize, lists.value_offsets()[row + 1] as usize);
        Scene { time: time.value(row), name: name.value(row).to_owned(), objects: (start..end).map(object).collect() }
    };
    (0..batch.num_rows()).map(scene).collect()
}

pub(crate) fn run() {
    let object = |at| Object { label: format!("label {}", at % 7), score: at as f32 / 8.0, place: at as u32 };
    let row = |at: usize| Scene {
        time: at as i64,
        name: format!("scene {at}"),
        objects: (at..at + OBJECTS).map(object).collect(),
    };
    let rows: Vec<Scene> = (0..ROWS).map(row).collect();
    let fields = Vec::<FieldRef>::from_type::<Scene>(TracingOptions::default()).expect("a schema");
    let (batch, hand) = (to_batch(&rows).expect("a batch"), by_hand(&rows));
    let serde = serde_arrow::to_record_batch(&fields, &rows).expect("a batch");
    assert_eq!(from_batch::<Scene>(&batch).expect("values"), rows);
    assert_eq!(back_by_hand(&hand), rows);
    assert_eq!(serde_arrow::from_record_batch::<Vec<Scene>>(&serde).expect("values"), rows);

    let bytes = ROWS * (8 + 11 + OBJECTS * 15);
    print(
        "lists of records, to a batch",
        ROWS,
        bytes,
        &mut [
            side("by hand", None, &mut || drop(black_box(by_hand(black_box(&rows))))),
            side("tensor-format", None, &mut || drop(black_box(to_batch(black_box(&rows))))),
            side("serde_arrow", None, &mut || drop(black_box(serde_arrow::to_record_batch(&fields, black_box(&rows))))),
        ],
    );
    print(
        "lists of records, back",
        ROWS,
        bytes,
        &mut [
            side("by hand", None, &mut || drop(black_box(back_by_hand(black_box(&hand))))),
            side("tensor-format", Some(NEAR), &mut || drop(black_box(from_batch::<Scene>(black_box(&batch))))),
            side("serde_arrow", None, &mut || {
                drop(black_box(serde_arrow::from_record_batch::<Vec<Scene>>(black_box(&serde))));
            }),
        ],
    );
}
