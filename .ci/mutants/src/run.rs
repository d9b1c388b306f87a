//! Runs the tests that reach each mutant until one fails.

use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use crate::trace::{self, Ended, Program, Test};

/// The most tests of one program that run at once.
const BATCH: usize = 24;

pub(crate) fn run(tree: &Path, minutes: u64, tests: &str, again: &[u32]) {
    let deadline = Instant::now() + Duration::from_secs(minutes * 60);
    let table = fs::read_to_string(tree.join("mutants.table")).expect("a table of mutants");
    let programs = trace::build(tree, tests);
    let reached = trace::reached(tree, &programs);
    let path = tree.join("mutants.results");
    let before = fs::read_to_string(&path).unwrap_or_default();
    let mut kept = String::new();
    let mut done = BTreeSet::new();
    for line in before.lines() {
        let id = number(line);
        if !again.contains(&id) {
            done.insert(id);
            kept = kept + line + "\n";
        }
    }
    fs::write(&path, kept).expect("written");
    let results = Mutex::new(OpenOptions::new().append(true).open(&path).expect("results"));
    let left = table.lines().filter(|line| !done.contains(&number(line)));
    let queue = Mutex::new(left);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while Instant::now() < deadline {
                    let Some(line) = queue.lock().expect("a queue").next() else { return };
                    let verdict = match reached.get(&number(line)) {
                        Some(tests) => verdict(number(line), tests, &programs),
                        None => "MISSED\tno test reaches it".into(),
                    };
                    let (id, name) = line.split_once('\t').expect("a line of the table");
                    let line = format!("{id}\t{verdict}\t{name}\n");
                    results.lock().expect("results").write_all(line.as_bytes()).expect("written");
                }
            });
        }
    });
}

fn number(line: &str) -> u32 {
    line.split('\t').next().and_then(|id| id.parse().ok()).expect("the number of a mutant")
}

/// Runs the fastest test alone, then the rest of each program in batches.
fn verdict(id: u32, tests: &[Test], programs: &[Program]) -> String {
    let (first, rest) = tests.split_at(1);
    let mut batches = vec![first.iter().collect::<Vec<_>>()];
    let mut by_program: Vec<Vec<&Test>> = vec![Vec::new(); programs.len()];
    for test in rest {
        let batch = &mut by_program[test.program];
        batch.push(test);
        if batch.len() == BATCH {
            batches.push(std::mem::take(batch));
        }
    }
    batches.extend(by_program.into_iter().filter(|batch| !batch.is_empty()));
    for batch in batches {
        let program = &programs[batch[0].program];
        let names: Vec<&str> = batch.iter().map(|test| test.name.as_str()).collect();
        let time = batch.iter().map(|test| test.time).sum::<Duration>() * 20 + Duration::from_secs(20);
        match program.run(&names, &id.to_string(), Path::new("/dev/null"), time) {
            Ended::Passed => {}
            Ended::Failed => return format!("caught\t{} {}", program.name, names[0]),
            Ended::Stopped => return format!("caught\ttoo slow: {} {}", program.name, names[0]),
        }
    }
    format!("MISSED\t{} tests reach it", tests.len())
}
