//! What is said of the parameters of a record is not said of one tensor.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", deny_unknown)]
struct Pixels(Vec<f32>);

fn main() {}
