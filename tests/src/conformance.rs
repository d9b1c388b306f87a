//! The judge of conformance vectors: one JSON object a line, one module a format.

use std::{
    fs,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

mod case;
pub mod decthings;
pub mod stdlib;
pub mod vespa;
pub mod xla;
pub mod zio;
pub use case::Case;

/// The formats that can be judged.
pub const FORMATS: &[Format] = &[decthings::FORMAT, stdlib::FORMAT, vespa::FORMAT, xla::FORMAT, zio::FORMAT];

/// A format and the files its vectors come in.
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// The files that are judged, and how.
    pub files: &'static [(&'static str, Judge)],
}

/// Judges one line. An error means that the line is not such a vector.
pub type Judge = fn(line: &str, case: &mut Case) -> Result<(), serde_json::Error>;

/// How many cases passed and failed, and how many were not judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cases in which everything a vector states holds.
    pub passed: usize,
    /// Cases in which something differs, and lines that are no vector.
    pub failed: usize,
    /// Lines of vector files without a judge, and other files without one, one each.
    pub not_judged: usize,
}

/// Why a folder could not be judged at all.
#[derive(Debug)]
pub enum RunError {
    /// No such format.
    UnknownFormat(String),
    /// The folder holds no vectors.
    NoVectors(PathBuf),
    /// A file or folder cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The report cannot be written.
    Report(io::Error),
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RunError::UnknownFormat(name) => {
                let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
                write!(f, "unknown format `{name}`; known: {}", known.join(", "))
            }
            RunError::NoVectors(folder) => write!(f, "{}: no vectors in this folder", folder.display()),
            RunError::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            RunError::Report(error) => write!(f, "the report cannot be written: {error}"),
        }
    }
}

impl std::error::Error for RunError {}

/// Judges every vector in a folder and reports to `out`: a line for each failing case and each file that was not judged,
/// and the tally at the end.
///
/// # Errors
///
/// If the format is unknown, the folder or one of its files cannot be read, or the folder holds no vectors.
pub fn run(format: &str, folder: &Path, out: &mut impl Write) -> Result<Tally, RunError> {
    let format =
        FORMATS.iter().find(|known| known.name == format).ok_or_else(|| RunError::UnknownFormat(format.to_owned()))?;
    let mut tally = Tally::default();
    for path in files_of(folder)? {
        judge_file(format, &path, &mut tally, out)?;
    }
    if tally == Tally::default() {
        return Err(RunError::NoVectors(folder.to_owned()));
    }
    let Tally { passed, failed, not_judged } = tally;
    writeln!(out, "{}: {passed} passed, {failed} failed, {not_judged} not judged", format.name)
        .map_err(RunError::Report)?;
    Ok(tally)
}

/// Everything in a folder, in the order of the names.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, RunError> {
    let unreadable = |error| RunError::Unreadable(folder.to_owned(), error);
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

fn judge_file(format: &Format, path: &Path, tally: &mut Tally, out: &mut impl Write) -> Result<(), RunError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_vectors = path.is_file() && path.extension().is_some_and(|extension| extension == "jsonl");
    if !is_vectors {
        // Documentation states no cases; anything else might.
        let cases = usize::from(path.extension().is_none_or(|extension| extension != "md"));
        tally.not_judged += cases;
        return writeln!(out, "not judged: {name} (not a file of vectors)").map_err(RunError::Report);
    }
    let text = fs::read_to_string(path).map_err(|error| RunError::Unreadable(path.to_owned(), error))?;
    let Some((_, judge)) = format.files.iter().find(|(known, _)| *known == name) else {
        let cases = lines_of(&text).count();
        tally.not_judged += cases;
        return writeln!(out, "not judged: {name} ({cases} cases, no judge for this file)").map_err(RunError::Report);
    };
    for (number, line) in lines_of(&text) {
        judge_line(*judge, &name, number, line, tally, out).map_err(RunError::Report)?;
    }
    Ok(())
}

/// The lines that are not blank, numbered from 1.
fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line)).filter(|(_, line)| !line.trim().is_empty())
}

/// Judges one line of a file and reports it if it fails.
///
/// # Errors
///
/// Those of the report.
pub fn judge_line(
    judge: Judge,
    file: &str,
    number: usize,
    line: &str,
    tally: &mut Tally,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut case = Case::of_line(line, number);
    let judged = catch_unwind(AssertUnwindSafe(|| judge(line, &mut case)));
    match judged {
        Ok(Ok(())) => {}
        Ok(Err(error)) => case.fault("reading the vector", "a vector as documented", error),
        Err(_) => case.fault("decoding or encoding", "no panic", "a panic"),
    }
    if case.passed() {
        tally.passed += 1;
        return Ok(());
    }
    if case.exceeds_machine() {
        tally.not_judged += 1;
        return writeln!(out, "not judged: {file} {case} (more than this machine can address)");
    }
    tally.failed += 1;
    writeln!(out, "FAILED {file} {case}")
}
