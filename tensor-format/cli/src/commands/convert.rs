//! `convert`: a file in another format.

use std::{io::Write, path::Path};

use crate::{
    args::Convert,
    commands::write::{Target, Written},
    failure::{Failure, Outcome},
    file::{Files, foreign::Foreign, format::Format, parsed::Parsed},
};

/// Converts a file.
///
/// # Errors
///
/// If it cannot be read, cannot be written, or something would be lost that may not.
pub fn run(args: &Convert, out: &mut dyn Write, notes: &mut dyn Write) -> Result<Outcome, Failure> {
    let target = Target::new(&args.output, &args.writing)?;
    let files = Files::open(&args.input, &args.reading)?;
    #[cfg(feature = "arrow")]
    if files.format.has_columns() && target.format.has_columns() {
        target.copy_columns(&files, out)?;
        return Ok(Outcome::Fine);
    }
    let parsed = files.parse()?;
    let value = files.elements(&parsed)?;
    let mut lost = lost_extras(&parsed, target.format);
    lost.extend(parsed.foreign.iter().map(lost_part));
    let sources = files.paths();
    let written = Written {
        value: &value,
        from: files.main.name(),
        name: &args.name,
        metadata: &parsed.metadata,
        lost,
        sources: sources.iter().map(|path| -> &Path { path }).collect(),
        total: files.main.len() as u64,
    };
    target.write(written, out, notes)?;
    Ok(Outcome::Fine)
}

fn lost_part(other: &Foreign) -> String {
    // A dtype says why by itself; a tensor that is encrypted or damaged looks like a file of another kind without it.
    let why = if other.dtype.is_some() { String::new() } else { format!(" ({})", other.why) };
    format!("{}, which is no tensor of the model{why}", other.named())
}

fn lost_extras(parsed: &Parsed<'_>, format: Format) -> Vec<String> {
    // Metadata of safetensors are copied; nothing else that a format has beside its tensors is.
    let kept = |kept_by: Format| format == Format::Safetensors && kept_by == format;
    parsed.extras.iter().filter(|extra| !kept(extra.kept_by)).map(|extra| extra.what.clone()).collect()
}
