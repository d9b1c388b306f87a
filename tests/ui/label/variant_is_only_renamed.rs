//! A label is renamed, and nothing else.

use tensor_format::Tensor;

#[derive(Tensor)]
enum Label {
    #[tensor(skip, shape = [3])]
    Cat,
}

fn main() {}
