//! Explanations of each byte of a file.
//!
//! Each format has its annotations, which become lines of offset, bytes and meaning: `messages` for records of stdlib
//! and messages of ZIO, `protobuf` for XLA shapes and messages over gRPC, `inference` for those over HTTP, `archives`
//! for files of named tensors and of NumPy; those of Decthings come from the library.

use std::{fmt::Debug, io::Write};

use tensor_format::decthings;

use crate::{
    failure::Failure,
    file::{Files, format::Format, media::media, parsed::tensors},
    terminal::text,
};

mod archives;
mod inference;
mod messages;
mod protobuf;

/// The most bytes that a line shows.
const SHOWN: usize = 8;
/// The most lines of bytes without a meaning.
const LINES: usize = 64;
/// The most numbers that a line shows.
const NUMBERS: usize = 16;

/// Writes the annotated bytes of a file: of a malformed one those that can be read, and then what is wrong.
///
/// # Errors
///
/// The error says what is wrong with the file, and if the output cannot be written.
pub fn write(files: &Files, out: &mut dyn Write) -> Result<(), Failure> {
    let bytes: &[u8] = &files.main;
    let fault = files.fault();
    if let Some(dialect) = files.format.dialect() {
        for annotation in decthings::Options::new().dialect(dialect).annotate(bytes) {
            writeln!(out, "{annotation}")?;
        }
        return fault.map_or(Ok(()), |(failure, _)| Err(failure));
    }
    let mut lines = Lines { bytes, at: 0, base: 0, out };
    match files.format {
        Format::Npy => archives::npy(&mut lines)?,
        Format::Npz if fault.is_none() => archives::npz(&mut lines)?,
        Format::Npz => archives::malformed_npz(&mut lines)?,
        Format::Safetensors => archives::safetensors(&mut lines)?,
        Format::Stdlib => messages::record(&mut lines)?,
        Format::Zio => messages::frames(&mut lines)?,
        Format::Xla => protobuf::shape(&mut lines)?,
        Format::Vespa => {
            let sound = fault.as_ref().map_or(Some(bytes.len()), |(_, at)| *at);
            lines.note(sound.unwrap_or_default(), "JSON text")?;
        }
        Format::OipHttp => inference::body(&mut lines, files.header_length())?,
        Format::OipGrpc => protobuf::message(&mut lines)?,
        Format::OipMetadata => {
            let sound = fault.as_ref().map_or(Some(bytes.len()), |(_, at)| *at);
            lines.note(sound.unwrap_or_default(), "metadata of a model")?;
        }
        Format::Media if fault.is_none() => {
            let parsed = files.parse()?;
            let value = files.value(&parsed)?;
            for (_, tensor) in tensors(&value) {
                for media in media(tensor, 1) {
                    lines.note(bytes.len(), &media.words())?;
                }
            }
        }
        _ => {}
    }
    lines.rest()?;
    fault.map_or(Ok(()), |(failure, _)| Err(failure))
}

/// Writes out the first items of a list that may be long, and how many follow.
fn some<T: Debug>(mut list: impl Iterator<Item = T>) -> String {
    let shown: Vec<String> = list.by_ref().take(NUMBERS).map(|item| format!("{item:?}")).collect();
    let more = match list.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("[{}]{more}", shown.join(", "))
}

struct Lines<'b, 'o> {
    bytes: &'b [u8],
    at: usize,
    /// The offset in the file where `bytes` begin.
    base: usize,
    out: &'o mut dyn Write,
}

impl Lines<'_, '_> {
    fn note(&mut self, end: usize, meaning: &str) -> Result<(), Failure> {
        let end = end.min(self.bytes.len());
        let Some(bytes) = self.bytes.get(self.at..end).filter(|bytes| !bytes.is_empty()) else { return Ok(()) };
        let shown: Vec<String> = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
        let shown = shown.join(" ") + if bytes.len() > SHOWN { "…" } else { "" };
        writeln!(self.out, "{:>6}  {:<24} {}", self.base + self.at, shown, text::printable(meaning))?;
        self.at = end;
        Ok(())
    }

    /// Writes the bytes that nothing was said about, as they are.
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
