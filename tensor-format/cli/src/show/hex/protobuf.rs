//! The bytes of messages of protobuf: XLA shapes, and messages of the Open Inference Protocol over gRPC.

use std::iter;

use prost::encoding::{WireType, decode_key, decode_varint};

use super::{Lines, some};
use crate::{
    failure::Failure,
    file::{
        inference::{framed, is_grpc_request},
        probe::xla_text,
    },
    terminal::text,
};

/// The depth below which messages are shown as bytes.
const DEPTH: usize = 32;

/// The most letters that are shown of a text.
const LETTERS: usize = 80;

/// A protobuf message that an XLA shape, or a request or response, is made of.
#[derive(Clone, Copy)]
enum Message {
    Shape,
    Layout,
    Tile,
    Split,
    Request,
    Response,
    Tensor,
    Requested,
    Contents,
    Entry,
    Parameter,
}

/// What is in a field with a length.
enum Content {
    Message(Message),
    Text,
    Bytes,
    Numbers,
}

impl Message {
    /// Returns the names of the fields that are annotated, under their tags.
    fn names(self) -> &'static [(u32, &'static str)] {
        match self {
            Message::Shape => &[
                (2, "element_type"),
                (3, "dimensions"),
                (4, "tuple_shapes"),
                (5, "layout"),
                (6, "is_dynamic_dimension"),
            ],
            Message::Layout => &[
                (1, "minor_to_major"),
                (6, "tiles"),
                (7, "element_size_in_bits"),
                (8, "memory_space"),
                (9, "dim_level_types"),
                (10, "physical_shape"),
                (11, "index_primitive_type"),
                (12, "pointer_primitive_type"),
                (13, "dim_unique"),
                (14, "dim_ordered"),
                (15, "dynamic_shape_metadata_prefix_bytes"),
                (16, "tail_padding_alignment_in_elements"),
                (17, "split_configs"),
            ],
            Message::Tile => &[(1, "dimensions")],
            Message::Split => &[(1, "dimension"), (2, "split_indices")],
            Message::Request => &[
                (1, "model_name"),
                (2, "model_version"),
                (3, "id"),
                (4, "parameters"),
                (5, "inputs"),
                (6, "outputs"),
                (7, "raw_input_contents"),
            ],
            Message::Response => &[
                (1, "model_name"),
                (2, "model_version"),
                (3, "id"),
                (4, "parameters"),
                (5, "outputs"),
                (6, "raw_output_contents"),
            ],
            Message::Tensor => &[(1, "name"), (2, "datatype"), (3, "shape"), (4, "parameters"), (5, "contents")],
            Message::Requested => &[(1, "name"), (2, "parameters")],
            Message::Contents => &[
                (1, "bool_contents"),
                (2, "int_contents"),
                (3, "int64_contents"),
                (4, "uint_contents"),
                (5, "uint64_contents"),
                (6, "fp32_contents"),
                (7, "fp64_contents"),
                (8, "bytes_contents"),
            ],
            Message::Entry => &[(1, "key"), (2, "value")],
            Message::Parameter => {
                &[(1, "bool_param"), (2, "int64_param"), (3, "string_param"), (4, "double_param"), (5, "uint64_param")]
            }
        }
    }

    /// Returns what is in a field with a length.
    fn content(self, tag: u32) -> Content {
        match (self, tag) {
            (Message::Shape, 4) | (Message::Layout, 10) => Content::Message(Message::Shape),
            (Message::Shape, 5) => Content::Message(Message::Layout),
            (Message::Layout, 6) => Content::Message(Message::Tile),
            (Message::Layout, 17) => Content::Message(Message::Split),
            (Message::Request | Message::Response, 1..=3)
            | (Message::Tensor, 1 | 2)
            | (Message::Requested | Message::Entry, 1)
            | (Message::Parameter, 3) => Content::Text,
            (Message::Request | Message::Response | Message::Tensor, 4) | (Message::Requested, 2) => {
                Content::Message(Message::Entry)
            }
            (Message::Request | Message::Response, 5) => Content::Message(Message::Tensor),
            (Message::Request, 6) => Content::Message(Message::Requested),
            (Message::Tensor, 5) => Content::Message(Message::Contents),
            (Message::Entry, 2) => Content::Message(Message::Parameter),
            (Message::Request | Message::Response | Message::Contents, 6..=8) => Content::Bytes,
            _ => Content::Numbers,
        }
    }
}

/// Explains the fields of a message to or from a served model, behind the bytes that a stream has in front of it.
pub(super) fn message(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    let (frame, bytes) = framed(lines.bytes);
    if frame > 0 {
        lines.note(1, "not compressed")?;
        lines.note(frame, &format!("length of the message: {}", text::bytes(bytes.len() as u64)))?;
    }
    let message = if is_grpc_request(bytes) { Message::Request } else { Message::Response };
    fields(lines, lines.bytes.len(), message, 0)
}

/// Explains the fields of a shape, up to the first that is none; the text of a shape is one field.
pub(super) fn shape(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    if xla_text(lines.bytes).is_some() {
        return lines.note(lines.bytes.len(), "shape as text");
    }
    fields(lines, lines.bytes.len(), Message::Shape, 0)
}

fn fields(lines: &mut Lines<'_, '_>, end: usize, message: Message, depth: usize) -> Result<(), Failure> {
    let bytes = lines.bytes;
    while lines.at < end {
        let mut rest = &bytes[lines.at..end];
        let Ok((tag, wire)) = decode_key(&mut rest) else { return Ok(()) };
        let known = message.names().iter().find(|(known, _)| *known == tag);
        let name = known.map_or_else(|| format!("field {tag}"), |(_, name)| (*name).to_owned());
        let after = |rest: &[u8]| end - rest.len();
        match wire {
            WireType::Varint => {
                let Ok(value) = decode_varint(&mut rest) else { return Ok(()) };
                lines.note(after(rest), &format!("{name}: {}", value as i64))?;
            }
            WireType::LengthDelimited => {
                let Ok(len) = decode_varint(&mut rest) else { return Ok(()) };
                let start = after(rest);
                let stop = usize::try_from(len).ok().and_then(|len| start.checked_add(len)).filter(|stop| *stop <= end);
                let Some(stop) = stop else { return Ok(()) };
                match message.content(tag) {
                    Content::Message(inner) if depth < DEPTH => {
                        lines.note(start, &format!("{name}, {}:", text::bytes(len)))?;
                        fields(lines, stop, inner, depth + 1)?;
                        lines.note(stop, &name)?;
                    }
                    Content::Text => {
                        let shown = String::from_utf8_lossy(&bytes[start..stop]);
                        let (shown, more) = match shown.char_indices().nth(LETTERS) {
                            Some((end, _)) => (&shown[..end], "…"),
                            None => (&*shown, ""),
                        };
                        lines.note(stop, &format!("{name}: {shown:?}{more}"))?;
                    }
                    Content::Numbers if known.is_some() => {
                        let mut packed = &bytes[start..stop];
                        let numbers = iter::from_fn(|| {
                            (!packed.is_empty())
                                .then(|| decode_varint(&mut packed).ok())
                                .flatten()
                                .map(|number| number as i64)
                        });
                        lines.note(stop, &format!("{name}: {}", some(numbers)))?;
                    }
                    _ => lines.note(stop, &format!("{name}: {}", text::bytes(len)))?,
                }
            }
            WireType::SixtyFourBit => lines.note((after(rest) + 8).min(end), &name)?,
            WireType::ThirtyTwoBit => lines.note((after(rest) + 4).min(end), &name)?,
            WireType::StartGroup | WireType::EndGroup => return Ok(()),
        }
    }
    Ok(())
}
