//! The ranks of source and target are the same, or the target takes any.

use ndarray::{Array2, Array3, ArrayD};
use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Gray {
    image: Array2<u8>,
}

#[derive(Tensor)]
struct Colour {
    image: Array3<u8>,
}

#[derive(Tensor)]
struct Any {
    image: ArrayD<u8>,
}

contract! {
    Gray => Colour,
    Gray => Any,
    Any => Gray,
}

fn main() {}
