//! What each byte of a file means.

use std::{fmt::Debug, io::Write, iter};

use prost::encoding::{WireType, decode_key, decode_varint};
use tensor_format::{decthings, npy::Head, xla, zio};

use crate::{
    archive::Archive,
    failure::Failure,
    format::Format,
    media::media,
    parse::{Files, stdlib_meta, tensors},
    text,
};

/// Bytes that a line shows.
const SHOWN: usize = 8;
/// Lines of bytes without a meaning.
const LINES: usize = 64;
/// Numbers that a line shows.
const NUMBERS: usize = 16;

/// Writes the annotated bytes of a file.
///
/// # Errors
///
/// If the output cannot be written.
pub fn write(files: &Files, out: &mut dyn Write) -> Result<(), Failure> {
    let bytes: &[u8] = &files.main;
    if let Some(dialect) = files.format.dialect() {
        for annotation in decthings::Options::new().dialect(dialect).annotate(bytes) {
            writeln!(out, "{annotation}")?;
        }
        return Ok(());
    }
    let mut lines = Lines { bytes, at: 0, base: 0, out };
    match files.format {
        Format::Npy => npy(&mut lines)?,
        Format::Npz => {
            // The entries are what the tool knows of; the rest belongs to the archive.
            if let Ok(archive) = Archive::from_slice(bytes) {
                let start = bytes.as_ptr_range().start as usize;
                for (name, entry, _) in archive.iter() {
                    let at = (entry.as_ptr_range().start as usize).wrapping_sub(start);
                    if at < bytes.len() {
                        lines.note(at, "headers of the archive")?;
                        writeln!(lines.out, "{name}.npy:")?;
                        npy(&mut Lines { bytes: entry, at: 0, base: at, out: &mut *lines.out })?;
                        lines.at = at + entry.len();
                    } else {
                        writeln!(lines.out, "{name}.npy: deflated, {}", text::bytes(entry.len() as u64))?;
                    }
                }
                lines.note(bytes.len(), "headers and directory of the archive")?;
            }
        }
        Format::Safetensors => {
            let len = bytes.first_chunk::<8>().map_or(0, |len| u64::from_le_bytes(*len));
            lines.note(8, &format!("length of the header: {len}"))?;
            let end = usize::try_from(len).ok().and_then(|len| len.checked_add(8)).unwrap_or(usize::MAX);
            lines.note(end, "header in JSON")?;
            if let Ok(file) = tensor_format::safetensors::File::from_slice(bytes) {
                for (name, tensor) in file.record().iter() {
                    let end = lines.at + tensor.buffer().len();
                    lines.note(end, &format!("`{name}`: {}", tensor.header()))?;
                }
            }
        }
        Format::Stdlib => {
            if let Ok(meta) = stdlib_meta(bytes) {
                let rank = meta.shape.rank();
                lines.note(1, &format!("byte order: {:?}", meta.byte_order))?;
                lines.note(3, &format!("element type: {:?}", meta.dtype))?;
                lines.note(11, &format!("axes: {rank}"))?;
                lines.note(11 + 8 * rank, &format!("shape: {}", some(meta.shape.iter())))?;
                lines.note(11 + 16 * rank, &format!("strides: {}", some(meta.strides.iter())))?;
                lines.note(19 + 16 * rank, &format!("offset: {}", meta.offset))?;
                lines.note(20 + 16 * rank, &format!("order: {:?}", meta.order))?;
                lines.note(21 + 16 * rank, &format!("index mode: {:?}", meta.mode))?;
                lines.note(29 + 16 * rank, &format!("submodes: {}", meta.submodes.len()))?;
                lines.note(29 + 16 * rank + meta.submodes.len(), &some(meta.submodes.iter()))?;
                lines.note(bytes.len(), &format!("flags: {}", meta.flags))?;
            }
        }
        Format::Zio => frames(&mut lines)?,
        // What is read is not too deep.
        Format::Xla if xla::Options::new().from_slice(bytes).is_ok() => {
            fields(&mut lines, bytes.len(), Message::Shape)?
        }
        Format::Vespa => lines.note(bytes.len(), "JSON text")?,
        Format::Media => {
            let value = files.parse()?;
            let value = value.value().map_err(|error| Failure::new(files.main.name(), error))?;
            for (_, tensor) in tensors(&value) {
                for media in media(tensor, 1) {
                    lines.note(bytes.len(), &media.words())?;
                }
            }
        }
        _ => {}
    }
    lines.rest()
}

/// Frames behind their lengths.
fn frames(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    let Ok(message) = zio::Message::from_slice(lines.bytes) else { return Ok(()) };
    let mut frame = |len: usize, meanings: &[(usize, String)]| -> Result<(), Failure> {
        let prefix = if len < 255 { 1 } else { 5 };
        lines.note(lines.at + prefix, &format!("length of a frame: {}", text::bytes(len as u64)))?;
        let start = lines.at;
        meanings.iter().try_for_each(|(end, meaning)| lines.note(start + end, meaning))
    };
    let label = message.label.len();
    let prefix = 8 + label;
    frame(
        prefix,
        &[
            (3, "ZIO".into()),
            (4, format!("level: {:?}", message.level)),
            (8, format!("form: {}", message.form)),
            (prefix, "label in JSON".into()),
        ],
    )?;
    frame(
        24,
        &[
            (8, format!("origin: {}", message.origin)),
            (16, format!("granule: {}", message.granule)),
            (24, format!("seqno: {}", message.seqno)),
        ],
    )?;
    for (index, part) in message.parts.iter().enumerate() {
        frame(part.len(), &[(part.len(), format!("part {index}"))])?;
    }
    Ok(())
}

/// A protobuf message that an XLA shape is made of.
#[derive(Clone, Copy)]
enum Message {
    Shape,
    Layout,
    Tile,
    Split,
}

impl Message {
    /// The names of the fields that are annotated, under their tags.
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

    /// The message in a field.
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

/// The fields of a protobuf message that was read before.
fn fields(lines: &mut Lines<'_, '_>, end: usize, message: Message) -> Result<(), Failure> {
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
                if let Some(inner) = message.inner(tag) {
                    lines.note(start, &format!("{name}, {}:", text::bytes(len)))?;
                    fields(lines, stop, inner)?;
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

/// The first of a list that may be long, and how many follow.
fn some<T: Debug>(mut list: impl Iterator<Item = T>) -> String {
    let shown: Vec<String> = list.by_ref().take(NUMBERS).map(|item| format!("{item:?}")).collect();
    let more = match list.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("[{}]{more}", shown.join(", "))
}

fn npy(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    let Ok(head) = Head::from_slice(lines.bytes) else { return Ok(()) };
    let version = lines.bytes.get(6).copied().unwrap_or_default();
    lines.note(6, "\\x93NUMPY")?;
    lines.note(8, &format!("version {version}.0"))?;
    lines.note(if version == 1 { 10 } else { 12 }, "length of the header")?;
    lines.note(head.data_start(), "header, a Python dict")?;
    let end = head.data_start().saturating_add(head.data_len());
    lines.note(end, &format!("elements: {}, {:?}, {:?}", head.header(), head.order(), head.byte_order()))
}

struct Lines<'b, 'o> {
    bytes: &'b [u8],
    at: usize,
    /// Where `bytes` begin in the file.
    base: usize,
    out: &'o mut dyn Write,
}

impl Lines<'_, '_> {
    fn note(&mut self, end: usize, meaning: &str) -> Result<(), Failure> {
        let end = end.min(self.bytes.len());
        let Some(bytes) = self.bytes.get(self.at..end).filter(|bytes| !bytes.is_empty()) else { return Ok(()) };
        let shown: Vec<String> = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
        let shown = shown.join(" ") + if bytes.len() > SHOWN { "…" } else { "" };
        writeln!(self.out, "{:>6}  {:<24} {meaning}", self.base + self.at, shown)?;
        self.at = end;
        Ok(())
    }

    /// The bytes that nothing was said about, as they are.
    fn rest(&mut self) -> Result<(), Failure> {
        for _ in 0..LINES {
            let end = (self.at + SHOWN).min(self.bytes.len());
            let bytes = self.bytes.get(self.at..end).unwrap_or_default();
            let shown = |byte: &u8| if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '.' };
            let meaning: String = bytes.iter().map(shown).collect();
            self.note(end, &meaning)?;
        }
        let left = self.bytes.len() - self.at;
        if left > 0 {
            writeln!(self.out, "{:>6}  and {} more", self.at, text::bytes(left as u64))?;
        }
        Ok(())
    }
}
