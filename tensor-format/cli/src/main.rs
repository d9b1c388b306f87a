//! The tool `tensor-format`. Exit codes: 0 fine, 1 violations or differences, 2 failure.

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use clap::Parser;
use tensor_format_cli::{
    args::Cli,
    failure::Outcome,
    run,
    terminal::{style::Paint, text},
};

fn main() -> ExitCode {
    let (stdout, mut stderr) = (io::stdout(), io::stderr());
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let shown = error.render().to_string();
            let printable = text::lines(&shown);
            // A shell puts names of files in place of `*`, and such a name may steer the terminal.
            if printable == shown {
                error.exit();
            }
            let _ = write!(stderr, "{printable}");
            return ExitCode::from(2);
        }
    };
    let paint = Paint(cli.color.on(&stdout));
    let mut out = BufWriter::new(stdout.lock());
    match run(&cli, paint, &mut out, &mut stderr) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Objections) => ExitCode::from(1),
        // Whoever read the output has seen enough.
        Err(failure) if failure.pipe_closed => ExitCode::SUCCESS,
        Err(failure) => {
            let paint = Paint(cli.color.on(&stderr));
            // Where even this cannot be written, the exit code says it.
            let _ = writeln!(stderr, "{} {failure}", paint.red("error:"));
            if let Some(help) = &failure.help {
                let _ = writeln!(stderr, "{} {help}", paint.bold("help:"));
            }
            ExitCode::from(2)
        }
    }
}
