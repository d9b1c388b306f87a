//! Arrays of a rank that is not known are read.

use ndarray::ArrayD;
use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{Scenario, numbers, numbers::COUNT};

fn ours(messages: &[Vec<u8>]) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages {
        let array: ArrayD<f32> = from_slice(message)?;
        sum += array[[3]];
    }
    Ok(sum)
}

fn by_hand(messages: &[Vec<u8>]) -> Option<f32> {
    let mut sum = 0.0;
    for message in messages {
        let array = numbers::decode(message)?;
        sum += array[[3]];
    }
    Some(sum)
}

fn main() {
    let messages = &numbers::messages();
    Scenario::new("`ArrayD` [16], read", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
