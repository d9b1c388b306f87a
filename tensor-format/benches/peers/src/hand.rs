//! A small codec of the documented layout, written by hand for each workload: what is within reach.
//!
//! Little-endian machines only. It checks what the format demands, but its errors say nothing: `None`.

pub(crate) mod columns;
pub(crate) mod lists;
pub(crate) mod nested;

use std::ptr;

use ndarray::{ArrayView, Dimension};
use tensor_format_users::varint::{put_varint, varint};

/// Returns the bytes of f32 numbers.
pub(crate) fn as_bytes(run: &[f32]) -> &[u8] {
    // SAFETY: an f32 is four bytes without padding.
    unsafe { std::slice::from_raw_parts(run.as_ptr().cast(), size_of_val(run)) }
}

#[inline]
fn put_header(out: &mut Vec<u8>, dtype: u8, shape: &[usize]) {
    out.extend_from_slice(&[dtype, shape.len() as u8]);
    for &len in shape {
        put_varint(out, len);
    }
}

/// Appends a tensor of elements of fixed size, in one reservation.
pub(crate) fn append(out: &mut Vec<u8>, dtype: u8, shape: &[usize], payload: &[u8]) {
    out.reserve(2 + 5 * shape.len() + payload.len());
    put_header(out, dtype, shape);
    out.extend_from_slice(payload);
}

/// Returns a header on the stack with its length, and the elements of an array in place; `None` if they are not stored
/// in order.
pub(crate) fn vectored<'a, D: Dimension>(array: &'a ArrayView<'_, f32, D>) -> Option<([u8; 22], usize, &'a [u8])> {
    let payload = as_bytes(array.as_slice()?);
    let shape = array.shape();
    let mut header = [0; 22];
    header[0] = 1;
    header[1] = shape.len() as u8;
    let mut at = 2;
    for &len in shape {
        match len {
            0..253 => {
                header[at] = len as u8;
                at += 1;
            }
            253..0x1_0000 => {
                header[at] = 253;
                header[at + 1..at + 3].copy_from_slice(&(len as u16).to_be_bytes());
                at += 3;
            }
            _ => {
                header[at] = 254;
                header[at + 1..at + 5].copy_from_slice(&(len as u32).to_be_bytes());
                at += 5;
            }
        }
    }
    Some((header, at, payload))
}

/// Returns the lengths and the bytes that follow the header; `None` unless element type and rank are these and the
/// payload ends the input.
#[inline]
pub(crate) fn parse<const RANK: usize>(bytes: &[u8], dtype: u8, size: usize) -> Option<([usize; RANK], &[u8])> {
    let mut rest = bytes.strip_prefix(&[dtype, RANK as u8])?;
    let mut shape = [0; RANK];
    let mut expected = size;
    for len in &mut shape {
        (*len, rest) = varint(rest)?;
        expected = expected.checked_mul(*len)?;
    }
    (rest.len() == expected).then_some((shape, rest))
}

/// Parses a header of any element type, and any rank up to 8.
#[inline]
pub(crate) fn parse_dynamic(bytes: &[u8]) -> Option<(u8, usize, [usize; 8], &[u8])> {
    let (&[dtype, rank], mut rest) = bytes.split_first_chunk()?;
    let rank = usize::from(rank);
    let mut shape = [0; 8];
    let mut expected: usize = match dtype {
        3 | 7 | 13 => 1,
        4 | 8 => 2,
        1 | 5 | 9 => 4,
        2 | 6 | 10 => 8,
        _ => return None,
    };
    for len in shape.get_mut(..rank)? {
        (*len, rest) = varint(rest)?;
        expected = expected.checked_mul(*len)?;
    }
    (rest.len() == expected).then_some((dtype, rank, shape, rest))
}

/// Borrows numbers in place, if they are aligned.
#[inline]
pub(crate) fn borrowed<const RANK: usize>(bytes: &[u8]) -> Option<([usize; RANK], &[f32])> {
    let (shape, payload) = parse(bytes, 1, 4)?;
    if !payload.as_ptr().cast::<f32>().is_aligned() {
        return None;
    }
    // SAFETY: aligned, and every four bytes are an f32.
    let numbers = unsafe { std::slice::from_raw_parts(payload.as_ptr().cast(), payload.len() / 4) };
    Some((shape, numbers))
}

/// Copies numbers out, at any alignment.
pub(crate) fn owned<const RANK: usize>(bytes: &[u8]) -> Option<([usize; RANK], Vec<f32>)> {
    let (shape, payload) = parse(bytes, 1, 4)?;
    let mut numbers: Vec<f32> = Vec::with_capacity(payload.len() / 4);
    // SAFETY: the vector has room for all bytes, and every four of them are an f32.
    unsafe {
        ptr::copy_nonoverlapping(payload.as_ptr(), numbers.as_mut_ptr().cast(), payload.len());
        numbers.set_len(payload.len() / 4);
    }
    Some((shape, numbers))
}

/// Copies numbers to an existing slice of the same length, at any alignment.
pub(crate) fn refill<const RANK: usize>(bytes: &[u8], numbers: &mut [f32]) -> Option<[usize; RANK]> {
    let (shape, payload) = parse(bytes, 1, 4)?;
    let numbers: &mut [u8] = bytemuck::cast_slice_mut(numbers);
    if numbers.len() != payload.len() {
        return None;
    }
    numbers.copy_from_slice(payload);
    Some(shape)
}

/// Copies up to 32 bytes by two overlapping moves, which is faster than a call of memcpy.
///
/// # Safety
///
/// `to` has room for `len` bytes, which `from` holds; they do not overlap.
#[inline]
unsafe fn copy_short(from: *const u8, to: *mut u8, len: usize) {
    /// # Safety
    ///
    /// As `copy_short`, and `len` is from `size_of::<T>()` to twice that.
    #[inline]
    unsafe fn two<T>(from: *const u8, to: *mut u8, len: usize) {
        let back = len - size_of::<T>();
        // SAFETY: both moves are within `len` bytes.
        unsafe {
            let (first, last) = (from.cast::<T>().read_unaligned(), from.add(back).cast::<T>().read_unaligned());
            to.cast::<T>().write_unaligned(first);
            to.add(back).cast::<T>().write_unaligned(last);
        }
    }
    // SAFETY: each arm is given a length that it covers.
    unsafe {
        match len {
            0 => {}
            1..=3 => {
                *to = *from;
                *to.add(len / 2) = *from.add(len / 2);
                *to.add(len - 1) = *from.add(len - 1);
            }
            4..=7 => two::<u32>(from, to, len),
            8..=15 => two::<u64>(from, to, len),
            16..=32 => two::<u128>(from, to, len),
            _ => ptr::copy_nonoverlapping(from, to, len),
        }
    }
}

/// Appends a string tensor `[n]`: the exact size first, then raw writes.
pub(crate) fn append_strings(out: &mut Vec<u8>, strings: &[&str]) {
    let total: usize = strings.iter().map(|text| text.len() + if text.len() < 253 { 1 } else { 5 }).sum();
    out.reserve(7 + total);
    put_header(out, 11, &[strings.len()]);
    for text in strings {
        let len = text.len();
        if len < 253 {
            // SAFETY: room for this string and its length was reserved.
            unsafe {
                let end = out.as_mut_ptr().add(out.len());
                *end = len as u8;
                copy_short(text.as_ptr(), end.add(1), len);
                out.set_len(out.len() + 1 + len);
            }
        } else {
            put_varint(out, len);
            out.extend_from_slice(text.as_bytes());
        }
    }
}

/// Borrows the strings in place: one check of the whole body, since lengths below 128 are ASCII themselves.
pub(crate) fn borrow_strings(bytes: &[u8]) -> Option<Vec<&str>> {
    let (count, mut rest) = varint(bytes.strip_prefix(&[11, 1])?)?;
    if count > rest.len() {
        return None;
    }
    let mut strings = Vec::with_capacity(count);
    if let Ok(mut text) = simdutf8::basic::from_utf8(rest) {
        while strings.len() < count {
            let len = usize::from(*text.as_bytes().first()?);
            if len >= 128 {
                return None;
            }
            strings.push(text.get(1..1 + len)?);
            text = text.get(1 + len..)?;
        }
        return text.is_empty().then_some(strings);
    }
    while strings.len() < count {
        let (len, body) = varint(rest)?;
        let (body, after) = body.split_at_checked(len)?;
        strings.push(std::str::from_utf8(body).ok()?);
        rest = after;
    }
    rest.is_empty().then_some(strings)
}

/// Copies the strings out.
pub(crate) fn own_strings(bytes: &[u8]) -> Option<Vec<String>> {
    Some(borrow_strings(bytes)?.into_iter().map(str::to_owned).collect())
}

/// A record as its parts.
pub(crate) type Parts = (u32, f32, [f32; 4], [f32; 4]);

/// A record whose elements are not filled in yet: the table of names and the four headers, with room for elements.
const RECORD: [u8; RECORD_LEN] = *b"\x0b\x01\x04\x01a\x01b\x01c\x01d\
    \x09\x00....\x01\x00....\x01\x01\x04................\x01\x01\x04................";
pub(crate) const RECORD_LEN: usize = 61;

/// Appends a record: the template, then the elements in their places.
#[inline]
pub(crate) fn append_record(out: &mut Vec<u8>, (a, b, c, d): &Parts) {
    out.reserve(RECORD_LEN);
    // SAFETY: there is room for a record, and every place is within it.
    unsafe {
        let record = out.as_mut_ptr().add(out.len());
        record.cast::<[u8; RECORD_LEN]>().write(RECORD);
        record.add(13).cast::<u32>().write_unaligned(*a);
        record.add(19).cast::<f32>().write_unaligned(*b);
        record.add(26).cast::<[f32; 4]>().write_unaligned(*c);
        record.add(45).cast::<[f32; 4]>().write_unaligned(*d);
        out.set_len(out.len() + RECORD_LEN);
    }
}

/// Reads a record whose parts are stored in order.
#[inline]
pub(crate) fn read_record(bytes: &[u8]) -> Option<Parts> {
    let bytes: &[u8; RECORD_LEN] = bytes.try_into().ok()?;
    let same = |at: usize, len: usize| bytes[at..at + len] == RECORD[at..at + len];
    if !(same(0, 13) && same(17, 2) && same(23, 3) && same(42, 3)) {
        return None;
    }
    let number = |at: usize| [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
    let float = |at: usize| f32::from_le_bytes(number(at));
    let four = |at: usize| [float(at), float(at + 4), float(at + 8), float(at + 12)];
    Some((u32::from_le_bytes(number(13)), float(19), four(26), four(45)))
}

/// Reads the next record of a stream: `None` after the last, `Some(None)` if it is broken, which ends the stream.
#[inline]
pub(crate) fn next_record(rest: &mut &[u8]) -> Option<Option<Parts>> {
    if rest.is_empty() {
        return None;
    }
    let parts = rest.split_at_checked(RECORD_LEN).and_then(|(record, after)| {
        *rest = after;
        read_record(record)
    });
    if parts.is_none() {
        *rest = &[];
    }
    Some(parts)
}

/// Returns whether every byte is 0 or 1: a block is folded with OR and tested once.
fn are_booleans(bytes: &[u8]) -> bool {
    bytes.chunks(1024).all(|block| block.iter().fold(0, |all, byte| all | byte) <= 1)
}

/// Borrows booleans in place.
pub(crate) fn borrow_booleans(bytes: &[u8]) -> Option<&[bool]> {
    let ([_], payload) = parse(bytes, 13, 1)?;
    // SAFETY: every byte is a boolean.
    are_booleans(payload).then(|| unsafe { std::slice::from_raw_parts(payload.as_ptr().cast(), payload.len()) })
}

/// Checks booleans, and copies them out.
pub(crate) fn own_booleans(bytes: &[u8]) -> Option<Vec<bool>> {
    borrow_booleans(bytes).map(<[bool]>::to_vec)
}

/// Returns the bytes of booleans.
pub(crate) fn boolean_bytes(run: &[bool]) -> &[u8] {
    // SAFETY: a boolean is one byte.
    unsafe { std::slice::from_raw_parts(run.as_ptr().cast(), run.len()) }
}
