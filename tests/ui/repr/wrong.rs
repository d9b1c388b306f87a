//! `repr` needs an integer type, and the same one in Rust.
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

#[derive(Tensor)]
#[tensor(repr = u8)]
struct Number {
    a: u8,
}

#[derive(Tensor)]
#[tensor(repr = u8)]
#[repr(u8)]
enum Data {
    A(u8),
}

fn main() {}
