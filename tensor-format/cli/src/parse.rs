//! Files of every format as tensors of the model.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use tensor_format::{
    ByteOrder, DecodeError, ErrorKind, Header, Limit, RecordRef, TensorRef, Value, decthings, npy, safetensors,
    stdlib::{self, IndexMode, MetaData},
    vespa::{self, Class},
    xla, zio,
};

use crate::{
    archive::{self, Archive, Heads},
    constant::Constant,
    failure::Failure,
    foreign::Foreign,
    format::{Evidence, Format, bears, detect},
    input::{Input, Spool},
    layout::element_bytes,
    media,
    reading::Reading,
    text,
};

/// A file, and the one beside it that holds its elements, if its format needs one.
#[derive(Debug)]
pub struct Files {
    /// The file that was named.
    pub main: Input,
    data: Option<Input>,
    /// Its format.
    pub format: Format,
    /// How the format was found.
    pub evidence: Evidence,
    reading: Reading,
}

impl Files {
    /// Opens a file and finds its format.
    ///
    /// # Errors
    ///
    /// As [`Input::open`] and [`detect`], if the file beside it is missing, and if a type is declared that is not of its
    /// format.
    pub fn open(path: &Path, reading: &Reading) -> Result<Self, Failure> {
        let main = Input::open(path)?;
        let (format, evidence) = detect(&main, reading.format)?;
        if reading.declared.is_some() && format != Format::Vespa {
            return Err(Failure::new(main.name(), format!("a type is declared for vespa, this is {format}"))
                .help("leave the type out, or name the format as well"));
        }
        let data = match format {
            Format::Stdlib | Format::Xla => Some(beside(&main, format)?),
            _ => None,
        };
        Ok(Self { main, data, format, evidence, reading: reading.clone() })
    }

    /// The paths that are read.
    #[must_use]
    pub fn paths(&self) -> Vec<PathBuf> {
        [Some(&self.main), self.data.as_ref()].into_iter().flatten().filter_map(Input::path).map(Into::into).collect()
    }

    /// What the file holds.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(&self) -> Result<Parsed<'_>, Failure> {
        let mut parsed = self.read().map_err(|unread| self.unread(unread))?;
        if let Some(data) = &self.data {
            parsed.facts.push(("elements".into(), data.name().into()));
        }
        Ok(parsed)
    }

    fn read(&self) -> Result<Parsed<'_>, Unread> {
        parse(&self.main, self.data.as_deref(), self.format, &self.reading)
    }

    /// The tensors of what the file holds. Their elements may be many more than the file has: see
    /// [`elements`](Self::elements).
    ///
    /// # Errors
    ///
    /// What is wrong with one of them.
    pub fn value<'p>(&self, parsed: &'p Parsed<'_>) -> Result<Value<'p>, Failure> {
        parsed.value().map_err(|error| self.failed(error))
    }

    /// The tensors of what the file holds, if their elements are not too many to look at each.
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

    /// What is wrong with the file, and with which of its bytes, if that is known.
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

    /// Names and headers of the tensors, for formats that would read their elements otherwise, and what else the file
    /// holds.
    ///
    /// # Errors
    ///
    /// What is wrong with a header.
    pub fn heads(&self) -> Result<Option<Heads>, Failure> {
        match self.format {
            Format::Npz => archive::heads(&self.main).map(Some).map_err(|error| self.failed(error)),
            _ => Ok(None),
        }
    }

    fn unread(&self, unread: Unread) -> Failure {
        match unread {
            Unread::Malformed(error) => self.failed(error),
            Unread::Failed(failure) => failure.at(self.main.name()),
        }
    }

    fn failed(&self, error: DecodeError) -> Failure {
        let (format, text) = (self.format, error.to_string());
        let what = match error.kind() {
            ErrorKind::LimitExceeded { .. } => text,
            // It is of the format; what is wrong is in it. Some errors name the format themselves.
            _ if bears(&self.main, format) && text.starts_with(&format!("{format}: ")) => text,
            _ if bears(&self.main, format) => format!("{format}: {text}"),
            _ => format!("not {format}: {text}"),
        };
        let failure = Failure::new(self.main.name(), what);
        if let ErrorKind::LimitExceeded { limit: Limit::Expanded | Limit::Bytes, .. } = error.kind() {
            return failure.help("few bytes stand for many: --max-expanded BYTES allows more");
        }
        if matches!(error.kind(), ErrorKind::Json(json) if json.fault == vespa::Fault::NoType.into()) {
            return failure.help(
                "if this is a tensor of Vespa, name the type that its schema declares: --type 'tensor<float>(x[3])', or \
                 in the file, as in \"type\": \"tensor<float>(x[3])\"",
            );
        }
        match self.evidence {
            Evidence::Name => {
                failure.help("its name says so, its content fits no format; --format reads it as another")
            }
            _ => failure,
        }
    }
}

/// Why a file is not read.
#[derive(Debug)]
pub enum Unread {
    /// What is wrong with it.
    Malformed(DecodeError),
    /// What is wrong elsewhere.
    Failed(Failure),
}

impl From<DecodeError> for Unread {
    fn from(error: DecodeError) -> Self {
        Unread::Malformed(error)
    }
}

impl From<ErrorKind> for Unread {
    fn from(error: ErrorKind) -> Self {
        Unread::Malformed(error.into())
    }
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Self {
        Unread::Failed(failure)
    }
}

/// The file `X.bin` beside `X.meta` or `X.shape`.
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

/// What a file holds beside its tensors, which another format may not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// What.
    pub what: String,
    /// The format that keeps it.
    pub kept_by: Format,
}

/// What a file holds.
#[derive(Debug)]
pub struct Parsed<'a> {
    content: Content<'a>,
    /// What is to be said of the file, in pairs of a name and a text.
    pub facts: Vec<(String, String)>,
    /// What it holds beside its tensors.
    pub extras: Vec<Extra>,
    /// What of it is no tensor of the model.
    pub foreign: Vec<Foreign>,
    /// The texts of a safetensors file.
    pub metadata: safetensors::Metadata,
}

#[derive(Debug)]
enum Content<'a> {
    Borrowed(Value<'a>),
    /// Elements in row-major order, little-endian.
    InOrder(Header, Input),
    Archive(Archive<'a>),
    Constant(Constant),
    Message(zio::Message<'a>, zio::Options),
    Media(Input),
}

impl Parsed<'_> {
    fn value(&self) -> Result<Value<'_>, DecodeError> {
        Ok(match &self.content {
            Content::Borrowed(value) => value.clone(),
            Content::InOrder(header, elements) => {
                let shape = header.shape.clone();
                Value::Tensor(TensorRef::from_bytes(header.element_type, shape, elements, ByteOrder::Little)?)
            }
            Content::Archive(archive) => Value::Record(archive.record()?),
            Content::Constant(constant) => constant.value()?,
            Content::Message(message, options) => message_value(message, *options)?,
            Content::Media(element) => Value::Tensor(decthings::from_slice(element)?),
        })
    }
}

/// A tensor of a file and its name, if it has one.
pub type Named<'v> = (Option<&'v str>, &'v TensorRef<'v>);

/// The tensors of a value under their names.
#[must_use]
pub fn tensors<'v>(value: &'v Value<'v>) -> Vec<Named<'v>> {
    match value {
        Value::Tensor(tensor) => vec![(None, tensor)],
        Value::Record(record) => record.iter().map(|(name, tensor)| (Some(name), tensor)).collect(),
    }
}

fn parse<'a>(bytes: &'a [u8], data: Option<&'a [u8]>, format: Format, reading: &Reading) -> Result<Parsed<'a>, Unread> {
    let mut facts = Vec::new();
    let mut extras = Vec::new();
    let mut metadata = safetensors::Metadata::new();
    let mut foreign = Vec::new();
    let data = data.unwrap_or_default();
    let content = match format {
        Format::Decthings | Format::DecthingsLegacy | Format::DecthingsClients => {
            let options = decthings::Options::new().dialect(format.dialect().unwrap_or_default());
            let (value, sequence) = decthings(&options, bytes)?;
            if sequence {
                let what = "that its tensors follow one another without names".to_owned();
                facts.push(("form".into(), "tensors one after another".into()));
                extras.push(Extra { what, kept_by: format });
            }
            Content::Borrowed(value)
        }
        Format::Npy => Content::Borrowed(Value::Tensor(npy::from_slice(bytes)?)),
        Format::Npz => {
            let (archive, others) = Archive::from_slice(bytes, reading.limit)?;
            foreign = others;
            Content::Archive(archive)
        }
        Format::Safetensors => {
            let file = safetensors::File::from_slice(bytes)?;
            metadata.clone_from(file.metadata());
            for (key, value) in &metadata {
                facts.push((format!("metadata {key}"), value.clone()));
                extras.push(Extra { what: format!("the metadata {}", text::quoted(key)), kept_by: format });
            }
            let mut record = RecordRef::new();
            for member in file.members() {
                match member.tensor() {
                    Ok(tensor) => record.push(member.name().to_owned(), tensor),
                    Err(error) => {
                        let (shape, len) = (member.shape().clone(), member.bytes().len() as u64);
                        foreign.push(Foreign::new(member.name(), Some(member.dtype()), Some(shape), len, error)?);
                    }
                }
            }
            Content::Borrowed(Value::Record(record))
        }
        Format::Zio => {
            let mut options = zio::Options::new();
            if let Some(max) = reading.limit.max_expanded {
                options = options.max_expanded(max);
            }
            let message = options.message_from_slice(bytes)?;
            about_message(&message, &mut facts, &mut extras)?;
            Content::Message(message, options)
        }
        Format::Vespa => {
            let constant = Constant::from_slice(bytes, reading)?;
            let tensor_type = &constant.tensor_type;
            facts.push(("type".into(), tensor_type.to_string()));
            let names: Vec<String> =
                tensor_type.dimensions().iter().map(|dimension| format!("`{}`", dimension.name())).collect();
            if !names.is_empty() {
                let what = if tensor_type.class() == Class::Dense {
                    "the names of the dimensions"
                } else {
                    "which dimensions are mapped:"
                };
                extras.push(Extra { what: format!("{what} {}", text::list(&names)), kept_by: format });
            }
            Content::Constant(constant)
        }
        Format::Stdlib => {
            let meta = stdlib_meta(bytes)?;
            facts.push(("table of numbers".into(), format!("{:?}", meta.table)));
            facts.push(("declared order".into(), format!("{:?}", meta.order)));
            if meta.mode != IndexMode::Throw || meta.submodes.iter().any(|mode| *mode != IndexMode::Throw) {
                extras.push(Extra { what: "the index modes".into(), kept_by: format });
            }
            if meta.flags != 0 {
                extras.push(Extra { what: format!("the flags {}", meta.flags), kept_by: format });
            }
            Content::Borrowed(Value::Tensor(meta.view(data)?))
        }
        Format::Xla => {
            let shape = xla_shape(bytes)?;
            facts.push(("shape".into(), shape.to_string()));
            let len = shape.buffer_size()?;
            match (shape.view(data), &shape) {
                (Ok(tensor), _) => Content::Borrowed(Value::Tensor(tensor)),
                // Tiles have no strides.
                (Err(ErrorKind::Layout { .. }), xla::AnyShape::Shape(shape)) if len == data.len() => {
                    let array = shape.as_array().ok_or(ErrorKind::Layout { why: "the shape is no array" })?;
                    let header = array.header()?;
                    let count = header.shape.element_count().unwrap_or(usize::MAX) as u64;
                    let expanded = count.saturating_mul(header.element_type.size().unwrap_or(1) as u64);
                    reading.limit.check(bytes.len().saturating_add(data.len()), expanded)?;
                    let mut spool = Spool::new();
                    let written = array.try_for_each_part(data, |part| Ok::<(), DecodeError>(spool.write_all(part)?));
                    spool.check(written.map_err(Unread::from))?;
                    Content::InOrder(header, spool.finish()?)
                }
                (Err(error), _) => return Err(error.into()),
            }
        }
        Format::Media => Content::Media(media::element(bytes)?),
    };
    Ok(Parsed { content, facts, extras, foreign, metadata })
}

/// One tensor, a record, or tensors one after another; `true` for the last.
pub(crate) fn decthings<'a>(options: &decthings::Options, bytes: &'a [u8]) -> Result<(Value<'a>, bool), DecodeError> {
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
            // What begins with a list of strings is a broken record rather than a broken list of tensors.
            Err(_) if as_record.parameter().is_some() => return Err(as_record),
            Err(error) => return Err(error),
        }
    }
    Ok((Value::Record(record), true))
}

/// The record, by the table of numbers in use today; by an older one only if that one alone fits.
///
/// # Errors
///
/// What is wrong with the bytes.
pub fn stdlib_meta(bytes: &[u8]) -> Result<MetaData, DecodeError> {
    let options = stdlib::Options::new();
    options.from_slice(bytes).or_else(|error| options.detect_table().from_slice(bytes).map_err(|_| error))
}

/// The shape of a message, or of a text as XLA prints it: no message is made of letters alone.
///
/// # Errors
///
/// What is wrong with the bytes.
pub fn xla_shape(bytes: &[u8]) -> Result<xla::AnyShape, DecodeError> {
    match xla_text(bytes) {
        Some(text) => xla::Options::new().from_str(text).map(xla::AnyShape::Shape),
        None => xla::AnyShape::from_slice(bytes),
    }
}

/// The text that a shape may be.
#[must_use]
pub fn xla_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains(|letter: char| letter.is_control() && !letter.is_whitespace())).then_some(text)
}

fn message_value<'m>(message: &'m zio::Message<'_>, options: zio::Options) -> Result<Value<'m>, DecodeError> {
    let tensors = message.tensors()?;
    if tensors.len() == 1 && tensors.name(0).is_none() {
        return options.from_message(message).map(Value::Tensor);
    }
    options.from_message(message).map(Value::Record)
}

fn about_message(
    message: &zio::Message<'_>,
    facts: &mut Vec<(String, String)>,
    extras: &mut Vec<Extra>,
) -> Result<(), DecodeError> {
    let mut extra = |what: String| extras.push(Extra { what, kept_by: Format::Zio });
    for (name, value) in [("origin", message.origin), ("granule", message.granule), ("seqno", message.seqno)] {
        facts.push((name.into(), value.to_string()));
        if value != 0 {
            extra(format!("the {name} {value}"));
        }
    }
    for (key, _) in message.label()?.fields().iter().filter(|(key, _)| *key != "TENS") {
        extra(format!("the label's field {}", text::quoted(key)));
    }
    let tensors = message.tensors()?;
    if tensors.metadata().is_some_and(|metadata| metadata.fields().iter().next().is_some()) {
        extra("the metadata of the message".into());
    }
    for index in 0..tensors.len() {
        let metadata = tensors.description(index)?.metadata();
        let keys = [zio::NAME, zio::ELEMENT_TYPE, zio::ELEMENT_SHAPE];
        for (key, _) in metadata.iter().flat_map(|metadata| metadata.fields().into_pairs()) {
            if !keys.contains(&key.as_str()) {
                extra(format!("the metadata {} of tensor {index}", text::quoted(&key)));
            }
        }
    }
    Ok(())
}

trait Pairs {
    fn into_pairs(self) -> Vec<(String, String)>;
}

impl Pairs for zio::Fields<'_> {
    fn into_pairs(self) -> Vec<(String, String)> {
        self.iter().map(|(key, value)| (key.to_owned(), value.as_str().to_owned())).collect()
    }
}
