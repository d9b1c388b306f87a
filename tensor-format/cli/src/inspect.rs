//! `inspect`: what files hold.

use std::{io::Write, path::Path};

use serde_json::{Value as Json, json};
use tensor_format::{TensorRef, Value};

use crate::{
    args::Inspect,
    failure::{Failure, Outcome},
    hex, media,
    output::Output,
    parse::{Files, Parsed, element_bytes, layout, tensors},
    picture,
    stats::{Stats, float_json, stats},
    style::Paint,
    text,
};

/// Media elements that are described one by one.
const MEDIA: usize = 20;
/// Columns of a drawing.
const COLUMNS: usize = 80;

/// Shows each file.
///
/// # Errors
///
/// If a file cannot be read, after the others were shown.
pub fn run(args: &Inspect, paint: Paint, out: &mut dyn Write) -> Result<Outcome, Failure> {
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
    let rest: Vec<String> = failures.map(|failure| format!("\n{failure}")).collect();
    Err(Failure { what: format!("{}{}", first.what, rest.concat()), ..first })
}

fn one(args: &Inspect, path: &Path, paint: Paint, out: &mut dyn Write) -> Result<(), Failure> {
    let files = Files::open(path, args.format)?;
    if args.hex {
        writeln!(out, "{}", title(&files, paint))?;
        return hex::write(&files, out);
    }
    let parsed = files.parse()?;
    let value = parsed.value().map_err(|error| Failure::new(files.main.name(), error))?;
    let mut shown = tensors(&value);
    if let Some(name) = &args.tensor {
        shown.retain(|(known, _)| known == name);
        if shown.is_empty() {
            let names: Vec<&str> = tensors(&value).iter().map(|(name, _)| *name).collect();
            return Err(Failure::new(files.main.name(), format!("there is no tensor `{name}`"))
                .help(format!("it holds {}", text::list(&names))));
        }
    }
    if args.png.is_some() || args.draw {
        return pictures(args, &files, &shown, out);
    }
    if args.json {
        writeln!(out, "{}", file_json(args, &files, &parsed, &value, &shown))?;
        return Ok(());
    }
    writeln!(out, "{}", title(&files, paint))?;
    for (name, fact) in &parsed.facts {
        writeln!(out, "{}", paint.dim(&format!("  {}: {}", shortened(name), shortened(fact))))?;
    }
    for (name, tensor) in shown {
        tensor_text(args, name, tensor, paint, out)?;
    }
    Ok(())
}

fn title(files: &Files, paint: Paint) -> String {
    let size = text::bytes(files.main.len() as u64);
    format!("{}: {} ({}), {size}", paint.bold(files.main.name()), files.format, files.evidence.words())
}

/// A text of a file on one line, cut if it is long.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

fn tensor_text(
    args: &Inspect,
    name: &str,
    tensor: &TensorRef<'_>,
    paint: Paint,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut line = if name.is_empty() { String::new() } else { format!("{}: ", paint.bold(&shortened(name))) };
    line.push_str(&tensor.header().to_string());
    if let Some(layout) = layout(tensor) {
        line.push_str(&format!(", {layout}"));
    }
    line.push_str(&format!(", {}", text::bytes(element_bytes(tensor))));
    writeln!(out, "{line}")?;
    if args.header {
        return Ok(());
    }
    if let Some(stats) = stats(tensor).filter(|_| !tensor.is_empty()) {
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
    // A scalar stands behind its header, axes on lines of their own.
    let preview = if tensor.rank() == 0 { preview.trim() } else { preview.trim_matches('\n') };
    for line in preview.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn stats_text(stats: &Stats) -> String {
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
    parts.push(format!("{} NaN, {} infinite", stats.nan, stats.infinite));
    parts.join(", ")
}

fn pictures(
    args: &Inspect,
    files: &Files,
    shown: &[(&str, &TensorRef<'_>)],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let [(_, tensor)] = shown else {
        let names: Vec<&str> = shown.iter().map(|(name, _)| *name).collect();
        return Err(Failure::new(files.main.name(), format!("there are {} tensors", shown.len()))
            .help(format!("choose one with --tensor: {}", text::list(&names))));
    };
    let picture = picture::of_tensor(tensor).map_err(|failure| failure.at(files.main.name()))?;
    if let Some(path) = &args.png {
        let sources = files.paths();
        let output = Output::create(path, &sources.iter().map(|path| &**path).collect::<Vec<_>>())?;
        picture.write_png(output.writer()?).map_err(|failure| failure.at(path.display()))?;
        Output::persist(vec![output])?;
        writeln!(out, "{}: written", path.display())?;
    }
    if args.draw {
        write!(out, "{}", picture.drawn(COLUMNS))?;
    }
    Ok(())
}

fn file_json(
    args: &Inspect,
    files: &Files,
    parsed: &Parsed<'_>,
    value: &Value<'_>,
    shown: &[(&str, &TensorRef<'_>)],
) -> Json {
    let facts: serde_json::Map<String, Json> =
        parsed.facts.iter().map(|(name, fact)| (name.clone(), json!(fact))).collect();
    json!({
        "file": files.main.name(),
        "format": files.format.name(),
        "found": files.evidence.words(),
        "bytes": files.main.len(),
        "record": matches!(value, Value::Record(_)),
        "facts": facts,
        "tensors": shown.iter().map(|(name, tensor)| tensor_json(args, name, tensor)).collect::<Vec<_>>(),
    })
}

fn tensor_json(args: &Inspect, name: &str, tensor: &TensorRef<'_>) -> Json {
    let mut json = json!({
        "name": (!name.is_empty()).then_some(name),
        "dtype": tensor.element_type().name(),
        "shape": tensor.shape()[..],
        "layout": layout(tensor),
        "bytes": element_bytes(tensor),
    });
    if args.header {
        return json;
    }
    if let Some(stats) = stats(tensor) {
        json["stats"] = json!({
            "min": stats.min.map(|min| min.json()),
            "max": stats.max.map(|max| max.json()),
            "mean": stats.mean.map(float_json),
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
