//! Values as files: what `convert` and `call` write.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    ops::Range,
    path::{Path, PathBuf},
};

use tensor_format::{
    ByteOrder, ElementType, EncodeError, ErrorKind, Header, RecordRef, Tensor, TensorRef, Value, decthings,
    layout::Layout,
    npy, npz,
    rules::VALUES,
    safetensors,
    stdlib::{self, MetaData},
    vespa, xla, zio,
};

#[cfg(feature = "arrow")]
use crate::file::{Files, table};
use crate::{
    args::Writing,
    failure::Failure,
    file::{
        data_path,
        format::Format,
        layout::layout,
        parsed::{Named, tensors},
    },
    io::{
        input::{Input, Spool},
        output::Output,
    },
    terminal::{progress::Progress, text},
};

/// The number of bytes of elements that are made wider at once: whole elements of any type.
const PART: usize = 1 << 13;

/// A place to write to, and the format there.
#[derive(Debug)]
pub(super) struct Target<'t> {
    path: &'t Path,
    pub(super) format: Format,
    writing: &'t Writing,
}

/// What is written.
pub(super) struct Written<'v> {
    /// The tensors.
    pub(super) value: &'v Value<'v>,
    /// The place that they come from, for messages.
    pub(super) from: &'v str,
    /// The name of a tensor that has none, where the format needs one.
    pub(super) name: &'v str,
    /// The texts of a safetensors file.
    pub(super) metadata: &'v safetensors::Metadata,
    /// What is lost, whatever the tensors are.
    pub(super) lost: Vec<String>,
    /// The files that are read, which are not to be replaced.
    pub(super) sources: Vec<&'v Path>,
    /// The number of bytes that are read.
    pub(super) total: u64,
}

impl<'t> Target<'t> {
    /// Finds the format of a place, before anything is read.
    ///
    /// # Errors
    ///
    /// If neither name nor options say it, or if the tool does not write it.
    pub(super) fn new(path: &'t Path, writing: &'t Writing) -> Result<Self, Failure> {
        let format = match writing.to {
            Some(format) => format,
            None if path == Path::new("-") => {
                return Err(
                    Failure::new("standard output", "it has no name that says the format").help("name it with --to")
                );
            }
            None => Format::to_write(path)?,
        };
        format.check_built(path.display())?;
        match format {
            Format::Media => Err(Failure::new(path.display(), "media are not written")
                .help("`inspect --png` writes a picture of an image tensor")),
            Format::OipHttp | Format::OipGrpc | Format::OipMetadata => {
                Err(Failure::new(path.display(), format!("{format} is not written"))
                    .help("the crate tensor-format-oip writes messages and metadata of the Open Inference Protocol"))
            }
            _ => format.check_deflated(path.display(), writing.deflate).map(|()| Self { path, format, writing }),
        }
    }

    /// Returns whether it is standard output.
    pub(super) fn is_stdout(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Checks that the place can be written to, before work is begun that is lost otherwise.
    ///
    /// # Errors
    ///
    /// As [`Output::create`], and if elements of others would be replaced.
    #[cfg(feature = "oip")]
    pub(super) fn check(&self, sources: &[&Path]) -> Result<(), Failure> {
        self.data()?;
        if self.is_stdout() { Ok(()) } else { Output::create(self.path, sources).map(drop) }
    }

    /// Returns the file beside it that is to hold the elements, if the format needs one.
    fn data(&self) -> Result<Option<PathBuf>, Failure> {
        let Self { path, format, .. } = *self;
        if !matches!(format, Format::Stdlib | Format::Xla) {
            return Ok(None);
        }
        if self.is_stdout() {
            return Err(Failure::new("standard output", format!("{format} is two files")).help("name a file"));
        }
        let data = data_path(path);
        if data == path {
            return Err(Failure::new(path.display(), "its elements are to lie in this file")
                .help(format!("name it X.{}", if format == Format::Xla { "shape" } else { "meta" })));
        }
        // The file may belong to a pair in the other format.
        let others = ["meta", "shape"].map(|end| path.with_extension(end));
        if let Some(other) = others.iter().find(|other| **other != path && other.exists()) {
            let what = format!("the elements that {} describes would be replaced", other.display());
            return Err(Failure::new(path.display(), what).help("remove it, or write under another name"));
        }
        // Nobody knows which file it belongs to.
        if fs::symlink_metadata(&data).is_ok() && fs::symlink_metadata(path).is_err() {
            let what = "this file would be replaced, and is no part of an older pair";
            return Err(Failure::new(data.display(), format!("{what}: there is no {}", path.display()))
                .help("remove it, or write under another name"));
        }
        Ok(Some(data))
    }

    /// Writes tensors. A file appears whole or not at all.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or something would be lost that may not.
    pub(super) fn write(
        &self,
        written: Written<'_>,
        out: &mut dyn Write,
        notes: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Self { path, format, writing } = *self;
        let Written { value, from, name, metadata, mut lost, sources, total } = written;
        let plan = plan(name, value, format, &mut lost).map_err(|failure| failure.at(from))?;
        if !lost.is_empty() && !writing.allow_loss {
            return Err(Failure::new(path.display(), format!("{format} would lose {}", text::list(&lost)))
                .help("--allow-loss goes on without it"));
        }
        for what in &lost {
            writeln!(notes, "lost: {}", text::printable(what))?;
        }
        for note in &plan.notes {
            writeln!(notes, "note: {}", text::printable(note))?;
        }
        let failed = |error: EncodeError| self.unwritten(error);
        let mut outputs = Vec::new();
        if let Some(data) = self.data()? {
            let output = Output::create(&data, &sources)?;
            let mut writer = Progress::new(output.writer()?, total);
            plan.write_elements(&mut writer).map_err(failed)?;
            writer.flush()?;
            outputs.push(output);
        }
        outputs.extend(self.fill(&sources, total, out, |writer| {
            plan.write(format, writing.deflate, metadata, writer).map_err(failed)
        })?);
        Output::persist(outputs)
    }

    /// Writes the file, which is not yet in its place, or to standard output.
    fn fill(
        &self,
        sources: &[&Path],
        total: u64,
        out: &mut dyn Write,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<Option<Output>, Failure> {
        if self.is_stdout() {
            let mut writer = Progress::new(out, total);
            fill(&mut writer)?;
            writer.flush()?;
            return Ok(None);
        }
        let output = Output::create(self.path, sources)?;
        let mut writer = Progress::new(output.writer()?, total);
        fill(&mut writer)?;
        writer.flush()?;
        Ok(Some(output))
    }

    /// Copies the columns of a file into one of another format that has columns: nothing is lost.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written.
    #[cfg(feature = "arrow")]
    pub(super) fn copy_columns(&self, files: &Files, out: &mut dyn Write) -> Result<(), Failure> {
        let paths = files.paths();
        let sources: Vec<&Path> = paths.iter().map(|path| -> &Path { path }).collect();
        let (schema, batches) =
            table::copied(&files.main, files.format, files.expansion()).map_err(|error| files.failed(error))?;
        let output = self.fill(&sources, files.main.len() as u64, out, |writer| {
            let mut columns =
                table::Writer::new(self.format, &schema, writer).map_err(|error| self.unwritten(error))?;
            for batch in batches {
                let batch = batch.map_err(|error| files.failed(error))?;
                columns.write(&batch).map_err(|error| self.unwritten(error))?;
            }
            columns.finish().map_err(|error| self.unwritten(error))
        })?;
        Output::persist(output.into_iter().collect())
    }

    fn unwritten(&self, error: EncodeError) -> Failure {
        match error.into_kind_and_text() {
            (ErrorKind::Io(error), _) => {
                Failure { place: text::printable(&self.path.display().to_string()), ..error.into() }
            }
            (_, text) => Failure::new(self.path.display(), format!("{}: {text}", self.format)),
        }
    }
}

trait KindAndText {
    fn into_kind_and_text(self) -> (ErrorKind, String);
}

impl KindAndText for EncodeError {
    fn into_kind_and_text(self) -> (ErrorKind, String) {
        let text = self.to_string();
        (self.into_kind(), text)
    }
}

/// The tensors to write, as the format can hold them: some of them are changed.
struct Plan<'v> {
    value: Planned<'v>,
    /// The changes in the new file that change no value.
    notes: Vec<String>,
    /// The elements of all changed tensors.
    changed: Input,
}

enum Planned<'v> {
    Tensor(Held<'v>),
    Record(Vec<(String, Held<'v>)>),
}

enum Held<'v> {
    Same(&'v TensorRef<'v>),
    /// A changed tensor of this header: row-major and little-endian, in this part of [`Plan::changed`].
    Changed(Header, Range<usize>),
}

impl Held<'_> {
    fn tensor<'p>(&'p self, changed: &'p [u8]) -> Result<TensorRef<'p>, EncodeError> {
        match self {
            Held::Same(tensor) => Ok((*tensor).clone()),
            Held::Changed(header, range) => {
                let bytes = changed.get(range.clone()).unwrap_or_default();
                Ok(TensorRef::from_bytes(header.element_type, header.shape.clone(), bytes, ByteOrder::Little)?)
            }
        }
    }
}

fn plan<'v>(name: &str, value: &'v Value<'v>, format: Format, lost: &mut Vec<String>) -> Result<Plan<'v>, Failure> {
    let found = tensors(value);
    let single =
        matches!(format, Format::Npy | Format::Stdlib | Format::Xla) || format == Format::Vespa && found.len() == 1;
    let named = matches!(format, Format::Npz | Format::Safetensors) || format.has_columns();
    let (mut held, mut notes, mut changed) = (Vec::new(), Vec::new(), Spool::new());
    for (name, tensor) in &found {
        if let Some(layout) = layout(tensor).filter(|layout| layout != "row-major") {
            notes.push(format!("{}{layout} is written row-major, little-endian", place(*name)));
        }
        held.push((name.unwrap_or_default().to_owned(), adapted(*name, tensor, format, &mut changed, lost)?));
    }
    if format == Format::Safetensors && held.len() > 1 {
        notes.push("safetensors orders tensors by element size and name".into());
    }
    let value = match (value, single) {
        (Value::Record(_), true) => {
            if held.len() != 1 {
                let what = format!("{format} holds one tensor, the file has {}", held.len());
                return Err(with_several(Failure::new("", what), &found));
            }
            let Some((name, tensor)) = held.pop() else { return Err(Failure::new("", "there is no tensor")) };
            lost.push(format!("the name {}", text::quoted(&name)));
            Planned::Tensor(tensor)
        }
        (Value::Tensor(_), _) => match held.pop() {
            Some((_, tensor)) if named => Planned::Record(vec![(name.to_owned(), tensor)]),
            Some((_, tensor)) => Planned::Tensor(tensor),
            None => return Err(Failure::new("", "there is no tensor")),
        },
        (Value::Record(_), false) if format == Format::Vespa && !is_labelled(&found) => {
            let what = format!("vespa holds one tensor, or labels and then `{VALUES}`, the file has {}", held.len());
            return Err(with_several(Failure::new("", what), &found));
        }
        (Value::Record(_), false) => {
            if format.dialect().is_some() && held.is_empty() {
                lost.push("that it is a record: one without tensors reads as a tensor `string [0]`".into());
            }
            Planned::Record(held)
        }
    };
    Ok(Plan { value, notes, changed: changed.finish()? })
}

/// Adds the formats that can hold all of these tensors, if there are any.
fn with_several(failure: Failure, found: &[Named<'_>]) -> Failure {
    let names: BTreeSet<_> = found.iter().map(|(name, _)| *name).collect();
    let holds = |format: &Format| {
        let named = match format {
            Format::Decthings => !names.contains(&Some("")),
            Format::Zio => true,
            // Each name once.
            _ => names.len() == found.len(),
        };
        named && found.iter().all(|(_, tensor)| has(*format, tensor.element_type()))
    };
    let all = [Format::Npz, Format::Safetensors, Format::Decthings, Format::Zio];
    let several: Vec<_> = all.iter().filter(|format| holds(format)).map(|format| format.name()).collect();
    match several.len() {
        0 => failure,
        len => failure.help(format!("{} hold{} several", text::list(&several), if len == 1 { "s" } else { "" })),
    }
}

/// Returns whether a record is the labels and values of a sparse or mixed tensor.
fn is_labelled(found: &[Named<'_>]) -> bool {
    found.split_last().is_some_and(|((name, _), labels)| {
        *name == Some(VALUES) && labels.iter().all(|(_, labels)| labels.element_type() == ElementType::String)
    })
}

/// Returns the name of a tensor, to be put in front of a message about it.
fn place(name: Option<&str>) -> String {
    name.map(|name| format!("{}: ", text::quoted(name))).unwrap_or_default()
}

/// Returns a tensor in a form that the format can hold.
fn adapted<'v>(
    name: Option<&str>,
    tensor: &'v TensorRef<'v>,
    format: Format,
    changed: &mut Spool,
    lost: &mut Vec<String>,
) -> Result<Held<'v>, Failure> {
    let element_type = tensor.element_type();
    if has(format, element_type) {
        // The others are written part by part.
        let whole = matches!(format, Format::Zio | Format::Npy | Format::Npz | Format::Safetensors | Format::Vespa);
        let as_they_lie = layout(tensor).is_none_or(|layout| layout == "row-major");
        return if whole && !as_they_lie { in_order(tensor, None, changed) } else { Ok(Held::Same(tensor)) };
    }
    let place = place(name);
    let none = format!("{place}{format} has no element type {element_type}");
    let wider = match (format, element_type) {
        (Format::Vespa, ElementType::F16) => ElementType::F32,
        (Format::Vespa, _) if element_type.is_numeric() => ElementType::F64,
        (_, ElementType::F16 | ElementType::BF16) => ElementType::F32,
        _ => {
            let others = Format::ALL.iter().filter(|format| has(**format, element_type)).map(|format| format.name());
            return Err(Failure::new("", none).help(format!("{} have it", text::list(&others.collect::<Vec<_>>()))));
        }
    };
    let cast = in_order(tensor, Some(wider), changed);
    let cast =
        cast.map_err(|failure| Failure { what: format!("{none}, and as {wider}: {}", failure.what), ..failure })?;
    lost.push(format!("{place}the element type {element_type}, written as {wider}"));
    Ok(cast)
}

/// Returns the elements in row-major order and little-endian, as floats of another type if one is named.
fn in_order(tensor: &TensorRef<'_>, wider: Option<ElementType>, changed: &mut Spool) -> Result<Held<'static>, Failure> {
    let element_type = tensor.element_type();
    let header = Header::new(wider.unwrap_or(element_type), tensor.shape().clone());
    let mut before = 0;
    let range = changed.append(|write| {
        tensor.try_for_each_part(ByteOrder::Little, |bytes| {
            let Some(wider) = wider else { return write(bytes) };
            bytes.chunks(PART).try_for_each(|part| {
                let count = part.len() / element_type.size().unwrap_or(1);
                let cast = cast(element_type, count, part, wider).map_err(|error| match error {
                    ErrorKind::LossyCast { index, from, to } => {
                        io::Error::other(ErrorKind::LossyCast { index: before + index, from, to })
                    }
                    error => io::Error::other(error),
                })?;
                before += count;
                write(&cast.to_bytes(ByteOrder::Little))
            })
        })
    })?;
    Ok(Held::Changed(header, range))
}

fn cast(element_type: ElementType, count: usize, bytes: &[u8], wider: ElementType) -> Result<Tensor, ErrorKind> {
    let part = TensorRef::from_bytes(element_type, count, bytes, ByteOrder::Little)?;
    if wider == ElementType::F32 { part.cast::<f32>() } else { part.cast::<f64>() }
}

/// Returns whether the format has the element type.
fn has(format: Format, element_type: ElementType) -> bool {
    let variable = element_type.size().is_none();
    match format {
        Format::Decthings | Format::DecthingsLegacy | Format::DecthingsClients => {
            !matches!(element_type, ElementType::F16 | ElementType::BF16 | ElementType::C64 | ElementType::C128)
        }
        Format::Zio => element_type == ElementType::BF16 || variable || zio::DType::of(element_type).is_some(),
        // Texts are the labels of sparse tensors.
        Format::Vespa => matches!(
            element_type,
            ElementType::F64 | ElementType::F32 | ElementType::BF16 | ElementType::I8 | ElementType::String
        ),
        Format::Stdlib => !variable && stdlib::DType::of(element_type).is_some(),
        Format::Xla => xla::PrimitiveType::of(element_type).is_some(),
        Format::Npy | Format::Npz => !variable && element_type != ElementType::BF16,
        Format::Safetensors => !variable && element_type != ElementType::C128,
        Format::Arrow | Format::ArrowStream | Format::Parquet => {
            cfg!(feature = "arrow") && !matches!(element_type, ElementType::BF16 | ElementType::C64 | ElementType::C128)
        }
        Format::Media | Format::OipHttp | Format::OipGrpc | Format::OipMetadata => false,
    }
}

impl Plan<'_> {
    fn write(
        &self,
        format: Format,
        deflate: bool,
        metadata: &safetensors::Metadata,
        out: &mut dyn Write,
    ) -> Result<(), EncodeError> {
        match &self.value {
            Planned::Tensor(tensor) => {
                let tensor = tensor.tensor(&self.changed)?;
                match format {
                    Format::Npy => npy::to_writer(out, &tensor),
                    Format::Stdlib => out.write_all(&meta(&tensor)?.to_vec()?).map_err(EncodeError::from),
                    Format::Xla => out.write_all(&shape(&tensor)?.to_vec()).map_err(EncodeError::from),
                    _ => write_value(format, &tensor, out),
                }
            }
            Planned::Record(record) => {
                let tensors = record.iter().map(|(name, tensor)| Ok((name.as_str(), tensor.tensor(&self.changed)?)));
                let record: RecordRef<'_> = tensors.collect::<Result<_, EncodeError>>()?;
                match format {
                    Format::Npz => npz::Options::new().deflate(deflate).to_writer(out, &record),
                    Format::Safetensors => safetensors::to_writer_with(out, &record, metadata),
                    #[cfg(feature = "arrow")]
                    Format::Arrow | Format::ArrowStream | Format::Parquet => table::write_record(format, &record, out),
                    _ => write_value(format, &record, out),
                }
            }
        }
    }

    /// Writes the elements alone, for formats that keep them in a file of their own.
    fn write_elements(&self, out: &mut dyn Write) -> Result<(), EncodeError> {
        let Planned::Tensor(tensor) = &self.value else { return Ok(()) };
        Ok(tensor.tensor(&self.changed)?.try_for_each_part(ByteOrder::Little, |part| out.write_all(part))?)
    }
}

fn write_value<T: tensor_format::Encode>(
    format: Format,
    value: &T,
    mut out: &mut dyn Write,
) -> Result<(), EncodeError> {
    match (format, format.dialect()) {
        (_, Some(dialect)) => decthings::Options::new().dialect(dialect).to_writer(out, value),
        (Format::Zio, _) => zio::to_message(value)?.to_writer(out),
        (Format::Vespa, _) => vespa::to_writer(&mut out, value),
        _ => Err(ErrorKind::custom("the format holds no such value").into()),
    }
}

fn meta(tensor: &TensorRef<'_>) -> Result<MetaData, ErrorKind> {
    let layout = Layout::row_major(tensor.shape(), tensor.element_type().size().unwrap_or(1));
    MetaData::of_layout(tensor.header(), &layout, ByteOrder::Little)
}

fn shape(tensor: &TensorRef<'_>) -> Result<xla::Shape, ErrorKind> {
    let layout = Layout::row_major(tensor.shape(), tensor.element_type().size().unwrap_or(1));
    Ok(xla::ArrayShape::of_layout(tensor.header(), &layout, ByteOrder::Little)?.into())
}
