//! A default is an expression, or none for `Default::default()`.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(default = )]
    fourth: f32,
}

#[derive(Tensor)]
struct Quoted {
    #[tensor(default = "half")]
    function: f32,
    #[tensor(default = "self::HALF")]
    constant: f32,
    #[tensor(default = "0.5 + 1.0")]
    sum: f32,
    #[tensor(default = "a half")]
    words: Vec<f32>,
    #[tensor(default = "text")]
    text: String,
}

const HALF: f32 = 0.5;

fn half() -> f32 {
    HALF
}

#[derive(Tensor)]
struct OtherValues {
    #[tensor(default = Default::default)]
    function: f32,
    #[tensor(default = ["cat", "dog"])]
    labels: Vec<String>,
    #[tensor(default = [0.5; 3])]
    numbers: [f32; 3],
    #[tensor(default = [0.5])]
    list: Vec<f32>,
}

#[derive(Tensor)]
struct InParentheses {
    #[tensor(default(0.5))]
    number: f32,
    #[tensor(default())]
    none: f32,
}

fn main() {}
