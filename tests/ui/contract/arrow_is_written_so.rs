//! A contract is written `Source => Target`; contracts are separated by commas.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct From {
    image: Vec<u8>,
}

#[derive(Tensor)]
struct To {
    image: Vec<u8>,
}

contract! { From -> To }

contract! { From >= To }

contract! { From To }

contract! { From => }

contract! { From => To; To => From }

contract! { From + => To }

contract! { From => To => From }

fn main() {}
