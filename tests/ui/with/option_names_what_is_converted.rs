//! Where a field is an `Option`, a ready-made conversion is told of what.

use tensor_format::{Tensor, with::DisplayFromStr};

#[derive(Tensor)]
struct Login {
    #[tensor(with = DisplayFromStr)]
    last: Option<std::net::IpAddr>,
}

struct Opaque;

#[derive(Tensor)]
struct Hidden {
    #[tensor(with = DisplayFromStr)]
    opaque: Opaque,
}

fn main() {}
