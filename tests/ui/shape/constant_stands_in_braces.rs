//! A constant stands in braces.

use tensor_format::Tensor;

const WIDTH: usize = 3;
mod consts {
    pub const HEIGHT: usize = 4;
}

#[derive(Tensor)]
#[tensor(shape = [WIDTH, consts::HEIGHT, m: many])]
struct Constants(Vec<f32>);

fn main() {}
