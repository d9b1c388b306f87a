//! The names and aliases of all parameters of a record, found by their text: to compare each with each takes the compiler
//! too long.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use crate::{Param, RecordRules, const_text::bytes::same_bytes};

/// Returns a name of a parameter: number 0 is the name on the wire, the others are aliases.
pub(crate) const fn spelled<'a>(param: &Param<'a>, name: usize) -> &'a str {
    if name == 0 { param.name } else { param.aliases[name - 1] }
}

/// The most names of all parameters together.
const MOST: usize = 4096;

/// The names of all parameters of a record, each found by a number that is made of a few of its bytes.
pub(crate) struct Spellings {
    /// For each number the first of its names, counted from 1; 0 for none.
    first: [u16; 256],
    /// Of each name the parameter, which of its names it is, and the next with the same number.
    all: [[u16; 3]; MOST],
}

impl Spellings {
    pub(crate) const fn new(record: &RecordRules<'_>) -> Self {
        let mut spellings = Self { first: [0; 256], all: [[0; 3]; MOST] };
        let (mut at, mut count) = (0, 0);
        while let Some(param) = record.get(at) {
            let mut name = 0;
            while name <= param.aliases.len() {
                assert!(count < MOST, "a record has at most 4096 names, with the aliases of all parameters");
                let number = number_of(spelled(&param, name).as_bytes());
                spellings.all[count] = [at as u16, name as u16, spellings.first[number]];
                count += 1;
                spellings.first[number] = count as u16;
                name += 1;
            }
            at += 1;
        }
        spellings
    }

    /// Returns where the record, whose names these are, has this name.
    pub(crate) const fn of<'s>(&'s self, record: &'s RecordRules<'static>, name: &'s [u8]) -> Places<'s> {
        Places { all: self, record, name, next: self.first[number_of(name)] }
    }
}

/// The places of a name in a record.
pub(crate) struct Places<'s> {
    all: &'s Spellings,
    record: &'s RecordRules<'static>,
    name: &'s [u8],
    next: u16,
}

impl Places<'_> {
    /// Returns the position of the next parameter, and which of its names it is; the last comes first.
    pub(crate) const fn next(&mut self) -> Option<(usize, usize)> {
        while self.next > 0 {
            let [at, name, after] = self.all.all[self.next as usize - 1];
            self.next = after;
            if let Some(param) = self.record.get(at as usize) {
                if same_bytes(spelled(&param, name as usize).as_bytes(), self.name) {
                    return Some((at as usize, name as usize));
                }
            }
        }
        None
    }
}

/// Goes over the names that parameters of a record share with others of it.
pub(crate) struct Twins<'s> {
    all: &'s Spellings,
    record: &'s RecordRules<'static>,
    start: usize,
    end: usize,
    /// The position of the parameter whose name is looked up, which of its names that is, and where else it is.
    own: usize,
    name: usize,
    places: Option<Places<'s>>,
}

/// A name that two parameters have.
pub(crate) struct Twin {
    pub(crate) text: &'static str,
    /// The positions of the two, and which of their names it is.
    pub(crate) own: (usize, usize),
    pub(crate) other: (usize, usize),
}

impl<'s> Twins<'s> {
    /// Begins with the first name of the parameters from `start` to `end`; others are those outside of these.
    pub(crate) const fn new(all: &'s Spellings, record: &'s RecordRules<'static>, start: usize, end: usize) -> Self {
        Self { all, record, start, end, own: start, name: 0, places: None }
    }

    /// Returns the next name, in the order of the parameters.
    pub(crate) const fn next(&mut self) -> Option<Twin> {
        while let (Some(param), true) = (self.record.get(self.own), self.own < self.end) {
            if self.name > param.aliases.len() {
                (self.own, self.name) = (self.own + 1, 0);
                continue;
            }
            let text = spelled(&param, self.name);
            let mut places = match self.places.take() {
                Some(places) => places,
                None => self.all.of(self.record, text.as_bytes()),
            };
            while let Some(other) = places.next() {
                if other.0 < self.start || other.0 >= self.end {
                    self.places = Some(places);
                    return Some(Twin { text, own: (self.own, self.name), other });
                }
            }
            self.name += 1;
        }
        None
    }
}

/// Returns a number below 256 of the length of a name and of some bytes in which names differ.
const fn number_of(name: &[u8]) -> usize {
    let len = name.len();
    if len < 2 {
        return len;
    }
    let bytes = [name[len - 1], name[len - 2], name[len / 2], name[len / 4]];
    (len + 3 * bytes[0] as usize + 31 * bytes[1] as usize + 7 * bytes[2] as usize + 13 * bytes[3] as usize) % 256
}
