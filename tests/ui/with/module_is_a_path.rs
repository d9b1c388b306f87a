//! A module is named by a path, on a field.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Values {
    #[tensor(with)]
    nothing: u8,
    #[tensor(with = "codec")]
    text: u8,
    #[tensor(with = 3)]
    number: u8,
    #[tensor(with = codec, with = codec)]
    twice: u8,
    #[tensor(wiht = codec)]
    mistyped: u8,
}

#[derive(Tensor)]
#[tensor(with = codec)]
struct OnTheStruct(u8);

#[derive(Tensor)]
struct Types {
    #[tensor(with = f32)]
    number: f32,
    #[tensor(with = String)]
    text: u8,
}

fn main() {}
