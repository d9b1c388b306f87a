//! A type of the user's that is called `Option` or `Vec` is what the user made it, not what its name says.

use tensor_format::Tensor;

struct Option<T>(T);

#[derive(Tensor)]
struct Input {
    threshold: self::Option<f32>,
}

fn main() {}
