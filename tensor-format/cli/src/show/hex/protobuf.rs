//! The bytes of XLA shapes, which are messages of protobuf.

use std::iter;

use prost::encoding::{WireType, decode_key, decode_varint};

use super::{Lines, some};
use crate::{failure::Failure, file::probe::xla_text, terminal::text};

/// The depth below which messages are shown as bytes.
const DEPTH: usize = 32;

/// A protobuf message that an XLA shape is made of.
#[derive(Clone, Copy)]
enum Message {
    Shape,
    Layout,
    Tile,
    Split,
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
        }
    }

    /// Returns the kind of message in a field.
    fn inner(self, tag: u32) -> Option<Message> {
        match (self, tag) {
            (Message::Shape, 4) => Some(Message::Shape),
            (Message::Shape, 5) => Some(Message::Layout),
            (Message::Layout, 6) => Some(Message::Tile),
            (Message::Layout, 10) => Some(Message::Shape),
            (Message::Layout, 17) => Some(Message::Split),
            _ => None,
        }
    }
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
                if let Some(inner) = message.inner(tag).filter(|_| depth < DEPTH) {
                    lines.note(start, &format!("{name}, {}:", text::bytes(len)))?;
                    fields(lines, stop, inner, depth + 1)?;
                    lines.note(stop, &name)?;
                } else if known.is_some() {
                    let mut packed = &bytes[start..stop];
                    let numbers = iter::from_fn(|| {
                        (!packed.is_empty())
                            .then(|| decode_varint(&mut packed).ok())
                            .flatten()
                            .map(|number| number as i64)
                    });
                    lines.note(stop, &format!("{name}: {}", some(numbers)))?;
                } else {
                    lines.note(stop, &format!("{name}: {}", text::bytes(len)))?;
                }
            }
            WireType::SixtyFourBit => lines.note((after(rest) + 8).min(end), &name)?,
            WireType::ThirtyTwoBit => lines.note((after(rest) + 4).min(end), &name)?,
            WireType::StartGroup | WireType::EndGroup => return Ok(()),
        }
    }
    Ok(())
}
