//! Finds the format of a file by its content and the end of its name, never by a guess.

use tensor_format::{
    AudioRef, DecodeError, ErrorKind, ImageRef, RecordRef, TensorRef, Value, VideoRef, decthings,
    stdlib::{self, MetaData},
    xla, zio,
};

use crate::{
    failure::Failure,
    file::{format::Format, inference},
    io::input::Input,
    terminal::text,
};

/// The way in which the format was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The caller named the format.
    Named,
    /// The content is of the format and of no other; the name says nothing.
    Content,
    /// Content and name are of the format.
    Both,
    /// The name alone is of the format: the content is malformed.
    Name,
}

impl Evidence {
    /// Returns the way in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Evidence::Named => "as named by --format",
            Evidence::Content => "by its content",
            Evidence::Both => "by its content and name",
            Evidence::Name => "by its name",
        }
    }
}

/// Finds the format of a file.
///
/// # Errors
///
/// If content and name say different things, or fit several formats, or none.
pub fn detect(input: &Input, named: Option<Format>) -> Result<(Format, Evidence), Failure> {
    if let Some(format) = named {
        return Ok((format, Evidence::Named));
    }
    let of_name = input.path().map(Format::of_name).unwrap_or_default();
    let of_content = of_content(input);
    let both: Vec<Format> = of_content.iter().copied().filter(|format| of_name.contains(format)).collect();
    let names = |formats: &[Format]| text::list(&formats.iter().map(|format| format.name()).collect::<Vec<_>>());
    match (&both[..], of_name, &of_content[..]) {
        ([format], ..) => Ok((*format, Evidence::Both)),
        ([], [], [format]) => Ok((*format, Evidence::Content)),
        ([], [format, ..], []) => Ok((*format, Evidence::Name)),
        ([], [], []) => Err(Failure::new(input.name(), "neither content nor name is of a known format")
            .help(format!("name it with --format: {}", names(&Format::ALL)))),
        ([], _, found) if !of_name.is_empty() => {
            let what = format!("the name says {}, the content {}", names(of_name), names(found));
            Err(Failure::new(input.name(), what).help(format!("decide with --format {}", found[0])))
        }
        (several, _, found) => {
            let several = if several.is_empty() { found } else { several };
            Err(Failure::new(input.name(), format!("the content fits {}", names(several)))
                .help(format!("decide with --format {}", several[0])))
        }
    }
}

/// The longest description of an array without its elements.
const DESCRIPTION: usize = 1 << 20;

/// Returns the formats that the content may have.
fn of_content(bytes: &[u8]) -> Vec<Format> {
    let mut found = Vec::new();
    let marked = [Format::Npy, Format::Npz, Format::Safetensors, Format::Arrow, Format::ArrowStream, Format::Parquet];
    found.extend(marked.into_iter().filter(|format| bears(bytes, *format)));
    if is_media(bytes) {
        found.push(Format::Media);
    }
    if zio::Message::from_slice(bytes).is_ok() {
        found.push(Format::Zio);
    }
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| b"{[".contains(byte))
        && std::str::from_utf8(&bytes[..bytes.len().min(64)]).is_ok_or_cut()
    {
        found.push(inference::json_format(bytes).unwrap_or(Format::Vespa));
    }
    found.extend(dialects(bytes));
    // Both describe elements that are stored elsewhere, and are short.
    let whole = bytes;
    let bytes = if bytes.len() <= DESCRIPTION { bytes } else { &[] };
    if stdlib_meta(bytes).is_ok() {
        found.push(Format::Stdlib);
    }
    if xla_shape(bytes).is_ok_and(|shape| shape.is_array()) {
        found.push(Format::Xla);
    }
    // It has no mark, so that what has one is not taken for it.
    if found.is_empty() {
        found.extend(inference::protobuf_format(whole));
    }
    found
}

/// Returns whether the bytes begin with the mark of the format: they are then of that format, even if the rest is
/// malformed. A format without a mark cannot be recognised so.
#[must_use]
pub fn bears(bytes: &[u8], format: Format) -> bool {
    match format {
        Format::Npy => bytes.starts_with(b"\x93NUMPY"),
        Format::Npz => bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06"),
        Format::Safetensors => is_safetensors(bytes),
        Format::Arrow => bytes.starts_with(b"ARROW1"),
        Format::ArrowStream => is_arrow_stream(bytes),
        Format::Parquet => bytes.starts_with(b"PAR1"),
        // Behind the length of the first frame.
        Format::Zio => matches!(bytes, [0..=254, b'Z', b'I', b'O', ..] | [255, _, _, _, _, b'Z', b'I', b'O', ..]),
        Format::OipHttp | Format::OipMetadata => inference::json_format(bytes) == Some(format),
        _ => false,
    }
}

trait OkOrCut {
    fn is_ok_or_cut(&self) -> bool;
}

impl OkOrCut for Result<&str, std::str::Utf8Error> {
    /// Returns whether the text is UTF-8 but for a character cut at its end.
    fn is_ok_or_cut(&self) -> bool {
        self.as_ref().err().is_none_or(|error| error.error_len().is_none())
    }
}

fn is_safetensors(bytes: &[u8]) -> bool {
    let Some((len, rest)) = bytes.split_first_chunk::<8>() else { return false };
    let len = u64::from_le_bytes(*len);
    (2..100_000_000).contains(&len) && rest.first() == Some(&b'{')
}

/// Returns whether the bytes begin with the mark of a message of Arrow and a length that it can have.
fn is_arrow_stream(bytes: &[u8]) -> bool {
    match bytes {
        [0xff, 0xff, 0xff, 0xff, a, b, c, d, rest @ ..] => {
            let len = u32::from_le_bytes([*a, *b, *c, *d]);
            len > 0 && len % 8 == 0 && len as usize <= rest.len()
        }
        _ => false,
    }
}

fn is_media(bytes: &[u8]) -> bool {
    ImageRef::sniff(bytes).is_ok() || AudioRef::sniff(bytes).is_ok() || VideoRef::sniff(bytes).is_ok()
}

/// Returns the dialects of Decthings that can read the bytes. Where they agree, as on numbers, the document's one.
fn dialects(bytes: &[u8]) -> Vec<Format> {
    let all = [Format::Decthings, Format::DecthingsLegacy, Format::DecthingsClients];
    let mut found: Vec<Format> = Vec::new();
    let mut values = Vec::new();
    for format in all {
        let options = decthings::Options::new().dialect(format.dialect().unwrap_or_default());
        let Some(value) = decthings(&options, bytes).ok() else { continue };
        if !values.contains(&value) {
            found.push(format);
            values.push(value);
        }
    }
    found
}

/// Reads one tensor, a record, or tensors one after another; the boolean is `true` for the last.
pub(super) fn decthings<'a>(options: &decthings::Options, bytes: &'a [u8]) -> Result<(Value<'a>, bool), DecodeError> {
    let first = match options.from_slice::<TensorRef<'a>>(bytes) {
        Ok(tensor) => return Ok((Value::Tensor(tensor), false)),
        Err(error) => error,
    };
    let as_record = match options.from_slice::<RecordRef<'a>>(bytes) {
        Ok(record) => return Ok((Value::Record(record), false)),
        Err(error) => error,
    };
    if !matches!(first.kind(), ErrorKind::TrailingBytes { .. }) {
        return Err(first);
    }
    let mut record = RecordRef::new();
    for (index, tensor) in options.sequence::<TensorRef<'a>>(bytes).enumerate() {
        match tensor {
            Ok(tensor) => record.push(index.to_string(), tensor),
            // Bytes that begin with a list of strings are a broken record rather than a broken list of tensors.
            Err(_) if as_record.parameter().is_some() => return Err(as_record),
            Err(error) => return Err(error),
        }
    }
    Ok((Value::Record(record), true))
}

/// Reads the record by the table of numbers in use today; by an older one only if that one alone fits.
///
/// # Errors
///
/// The error says what is wrong with the bytes.
pub fn stdlib_meta(bytes: &[u8]) -> Result<MetaData, DecodeError> {
    let options = stdlib::Options::new();
    options.from_slice(bytes).or_else(|error| options.detect_table().from_slice(bytes).map_err(|_| error))
}

/// Reads the shape of a message, or of a text as XLA prints it: no message is made of letters alone.
///
/// # Errors
///
/// The error says what is wrong with the bytes.
pub fn xla_shape(bytes: &[u8]) -> Result<xla::AnyShape, DecodeError> {
    match xla_text(bytes) {
        Some(text) => xla::Options::new().from_str(text).map(xla::AnyShape::Shape),
        None => xla::AnyShape::from_slice(bytes),
    }
}

/// Returns the bytes as text, if they can be the text of a shape.
#[must_use]
pub fn xla_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains(|letter: char| letter.is_control() && !letter.is_whitespace())).then_some(text)
}
