//! Every field of a record is held to its own attribute.

use ndarray::Array3;
use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [_, 5])]
    boxes: Vec<[f32; 4]>,
    #[tensor(shape = [h, w])]
    image: Array3<f32>,
    #[tensor(dtype = f64)]
    score: f32,
    #[tensor(shape = [10..=20, n])]
    grid: [[f32; 3]; 3],
    #[tensor(shape = [2..=3])]
    fits: [u8; 3],
}

fn main() {}
