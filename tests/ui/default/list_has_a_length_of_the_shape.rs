//! A default that is a list has a length that its parameter can have.

use tensor_format::Tensor;

const WIDTH: usize = 4;

#[derive(Tensor)]
struct Lists {
    #[tensor(shape = [2..=3], default = vec![])]
    none: Vec<f32>,
    #[tensor(shape = [..=1], default = vec![0.0, 1.0])]
    many: Vec<f32>,
    #[tensor(shape = [{WIDTH}], default = vec![0; 3])]
    constant: Vec<u8>,
    #[tensor(shape = [_, 1..=2], default = &[[0; 2]; 2])]
    fine: &'static [[u8; 2]],
    #[tensor(shape = [1, 2], default = [[0, 1], [2, 3]].as_slice())]
    unknown: &'static [[u8; 2]],
}

#[derive(Tensor)]
struct Named {
    #[tensor(shape = [n: 2, 3])]
    boxes: Vec<[f32; 3]>,
    #[tensor(shape = [n], default = vec![0.5, 0.5, 0.5])]
    scores: Vec<f32>,
    #[tensor(shape = [n], default = vec![0, 1])]
    labels: Vec<i64>,
    #[tensor(shape = [m], default = vec![1])]
    free: Vec<i64>,
}

#[derive(Tensor)]
struct Around {
    #[tensor(flatten)]
    inner: Inner,
    #[tensor(shape = [k], default = vec![1])]
    list: Vec<i64>,
}

#[derive(Tensor)]
struct Inner {
    #[tensor(shape = [k: 5..])]
    items: Vec<u8>,
}

#[derive(Tensor)]
#[tensor(check(Generic<3>))]
struct Generic<const N: usize> {
    #[tensor(shape = [{N}], default = vec![1, 2])]
    list: Vec<i64>,
}

fn main() {}
