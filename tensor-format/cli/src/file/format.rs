//! The formats that the tool reads and writes, and the names of their files.

use std::{fmt, path::Path};

use tensor_format::decthings::Dialect;

use crate::{failure::Failure, terminal::text};

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
    /// Columns in a file of Apache Arrow, as Feather has it.
    Arrow,
    /// Columns in a stream of Apache Arrow.
    ArrowStream,
    /// Columns in a Parquet file.
    Parquet,
    /// A picture, sound or video.
    Media,
    /// A request or response of the Open Inference Protocol over HTTP, without its headers.
    OipHttp,
    /// A request or response of the Open Inference Protocol over gRPC.
    OipGrpc,
    /// What a server of the Open Inference Protocol says of a model.
    OipMetadata,
}

impl Format {
    /// The number of formats that are written, which are the first of all.
    const WRITTEN: usize = if cfg!(feature = "arrow") { 13 } else { 10 };
    /// All of them.
    pub const ALL: [Format; 17] = [
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
        Format::Arrow,
        Format::ArrowStream,
        Format::Parquet,
        Format::Media,
        Format::OipHttp,
        Format::OipGrpc,
        Format::OipMetadata,
    ];

    /// Returns the name, as `--format` takes it.
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
            Format::Arrow => "arrow",
            Format::ArrowStream => "arrow-stream",
            Format::Parquet => "parquet",
            Format::Media => "media",
            Format::OipHttp => "oip-http",
            Format::OipGrpc => "oip-grpc",
            Format::OipMetadata => "oip-metadata",
        }
    }

    /// Returns the dialect, for the three of Decthings.
    #[must_use]
    pub fn dialect(self) -> Option<Dialect> {
        match self {
            Format::Decthings => Some(Dialect::Documented),
            Format::DecthingsLegacy => Some(Dialect::LegacyClients),
            Format::DecthingsClients => Some(Dialect::Clients),
            _ => None,
        }
    }

    /// Returns whether files of the format have columns, whose rows are values.
    #[must_use]
    pub fn has_columns(self) -> bool {
        matches!(self, Format::Arrow | Format::ArrowStream | Format::Parquet)
    }

    /// Returns an error if the tool is built without what reads and writes the format.
    ///
    /// # Errors
    ///
    /// The error names the feature.
    pub fn check_built(self, place: impl fmt::Display) -> Result<(), Failure> {
        if !self.has_columns() || cfg!(feature = "arrow") {
            return Ok(());
        }
        let what =
            format!("this is {self}, and this tool is built without the feature `arrow`, which reads and writes it");
        Err(Failure::new(place, what).help("build it with `cargo install --features arrow`"))
    }

    /// Returns an error if entries are to be deflated and files of the format have none.
    ///
    /// # Errors
    ///
    /// The error names the format.
    pub fn check_deflated(self, place: impl fmt::Display, deflate: bool) -> Result<(), Failure> {
        if !deflate || self == Format::Npz {
            return Ok(());
        }
        Err(Failure::new(place, format!("--deflate is for npz, and this is {self}"))
            .help("leave it out, or write an npz"))
    }

    /// Returns the formats that files of this name have by custom; none if the name says nothing.
    #[must_use]
    pub fn of_name(path: &Path) -> &'static [Format] {
        let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
        match end.as_deref() {
            Some("dect" | "decthings") => &[Format::Decthings, Format::DecthingsLegacy, Format::DecthingsClients],
            Some("zio") => &[Format::Zio],
            Some("json") => &[Format::Vespa, Format::OipHttp, Format::OipMetadata],
            Some("meta") => &[Format::Stdlib],
            Some("shape") => &[Format::Xla],
            Some("npy") => &[Format::Npy],
            Some("npz") => &[Format::Npz],
            Some("safetensors") => &[Format::Safetensors],
            Some("arrow" | "feather" | "ipc") => &[Format::Arrow, Format::ArrowStream],
            Some("arrows") => &[Format::ArrowStream, Format::Arrow],
            Some("parquet") => &[Format::Parquet],
            Some(
                "png" | "jpg" | "jpeg" | "gif" | "webp" | "bmp" | "tif" | "tiff" | "wav" | "mp3" | "ogg" | "flac"
                | "mp4" | "mkv" | "webm" | "avi" | "mov",
            ) => &[Format::Media],
            _ => &[],
        }
    }

    /// Returns the format that a file of this name is written in.
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
                    .help(format!("name it with --to: {}", text::list(&names[..Self::WRITTEN]))))
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
