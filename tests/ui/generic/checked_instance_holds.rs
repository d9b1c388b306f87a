//! An instance that `check` lists is held to its attributes although nothing uses it.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [2..=4], check(Row<3>, Row<5>))]
struct Row<const N: usize>([f32; N]);

#[derive(Tensor)]
#[tensor(check(Pair<[u8; 3]>, Pair<[u8; 4]>))]
struct Pair<T> {
    #[tensor(shape = [n])]
    first: T,
    #[tensor(shape = [n: 4])]
    second: [u8; 4],
}

fn main() {}
