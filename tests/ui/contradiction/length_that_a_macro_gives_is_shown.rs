//! A length that contradicts the type is shown itself, not the name of its axis.

use tensor_format::Tensor;

macro_rules! points {
    ($name:ident, $axes:expr) => {
        #[derive(Tensor)]
        struct $name {
            #[tensor(shape = [n, axes: $axes])]
            points: Vec<[f32; 3]>,
        }
    };
}

points!(Flat, 2);

#[derive(Tensor)]
struct Pixels {
    #[tensor(shape = [height, width: 4..=8])]
    pixels: Vec<[f32; 3]>,
}

fn main() {}
