//! What is flattened is one record.

use tensor_format::{Batch, Many, Record, Tensor};

#[derive(Tensor)]
struct Size {
    width: u32,
}

#[derive(Tensor)]
struct OneTensor {
    #[tensor(flatten)]
    size: [u32; 2],
}

#[derive(Tensor)]
struct Several {
    #[tensor(flatten = "sizes_")]
    sizes: Batch<Size>,
}

#[derive(Tensor)]
struct Unknown {
    #[tensor(flatten)]
    rest: Record,
}

#[derive(Tensor)]
struct Optional {
    #[tensor(flatten)]
    size: Option<Size>,
}

#[derive(Tensor)]
struct Repeated {
    #[tensor(flatten)]
    sizes: Many<Size>,
}

struct Config;

#[derive(Tensor)]
struct NoTensor {
    #[tensor(flatten)]
    config: Config,
}

struct Underived {
    x: f32,
}

#[derive(Tensor)]
struct Flattened {
    #[tensor(flatten)]
    underived: Underived,
}

fn main() {}
