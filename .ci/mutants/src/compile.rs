//! Weaves a sample into all files, and takes out what does not compile until the rest does.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::{
    list::{self, Mutant},
    weave::{self, Woven},
};

const CRATES: [&str; 2] = ["tensor-format", "tensor-format-derive"];

/// What the tests have not by default.
pub(crate) const FEATURES: &str = "tensor-format-tests/exhaustive,tensor-format/huge-pages,tensor-format/rayon";

pub(crate) fn weave(list: &str, tree: &Path, seed: u64, count: usize) {
    let mutants = list::sample(list, seed, count);
    let originals: BTreeMap<&str, String> = mutants
        .iter()
        .map(|mutant| (mutant.file.as_str(), fs::read_to_string(tree.join(&mutant.file)).expect("a source")))
        .collect();
    for name in CRATES {
        let folder = tree.join(name).join("src");
        fs::write(folder.join("mutant_switch.rs"), include_str!("switch.rs")).expect("written");
    }
    // Why a mutant is none of those that run.
    let mut left: BTreeMap<u32, &str> = BTreeMap::new();
    loop {
        let woven = write_all(tree, &originals, &mutants, &left);
        let placed: BTreeSet<u32> = woven.values().flat_map(|each| &each.ranges).map(|(id, _)| *id).collect();
        for mutant in &mutants {
            if !placed.contains(&mutant.id) {
                left.entry(mutant.id).or_insert("its place has no expression that a choice can stand for");
            }
        }
        let errors = check(tree);
        if errors.is_empty() {
            break;
        }
        let before = left.len();
        for error in &errors {
            let why = match error["code"]["code"].as_str() {
                Some("E0015") => "in a constant",
                _ => "does not compile",
            };
            left.extend(at_fault(error, &woven, &mutants).into_iter().map(|id| (id, why)));
        }
        if left.len() == before {
            let text = errors.iter().filter_map(|error| error["rendered"].as_str());
            panic!("errors that are no mutant's:\n{}", text.take(5).collect::<String>());
        }
        println!("{} errors, {} mutants left out", errors.len(), left.len() - before);
    }
    let lines = |of: &dyn Fn(&Mutant) -> Option<String>| mutants.iter().filter_map(of).collect::<String>();
    let chosen = lines(&|each| (!left.contains_key(&each.id)).then(|| format!("{}\t{}\n", each.id, each.name)));
    fs::write(tree.join("mutants.table"), chosen).expect("written");
    let others = lines(&|each| left.get(&each.id).map(|why| format!("{}\t{why}\t{}\n", each.id, each.name)));
    fs::write(tree.join("mutants.left"), others).expect("written");
    println!("{} mutants drawn, {} of them woven", mutants.len(), mutants.len() - left.len());
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    left.values().for_each(|why| *reasons.entry(why).or_default() += 1);
    reasons.iter().for_each(|(why, count)| println!("{count} left out: {why}"));
}

/// Writes each file with those of its mutants that are not left out.
fn write_all<'m>(
    tree: &Path,
    originals: &BTreeMap<&'m str, String>,
    mutants: &[Mutant],
    left: &BTreeMap<u32, &str>,
) -> BTreeMap<&'m str, Woven> {
    let mut all = BTreeMap::new();
    for (file, text) in originals {
        let here: Vec<&Mutant> =
            mutants.iter().filter(|each| each.file == *file && !left.contains_key(&each.id)).collect();
        all.insert(*file, weave::weave(text, &here));
    }
    for name in CRATES {
        let root = format!("{name}/src/lib.rs");
        let path = tree.join(&root);
        let text = match all.get_mut(root.as_str()) {
            Some(woven) => {
                woven.text.push_str("\nmod mutant_switch;\n");
                continue;
            }
            None => fs::read_to_string(&path).expect("a source"),
        };
        if !text.contains("\nmod mutant_switch;") {
            fs::write(path, text + "\nmod mutant_switch;\n").expect("written");
        }
    }
    for (file, woven) in &all {
        let path = tree.join(file);
        // A file that stays is not compiled again.
        if fs::read_to_string(&path).ok().as_ref() != Some(&woven.text) {
            fs::write(path, &woven.text).expect("written");
        }
    }
    all
}

/// The errors of the compiler, with the features of the tests.
fn check(tree: &Path) -> Vec<Value> {
    let mut command = cargo(tree, "check");
    command.args(CRATES.map(|name| ["-p", name]).as_flattened());
    // With the tests in the sources, which other functions may be in.
    command.args(["-p", "tensor-format-tests", "--lib", "--profile=test", "--features", FEATURES]);
    let output = command.output().expect("cargo");
    let messages = messages(&output.stdout);
    let errors: Vec<Value> = messages
        .filter(|each| each["reason"] == "compiler-message" && each["message"]["level"] == "error")
        .map(|mut each| each["message"].take())
        .filter(|message| message["spans"].as_array().is_some_and(|spans| !spans.is_empty()))
        .collect();
    assert!(
        output.status.success() || !errors.is_empty(),
        "cargo failed without an error of the sources: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    errors
}

/// Cargo with messages for programs, in the copy of the repository.
pub(crate) fn cargo(tree: &Path, verb: &str) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(tree).args([verb, "--locked", "--message-format=json"]).stderr(Stdio::piped());
    command.env("CARGO_TARGET_DIR", tree.join("target")).env("RUSTFLAGS", "--cap-lints=allow");
    command
}

pub(crate) fn messages(output: &[u8]) -> impl Iterator<Item = Value> {
    output.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

/// The mutants that an error is of: those of the smallest place that has all of it, or else those of its function.
fn at_fault(error: &Value, woven: &BTreeMap<&str, Woven>, mutants: &[Mutant]) -> Vec<u32> {
    let spans = error["spans"].as_array().into_iter().flatten();
    let (first, others): (Vec<&Value>, Vec<&Value>) = spans.partition(|span| span["is_primary"] == true);
    let spans: Vec<&Value> = first.into_iter().chain(others).collect();
    let number = |span: &Value, key: &str| span[key].as_u64().unwrap_or(0) as usize;
    for span in &spans {
        let Some(woven) = span["file_name"].as_str().and_then(|name| woven.get(name)) else { continue };
        let (start, end) = (number(span, "byte_start"), number(span, "byte_end"));
        let around = woven.ranges.iter().filter(|(_, range)| range.start <= start && end <= range.end);
        let Some(smallest) = around.clone().map(|(_, range)| range.len()).min() else { continue };
        return around.filter(|(_, range)| range.len() == smallest).map(|(id, _)| *id).collect();
    }
    let here = |mutant: &&Mutant| {
        spans.iter().any(|span| {
            let (first, last) = mutant.function;
            span["file_name"] == *mutant.file && (first..=last).contains(&number(span, "line_start"))
        })
    };
    mutants.iter().filter(here).map(|mutant| mutant.id).collect()
}
