//! An `Option` holds one tensor.

use tensor_format::Tensor;

struct Config;

#[derive(Tensor)]
struct Input {
    config: Option<Config>,
}

fn main() {}
