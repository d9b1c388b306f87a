//! The source gives every parameter that the target requires.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Tokens {
    ids: Vec<i64>,
}

#[derive(Tensor)]
struct Embed {
    ids: Vec<i64>,
    mask: Vec<bool>,
    #[tensor(default = 1.0)]
    temperature: f32,
}

#[derive(Tensor)]
struct Words {
    ids: Vec<i64>,
    spans: Vec<(u32, u32)>,
}

contract! { Tokens => Embed }

// A name with a dot stands in quotes.
contract! { Tokens => Words }

fn main() {}
