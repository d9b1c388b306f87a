//! A path to another crate or module is one error, at the path.

#[derive(tensor_format::Tensor)]
#[tensor(crate = std)]
struct Other {
    #[tensor(shape = [3])]
    first: Vec<f32>,
    second: Option<Box<u8>>,
}

mod formats {
    pub use tensor_format;
}

#[derive(tensor_format::Tensor)]
#[tensor(crate = formats)]
struct Around {
    first: f32,
}

// What is meant.
#[derive(tensor_format::Tensor)]
#[tensor(crate = formats::tensor_format)]
struct Followed {
    first: f32,
}

fn main() {}
