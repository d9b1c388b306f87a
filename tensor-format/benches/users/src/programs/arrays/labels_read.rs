//! Lists of labels are read, which are sent as numbers.

use tensor_format::{DecodeError, Tensor, from_slice, to_vec};
use tensor_format_users::{Scenario, varint::varint};

const COUNT: usize = 1_000;

/// The labels of a message.
const LABELS: usize = 1_000;

#[derive(Clone, Copy, PartialEq, Tensor)]
#[tensor(repr = u8)]
#[repr(u8)]
enum Class {
    Background = 0,
    Road = 1,
    Vehicle = 2,
}

fn ours(messages: &[Vec<u8>]) -> Result<usize, DecodeError> {
    let mut vehicles = 0;
    for message in messages {
        let classes: Vec<Class> = from_slice(message)?;
        vehicles += usize::from(classes[3] == Class::Vehicle);
    }
    Ok(vehicles)
}

fn decode(bytes: &[u8]) -> Option<Vec<Class>> {
    let (count, numbers) = varint(bytes.strip_prefix(&[7, 1])?)?;
    if numbers.len() != count {
        return None;
    }
    let class = |number: &u8| match number {
        0 => Some(Class::Background),
        1 => Some(Class::Road),
        2 => Some(Class::Vehicle),
        _ => None,
    };
    numbers.iter().map(class).collect()
}

fn by_hand(messages: &[Vec<u8>]) -> Option<usize> {
    let mut vehicles = 0;
    for message in messages {
        vehicles += usize::from(decode(message)?[3] == Class::Vehicle);
    }
    Some(vehicles)
}

fn main() {
    let class = |at: usize| [Class::Background, Class::Road, Class::Vehicle][at % 3];
    let classes = |index: usize| (0..LABELS).map(|at| class(index + at)).collect::<Vec<_>>();
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&classes(index)).unwrap_or_default()).collect();
    let messages = &messages;
    Scenario::new("1,000 labels as numbers, read", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
