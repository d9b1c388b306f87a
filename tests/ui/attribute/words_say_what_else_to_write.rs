//! What is refused says what else to write, or to remove it.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(dtype = u8)]
enum Class {
    Cat = 1,
    Dog = 2,
}

#[derive(Tensor)]
#[tensor(repr = u8)]
enum Shape {
    Circle { radius: f32 },
    Nothing,
}

#[derive(Tensor)]
#[tensor(check = is_valid)]
struct Checked {
    low: f32,
    high: f32,
}

#[derive(Tensor)]
struct Words {
    #[tensor(rename = "")]
    a: f32,
    #[tensor(alias = "")]
    b: f32,
    #[tensor(ragged, shape = [n, _])]
    words: Vec<Vec<String>>,
}

fn main() {}
