//! A type around what can only be written can only be written.

use tensor_format::{Tensor, from_slice, to_vec};

#[derive(Tensor)]
struct Borrowed<'a>(&'a String);

fn main() {
    let bytes = to_vec(&Borrowed(&String::new())).unwrap();
    let _: Borrowed<'_> = from_slice(&bytes).unwrap();
}
