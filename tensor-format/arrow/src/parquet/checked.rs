//! A Parquet file whose pages are checked before Parquet's library reads them, which takes as much memory as the header
//! of a page claims.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use bytes::Bytes;
use parquet_60::{
    errors::{ParquetError, Result},
    file::reader::{ChunkReader, Length},
};

/// What a page expands to without an option: so many bytes, and so many times its own.
const EXPANDED: u64 = 64 << 20;
const EXPANDED_TIMES: u64 = 32;

/// How many bytes are looked at for the header of a page, one after the other: statistics may make it long.
const HEADERS: [u64; 4] = [64, 1 << 12, 1 << 20, u64::MAX];

/// Returns how much something of this many bytes may expand to.
pub(super) fn most_expanded(bytes: u64, max_expanded: Option<u64>) -> u64 {
    max_expanded.unwrap_or(EXPANDED.saturating_add(bytes.saturating_mul(EXPANDED_TIMES)))
}

/// A file that is read only where it is, and whose pages expand only so far.
pub(super) struct Checked<R> {
    inner: R,
    max_expanded: Option<u64>,
    /// Whether all that is read from now on are pages.
    pages: Arc<AtomicBool>,
    /// Where the data of the checked pages begin: Parquet's library asks for them too, after it has looked at a header.
    data: Mutex<HashSet<u64>>,
}

impl<R> Checked<R> {
    pub(super) fn new(inner: R, max_expanded: Option<u64>) -> Self {
        Self { inner, max_expanded, pages: Arc::default(), data: Mutex::default() }
    }

    /// Returns what says that the metadata were read.
    pub(super) fn pages(&self) -> Arc<AtomicBool> {
        self.pages.clone()
    }
}

fn refused(why: String) -> ParquetError {
    ParquetError::General(why)
}

impl<R: ChunkReader> Checked<R> {
    fn check_page(&self, start: u64) -> Result<()> {
        let mut data = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        if data.contains(&start) {
            return Ok(());
        }
        let rest = self.inner.len().saturating_sub(start);
        let mut found = None;
        for len in HEADERS {
            let bytes = self.get_bytes(start, usize::try_from(len.min(rest)).unwrap_or_default())?;
            found = Page::read(&bytes).zip(header_len(&bytes));
            if found.is_some() || len >= rest {
                break;
            }
        }
        let Some((page, len)) = found else {
            return Err(refused("a page has no header that begins with its sizes".into()));
        };
        let most = most_expanded(page.stored, self.max_expanded);
        if page.expanded > most {
            return Err(refused(format!("a page expands to {} bytes, more than the {most} allowed", page.expanded)));
        }
        if page.values > most {
            return Err(refused(format!("a page has {} values, more than the {most} allowed", page.values)));
        }
        if page.is_dictionary && page.values > page.expanded {
            return Err(refused(format!("a dictionary of {} values has {} bytes", page.values, page.expanded)));
        }
        data.insert(start.saturating_add(len));
        Ok(())
    }
}

impl<R: Length> Length for Checked<R> {
    fn len(&self) -> u64 {
        self.inner.len()
    }
}

impl<R: ChunkReader> ChunkReader for Checked<R> {
    type T = R::T;

    fn get_read(&self, start: u64) -> Result<R::T> {
        if self.pages.load(Ordering::Relaxed) {
            self.check_page(start)?;
        }
        self.inner.get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let end = start.checked_add(length as u64);
        if end.is_none_or(|end| end > self.inner.len()) {
            return Err(ParquetError::EOF(format!("{length} bytes at {start} of {}", self.inner.len())));
        }
        self.inner.get_bytes(start, length)
    }
}

/// What the header of a page claims.
#[derive(Debug, PartialEq)]
struct Page {
    is_dictionary: bool,
    expanded: u64,
    stored: u64,
    values: u64,
}

impl Page {
    /// Reads the fields that stand first in every header: what it is, its sizes, and the number of values.
    fn read(mut bytes: &[u8]) -> Option<Self> {
        let bytes = &mut bytes;
        let (mut id, mut numbers) = (0, [None; 4]);
        // 1 the kind, 2 the size, 3 the stored size, 4 a checksum; then the struct of the kind.
        let inner = loop {
            let (next, kind) = field(bytes, id)?;
            id = next;
            match (id, kind) {
                (1..=4, I32) => *numbers.get_mut(usize::try_from(id).ok()?.checked_sub(1)?)? = Some(number(bytes)?),
                (5..=8, STRUCT) => break id,
                _ => return None,
            }
        };
        let [Some(kind), Some(expanded), Some(stored), _] = numbers else { return None };
        let size = |size: i64| u64::try_from(size).ok();
        // A page of an index has no values, and is passed over.
        let values = match (kind, inner) {
            (1, 6) => 0,
            (0, 5) | (2, 7) | (3, 8) => match field(bytes, 0)? {
                (1, I32) => number(bytes)?,
                _ => return None,
            },
            _ => return None,
        };
        Some(Self { is_dictionary: kind == 2, expanded: size(expanded)?, stored: size(stored)?, values: size(values)? })
    }
}

/// Returns the number of bytes of a header; `None` if they are not all there.
fn header_len(bytes: &[u8]) -> Option<u64> {
    let mut rest = bytes;
    skip(&mut rest, STRUCT, 0)?;
    u64::try_from(bytes.len().checked_sub(rest.len())?).ok()
}

/// Passes over a value of this type. Headers of pages have structs of numbers, truth values and bytes.
fn skip(bytes: &mut &[u8], kind: u8, depth: usize) -> Option<()> {
    match kind {
        TRUE | FALSE => {}
        BYTE => *bytes = bytes.get(1..)?,
        I16 | I32 | I64 => {
            let len = bytes.iter().position(|byte| byte & 128 == 0)?.checked_add(1)?;
            *bytes = bytes.get(len..)?;
        }
        BINARY => {
            // A length has no sign.
            let mut len = 0usize;
            for shift in (0..35).step_by(7) {
                let (byte, rest) = bytes.split_first()?;
                *bytes = rest;
                len |= usize::from(byte & 127).checked_shl(shift)?;
                if byte & 128 == 0 {
                    break;
                }
            }
            *bytes = bytes.get(len..)?;
        }
        STRUCT if depth < 4 => {
            while *bytes.first()? != 0 {
                let (_, kind) = field(bytes, 0)?;
                skip(bytes, kind, depth.saturating_add(1))?;
            }
            *bytes = bytes.get(1..)?;
        }
        _ => return None,
    }
    Some(())
}

/// The types of fields in Thrift's compact protocol.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I16: u8 = 4;
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const STRUCT: u8 = 12;

/// Reads the number and the type of the next field, after the field of this number.
fn field(bytes: &mut &[u8], before: i64) -> Option<(i64, u8)> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    let id = match first >> 4 {
        0 => number(bytes)?,
        delta => before.checked_add(delta.into())?,
    };
    Some((id, first & 15))
}

/// Reads a number of variable length, whose lowest bit is its sign.
fn number(bytes: &mut &[u8]) -> Option<i64> {
    let mut value = 0u64;
    for shift in (0..35).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 127) << shift;
        if byte & 128 == 0 {
            let half = i64::try_from(value >> 1).ok()?;
            return Some(if value & 1 == 0 { half } else { !half });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_pages_are_read_up_to_the_number_of_values() {
        // A data page of 300 bytes, stored in 20, of 7 values; a dictionary with a checksum, in the long form of fields.
        let data = [0x15, 0, 0x15, 0xd8, 0x04, 0x15, 40, 0x2c, 0x15, 14, 0x15, 0];
        let page = Page { is_dictionary: false, expanded: 300, stored: 20, values: 7 };
        assert_eq!(Page::read(&data), Some(page));
        let dictionary = [0x05, 2, 4, 0x15, 8, 0x15, 8, 0x15, 3, 0x3c, 0x15, 2, 0];
        let page = Page { is_dictionary: true, expanded: 4, stored: 4, values: 1 };
        assert_eq!(Page::read(&dictionary), Some(page));
        for len in 0..data.len() - 2 {
            assert_eq!(Page::read(&data[..len]), None, "{len}");
        }
        // A negative size, sizes behind the struct, a struct of another kind.
        assert_eq!(Page::read(&[0x15, 0, 0x15, 1, 0x15, 40, 0x2c, 0x15, 14]), None);
        assert_eq!(Page::read(&[0x15, 0, 0x4c, 0x15, 14, 0, 0x05, 4, 8]), None);
        assert_eq!(Page::read(&[0x15, 0, 0x15, 8, 0x15, 8, 0x4c, 0x15, 2]), None);
    }

    #[test]
    fn pages_that_claim_too_much_are_refused() {
        let read = |header: &[u8], max| {
            let file = Checked::new(Bytes::copy_from_slice(header), max);
            file.pages().store(true, Ordering::Relaxed);
            file.get_read(0).map(|_| ()).map_err(|error| error.to_string())
        };
        // A page of 2^31-1 bytes, stored in 20; of as many values; a dictionary of more values than bytes.
        let most = [0xfe, 0xff, 0xff, 0xff, 0x0f];
        let large = [&[0x15, 0, 0x15][..], &most, &[0x15, 40, 0x2c, 0x15, 14, 0, 0]].concat();
        assert!(read(&large, None).unwrap_err().contains("expands to 2147483647 bytes"));
        assert_eq!(read(&large, Some(1 << 31)), Ok(()));
        let many = [&[0x15, 0, 0x15, 40, 0x15, 40, 0x2c, 0x15][..], &most, &[0, 0]].concat();
        assert!(read(&many, None).unwrap_err().contains("has 2147483647 values"));
        let dictionary = [0x15, 4, 0x15, 40, 0x15, 40, 0x4c, 0x15, 42, 0, 0];
        assert!(read(&dictionary, None).unwrap_err().contains("a dictionary of 21 values"));
        assert!(read(b"no header", None).is_err());
        // The data behind a header that was looked at are no header.
        let page =
            Checked::new(Bytes::from_static(&[0x15, 0, 0x15, 8, 0x15, 8, 0x2c, 0x15, 2, 0, 0, 9, 9, 9, 9]), None);
        page.pages().store(true, Ordering::Relaxed);
        assert!(page.get_read(11).is_err());
        assert!(page.get_read(0).is_ok() && page.get_read(11).is_ok());
        // Before the pages are read, and past the end.
        let file = Checked::new(Bytes::from_static(b"metadata"), None);
        assert!(file.get_read(0).is_ok());
        assert!(file.get_bytes(4, 5).is_err() && file.get_bytes(u64::MAX, 1).is_err());
    }
}
