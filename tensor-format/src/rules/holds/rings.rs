//! Finds derived records that hold each other before their rules are evaluated: these would be a cycle, of which the
//! compiler shows every step.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler; indices are below the length that they are compared with"
)]

use super::HeldRecord;
use crate::{HasRules, const_text::message::ConstText};

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
