//! A field may be a record, but not every one: what is said of one tensor, `Many`, metadata, an `Option`
//! or a default of a record that may be empty, and names that are taken or look like those of an optional record.

use tensor_format::{Many, Tensor};

#[derive(Tensor)]
struct Inner {
    value: f32,
    note: Option<String>,
}

#[derive(Tensor)]
struct Described {
    value: f32,
    #[tensor(metadata)]
    text: String,
}

#[derive(Tensor)]
struct Empty {
    value: Option<f32>,
}

#[derive(Tensor)]
struct Outer {
    #[tensor(shape = [3])]
    annotated: Inner,
    many: Many<Inner>,
    described: Described,
    empty: Option<Empty>,
    nested: Inner,
    #[tensor(rename = "nested.value")]
    taken: f32,
    maybe: Option<Inner>,
    #[tensor(rename = "maybe.more")]
    more: f32,
    #[tensor(default = Empty { value: None })]
    filled: Empty,
}

fn main() {}
