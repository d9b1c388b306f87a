//! The uses of a type whose attribute has a mistake are no further errors.

use tensor_format::{HasRules, Tensor, from_slice, to_vec};

#[derive(Tensor)]
#[tensor(shpae = [3])]
struct Faulty([f32; 3]);

#[derive(Tensor)]
#[tensor(rename_all = "title")]
enum Label {
    Cat,
}

#[derive(Tensor)]
struct Record<'a> {
    #[tensor(rename = name)]
    text: &'a str,
}

#[derive(Tensor)]
struct User {
    one: Faulty,
    many: Vec<Faulty>,
    label: Option<Label>,
}

fn main() {
    let bytes = to_vec(&Faulty([0.0; 3])).unwrap();
    let _: Record<'_> = from_slice(&bytes).unwrap();
    println!("{} {:?}", User::RULES, Label::LABELS);
}
