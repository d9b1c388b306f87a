//! A type of the user's that is called like one of the standard library is held to the same rules.

use tensor_format::Tensor;

struct String(u8);

#[derive(Default)]
struct Option<T>(T);

#[derive(Tensor)]
struct Input {
    name: String,
    other_name: String,
    values: Vec<f32>,
}

#[derive(Tensor)]
struct Narrowed<'a, T> {
    borrowed: &'a str,
    value: T,
    #[tensor(shape = [_], default)]
    threshold: Option<f32>,
}

#[derive(Tensor)]
struct ByPath {
    name: self::String,
}

// One that is a tensor is a field as others.
mod tensors {
    use tensor_format::Tensor;

    #[derive(Tensor)]
    struct String(u8);

    #[derive(Tensor)]
    struct Input {
        name: String,
    }
}

fn main() {
    let _ = tensor_format::to_vec(&Input { name: String(0), other_name: String(1), values: Vec::new() });
}
