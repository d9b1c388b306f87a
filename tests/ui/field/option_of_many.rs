use tensor_format::{Many, Tensor};

#[derive(Tensor)]
struct Several {
    many: Option<Many<f32>>,
}

fn main() {}
