//! What users see of the library: the snapshot that the gate compares with the sources.

use std::collections::BTreeSet;

use super::file;

/// Dependencies whose types a user must not meet: a new major version of theirs would be one of ours.
const PRIVATE: [&str; 8] =
    ["smallvec", "arrayvec", "hashbrown", "serde_path_to_error", "lz4_flex", "zmij", "simdutf8", "bytemuck"];

/// The items, one a line.
fn snapshot() -> String {
    file("tensor-format/public-api.txt")
}

#[test]
fn no_type_of_a_private_dependency_is_public() {
    let snapshot = snapshot();
    assert!(snapshot.lines().count() > 1000, "the snapshot is not whole");
    let leaks = |line: &&str| PRIVATE.iter().any(|name| line.contains(&format!("{name}::")));
    let found: Vec<&str> = snapshot.lines().filter(leaks).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_root_holds_what_most_programs_need() {
    let snapshot = snapshot();
    let kinds =
        ["use ", "macro ", "fn ", "struct ", "enum ", "trait "].map(|kind| format!("pub {kind}tensor_format::"));
    let names: BTreeSet<&str> = snapshot
        .lines()
        .filter_map(|line| kinds.iter().find_map(|kind| line.strip_prefix(kind)))
        .filter_map(|path| {
            let name = path.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
            (!path[name.len()..].starts_with("::")).then_some(name)
        })
        .collect();
    assert!(names.len() > 30 && names.len() <= 50, "{}: {names:?}", names.len());
}
