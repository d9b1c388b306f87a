//! Words stand in the parentheses of the attribute.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor]
struct Pixels(Vec<f32>);

#[derive(Tensor)]
#[tensor = "pixels"]
struct Others(Vec<f32>);

#[derive(Tensor)]
#[tensor("shape")]
struct Quoted(Vec<f32>);

#[derive(Tensor)]
struct Fields {
    #[tensor]
    first: f32,
    #[tensor = "pixels"]
    second: f32,
    #[tensor("pixels")]
    third: f32,
}

fn main() {}
