//! The sources as a reader meets them: short files, and few in a folder.

use std::{fs, path::Path};

/// The most lines of a file.
const LINES: usize = 500;

/// The most files of a folder.
const FILES: usize = 20;

/// Looks at a folder and those in it, and returns the number of files of Rust.
fn look(folder: &Path, faults: &mut Vec<String>) -> usize {
    let (mut own, mut all) = (0, 0);
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        // What the derive makes is long where it makes much.
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("expansions") {
            all += look(&path, faults);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            own += 1;
            let lines = fs::read_to_string(&path).expect("text").lines().count();
            if lines > LINES {
                faults.push(format!("{}: {lines} lines, more than {LINES}", path.display()));
            }
        }
    }
    if own > FILES {
        faults.push(format!("{}: {own} files, more than {FILES}", folder.display()));
    }
    own + all
}

#[test]
fn files_are_short_and_few_in_a_folder() {
    let (root, mut faults) = (Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), Vec::new());
    let files = ["tensor-format", "tensor-format-derive"].map(|name| look(&root.join(name), &mut faults));
    assert!(files[0] > 200 && files[1] > 30, "{files:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What the long gate runs on other machines, under sanitizers and with mutants are all programs of tests but this one,
/// which looks at the repository.
#[test]
fn every_program_of_tests_runs_on_other_machines() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = fs::read_to_string(tests.join("../.ci/long")).expect("the long gate");
    let (_, listed) = script.split_once("\nportable=(").expect("the list of programs");
    let mut listed: Vec<&str> = listed.split_once(')').expect("its end").0.split_whitespace().collect();
    listed.sort_unstable();
    let folders = fs::read_dir(tests.join("tests")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut programs: Vec<String> = folders
        .filter(|path| path.join("main.rs").exists() && !path.ends_with("repository"))
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    programs.sort_unstable();
    assert_eq!(listed, programs);
}

/// What the gate has of each check of the long gate is said in one table.
#[test]
fn each_check_of_the_long_gate_has_its_part_of_the_gate() {
    let (script, page) = (crate::file(".ci/long"), crate::file("CONTRIBUTING.md"));
    let rows: Vec<&str> = page.lines().skip_while(|line| *line != "| check | in `.ci/run` |").skip(2).collect();
    let rows = rows.split(|line| line.is_empty()).next().expect("a table");
    let mut said: Vec<&str> = rows
        .iter()
        .flat_map(|row| row.split('|').nth(1).expect("a column").split(", "))
        .map(|name| name.trim().trim_matches('`'))
        .collect();
    let mut checks: Vec<&str> = script
        .lines()
        .filter_map(|line| line.strip_prefix("check_")?.split_once("() {"))
        .map(|(name, _)| name)
        .collect();
    said.sort_unstable();
    checks.sort_unstable();
    assert_eq!(said, checks);
}
