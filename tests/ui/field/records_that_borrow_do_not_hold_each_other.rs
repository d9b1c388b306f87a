//! Records that hold each other and borrow are one error, too.

use tensor_format::{Tensor, from_slice, to_vec};

#[derive(Tensor)]
struct Author<'a> {
    name: &'a str,
    books: Vec<Book<'a>>,
}

#[derive(Tensor)]
struct Book<'a> {
    title: &'a str,
    author: Option<Box<Author<'a>>>,
}

// No ring: one holds the other.
#[derive(Tensor)]
struct Shelf<'a> {
    books: Vec<Title<'a>>,
    first: Option<Title<'a>>,
}

#[derive(Tensor)]
struct Title<'a> {
    text: &'a str,
    year: u16,
}

fn main() {
    let _ = to_vec(&Author { name: "a", books: Vec::new() });
    let _ = to_vec(&Book { title: "b", author: None });
    let _ = from_slice::<Shelf<'_>>(&[]);
}
