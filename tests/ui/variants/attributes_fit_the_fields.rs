//! What attributes say of the fields of a variant fits their types.

use tensor_format::Tensor;

struct Plain;

#[derive(Tensor)]
enum Shapes {
    Circle {
        #[tensor(shape = [3])]
        radius: f32,
    },
    Rows(#[tensor(shape = [_, 3])] Vec<[f32; 2]>),
    Path {
        #[tensor(shape = [n, 2])]
        points: Vec<[f32; 2]>,
        #[tensor(shape = [n: 3], default = vec![1.0])]
        weights: Vec<f32>,
    },
    Empty,
}

#[derive(Tensor)]
enum Fields {
    Named { plain: Plain },
    Single(Plain),
    Pair(u8, Plain),
    Empty,
}

#[derive(Tensor)]
struct Several {
    first: Option<u8>,
}

#[derive(Tensor)]
enum Parts {
    Several(Option<Several>),
    Dynamic(tensor_format::Record),
    Empty,
}

fn main() {}
