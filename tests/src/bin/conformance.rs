//! Judges tensor-format by a folder of conformance vectors: `conformance FORMAT FOLDER`.

use std::{env, io, path::Path, process::ExitCode};

use tensor_format_tests::conformance;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [format, folder] = arguments.as_slice() else {
        eprintln!("usage: conformance FORMAT FOLDER");
        return ExitCode::from(2);
    };
    match conformance::run(format, Path::new(folder), &mut io::stdout().lock()) {
        Ok(tally) if tally.failed == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
