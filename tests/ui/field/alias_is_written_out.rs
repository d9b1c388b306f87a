//! An alias of what is no tensor is written out, for the words of that type.

use tensor_format::Tensor;

type Matrix = Vec<Vec<f32>>;
type Times = Vec<std::time::Duration>;
type Wide<T> = (T, u128);

#[derive(Tensor)]
struct Input {
    matrix: Matrix,
    some: Option<Times>,
    list: Vec<Matrix>,
    wide: Wide<f32>,
}

fn main() {}
