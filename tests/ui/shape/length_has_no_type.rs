//! A length is a number without a type.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3f32, 2u8, 1..=5i32])]
struct Typed(Vec<[[f32; 2]; 5]>);

#[derive(Tensor)]
#[tensor(shape = [n: isize, usize])]
struct TypeForALength(Vec<[f32; 3]>);

fn main() {}
