//! Metadata that are an `Option` take no default.

use tensor_format::Tensor;

type Maybe = Option<String>;

#[derive(Tensor)]
pub struct Event {
    samples: Vec<f32>,
    #[tensor(metadata, default = Some("none".to_owned()))]
    comment: Maybe,
}

fn main() {}
