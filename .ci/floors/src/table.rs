//! Tables of floors, and the imports that they allow.

use std::path::Path;

use crate::{graph::Edge, source::Source};

/// The table of one crate.
pub struct Floors {
    /// The folder of its sources.
    pub folder: String,
    rows: Vec<Row>,
}

struct Row {
    rooms: Vec<String>,
    apart: bool,
}

/// Reads the tables of a page.
pub fn read(text: &str) -> Vec<Floors> {
    let mut tables: Vec<Floors> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("## ") {
            inside = false;
            if let Some(folder) = line.strip_prefix("## Floors of ") {
                tables.push(Floors { folder: folder.trim_matches('`').into(), rows: Vec::new() });
                inside = true;
            }
        } else if let (true, Some(table), true) = (inside, tables.last_mut(), line.starts_with("| ")) {
            let cell = line.split('|').nth(2).unwrap_or_default();
            let rooms: Vec<String> = cell.split('`').skip(1).step_by(2).map(str::to_string).collect();
            if !rooms.is_empty() {
                table.rows.push(Row { rooms, apart: cell.trim_end().ends_with("apart") });
            }
        }
    }
    tables
}

/// The floor and the room of each file.
pub struct Rooms<'a> {
    floors: &'a Floors,
    places: Vec<Option<(usize, &'a str)>>,
}

impl<'a> Rooms<'a> {
    /// Places each file; one without a floor and a row without a file are faults.
    pub fn new(floors: &'a Floors, sources: &[Source], faults: &mut Vec<String>) -> Self {
        let places: Vec<_> = sources.iter().map(|source| place(floors, source)).collect();
        for (source, place) in sources.iter().zip(&places) {
            if place.is_none() {
                faults.push(format!("{} has no floor", source.shown(Path::new(&floors.folder))));
            }
        }
        for room in floors.rows.iter().flat_map(|row| &row.rooms) {
            if !places.iter().flatten().any(|(_, other)| other == room) {
                faults.push(format!("no file of {} is in `{room}`", floors.folder));
            }
        }
        Self { floors, places }
    }

    /// Returns why an import is refused; `None` if it is allowed.
    pub fn refuses(&self, edge: &Edge) -> Option<String> {
        let (from, to) = (self.places[edge.from]?, self.places[edge.to]?);
        if to.0 > from.0 {
            return Some(format!("floor {} is above floor {}", to.0 + 1, from.0 + 1));
        }
        let apart = self.floors.rows[from.0].apart && from.0 == to.0 && from.1 != to.1;
        apart.then(|| format!("`{}` and `{}` know nothing of each other", from.1, to.1))
    }

    /// Finds files below the formats that name a format.
    pub fn named_formats(&self, folder: &Path, sources: &[Source], faults: &mut Vec<String>) {
        let rows = self.floors.rows.iter().enumerate();
        let formats: Vec<(usize, &str)> = rows
            .flat_map(|(floor, row)| row.rooms.iter().map(move |room| (floor, room)))
            .filter_map(|(floor, room)| Some((floor, room.strip_prefix("formats/")?)))
            .collect();
        for (source, place) in sources.iter().zip(&self.places) {
            for (format, floor) in
                formats.iter().filter_map(|&(floor, name)| Some((name, place.filter(|p| p.0 < floor)?)))
            {
                for (line, word) in source.words.iter().filter(|(_, word)| names(word, format)) {
                    let floor = floor.0 + 1;
                    faults.push(format!("{}:{line}: `{word}` names a format, on floor {floor}", source.shown(folder)));
                }
            }
        }
    }
}

fn names(word: &str, format: &str) -> bool {
    word.to_ascii_lowercase().split(|c: char| !c.is_ascii_alphanumeric()).any(|part| {
        part == format
            || part.strip_prefix(format).is_some_and(|rest| rest.starts_with("fault") || rest.starts_with("error"))
    })
}

/// Returns the row with the longest path that leads to the file.
fn place<'a>(floors: &'a Floors, source: &Source) -> Option<(usize, &'a str)> {
    let path = source.path.join("/");
    let path = if path.is_empty() { "lib".into() } else { path };
    let rooms = floors.rows.iter().enumerate().flat_map(|(floor, row)| row.rooms.iter().map(move |room| (floor, room)));
    rooms
        .filter(|(_, room)| {
            path == **room || path.strip_prefix(room.as_str()).is_some_and(|rest| rest.starts_with('/'))
        })
        .max_by_key(|(_, room)| room.len())
        .map(|(floor, room)| (floor, room.as_str()))
}
