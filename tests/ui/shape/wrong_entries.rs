use tensor_format::Tensor;

const WIDTH: usize = 3;
mod consts {
    pub const HEIGHT: usize = 4;
}

#[derive(Tensor)]
#[tensor(shape = [-1, "batch", 3.0, "two words", -1..=3])]
struct Numbers(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [WIDTH, consts::HEIGHT, {}, {1, 2}])]
struct Constants(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [N, {N}, T])]
struct Generic<T, const N: usize>(Vec<[T; N]>);

#[derive(Tensor)]
#[tensor(shape = [batch: _, batch: .., n: -1, m: many, 3 4])]
struct Named(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [99999999999999999999, 3usize, ?])]
struct Others(Vec<f32>);

fn main() {}
