//! What was caught and what was missed.

use std::{collections::BTreeMap, fs, path::Path};

/// Prints the mutants that were missed, with the reasons that a file gives, and counts; the exit code.
pub(crate) fn report(tree: &Path, reasons: &str) -> i32 {
    let text = fs::read_to_string(reasons).unwrap_or_else(|error| panic!("{reasons}: {error}"));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let reasons: BTreeMap<&str, &str> =
        lines.map(|line| line.split_once('\t').expect("a mutant, a tab and a reason")).collect();
    let table = fs::read_to_string(tree.join("mutants.table")).expect("a table of mutants");
    let results = fs::read_to_string(tree.join("mutants.results")).expect("results");
    let (mut ran, mut missed, mut without) = (0, 0, 0);
    for line in results.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[id, verdict, how, name] = fields.as_slice() else { panic!("{line}: no result") };
        ran += 1;
        if verdict == "MISSED" {
            missed += 1;
            let reason = reasons.get(key(name).as_str());
            without += u32::from(reason.is_none());
            println!("missed {id}: {name} ({how}): {}", reason.unwrap_or(&"NO REASON"));
        }
    }
    let (all, caught) = (table.lines().count(), ran - missed);
    println!("{ran} of {all} mutants ran, {caught} were caught, {missed} missed, {without} of these without a reason");
    match without {
        0 if ran < all => 77,
        0 => 0,
        _ => 1,
    }
}

/// A mutant without its line and column, which change.
fn key(name: &str) -> String {
    let (place, what) = name.split_once(": ").expect("a place and a change");
    let file = place.split(':').next().unwrap_or(place);
    format!("{file}: {what}")
}
