//! An element type is one that the type can have.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(dtype = [u8, u16], shape = [3])]
struct Type([f32; 3]);

#[derive(Tensor)]
struct Media {
    #[tensor(dtype = image)]
    picture: Vec<u8>,
    #[tensor(dtype = binary)]
    bytes: Vec<u8>,
}

#[derive(Tensor)]
#[tensor(dtype = [f32, f64])]
struct Several(Vec<f32>);

fn main() {}
