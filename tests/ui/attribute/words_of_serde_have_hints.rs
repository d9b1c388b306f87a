//! A word of serde is answered with the way here.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(deny_unknown_fields)]
struct Input<'a> {
    #[tensor(skip_serializing_if = "Option::is_none")]
    first: Option<f32>,
    #[tensor(deserialize_with = "parse")]
    second: f32,
    #[tensor(aliases = ["a", "b"])]
    third: f32,
    #[tensor(borrow)]
    fourth: &'a str,
    #[tensor(skip_serializing)]
    fifth: f32,
}

#[derive(Tensor)]
#[tensor(try_from = "f32")]
struct Converted(f32);

#[derive(Tensor)]
#[tensor(untagged)]
enum Value {
    Text(String),
    Number { of: f32 },
}

#[derive(Tensor)]
#[tensor(tag = "kind", content = "value")]
enum Tagged {
    Text(String),
    Number { of: f32 },
}

#[derive(Tensor)]
enum Label {
    Known,
    #[tensor(other)]
    Unknown,
}

fn main() {}
