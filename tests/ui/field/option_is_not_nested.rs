//! An `Option` holds no `Option`.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Twice {
    maybe: Option<Option<f32>>,
}

fn main() {}
