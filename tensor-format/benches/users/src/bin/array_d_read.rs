//! Arrays of a rank that is not known are read.

use ndarray::ArrayD;
use tensor_format::{DecodeError, from_slice, to_vec};
use tensor_format_users::{Scenario, numbers};

const COUNT: usize = 10_000;

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
    let array = |index: usize| ArrayD::from_elem(&[16][..], index as f32);
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&array(index)).unwrap_or_default()).collect();
    let messages = &messages;
    Scenario::new("`ArrayD` [16], read", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
