//! A lifetime that a field lacks, or that its type does not declare, is one error, the compiler's own.

use tensor_format::{Tensor, from_slice, to_vec};

#[derive(Tensor)]
struct Input<'a> {
    label: &'a str,
    title: &str,
}

#[derive(Tensor)]
enum Event<'a> {
    Opened { label: &'a str, title: &'b str },
    Closed,
}

#[derive(Tensor)]
enum Found {
    Label { label: &str },
    Nothing,
}

fn main() {
    let bytes = to_vec(&Found::Nothing).unwrap();
    let _: Found = from_slice(&bytes).unwrap();
}
