//! What a list, an option or a map holds has a size: of a text or slice in it the message says what to write.

use std::collections::BTreeMap;

use tensor_format::Tensor;

#[derive(Tensor)]
struct Tokens {
    tokens: Vec<str>,
    count: u32,
}

#[derive(Tensor)]
struct Rows(Vec<[f32]>);

#[derive(Tensor)]
enum Message {
    Names { names: BTreeMap<String, str> },
    None,
}

// What the messages advise.
#[derive(Tensor)]
struct Followed<'a> {
    tokens: Vec<String>,
    lent: Vec<&'a str>,
    rows: Vec<[f32; 3]>,
    #[tensor(ragged)]
    varying: Vec<Vec<f32>>,
}

fn main() {
    let _ = |tokens: &Tokens| tensor_format::to_vec(tokens);
}
