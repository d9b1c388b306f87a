//! What the compiler says about mistakes, one folder per topic, one file per rule. The messages are those of the toolchain
//! that the repository pins; rewrite them with
//! `TRYBUILD=overwrite cargo test -p tensor-format-ui advice` and read what changed.

use std::fs;

/// Contracts, and files of definitions, have a driver of their own; the drivers are no cases.
const OTHERS: [&str; 4] = ["artefact", "contract", "drivers", "model"];

#[test]
fn mistakes_are_refused_with_advice() {
    let cases = trybuild::TestCases::new();
    for topic in fs::read_dir(".").expect("there are cases") {
        let topic = topic.expect("cases can be listed");
        let name = topic.file_name().into_string().expect("topics are named in ASCII");
        if topic.path().is_dir() && !OTHERS.contains(&name.as_str()) {
            cases.compile_fail(format!("{name}/*.rs"));
        }
    }
}
