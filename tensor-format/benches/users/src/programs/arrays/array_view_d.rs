//! Arrays of a rank that is not known are looked at in the message.

use ndarray::ArrayViewD;
use tensor_format::{DecodeError, decthings::AlignedBuf, from_slice};
use tensor_format_users::{Scenario, numbers, numbers::COUNT};

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
    let messages = &numbers::aligned_messages();
    Scenario::new("`ArrayViewD` [16], in place", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
