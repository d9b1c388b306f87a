//! `convert`: a file in another format.

use std::{io::Write, path::Path};

use tensor_format::{
    ByteOrder, ElementType, EncodeError, ErrorKind, Layout, RecordRef, Tensor, TensorRef, Value, decthings, npy, npz,
    safetensors,
    stdlib::{self, MetaData},
    vespa, xla, zio,
};

use crate::{
    args::Convert,
    failure::{Failure, Outcome},
    format::Format,
    output::{Output, Progress},
    parse::{Files, Parsed, data_path, layout, tensors},
    text,
};

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
    let files = Files::open(&args.input, args.format)?;
    let parsed = files.parse()?;
    let value = parsed.value().map_err(|error| Failure::new(files.main.name(), error))?;
    let mut lost = lost_extras(&parsed, format);
    let plan = plan(args, &value, format, &mut lost).map_err(|what| Failure::new(files.main.name(), what))?;
    if !lost.is_empty() && !args.allow_loss {
        return Err(Failure::new(args.output.display(), format!("{format} would lose {}", text::list(&lost)))
            .help("--allow-loss goes on without it"));
    }
    for what in &lost {
        writeln!(notes, "lost: {what}")?;
    }
    for note in plan.notes(format) {
        writeln!(notes, "note: {note}")?;
    }
    let total = files.main.len() as u64;
    let failed = |error: EncodeError| match error.into_kind_and_text() {
        (ErrorKind::Io(error), _) => Failure { place: args.output.display().to_string(), ..error.into() },
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
    // Metadata of safetensors are copied; of what else a format has beside its tensors, nothing is.
    let kept = |kept_by: Format| format == Format::Safetensors && kept_by == format;
    parsed.extras.iter().filter(|extra| !kept(extra.kept_by)).map(|extra| extra.what.clone()).collect()
}

/// What is written: tensors that the format can hold, some of them changed.
struct Plan<'v> {
    value: Planned<'v>,
}

enum Planned<'v> {
    Tensor(Held<'v>),
    Record(Vec<(String, Held<'v>)>),
}

enum Held<'v> {
    Same(&'v TensorRef<'v>),
    Changed(Tensor),
}

impl Held<'_> {
    fn tensor(&self) -> TensorRef<'_> {
        match self {
            Held::Same(tensor) => (*tensor).clone(),
            Held::Changed(tensor) => tensor.as_ref(),
        }
    }
}

fn plan<'v>(args: &Convert, value: &'v Value<'v>, format: Format, lost: &mut Vec<String>) -> Result<Plan<'v>, String> {
    let found = tensors(value);
    let single =
        matches!(format, Format::Npy | Format::Stdlib | Format::Xla) || format == Format::Vespa && found.len() == 1;
    let named = matches!(format, Format::Npz | Format::Safetensors);
    let mut held = Vec::new();
    for (name, tensor) in &found {
        held.push(((*name).to_owned(), adapted(name, tensor, format, lost)?));
    }
    let value = match (value, single) {
        (Value::Record(_), true) => {
            if held.len() != 1 {
                return Err(format!(
                    "{format} holds one tensor, the file has {}; npz and safetensors hold several",
                    held.len()
                ));
            }
            let Some((name, tensor)) = held.pop() else { return Err("there is no tensor".into()) };
            lost.push(format!("the name `{name}`"));
            Planned::Tensor(tensor)
        }
        (Value::Tensor(_), _) => match held.pop() {
            Some((_, tensor)) if named => Planned::Record(vec![(args.name.clone(), tensor)]),
            Some((_, tensor)) => Planned::Tensor(tensor),
            None => return Err("there is no tensor".into()),
        },
        (Value::Record(_), false) => Planned::Record(held),
    };
    Ok(Plan { value })
}

/// A tensor as the format can hold it.
fn adapted<'v>(
    name: &str,
    tensor: &'v TensorRef<'v>,
    format: Format,
    lost: &mut Vec<String>,
) -> Result<Held<'v>, String> {
    let element_type = tensor.element_type();
    if has(format, element_type) {
        return Ok(Held::Same(tensor));
    }
    let place = if name.is_empty() { String::new() } else { format!("`{name}`: ") };
    let none = format!("{place}{format} has no element type {element_type}");
    let wider = match (format, element_type) {
        (Format::Vespa, ElementType::F16) => ElementType::F32,
        (Format::Vespa, _) if element_type.is_numeric() => ElementType::F64,
        (_, ElementType::F16 | ElementType::BF16) => ElementType::F32,
        _ => return Err(none),
    };
    let cast = if wider == ElementType::F32 { tensor.cast::<f32>() } else { tensor.cast::<f64>() };
    let cast = cast.map_err(|error| format!("{none}, and as {wider}: {error}"))?;
    lost.push(format!("{place}the element type {element_type}, written as {wider}"));
    Ok(Held::Changed(cast))
}

/// Whether the format has the element type.
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
    /// What is different in the new file although no value is.
    fn notes(&self, format: Format) -> Vec<String> {
        let mut notes = Vec::new();
        let mut note = |name: &str, tensor: &TensorRef<'_>| {
            if let Some(layout) = layout(tensor).filter(|layout| layout != "row-major") {
                let place = if name.is_empty() { String::new() } else { format!("`{name}`: ") };
                notes.push(format!("{place}{layout} is written row-major, little-endian"));
            }
        };
        match &self.value {
            Planned::Tensor(tensor) => note("", &tensor.tensor()),
            Planned::Record(record) => {
                record.iter().for_each(|(name, tensor)| note(name, &tensor.tensor()));
                if format == Format::Safetensors && record.len() > 1 {
                    notes.push("safetensors orders tensors by element size and name".into());
                }
            }
        }
        notes
    }

    fn write(
        &self,
        format: Format,
        args: &Convert,
        parsed: &Parsed<'_>,
        out: &mut dyn Write,
    ) -> Result<(), EncodeError> {
        match &self.value {
            Planned::Tensor(tensor) => {
                let tensor = tensor.tensor();
                match format {
                    Format::Npy => npy::to_writer(&tensor, out),
                    Format::Stdlib => out.write_all(&meta(&tensor)?.to_vec()?).map_err(EncodeError::from),
                    Format::Xla => out.write_all(&shape(&tensor)?.to_vec()).map_err(EncodeError::from),
                    _ => write_value(format, &tensor, out),
                }
            }
            Planned::Record(record) => {
                let record: RecordRef<'_> =
                    record.iter().map(|(name, tensor)| (name.as_str(), tensor.tensor())).collect();
                match format {
                    Format::Npz => npz::Options::new().deflate(args.deflate).to_writer(&record, out),
                    Format::Safetensors => safetensors::to_writer_with(&record, &parsed.metadata, out),
                    _ => write_value(format, &record, out),
                }
            }
        }
    }

    /// The elements alone, for formats that keep them in a file of their own.
    fn write_elements(&self, out: &mut dyn Write) -> Result<(), EncodeError> {
        let Planned::Tensor(tensor) = &self.value else { return Ok(()) };
        Ok(out.write_all(&tensor.tensor().to_bytes(ByteOrder::Little))?)
    }
}

fn write_value<T: tensor_format::Encode>(
    format: Format,
    value: &T,
    mut out: &mut dyn Write,
) -> Result<(), EncodeError> {
    match (format, format.dialect()) {
        (_, Some(dialect)) => decthings::Options::new().dialect(dialect).to_writer(value, out),
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
