//! A type argument that is held only by a skipped field has a `Default`, where the whole is read.

use tensor_format::{Tensor, from_slice};

struct Handle;

#[derive(Tensor)]
struct Request<T> {
    image: Vec<f32>,
    #[tensor(skip)]
    handle: T,
}

fn main() {
    let _: Request<Handle> = from_slice(&[]).unwrap();
}
