//! Nothing is said of a field that is not sent.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    value: f32,
    #[tensor(skip, rename = "x", shape = [3])]
    cache: Vec<f32>,
    #[tensor(skip, default)]
    count: u32,
    #[tensor(skip, default = 3)]
    other: u32,
    #[tensor(skip, default = "function")]
    quoted: Vec<f32>,
    #[tensor(skip, default = function)]
    function: u32,
}

fn function() -> u32 {
    3
}

fn main() {}
