//! A ragged list has at most 16 levels.

use tensor_format::{HasRules, Ragged};

type L<T> = Vec<T>;

type Deepest = L<L<L<L<L<L<L<L<L<L<L<L<L<L<L<L<u8>>>>>>>>>>>>>>>>;

const RULES: tensor_format::Rules<'static> = Ragged::<L<Deepest>>::RULES;

fn main() {
    println!("{RULES} {}", Ragged::<Deepest>::RULES);
}
