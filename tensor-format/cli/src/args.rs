//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tensor_format::vespa::TensorType;

use crate::{
    file::{
        format::Format,
        reading::{Expansion, Reading, tensor_type},
    },
    terminal::style::ColorChoice,
};

/// What happens to a program that looks at a file as at memory.
const CHANGES: &str = "Files are mapped into memory, not copied: a program that writes to one meanwhile changes what \
                       is read, and one that cuts it short ends this one with the signal SIGBUS. Standard \
                       input is copied.";

/// Shows, checks, compares and converts files of tensors.
#[derive(Debug, Parser)]
#[command(name = "tensor-format", version, about, max_term_width = 100, after_help = CHANGES)]
pub struct Cli {
    /// When output is coloured.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Shows what files hold.
    Inspect(Inspect),
    /// Checks a file against rules: exit code 0 if it keeps them, 1 if not, 2 if it cannot be read.
    Validate(Validate),
    /// Writes a file in another format.
    ///
    /// Memory does not grow with the elements: those that have to be parsed, unpacked or put in order are kept in a file
    /// without a name in the folder for temporary files (TMPDIR) meanwhile, which needs room for them. Held are names,
    /// and the labels of sparse tensors of Vespa, since none may occur twice.
    Convert(Convert),
    /// Compares two files, of whatever formats: exit code 0 if they agree, 1 if not, 2 if one cannot be read.
    Diff(Diff),
    /// Prints the rules that a file fits, or the definitions of an ONNX model's inputs and outputs.
    Rules(Rules),
    /// Compares two versions of rules: exit code 0 if compatible as required, 1 if not, 2 if one cannot be read.
    RulesDiff(RulesDiff),
    /// Prints the completions of a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Options of `inspect`.
#[derive(Debug, Args)]
pub struct Inspect {
    /// The files; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How it is read.
    #[command(flatten)]
    pub reading: Reading,
    /// The tensor to show, instead of all.
    #[arg(long, value_name = "NAME")]
    pub tensor: Option<String>,
    /// Element types and shapes alone, without a look at the elements.
    #[arg(long)]
    pub header: bool,
    /// For programs: one JSON object a file, a line each.
    #[arg(long)]
    pub json: bool,
    /// What each byte means.
    #[arg(long, conflicts_with = "json")]
    pub hex: bool,
    /// Writes a picture of an image tensor.
    #[arg(long, value_name = "OUT")]
    pub png: Option<PathBuf>,
    /// Shows an image tensor in the terminal, in 24-bit colour.
    #[arg(long, conflicts_with = "json")]
    pub draw: bool,
}

/// Options of `validate`.
#[derive(Debug, Args)]
pub struct Validate {
    /// The file; `-` is standard input.
    pub file: PathBuf,
    /// Rules of one tensor or definitions of a record, in JSON.
    #[arg(long, value_name = "RULES.json")]
    pub rules: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub reading: Reading,
    /// For programs: one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Options of `convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// The file to read; `-` is standard input.
    pub input: PathBuf,
    /// The file to write, `X.meta` or `X.shape` with `X.bin` beside it; `-` is standard output.
    ///
    /// A file appears whole or not at all. Of two files, the old X.meta or X.shape is removed before the new X.bin is
    /// put in its place, so that an interrupted run leaves no X.meta or X.shape beside elements of another. An X.bin
    /// that is alone is not replaced.
    pub output: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub reading: Reading,
    /// The format to write, instead of the one that the name says.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// Goes on although something is lost.
    #[arg(long)]
    pub allow_loss: bool,
    /// The name of a tensor that has none, where the format needs one.
    #[arg(long, value_name = "NAME", default_value = "arr_0")]
    pub name: String,
    /// Deflates the entries of an npz archive.
    #[arg(long)]
    pub deflate: bool,
}

/// Options of `diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// One file; `-` is standard input.
    pub a: PathBuf,
    /// The other.
    pub b: PathBuf,
    /// The format of the first file.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format_a: Option<Format>,
    /// The format of the second file.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format_b: Option<Format>,
    /// The type of the first file, a tensor of Vespa, as the schema declares it.
    #[arg(long, value_name = "TYPE", value_parser = tensor_type)]
    pub type_a: Option<TensorType>,
    /// The type of the second file.
    #[arg(long, value_name = "TYPE", value_parser = tensor_type)]
    pub type_b: Option<TensorType>,
    /// How far either may expand.
    #[command(flatten)]
    pub limit: Expansion,
    /// Numbers that differ by no more than this agree.
    #[arg(long, value_name = "DIFFERENCE", default_value_t = 0.0, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// For programs: one JSON object.
    #[arg(long)]
    pub json: bool,
}

fn tolerance(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if value >= 0.0 { Ok(value) } else { Err("expected a number of 0 or more".to_owned()) }
}

/// Options of `rules`.
#[derive(Debug, Args)]
pub struct Rules {
    /// The file: tensors of any format, an ONNX model (`.onnx`), an ONNX tensor (`.pb`), or the metadata or configuration
    /// of a model as an inference server gives them (`.json`).
    pub file: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub reading: Reading,
    /// Of a model, the definitions of one side alone, as `#[tensor(matches = "...")]` takes them.
    #[arg(long, value_enum)]
    pub side: Option<Side>,
    /// What is in `BYTES`, as a server lists texts and byte strings alike.
    #[arg(long, value_enum, default_value_t = Bytes::String)]
    pub bytes: Bytes,
    /// As text, which has names and ranges of axes and every element type, instead of JSON.
    #[arg(long)]
    pub text: bool,
}

/// What is in elements that are listed as `BYTES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bytes {
    /// Texts.
    String,
    /// Byte strings.
    Binary,
}

/// A side of a model or service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// What it takes.
    Input,
    /// What it gives.
    Output,
}

/// Options of `rules-diff`.
#[derive(Debug, Args)]
pub struct RulesDiff {
    /// The version in use.
    pub old: PathBuf,
    /// The version to come.
    pub new: PathBuf,
    /// Which side of the service the rules are of; definitions of a whole model have both.
    #[arg(long, value_enum, default_value_t = Side::Input)]
    pub side: Side,
    /// What the exit code 0 means.
    #[arg(long, value_enum, default_value_t = Require::Backward)]
    pub require: Require,
    /// For programs: one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// How compatible a change must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Require {
    /// Callers of the old version can use the new one.
    Backward,
    /// Callers of the new version can use the old one.
    Forward,
    /// Both.
    Full,
}
