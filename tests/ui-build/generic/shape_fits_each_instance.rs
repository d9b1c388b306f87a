//! A shape fits each instance of a generic type whose rules are used.

use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
#[tensor(shape = [2..=4])]
struct Row<const N: usize>([f32; N]);

fn main() {
    println!("{}", Row::<3>::RULES);
    println!("{}", Row::<5>::RULES);
}
