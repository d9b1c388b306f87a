//! A type of the user's that is called `Option` is told by its missing parameter.

use tensor_format::Tensor;

struct Option {
    key: u32,
}

#[derive(Tensor)]
struct Request {
    option: Option,
}

// With the derive and the path it is a record as others.
mod records {
    use tensor_format::Tensor;

    #[derive(Tensor)]
    struct Vec<T> {
        x: T,
        y: T,
    }

    #[derive(Tensor)]
    struct Ray {
        origin: self::Vec<f32>,
        length: f32,
    }
}

fn main() {}
