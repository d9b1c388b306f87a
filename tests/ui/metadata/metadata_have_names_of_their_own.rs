//! No metadata have the name of another field.

use tensor_format::Tensor;

#[derive(Tensor)]
pub struct Event {
    run: f32,
    #[tensor(metadata, rename = "run")]
    number: u64,
    #[tensor(metadata)]
    site: String,
    #[tensor(metadata, rename = "site")]
    place: String,
}

fn main() {}
