//! Metadata own what they hold.

use tensor_format::Tensor;

#[derive(Tensor)]
pub struct Event<'a> {
    samples: &'a [u8],
    #[tensor(metadata)]
    site: &'a str,
}

fn main() {}
