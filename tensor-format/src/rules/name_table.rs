//! The names of a record as bytes, which a format can write by one copy and check by one comparison: one byte for their
//! number, then each name after one byte for its length. No format consists of just these bytes: each puts its own
//! header before them, or does not use them.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use super::Rules;

/// The size in bytes of the memory for a table.
const ROOM: usize = 1024;

/// The most names of a table, and the most bytes of a name: a larger number takes more than one byte in the
/// variable-length integers of some format.
pub(crate) const MAX_ONE_BYTE: usize = 252;

/// The bytes of a table of names while it is built; [`RecordType`](super::RecordType) holds the finished ones.
pub(crate) struct NameTable {
    bytes: [u8; ROOM],
    len: usize,
}

impl NameTable {
    /// Returns the table of names of a record; `None` for rules of one tensor, if the table is too large, or if a name
    /// is empty or a number takes more than one byte.
    pub(crate) const fn of(rules: Rules<'_>) -> Option<Self> {
        let Rules::Record(rules) = rules else { return None };
        let mut params = rules.listed();
        if params.len() > MAX_ONE_BYTE {
            return None;
        }
        let mut table = Self { bytes: [0; ROOM], len: 1 };
        table.bytes[0] = params.len() as u8;
        while let Some((param, rest)) = params.split_first() {
            let name = param.name.as_bytes();
            // An empty name is not any format's: each looks at it for itself.
            if name.is_empty() || name.len() > MAX_ONE_BYTE || name.len() >= ROOM - table.len {
                return None;
            }
            // Few steps, since the compiler takes each of them for each record.
            table.bytes[table.len] = name.len() as u8;
            let start = table.len + 1;
            let mut i = 0;
            while i < name.len() {
                table.bytes[start + i] = name[i];
                i += 1;
            }
            table.len = start + i;
            params = rest;
        }
        Some(table)
    }

    /// Returns the bytes of the table that are in use.
    pub(crate) const fn as_slice(table: &Option<Self>) -> Option<&[u8]> {
        match table {
            Some(table) => Some(table.bytes.split_at(table.len).0),
            None => None,
        }
    }
}
