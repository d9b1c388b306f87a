//! An array of a rank that is not known is read again and again into the same memory.

use ndarray::ArrayD;
use tensor_format::{DecodeError, decthings};
use tensor_format_users::{Scenario, numbers, numbers::COUNT};

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
    let messages = &numbers::messages();
    let (mut first, mut second) = (numbers::array(0), numbers::array(0));
    Scenario::new("`ArrayD` [16], decode_into", COUNT)
        .case("tensor-format", || ours(messages, &mut first))
        .case("by hand", || by_hand(messages, &mut second))
        .run();
}
