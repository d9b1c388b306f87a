//! Generic code that asks for rules gets those of an instance that holds.

use tensor_format::{Feeds, HasRules, Rules, Tensor};

/// Vectors of length `N`.
#[derive(Tensor)]
struct Embedding<const N: usize> {
    #[tensor(shape = [_, 768])]
    rows: Vec<[f32; N]>,
}

const fn rules_of<T: Feeds<U>, U: HasRules>() -> Rules<'static> {
    T::RULES
}

fn main() {
    let _ = rules_of::<Embedding<768>, Embedding<768>>();
    let _ = rules_of::<Embedding<512>, Embedding<512>>();
}
