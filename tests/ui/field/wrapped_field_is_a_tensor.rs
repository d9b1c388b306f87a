//! The field of a struct that is one tensor is a tensor.

use tensor_format::Tensor;

struct Config;

#[derive(Tensor)]
struct One(Config);

fn main() {}
