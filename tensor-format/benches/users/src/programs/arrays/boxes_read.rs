//! Lists of boxes are read: arrays of four numbers.

use tensor_format::{DecodeError, from_slice, to_vec};
use tensor_format_users::{Scenario, varint::varint};

const COUNT: usize = 2_000;

/// The boxes of a message.
const BOXES: usize = 100;

fn ours(messages: &[Vec<u8>]) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages {
        let boxes: Vec<[f32; 4]> = from_slice(message)?;
        sum += boxes[3][1];
    }
    Ok(sum)
}

fn decode(bytes: &[u8]) -> Option<Vec<[f32; 4]>> {
    let (count, rest) = varint(bytes.strip_prefix(&[1, 2])?)?;
    let numbers = rest.strip_prefix(&[4])?;
    (Some(numbers.len()) == count.checked_mul(16)).then(|| bytemuck::pod_collect_to_vec(numbers))
}

fn by_hand(messages: &[Vec<u8>]) -> Option<f32> {
    let mut sum = 0.0;
    for message in messages {
        sum += decode(message)?[3][1];
    }
    Some(sum)
}

fn main() {
    let boxes = |index: usize| (0..BOXES).map(|at| [index as f32, at as f32, 1.0, 2.0]).collect::<Vec<_>>();
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&boxes(index)).unwrap_or_default()).collect();
    let messages = &messages;
    Scenario::new("100 boxes of four numbers, read", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
