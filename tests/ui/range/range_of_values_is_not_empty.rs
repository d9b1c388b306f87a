//! Some number is in a range of values.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Empty {
    #[tensor(range = 1.0..=0.0)]
    backwards: f32,
    #[tensor(range = 5..5)]
    nothing: i64,
    #[tensor(range = 1..=-1)]
    negative: i64,
    #[tensor(range = 0.5..=-1)]
    mixed: f64,
}

fn main() {}
