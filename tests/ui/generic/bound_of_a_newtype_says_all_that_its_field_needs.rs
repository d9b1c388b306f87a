//! A `bound` of a struct that is one tensor, and that says too little, is one error at the field.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(bound = "")]
struct List<T>(Vec<T>);

#[derive(Tensor)]
#[tensor(bound = "T: tensor_format::codec::Block + for<'de> tensor_format::codec::DecodeBlock<'de>")]
struct Enough<T>(Vec<T>);

fn main() {}
