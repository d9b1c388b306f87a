//! Which types the parameters are is known only where an instance is used: a record may be in a field, but not in `Many`.

use tensor_format::{Many, Tensor};

#[derive(Tensor)]
struct Inner {
    value: f32,
}

#[derive(Tensor)]
struct Outer<T> {
    inner: T,
}

#[derive(Tensor)]
struct Several<T> {
    inner: Many<T>,
}

fn main() {
    let _ = tensor_format::to_vec(&Outer { inner: Inner { value: 0.0 } });
    let _ = tensor_format::to_vec(&Several { inner: Many(vec![Inner { value: 0.0 }]) });
}
