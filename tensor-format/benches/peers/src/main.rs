//! tensor-format beside memcpy, a hand-written codec of the same bytes, `decthings-api`, and `prost` or JSON parsers where they do
//! the same, in one interleaved run.
//!
//! Prints a table for each workload, then one line per goal: `PASS` or `FAIL`, and last which rows are out of their
//! bounds. `cargo bench -p tensor-format-peers` runs everything; a word after `--` runs the workloads whose title holds
//! it, and with `--check` the exit status says whether every row is within its bounds.

mod counting;
mod hand;
mod harness;
mod machine;
mod workloads;

use std::process::ExitCode;

use harness::Suite;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let check = arguments.iter().any(|argument| argument == "--check");
    let filter = arguments.into_iter().find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut suite = Suite::new(&filter);
    println!("{}\n", machine::facts());
    workloads::images::run(&mut suite);
    workloads::large::run(&mut suite);
    workloads::strings::run(&mut suite);
    workloads::records::run(&mut suite);
    workloads::booleans::run(&mut suite);
    workloads::shapes::run(&mut suite);
    workloads::labels::run(&mut suite);
    workloads::vespa::run(&mut suite);
    if suite.print_goals() || !check { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
