//! Each field whose type is the user's own `Option` or `Vec` is an error of its own.

use tensor_format::Tensor;

enum Option<T> {
    Given(T),
    Inherited,
}

struct Vec<T>(T);

#[derive(Tensor)]
struct Settings {
    name: String,
    threshold: Option<f32>,
    limit: Option<u32>,
    scale: Option<f32>,
    list: Vec<f32>,
    optional: std::option::Option<Vec<u8>>,
}

fn main() {}
