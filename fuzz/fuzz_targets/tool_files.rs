//! Any bytes as the files of the tool's commands: none may panic or write what steers a terminal, and what is converted
//! without loss is the same in its new format. The last byte chooses the command, the one before it the names of the files,
//! the one before that where the second file begins.
#![no_main]

use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::LazyLock,
};

use libfuzzer_sys::fuzz_target;
use tensor_format_cli::{
    args::{Bytes, Convert, Diff, Inspect, Require, Rules, RulesDiff, Side, Validate, Writing},
    commands::{convert, diff, inspect, rules, validate},
    failure::{Failure, Outcome},
    file::{
        format::Format,
        reading::{Expansion, Reading},
    },
    terminal::style::Paint,
};
use tensor_format_fuzz::Choice;

/// The ends of the names of files; `bin` says nothing.
const ENDS: [&str; 16] = [
    "bin",
    "dect",
    "zio",
    "json",
    "meta",
    "shape",
    "npy",
    "npz",
    "safetensors",
    "png",
    "wav",
    "arrow",
    "parquet",
    "onnx",
    "pb",
    "pbtxt",
];

/// A folder of this process, in memory where that can be had. Those of processes that have ended are removed.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.into() } else { std::env::temp_dir() }.join("tensor-format-fuzz");
    fs::create_dir_all(&parent).expect("a folder");
    for entry in fs::read_dir(&parent).expect("as before").flatten() {
        if !Path::new("/proc").join(entry.file_name()).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let folder = parent.join(process::id().to_string());
    fs::create_dir_all(&folder).expect("as before");
    folder
});

fuzz_target!(|input: &[u8]| {
    let Some((mut command, input)) = Choice::split(input) else { return };
    let Some((mut name, input)) = Choice::split(input) else { return };
    let Some((mut place, input)) = Choice::split(input) else { return };
    let begin = input.len() * usize::from(place.of(255)) / 254;
    let (first, second) = input.split_at(begin);
    let end = ENDS[usize::from(name.of(16))];
    let main = FOLDER.join("first").with_extension(end);
    fs::write(&main, first).expect("a file");
    let other = FOLDER.join(match end {
        // The elements beside it.
        "meta" | "shape" => "first.bin",
        _ => "second.json",
    });
    fs::write(&other, second).expect("a file");
    run(&mut command, &main, &other);
    let _ = (fs::remove_file(&main), fs::remove_file(&other));
});

fn run(command: &mut Choice, main: &Path, other: &Path) {
    let limit = Expansion { max_expanded: Some(1 << 14) };
    let reading = Reading { limit, ..Reading::default() };
    let mut out = Vec::new();
    let paint = Paint(false);
    let done = match command.of(8) {
        0 | 1 => {
            let (header, json) = (command.of(2) == 1, command.of(2) == 1);
            let hex = !json && command.of(2) == 1;
            let draw = !json && command.of(2) == 1;
            let files = vec![main.into()];
            inspect::run(&Inspect { files, reading, tensor: None, header, json, hex, png: None, draw }, paint, &mut out)
        }
        2 => {
            let args = Validate { file: main.into(), rules: other.into(), reading, json: command.of(2) == 1 };
            validate::run(&args, paint, &mut out)
        }
        3 | 4 => converted(command, main, reading, &mut out),
        5 => compared(main, other, limit, command.of(2) == 1, &mut out),
        6 => {
            let side = [None, Some(Side::Input), Some(Side::Output)][usize::from(command.of(3))];
            let bytes = if command.of(2) == 0 { Bytes::String } else { Bytes::Binary };
            let args = Rules { file: main.into(), reading, side, bytes, text: command.of(2) == 1 };
            rules::run(&args, &mut out)
        }
        _ => {
            let side = if command.of(2) == 0 { Side::Input } else { Side::Output };
            let require = [Require::Backward, Require::Forward, Require::Full][usize::from(command.of(3))];
            let args = RulesDiff { old: main.into(), new: other.into(), side, require, json: command.of(2) == 1 };
            rules::diff(&args, paint, &mut out)
        }
    };
    if let Err(failure) = done {
        out.extend_from_slice(format!("{failure} {:?}", failure.help).as_bytes());
    }
    let shown = String::from_utf8(out).expect("text");
    // A picture in the terminal is made of colours, and of nothing that came from a file.
    let steers = |letter: char| letter.is_control() && letter != '\n' && letter != '\u{1b}';
    assert!(!shown.chars().any(steers), "{shown:?}");
}

/// Converts without loss and compares with what was converted.
fn converted(command: &mut Choice, main: &Path, reading: Reading, out: &mut Vec<u8>) -> Result<Outcome, Failure> {
    let to = Format::ALL[usize::from(command.of(10))];
    let loss = command.of(2) == 1;
    let end = match to {
        Format::Stdlib => "meta",
        Format::Xla => "shape",
        _ => "out",
    };
    let output = main.with_file_name("written").with_extension(end);
    let writing = Writing { to: Some(to), allow_loss: loss, deflate: command.of(2) == 1 };
    let input = main.to_owned();
    let args = Convert { input, output: output.clone(), reading, writing, name: "arr_0".to_owned() };
    let done = convert::run(&args, out, &mut io::sink());
    if done.is_ok() {
        let args = Inspect {
            files: vec![output.clone()],
            reading: Reading { format: Some(to), limit: Expansion { max_expanded: None }, ..Reading::default() },
            tensor: None,
            header: false,
            json: false,
            hex: false,
            png: None,
            draw: false,
        };
        let shown = inspect::run(&args, Paint(false), &mut io::sink());
        assert!(shown.is_ok(), "what was written cannot be read: {shown:?}");
        if !loss {
            let args = Diff {
                a: main.into(),
                b: output.clone(),
                format_a: None,
                format_b: Some(to),
                type_a: None,
                type_b: None,
                limit: Expansion { max_expanded: None },
                tolerance: 0.0,
                json: false,
            };
            let mut differences = Vec::new();
            let same = diff::run(&args, Paint(false), &mut differences);
            let differences = String::from_utf8_lossy(&differences);
            assert!(matches!(same, Ok(Outcome::Fine)), "written without loss, {same:?}: {differences}");
        }
    }
    let _ = (fs::remove_file(&output), fs::remove_file(output.with_extension("bin")));
    done
}

fn compared(a: &Path, b: &Path, limit: Expansion, json: bool, out: &mut Vec<u8>) -> Result<Outcome, Failure> {
    let (format_a, format_b, type_a, type_b) = (None, None, None, None);
    let args = Diff { a: a.into(), b: b.into(), format_a, format_b, type_a, type_b, limit, tolerance: 0.0, json };
    diff::run(&args, Paint(false), out)
}
