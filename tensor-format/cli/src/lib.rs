//! The tool `tensor-format`: shows, checks, compares and converts files of tensors.
//!
//! A command is a function of its options and the streams it writes to. It ends well, with objections (violations,
//! differences), or with a [`failure::Failure`] that says what is wrong, where, and what to do.
#![deny(unsafe_code)]

pub mod args;
pub mod commands;
pub mod failure;
pub mod file;
pub mod io;
pub mod show;
pub mod terminal;

use std::io::Write;

use clap::CommandFactory;

use args::{Cli, Command};
#[cfg(feature = "oip")]
use commands::call;
use commands::{convert, diff, inspect, rules, validate};
use failure::{Failure, Outcome};
use terminal::style::Paint;

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
        #[cfg(feature = "oip")]
        Command::Call(args) => call::run(args, out, notes),
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
