//! A ready-made conversion needs the traits that it is named after.

use tensor_format::{Tensor, with::DisplayFromStr};

struct Opaque;

#[derive(Tensor)]
struct Hidden {
    #[tensor(with = DisplayFromStr)]
    opaque: Option<Opaque>,
}

fn main() {}
