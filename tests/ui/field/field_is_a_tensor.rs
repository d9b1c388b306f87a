//! A field of a record is a tensor.

use tensor_format::Tensor;

struct Config;

#[derive(Tensor)]
struct Input {
    image: Vec<f32>,
    config: Config,
}

#[derive(Tensor)]
struct Checked {
    #[tensor(shape = [3], default)]
    config: Config,
}

fn main() {}
