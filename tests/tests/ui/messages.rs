//! What the compiler says about mistakes, one folder per topic, one file per rule. The messages are those of the toolchain
//! that the repository pins; rewrite them with
//! `TRYBUILD=overwrite cargo test -p tensor-format-tests --test ui messages` and read what changed.

use std::fs;

/// Contracts, and files of definitions, have a driver of their own.
const OTHERS: [&str; 3] = ["artefact", "contract", "model"];

#[test]
fn mistakes_are_refused_with_advice() {
    let cases = trybuild::TestCases::new();
    for topic in fs::read_dir("ui").expect("there are cases") {
        let topic = topic.expect("cases can be listed").file_name().into_string().expect("topics are named in ASCII");
        if !OTHERS.contains(&topic.as_str()) {
            cases.compile_fail(format!("ui/{topic}/*.rs"));
        }
    }
}
