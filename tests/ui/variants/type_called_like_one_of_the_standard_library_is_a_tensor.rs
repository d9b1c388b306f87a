//! A type of the user's in a variant that is called like one of the standard library is one error, at the type.

use tensor_format::{Tensor, from_slice, to_vec};

#[derive(Clone, Copy)]
struct Vec<T> {
    x: T,
    y: T,
}

#[derive(Tensor)]
enum Shape {
    Circle { at: Vec<f32>, radius: f32 },
    Line { from: Vec<f32>, to: Vec<f32> },
    Nothing,
}

fn main() {
    let at = Vec { x: 0.0, y: 1.0 };
    let _ = to_vec(&Shape::Circle { at, radius: at.x + at.y });
    let _ = from_slice::<Shape>(&[]);
}
