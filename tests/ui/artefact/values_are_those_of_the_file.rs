//! Where the file says which values a parameter has, the type says the same, or under `accepts` more.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/ranges.json")]
struct Exact {
    #[tensor(range = 0.0..=2.5)]
    score: f32,
    level: u16,
    #[tensor(range = 0..=9)]
    free: i64,
}

#[derive(Tensor)]
#[tensor(matches(accepts = "defs/ranges.json"))]
struct Accepts {
    #[tensor(range = 0.0..=0.05)]
    score: f32,
    level: u16,
    free: i64,
}

fn main() {}
