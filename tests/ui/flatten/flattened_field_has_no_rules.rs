//! Nothing else is said of a flattened record.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Size {
    width: u32,
}

#[derive(Tensor)]
struct Words {
    #[tensor(flatten, rename = "size")]
    renamed: Size,
    #[tensor(flatten = "a_", default)]
    optional: Size,
    #[tensor(flatten = "b_", dtype = u32, shape = [], range = 0.., with = codec)]
    narrowed: Size,
    #[tensor(flatten, skip)]
    skipped: Size,
}

/// The module that `with` names.
mod codec {}

fn main() {}
