//! `sparse` says of a field that it is labels and values, which the name of its type does not say.

use std::collections::BTreeMap;

use tensor_format::{Many, Tensor};

type Prices = BTreeMap<String, f32>;

#[derive(Tensor)]
struct Forgotten {
    prices: Prices,
}

#[derive(Tensor)]
#[tensor(shape = [category])]
struct ForgottenToo(Prices);

#[derive(Tensor)]
struct Point {
    x: f32,
}

#[derive(Tensor)]
struct Others {
    #[tensor(sparse)]
    tensor: Vec<f32>,
    #[tensor(sparse)]
    record: Point,
    #[tensor(sparse)]
    many: Many<Prices>,
}

#[derive(Tensor)]
struct Words {
    #[tensor(sparse, with = codec)]
    converted: Prices,
    #[tensor(map)]
    word: Prices,
}

mod codec {}

#[derive(Tensor)]
#[tensor(sparse)]
struct Record {
    x: f32,
}

#[derive(Tensor)]
#[tensor(sparse)]
enum Label {
    A,
}

fn main() {}
