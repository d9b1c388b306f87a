//! `..` leaves the axes that the type fixes.

use ndarray::ArrayD;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3, ..])]
struct Ends(ArrayD<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [])]
struct Fewer(ArrayD<[f32; 3]>);

fn main() {}
