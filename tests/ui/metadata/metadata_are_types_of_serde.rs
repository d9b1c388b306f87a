//! Metadata are of a type that serde writes and reads.

use serde::{Deserialize, Serialize};
use tensor_format::Tensor;

pub struct Plain;

#[derive(Serialize)]
pub struct WrittenAlone(u8);

#[derive(Deserialize)]
pub struct ReadAlone(u8);

#[derive(Tensor)]
pub struct Event {
    samples: Vec<f32>,
    #[tensor(metadata)]
    plain: Plain,
    #[tensor(metadata)]
    written: Option<WrittenAlone>,
    #[tensor(metadata, default = ReadAlone(1))]
    read: ReadAlone,
}

fn main() {}
