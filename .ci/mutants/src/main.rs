//! Tests the tests: many mutants of the sources in one build, of which one is chosen when a test runs.
//!
//!     mutants weave LIST TREE SEED COUNT               weaves a sample into the copy of the repository TREE
//!     mutants run TREE MINUTES TESTS REASONS [ID...]   runs those tests that reach each, and writes TREE/mutants.results
//!
//! LIST is what `cargo mutants --list --json` prints: the mutants are its, in its words. A mutant that does not compile is
//! none, as there; one that cannot be chosen at run time, since it stands in a constant, is counted apart. `run` goes on where
//! it ended; with numbers of mutants it runs these again. It fails if a mutant is missed that the file REASONS does not name,
//! and ends with 77 if its time was too short.

mod compile;
mod list;
mod report;
mod run;
mod trace;
mod weave;

use std::{env, path::Path, process::exit};

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["weave", list, tree, seed, count] => {
            compile::weave(list, Path::new(tree), seed.parse().expect("a seed"), count.parse().expect("a count"));
        }
        ["run", tree, minutes, tests, reasons, again @ ..] => {
            let again: Vec<u32> = again.iter().map(|id| id.parse().expect("the number of a mutant")).collect();
            // Tests run in other folders.
            let tree = &Path::new(tree).canonicalize().expect("a folder");
            run::run(tree, minutes.parse().expect("minutes"), tests, &again);
            exit(report::report(tree, reasons));
        }
        _ => {
            eprintln!("usage: mutants weave LIST TREE SEED COUNT | mutants run TREE MINUTES TESTS REASONS [ID...]");
            exit(2);
        }
    }
}
