//! The numbers of labels are of one of eight integer types.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(repr = usize)]
#[repr(usize)]
enum Size {
    A,
}

#[derive(Tensor)]
#[tensor(repr = "u8")]
#[repr(u8)]
enum Quoted {
    A,
}

#[derive(Tensor)]
#[tensor(repr)]
#[repr(u8)]
enum Bare {
    A,
}

fn main() {}
