//! Some length fits wherever an instance of a generic record names an axis so.

use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
struct Pair<T> {
    #[tensor(shape = [n])]
    first: T,
    #[tensor(shape = [n: 4])]
    second: [u8; 4],
}

fn main() {
    println!("{}", Pair::<[u8; 4]>::RULES);
    println!("{}", Pair::<[u8; 3]>::RULES);
}
