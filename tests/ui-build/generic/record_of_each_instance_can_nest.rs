//! Which types the parameters are is known only where an instance is used: a record may be in a field, but not in `Many`.

use tensor_format::{HasRules, Many, Tensor};

#[derive(Tensor)]
struct Inner {
    value: f32,
}

#[derive(Tensor)]
struct Outer<T> {
    inner: T,
}

#[derive(Tensor)]
struct Several<T> {
    inner: Many<T>,
}

fn main() {
    println!("{}", Outer::<Inner>::RULES);
    println!("{}", Several::<f32>::RULES);
    println!("{}", Several::<Inner>::RULES);
}
