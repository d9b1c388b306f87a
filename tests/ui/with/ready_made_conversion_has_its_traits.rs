//! A ready-made conversion needs the traits that it is named after.

use std::time::Duration;

use tensor_format::{
    Tensor,
    with::{Bytes, DisplayFromStr},
};

struct Opaque;

#[derive(Tensor)]
struct Hidden {
    #[tensor(with = DisplayFromStr)]
    opaque: Option<Opaque>,
    #[tensor(with = DisplayFromStr)]
    elapsed: Duration,
    #[tensor(with = DisplayFromStr)]
    numbers: Vec<u128>,
    #[tensor(with = Bytes)]
    text: String,
    #[tensor(with = tensor_format::with::DisplayFromStr)]
    by_its_whole_path: Opaque,
}

fn main() {}
