//! Arrays of a rank that is not known are looked at in the message.

use ndarray::{ArrayD, ArrayViewD};
use tensor_format::{DecodeError, decthings::AlignedBuf, from_slice};
use tensor_format_users::{Scenario, numbers};

const COUNT: usize = 10_000;

fn ours(messages: &[AlignedBuf]) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages {
        let array: ArrayViewD<'_, f32> = from_slice(message.as_slice())?;
        sum += array[[3]];
    }
    Ok(sum)
}

fn by_hand(messages: &[AlignedBuf]) -> Option<f32> {
    let mut sum = 0.0;
    for message in messages {
        let array = numbers::view(message.as_slice())?;
        sum += array[[3]];
    }
    Some(sum)
}

fn main() {
    let array = |index: usize| ArrayD::from_elem(&[16][..], index as f32);
    let message = |index: usize| {
        let mut message = AlignedBuf::new();
        message.encode(&array(index)).map(|()| message)
    };
    let messages: Vec<_> = (0..COUNT).flat_map(message).collect();
    let messages = &messages;
    Scenario::new("`ArrayViewD` [16], in place", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
