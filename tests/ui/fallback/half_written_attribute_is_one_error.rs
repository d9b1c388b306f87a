//! A word that is still being written is one error, and the type is as usable as before.

use tensor_format::{HasRules, Tensor, to_vec};

#[derive(Tensor)]
#[tensor(sha)]
struct Word(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = )]
struct Value(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [n: ])]
struct Size(Vec<f32>);

#[derive(Tensor)]
struct Record {
    #[tensor(dt)]
    first: Vec<f32>,
    #[tensor(default = )]
    second: f32,
    #[tensor(shape = [1..=])]
    third: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(check(Generic<3>, ), matches(acc))]
struct Generic<const N: usize>([f32; N]);

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", )]
struct Whole {
    #[tensor(shape = [n, ], )]
    values: Vec<f32>,
}

fn main() {
    let _ = (to_vec(&Word(vec![])), to_vec(&Value(vec![])), to_vec(&Size(vec![])), to_vec(&Generic([1.0])));
    println!("{} {}", Record::RULES, Whole::RULES);
}
