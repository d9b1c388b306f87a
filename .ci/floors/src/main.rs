//! Checks the sources against the floors of `ARCHITECTURE.md`: `floors ARCHITECTURE.md`, run from the folder of that
//! page.
//!
//! A heading `## Floors of FOLDER` names a crate by its folder of sources. The table below it has one row a floor, the
//! lowest first, and names the modules of the floor in backticks. A module covers itself and all that is inside
//! of it, unless a longer path has a row of its own. The rules:
//!
//! * A file imports from floors below its own, and from modules of its own floor only where the row does not end with
//!   `apart`.
//! * Files do not import each other in a ring. What a module takes of one that it is inside of does not count: a room
//!   and its inner rooms are one thing.
//! * Files below the floor of `formats` do not name a format.
//! * Every file has a floor, and every row a file.

mod graph;
mod resolve;
mod source;
mod table;

use std::{env, fs, path::Path, process::ExitCode};

use graph::Edge;
use table::{Floors, Rooms};

fn main() -> ExitCode {
    let page = env::args().nth(1).unwrap_or_else(|| "ARCHITECTURE.md".into());
    let text = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{page}: {error}"));
    let mut faults = Vec::new();
    let tables = table::read(&text);
    assert!(!tables.is_empty(), "{page} has no table of floors");
    for floors in &tables {
        check(floors, &mut faults);
    }
    for fault in &faults {
        eprintln!("{fault}");
    }
    println!("{} crates checked against the floors of {page}: {} faults", tables.len(), faults.len());
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn check(floors: &Floors, faults: &mut Vec<String>) {
    let folder = Path::new(&floors.folder);
    let sources = source::read(folder);
    let mut edges = resolve::edges(&sources);
    let rooms = Rooms::new(floors, &sources, faults);
    for edge in &edges {
        if let Some(why) = rooms.refuses(edge) {
            faults.push(describe(folder, &sources, edge, &why));
        }
    }
    edges.retain(|edge| !sources[edge.to].contains(&sources[edge.from]));
    for ring in graph::rings(sources.len(), &edges) {
        let files = ring.iter().map(|&file| sources[file].shown(folder)).collect::<Vec<_>>().join(", ");
        faults.push(format!("files that import each other in a ring: {files}"));
        for edge in edges.iter().filter(|edge| ring.contains(&edge.from) && ring.contains(&edge.to)) {
            faults.push(format!("  {}", describe(folder, &sources, edge, "one of the ring")));
        }
    }
    rooms.named_formats(folder, &sources, faults);
}

fn describe(folder: &Path, sources: &[source::Source], edge: &Edge, why: &str) -> String {
    let (from, to) = (&sources[edge.from], &sources[edge.to]);
    format!("{}:{}: imports `{}` of {}: {why}", from.shown(folder), edge.line, edge.name, to.shown(folder))
}
