//! Messages are checked by their headers, and passed on as they are.

use ndarray::Array2;
use tensor_format::{DecodeError, Tensor, decthings, to_vec};
use tensor_format_users::{Scenario, numbers};

const COUNT: usize = 10_000;

#[derive(Tensor)]
#[tensor(shape = [batch, 16])]
struct Scores(Array2<f32>);

fn ours(messages: &[Vec<u8>]) -> Result<(), DecodeError> {
    messages.iter().try_for_each(|message| decthings::check::<Scores>(message))
}

fn by_hand(messages: &[Vec<u8>]) -> Option<()> {
    let one = |message: &Vec<u8>| {
        let (shape, _) = numbers::header(message)?;
        (ndarray::Dimension::slice(&shape).get(1) == Some(&16)).then_some(())
    };
    messages.iter().try_for_each(one)
}

fn main() {
    let scores = |index: usize| Scores(Array2::from_elem((index % 4 + 1, 16), 0.5));
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&scores(index)).unwrap_or_default()).collect();
    Scenario::new("`check` of [batch, 16]", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .run();
}
