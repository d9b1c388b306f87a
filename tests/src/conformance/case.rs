//! One vector under judgement.

use std::fmt;

use serde::Deserialize;

/// The faults found in one vector.
#[derive(Debug)]
pub struct Case {
    id: String,
    faults: Vec<Fault>,
}

#[derive(Debug)]
struct Fault {
    way: String,
    expected: String,
    got: String,
}

impl Case {
    /// The case of a line; without a readable id its number stands for it.
    #[must_use]
    pub fn of_line(line: &str, number: usize) -> Self {
        #[derive(Deserialize)]
        struct Id {
            id: String,
        }
        let id = serde_json::from_str(line).map_or_else(|_| format!("line {number}"), |Id { id }| id);
        Self { id, faults: Vec::new() }
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether all that differs is that a machine of 32 bits cannot address what the vector describes.
    #[must_use]
    pub fn exceeds_machine(&self) -> bool {
        const WORDS: [&str; 4] =
            ["more bytes than can be addressed", "expected usize", "at most 4294967295 bytes", "arithmetic overflow"];
        let exceeds = |fault: &Fault| WORDS.iter().any(|words| fault.got.contains(words));
        usize::BITS < 64 && !self.passed() && self.faults.iter().all(exceeds)
    }

    /// Notes a difference, and the way in which it was found.
    pub fn fault(&mut self, way: impl fmt::Display, expected: impl fmt::Display, got: impl fmt::Display) {
        self.faults.push(Fault { way: way.to_string(), expected: short(expected), got: short(got) });
    }

    /// Notes a difference if there is one.
    pub fn equal<T: PartialEq + fmt::Debug>(&mut self, way: impl fmt::Display, expected: &T, got: &T) {
        if expected != got {
            self.fault(way, format_args!("{expected:?}"), format_args!("{got:?}"));
        }
    }
}

/// Keeps a line of the report readable.
fn short(text: impl fmt::Display) -> String {
    const MOST: usize = 160;
    let text = text.to_string().replace('\n', " ");
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}... ({} bytes)", text.get(..at).unwrap_or_default(), text.len()),
        None => text,
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.id)?;
        if let Some(Fault { way, expected, got }) = self.faults.first() {
            write!(f, " expected {expected}, got {got} ({way})")?;
        }
        match self.faults.len() {
            0 | 1 => Ok(()),
            more => write!(f, " and {} more", more - 1),
        }
    }
}
