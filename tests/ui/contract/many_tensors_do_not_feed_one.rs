//! A parameter of many tensors does not feed one that is one tensor.

use tensor_format::{Image, Many, Tensor, contract};

#[derive(Tensor)]
struct Album {
    picture: Many<Image>,
}

#[derive(Tensor)]
struct Caption {
    picture: Image,
}

#[derive(Tensor)]
struct MaybeCaption {
    picture: Option<Image>,
}

contract! {
    Album => Caption,
    Album => MaybeCaption,
    Caption => Album,
}

fn main() {}
