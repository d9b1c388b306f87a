//! Holds the numbers of Vespa texts to a slow reader and to the shortest texts, by the million:
//! `cargo run --release -p tensor-format-tests --bin vespa_numbers -- [COUNT [SEED]]`, so many of each cell type.

use std::{env, process::ExitCode};

use tensor_format::vespa::CellType;
use tensor_format_tests::vespa_numbers::check;

fn main() -> ExitCode {
    let argument = |at: usize| env::args().nth(at).map(|text| text.parse::<u64>());
    let (Ok(count), Ok(seed)) = (argument(1).unwrap_or(Ok(1_000_000)), argument(2).unwrap_or(Ok(1))) else {
        eprintln!("usage: vespa_numbers [COUNT [SEED]]");
        return ExitCode::FAILURE;
    };
    for cell in [CellType::Double, CellType::Float, CellType::Bfloat16, CellType::Int8] {
        match check(cell, usize::try_from(count).unwrap_or(usize::MAX), seed) {
            Ok(figures) => println!("{cell}: {} read and written, {} refused", figures.kept, figures.refused),
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
