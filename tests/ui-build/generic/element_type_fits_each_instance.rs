//! An element type fits each instance of a generic type whose rules are used.

use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
struct Scores<T> {
    #[tensor(dtype = f32)]
    scores: Vec<T>,
}

fn main() {
    println!("{}", Scores::<f32>::RULES);
    println!("{}", Scores::<u8>::RULES);
}
