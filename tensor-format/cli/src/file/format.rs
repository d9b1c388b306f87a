//! Which format a file has: by its content and by the end of its name, never by a guess.

use std::{fmt, path::Path};

use tensor_format::{
    AudioRef, ImageRef, VideoRef,
    decthings::{self, Dialect},
    zio,
};

use crate::{failure::Failure, io::input::Input, terminal::text};

/// A format that the tool reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Decthings, as its document says it.
    Decthings,
    /// Decthings, as its older clients write it.
    DecthingsLegacy,
    /// Decthings, as its clients write it since late 2024.
    DecthingsClients,
    /// ZIO messages in one buffer.
    Zio,
    /// JSON of Vespa's constant tensors.
    Vespa,
    /// The meta data of a stdlib-js ndarray in X.meta, its elements in X.bin.
    Stdlib,
    /// An XLA shape in X.shape, its elements in X.bin.
    Xla,
    /// NumPy's file of one array.
    Npy,
    /// NumPy's archive of named arrays.
    Npz,
    /// Named tensors of the safetensors package.
    Safetensors,
    /// A picture, sound or video.
    Media,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 11] = [
        Format::Decthings,
        Format::DecthingsLegacy,
        Format::DecthingsClients,
        Format::Zio,
        Format::Vespa,
        Format::Stdlib,
        Format::Xla,
        Format::Npy,
        Format::Npz,
        Format::Safetensors,
        Format::Media,
    ];

    /// The name, as `--format` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Decthings => "decthings",
            Format::DecthingsLegacy => "decthings-legacy",
            Format::DecthingsClients => "decthings-clients",
            Format::Zio => "zio",
            Format::Vespa => "vespa",
            Format::Stdlib => "stdlib",
            Format::Xla => "xla",
            Format::Npy => "npy",
            Format::Npz => "npz",
            Format::Safetensors => "safetensors",
            Format::Media => "media",
        }
    }

    /// The dialect, for the three of Decthings.
    #[must_use]
    pub fn dialect(self) -> Option<Dialect> {
        match self {
            Format::Decthings => Some(Dialect::Documented),
            Format::DecthingsLegacy => Some(Dialect::LegacyClients),
            Format::DecthingsClients => Some(Dialect::Clients),
            _ => None,
        }
    }

    /// The formats that files of this name have by custom; none if the name says nothing.
    #[must_use]
    pub fn of_name(path: &Path) -> &'static [Format] {
        let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
        match end.as_deref() {
            Some("dect" | "decthings") => &[Format::Decthings, Format::DecthingsLegacy, Format::DecthingsClients],
            Some("zio") => &[Format::Zio],
            Some("json") => &[Format::Vespa],
            Some("meta") => &[Format::Stdlib],
            Some("shape") => &[Format::Xla],
            Some("npy") => &[Format::Npy],
            Some("npz") => &[Format::Npz],
            Some("safetensors") => &[Format::Safetensors],
            Some(
                "png" | "jpg" | "jpeg" | "gif" | "webp" | "bmp" | "tif" | "tiff" | "wav" | "mp3" | "ogg" | "flac"
                | "mp4" | "mkv" | "webm" | "avi" | "mov",
            ) => &[Format::Media],
            _ => &[],
        }
    }

    /// The format that a file of this name is written in.
    ///
    /// # Errors
    ///
    /// If the name does not say it.
    pub fn to_write(path: &Path) -> Result<Self, Failure> {
        match Self::of_name(path) {
            [format, ..] => Ok(*format),
            [] => {
                let names = Self::ALL.map(Self::name);
                Err(Failure::new(path.display(), "the name does not say the format")
                    .help(format!("name it with --to: {}", text::list(&names[..names.len() - 1]))))
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How the format was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The caller named it.
    Named,
    /// The content has it, and no other; the name says nothing.
    Content,
    /// Content and name have it.
    Both,
    /// The name alone has it: the content is malformed.
    Name,
}

impl Evidence {
    /// In words.
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

/// The format of a file.
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

/// The formats that the content may have.
fn of_content(bytes: &[u8]) -> Vec<Format> {
    let mut found = Vec::new();
    found.extend([Format::Npy, Format::Npz, Format::Safetensors].into_iter().filter(|format| bears(bytes, *format)));
    if is_media(bytes) {
        found.push(Format::Media);
    }
    if zio::Message::from_slice(bytes).is_ok() {
        found.push(Format::Zio);
    }
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| b"{[".contains(byte))
        && std::str::from_utf8(&bytes[..bytes.len().min(64)]).is_ok_or_cut()
    {
        found.push(Format::Vespa);
    }
    found.extend(dialects(bytes));
    // Both describe elements that lie elsewhere, and are short.
    let bytes = if bytes.len() <= DESCRIPTION { bytes } else { &[] };
    if crate::file::stdlib_meta(bytes).is_ok() {
        found.push(Format::Stdlib);
    }
    if crate::file::xla_shape(bytes).is_ok_and(|shape| shape.is_array()) {
        found.push(Format::Xla);
    }
    found
}

/// Whether the bytes begin with the mark of the format: what else is wrong with them, they are of it. Of formats without
/// a mark nobody can tell.
#[must_use]
pub fn bears(bytes: &[u8], format: Format) -> bool {
    match format {
        Format::Npy => bytes.starts_with(b"\x93NUMPY"),
        Format::Npz => bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06"),
        Format::Safetensors => is_safetensors(bytes),
        // Behind the length of the first frame.
        Format::Zio => matches!(bytes, [0..=254, b'Z', b'I', b'O', ..] | [255, _, _, _, _, b'Z', b'I', b'O', ..]),
        _ => false,
    }
}

trait OkOrCut {
    fn is_ok_or_cut(&self) -> bool;
}

impl OkOrCut for Result<&str, std::str::Utf8Error> {
    /// Whether the text is UTF-8 but for a character cut at its end.
    fn is_ok_or_cut(&self) -> bool {
        self.as_ref().err().is_none_or(|error| error.error_len().is_none())
    }
}

fn is_safetensors(bytes: &[u8]) -> bool {
    let Some((len, rest)) = bytes.split_first_chunk::<8>() else { return false };
    let len = u64::from_le_bytes(*len);
    (2..100_000_000).contains(&len) && rest.first() == Some(&b'{')
}

fn is_media(bytes: &[u8]) -> bool {
    ImageRef::sniff(bytes).is_ok() || AudioRef::sniff(bytes).is_ok() || VideoRef::sniff(bytes).is_ok()
}

/// The dialects of Decthings that can read the bytes. Where they agree, as on numbers, the document's one.
fn dialects(bytes: &[u8]) -> Vec<Format> {
    let all = [Format::Decthings, Format::DecthingsLegacy, Format::DecthingsClients];
    let mut found: Vec<Format> = Vec::new();
    let mut values = Vec::new();
    for format in all {
        let options = decthings::Options::new().dialect(format.dialect().unwrap_or_default());
        let Some(value) = crate::file::decthings(&options, bytes).ok() else { continue };
        if !values.contains(&value) {
            found.push(format);
            values.push(value);
        }
    }
    found
}
