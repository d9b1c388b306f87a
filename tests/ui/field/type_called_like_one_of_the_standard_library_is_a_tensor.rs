//! A type of the user's that is called like one of the standard library is held to the same rules.

use tensor_format::Tensor;

struct String(u8);

#[derive(Tensor)]
struct Input {
    name: String,
}

#[derive(Tensor)]
struct ByPath {
    name: self::String,
}

fn main() {}
