//! A bound `Decode` without its lifetime is an error of the type alone.

use tensor_format::{Decode, Encode, Tensor};

#[derive(Tensor)]
struct Envelope<T: Encode + Decode> {
    payload: T,
}

#[derive(Tensor)]
struct Letter<T>
where
    T: tensor_format::Decode,
{
    letter: T,
}

fn main() {}
