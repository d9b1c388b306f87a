//! All variants have one shape.

use tensor_format::{Image, Tensor};

#[derive(Tensor)]
enum Media {
    Picture(Image),
    Frames(Vec<f32>),
}

#[derive(Tensor)]
enum Rows {
    Rough(Vec<[f32; 3]>),
    Exact(Vec<[f64; 4]>),
}

fn main() {}
