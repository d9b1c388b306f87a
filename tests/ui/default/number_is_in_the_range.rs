//! A default that is a number, or a list of numbers, is in the range of its field.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Outside {
    #[tensor(range = 0.0..=1.0, default = 7.0)]
    score: f32,
    #[tensor(range = 1.., default = 0)]
    count: u64,
    #[tensor(range = -5..5, default = -6)]
    offset: i8,
    #[tensor(range = 0.0..1.0, default = 1.0)]
    excluded: f64,
    #[tensor(range_checked = 0.0..=1.0, default = vec![0.5, -0.25, 1.0])]
    list: Vec<f32>,
    #[tensor(range = 0..=9, default = [[0, 1], [2, 30]])]
    nested: [[u8; 2]; 2],
    #[tensor(range = 0..=9, default = vec![[10; 2]; 3])]
    repeated: Vec<[u8; 2]>,
    #[tensor(range = 0..=9, default = &[0, 11])]
    borrowed: &'static [u8],
}

#[derive(Tensor)]
struct Inside {
    #[tensor(range = 0.0..=1.0, default = 1)]
    mistyped: f32,
    #[tensor(range = 0..=9, default = vec![[10; 2]; 0])]
    none: Vec<[u8; 2]>,
}

fn main() {}
