//! A record of the user's that is called like a type of the standard library is a record all the same.

use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
struct String {
    letters: Vec<u32>,
}

#[derive(Tensor)]
struct Input {
    id: u64,
    name: String,
}

const RULES: tensor_format::Rules<'static> = Input::RULES;

fn main() {}
