//! Which derived records hold which, to find those that hold each other before their rules are evaluated: these would
//! be a cycle, of which the compiler shows every step.
//!
//! The rules of a record contain those of the records in it, but a [`HeldRecord`] only refers to others, and so those
//! of a ring can be looked at.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler; indices are below the length that they are compared with"
)]

use super::HasRules;
use crate::{
    const_text::{
        message::ConstText,
        str_eq::{is_before, same},
    },
    util::reinterpret::hidden::Hidden,
};

/// A derived record, or a tuple, by its fields that may hold records.
#[derive(Debug)]
pub struct HeldRecord {
    /// The name in messages; empty for a tuple.
    pub name: &'static str,
    /// The module, line and column, which tell types of one name apart.
    pub place: (&'static str, u32, u32),
    /// What each field holds; `None` for tensors, and for types that do not tell.
    pub fields: &'static [Option<HeldRef>],
}

/// A record that is held. Constants have it as it is, without a look at the record.
pub type HeldRef = Hidden<HeldRecord>;

impl HeldRecord {
    const fn is(&self, other: &Self) -> bool {
        !self.name.is_empty()
            && same(self.name, other.name)
            && same(self.place.0, other.place.0)
            && self.place.1 == other.place.1
            && self.place.2 == other.place.2
    }

    const fn comes_before(&self, other: &Self) -> bool {
        is_before(self.name, other.name)
            || same(self.name, other.name) && (is_before(self.place.0, other.place.0) || self.place.1 < other.place.1)
    }
}

/// The longest ring that is found, and the most fields that are looked at for it. What is beyond is left to the
/// compiler.
const LONGEST: usize = 32;
const MOST_FIELDS: usize = 4096;

/// The records from one to the one that holds it.
struct Ring {
    records: [&'static HeldRecord; LONGEST],
    len: usize,
}

/// Finds the way from field number `field` of a record back to the record.
const fn ring(start: &'static HeldRecord, field: usize) -> Option<Ring> {
    let (mut ring, mut next) = (Ring { records: [start; LONGEST], len: 1 }, [0; LONGEST]);
    next[0] = field;
    let mut looked_at = 0;
    while ring.len > 0 && looked_at < MOST_FIELDS {
        looked_at += 1;
        let last = ring.len - 1;
        let (fields, at) = (ring.records[last].fields, next[last]);
        let end = if last == 0 { field + 1 } else { fields.len() };
        if at >= end {
            ring.len -= 1;
            continue;
        }
        next[last] += 1;
        let Some(held) = &fields[at] else { continue };
        let held = held.get();
        if held.is(start) {
            return Some(ring);
        }
        let (mut before, mut is_new) = (0, ring.len < LONGEST);
        while is_new && before < ring.len {
            is_new = !held.is(ring.records[before]);
            before += 1;
        }
        if is_new {
            (ring.records[ring.len], next[ring.len]) = (held, 0);
            ring.len += 1;
        }
    }
    None
}

/// Returns whether the derived record `T` holds itself, through other records.
#[must_use]
pub const fn holds_itself<T: HasRules>() -> bool {
    let Some(record) = &T::HOLDS else { return false };
    let record = record.get();
    let mut field = 0;
    while field < record.fields.len() {
        if ring(record, field).is_some() {
            return true;
        }
        field += 1;
    }
    false
}

/// Stops compilation if the derived record `T` holds itself through its field number `field`. Of all records of a ring,
/// only the first by name says so.
#[track_caller]
pub const fn verify_no_ring<T: HasRules>(field: usize) {
    let Some(record) = &T::HOLDS else { return };
    let record = record.get();
    let Some(Ring { records, len }) = ring(record, field) else { return };
    let mut index = 1;
    while index < len {
        if !records[index].name.is_empty() && records[index].comes_before(record) {
            return;
        }
        index += 1;
    }
    let (mut text, mut is_first) = (ConstText::of(record.name), true);
    index = 1;
    while index < len {
        if !records[index].name.is_empty() {
            text = text.str(if is_first { " holds `" } else { ", which holds `" }).str(records[index].name).str("`");
            is_first = false;
        }
        index += 1;
    }
    text =
        if is_first { text.str(" holds itself") } else { text.str(", which holds `").str(record.name).str("` again") };
    text = text.str(
        ", but a record has a fixed list of parameters\n  send the records of each type as one list, and let them ",
    );
    text.str("refer to each other by position, as `u32`").stop()
}
