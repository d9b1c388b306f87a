//! A record has at most 1024 parameters, with those of the records in it: the field that exceeds it is one error.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Eight {
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
}

#[derive(Tensor)]
struct Many {
    a: Eight,
    b: Eight,
    c: Eight,
    d: Eight,
    e: Eight,
    f: Eight,
    g: Eight,
    h: Eight,
}

#[derive(Tensor)]
struct More {
    a: Many,
    b: Many,
    c: Many,
    d: Many,
    e: Many,
    f: Many,
    g: Many,
    h: Many,
}

#[derive(Tensor)]
struct TooMany {
    first: More,
    second: More,
    third: Eight,
    fourth: Eight,
}

fn main() {}
