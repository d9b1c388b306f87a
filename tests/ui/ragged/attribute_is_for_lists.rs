//! `ragged` is for lists whose items are lists, of elements of one shape.

use std::{collections::VecDeque, time::Duration};

use ndarray::Array2;
use tensor_format::Tensor;

#[derive(Tensor)]
struct Spot {
    x: f32,
}

#[derive(Tensor)]
struct Fields {
    #[tensor(ragged)]
    flat: Vec<f32>,
    #[tensor(ragged)]
    of_one_shape: Vec<[f32; 2]>,
    #[tensor(ragged)]
    records: Vec<Spot>,
    #[tensor(ragged)]
    lists_of_records: Vec<Vec<Spot>>,
    #[tensor(ragged)]
    arrays: Vec<Array2<f32>>,
    #[tensor(ragged)]
    queue: VecDeque<Vec<f32>>,
    #[tensor(ragged)]
    number: f32,
    #[tensor(ragged)]
    foreign: Vec<Vec<Duration>>,
}

#[derive(Tensor)]
struct Embedding(Vec<f32>);

#[derive(Tensor)]
struct Documents {
    embeddings: Vec<Embedding>,
    others: tensor_format::Ragged<Embedding>,
}

fn main() {}
