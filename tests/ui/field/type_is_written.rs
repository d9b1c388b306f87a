//! The type of a field is written.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Inferred {
    value: f32,
    whole: _,
    inside: Vec<_>,
}

fn encoded(value: &Inferred) -> usize {
    tensor_format::encoded_len(value).unwrap_or_default()
}

fn main() {}
