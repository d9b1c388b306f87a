//! Some length fits wherever one tensor names an axis so.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [n, n])]
    square: [[f32; 2]; 3],
}

#[derive(Tensor)]
#[tensor(shape = [side: 2, side: 3])]
struct Square(ndarray::Array2<f32>);

fn main() {}
