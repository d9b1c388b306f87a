//! `convert`: a file in another format.

use std::{
    fs,
    io::{self, Write},
    ops::Range,
    path::Path,
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

use crate::{
    args::Convert,
    failure::{Failure, Outcome},
    file::{
        Files, data_path,
        format::Format,
        layout::layout,
        parsed::{Named, Parsed, tensors},
    },
    io::{
        input::{Input, Spool},
        output::Output,
    },
    terminal::{progress::Progress, text},
};

/// The number of bytes of elements that are made wider at once: whole elements of any type.
const PART: usize = 1 << 13;

/// Converts a file.
///
/// # Errors
///
/// If it cannot be read, cannot be written, or something would be lost that may not.
pub fn run(args: &Convert, out: &mut dyn Write, notes: &mut dyn Write) -> Result<Outcome, Failure> {
    let to_stdout = args.output == Path::new("-");
    let format = match args.to {
        Some(format) => format,
        None if to_stdout => {
            return Err(
                Failure::new("standard output", "it has no name that says the format").help("name it with --to")
            );
        }
        None => Format::to_write(&args.output)?,
    };
    if format == Format::Media {
        return Err(Failure::new(args.output.display(), "media are not written")
            .help("`inspect --png` writes a picture of an image tensor"));
    }
    let files = Files::open(&args.input, &args.reading)?;
    let parsed = files.parse()?;
    let value = files.elements(&parsed)?;
    let mut lost = lost_extras(&parsed, format);
    lost.extend(parsed.foreign.iter().map(|other| format!("{}, which is no tensor of the model", other.named())));
    let plan = plan(args, &value, format, &mut lost).map_err(|failure| failure.at(files.main.name()))?;
    if !lost.is_empty() && !args.allow_loss {
        return Err(Failure::new(args.output.display(), format!("{format} would lose {}", text::list(&lost)))
            .help("--allow-loss goes on without it"));
    }
    for what in &lost {
        writeln!(notes, "lost: {}", text::printable(what))?;
    }
    for note in &plan.notes {
        writeln!(notes, "note: {}", text::printable(note))?;
    }
    let total = files.main.len() as u64;
    let failed = |error: EncodeError| match error.into_kind_and_text() {
        (ErrorKind::Io(error), _) => {
            Failure { place: text::printable(&args.output.display().to_string()), ..error.into() }
        }
        (_, text) => Failure::new(args.output.display(), format!("{format}: {text}")),
    };
    if to_stdout {
        if matches!(format, Format::Stdlib | Format::Xla) {
            return Err(Failure::new("standard output", format!("{format} is two files")).help("name a file"));
        }
        let mut writer = Progress::new(out, total);
        plan.write(format, args, &parsed, &mut writer).map_err(failed)?;
        writer.flush()?;
        return Ok(Outcome::Fine);
    }
    let data = matches!(format, Format::Stdlib | Format::Xla).then(|| data_path(&args.output));
    if data.as_deref() == Some(&*args.output) {
        return Err(Failure::new(args.output.display(), "its elements are to lie in this file")
            .help(format!("name it X.{}", if format == Format::Xla { "shape" } else { "meta" })));
    }
    if let Some(data) = &data {
        // The file may belong to a pair in the other format.
        let others = ["meta", "shape"].map(|end| args.output.with_extension(end));
        if let Some(other) = others.iter().find(|other| **other != args.output && other.exists()) {
            let what = format!("the elements that {} describes would be replaced", other.display());
            return Err(Failure::new(args.output.display(), what).help("remove it, or write under another name"));
        }
        // Nobody knows which file it belongs to.
        if fs::symlink_metadata(data).is_ok() && fs::symlink_metadata(&args.output).is_err() {
            let (data, what) = (data.display(), "this file would be replaced, and is no part of an older pair");
            return Err(Failure::new(data, format!("{what}: there is no {}", args.output.display()))
                .help("remove it, or write under another name"));
        }
    }
    let sources = files.paths();
    let sources: Vec<&Path> = sources.iter().map(|path| &**path).collect();
    let mut outputs = Vec::new();
    if let Some(data) = data {
        let output = Output::create(&data, &sources)?;
        let mut writer = Progress::new(output.writer()?, total);
        plan.write_elements(&mut writer).map_err(failed)?;
        writer.flush()?;
        outputs.push(output);
    }
    let output = Output::create(&args.output, &sources)?;
    let mut writer = Progress::new(output.writer()?, total);
    plan.write(format, args, &parsed, &mut writer).map_err(failed)?;
    writer.flush()?;
    outputs.push(output);
    Output::persist(outputs)?;
    Ok(Outcome::Fine)
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

fn lost_extras(parsed: &Parsed<'_>, format: Format) -> Vec<String> {
    // Metadata of safetensors are copied; nothing else that a format has beside its tensors is.
    let kept = |kept_by: Format| format == Format::Safetensors && kept_by == format;
    parsed.extras.iter().filter(|extra| !kept(extra.kept_by)).map(|extra| extra.what.clone()).collect()
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

fn plan<'v>(args: &Convert, value: &'v Value<'v>, format: Format, lost: &mut Vec<String>) -> Result<Plan<'v>, Failure> {
    let found = tensors(value);
    let single =
        matches!(format, Format::Npy | Format::Stdlib | Format::Xla) || format == Format::Vespa && found.len() == 1;
    let named = matches!(format, Format::Npz | Format::Safetensors);
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
                return Err(Failure::new("", format!("{format} holds one tensor, the file has {}", held.len()))
                    .help("npz and safetensors hold several"));
            }
            let Some((name, tensor)) = held.pop() else { return Err(Failure::new("", "there is no tensor")) };
            lost.push(format!("the name {}", text::quoted(&name)));
            Planned::Tensor(tensor)
        }
        (Value::Tensor(_), _) => match held.pop() {
            Some((_, tensor)) if named => Planned::Record(vec![(args.name.clone(), tensor)]),
            Some((_, tensor)) => Planned::Tensor(tensor),
            None => return Err(Failure::new("", "there is no tensor")),
        },
        (Value::Record(_), false) if format == Format::Vespa && !is_labelled(&found) => {
            let what = format!("vespa holds one tensor, or labels and then `{VALUES}`, the file has {}", held.len());
            return Err(Failure::new("", what).help("npz and safetensors hold several"));
        }
        (Value::Record(_), false) => Planned::Record(held),
    };
    Ok(Plan { value, notes, changed: changed.finish()? })
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
        Format::Media => false,
    }
}

impl Plan<'_> {
    fn write(
        &self,
        format: Format,
        args: &Convert,
        parsed: &Parsed<'_>,
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
                    Format::Npz => npz::Options::new().deflate(args.deflate).to_writer(out, &record),
                    Format::Safetensors => safetensors::to_writer_with(out, &record, &parsed.metadata),
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
