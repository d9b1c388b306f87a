//! Metadata stand in a record.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(metadata)]
pub struct Event {
    samples: Vec<f32>,
}

#[derive(Tensor)]
pub struct Samples(#[tensor(metadata)] Vec<f32>);

#[derive(Tensor)]
#[tensor(stack)]
pub struct Row {
    width: f32,
    #[tensor(metadata)]
    height: f32,
}

#[derive(Tensor)]
pub enum Any {
    Numbers(#[tensor(metadata)] Vec<f32>),
    Texts(Vec<String>),
}

fn main() {}
