//! An alias is no other field's name or alias, nor the name itself.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Detect {
    #[tensor(alias = "image")]
    picture: f32,
    #[tensor(alias = "photo", alias = "photo")]
    image: f32,
    #[tensor(rename = "k", alias = "photo", alias = "k", alias = "")]
    top: u32,
}

#[derive(Tensor)]
enum Animal {
    Cat,
    #[tensor(alias = "Cat")]
    Lynx,
}

#[derive(Tensor)]
#[tensor(repr = u8)]
#[repr(u8)]
enum Number {
    #[tensor(alias = "Uno")]
    One = 1,
}

#[derive(Tensor)]
struct Spot {
    #[tensor(alias = "y")]
    x: f32,
}

#[derive(Tensor)]
struct Flat {
    y: f32,
    #[tensor(flatten)]
    spot: Spot,
}

#[derive(Tensor)]
struct Nested {
    #[tensor(rename = "place.x")]
    other: f32,
    #[tensor(alias = "place")]
    spot: Spot,
}

#[derive(Tensor)]
struct Renamed {
    #[tensor(flatten, alias = "place")]
    spot: Spot,
    #[tensor(skip, alias = "memory")]
    cache: u8,
}

fn main() {}
