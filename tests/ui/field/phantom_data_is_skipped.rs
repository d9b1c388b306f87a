//! `PhantomData` is nothing to send.

use std::marker::PhantomData;

use tensor_format::Tensor;

#[derive(Tensor)]
struct Tagged<T> {
    value: f32,
    tag: PhantomData<T>,
}

#[derive(Tensor)]
struct TaggedTensor<T>(f32, PhantomData<T>);

#[derive(Tensor)]
struct Known {
    value: f32,
    tag: PhantomData<u8>,
}

#[derive(Tensor)]
struct Right<T> {
    value: f32,
    #[tensor(skip)]
    tag: PhantomData<T>,
}

fn main() {}
