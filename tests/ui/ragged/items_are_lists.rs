//! An item of a ragged list is a list, of values whose type fixes their shape.

use std::collections::BTreeMap;

use ndarray::Array2;
use tensor_format::{Batch, Many, Ragged, Tensor, from_slice, to_vec};

#[derive(Tensor)]
struct Point {
    x: f32,
}

fn main() {
    let _ = to_vec(&Ragged(vec![1.0f32]));
    let _ = to_vec(&Ragged(vec![String::new()]));
    let _ = to_vec(&Ragged(vec![Array2::<f32>::zeros((2, 2))]));
    let _ = to_vec(&Ragged(vec![vec![Point { x: 1.0 }]]));
    let _ = to_vec(&Ragged(vec![vec![Batch(vec![1.0f32])]]));
    let _ = to_vec(&Ragged(vec![Many(vec![1.0f32])]));
    let _ = from_slice::<Ragged<BTreeMap<String, f32>>>(&[]);
}
