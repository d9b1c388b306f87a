//! Thrift's compact protocol, in which the metadata of Parquet are written.

/// The types of fields and of the items of lists.
pub(super) const TRUE: u8 = 1;
pub(super) const FALSE: u8 = 2;
pub(super) const BYTE: u8 = 3;
pub(super) const I16: u8 = 4;
pub(super) const I32: u8 = 5;
pub(super) const I64: u8 = 6;
pub(super) const DOUBLE: u8 = 7;
pub(super) const BINARY: u8 = 8;
pub(super) const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
pub(super) const STRUCT: u8 = 12;
const UUID: u8 = 13;

/// The most structs, lists and maps around a value that is passed over.
const DEPTH: usize = 16;

/// Reads the fields of a struct up to its end, each by `read`, which is told its number and its type.
pub(super) fn fields<'b>(
    bytes: &mut &'b [u8],
    mut read: impl FnMut(&mut &'b [u8], i16, u8) -> Option<()>,
) -> Option<()> {
    let mut before = 0;
    loop {
        let first = byte(bytes)?;
        if first == 0 {
            return Some(());
        }
        let id = match first >> 4 {
            0 => i16::try_from(number(bytes)?).ok()?,
            delta => i16::from(delta).checked_add(before)?,
        };
        if id <= before {
            return None;
        }
        read(bytes, id, first & 15)?;
        before = id;
    }
}

/// Reads what a list or a set begins with: the type of its items, and how many there are.
pub(super) fn list(bytes: &mut &[u8]) -> Option<(u8, u64)> {
    let first = byte(bytes)?;
    let len = match first >> 4 {
        15 => varint(bytes)?,
        len => u64::from(len),
    };
    Some((first & 15, len))
}

/// Passes over a value of this type.
pub(super) fn skip(bytes: &mut &[u8], kind: u8) -> Option<()> {
    skip_in(bytes, kind, 0)
}

fn skip_in(bytes: &mut &[u8], kind: u8, depth: usize) -> Option<()> {
    let skip = |bytes: &mut &[u8], kind| skip_in(bytes, kind, depth.saturating_add(1));
    match kind {
        // The type of a field says it all.
        TRUE | FALSE => Some(()),
        BYTE => take(bytes, 1),
        I16 | I32 | I64 => varint(bytes).map(drop),
        DOUBLE => take(bytes, 8),
        UUID => take(bytes, 16),
        BINARY => binary(bytes).map(drop),
        STRUCT if depth < DEPTH => fields(bytes, |bytes, _, kind| skip(bytes, kind)),
        LIST | SET if depth < DEPTH => {
            let (item, len) = list(bytes)?;
            (0..len).try_for_each(|_| skip(bytes, of_bytes(item)?))
        }
        MAP if depth < DEPTH => match varint(bytes)? {
            0 => Some(()),
            len => {
                let types = byte(bytes)?;
                let (key, value) = (of_bytes(types >> 4)?, of_bytes(types & 15)?);
                (0..len).try_for_each(|_| skip(bytes, key).and_then(|()| skip(bytes, value)))
            }
        },
        _ => None,
    }
}

/// Returns a type of which each item of a list has a byte or more. Truth values have one too, but Parquet's library passes
/// over them as if they had none: as often as a list says that there is one, and be it billions of times.
pub(super) fn of_bytes(kind: u8) -> Option<u8> {
    (kind > FALSE).then_some(kind)
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

fn take(bytes: &mut &[u8], len: usize) -> Option<()> {
    *bytes = bytes.get(len..)?;
    Some(())
}

/// Reads a text or byte string. Its length has no sign.
pub(super) fn binary<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let len = usize::try_from(varint(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(text)
}

/// Reads a number of variable length, of at most 64 bits.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..63).step_by(7) {
        let byte = byte(bytes)?;
        value |= u64::from(byte & 127) << shift;
        if byte & 128 == 0 {
            return Some(value);
        }
    }
    // The one bit that is left.
    let last = byte(bytes)?;
    (last <= 1).then(|| value | u64::from(last) << 63)
}

/// Reads a number of 32 bits, whose lowest bit is its sign.
pub(super) fn number(bytes: &mut &[u8]) -> Option<i32> {
    let value = varint(bytes)?;
    let half = i32::try_from(value >> 1).ok()?;
    Some(if value & 1 == 0 { half } else { !half })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many bytes a value of this type has; `None` if it is none.
    fn len_of(kind: u8, bytes: &[u8]) -> Option<usize> {
        let mut rest = bytes;
        skip(&mut rest, kind).map(|()| bytes.len() - rest.len())
    }

    #[test]
    fn values_of_every_type_are_passed_over() {
        let cases: [(u8, &[u8]); 14] = [
            (TRUE, &[]),
            (FALSE, &[]),
            (BYTE, &[200]),
            (I16, &[0x80, 1]),
            (I32, &[5]),
            (I64, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
            (DOUBLE, &[1; 8]),
            (UUID, &[1; 16]),
            (BINARY, &[3, 1, 2, 3]),
            (STRUCT, &[0x15, 2, 0x21, 0x19, 0x23, 7, 8, 0]),
            (LIST, &[0x28, 1, 9, 0]),
            (SET, &[0xf3, 15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
            (MAP, &[0]),
            (MAP, &[2, 0x38, 7, 1, 9, 8, 0]),
        ];
        for (kind, bytes) in cases {
            assert_eq!(len_of(kind, &[bytes, &[9; 3]].concat()), Some(bytes.len()), "{kind}");
            for len in 0..bytes.len() {
                assert_eq!(len_of(kind, &bytes[..len]), None, "{kind}: {len} bytes");
            }
        }
        assert_eq!(len_of(0, &[0; 9]), None);
        assert_eq!(len_of(14, &[0; 9]), None);
    }

    #[test]
    fn lists_of_what_takes_no_bytes_are_not_passed_over() {
        for kind in [0, TRUE, FALSE] {
            assert_eq!(len_of(LIST, &[0x10 | kind, 1]), None);
            assert_eq!(len_of(SET, &[0xf0 | kind, 0xff, 0xff, 0xff, 0xff, 7]), None);
            assert_eq!(len_of(MAP, &[1, 0x30 | kind, 1, 1]), None);
            assert_eq!(len_of(MAP, &[1, kind << 4 | 3, 1, 1]), None);
        }
        // Without items there are none to pass over.
        assert_eq!(len_of(LIST, &[0]), Some(1));
        assert_eq!(len_of(LIST, &[1]), Some(1));
    }

    #[test]
    fn values_are_nested_only_so_deep() {
        let lists = |depth: usize| [vec![0x19; depth], vec![0x13, 7]].concat();
        assert_eq!(len_of(LIST, &lists(DEPTH - 1)), Some(DEPTH + 1));
        assert_eq!(len_of(LIST, &lists(DEPTH)), None);
        assert_eq!(len_of(STRUCT, &[0x1c; 1 << 20]), None);
    }
}
