//! A length is a number without a type.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3f32, 2u8, 1..=5i32])]
struct Typed(Vec<[[f32; 2]; 5]>);

#[derive(Tensor)]
#[tensor(shape = [n: isize, usize])]
struct TypeForALength(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [f32, f64, bool, str, String])]
struct TypeOfElements(Vec<f32>);

#[derive(Tensor)]
struct Arrays {
    #[tensor(shape = [f32; 3])]
    array: Vec<f32>,
    #[tensor(shape = [[Vec<u8>; N]; 4])]
    nested: Vec<f32>,
}

fn main() {}
