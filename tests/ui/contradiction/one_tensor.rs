use ndarray::{Array2, ArrayD};
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3, 224, 224])]
struct Rank(Array2<f32>);

#[derive(Tensor)]
#[tensor(dtype = [u8, u16], shape = [3])]
struct Type([f32; 3]);

#[derive(Tensor)]
#[tensor(shape = [.., 3])]
struct Open(Array2<f32>);

#[derive(Tensor)]
#[tensor(shape = [3, ..])]
struct Ends(ArrayD<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [])]
struct Fewer(ArrayD<[f32; 3]>);

fn main() {}
