//! What is wrong with a type that borrows is said once.

use std::borrow::Cow;

use tensor_format::Tensor;

#[derive(Clone)]
struct Config;

#[derive(Tensor)]
struct Point {
    x: f32,
}

#[derive(Tensor)]
struct Input<'a> {
    text: &'a str,
    config: Cow<'a, Config>,
    lengths: &'a [u128],
    target: &'a mut [f32],
    point: &'a Point,
}

#[derive(Tensor)]
enum Either<'a> {
    Text(&'a str),
    Lengths(&'a [u128]),
}

fn main() {}
