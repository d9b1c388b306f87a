//! Three tasks with tensor-format and with five other crates, side by side: lines of code, time, allocations, and what
//! is refused.
//!
//! `cargo run --profile bench -p tensor-format-comparison` prints the table; after `--`, `--page` writes it and the
//! programs to `docs/comparison.md`, and `--quick` measures in few rounds. Time is measured as the benches of the peers
//! measure it: by turns, as ratios within one run.

#[path = "../../peers/src/harness.rs"]
#[allow(dead_code, reason = "not all of the other program's modules is needed here")]
mod harness;
mod page;
#[path = "../../peers/src/placed.rs"]
mod placed;
#[allow(unreachable_pub, reason = "they are written as a program that others use would be")]
mod programs;
mod table;
mod tasks;
#[path = "../../peers/src/workload.rs"]
#[allow(dead_code, reason = "as above")]
mod workload;

use std::process::ExitCode;

use harness::Effort;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let effort = if arguments.iter().any(|argument| argument == "--quick") { Effort::QUICK } else { Effort::FULL };
    let table = table::measure(effort);
    println!("{table}");
    if arguments.iter().any(|argument| argument == "--page")
        && let Err(error) = page::rewrite(&table)
    {
        eprintln!("docs/comparison.md: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
