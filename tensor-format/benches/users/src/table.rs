//! A table: records of many numbers. The codec by hand is for little-endian machines.

use serde::{Deserialize, Serialize};
use tensor_format::{Tensor, to_vec};

use crate::varint::{put_varint, varint};

/// The number of rows of a program, and of those in a message.
pub const COUNT: usize = 10_000;
const EACH: usize = 1_000;

const NAMES: &[u8] =
    b"\x0b\x01\x1c\x02id\x02f0\x02f1\x02f2\x02f3\x02f4\x02f5\x02f6\x02f7\x02f8\x02f9\x03f10\x03f11\x03f12\
    \x03f13\x03f14\x03f15\x03f16\x03f17\x03f18\x03f19\x03f20\x03f21\x03f22\x03f23\x03f24\x03f25\x03f26";

/// Declares the row with these features, and its codec by hand.
macro_rules! table {
    ($($feature:ident)*) => {
        /// A row: its number, and 27 features.
        #[derive(Clone, Debug, PartialEq, Tensor, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "the features have no meaning")]
        pub struct Row {
            pub id: u32,
            $(pub $feature: f32,)*
        }

        /// Returns a message, written by hand.
        #[must_use]
        pub fn encode(rows: &[Row]) -> Vec<u8> {
            let mut out = Vec::with_capacity(NAMES.len() + 28 * (5 + 4 * rows.len()));
            out.extend_from_slice(NAMES);
            put_column(&mut out, 9, rows, |row| row.id.to_le_bytes());
            $(put_column(&mut out, 1, rows, |row| row.$feature.to_le_bytes());)*
            out
        }

        /// Reads a message by hand.
        #[must_use]
        pub fn decode(bytes: &[u8]) -> Option<Vec<Row>> {
            let (ids, rest) = column(bytes.strip_prefix(NAMES)?, 9)?;
            $(let ($feature, rest) = column(rest, 1)?;)*
            let n = ids.len();
            $(let $feature = $feature.get(..n).filter(|all| all.len() == $feature.len())?;)*
            let mut rows = Vec::with_capacity(n);
            for at in 0..n {
                rows.push(Row { id: u32::from_le_bytes(ids[at]), $($feature: f32::from_le_bytes($feature[at]),)* });
            }
            rest.is_empty().then_some(rows)
        }

        fn row(id: usize) -> Row {
            let mut at = id as f32;
            $(at += 0.5; let $feature = at;)*
            Row { id: id as u32, $($feature,)* }
        }
    };
}

table!(f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25 f26);

fn put_column(out: &mut Vec<u8>, element_type: u8, rows: &[Row], value: impl Fn(&Row) -> [u8; 4]) {
    out.extend_from_slice(&[element_type, 1]);
    put_varint(out, rows.len());
    out.extend(rows.iter().flat_map(value));
}

fn column(bytes: &[u8], element_type: u8) -> Option<(&[[u8; 4]], &[u8])> {
    let (count, rest) = varint(bytes.strip_prefix(&[element_type, 1])?)?;
    let (column, rest) = rest.split_at_checked(count.checked_mul(4)?)?;
    Some((column.as_chunks().0, rest))
}

/// Returns the rows of each message.
#[must_use]
pub fn tables() -> Vec<Vec<Row>> {
    (0..COUNT / EACH).map(|index| (index * EACH..(index + 1) * EACH).map(row).collect()).collect()
}

/// Returns their messages.
#[must_use]
pub fn messages() -> Vec<Vec<u8>> {
    tables().iter().map(|rows| to_vec(rows).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_by_hand_are_ours_and_are_read() {
        for rows in tables().iter().take(2) {
            let bytes = encode(rows);
            assert_eq!(to_vec(rows).ok().as_deref(), Some(&*bytes));
            assert_eq!(decode(&bytes).as_ref(), Some(rows));
            assert_eq!(decode(&bytes[..bytes.len() - 1]), None);
        }
    }
}
