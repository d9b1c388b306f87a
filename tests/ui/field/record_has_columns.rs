//! The records of a list make columns: what has no column is refused.
#![allow(dead_code)]
use ndarray::ArrayD;
use tensor_format::{Many, Tensor};

#[derive(Tensor)]
struct Views {
    views: Many<Vec<f32>>,
}

#[derive(Tensor)]
struct AnyRank {
    image: ArrayD<u8>,
}

#[derive(Tensor)]
struct Clash {
    boxes: Vec<f32>,
    #[tensor(rename = "boxes.values")]
    other: f32,
}

#[derive(Tensor)]
struct ClashOfParts {
    points: Option<Vec<f32>>,
    #[tensor(rename = "points.values")]
    other: Vec<f32>,
}

#[derive(Tensor)]
struct ClashOfAliases {
    #[tensor(alias = "points.values")]
    points: Option<Vec<f32>>,
}

#[derive(Tensor)]
struct Lists {
    views: Vec<Views>,
    images: Vec<AnyRank>,
    clashes: Vec<Clash>,
    parts: Vec<ClashOfParts>,
    aliases: Vec<ClashOfAliases>,
}

struct NoTensor;

#[derive(Tensor)]
struct Others {
    list: Vec<NoTensor>,
}

fn main() {}
