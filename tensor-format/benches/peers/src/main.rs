//! tensor-format beside memcpy, a hand-written codec of the same bytes, `decthings-api`, and `prost` or JSON parsers where they do
//! the same, in one interleaved run.
//!
//! Prints a table for each workload, then one line per goal: `PASS` or `FAIL`, and last which rows are out of their
//! bounds. `cargo bench -p tensor-format-peers` runs everything. After `--`: `--filter WORD`, or a word alone, runs the
//! workloads whose title holds it in any letter case; `--quick` measures in one run of few rounds; `--json FILE` writes all
//! rows and goals to a file too; with `--check` the exit status says whether every row is within its bounds.

mod counting;
mod hand;
mod harness;
mod machine;
mod workloads;

use std::process::ExitCode;

use harness::{Effort, Suite};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut check, mut effort, mut filter, mut json) = (false, Effort::FULL, String::new(), None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => check = true,
            "--quick" => effort = Effort::QUICK,
            "--filter" => filter = arguments.next().unwrap_or_default(),
            "--json" => json = arguments.next(),
            // What `cargo bench` itself adds.
            "--bench" => {}
            word if !word.starts_with('-') => filter = word.to_owned(),
            unknown => {
                eprintln!("unknown option {unknown}: known are --filter WORD, --quick, --check, --json FILE");
                return ExitCode::FAILURE;
            }
        }
    }
    let mut suite = Suite::new(&filter, effort);
    println!("{}\n", machine::facts());
    workloads::images::run(&mut suite);
    workloads::large::run(&mut suite);
    workloads::strings::run(&mut suite);
    workloads::records::run(&mut suite);
    workloads::booleans::run(&mut suite);
    workloads::relayout::run(&mut suite);
    workloads::relayout::encode(&mut suite);
    workloads::shapes::run(&mut suite);
    workloads::labels::run(&mut suite);
    workloads::vespa::run(&mut suite);
    if let Some(path) = json
        && let Err(error) = std::fs::write(&path, suite.to_json().to_string())
    {
        eprintln!("{path}: {error}");
        return ExitCode::FAILURE;
    }
    if suite.print_goals() || !check { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
