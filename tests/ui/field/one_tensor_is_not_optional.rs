//! One tensor is there: `Option` stands only in a record.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Maybe(Option<f32>);

fn main() {}
