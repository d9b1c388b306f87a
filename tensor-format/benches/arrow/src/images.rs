//! Rows of 12 KiB: `[3, 32, 32]` of `f32`.

use std::{hint::black_box, sync::Arc};

use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, Float32Array, RecordBatch, builder::Float32BufferBuilder, cast::AsArray,
    types::Float32Type,
};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use ndarray::{Array3, ArrayView3};
use serde::{Deserialize, Serialize};
use serde_arrow::schema::{SchemaLike, TracingOptions};
use tensor_format::Tensor;
use tensor_format_arrow::{Rows, from_batch, to_batch};

use crate::harness::{Goal, print, side};

const ROWS: usize = 2000;
const ELEMENTS: usize = 3 * 32 * 32;
const BYTES: usize = ROWS * ELEMENTS * 4;

#[derive(Tensor)]
struct Image {
    #[tensor(shape = [3, 32, 32])]
    pixels: Array3<f32>,
}

#[derive(Tensor)]
struct ImageRef<'b> {
    #[tensor(shape = [3, 32, 32])]
    pixels: ArrayView3<'b, f32>,
}

/// For `serde_arrow`, which has no tensors.
#[derive(Serialize, Deserialize)]
struct Listed {
    pixels: Vec<f32>,
}

/// A batch with one column of this many rows of this many elements each, on arrow's builders.
pub(crate) fn batch_of<'a>(
    name: &str,
    (rows, elements): (usize, usize),
    from: impl Iterator<Item = &'a [f32]>,
) -> RecordBatch {
    let mut numbers = Float32BufferBuilder::new(rows * elements);
    from.for_each(|row| numbers.append_slice(row));
    let numbers = Float32Array::new(numbers.finish().into(), None);
    let item = Arc::new(Field::new("item", DataType::Float32, true));
    let list = FixedSizeListArray::new(item, elements as i32, Arc::new(numbers), None);
    let field = Field::new(name, list.data_type().clone(), false);
    RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![Arc::new(list) as ArrayRef]).expect("a batch")
}

fn by_hand(images: &[Image]) -> RecordBatch {
    let rows = images.iter().map(|image| image.pixels.as_slice().expect("row-major"));
    batch_of("pixels", (images.len(), ELEMENTS), rows)
}

/// The elements of all rows in one vector: the copy that a batch needs.
fn copied(images: &[Image]) -> Vec<f32> {
    let mut pixels = Vec::with_capacity(images.len() * ELEMENTS);
    images.iter().for_each(|image| pixels.extend_from_slice(image.pixels.as_slice().expect("row-major")));
    pixels
}

/// The elements of the one column of a batch.
pub(crate) fn elements(batch: &RecordBatch) -> &[f32] {
    batch.column(0).as_fixed_size_list().values().as_primitive::<Float32Type>().values()
}

fn back_by_hand(batch: &RecordBatch) -> Vec<Image> {
    let rows = elements(batch).chunks_exact(ELEMENTS);
    rows.map(|row| Image { pixels: Array3::from_shape_vec((3, 32, 32), row.to_vec()).expect("a row") }).collect()
}

pub(crate) fn run() {
    let image = |at: usize| Array3::from_shape_fn((3, 32, 32), |(c, h, w)| (at + c * 1024 + h * 32 + w) as f32);
    let images: Vec<Image> = (0..ROWS).map(|at| Image { pixels: image(at) }).collect();
    let listed: Vec<Listed> =
        images.iter().map(|image| Listed { pixels: image.pixels.iter().copied().collect() }).collect();
    let fields = Vec::<FieldRef>::from_type::<Listed>(TracingOptions::default()).expect("a schema");
    let batch = to_batch(&images).expect("a batch");
    let lists = serde_arrow::to_record_batch(&fields, &listed).expect("a batch");
    assert_eq!(elements(&by_hand(&images)), elements(&batch));
    let same = |read: Vec<Image>| read.iter().zip(&images).all(|(read, image)| read.pixels == image.pixels);
    assert!(same(back_by_hand(&batch)) && same(from_batch(&batch).expect("values")));

    print(
        "12 KiB, to a batch",
        ROWS,
        BYTES,
        &mut [
            side("memcpy", None, &mut || drop(black_box(copied(black_box(&images))))),
            side("by hand", None, &mut || drop(black_box(by_hand(black_box(&images))))),
            side("tensor-format", Some(Goal(0, 1.05)), &mut || drop(black_box(to_batch(black_box(&images))))),
            side("serde_arrow, lists", None, &mut || {
                drop(black_box(serde_arrow::to_record_batch(&fields, black_box(&listed))));
            }),
        ],
    );
    print(
        "12 KiB, back, owned",
        ROWS,
        BYTES,
        &mut [
            side("memcpy", None, &mut || {
                let rows = elements(black_box(&batch)).chunks_exact(ELEMENTS);
                drop(black_box(rows.map(<[f32]>::to_vec).collect::<Vec<_>>()));
            }),
            side("by hand", None, &mut || drop(black_box(back_by_hand(black_box(&batch))))),
            side("tensor-format", Some(Goal(0, 1.05)), &mut || drop(black_box(from_batch::<Image>(black_box(&batch))))),
            side("serde_arrow, lists", None, &mut || {
                drop(black_box(serde_arrow::from_record_batch::<Vec<Listed>>(black_box(&lists))));
            }),
        ],
    );
    let first = |sum: f32, view: ArrayView3<'_, f32>| sum + view[[0, 0, 0]];
    let opened = Rows::<ImageRef<'_>>::new(&batch).expect("the schema");
    print(
        "12 KiB, back, borrowed",
        ROWS,
        BYTES,
        &mut [
            side("by hand", None, &mut || {
                let rows = elements(black_box(&batch)).chunks_exact(ELEMENTS);
                let views = rows.map(|row| ArrayView3::from_shape((3, 32, 32), row).expect("a row"));
                black_box(views.fold(0.0, first));
            }),
            side("tensor-format", None, &mut || {
                let rows = Rows::<ImageRef<'_>>::new(black_box(&batch)).expect("the schema");
                black_box(rows.fold(0.0, |sum, row| first(sum, row.expect("a row").pixels)));
            }),
            side("tensor-format, the rows alone", None, &mut || {
                let rows = (0..ROWS).map(|row| black_box(&opened).get(row));
                black_box(rows.fold(0.0, |sum, row| first(sum, row.expect("a row").pixels)));
            }),
        ],
    );
}
