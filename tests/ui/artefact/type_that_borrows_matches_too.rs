//! A type with lifetimes is compared with its file as any other.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches = "defs/detect.json")]
struct Open<'a> {
    image: Tensor,
    image_id: &'a [i64],
    threshold: Option<f32>,
}

fn main() {}
