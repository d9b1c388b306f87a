//! The content of a file: its tensors, what else is said in it, and what is no tensor.

use std::io::Write;

use tensor_format::{
    ByteOrder, DecodeError, ErrorKind, Header, Record, RecordRef, TensorRef, Value, decthings, npy, safetensors,
    stdlib::IndexMode, vespa::Class, xla, zio,
};

#[cfg(feature = "arrow")]
use crate::file::table;
use crate::{
    failure::Unread,
    file::{
        archive::Archive, constant::Constant, foreign::Foreign, format::Format, inference, media, probe,
        reading::Reading,
    },
    io::input::{Input, Spool},
    terminal::text,
};

/// Something that a file holds beside its tensors, which another format may not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The description of it, for messages.
    pub what: String,
    /// The format that keeps it.
    pub kept_by: Format,
}

/// The content of a file.
#[derive(Debug)]
pub struct Parsed<'a> {
    content: Content<'a>,
    /// Facts about the file to show, in pairs of a name and a text.
    pub facts: Vec<(String, String)>,
    /// The content beside the tensors.
    pub extras: Vec<Extra>,
    /// The parts that the library has no tensors for.
    pub foreign: Vec<Foreign>,
    /// The texts of a safetensors file.
    pub metadata: safetensors::Metadata,
    /// The positions of the tensors that have zeros or empty texts in the place of null rows: the tensor behind each
    /// says which rows have a value.
    pub filled: Vec<usize>,
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
    Captured(Record),
    #[cfg(feature = "arrow")]
    Table(table::Table),
}

impl Parsed<'_> {
    /// Returns the tensors.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with one of them.
    pub(super) fn value(&self) -> Result<Value<'_>, DecodeError> {
        Ok(match &self.content {
            Content::Borrowed(value) => value.clone(),
            Content::InOrder(header, elements) => {
                let shape = header.shape.clone();
                Value::Tensor(TensorRef::from_bytes(header.element_type, shape, elements, ByteOrder::Little)?)
            }
            Content::Archive(archive) => Value::Record(archive.record()?),
            Content::Constant(constant) => constant.value()?,
            Content::Message(message, options) => message_value(message, *options)?,
            Content::Captured(record) => Value::Record(record.as_ref()),
            #[cfg(feature = "arrow")]
            Content::Table(table) => Value::Record(table.record()?),
            Content::Media(element) => Value::Tensor(decthings::from_slice(element)?),
        })
    }
}

/// A tensor of a file and its name, if it has one.
pub type Named<'v> = (Option<&'v str>, &'v TensorRef<'v>);

/// Returns the tensors of a value under their names.
#[must_use]
pub fn tensors<'v>(value: &'v Value<'v>) -> Vec<Named<'v>> {
    match value {
        Value::Tensor(tensor) => vec![(None, tensor)],
        Value::Record(record) => record.iter().map(|(name, tensor)| (Some(name), tensor)).collect(),
    }
}

pub(super) fn parse<'a>(
    bytes: &'a Input,
    data: Option<&'a [u8]>,
    format: Format,
    reading: &Reading,
) -> Result<Parsed<'a>, Unread> {
    let mut facts = Vec::new();
    let mut extras = Vec::new();
    let mut metadata = safetensors::Metadata::new();
    let mut foreign = Vec::new();
    #[cfg_attr(not(feature = "arrow"), expect(unused_mut, reason = "columns alone have null rows"))]
    let mut filled = Vec::new();
    let data = data.unwrap_or_default();
    let content = match format {
        Format::Decthings | Format::DecthingsLegacy | Format::DecthingsClients => {
            let options = decthings::Options::new().dialect(format.dialect().unwrap_or_default());
            let (value, sequence) = probe::decthings(&options, bytes)?;
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
            let meta = probe::stdlib_meta(bytes)?;
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
            let shape = probe::xla_shape(bytes)?;
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
        #[cfg(feature = "arrow")]
        Format::Arrow | Format::ArrowStream | Format::Parquet => {
            let read = table::read(bytes, format, reading.limit)?;
            facts = read.facts;
            foreign = read.foreign;
            filled = read.filled;
            extras.extend(read.extras.into_iter().map(|what| Extra { what, kept_by: format }));
            Content::Table(read.table)
        }
        // Refused when the file was opened.
        #[cfg(not(feature = "arrow"))]
        Format::Arrow | Format::ArrowStream | Format::Parquet => {
            return Err(ErrorKind::custom("this tool is built without the feature `arrow`").into());
        }
        Format::OipHttp | Format::OipGrpc | Format::OipMetadata => {
            let captured = inference::read(bytes, format, reading.header_length)?;
            facts = captured.facts;
            // No format that is written keeps them.
            extras.extend(captured.extras.into_iter().map(|what| Extra { what, kept_by: format }));
            Content::Captured(captured.record)
        }
    };
    Ok(Parsed { content, facts, extras, foreign, metadata, filled })
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
