//! `convert`: a file in another format.

use std::{io::Write, path::Path};

use crate::{
    args::Convert,
    commands::write::{Target, Written},
    failure::{Failure, Outcome},
    file::{Files, format::Format, parsed::Parsed},
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
    lost.extend(parsed.foreign.iter().map(|other| format!("{}, which is no tensor of the model", other.named())));
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

fn lost_extras(parsed: &Parsed<'_>, format: Format) -> Vec<String> {
    // Metadata of safetensors are copied; nothing else that a format has beside its tensors is.
    let kept = |kept_by: Format| format == Format::Safetensors && kept_by == format;
    parsed.extras.iter().filter(|extra| !kept(extra.kept_by)).map(|extra| extra.what.clone()).collect()
}
