//! A contract names instances of generic types.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Row<const N: usize>([f32; N]);

#[derive(Tensor)]
struct Rows(Vec<[f32; 4]>);

contract! {
    Vec<Row<4>> => Rows,
    Vec<Row<3>> => Rows,
    Vec<Row<N>> => Rows,
}

fn main() {}
