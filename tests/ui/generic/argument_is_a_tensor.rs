//! A type argument that a field mentions is a tensor where the type is used.

use tensor_format::{HasRules, Tensor, to_vec};

struct Config;

#[derive(Tensor)]
struct Sequence<T>(Vec<T>);

#[derive(Tensor)]
struct Record<T> {
    items: Vec<T>,
}

fn main() {
    println!("{}", Sequence::<Config>::RULES);
    let _ = to_vec(&Record { items: vec![Config] });
}
