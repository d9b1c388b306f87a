//! Lists of newtypes of a number are read from a stream.

use std::io::{self, BufReader, Read};

use tensor_format::{DecodeError, Tensor, from_reader, to_vec};
use tensor_format_users::Scenario;

const COUNT: usize = 1_000;

/// The values of a message.
const VALUES: usize = 1_000;

#[derive(Clone, Copy, Tensor)]
struct Celsius(f32);

fn ours(messages: &[Vec<u8>]) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages {
        let values: Vec<Celsius> = from_reader(message.as_slice())?;
        sum += values[3].0;
    }
    Ok(sum)
}

fn decode(stream: impl Read) -> io::Result<Vec<Celsius>> {
    let (mut stream, mut header, mut piece) = (BufReader::new(stream), [0; 5], [0; 4096]);
    stream.read_exact(&mut header)?;
    let [1, 1, 253, high, low] = header else { return Err(io::ErrorKind::InvalidData.into()) };
    let count = usize::from(u16::from_be_bytes([high, low]));
    let mut values = Vec::new();
    while values.len() < count {
        let left = (count - values.len()) * 4;
        let bytes = &mut piece[..left.min(4096)];
        stream.read_exact(bytes)?;
        values.extend(bytes.as_chunks().0.iter().map(|bytes| Celsius(f32::from_le_bytes(*bytes))));
    }
    match stream.read(&mut [0])? {
        0 => Ok(values),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

fn by_hand(messages: &[Vec<u8>]) -> io::Result<f32> {
    let mut sum = 0.0;
    for message in messages {
        sum += decode(message.as_slice())?[3].0;
    }
    Ok(sum)
}

fn main() {
    let values = |index: usize| (0..VALUES).map(|at| Celsius((index + at) as f32)).collect::<Vec<_>>();
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&values(index)).unwrap_or_default()).collect();
    let messages = &messages;
    Scenario::new("1,000 newtypes of a number, read from a stream", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
