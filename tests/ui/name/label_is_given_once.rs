//! An enum has one variant for each label.

use tensor_format::Tensor;

#[derive(Tensor)]
enum Label {
    #[tensor(rename = "Dog")]
    Cat,
    Dog,
}

fn main() {}
