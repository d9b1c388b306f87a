//! Some length fits wherever a record and a record flattened in it name an axis so.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Points {
    #[tensor(shape = [n: 8..=16, 2])]
    points: Vec<[f32; 2]>,
}

#[derive(Tensor)]
struct Before {
    #[tensor(shape = [n: ..=4])]
    ids: Vec<u64>,
    #[tensor(flatten)]
    points: Points,
}

#[derive(Tensor)]
struct After {
    #[tensor(flatten)]
    points: Points,
    #[tensor(shape = [n: 17..])]
    ids: Vec<u64>,
}

/// With a prefix the name is another.
#[derive(Tensor)]
struct Apart {
    #[tensor(flatten = "a_")]
    points: Points,
    #[tensor(shape = [n: 17..])]
    ids: Vec<u64>,
}

fn main() {}
