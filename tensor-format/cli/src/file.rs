//! Reads files of every format as tensors of this library.
//!
//! [`Files::open`] maps a file and has [`probe`] find its [`format`](mod@format), by content and name. [`Files::parse`]
//! reads it into a [`parsed::Parsed`], and [`Files::value`] lends the tensors in it. [`reading`] has the options of all
//! of them. [`archive`], [`constant`] and [`media`] read what is unpacked, in memory or in a file without a name, and
//! [`inference`] messages to and from served models, `table` columns; [`foreign`] is what a file has that is no tensor of the model, and [`layout`] says where elements are.

pub mod archive;
pub mod constant;
pub mod foreign;
pub mod format;
pub mod inference;
pub mod layout;
pub mod media;
pub mod parsed;
pub mod probe;
pub mod reading;
#[cfg(feature = "arrow")]
pub mod table;

use std::path::{Path, PathBuf};

use tensor_format::{DecodeError, ErrorKind, Value, error::Limit, vespa};

use crate::{
    failure::{Failure, Unread},
    file::{
        archive::Heads,
        format::Format,
        layout::element_bytes,
        parsed::{Parsed, tensors},
        probe::{Evidence, bears, detect},
        reading::Reading,
    },
    io::input::Input,
};

/// A file, and the one beside it that holds its elements, if its format needs one.
#[derive(Debug)]
pub struct Files {
    /// The file that was named.
    pub main: Input,
    data: Option<Input>,
    /// The format of the file.
    pub format: Format,
    /// The way in which the format was found.
    pub evidence: Evidence,
    reading: Reading,
}

impl Files {
    /// Opens a file and finds its format.
    ///
    /// # Errors
    ///
    /// As [`Input::open`] and [`detect`], if the file beside it is missing, and if a type is declared that is not of
    /// its format.
    pub fn open(path: &Path, reading: &Reading) -> Result<Self, Failure> {
        let main = Input::open(path)?;
        let (format, evidence) = detect(&main, reading.format)?;
        format.check_built(main.name())?;
        if reading.declared.is_some() && format != Format::Vespa {
            return Err(Failure::new(main.name(), format!("a type is declared for vespa, this is {format}"))
                .help("leave the type out, or name the format as well"));
        }
        if reading.header_length.is_some() && format != Format::OipHttp {
            return Err(Failure::new(main.name(), format!("the length of the JSON is of oip-http, this is {format}"))
                .help("leave the length out, or name the format as well"));
        }
        let data = match format {
            Format::Stdlib | Format::Xla => Some(beside(&main, format)?),
            _ => None,
        };
        Ok(Self { main, data, format, evidence, reading: reading.clone() })
    }

    /// Returns the paths that are read.
    #[must_use]
    pub fn paths(&self) -> Vec<PathBuf> {
        [Some(&self.main), self.data.as_ref()].into_iter().flatten().filter_map(Input::path).map(Into::into).collect()
    }

    /// Returns how far the file may expand.
    #[cfg(feature = "arrow")]
    #[must_use]
    pub fn expansion(&self) -> reading::Expansion {
        self.reading.limit
    }

    /// Returns the length of the JSON in a body, if the caller named it.
    #[must_use]
    pub fn header_length(&self) -> Option<u64> {
        self.reading.header_length
    }

    /// Reads the content of the file.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with it.
    pub fn parse(&self) -> Result<Parsed<'_>, Failure> {
        let mut parsed = self.read().map_err(|unread| self.unread(unread))?;
        if let Some(data) = &self.data {
            parsed.facts.push(("elements".into(), data.name().into()));
        }
        Ok(parsed)
    }

    fn read(&self) -> Result<Parsed<'_>, Unread> {
        parsed::parse(&self.main, self.data.as_deref(), self.format, &self.reading)
    }

    /// Returns the tensors of what the file holds. Their elements may be many more than the file has: see
    /// [`elements`](Self::elements).
    ///
    /// # Errors
    ///
    /// The error says what is wrong with one of them.
    pub fn value<'p>(&self, parsed: &'p Parsed<'_>) -> Result<Value<'p>, Failure> {
        if self.format == Format::OipMetadata {
            return Err(self.failed(inference::no_tensors().into()).help("`rules` makes definitions of it"));
        }
        parsed.value().map_err(|error| self.failed(error))
    }

    /// Returns the tensors of what the file holds, if their elements are not too many to look at each.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value), and if the file expands to more than it may.
    pub fn elements<'p>(&self, parsed: &'p Parsed<'_>) -> Result<Value<'p>, Failure> {
        let value = self.value(parsed)?;
        // The elements of other formats are there, or were counted when they were unpacked.
        if let Some(data) = &self.data {
            let bytes =
                tensors(&value).into_iter().map(|(_, tensor)| element_bytes(tensor)).fold(0, u64::saturating_add);
            let checked = self.reading.limit.check(self.main.len() + data.len(), bytes);
            checked.map_err(|kind| self.failed(kind.into()))?;
        }
        Ok(value)
    }

    /// Returns the tensors of a file that holds nothing else.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value), and if there is more.
    pub fn whole<'p>(&self, parsed: &'p Parsed<'_>, done: &str) -> Result<Value<'p>, Failure> {
        if let Some(first) = parsed.foreign.first() {
            let are = if parsed.foreign.len() == 1 {
                "is no tensor of the model and has"
            } else {
                "are no tensors of the model and have"
            };
            let what = format!("{} {are} no {done}", foreign::list(&parsed.foreign));
            return Err(Failure::new(self.main.name(), what).help(&first.why));
        }
        self.value(parsed)
    }

    /// Returns what is wrong with the file, and the byte at fault if it is known.
    #[must_use]
    pub fn fault(&self) -> Option<(Failure, Option<usize>)> {
        match self.read().and_then(|parsed| parsed.value().map(|_| ()).map_err(Unread::Malformed)) {
            Ok(()) => None,
            Err(unread) => {
                let offset = match &unread {
                    Unread::Malformed(error) => error.offset(),
                    Unread::Failed(_) => None,
                };
                Some((self.unread(unread), offset.and_then(|offset| usize::try_from(offset).ok())))
            }
        }
    }

    /// Returns names and headers of the tensors, for formats that would read their elements otherwise, and what else
    /// the file holds.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with a header.
    pub fn heads(&self) -> Result<Option<Heads>, Failure> {
        match self.format {
            Format::Npz => archive::heads(&self.main).map(Some).map_err(|error| self.failed(error)),
            _ => Ok(None),
        }
    }

    pub(crate) fn unread(&self, unread: Unread) -> Failure {
        match unread {
            Unread::Malformed(error) => self.failed(error),
            Unread::Failed(failure) => failure.at(self.main.name()),
        }
    }

    pub(crate) fn failed(&self, error: DecodeError) -> Failure {
        let (format, text) = (self.format, error.to_string());
        let what = match error.kind() {
            ErrorKind::LimitExceeded { .. } => text,
            // The file is of the format, and malformed. Some errors name the format themselves.
            ErrorKind::File(file) if bears(&self.main, format) && file.format == format.to_string() => text,
            _ if bears(&self.main, format) && text.starts_with(&format!("{format}: ")) => text,
            // What the file itself says was read, and does not fit the file beside it.
            ErrorKind::Layout { .. } if self.data.is_some() => format!("{format}: {text}"),
            _ if bears(&self.main, format) => format!("{format}: {text}"),
            _ => format!("not {format}: {text}"),
        };
        let failure = Failure::new(self.main.name(), what);
        if let ErrorKind::LimitExceeded { limit: Limit::Expanded | Limit::Bytes, .. } = error.kind() {
            return failure.help("few bytes stand for many: --max-expanded BYTES allows more");
        }
        if let (ErrorKind::Layout { .. }, Some(data)) = (error.kind(), &self.data) {
            return failure.help(self.sizes(data));
        }
        if matches!(error.kind(), ErrorKind::Json(json) if json.fault.of_format() == Some(&vespa::Fault::NoType)) {
            const INDEX: &[u8] = b"\"weight_map\"";
            if self.main.windows(INDEX.len()).any(|window| window == INDEX) {
                return failure.help("this is an index of the files of a checkpoint: name those files");
            }
            return failure.help(
                "if this is a tensor of Vespa, name the type that its schema declares: --type 'tensor<float>(x[3])', or \
                 in the file, as in \"type\": \"tensor<float>(x[3])\"",
            );
        }
        // A file with the mark of its format is of no other, nor is one that is too large.
        let other = !bears(&self.main, format) && !matches!(error.kind(), ErrorKind::LimitExceeded { .. });
        match self.evidence {
            Evidence::Name if other => {
                failure.help("its name says so, its content fits no format; --format reads it as another")
            }
            _ => failure,
        }
    }

    /// Returns how many bytes the elements have, and how many the shape takes if that is known.
    fn sizes(&self, data: &Input) -> String {
        let held = format!("the elements lie in {}, which has {} bytes", data.name(), data.len());
        let taken = (self.format == Format::Xla).then(|| probe::xla_shape(&self.main).ok()?.buffer_size().ok());
        match taken.flatten() {
            Some(taken) => format!("{held}; the shape takes {taken}"),
            None => held,
        }
    }
}

/// Returns the file `X.bin` beside `X.meta` or `X.shape`.
pub fn data_path(path: &Path) -> PathBuf {
    path.with_extension("bin")
}

fn beside(main: &Input, format: Format) -> Result<Input, Failure> {
    let Some(path) = main.path() else {
        return Err(Failure::new(main.name(), format!("{format} has its elements in a file beside it"))
            .help("name a file instead of standard input"));
    };
    let data = data_path(path);
    Input::open_even_if_empty(&data)
        .map_err(|failure| failure.help(format!("{} holds no elements: they lie in {}", main.name(), data.display())))
}
