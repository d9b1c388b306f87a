//! `Many` is empty where it is absent, so that it stands in no `Option`.

use tensor_format::{Many, Tensor};

#[derive(Tensor)]
struct Several {
    many: Option<Many<f32>>,
}

fn main() {}
