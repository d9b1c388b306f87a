//! Both types of a contract have rules.

use tensor_format::{Tensor, contract};

struct Config;

#[derive(Tensor)]
struct Input {
    threshold: f32,
}

contract! {
    Config => Input,
    Input => Config,
}

fn main() {}
