//! A newtype of dynamic length is no inner axis.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Samples(Vec<f32>);

#[derive(Tensor)]
struct Input {
    several: Vec<Samples>,
}

fn main() {}
