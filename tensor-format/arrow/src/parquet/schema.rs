//! The schemas in the metadata of a file, Parquet's and Arrow's, before Parquet's library reads them.
//!
//! It makes a tree of its own by calls in each other, makes room for as many children as a group says that it has, and
//! gives each column the names of all groups around it. So a schema is refused that is too deep, that has fewer elements
//! than its groups say, or whose tree takes too much memory. Arrow's, a text in the metadata, is a message that may name
//! one field again and again.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use parquet_60::arrow::ARROW_SCHEMA_META_KEY;
use tensor_format::{DecodeError, ErrorKind, error::Limit};

use super::thrift::{BINARY, I32, LIST, binary, fields, list, number, skip};
use crate::{arrow_ipc::root_as_message, columns::ipc::fields::check_memory, fault::Fault};

/// The most groups in each other.
const LEVELS: usize = 64;

/// About the bytes of memory that an element takes, in all forms that are made of it, beside its name and those around
/// it.
const ELEMENT: u64 = 1536;

/// About the bytes of memory that a name takes, beside its letters.
const NAME: u64 = 48;

/// A group whose children are being read.
struct Group {
    /// The children that have not begun.
    left: u64,
    /// The memory of the names of this group and of those around it.
    names: u64,
}

/// Checks the schema of metadata, which are whole, and Arrow's schema in them: each may take `most` bytes of memory.
pub(super) fn check(metadata: &[u8], most: u64) -> Result<(), DecodeError> {
    let mut checked = Ok(());
    let mut rest = metadata;
    let read = fields(&mut rest, |bytes, id, kind| {
        if !matches!((id, kind), (2 | 5, LIST)) {
            return skip(bytes, kind);
        }
        let (_, len) = list(bytes)?;
        checked = if id == 2 { check_elements(bytes, len, most) } else { check_pairs(bytes, len, most) };
        checked.is_ok().then_some(())
    });
    checked.and_then(|()| read.ok_or_else(unread))
}

/// What could be read when all of the metadata were, and cannot be here.
#[cold]
fn unread() -> DecodeError {
    Fault::ipc("a schema", "what cannot be read").into()
}

/// Checks the schema.
fn check_elements(bytes: &mut &[u8], len: u64, most: u64) -> Result<(), DecodeError> {
    let (mut groups, mut open, mut memory) = (Vec::<Group>::new(), 0u64, 0u64);
    for left in (0..len).rev() {
        let (name, children) = element(bytes).ok_or_else(unread)?;
        let mut names = NAME.saturating_add(name);
        if let Some(group) = groups.last_mut() {
            group.left = group.left.saturating_sub(1);
            open = open.saturating_sub(1);
            names = names.saturating_add(group.names);
        }
        open = open.saturating_add(children);
        if open > left {
            let found = format!("{open}, and {left} elements");
            return Err(Fault::ipc("a schema that has as many children as its groups say", found).into());
        }
        memory = memory.saturating_add(ELEMENT).saturating_add(if children == 0 { names } else { name });
        if memory > most {
            return Err(ErrorKind::LimitExceeded { limit: Limit::Expanded, max: most, found: memory }.into());
        }
        if children > 0 {
            groups.push(Group { left: children, names });
        }
        if groups.len() > LEVELS {
            let expected = format!("a schema of at most {LEVELS} groups in each other");
            return Err(Fault::ipc(expected, "more").into());
        }
        while groups.last().is_some_and(|group| group.left == 0) {
            groups.pop();
        }
    }
    Ok(())
}

/// Reads an element of the schema: the bytes of its name, and its number of children. A number that is negative is left
/// to Parquet's library.
fn element(bytes: &mut &[u8]) -> Option<(u64, u64)> {
    let (mut name, mut children) = (0, 0);
    fields(bytes, |bytes, id, kind| match (id, kind) {
        (4, BINARY) => {
            name = binary(bytes)?.len() as u64;
            Some(())
        }
        (5, I32) => {
            children = u64::try_from(number(bytes)?).unwrap_or_default();
            Some(())
        }
        _ => skip(bytes, kind),
    })?;
    Some((name, children))
}

/// Checks Arrow's schema among keys and values.
fn check_pairs(bytes: &mut &[u8], len: u64, most: u64) -> Result<(), DecodeError> {
    for _ in 0..len {
        let (mut key, mut value) = (&[][..], &[][..]);
        let pair = fields(bytes, |bytes, id, kind| {
            match (id, kind) {
                (1, BINARY) => key = binary(bytes)?,
                (2, BINARY) => value = binary(bytes)?,
                _ => skip(bytes, kind)?,
            }
            Some(())
        });
        pair.ok_or_else(unread)?;
        if key == ARROW_SCHEMA_META_KEY.as_bytes() {
            // What is no schema the library refuses.
            let message = STANDARD.decode(value).unwrap_or_default();
            let message = message.strip_prefix(&[0xff; 4]).and_then(|rest| rest.get(4..)).unwrap_or(&message);
            if let Some(schema) = root_as_message(message).ok().and_then(|message| message.header_as_schema()) {
                check_memory(schema, most)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A group of so many children, or a column, with this name.
    fn element(name: &str, children: u8) -> Vec<u8> {
        let head = [0x48, u8::try_from(name.len()).unwrap()];
        let tail: &[u8] = if children > 0 { &[0x15, children * 2, 0] } else { &[0] };
        [&head, name.as_bytes(), tail].concat()
    }

    /// The text of the error of a schema of these elements.
    fn checked(elements: &[Vec<u8>], most: u64) -> Result<(), String> {
        let len = u8::try_from(elements.len()).unwrap();
        let metadata = [&[0x15, 2, 0x19, 0xfc, len][..], &elements.concat(), &[0x16, 0, 0x19, 0x0c, 0]].concat();
        check(&metadata, most).map_err(|error| error.to_string())
    }

    #[test]
    fn groups_have_the_children_that_they_say() {
        let column = element("x", 0);
        let whole = [element("", 2), element("g", 2), column.clone(), column.clone(), column.clone()];
        assert_eq!(checked(&whole, 1 << 20), Ok(()));
        let error = checked(&whole[..4], 1 << 20).unwrap_err();
        assert_eq!(error, "expected a schema that has as many children as its groups say, found 3, and 2 elements");
        // Elements beside the root are for Parquet's library to refuse.
        assert_eq!(checked(&[column.clone(), column], 1 << 20), Ok(()));
        assert!(checked(&[element("", 60)], 1 << 20).is_err());
    }

    #[test]
    fn groups_are_in_each_other_only_so_deep() {
        let nested = |levels: usize| [vec![element("", 1); levels], vec![element("x", 0)]].concat();
        assert_eq!(checked(&nested(LEVELS), 1 << 20), Ok(()));
        let error = checked(&nested(LEVELS + 1), 1 << 20).unwrap_err();
        assert_eq!(error, "expected a schema of at most 64 groups in each other, found more");
        // Beside each other there may be more.
        let beside = (0..50).flat_map(|_| [element("g", 1), element("x", 0)]);
        assert_eq!(checked(&[element("", 50)].into_iter().chain(beside).collect::<Vec<_>>(), 1 << 20), Ok(()));
    }

    #[test]
    fn names_of_groups_count_for_each_column_in_them() {
        let of = |name: &str| [vec![element("", 1), element(name, 50)], vec![element("x", 0); 50]].concat();
        let (short, long) = (52 * ELEMENT + 50 * 3 * NAME + 300, 52 * ELEMENT + 50 * (3 * NAME + 100));
        assert_eq!(checked(&of("g"), short), Ok(()));
        assert!(checked(&of(&"g".repeat(100)), long).unwrap_err().contains("limit exceeded"));
        assert_eq!(checked(&of(&"g".repeat(100)), long + 1000), Ok(()));
    }
}
