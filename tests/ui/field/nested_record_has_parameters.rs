//! A record in a record, in a tuple or in a map has parameters that are known here; attributes for tensors do not go
//! with it.

use std::collections::HashMap;
use tensor_format::{Many, Record, Tensor};

#[derive(Tensor)]
struct Empty {
    #[tensor(skip)]
    skipped: u8,
}

#[derive(Tensor)]
struct Optional {
    value: Option<f32>,
}

#[derive(Tensor)]
struct Repeated {
    values: Many<f32>,
}

#[derive(Tensor)]
struct Fields {
    empty: Empty,
    dynamic: Record,
    tuple: (u8, Option<Optional>),
    tuples: Vec<(u8, Many<Optional>)>,
    map: HashMap<String, Repeated>,
    #[tensor(range = 0.0..=1.0)]
    ranged: Optional,
}

fn main() {}
