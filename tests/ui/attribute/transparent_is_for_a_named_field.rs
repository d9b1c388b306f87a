//! A struct with one unnamed field needs no `transparent`.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(transparent)]
struct Pixels(Vec<f32>);

fn main() {}
