//! Lists of matrices are read: arrays of arrays of numbers.

use tensor_format::{DecodeError, from_slice, to_vec};
use tensor_format_users::{Scenario, varint::varint};

const COUNT: usize = 2_000;

/// The matrices of a message.
const MATRICES: usize = 100;

type Matrix = [[f32; 4]; 4];

fn ours(messages: &[Vec<u8>]) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages {
        let matrices: Vec<Matrix> = from_slice(message)?;
        sum += matrices[3][1][0];
    }
    Ok(sum)
}

fn decode(bytes: &[u8]) -> Option<Vec<Matrix>> {
    let (count, rest) = varint(bytes.strip_prefix(&[1, 3])?)?;
    let numbers = rest.strip_prefix(&[4, 4])?;
    (Some(numbers.len()) == count.checked_mul(64)).then(|| bytemuck::pod_collect_to_vec(numbers))
}

fn by_hand(messages: &[Vec<u8>]) -> Option<f32> {
    let mut sum = 0.0;
    for message in messages {
        sum += decode(message)?[3][1][0];
    }
    Some(sum)
}

fn main() {
    let matrices = |index: usize| (0..MATRICES).map(|at| [[index as f32, at as f32, 1.0, 2.0]; 4]).collect::<Vec<_>>();
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&matrices(index)).unwrap_or_default()).collect();
    let messages = &messages;
    Scenario::new("100 matrices of four by four, read", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
