//! A flattened parameter has a name that no other has.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Size {
    width: u32,
    height: u32,
}

#[derive(Tensor)]
struct OwnBefore {
    width: u32,
    #[tensor(flatten)]
    size: Size,
}

#[derive(Tensor)]
struct OwnAfter {
    #[tensor(flatten = "size_")]
    size: Size,
    size_height: u32,
}

#[derive(Tensor)]
struct Twice {
    #[tensor(flatten)]
    first: Size,
    #[tensor(flatten)]
    second: Size,
}

#[derive(Tensor)]
struct Nested {
    #[tensor(flatten = "a_")]
    outer: Prefixed,
    #[tensor(flatten = "a_b_")]
    inner: Size,
}

#[derive(Tensor)]
struct Prefixed {
    #[tensor(flatten = "b_")]
    size: Size,
}

#[derive(Tensor)]
struct Borrowing<'a> {
    #[tensor(flatten)]
    size: Size,
    #[tensor(rename = "width")]
    name: &'a str,
}

#[derive(Tensor)]
struct Item<T> {
    item: T,
}

#[derive(Tensor)]
#[tensor(check(Generic<u8>))]
struct Generic<T> {
    #[tensor(flatten)]
    inner: Item<T>,
    #[tensor(rename = "item")]
    other: T,
}

fn main() {}
