//! Which words go with an enum that is a record, its variants and their fields.

use std::collections::BTreeMap;

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(repr = u8, shape = [_], transparent, sparse)]
#[repr(u8)]
enum Container {
    One(f32),
    None,
}

#[derive(Tensor)]
#[tensor(tag = "", rename_all_fields = "camel")]
enum Values {
    One(f32),
    None,
}

#[derive(Tensor)]
#[tensor(tag)]
enum NoValue {
    One(f32),
    None,
}

#[derive(Tensor)]
enum Variants {
    #[tensor(rename_all = "camelCase")]
    One(f32),
    #[tensor(rename_all = "camelCase")]
    None,
    #[tensor(default)]
    Other,
}

#[derive(Tensor)]
struct Pose {
    x: f32,
}

#[derive(Tensor)]
enum Single {
    Renamed(#[tensor(rename = "x")] f32),
    Default(#[tensor(default)] f32),
    Flattened(#[tensor(flatten)] Pose),
    Metadata(#[tensor(metadata)] String),
    Map(#[tensor(ragged)] BTreeMap<String, f32>),
    Skipped(#[tensor(skip, shape = [_])] u8),
    Named {
        #[tensor(metadata)]
        data: String,
        #[tensor(flatten, default)]
        pose: Pose,
    },
}

#[derive(Tensor)]
#[tensor(tag = "kind", rename_all_fields = "camelCase")]
struct Record {
    x: f32,
}

#[derive(Tensor)]
#[tensor(tag = "kind", rename_all_fields = "camelCase")]
enum Labels {
    A,
    B,
}

#[derive(Tensor)]
#[tensor(rename_all_fields = "camelCase")]
enum Union {
    A(u8),
    B(u16),
}

fn main() {}
