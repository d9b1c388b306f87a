//! An enum of labels is a string scalar, which nothing narrows.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(dtype = string, shape = [], transparent, deny_unknown)]
enum Label {
    Cat,
}

fn main() {}
