//! A contract with a type that has a mistake of its own adds no second error.

use tensor_format::{Feeds, HasRules, Tensor, contract};

#[derive(Tensor)]
struct From {
    #[tensor(shpae = [3])]
    image: Vec<u8>,
}

#[derive(Tensor)]
struct To {
    image: Vec<u8>,
}

contract! { From => To }

fn link<A: Feeds<B>, B: HasRules>() {}

fn main() {
    link::<From, To>();
}
