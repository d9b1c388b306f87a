//! The numbers of labels are of the integer type of the enum.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(repr = u8)]
enum Missing {
    A,
    B,
}

#[derive(Tensor)]
#[tensor(repr = u8)]
#[repr(u16)]
enum Other {
    A,
    B = 300,
}

fn main() {}
