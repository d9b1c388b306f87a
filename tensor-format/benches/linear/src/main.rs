//! Reads inputs of the shapes that make readers slow, of any size, so that `check` can count the instructions for each.
//!
//!     tensor-format-linear list
//!     tensor-format-linear make CASE BYTES FILE
//!     tensor-format-linear read CASE FILE
//!     tensor-format-linear time [BYTES [CASE...]]
//!
//! `time` reads every case at an eighth of the size and at the size, and prints the times for a byte: a quick look, which
//! depends on the machine.

mod decthings;
mod files;
mod made;
mod oip;
mod rules;
mod texts;

use std::{fs, hint::black_box, process::ExitCode, time::Instant};

/// A shape of input, and a function that reads it.
struct Case {
    name: &'static str,
    /// Makes an input of about so many bytes.
    make: fn(usize) -> Vec<u8>,
    /// Reads it; whether it is accepted makes no difference.
    read: fn(&[u8]),
}

/// Lists cases: the name, how the input is made, how it is read.
macro_rules! listed {
    ($($name:literal, $make:expr, |$bytes:ident| $read:expr;)*) => {
        vec![$($crate::Case {
            name: $name,
            make: $make,
            read: |$bytes| {
                let _ = std::hint::black_box($read);
            },
        }),*]
    };
}
use listed;

fn cases() -> Vec<Case> {
    [decthings::cases(), files::cases(), texts::cases(), rules::cases(), oip::cases()].into_iter().flatten().collect()
}

fn find(name: &str) -> Case {
    cases().into_iter().find(|case| case.name == name).unwrap_or_else(|| panic!("there is no case {name}"))
}

/// Prints the times for a byte at an eighth of the size and at the size.
fn time(bytes: usize, names: &[String]) {
    for Case { name, make, read } in cases() {
        if !names.is_empty() && !names.iter().any(|wanted| name.contains(wanted.as_str())) {
            continue;
        }
        let [small, large] = [bytes / 8, bytes].map(|bytes| {
            let Ok(input) = std::panic::catch_unwind(|| make(bytes)) else { return (0.0, 0) };
            let begun = Instant::now();
            read(black_box(&input));
            (begun.elapsed().as_nanos() as f64 / input.len() as f64, input.len())
        });
        let mark = if large.0 > 2.0 * small.0 && large.0 > 1.0 { "SLOW" } else { "" };
        println!("{name:44} {:9.2} {:9.2} ns a byte, {} bytes {mark}", small.0, large.0, large.1);
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match *args.as_slice() {
        ["list"] => cases().iter().for_each(|case| println!("{}", case.name)),
        ["make", name, bytes, file] => {
            fs::write(file, (find(name).make)(bytes.parse().expect("a number of bytes"))).expect("a file");
        }
        ["read", name, file] => (find(name).read)(&fs::read(file).expect("a file")),
        ["time", ref rest @ ..] => {
            let bytes = rest.first().map_or(1 << 20, |bytes| bytes.parse().expect("a number of bytes"));
            time(bytes, &rest.iter().skip(1).map(|name| (*name).to_owned()).collect::<Vec<_>>());
        }
        _ => {
            eprintln!("usage: list | make CASE BYTES FILE | read CASE FILE | time [BYTES [CASE...]]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
