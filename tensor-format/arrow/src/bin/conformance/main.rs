//! Judges this crate by vectors: `conformance -- arrow FOLDER` reads `accept.jsonl` and `reject.jsonl` there and the
//! files that they name, prints what is wrong with each line that fails, and exits with 1 if any fails or cannot be
//! judged.

mod accept;
mod file;
mod line;
mod reject;
mod rules;

use std::{path::Path, process::ExitCode};

use line::{Failure, Line, Verdict};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [format, folder] = arguments.as_slice() else {
        eprintln!("usage: conformance arrow FOLDER");
        return ExitCode::from(2);
    };
    if format != "arrow" {
        eprintln!("conformance: this program judges `arrow`, not `{format}`");
        return ExitCode::from(2);
    }
    match judge(Path::new(folder)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("conformance: {error}");
            ExitCode::from(2)
        }
    }
}

type Judge = fn(&Line) -> Verdict;

/// Judges all lines; returns whether all passed.
fn judge(folder: &Path) -> Result<bool, String> {
    let (mut passed, mut failed, mut unjudged) = (0, 0, 0);
    let judges: [(&str, Judge); 2] = [("accept", accept::judge), ("reject", reject::judge)];
    for (name, judge) in judges {
        let path = folder.join(name).with_extension("jsonl");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let line = match Line::parse(line, folder) {
                Ok(line) => line,
                Err(error) => {
                    println!("{name}: not judged: {error}");
                    unjudged += 1;
                    continue;
                }
            };
            match judge(&line) {
                Ok(()) => passed += 1,
                Err(Failure::Wrong(why)) => {
                    println!("{name} {}: {why}", line.id());
                    failed += 1;
                }
                Err(Failure::Unknown(why)) => {
                    println!("{name} {}: not judged: {why}", line.id());
                    unjudged += 1;
                }
            }
        }
    }
    println!("arrow: {passed} passed, {failed} failed, {unjudged} not judged");
    Ok(failed == 0 && unjudged == 0)
}
