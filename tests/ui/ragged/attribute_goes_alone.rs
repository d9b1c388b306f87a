//! A ragged field has no other attributes than `rename` and `default`.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Fields {
    #[tensor(ragged, shape = [n])]
    shaped: Vec<Vec<f32>>,
    #[tensor(ragged, dtype = f32)]
    typed: Vec<Vec<f32>>,
    #[tensor(ragged, flatten)]
    flattened: Vec<Vec<f32>>,
    #[tensor(ragged, sparse)]
    mapped: Vec<Vec<f32>>,
    #[tensor(ragged, metadata)]
    described: Vec<Vec<f32>>,
    #[tensor(ragged, with = module)]
    converted: Vec<Vec<f32>>,
    #[tensor(ragged, skip)]
    skipped: Vec<Vec<f32>>,
}

#[derive(Tensor)]
struct Wrapper(#[tensor(ragged)] Vec<Vec<f32>>);

fn main() {}
