//! Each element type belongs to one variant of an instance of a generic union.

use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
enum Either<T> {
    One(u8),
    Other(T),
}

fn main() {
    println!("{}", Either::<u16>::RULES);
    println!("{}", Either::<u8>::RULES);
}
