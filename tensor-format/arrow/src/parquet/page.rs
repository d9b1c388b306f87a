//! The header of a page.
//!
//! Parquet's library takes the last of several fields of one number, reads fields as what it expects and not as what they
//! say that they are, and cuts numbers off. So a header is read whole, and refused where it could be read in two ways:
//! numbers of fields rise, each is of its own type, and each number fits.

use super::thrift::{FALSE, I32, STRUCT, TRUE, fields, number, skip};

/// What the header of a page claims.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Page {
    pub(super) kind: Kind,
    /// The bytes that it expands to.
    pub(super) expanded: u64,
    /// The bytes in the file.
    pub(super) stored: u64,
    pub(super) values: u64,
    /// The bytes at its start that are never compressed.
    pub(super) levels: u64,
    pub(super) is_compressed: bool,
}

/// What a page holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Data,
    Index,
    Dictionary,
}

impl Page {
    /// Reads a header, and returns how many bytes it has; `None` if they are not all there, or are no header.
    pub(super) fn read(bytes: &[u8]) -> Option<(Self, u64)> {
        let mut rest = bytes;
        let (mut numbers, mut held) = ([None; 5], None);
        fields(&mut rest, |bytes, id, kind| {
            match (id, kind) {
                // 1 the kind, 2 the size, 3 the stored size, 4 a checksum.
                (1..=4, I32) => *numbers.get_mut(usize::try_from(id).ok()?)? = Some(number(bytes)?),
                // What the page holds, of one kind.
                (5..=8, STRUCT) if held.is_none() => held = Some((id, Held::read(bytes, id)?)),
                (1..=8, _) => return None,
                _ => skip(bytes, kind)?,
            }
            Some(())
        })?;
        let [_, Some(kind), Some(expanded), Some(stored), _] = numbers else { return None };
        let kind = match (kind, held.as_ref()?.0) {
            (0, 5) | (3, 8) => Kind::Data,
            (1, 6) => Kind::Index,
            (2, 7) => Kind::Dictionary,
            _ => return None,
        };
        let Held { values, levels, is_compressed } = held?.1;
        let size = |size: i32| u64::try_from(size).ok();
        let page = Self { kind, expanded: size(expanded)?, stored: size(stored)?, values, levels, is_compressed };
        Some((page, u64::try_from(bytes.len().checked_sub(rest.len())?).ok()?))
    }
}

/// The struct of one kind of page.
struct Held {
    values: u64,
    levels: u64,
    is_compressed: bool,
}

impl Held {
    /// Reads the struct in the field of this number.
    fn read(bytes: &mut &[u8], of: i16) -> Option<Self> {
        // Fields that are numbers, and the one that is a truth value.
        let (numbers, flag) = match of {
            5 => (1..=4, None),
            7 => (1..=2, Some(3)),
            8 => (1..=6, Some(7)),
            _ => (0..=0, None),
        };
        let (mut found, mut is_compressed) = ([None; 7], true);
        fields(bytes, |bytes, id, kind| {
            if numbers.contains(&id) {
                if kind != I32 {
                    return None;
                }
                *found.get_mut(usize::try_from(id).ok()?)? = Some(number(bytes)?);
            } else if Some(id) == flag {
                match kind {
                    TRUE | FALSE => is_compressed = of != 8 || kind == TRUE,
                    _ => return None,
                }
            } else {
                skip(bytes, kind)?;
            }
            Some(())
        })?;
        let size = |id: usize| found.get(id).copied().flatten().map(u64::try_from);
        // An index has no values, and only the second version of data says how long its levels are.
        let values = if of == 6 { 0 } else { size(1)?.ok()? };
        let levels = if of == 8 { size(5)?.ok()?.checked_add(size(6)?.ok()?)? } else { 0 };
        Some(Self { values, levels, is_compressed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(kind: Kind, expanded: u64, stored: u64, values: u64) -> Page {
        Page { kind, expanded, stored, values, levels: 0, is_compressed: true }
    }

    #[test]
    fn headers_of_pages_are_read_whole() {
        // A data page of 300 bytes, stored in 20, of 7 values; a dictionary with a checksum, in the long form of fields.
        let data = [0x15, 0, 0x15, 0xd8, 0x04, 0x15, 40, 0x2c, 0x15, 14, 0x15, 0, 0, 0];
        assert_eq!(Page::read(&data), Some((page(Kind::Data, 300, 20, 7), 14)));
        let dictionary = [0x05, 2, 4, 0x15, 8, 0x15, 8, 0x15, 3, 0x3c, 0x15, 2, 0x21, 0, 0, 9];
        assert_eq!(Page::read(&dictionary), Some((page(Kind::Dictionary, 4, 4, 1), 15)));
        for len in 0..data.len() {
            assert_eq!(Page::read(&data[..len]), None, "{len}");
        }
        // The second version of data: 3 and 2 bytes of levels, and what follows is not compressed.
        let second =
            [0x15, 6, 0x15, 40, 0x15, 40, 0x5c, 0x15, 14, 0x15, 0, 0x15, 14, 0x15, 0, 0x15, 6, 0x15, 4, 0x12, 0, 0];
        let expected = Page { levels: 5, is_compressed: false, ..page(Kind::Data, 20, 20, 7) };
        assert_eq!(Page::read(&second), Some((expected, 22)));
        let index = [0x15, 2, 0x15, 8, 0x15, 8, 0x3c, 0, 0];
        assert_eq!(Page::read(&index), Some((page(Kind::Index, 4, 4, 0), 9)));
    }

    #[test]
    fn headers_that_could_be_read_in_two_ways_are_refused() {
        let whole = [0x15, 0, 0x15, 8, 0x15, 8, 0x2c, 0x15, 2, 0];
        let with = |end: &[u8]| Page::read(&[&whole[..], end].concat());
        assert!(with(&[0]).is_some());
        // A field that is not known, behind the others; the size once more, by its number and by one that is cut to it.
        assert!(with(&[0x45, 2, 0]).is_some());
        assert_eq!(with(&[0x05, 4, 8, 0]), None);
        assert_eq!(with(&[0x05, 0x84, 0x80, 0x08, 8, 0]), None);
        // Another struct, and the number of values once more.
        assert_eq!(with(&[0x3c, 0, 0]), None);
        assert_eq!(Page::read(&[0x15, 0, 0x15, 8, 0x15, 8, 0x2c, 0x15, 2, 0x05, 2, 2, 0, 0]), None);
        // A negative size, a size of 2^32+4, sizes of another type, a struct of another kind, none.
        assert_eq!(Page::read(&[0x15, 0, 0x15, 1, 0x15, 8, 0x2c, 0x15, 2, 0, 0]), None);
        assert_eq!(Page::read(&[0x15, 0, 0x15, 0x88, 0x80, 0x80, 0x80, 0x20, 0x15, 8, 0x2c, 0x15, 2, 0, 0]), None);
        assert_eq!(Page::read(&[0x15, 0, 0x16, 8, 0x15, 8, 0x2c, 0x15, 2, 0, 0]), None);
        assert_eq!(Page::read(&[0x15, 0, 0x15, 8, 0x15, 8, 0x4c, 0x15, 2, 0, 0]), None);
        assert_eq!(Page::read(&[0x15, 0, 0x15, 8, 0x15, 8, 0]), None);
        // Numbers that do not end.
        assert_eq!(Page::read(&[0x15; 64].map(|_| 0xff)), None);
    }
}
