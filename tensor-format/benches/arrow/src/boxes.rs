//! A million rows of 16 bytes: `[2, 2]` of `f32`, where what is done for a tensor takes longer than its copy.

use std::hint::black_box;

use arrow_array::RecordBatch;
use ndarray::{Array2, ArrayView2};
use tensor_format::Tensor;
use tensor_format_arrow::{Rows, from_batch, to_batch};

use crate::{
    harness::{print, side},
    images::{batch_of, elements},
};

const ROWS: usize = 1_000_000;
const ELEMENTS: usize = 4;

#[derive(Tensor)]
struct Corners {
    #[tensor(shape = [2, 2])]
    corners: Array2<f32>,
}

#[derive(Tensor)]
struct CornersRef<'b> {
    #[tensor(shape = [2, 2])]
    corners: ArrayView2<'b, f32>,
}

fn by_hand(boxes: &[Corners]) -> RecordBatch {
    let rows = boxes.iter().map(|item| item.corners.as_slice().expect("row-major"));
    batch_of("corners", (boxes.len(), ELEMENTS), rows)
}

fn rows_by_hand(batch: &RecordBatch) -> impl Iterator<Item = &[f32]> {
    elements(batch).chunks_exact(ELEMENTS)
}

fn back_by_hand(batch: &RecordBatch) -> Vec<Corners> {
    let item = |row: &[f32]| Corners { corners: Array2::from_shape_vec((2, 2), row.to_vec()).expect("a row") };
    rows_by_hand(batch).map(item).collect()
}

pub(crate) fn run() {
    let boxes: Vec<Corners> =
        (0..ROWS).map(|at| Corners { corners: Array2::from_shape_fn((2, 2), |(x, y)| (at + x + y) as f32) }).collect();
    let batch = to_batch(&boxes).expect("a batch");
    let same = |read: Vec<Corners>| read.iter().zip(&boxes).all(|(read, item)| read.corners == item.corners);
    assert!(same(back_by_hand(&by_hand(&boxes))) && same(from_batch(&batch).expect("values")));

    let bytes = ROWS * ELEMENTS * 4;
    print(
        "16 bytes, to a batch",
        ROWS,
        bytes,
        &mut [
            side("by hand", None, &mut || drop(black_box(by_hand(black_box(&boxes))))),
            side("tensor-format", None, &mut || drop(black_box(to_batch(black_box(&boxes))))),
        ],
    );
    print(
        "16 bytes, back, owned",
        ROWS,
        bytes,
        &mut [
            side("by hand", None, &mut || drop(black_box(back_by_hand(black_box(&batch))))),
            side("tensor-format", None, &mut || drop(black_box(from_batch::<Corners>(black_box(&batch))))),
        ],
    );
    let first = |sum: f32, view: ArrayView2<'_, f32>| sum + view[[0, 0]];
    print(
        "16 bytes, back, borrowed",
        ROWS,
        bytes,
        &mut [
            side("by hand", None, &mut || {
                let rows = rows_by_hand(black_box(&batch));
                let views = rows.map(|row| ArrayView2::from_shape((2, 2), row).expect("a row"));
                black_box(views.fold(0.0, first));
            }),
            side("tensor-format", None, &mut || {
                let rows = Rows::<CornersRef<'_>>::new(black_box(&batch)).expect("the schema");
                black_box(rows.fold(0.0, |sum, row| first(sum, row.expect("a row").corners)));
            }),
        ],
    );
}
