//! The command line.

use std::path::PathBuf;
#[cfg(feature = "oip")]
use std::time::Duration;

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
    ///
    /// Rules are of element types and shapes, and of what is there: no element is looked at, so that labels, ranges of
    /// values and the lengths of ragged lists are not checked. Of files of columns the rules are those of a row, and
    /// the first row that breaks them is shown.
    Validate(Validate),
    /// Writes a file in another format.
    ///
    /// Memory does not grow with the elements: those that have to be parsed, unpacked or put in order are kept in a
    /// file without a name in the folder for temporary files (TMPDIR) meanwhile, which needs room for them. Held are
    /// names, and the labels of sparse tensors of Vespa, since none may occur twice.
    Convert(Convert),
    /// Compares two files, of whatever formats: exit code 0 if they agree, 1 if not, 2 if one cannot be read.
    Diff(Diff),
    /// Prints the rules that a file fits, or the definitions of a model's inputs and outputs.
    Rules(Rules),
    /// Calls a model on a server of the Open Inference Protocol, as Triton, with the tensors of a file.
    ///
    /// First it asks the server what the model takes, and sends nothing that does not fit. Exit code 0 if the model
    /// answered, 1 if the input does not fit it, by its metadata or the answer, 2 if there was no answer or a file
    /// failed.
    #[cfg(feature = "oip")]
    Call(Call),
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
    /// that is alone is not replaced. A run that is killed leaves at most one file `.tensor-format-` and six characters
    /// beside each, which the next run that writes to the folder removes.
    pub output: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub reading: Reading,
    /// How it is written.
    #[command(flatten)]
    pub writing: Writing,
    /// The name of a tensor that has none, where the format needs one.
    #[arg(long, value_name = "NAME", default_value = "arr_0")]
    pub name: String,
}

/// How a file of tensors is written.
#[derive(Debug, Args)]
pub struct Writing {
    /// The format to write, instead of the one that the name says.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// Goes on although something is lost.
    #[arg(long)]
    pub allow_loss: bool,
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
    /// The file: tensors of any format, an ONNX model (`.onnx`), an ONNX tensor (`.pb`), or the metadata or
    /// configuration of a model as an inference server gives them. Or the URL of a model on such a server, where the
    /// tool is built with the feature `oip`: `http://127.0.0.1:8000/v2/models/NAME`.
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
    /// How the server is reached.
    #[cfg(feature = "oip")]
    #[command(flatten)]
    pub patience: Patience,
}

/// How long a server is waited for.
#[cfg(feature = "oip")]
#[derive(Debug, Args)]
pub struct Patience {
    /// The most seconds that each question to the server takes, from its beginning to the end of the answer.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: Duration,
}

#[cfg(feature = "oip")]
fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a number above 0".to_owned())
}

/// Options of `call`.
#[cfg(feature = "oip")]
#[derive(Debug, Args)]
pub struct Call {
    /// The model: `http://127.0.0.1:8000/v2/models/NAME`, and `/versions/VERSION` behind it for one version.
    pub url: String,
    /// The file of the inputs, in any format that holds tensors; `-` is standard input. A tensor without a name is the
    /// only input that is required.
    #[arg(long, value_name = "FILE")]
    pub input: PathBuf,
    /// The file to write the outputs to; it appears whole or not at all. `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// How the input is read.
    #[command(flatten)]
    pub reading: Reading,
    /// How the output is written.
    #[command(flatten)]
    pub writing: Writing,
    /// The form in which elements are sent and asked for.
    #[arg(long, value_enum, default_value_t = MessageForm::Auto)]
    pub form: MessageForm,
    /// Sends the input as it is: what does not fit is for the server to find.
    #[arg(long)]
    pub unchecked: bool,
    /// How the server is reached.
    #[command(flatten)]
    pub patience: Patience,
    /// The most bytes of an answer (64 MiB).
    #[arg(
        long,
        value_name = "BYTES",
        default_value_t = 64 << 20,
        hide_default_value = true,
        value_parser = crate::file::reading::bytes::<usize>
    )]
    pub max_answer: usize,
}

/// The form of elements in messages.
#[cfg(feature = "oip")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageForm {
    /// As bytes where the server says that it reads them, else in JSON.
    Auto,
    /// As bytes behind the JSON.
    Binary,
    /// In JSON, which every server reads, and which has neither half floats nor NaN.
    Json,
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
