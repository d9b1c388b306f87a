//! Metadata that a target needs are given by what feeds it.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
pub struct Detected {
    crops: Vec<f32>,
    #[tensor(metadata)]
    run: Option<u32>,
    #[tensor(metadata)]
    site: String,
}

#[derive(Tensor)]
pub struct Classify {
    crops: Vec<f32>,
    #[tensor(metadata)]
    site: String,
    #[tensor(metadata)]
    note: Option<String>,
    #[tensor(metadata, default)]
    tags: Vec<String>,
}

#[derive(Tensor)]
pub struct Report {
    #[tensor(metadata)]
    run: u32,
}

#[derive(Tensor)]
pub struct Bare {
    crops: Vec<f32>,
}

contract! {
    Detected => Classify,
    Detected => Report,
    Bare => Classify,
}

fn main() {}
