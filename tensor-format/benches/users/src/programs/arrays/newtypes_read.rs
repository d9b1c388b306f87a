//! Lists of newtypes of a number are read.

use tensor_format::{DecodeError, Tensor, from_slice, to_vec};
use tensor_format_users::{Scenario, varint::varint};

const COUNT: usize = 1_000;

/// The values of a message.
const VALUES: usize = 1_000;

#[derive(Clone, Copy, Tensor)]
struct Celsius(f32);

fn ours(messages: &[Vec<u8>]) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages {
        let values: Vec<Celsius> = from_slice(message)?;
        sum += values[3].0;
    }
    Ok(sum)
}

fn decode(bytes: &[u8]) -> Option<Vec<Celsius>> {
    let (count, numbers) = varint(bytes.strip_prefix(&[1, 1])?)?;
    let (values, rest) = numbers.as_chunks();
    (values.len() == count && rest.is_empty())
        .then(|| values.iter().map(|bytes| Celsius(f32::from_le_bytes(*bytes))).collect())
}

fn by_hand(messages: &[Vec<u8>]) -> Option<f32> {
    let mut sum = 0.0;
    for message in messages {
        sum += decode(message)?[3].0;
    }
    Some(sum)
}

fn main() {
    let values = |index: usize| (0..VALUES).map(|at| Celsius((index + at) as f32)).collect::<Vec<_>>();
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&values(index)).unwrap_or_default()).collect();
    let messages = &messages;
    Scenario::new("1,000 newtypes of a number, read", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
