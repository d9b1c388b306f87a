//! Every axis of a value but the outermost has a length that the type fixes.

use ndarray::Array2;
use tensor_format::{Tensor, from_slice, to_vec};

fn main() {
    let _ = to_vec(&vec![vec![1.0f32]]);
    let _ = to_vec(&[vec![1.0f32]]);
    let _ = to_vec(&vec![Array2::<f32>::zeros((2, 2))]);
    let _ = from_slice::<Vec<Box<[u8]>>>(&[]);
    let _ = from_slice::<Vec<Tensor>>(&[]);
}
