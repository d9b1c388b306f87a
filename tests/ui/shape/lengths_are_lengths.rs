//! A length is a number that is not negative, with a name before the colon, and of no constant without braces; some value must have the shape.

use tensor_format::Tensor;

pub const W: usize = 4;

#[derive(Tensor)]
struct Boxes {
    #[tensor(shape = [n, W])]
    boxes: Vec<[f32; 4]>,
}

#[derive(Tensor)]
struct Negative {
    #[tensor(shape = [-1, 4])]
    any: Vec<[f32; 4]>,
    #[tensor(shape = [n, -4])]
    four: Vec<[f32; 4]>,
    #[tensor(shape = [300: 1..=4])]
    named: Vec<f32>,
}

#[derive(Tensor)]
struct Large {
    #[tensor(shape = [9223372036854775807, 8])]
    all: tensor_format::Tensor,
    #[tensor(shape = [4611686018427387904, 0, 4611686018427387904])]
    none: tensor_format::Tensor,
}

#[derive(Tensor)]
#[tensor(shape = [n, {"4"}])]
struct Text(Vec<[f32; 4]>);

fn main() {}
