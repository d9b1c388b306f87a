//! Records in records and lists of different lengths by hand, without `unsafe`: the same bytes and the same checks.

use tensor_format_users::varint::{put_varint, varint};

use super::put_header;

/// A record and the one in it: `id`, `pose.at`, `pose.score`, `weights`.
pub(crate) type Parts = (u32, Option<([f32; 3], f32)>, [f32; 4]);

/// A record whose elements are not filled in yet.
const WHOLE: [u8; 79] = *b"\x0b\x01\x04\x02id\x07pose.at\x0apose.score\x07weights\
    \x09\x00....\x01\x01\x03............\x01\x00....\x01\x01\x04................";
/// The same without the record in it.
const BARE: [u8; 39] = *b"\x0b\x01\x02\x02id\x07weights\x09\x00....\x01\x01\x04................";

/// Appends a record: the template, then the elements in their places.
#[inline]
pub(crate) fn append_record(out: &mut Vec<u8>, (id, pose, weights): &Parts) {
    if let Some((at, score)) = pose {
        let mut record = WHOLE;
        record[35..39].copy_from_slice(&id.to_le_bytes());
        record[42..54].copy_from_slice(bytemuck::cast_slice(at));
        record[56..60].copy_from_slice(&score.to_le_bytes());
        record[63..79].copy_from_slice(bytemuck::cast_slice(weights));
        out.extend_from_slice(&record);
    } else {
        let mut record = BARE;
        record[16..20].copy_from_slice(&id.to_le_bytes());
        record[23..39].copy_from_slice(bytemuck::cast_slice(weights));
        out.extend_from_slice(&record);
    }
}

/// Reads a record whose parts are stored in order.
#[inline]
pub(crate) fn read_record(bytes: &[u8]) -> Option<Parts> {
    let number = |at: usize| -> Option<[u8; 4]> { bytes.get(at..at + 4)?.try_into().ok() };
    let float = |at: usize| number(at).map(f32::from_le_bytes);
    let four = |at: usize| Some([float(at)?, float(at + 4)?, float(at + 8)?, float(at + 12)?]);
    let same = |template: &[u8], at: usize, end: usize| bytes[at..end] == template[at..end];
    match bytes.len() {
        79 if same(&WHOLE, 0, 35) && same(&WHOLE, 39, 42) && same(&WHOLE, 54, 56) && same(&WHOLE, 60, 63) => {
            let pose = ([float(42)?, float(46)?, float(50)?], float(56)?);
            Some((u32::from_le_bytes(number(35)?), Some(pose), four(63)?))
        }
        39 if same(&BARE, 0, 16) && same(&BARE, 20, 23) => Some((u32::from_le_bytes(number(16)?), None, four(23)?)),
        _ => None,
    }
}

/// The names of a list of lists.
const NAMES: &[u8] = b"\x0b\x01\x02\x07lengths\x06values";

fn put_lengths<T>(out: &mut Vec<u8>, lists: &[T], len: impl Fn(&T) -> usize) -> usize {
    out.extend_from_slice(NAMES);
    put_header(out, 10, &[lists.len()]);
    let mut total = 0;
    for list in lists {
        out.extend_from_slice(&(len(list) as u64).to_le_bytes());
        total += len(list);
    }
    total
}

/// Appends lists of numbers.
pub(crate) fn append_lists<T: AsRef<[f32]>>(out: &mut Vec<u8>, lists: &[T]) {
    let total = put_lengths(out, lists, |list| list.as_ref().len());
    out.reserve(7 + 4 * total);
    put_header(out, 1, &[total]);
    for list in lists {
        out.extend_from_slice(bytemuck::cast_slice(list.as_ref()));
    }
}

/// Appends lists of texts.
pub(crate) fn append_texts(out: &mut Vec<u8>, lists: &[Vec<String>]) {
    let total = put_lengths(out, lists, Vec::len);
    put_header(out, 11, &[total]);
    for text in lists.iter().flatten() {
        put_varint(out, text.len());
        out.extend_from_slice(text.as_bytes());
    }
}

/// Returns the bytes of the lengths, and what follows.
fn lengths(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (count, rest) = varint(bytes.strip_prefix(NAMES)?.strip_prefix(&[10, 1])?)?;
    rest.split_at_checked(count.checked_mul(8)?)
}

/// Returns each length, as far as there are `total` rows for them all.
fn each(lengths: &[u8], total: usize) -> Option<impl Iterator<Item = usize>> {
    let each = || lengths.chunks_exact(8).map(|length| u64::from_le_bytes(length.try_into().unwrap_or_default()));
    let sum = each().try_fold(0u64, |sum, length| sum.checked_add(length))?;
    (sum == total as u64).then(|| each().map(|length| length as usize))
}

/// Gives each list its bytes.
fn split<T>(bytes: &[u8], mut list: impl FnMut(&[u8]) -> T) -> Option<Vec<T>> {
    let (lengths, rest) = lengths(bytes)?;
    let (total, mut rest) = varint(rest.strip_prefix(&[1, 1])?)?;
    if rest.len() != total.checked_mul(4)? {
        return None;
    }
    let mut lists = Vec::with_capacity(lengths.len() / 8);
    for length in each(lengths, total)? {
        let (own, after) = rest.split_at(4 * length);
        lists.push(list(own));
        rest = after;
    }
    Some(lists)
}

/// Copies lists of numbers out, at any alignment.
pub(crate) fn own_lists(bytes: &[u8]) -> Option<Vec<Vec<f32>>> {
    split(bytes, |own| {
        own.chunks_exact(4).map(|number| f32::from_le_bytes([number[0], number[1], number[2], number[3]])).collect()
    })
}

/// Borrows lists of numbers in place, if they are aligned.
pub(crate) fn borrow_lists(bytes: &[u8]) -> Option<Vec<&[f32]>> {
    let (lengths, rest) = lengths(bytes)?;
    let (total, rest) = varint(rest.strip_prefix(&[1, 1])?)?;
    let mut rest: &[f32] = bytemuck::try_cast_slice(rest).ok()?;
    if rest.len() != total {
        return None;
    }
    let mut lists = Vec::with_capacity(lengths.len() / 8);
    for length in each(lengths, total)? {
        let (own, after) = rest.split_at(length);
        lists.push(own);
        rest = after;
    }
    Some(lists)
}

/// Copies lists of texts out.
pub(crate) fn own_texts(bytes: &[u8]) -> Option<Vec<Vec<String>>> {
    let (lengths, rest) = lengths(bytes)?;
    let (total, mut rest) = varint(rest.strip_prefix(&[11, 1])?)?;
    let mut lists = Vec::with_capacity(lengths.len() / 8);
    for length in each(lengths, total)? {
        if length > rest.len() {
            return None;
        }
        let mut texts = Vec::with_capacity(length);
        for _ in 0..length {
            let (len, body) = varint(rest)?;
            let (text, after) = body.split_at_checked(len)?;
            texts.push(std::str::from_utf8(text).ok()?.to_owned());
            rest = after;
        }
        lists.push(texts);
    }
    rest.is_empty().then_some(lists)
}
