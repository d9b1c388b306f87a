//! Words are separated by commas.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3] dtype = f32)]
struct NoComma(Vec<f32>);

#[derive(Tensor)]
struct Colon {
    #[tensor(default: 3.0)]
    scale: f32,
}

fn main() {}
