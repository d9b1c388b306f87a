//! What holds other types, as boxes, batches, options, references, lists and tuples do, holds tensors and records.

use ndarray::Array2;
use tensor_format::{Batch, Tensor};

struct Plain;

#[derive(Tensor, Clone)]
struct Spot {
    x: f32,
}

#[derive(Tensor)]
struct Fields {
    boxed: Box<Option<u8>>,
    batch: Batch<Option<Spot>>,
    twice: Option<Option<Spot>>,
    list: Vec<Option<Spot>>,
    arrays: Vec<Array2<f32>>,
    long: (f32, f32, f32, f32, f32, f32, f32, f32, f32),
    pair: (f32, Plain),
    unit: (),
}

#[derive(Tensor)]
struct Borrowing<'a> {
    lent: &'a Spot,
}

fn main() {}
