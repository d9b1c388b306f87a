//! The bounds of a range of values are literals, one of them at least.

use tensor_format::Tensor;

const MAX: f32 = 1.0;

#[derive(Tensor)]
struct Forms {
    #[tensor(range)]
    missing: f32,
    #[tensor(range = 1.0)]
    number: f32,
    #[tensor(range = 1.0 2.0)]
    numbers: f32,
    #[tensor(range = ..)]
    everything: f32,
    #[tensor(range = 0.0..=MAX)]
    constant: f32,
    #[tensor(range = "0..=1")]
    text: f32,
    #[tensor(range = 0..=)]
    unfinished: f32,
    #[tensor(range = [0, 1])]
    list: f32,
    #[tensor(range = 0.0..=1e999)]
    huge: f64,
    #[tensor(range = 0..=999999999999999999999999999999999999999999)]
    digits: u64,
    #[tensor(min = 0)]
    min: f32,
    #[tensor(rnage = 0..=1)]
    mistyped: f32,
    #[tensor(range = 0..=1, range = 0..=2)]
    twice: f32,
}

fn main() {}
