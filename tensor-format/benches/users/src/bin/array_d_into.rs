//! An array of a rank that is not known is read again and again into the same memory.

use ndarray::ArrayD;
use tensor_format::{DecodeError, decthings, to_vec};
use tensor_format_users::{Scenario, numbers};

const COUNT: usize = 10_000;

fn ours(messages: &[Vec<u8>], array: &mut ArrayD<f32>) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages {
        decthings::decode_into(message, array)?;
        sum += array[[3]];
    }
    Ok(sum)
}

fn by_hand(messages: &[Vec<u8>], array: &mut ArrayD<f32>) -> Option<f32> {
    let mut sum = 0.0;
    for message in messages {
        numbers::decode_into(message, array)?;
        sum += array[[3]];
    }
    Some(sum)
}

fn main() {
    let array = |index: usize| ArrayD::from_elem(&[16][..], index as f32);
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&array(index)).unwrap_or_default()).collect();
    let messages = &messages;
    let (mut first, mut second) = (array(0), array(0));
    Scenario::new("`ArrayD` [16], decode_into", COUNT)
        .case("tensor-format", || ours(messages, &mut first))
        .case("by hand", || by_hand(messages, &mut second))
        .run();
}
