//! A name on the wire is not empty.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(rename = "")]
    empty: u32,
}

#[derive(Tensor)]
enum Label {
    #[tensor(rename = "")]
    Nothing,
}

fn main() {}
