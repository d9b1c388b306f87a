//! What is made of a type whose attribute has a mistake is no further error.

use tensor_format::{Batch, Feeds, HasRules, Many, Tensor, contract};

#[derive(Tensor)]
#[tensor(shpae = [3])]
struct Faulty([f32; 3]);

#[derive(Tensor)]
enum Either {
    One(Faulty),
    Two(u8),
}

#[derive(Tensor)]
#[tensor(stack)]
struct Row {
    first: Faulty,
    second: f32,
}

#[derive(Tensor)]
#[tensor(shape = [4], dtype = u8)]
struct Wrapper(Faulty);

#[derive(Tensor)]
struct Record {
    #[tensor(shape = [n, 3], dtype = f64)]
    one: Batch<Faulty>,
    many: Many<Faulty>,
    #[tensor(range = 0..=1)]
    small: Faulty,
}

#[derive(Tensor)]
struct Outer {
    #[tensor(flatten)]
    faulty: FaultyRecord,
    #[tensor(flatten = "a_")]
    prefixed: FaultyRecord,
}

#[derive(Tensor)]
struct FaultyRecord {
    #[tensor(shape = 3)]
    values: Vec<f32>,
}

contract! {
    Faulty => Either,
    Record => Faulty { image: one },
}

fn link<A: Feeds<B>, B: HasRules>() {}

fn main() {
    link::<Faulty, Either>();
}
