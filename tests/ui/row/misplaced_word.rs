//! Words that do not go with `stack`.
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(stack, rename_all = "camelCase")]
struct Words {
    #[tensor(rename = "a")]
    x: f32,
    #[tensor(default = 1.0)]
    y: f32,
}

#[derive(Tensor)]
#[tensor(stack)]
struct Unnamed(f32, f32);

#[derive(Tensor)]
#[tensor(stack)]
struct Empty {}

#[derive(Tensor)]
#[tensor(stack)]
enum Labels {
    A,
}

fn main() {}
