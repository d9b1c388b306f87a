//! A list of element types has at least one, and each once.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(dtype = [f32, f64, f32])]
    list: Tensor,
    #[tensor(dtype = [])]
    none: Tensor,
}

#[derive(Tensor)]
struct Bars {
    #[tensor(dtype = f32 | f64)]
    alone: Tensor,
    #[tensor(dtype = [f32 | f64, u8])]
    inside: Tensor,
}

fn main() {}
