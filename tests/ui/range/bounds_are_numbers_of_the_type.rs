//! The bounds of a range of values are numbers that the element type has.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Outside {
    #[tensor(range = 0..=256)]
    byte: u8,
    #[tensor(range = -1..)]
    unsigned: Vec<u64>,
    #[tensor(range = 0.5..=1.0)]
    half: Option<i32>,
    #[tensor(range = -1e39..=1e39)]
    single: f32,
    #[tensor(range = ..=-2, dtype = [i8, u16])]
    either: tensor_format::Tensor,
}

#[derive(Tensor)]
#[tensor(check(Generic<f32>, Generic<i8>))]
struct Generic<T> {
    #[tensor(range = ..=1000)]
    item: T,
}

fn main() {}
