//! The fields of an instance of a generic row have one element type.

use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
#[tensor(stack)]
struct Mixed<T> {
    first: f32,
    second: T,
}

fn main() {
    println!("{}", Mixed::<f32>::RULES);
    println!("{}", Mixed::<u8>::RULES);
}
