//! A field of an instance of a generic record is no record.

use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
struct Inner {
    value: f32,
}

#[derive(Tensor)]
struct Outer<T> {
    inner: T,
}

fn main() {
    println!("{}", Outer::<f32>::RULES);
    println!("{}", Outer::<Inner>::RULES);
}
