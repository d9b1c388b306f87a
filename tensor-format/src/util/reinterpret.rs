//! Takes slices of one type as slices of another, copies elements that no slice holds, writes to memory that is not
//! initialised, hides references from the compiler, and asks the system for huge pages: the only module of the crate with
//! `unsafe` code.
//!
//! Each function that other modules see proves all that it relies on by itself, whatever its caller knows.
#![allow(
    unsafe_code,
    reason = "safe code looks at booleans one byte at a time, twenty times slower than memory, has no `as_chunks` in Rust \
              1.85, copies bytes that are not aligned to items a tenth slower than `memcpy`, makes no array of arrays out \
              of zeros but item by item, takes array views with gaps row \
              by row, up to forty times slower than by blocks, has no constant that the compiler does not follow, cannot advise \
              the system of memory, writes to a vector only where its length is set each time, and takes ten instructions \
              for each byte of a short text"
)]

use alloc::vec::Vec;
use core::{convert::Infallible, marker::PhantomData, mem::MaybeUninit, ptr, slice};

use bytemuck::AnyBitPattern;

pub(crate) mod elements;
pub(crate) mod hidden;
#[cfg(all(feature = "huge-pages", target_os = "linux"))]
mod huge_pages;
mod runs;
pub(crate) mod spare;
pub(crate) mod transpose;

/// The number of bytes of booleans that are checked by one test.
const BLOCK: usize = 1024;

/// Returns the position of the first byte that is no boolean: neither 0 nor 1.
///
/// It makes one test for each block of bytes: these are combined with OR, and only a block that fails is searched.
#[must_use]
#[inline]
pub(crate) fn find_invalid_boolean(bytes: &[u8]) -> Option<usize> {
    // Where the length is a constant, a boolean alone is checked without a call.
    if let [byte] = bytes { (*byte > 1).then_some(0) } else { find_in_blocks(bytes) }
}

fn find_in_blocks(bytes: &[u8]) -> Option<usize> {
    for (block, chunk) in bytes.chunks(BLOCK).enumerate() {
        if chunk.iter().fold(0, |all, byte| all | byte) > 1 {
            let within = chunk.iter().position(|byte| *byte > 1)?;
            return Some(block.saturating_mul(BLOCK).saturating_add(within));
        }
    }
    None
}

/// Returns bytes as booleans, or the position of the first byte that is neither 0 nor 1.
pub(crate) fn booleans(bytes: &[u8]) -> Result<&[bool], usize> {
    match find_invalid_boolean(bytes) {
        Some(index) => Err(index),
        // SAFETY: `bool` has the size and alignment of `u8`, so pointer and length describe the same memory, which is
        // initialised, lives as long and is only read. Its valid bytes are 0 and 1: the OR of every block was at most
        // 1, so each byte is.
        None => Ok(unsafe { slice::from_raw_parts(bytes.as_ptr().cast::<bool>(), bytes.len()) }),
    }
}

/// Returns up to 32 bytes as text if they are ASCII; `None` for others, which may be text too.
#[inline]
pub(crate) fn short_ascii(bytes: &[u8]) -> Option<&str> {
    /// Whether the first or the last bytes, as an integer, have one with the highest bit.
    macro_rules! beyond {
        ($integer:ty) => {{
            let (first, last) = (bytes.first_chunk()?, bytes.last_chunk()?);
            let both = <$integer>::from_ne_bytes(*first) | <$integer>::from_ne_bytes(*last);
            both & (<$integer>::MAX / 255 * 128) != 0
        }};
    }
    let is_beyond = match bytes.len() {
        0 => false,
        1 => beyond!(u8),
        2..4 => beyond!(u16),
        4..8 => beyond!(u32),
        8..16 => beyond!(u64),
        16..=32 => beyond!(u128),
        _ => return None,
    };
    if is_beyond {
        return None;
    }
    // SAFETY: the first and the last bytes are all there are, and none has the highest bit set, so that each is a character.
    Some(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Returns items as groups of `N`; `None` if `N` is 0 or does not divide their number.
pub(crate) fn groups<T, const N: usize>(items: &[T]) -> Option<&[[T; N]]> {
    let count = items.len().checked_div(N)?;
    if count.checked_mul(N)? != items.len() {
        return None;
    }
    // SAFETY: `[T; N]` is `N` items one after another at the alignment of `T`, and `count * N` is the number of items,
    // so the memory is the same, and as initialised, as long alive and as little written as `items`.
    Some(unsafe { slice::from_raw_parts(items.as_ptr().cast::<[T; N]>(), count) })
}

/// Appends the items that have these bytes, aligned or not; those of an incomplete one at the end are left out.
#[inline]
pub(crate) fn extend<T: AnyBitPattern>(out: &mut Vec<T>, bytes: &[u8]) {
    extend_bytes(out, bytes, FromZeros::any());
}

/// Does the same as [`extend`] for a type that `valid` shows to have any bytes; else appends nothing.
#[inline]
pub(crate) fn extend_bytes<T>(out: &mut Vec<T>, bytes: &[u8], valid: FromZeros<T>) {
    let size = size_of::<T>();
    let Some(count) = bytes.len().checked_div(size).filter(|_| valid.any) else { return };
    let Some(whole) = bytes.get(..count.saturating_mul(size)) else { return };
    let Ok(()) = grow(out, |out| {
        out.reserve(count);
        Ok::<_, Infallible>(())
    });
    // SAFETY: `whole` is `count` items of `size` bytes, for which `reserve` made room behind the last one. The memory
    // is apart from that of `bytes`, since `out` is borrowed mutably. All bytes of these items are written, and any
    // bytes are a `T` by `valid`, so that the vector has `count` items more, a number that `reserve` has found not
    // to overflow.
    unsafe {
        let end = out.as_mut_ptr().add(out.len()).cast::<u8>();
        ptr::copy_nonoverlapping(whole.as_ptr(), end, whole.len());
        out.set_len(out.len().saturating_add(count));
    }
}

/// Shows that memory of zeros is a `T`, and whether memory of any other bytes is.
#[derive(Debug)]
pub struct FromZeros<T> {
    any: bool,
    of: PhantomData<fn() -> T>,
}

impl FromZeros<bool> {
    pub(crate) const fn boolean() -> Self {
        Self { any: false, of: PhantomData }
    }
}

impl<T: AnyBitPattern> FromZeros<T> {
    pub(crate) const fn any() -> Self {
        Self { any: true, of: PhantomData }
    }
}

impl<T> FromZeros<T> {
    pub(crate) const fn array<const N: usize>(self) -> FromZeros<[T; N]> {
        // An array has no memory but that of its items.
        FromZeros { any: self.any, of: PhantomData }
    }

    pub(crate) const fn is_any(&self) -> bool {
        self.any
    }
}

/// Appends items that are memory of zeros.
#[inline]
pub(crate) fn extend_zeros<T>(out: &mut Vec<T>, count: usize, _: FromZeros<T>) {
    out.reserve(count);
    // SAFETY: `reserve` made room for `count` items behind the last one. All their bytes are written, and zeros are a
    // `T`, as `FromZeros` shows. So the vector has `count` items more, a number that `reserve` has found not to
    // overflow.
    unsafe {
        ptr::write_bytes(out.as_mut_ptr().add(out.len()), 0, count);
        out.set_len(out.len().saturating_add(count));
    }
}

/// Returns memory of zeros as a value.
#[inline]
pub(crate) fn zeroed<T>(_: FromZeros<T>) -> T {
    // SAFETY: zeros are a `T`, as `FromZeros` shows.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// Lets a vector reserve memory, which is held in huge pages if the feature asks for them and there is much of it.
#[inline]
pub(crate) fn grow<T, E>(out: &mut Vec<T>, reserve: impl FnOnce(&mut Vec<T>) -> Result<(), E>) -> Result<(), E> {
    #[cfg(all(feature = "huge-pages", target_os = "linux"))]
    let before = out.capacity();
    reserve(out)?;
    #[cfg(all(feature = "huge-pages", target_os = "linux"))]
    if out.capacity() != before {
        huge_pages::advise(out);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec, vec::Vec};

    use super::*;

    #[test]
    fn short_bytes_as_text() {
        for len in 0..=40 {
            let mut bytes: Vec<u8> = (0..len).map(|at| b'a' + at % 26).collect();
            let text = core::str::from_utf8(&bytes).ok().filter(|_| len <= 32);
            assert_eq!(short_ascii(&bytes), text);
            for at in 0..bytes.len() {
                let byte = core::mem::replace(&mut bytes[at], 0x80);
                assert_eq!(short_ascii(&bytes), None);
                bytes[at] = byte;
            }
        }
    }

    #[test]
    fn bytes_as_booleans() {
        for len in [0, 1, 2, 63, BLOCK, BLOCK + 1] {
            let bytes: Vec<u8> = (0..len).map(|at| u8::from(at % 3 == 0)).collect();
            let expected: Vec<bool> = (0..len).map(|at| at % 3 == 0).collect();
            assert_eq!(booleans(&bytes), Ok(expected.as_slice()));
            let rest = len.min(1);
            assert_eq!(booleans(&bytes[rest..]), Ok(&expected[rest..]));
        }
    }

    #[test]
    fn the_first_byte_that_is_no_boolean() {
        let len = 2 * BLOCK + 7;
        for (at, byte) in [(0, 2), (1, 0xff), (BLOCK - 1, 0x80), (BLOCK, 3), (2 * BLOCK, 0xfe), (len - 1, 2)] {
            let mut bytes = vec![1; len];
            bytes[at] = byte;
            bytes[len - 1] |= byte;
            assert_eq!(booleans(&bytes), Err(at));
            assert_eq!(find_invalid_boolean(&bytes), Some(at));
        }
    }

    #[test]
    fn items_of_bytes_at_any_address() {
        let bytes: Vec<u8> = (1..=25).collect();
        for from in 0..4 {
            for len in [0, 3, 4, 15, 16, 21] {
                let part = &bytes[from..from + len];
                let mut items = vec![7u32];
                extend(&mut items, part);
                let (all, _) = part.split_at(len / 4 * 4);
                let read = all.chunks(4).map(|chunk| u32::from_ne_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]));
                assert!(items.iter().copied().eq(core::iter::once(7).chain(read)), "{len} bytes from {from}");
            }
        }
        let mut arrays = vec![[[0u8; 3]; 2]];
        extend_bytes(&mut arrays, &bytes[..14], FromZeros::<u8>::any().array().array());
        assert_eq!(arrays, [[[0; 3]; 2], [[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]);
        let mut nothing = vec![(); 3];
        extend(&mut nothing, &bytes);
        assert_eq!(nothing.len(), 3);
    }

    #[test]
    fn items_of_zeros() {
        let mut items = vec![[[7u16; 3]; 2]];
        extend_zeros(&mut items, 2, FromZeros::<u16>::any().array().array());
        assert_eq!(items, [[[7; 3]; 2], [[0; 3]; 2], [[0; 3]; 2]]);
        assert_eq!(zeroed(FromZeros::<f32>::any().array().array()), [[0.0; 2]; 3]);
        let mut booleans = vec![true];
        extend_zeros(&mut booleans, 1, FromZeros::boolean());
        extend_bytes(&mut booleans, &[1, 1], FromZeros::boolean());
        assert_eq!(booleans, [true, false]);
        let mut nothing = vec![[0u64; 0]; 3];
        extend_zeros(&mut nothing, 4, FromZeros::<u64>::any().array());
        assert_eq!(nothing.len(), 7);
    }

    #[test]
    fn items_in_groups() {
        assert_eq!(groups(&[1u16, 2, 3, 4, 5, 6]), Some(&[[1, 2], [3, 4], [5, 6]][..]));
        assert_eq!(groups::<u16, 3>(&[]), Some(&[][..]));
        assert_eq!(groups::<u16, 4>(&[1, 2, 3, 4, 5, 6]), None);
        assert_eq!(groups::<u16, 0>(&[]), None);
        assert_eq!(groups::<u16, 0>(&[1]), None);
        assert_eq!(groups::<(), { usize::MAX }>(&[(); usize::MAX]).map(<[_]>::len), Some(1));
        let texts = ["a", "b"].map(String::from);
        assert_eq!(groups(&texts), Some(&[["a", "b"].map(String::from)][..]));
        let nested: &[[u64; 2]] = groups(&[1, 2, 3, 4]).expect("a whole number of groups");
        assert_eq!(groups(nested), Some(&[[[1, 2], [3, 4]]][..]));
    }
}
