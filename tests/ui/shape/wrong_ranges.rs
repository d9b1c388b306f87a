use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [5..=3, n: 2..=1])]
struct Backwards(Vec<[f32; 2]>);

#[derive(Tensor)]
#[tensor(shape = [1..33, ..4, n: 0..2])]
struct Exclusive(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [1..=, 1..={N}, ..=-1])]
struct Unfinished(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [..0])]
struct Empty(Vec<f32>);

fn main() {}
