//! A contract is declared once.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct From {
    image: Vec<u8>,
}

#[derive(Tensor)]
struct To {
    image: Vec<u8>,
}

contract! {
    From => To,
    From => To,
}

contract! { To => From }

contract! { To => From }

fn main() {}
