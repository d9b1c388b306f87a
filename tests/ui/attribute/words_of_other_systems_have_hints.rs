//! A word that another system uses is answered with ours.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(optional)]
    first: f32,
    #[tensor(name = "b")]
    second: f32,
    #[tensor(ignore)]
    third: f32,
    #[tensor(dims = [3], type = f32)]
    fourth: Vec<f32>,
}

#[derive(Tensor)]
struct Others {
    #[tensor(len = 3)]
    len: Vec<f32>,
    #[tensor(rank = 3)]
    rank: f32,
    #[tensor(doc = "text")]
    doc: f32,
    #[tensor(one_of = [8000, 16000])]
    rate: u32,
}

fn main() {}
