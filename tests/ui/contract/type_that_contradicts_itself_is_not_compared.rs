//! A contract with a type whose attribute contradicts it adds no second error.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct From {
    #[tensor(shape = [_, 5])]
    boxes: Vec<[f32; 4]>,
}

#[derive(Tensor)]
struct To {
    boxes: Vec<[f32; 4]>,
}

contract! {
    From => To,
    To => From,
}

fn main() {}
