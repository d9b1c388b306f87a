//! Nothing narrows an enum of tensors but the types of its variants.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", shape = [_])]
enum Words {
    #[tensor(rename = "one")]
    One(Vec<u8>),
    Two(#[tensor(dtype = u16)] Vec<u16>),
}

fn main() {}
