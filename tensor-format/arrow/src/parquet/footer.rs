//! The metadata at the end of a file.
//!
//! Parquet's library passes over fields that it does not know, and over each item of a list in them; items without bytes it
//! passes over billions of times, if the list says so. It reads the fields that it knows as what it expects, and not as
//! what they say that they are. So metadata are read whole before it does, and refused where a field that there is in
//! Parquet is of another type, or where numbers of fields do not rise: what is passed over here is then what it passes
//! over.

use parquet_60::file::reader::ChunkReader;
use tensor_format::DecodeError;

use super::{
    guard::unread,
    schema,
    thrift::{BINARY, BYTE, DOUBLE, FALSE, I16, I32, I64, LIST, STRUCT, TRUE, fields, list, number, of_bytes, skip},
};
use crate::fault::Fault;

const WRONG: &str = "a field that is of another type, out of order, cut off, or a list without bytes for its items";

/// Checks the metadata of a file that ends with `PAR1`, whose schema may take `most` bytes of memory. Those that would
/// reach out of the file are left to Parquet's library.
pub(super) fn check<R: ChunkReader>(input: &R, most: u64) -> Result<(), DecodeError> {
    let Some(end) = input.len().checked_sub(8) else { return Ok(()) };
    let tail = input.get_bytes(end, 4).map_err(unread)?;
    let Ok(len) = <[u8; 4]>::try_from(&*tail).map(u32::from_le_bytes) else { return Ok(()) };
    let (Some(start), Ok(len)) = (end.checked_sub(len.into()), usize::try_from(len)) else { return Ok(()) };
    let bytes = input.get_bytes(start, len).map_err(unread)?;
    let mut rest = &*bytes;
    if read(&mut rest, STRUCT, &FILE).is_some() {
        return schema::check(&bytes, most).map_err(|error| error.at(start));
    }
    let at = start.saturating_add(len.saturating_sub(rest.len()) as u64);
    Err(DecodeError::from(Fault::ipc("metadata as Parquet has them", WRONG)).at(at))
}

/// What a field or an item is.
#[derive(Clone, Copy)]
enum Type {
    /// A value of this type.
    Plain(u8),
    /// A struct of these fields; others may be there and are passed over.
    Struct(&'static [(i16, Type)]),
    /// A union of these structs. Others have to be structs too: a later version of the library may know them.
    Union(&'static [(i16, Type)]),
    List(&'static Type),
}

/// Reads a value that says that it is of the type `kind`; `None` if it is not what is expected.
fn read(bytes: &mut &[u8], kind: u8, expected: &Type) -> Option<()> {
    match (expected, kind) {
        (Type::Plain(TRUE), TRUE | FALSE) => Some(()),
        // The library takes the lower bits of what is larger.
        (Type::Plain(I32), I32) => number(bytes).map(drop),
        (Type::Plain(plain), _) if *plain == kind => skip(bytes, kind),
        (Type::Struct(known) | Type::Union(known), STRUCT) => {
            fields(bytes, |bytes, id, kind| match (known.iter().find(|(known, _)| *known == id), expected) {
                (Some((_, expected)), _) => read(bytes, kind, expected),
                (None, Type::Union(_)) => read(bytes, kind, &EMPTY),
                (None, _) => skip(bytes, kind),
            })
        }
        (Type::List(item), LIST) => {
            let (kind, len) = list(bytes)?;
            (0..len).try_for_each(|_| read(bytes, of_bytes(kind)?, item))
        }
        _ => None,
    }
}

// What follows is `parquet.thrift` of Parquet's format, with the names that it has there.

use Type::{List, Plain, Struct, Union};

const FLAG: Type = Plain(TRUE);
const BYTES: Type = Plain(BINARY);
const INT: Type = Plain(I32);
const LONG: Type = Plain(I64);
const EMPTY: Type = Struct(&[]);

/// `FileMetaData`.
const FILE: Type = Struct(&[
    (1, INT),
    (2, List(&SCHEMA_ELEMENT)),
    (3, LONG),
    (4, List(&ROW_GROUP)),
    (5, List(&KEY_VALUE)),
    (6, BYTES),
    (7, List(&Union(&[(1, EMPTY), (2, EMPTY), (3, EMPTY)]))),
    (8, Union(&[(1, AES_GCM), (2, AES_GCM)])),
    (9, BYTES),
]);

const AES_GCM: Type = Struct(&[(1, BYTES), (2, BYTES), (3, FLAG)]);

const KEY_VALUE: Type = Struct(&[(1, BYTES), (2, BYTES)]);

const SCHEMA_ELEMENT: Type = Struct(&[
    (1, INT),
    (2, INT),
    (3, INT),
    (4, BYTES),
    (5, INT),
    (6, INT),
    (7, INT),
    (8, INT),
    (9, INT),
    (10, LOGICAL_TYPE),
]);

/// The types without a struct of their own have an empty one.
const LOGICAL_TYPE: Type = Union(&[
    (1, EMPTY),
    (2, EMPTY),
    (3, EMPTY),
    (4, EMPTY),
    (5, Struct(&[(1, INT), (2, INT)])),
    (6, EMPTY),
    (7, TIME),
    (8, TIME),
    (10, Struct(&[(1, Plain(BYTE)), (2, FLAG)])),
    (11, EMPTY),
    (12, EMPTY),
    (13, EMPTY),
    (14, EMPTY),
    (15, EMPTY),
    (16, Struct(&[(1, Plain(BYTE))])),
    (17, Struct(&[(1, BYTES)])),
    (18, Struct(&[(1, BYTES), (2, INT)])),
    (19, EMPTY),
]);

/// `TimeType` and `TimestampType`.
const TIME: Type = Struct(&[(1, FLAG), (2, Union(&[(1, EMPTY), (2, EMPTY), (3, EMPTY)]))]);

const ROW_GROUP: Type = Struct(&[
    (1, List(&COLUMN_CHUNK)),
    (2, LONG),
    (3, LONG),
    (4, List(&Struct(&[(1, INT), (2, FLAG), (3, FLAG)]))),
    (5, LONG),
    (6, LONG),
    (7, Plain(I16)),
]);

const COLUMN_CHUNK: Type = Struct(&[
    (1, BYTES),
    (2, LONG),
    (3, COLUMN_META_DATA),
    (4, LONG),
    (5, INT),
    (6, LONG),
    (7, INT),
    (8, Union(&[(1, EMPTY), (2, Struct(&[(1, List(&BYTES)), (2, BYTES)]))])),
    (9, BYTES),
]);

const COLUMN_META_DATA: Type = Struct(&[
    (1, INT),
    (2, List(&INT)),
    (3, List(&BYTES)),
    (4, INT),
    (5, LONG),
    (6, LONG),
    (7, LONG),
    (8, List(&KEY_VALUE)),
    (9, LONG),
    (10, LONG),
    (11, LONG),
    (12, STATISTICS),
    (13, List(&Struct(&[(1, INT), (2, INT), (3, INT)]))),
    (14, LONG),
    (15, INT),
    (16, Struct(&[(1, LONG), (2, List(&LONG)), (3, List(&LONG))])),
    (17, Struct(&[(1, BOUNDING_BOX), (2, List(&INT))])),
]);

const STATISTICS: Type =
    Struct(&[(1, BYTES), (2, BYTES), (3, LONG), (4, LONG), (5, BYTES), (6, BYTES), (7, FLAG), (8, FLAG), (9, LONG)]);

const BOUNDING_BOX: Type = Struct(&{
    let edge = Plain(DOUBLE);
    [(1, edge), (2, edge), (3, edge), (4, edge), (5, edge), (6, edge), (7, edge), (8, edge)]
});

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    /// Checks a file of these metadata alone.
    fn checked(metadata: &[u8]) -> Result<(), String> {
        let len = u32::try_from(metadata.len()).unwrap().to_le_bytes();
        check(&Bytes::from([metadata, &len, b"PAR1"].concat()), 1 << 20).map_err(|error| error.to_string())
    }

    /// Metadata of no row, of a schema with one column, and then these fields.
    fn with(fields: &[u8]) -> Vec<u8> {
        [&[0x15, 2, 0x19, 0x2c, 0x48, 0, 0x15, 2, 0, 0x15, 2, 0x38, 1, b'x', 0, 0x16, 0, 0x19, 0x0c][..], fields]
            .concat()
    }

    #[test]
    fn metadata_are_read_whole() {
        let whole = with(&[0x28, 1, b'r', 0]);
        assert_eq!(checked(&whole), Ok(()));
        for len in 0..whole.len() {
            let expected = format!("expected metadata as Parquet has them, found {WRONG} (byte {len})");
            assert_eq!(checked(&whole[..len]), Err(expected), "{len} bytes");
        }
        // Fields that are not known, behind the others.
        assert_eq!(checked(&with(&[0xf9, 0x15, 8, 0x1c, 0x11, 0x11, 0, 0])), Ok(()));
        // Those that reach out of the file.
        assert!(check(&Bytes::from_static(b"\xff\xff\xff\xffPAR1"), 0).is_ok());
        assert!(check(&Bytes::from_static(b"PAR1"), 0).is_ok());
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        // The name of a program that is a list, or a list of what it is not; a union whose members are numbers.
        for fields in [&[0x29, 0x18, 1, b'r', 0][..], &[0x19, 0x15, 2, 0], &[0x39, 0x1c, 0x15, 2, 0, 0]] {
            assert!(checked(&with(fields)).unwrap_err().starts_with("expected metadata as Parquet has them"));
        }
        // A member of a union that is not known, and is no struct.
        assert!(checked(&with(&[0x39, 0x1c, 0x4d, 0, 0])).is_err());
        assert!(checked(&with(&[0x39, 0x1c, 0x4c, 0, 0, 0])).is_ok());
        // The version as a text; once more; numbers of fields that fall.
        assert!(checked(&[0x18, 2, 0, 0, 0]).is_err());
        assert!(checked(&with(&[0x05, 2, 2, 0])).is_err());
        assert!(checked(&[0x25, 2, 0x05, 2, 2, 0]).is_err());
    }

    /// The library reads a struct that should be empty as one byte, whatever it holds, and so the table has to have each.
    #[test]
    fn every_logical_type_of_the_library_is_known() {
        let Union(known) = LOGICAL_TYPE else { panic!("a union") };
        let mut empty = 0;
        for id in 1..=100u8 {
            // The member is a struct of a truth value.
            let member = [0x6c, 0x0c, id * 2, 0x11, 0, 0];
            let column = [&[0x15, 2, 0x25, 0, 0x18, 1, b'x'][..], &member, &[0]].concat();
            let metadata =
                [&[0x15, 2, 0x19, 0x2c, 0x48, 0, 0x15, 2, 0][..], &column, &[0x16, 0, 0x19, 0x0c, 0]].concat();
            let read = parquet_60::file::metadata::ParquetMetaDataReader::decode_metadata(&metadata);
            if read.is_err_and(|error| error.to_string().contains("Empty struct has fields")) {
                assert!(known.iter().any(|(known, _)| *known == i16::from(id)), "{id}");
                empty += 1;
            }
        }
        assert!(empty >= 11, "{empty}");
    }
}
