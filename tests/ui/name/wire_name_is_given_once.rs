//! A record has one field for each wire name.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase")]
struct Input {
    image_id: u32,
    #[tensor(rename = "imageId")]
    other: u32,
    image__id: u32,
}

fn main() {}
