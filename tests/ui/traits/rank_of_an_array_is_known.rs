//! The rank of an array is known from its type.

use ndarray::{Array, Dimension};
use tensor_format::to_vec;

fn write<D: Dimension>(array: &Array<f32, D>) {
    let _ = to_vec(array);
}

fn main() {
    write(&ndarray::arr0(1.0f32));
}
