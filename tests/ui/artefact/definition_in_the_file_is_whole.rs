//! A definition in the file has a name, says whether it is required, and has rules.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/no_rules.json")]
struct NoRules {
    image: Vec<f32>,
}

fn main() {}
