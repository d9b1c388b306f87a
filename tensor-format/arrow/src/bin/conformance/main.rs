//! Judges this crate by vectors: `conformance -- arrow FOLDER` reads `accept.jsonl` and `reject.jsonl` there and the
//! files that they name, prints what is wrong with each line that fails, and exits with 1 if any fails or cannot be
//! judged. Each major version of arrow that is a feature is judged by itself.

mod line;
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

/// The judges of one major version of arrow.
struct Judges {
    /// What its report begins with.
    name: &'static str,
    accept: Judge,
    reject: Judge,
}

/// Compiles the judges for a major version of arrow, and how files of Parquet are opened with it, if they are.
macro_rules! version {
    ($name:ident $array:ident $schema:ident $parquet:expr) => {
        #[path = "."]
        #[allow(clippy::duplicate_mod, reason = "the same source for another version")]
        mod $name {
            pub(crate) mod accept;
            mod file;
            pub(crate) mod reject;
            use {tensor_format_arrow::$name as arrow, $array as arrow_array, $schema as arrow_schema};

            fn parquet(bytes: Vec<u8>) -> Option<Result<file::Opened, tensor_format::DecodeError>> {
                let open: fn(Vec<u8>) -> _ = $parquet;
                open(bytes)
            }
        }
    };
}

version!(v60 arrow_array_60 arrow_schema_60
    |bytes| Some(tensor_format_arrow::parquet::batches(bytes::Bytes::from(bytes)).map(file::opened)));
#[cfg(feature = "arrow-59")]
version!(v59 arrow_array_59 arrow_schema_59 |_| None);
#[cfg(feature = "arrow-58")]
version!(v58 arrow_array_58 arrow_schema_58 |_| None);

/// Judges by each version of the crate's features, the newest last; returns whether all lines passed.
fn judge(folder: &Path) -> Result<bool, String> {
    let all = [
        #[cfg(feature = "arrow-58")]
        Judges { name: "arrow-58", accept: v58::accept::judge, reject: v58::reject::judge },
        #[cfg(feature = "arrow-59")]
        Judges { name: "arrow-59", accept: v59::accept::judge, reject: v59::reject::judge },
        Judges { name: "arrow", accept: v60::accept::judge, reject: v60::reject::judge },
    ];
    all.iter().try_fold(true, |passed, judges| Ok(judge_by(judges, folder)? && passed))
}

/// Judges all lines; returns whether all passed.
fn judge_by(judges: &Judges, folder: &Path) -> Result<bool, String> {
    let (mut passed, mut failed, mut unjudged, mut parquet) = (0, 0, 0, 0);
    for (name, judge) in [("accept", judges.accept), ("reject", judges.reject)] {
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
                Err(Failure::NoParquet) => parquet += 1,
                Err(Failure::Wrong(why)) => {
                    println!("{} {name} {}: {why}", judges.name, line.id());
                    failed += 1;
                }
                Err(Failure::Unknown(why)) => {
                    println!("{} {name} {}: not judged: {why}", judges.name, line.id());
                    unjudged += 1;
                }
            }
        }
    }
    if parquet > 0 {
        println!("{}: {parquet} of Parquet, which is read with the newest version alone", judges.name);
    }
    println!("{}: {passed} passed, {failed} failed, {unjudged} not judged", judges.name);
    Ok(failed == 0 && unjudged == 0)
}
