//! Records that hold each other are one error, at the field of the first of them by name.

use std::collections::BTreeMap;

use tensor_format::{HasRules, Rules, Tensor};

#[derive(Tensor)]
struct Folder {
    name: String,
    files: Vec<File>,
}

#[derive(Tensor)]
struct File {
    size: u64,
    links: Vec<Folder>,
}

// What only holds such records is no error.
#[derive(Tensor)]
struct Disk {
    root: Folder,
}

const RULES: Rules<'static> = Disk::RULES;

#[derive(Tensor)]
struct Ace {
    next: Option<Box<Bee>>,
}

#[derive(Tensor)]
struct Bee {
    #[tensor(flatten)]
    next: Cue,
}

#[derive(Tensor)]
struct Cue {
    id: u32,
    next: (u32, BTreeMap<String, Ace>),
}

#[derive(Tensor)]
enum Expression {
    Number { value: f64 },
    Call { name: String, arguments: Vec<Argument> },
}

#[derive(Tensor)]
struct Argument {
    value: Box<Expression>,
}

#[derive(Tensor)]
struct Node {
    id: u32,
    children: Children,
}

#[derive(Tensor)]
struct Children(Vec<Node>);

fn main() {
    let _ = tensor_format::to_vec(&Disk { root: Folder { name: String::new(), files: Vec::new() } });
}
