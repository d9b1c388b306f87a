//! The tool `tensor-format`: shows, checks, compares and converts files of tensors.
//!
//! A command is a function of its options and the streams it writes to. It ends well, with objections (violations,
//! differences), or with a [`failure::Failure`] that says what is wrong, where, and what to do.
#![deny(unsafe_code)]

pub mod archive;
pub mod args;
pub mod constant;
pub mod convert;
pub mod diff;
pub mod failure;
pub mod foreign;
pub mod format;
pub mod hex;
pub mod input;
pub mod inspect;
pub mod layout;
pub mod media;
pub mod onnx;
pub mod output;
pub mod parse;
pub mod picture;
pub mod progress;
pub mod reading;
pub mod rules;
pub mod stats;
pub mod style;
pub mod text;
pub mod validate;

use std::io::Write;

use clap::CommandFactory;

use args::{Cli, Command};
use failure::{Failure, Outcome};
use style::Paint;

/// Does what the command line says.
///
/// # Errors
///
/// If it cannot be done.
pub fn run(cli: &Cli, paint: Paint, out: &mut dyn Write, notes: &mut dyn Write) -> Result<Outcome, Failure> {
    let outcome = match &cli.command {
        Command::Inspect(args) => inspect::run(args, paint, out),
        Command::Validate(args) => validate::run(args, paint, out),
        Command::Convert(args) => convert::run(args, out, notes),
        Command::Diff(args) => diff::run(args, paint, out),
        Command::Rules(args) => rules::run(args, out),
        Command::RulesDiff(args) => rules::diff(args, paint, out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "tensor-format", &mut script);
            out.write_all(&script)?;
            Ok(Outcome::Fine)
        }
    };
    out.flush()?;
    outcome
}
