//! `inspect`: what files hold.

use std::{io::Write, path::Path};

use serde_json::{Value as Json, json};
use tensor_format::{Header, TensorRef, Value};

use crate::{
    args::Inspect,
    failure::{Failure, Outcome},
    file::{
        Files,
        foreign::Foreign,
        format::Format,
        layout::{element_bytes, head_layout, layout},
        media,
        parsed::tensors,
    },
    io::output::Output,
    show::{
        hex,
        null_rows::ValidRows,
        picture,
        stats::{Stats, float_json, stats},
    },
    terminal::{style::Paint, text},
};

/// The most media elements that are described one by one.
const MEDIA: usize = 20;
/// The width of a drawing, in columns.
const COLUMNS: usize = 80;

/// Shows each file.
///
/// # Errors
///
/// If a file cannot be read, after the others were shown.
pub fn run(args: &Inspect, paint: Paint, out: &mut dyn Write) -> Result<Outcome, Failure> {
    if let (Some(path), [_, _, ..]) = (&args.png, &args.files[..]) {
        return Err(Failure::new(path.display(), "there are several files, and one picture to be written")
            .help("name one file"));
    }
    let mut failures = Vec::new();
    for (index, path) in args.files.iter().enumerate() {
        if index > 0 && !args.json {
            writeln!(out)?;
        }
        match one(args, path, paint, out) {
            Ok(()) => {}
            Err(failure) if failure.pipe_closed => return Err(failure),
            Err(failure) => failures.push(failure),
        }
    }
    let mut failures = failures.into_iter();
    let Some(first) = failures.next() else { return Ok(Outcome::Fine) };
    // One a line, each printable already.
    let rest: Vec<String> = failures.map(|failure| format!("\n{failure}")).collect();
    Err(Failure { what: format!("{}{}", first.what, rest.concat()), ..first })
}

fn one(args: &Inspect, path: &Path, paint: Paint, out: &mut dyn Write) -> Result<(), Failure> {
    let files = Files::open(path, &args.reading)?;
    if args.hex {
        writeln!(out, "{}", title(&files, paint))?;
        return hex::write(&files, out);
    }
    let pictured = args.png.is_some() || args.draw;
    let heads = if args.header && !pictured { files.heads()? } else { None };
    if let Some((heads, foreign)) = heads {
        let shown = heads.iter().map(|(name, head)| Shown {
            name: Some(name),
            header: head.header(),
            layout: head_layout(head),
            bytes: head.data_len() as u64,
            tensor: None,
            valid: None,
        });
        let (shown, foreign) = chosen(args, &files, shown.collect(), &foreign)?;
        return show(args, &files, &FileSummary { facts: &[], record: true, shown, foreign }, paint, out);
    }
    let parsed = files.parse()?;
    if files.format == Format::OipMetadata && !pictured && args.tensor.is_none() {
        let content = FileSummary { facts: &parsed.facts, record: true, shown: Vec::new(), foreign: &[] };
        return show(args, &files, &content, paint, out);
    }
    let value = if args.header && !pictured { files.value(&parsed)? } else { files.elements(&parsed)? };
    let tensors = tensors(&value);
    let valid = |at: usize| parsed.filled.contains(&at).then(|| tensors.get(at + 1)).flatten();
    let shown = tensors.iter().enumerate().map(|(at, &(name, tensor))| Shown {
        name,
        header: tensor.header(),
        layout: layout(tensor),
        bytes: element_bytes(tensor),
        tensor: (!args.header || pictured).then_some(tensor),
        valid: valid(at).map(|(_, valid)| ValidRows(valid)),
    });
    let (shown, foreign) = chosen(args, &files, shown.collect(), &parsed.foreign)?;
    if pictured {
        return pictures(args, &files, &shown, out);
    }
    let record = matches!(value, Value::Record(_));
    show(args, &files, &FileSummary { facts: &parsed.facts, record, shown, foreign }, paint, out)
}

/// The parts of a file that are shown.
struct FileSummary<'v> {
    facts: &'v [(String, String)],
    record: bool,
    shown: Vec<Shown<'v>>,
    foreign: &'v [Foreign],
}

/// The parts of a tensor that are shown.
struct Shown<'v> {
    name: Option<&'v str>,
    header: &'v Header,
    layout: Option<String>,
    bytes: u64,
    /// The tensor; `None` if its elements are not looked at.
    tensor: Option<&'v TensorRef<'v>>,
    /// Which rows have a value, if some are null.
    valid: Option<ValidRows<'v>>,
}

impl Shown<'_> {
    /// Returns the statistics of the elements, without null rows.
    fn stats(&self) -> Option<Stats> {
        let tensor = self.tensor?;
        self.valid.map_or_else(|| stats(tensor), |valid| valid.stats(tensor))
    }
}

/// Returns the tensors that were asked for; if all were, also what else the file holds.
fn chosen<'v>(
    args: &Inspect,
    files: &Files,
    mut all: Vec<Shown<'v>>,
    foreign: &'v [Foreign],
) -> Result<(Vec<Shown<'v>>, &'v [Foreign]), Failure> {
    let Some(name) = &args.tensor else { return Ok((all, foreign)) };
    if let Some(other) = foreign.iter().find(|other| other.name == *name) {
        let what = format!("{} is no tensor of the model and cannot be shown", other.named());
        return Err(Failure::new(files.main.name(), what).help(&other.why));
    }
    let held = match all[..] {
        [] => "nothing".to_owned(),
        [Shown { name: None, .. }] => "one tensor without a name".to_owned(),
        _ => names(&all),
    };
    all.retain(|shown| shown.name == Some(name));
    if all.is_empty() {
        return Err(Failure::new(files.main.name(), format!("there is no tensor {}", text::quoted(name)))
            .help(format!("it holds {held}")));
    }
    Ok((all, &[]))
}

/// Returns the names of tensors, in words.
fn names(shown: &[Shown<'_>]) -> String {
    text::list(&shown.iter().map(|shown| text::name(shown.name.unwrap_or_default())).collect::<Vec<_>>())
}

fn show(
    args: &Inspect,
    files: &Files,
    content: &FileSummary<'_>,
    paint: Paint,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if args.json {
        writeln!(out, "{}", text::json(&file_json(files, content)))?;
        return Ok(());
    }
    writeln!(out, "{}", title(files, paint))?;
    for (name, fact) in content.facts {
        writeln!(out, "{}", paint.dim(&format!("  {}: {}", shortened(name), shortened(fact))))?;
    }
    content.shown.iter().try_for_each(|shown| tensor_text(shown, paint, out))?;
    for other in content.foreign {
        writeln!(out, "{}: {}, {}", paint.bold(&shortened(&other.name)), other.header(), text::bytes(other.bytes))?;
        writeln!(
            out,
            "  no tensor of the model, so that it is neither shown nor converted: {}",
            shortened(&other.why)
        )?;
    }
    Ok(())
}

fn title(files: &Files, paint: Paint) -> String {
    let size = text::bytes(files.main.len() as u64);
    format!(
        "{}: {} ({}), {size}",
        paint.bold(&text::printable(files.main.name())),
        files.format,
        files.evidence.words()
    )
}

/// Returns a text of a file on one line, cut if it is long.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => text::printable(&text[..end]) + "…",
        None => text::printable(text),
    }
}

fn tensor_text(shown: &Shown<'_>, paint: Paint, out: &mut dyn Write) -> Result<(), Failure> {
    let name = |name: &str| if name.is_empty() { text::name(name) } else { shortened(name) };
    let mut line = shown.name.map_or_else(String::new, |shown| format!("{}: ", paint.bold(&name(shown))));
    line.push_str(&shown.header.to_string());
    if let Some(layout) = &shown.layout {
        line.push_str(&format!(", {layout}"));
    }
    line.push_str(&format!(", {}", text::bytes(shown.bytes)));
    writeln!(out, "{line}")?;
    let Some(tensor) = shown.tensor else { return Ok(()) };
    if let Some((nulls, rows)) = shown.valid.map(|valid| valid.nulls()) {
        writeln!(out, "  {nulls} of {rows} rows are null")?;
    }
    if let Some(stats) = shown.stats().filter(|_| !tensor.is_empty()) {
        writeln!(out, "  {}", stats_text(&stats))?;
    }
    if tensor.element_type().is_media() {
        for (index, media) in media::media(tensor, MEDIA).iter().enumerate() {
            writeln!(out, "  {index}: {}", media.words())?;
        }
        if tensor.len() > MEDIA {
            writeln!(out, "  and {} more", tensor.len() - MEDIA)?;
        }
        return Ok(());
    }
    let shown = tensor.to_string();
    // The first line is the header.
    let preview = shown.strip_prefix(&tensor.header().to_string()).unwrap_or(&shown);
    // A scalar is shown behind its header, axes on lines of their own.
    let preview = if tensor.rank() == 0 { preview.trim() } else { preview.trim_matches('\n') };
    for line in preview.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn stats_text(stats: &Stats) -> String {
    let not_finite = format!("{} NaN, {} infinite", stats.nan, stats.infinite);
    if stats.finite == 0 {
        return format!("no finite element: {not_finite}");
    }
    let mut parts = Vec::new();
    if let (Some(min), Some(max)) = (stats.min, stats.max) {
        parts.push(format!("min {min}, max {max}"));
    }
    match (stats.mean, stats.imaginary) {
        (Some(real), Some(imaginary)) => {
            let sign = if imaginary < 0.0 { '-' } else { '+' };
            parts.push(format!("mean {} {sign} {}i", text::number(real), text::number(imaginary.abs())));
        }
        (Some(mean), None) => parts.push(format!("mean {}", text::number(mean))),
        _ => {}
    }
    // Neither NaN nor infinities are among those that the numbers before are of.
    let of = if stats.nan + stats.infinite > 0 { " of the finite elements" } else { "" };
    format!("{}{of}, {not_finite}", parts.join(", "))
}

fn pictures(args: &Inspect, files: &Files, shown: &[Shown<'_>], out: &mut dyn Write) -> Result<(), Failure> {
    let [Shown { tensor: Some(tensor), .. }] = shown else {
        return Err(Failure::new(files.main.name(), format!("there are {} tensors", shown.len()))
            .help(format!("choose one with --tensor: {}", names(shown))));
    };
    let picture = picture::of_tensor(tensor).map_err(|failure| failure.at(files.main.name()))?;
    if let Some(path) = &args.png {
        let sources = files.paths();
        let output = Output::create(path, &sources.iter().map(|path| &**path).collect::<Vec<_>>())?;
        picture.write_png(output.writer()?).map_err(|failure| failure.at(path.display()))?;
        Output::persist(vec![output])?;
        writeln!(out, "{}: written", text::printable(&path.display().to_string()))?;
    }
    if args.draw {
        write!(out, "{}", picture.drawn(COLUMNS))?;
    }
    Ok(())
}

fn file_json(files: &Files, content: &FileSummary<'_>) -> Json {
    let facts: serde_json::Map<String, Json> =
        content.facts.iter().map(|(name, fact)| (name.clone(), json!(fact))).collect();
    json!({
        "file": files.main.name(),
        "format": files.format.name(),
        "found": files.evidence.words(),
        "bytes": files.main.len(),
        "record": content.record,
        "facts": facts,
        "tensors": content.shown.iter().map(tensor_json).collect::<Vec<_>>(),
        "others": content.foreign.iter().map(foreign_json).collect::<Vec<_>>(),
    })
}

fn foreign_json(other: &Foreign) -> Json {
    json!({
        "name": other.name,
        "dtype": other.dtype,
        "shape": other.shape.as_deref(),
        "bytes": other.bytes,
        "why": other.why,
    })
}

fn tensor_json(shown: &Shown<'_>) -> Json {
    let mut json = json!({
        "name": shown.name,
        "dtype": shown.header.element_type.name(),
        "shape": shown.header.shape[..],
        "layout": shown.layout,
        "bytes": shown.bytes,
    });
    let Some(tensor) = shown.tensor else { return json };
    if let Some(valid) = shown.valid {
        json["null_rows"] = valid.nulls().0.into();
    }
    if let Some(stats) = shown.stats() {
        json["stats"] = json!({
            "min": stats.min.map(|min| min.json()),
            "max": stats.max.map(|max| max.json()),
            "mean": stats.mean.map(float_json),
            "finite": stats.finite,
            "nan": stats.nan,
            "infinite": stats.infinite,
        });
        if let Some(imaginary) = stats.imaginary {
            json["stats"]["mean_imaginary"] = float_json(imaginary);
        }
    }
    if tensor.element_type().is_media() {
        json["media"] = media::media(tensor, usize::MAX).iter().map(media::Media::json).collect();
    }
    json
}
