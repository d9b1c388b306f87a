//! Elements are given by a payload, taken by a sink of elements, and read from a source of them.

use tensor_format::{DecodeError, ElementType, EncodeError, codec::{Block, DecodeBlock, Sink, Source}};

fn write<'a, S: Sink<'a>>(sink: &mut S) -> Result<(), EncodeError> {
    sink.tensor(ElementType::F32, &[2], &[1.0f32, 2.0])
}

fn read<'de, S: Source<'de>>(source: &mut S) -> Result<f32, DecodeError> {
    let (header, _) = source.tensor()?;
    f32::read(&mut header.shape.iter())
}

fn main() {
    let _ = 1.0f32.write(&mut Vec::<u8>::new());
}
