//! A slice that is borrowed is of numbers, or of arrays of them.

use std::borrow::Cow;

use ndarray::ArrayView1;
use tensor_format::{Image, Tensor, from_slice};

#[derive(Tensor, Clone)]
struct Point([f32; 2]);

fn main() {
    let _ = from_slice::<&[String]>(&[]);
    let _ = from_slice::<Cow<'_, [Image]>>(&[]);
    let _ = from_slice::<ArrayView1<'_, Point>>(&[]);
}
