//! Answers are written, each to a message of its own.

use tensor_format::{EncodeError, to_vec};
use tensor_format_users::{
    Scenario,
    answer::{Answer, COUNT, answers, encode},
};

fn ours(answers: &[Answer]) -> Result<usize, EncodeError> {
    let mut bytes = 0;
    for answer in answers {
        bytes += to_vec(answer)?.len();
    }
    Ok(bytes)
}

fn by_hand(answers: &[Answer]) -> usize {
    answers.iter().map(|answer| encode(answer).len()).sum()
}

fn by_postcard(answers: &[Answer]) -> Result<usize, postcard::Error> {
    let mut bytes = 0;
    for answer in answers {
        bytes += postcard::to_stdvec(answer)?.len();
    }
    Ok(bytes)
}

fn main() {
    let answers = answers();
    Scenario::new("record with a few records of text, number, box and option, written", COUNT)
        .case("tensor-format", || ours(&answers))
        .case("by hand", || by_hand(&answers))
        .case("postcard", || by_postcard(&answers))
        .run();
}
