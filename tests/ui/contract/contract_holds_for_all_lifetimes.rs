//! A contract holds for all lifetimes, which are written `'_`.

use std::borrow::Cow;
use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Text<'a> {
    words: Vec<&'a str>,
}

#[derive(Tensor)]
struct Read<'a> {
    words: Vec<Cow<'a, str>>,
}

#[derive(Tensor)]
struct Count<'a> {
    words: Cow<'a, [u32]>,
}

contract! {
    Text<'_> => Read<'_>,
    Text<'static> => Count<'static>,
    Text<'a> => Count<'a>,
}

fn main() {}
