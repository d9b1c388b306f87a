//! tensor-format beside memcpy, a hand-written codec of the same bytes, `decthings-api`, and other crates on the same
//! work, in one interleaved run.
//!
//! Prints a table for each workload, then the rows that are slower than a peer whose bytes are self-describing and
//! checked, then each goal and each published target as `PASS` or `MISS`, and last what is out of its bounds.
//!
//! `cargo bench -p tensor-format-peers` runs everything, but for the peers that take minutes to build: these need
//! `--features all-peers`. After `--`: `--filter WORD`, or a word alone, runs the workloads whose title holds it in any
//! letter case; `--quick` measures in one run of few rounds; `--json FILE` writes all rows and goals to a file too;
//! with `--check` the exit status says whether every row is within its bounds; `--page` writes the figures to
//! `docs/PERFORMANCE.md`, and `--summary` measures nothing and draws the pictures of that page from its figures.

mod goals;
mod hand;
mod harness;
mod machine;
mod page;
mod peers;
mod placed;
mod report;
mod summary;
mod units;
mod workload;
mod workloads;

use std::process::ExitCode;

use harness::Effort;
use report::Suite;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut check, mut page, mut effort, mut filter, mut json) = (false, false, Effort::FULL, String::new(), None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => check = true,
            "--quick" => effort = Effort::QUICK,
            "--page" => page = true,
            "--filter" => filter = arguments.next().unwrap_or_default(),
            "--json" => json = arguments.next(),
            "--summary" => {
                return match page::summarize() {
                    Ok(()) => ExitCode::SUCCESS,
                    Err(error) => {
                        eprintln!("docs/PERFORMANCE.md: {error}");
                        ExitCode::FAILURE
                    }
                };
            }
            // `cargo bench` adds this argument itself.
            "--bench" => {}
            word if !word.starts_with('-') => filter = word.to_owned(),
            unknown => {
                eprintln!(
                    "unknown option {unknown}: known are --filter WORD, --quick, --check, --page, --summary, --json FILE"
                );
                return ExitCode::FAILURE;
            }
        }
    }
    if page && (!filter.is_empty() || !cfg!(feature = "all-peers")) {
        eprintln!("the page shows every workload and every peer: no filter, and `--features all-peers`");
        return ExitCode::FAILURE;
    }
    let mut suite = Suite::new(&filter, effort);
    println!("{}\n{}\n", machine::facts(), effort.facts());
    workloads::small::run(&mut suite);
    workloads::images::run(&mut suite);
    workloads::large::run(&mut suite);
    workloads::contracts::run(&mut suite);
    workloads::strings::run(&mut suite);
    workloads::media::run(&mut suite);
    workloads::records::run(&mut suite);
    workloads::nested::run(&mut suite);
    workloads::columns::run(&mut suite);
    workloads::ragged::run(&mut suite);
    workloads::booleans::run(&mut suite);
    workloads::relayout::run(&mut suite);
    workloads::relayout::encode(&mut suite);
    workloads::parallel::run(&mut suite);
    workloads::shapes::run(&mut suite);
    workloads::labels::run(&mut suite);
    workloads::vespa::run(&mut suite);
    println!("{}\n### Targets\n\n{}", suite.goals(), suite.targets());

    if let Some(path) = json
        && let Err(error) = std::fs::write(&path, suite.to_json().to_string())
    {
        eprintln!("{path}: {error}");
        return ExitCode::FAILURE;
    }
    if page && let Err(error) = page::rewrite(&mut suite) {
        eprintln!("docs/PERFORMANCE.md: {error}");
        return ExitCode::FAILURE;
    }
    let failures = suite.failures();
    match failures.as_slice() {
        [] => println!("Every row is within its bounds: {} goals.", suite.count()),
        failures => println!("Out of their bounds:\n{}", failures.join("\n")),
    }
    if failures.is_empty() || !check { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
