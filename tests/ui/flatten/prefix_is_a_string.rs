//! A prefix is a string that is not empty.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Size {
    width: u32,
}

#[derive(Tensor)]
struct Values {
    #[tensor(flatten = "")]
    empty: Size,
    #[tensor(flatten = prefix)]
    bare: Size,
    #[tensor(flatten("prefix"))]
    parentheses: Size,
    #[tensor(flaten)]
    mistyped: Size,
    #[tensor(prefix = "a_")]
    prefix: Size,
    #[tensor(flatten =)]
    nothing: Size,
}

#[derive(Tensor)]
struct Flags {
    #[tensor(flatten = true)]
    yes: Size,
    #[tensor(flatten = false)]
    no: Size,
}

fn main() {}
