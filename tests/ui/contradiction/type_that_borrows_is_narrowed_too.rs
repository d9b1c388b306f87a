//! A type with lifetimes is held to its attributes as any other.

use std::borrow::Cow;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [n, 4])]
struct One<'a>(Cow<'a, [[f32; 3]]>);

#[derive(Tensor)]
struct Record<'a> {
    #[tensor(shape = [3, 3])]
    samples: Cow<'a, [f32]>,
    #[tensor(dtype = u8)]
    text: &'a str,
}

fn main() {}
