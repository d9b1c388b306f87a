//! Judges this crate by vectors: `conformance -- oip FOLDER` reads `accept.jsonl`, `reject.jsonl` and `documents.jsonl`
//! there, prints what is wrong with each line that fails, and exits with 1 if any fails or cannot be judged.

mod documents;
mod line;
mod messages;

use std::{path::Path, process::ExitCode};

use line::{Line, Verdict};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [format, folder] = arguments.as_slice() else {
        eprintln!("usage: conformance oip FOLDER");
        return ExitCode::from(2);
    };
    if format != "oip" {
        eprintln!("conformance: this program judges `oip`, not `{format}`");
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
    let judges: [(&str, Judge); 3] =
        [("accept", messages::accept), ("reject", messages::reject), ("documents", documents::judge)];
    for (name, judge) in judges {
        let path = folder.join(name).with_extension("jsonl");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let line = match Line::parse(line) {
                Ok(line) => line,
                Err(error) => {
                    println!("{name}: not judged: {error}");
                    unjudged += 1;
                    continue;
                }
            };
            match judge(&line) {
                Ok(()) => passed += 1,
                Err(line::Failure::Wrong(why)) => {
                    println!("{name} {}: {why}", line.id());
                    failed += 1;
                }
                Err(line::Failure::Unknown(why)) => {
                    println!("{name} {}: not judged: {why}", line.id());
                    unjudged += 1;
                }
            }
        }
    }
    println!("oip: {passed} passed, {failed} failed, {unjudged} not judged");
    Ok(failed == 0 && unjudged == 0)
}
