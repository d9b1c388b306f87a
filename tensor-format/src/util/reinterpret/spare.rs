//! Memory that is written from its front on: what a vector has beyond its items, or some on the stack.

use alloc::vec::Vec;
use core::{
    mem::{self, MaybeUninit},
    ptr, slice,
};

use arrayvec::ArrayVec;

use super::{super::varint, elements::Elements, grow};

/// The size in bytes of the longest string that is copied by a few moves of fixed size.
const SHORT: usize = 32;

/// The most bytes that are written on the stack and copied to a vector that has no room.
const SMALL: usize = 512;

/// The number of bytes of room from which on a vector is written to at once.
const ROOM: usize = 64;

/// Memory that is written from its front on, as long as there is room. What has no room is counted.
///
/// What is in front of `rest` was written. Only [`append_with`] makes one.
#[derive(Debug)]
pub(crate) struct Spare<'s> {
    rest: &'s mut [MaybeUninit<u8>],
    /// The number of bytes that had no room; nothing is left of `rest` then.
    missing: usize,
}

/// Returns whether a vector has so much room that it is written to at once.
#[inline]
pub(crate) fn has_room(out: &Vec<u8>) -> bool {
    out.capacity().wrapping_sub(out.len()) >= ROOM
}

/// Calls `write` with the memory that a vector has beyond its items, which then belongs to it as far as it was written.
/// The first go is on the stack if the vector has nearly no room, so that it grows once, by what is written. Returns
/// the result and the number of bytes that are needed if there was no room for all: nothing was appended then.
#[inline(always)]
pub(crate) fn append_with<R>(
    out: &mut Vec<u8>,
    is_first: bool,
    write: impl FnOnce(&mut Spare<'_>) -> R,
) -> (R, Option<usize>) {
    let mut stack = [const { MaybeUninit::uninit() }; SMALL];
    let start = out.len();
    let on_stack = is_first && !has_room(out);
    let memory = out.spare_capacity_mut();
    let memory = if on_stack { &mut stack } else { memory };
    let room = memory.len();
    let mut spare = Spare { rest: memory, missing: 0 };
    let result = write(&mut spare);
    let Spare { rest, missing } = spare;
    if missing > 0 {
        return (result, Some(room.saturating_add(missing)));
    }
    let len = room.wrapping_sub(rest.len());
    if on_stack {
        // As in a second go, which then says what is missing.
        if grow(out, |out| if start == 0 { out.try_reserve_exact(len) } else { out.try_reserve(len) }).is_err() {
            return (result, Some(len));
        }
        // SAFETY: `write` cannot put another `Spare` in the place of this one, since no other has its lifetime. So `rest` is
        // what is left of this memory, and the `len` bytes in front of it were written.
        out.extend_from_slice(unsafe { slice::from_raw_parts(stack.as_ptr().cast(), len) });
    } else {
        // SAFETY: as above, and it is the memory behind the items.
        unsafe { out.set_len(start.wrapping_add(len)) };
    }
    (result, None)
}

impl<'s> Spare<'s> {
    /// Takes the next `bytes` bytes of memory, all of which the caller has to write; counts them if there are fewer.
    #[inline(always)]
    fn take(&mut self, bytes: usize) -> Option<&'s mut [MaybeUninit<u8>]> {
        if bytes > self.rest.len() {
            let left = mem::take(&mut self.rest).len();
            self.missing = self.missing.saturating_add(bytes.wrapping_sub(left));
            return None;
        }
        let (next, rest) = mem::take(&mut self.rest).split_at_mut_checked(bytes)?;
        self.rest = rest;
        Some(next)
    }

    /// Returns whether so many bytes have no room, and counts them then.
    #[inline]
    pub(crate) fn lacks(&mut self, bytes: usize) -> bool {
        bytes > self.rest.len() && self.take(bytes).is_none()
    }

    /// Writes bytes.
    #[inline(always)]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        if let Some(next) = self.take(bytes.len()) {
            copy(bytes, next);
        }
    }

    /// Writes two bytes, and behind them lengths, if each takes one byte; returns whether they do.
    #[inline]
    pub(crate) fn put_lens(&mut self, first: [u8; 2], lens: &[usize]) -> bool {
        let short = lens.iter().all(|len| *len < 253);
        if short {
            if let Some((front, next)) = self.take(lens.len().wrapping_add(2)).and_then(<[_]>::split_first_chunk_mut) {
                *front = first.map(MaybeUninit::new);
                next.iter_mut().zip(lens).for_each(|(to, len)| *to = MaybeUninit::new(*len as u8));
            }
        }
        short
    }

    /// Writes a string behind its length; returns whether there was room.
    #[inline(always)]
    pub(crate) fn put_text(&mut self, text: &str) -> bool {
        if text.len() >= 253 {
            let (bytes, width) = varint::encode(text.len() as u64);
            self.put(bytes.get(..width).unwrap_or_default());
            self.put(text.as_bytes());
            return self.missing == 0;
        }
        let Some([first, next @ ..]) = self.take(text.len().wrapping_add(1)) else { return false };
        first.write(text.len() as u8);
        copy_short(text.as_bytes(), next);
        true
    }

    /// Writes strings, each behind its length, and returns how many there were.
    #[inline]
    pub(crate) fn put_texts<'t>(&mut self, mut texts: impl Iterator<Item = &'t str>) -> usize {
        // In registers, where a caller may have the original in memory. If `texts` panics, and the panic is caught, what is
        // left here has no room and lacks a byte, so that nothing is appended: what is in front of `rest` was not all written.
        let mut spare = mem::replace(self, Spare { rest: &mut [], missing: 1 });
        let mut count = 0_usize;
        for text in texts.by_ref() {
            count = count.wrapping_add(1);
            if !spare.put_text(text) {
                break;
            }
        }
        for text in texts {
            count = count.wrapping_add(1);
            spare.missing = spare.missing.saturating_add(len_of_text(text));
        }
        *self = spare;
        count
    }

    /// Calls `write` with the next bytes of memory in parts of these lengths, each of which has to be filled; counts them if
    /// there are fewer, and returns `None`.
    #[inline]
    pub(crate) fn in_parts<R, const N: usize>(
        &mut self,
        lens: &ArrayVec<usize, N>,
        write: impl FnOnce(&mut [Spare<'_>]) -> R,
    ) -> Option<R> {
        let mut next = self.take(lens.iter().copied().fold(0, usize::saturating_add))?;
        // Until all parts are full, what is left here has no room and lacks a byte, so that nothing is appended.
        let after = mem::replace(self, Spare { rest: &mut [], missing: 1 });
        let mut parts = ArrayVec::<_, N>::new();
        for len in lens {
            let (rest, behind) = next.split_at_mut_checked(*len)?;
            parts.try_push(Spare { rest, missing: 0 }).ok()?;
            next = behind;
        }
        let result = write(&mut parts);
        if next.is_empty() && parts.iter().all(Spare::is_full) {
            *self = after;
        }
        Some(result)
    }

    /// Returns the number of bytes that have room.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.rest.len()
    }

    /// Returns whether all of the memory was written, and nothing more.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.rest.is_empty() && self.missing == 0
    }

    /// Returns the number of bytes that had no room, less those of memory that was not written.
    #[cold]
    pub(crate) fn excess(&self) -> isize {
        let all = |bytes: usize| isize::try_from(bytes).unwrap_or(isize::MAX);
        all(self.missing).saturating_sub(all(self.rest.len()))
    }

    /// Writes elements, which may be anywhere.
    pub(crate) fn put_elements(&mut self, elements: &Elements<'_>) {
        if let Some(next) = self.take(elements.bytes()) {
            if !elements.fill(next) {
                next.fill(MaybeUninit::new(0));
            }
        }
    }

    /// Returns the next `bytes` bytes, which are zeros, to write to; nothing if there is no room.
    pub(crate) fn zeros(&mut self, bytes: usize) -> &mut [u8] {
        let Some(next) = self.take(bytes) else { return &mut [] };
        next.fill(MaybeUninit::new(0));
        // SAFETY: these bytes have just been initialised, and nothing else borrows them.
        unsafe { slice::from_raw_parts_mut(next.as_mut_ptr().cast(), next.len()) }
    }
}

/// Returns the number of bytes of a string behind its length. A branch that is predicted well takes less than
/// `varint::len` without one.
#[inline(always)]
pub(crate) fn len_of_text(text: &str) -> usize {
    let header = if text.len() < 253 { 1 } else { varint::len(text.len() as u64) };
    text.len().saturating_add(header)
}

/// Copies bytes to the front of memory; nothing if there is too little.
#[inline(always)]
fn copy(bytes: &[u8], to: &mut [MaybeUninit<u8>]) {
    if let Some(to) = to.get_mut(..bytes.len()) {
        // SAFETY: as many bytes are copied as both have, and `to` is borrowed exclusively.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to.as_mut_ptr().cast(), bytes.len()) };
    }
}

/// Copies bytes to memory of their length, up to [`SHORT`] by two moves of constant size, which may overlap. A call that
/// copies any number of bytes would take longer than a short string.
#[inline(always)]
fn copy_short(bytes: &[u8], to: &mut [MaybeUninit<u8>]) {
    let len = bytes.len();
    if to.len() != len {
        return;
    }
    let (from, to) = (bytes.as_ptr(), to.as_mut_ptr().cast::<u8>());
    // SAFETY: both have `len` bytes, and `to` is borrowed exclusively. In each case the first bytes and the last ones are
    // at most `len`, and together all of them.
    unsafe {
        macro_rules! ends {
            ($size:literal) => {{
                ptr::copy_nonoverlapping(from, to, $size);
                ptr::copy_nonoverlapping(from.add(len.wrapping_sub($size)), to.add(len.wrapping_sub($size)), $size);
            }};
        }
        match len {
            0 => {}
            1 => to.write(from.read()),
            2..4 => ends!(2),
            4..8 => ends!(4),
            8..16 => ends!(8),
            16..=SHORT => ends!(16),
            _ => ptr::copy_nonoverlapping(from, to, len),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};

    use super::*;

    /// Appends what `write` writes to a vector with this capacity that holds one byte.
    fn appended(capacity: usize, is_first: bool, write: impl Fn(&mut Spare<'_>)) -> (Vec<u8>, Option<usize>) {
        let mut out = Vec::with_capacity(capacity);
        out.push(7);
        let needed = append_with(&mut out, is_first, |spare| write(spare)).1;
        (out, needed)
    }

    #[test]
    fn strings_of_every_length() {
        let text: String = ('a'..='z').cycle().take(600).collect();
        for len in (0..=40).chain([252, 253, 300, 600]) {
            let text = &text[..len];
            let mut expected = Vec::from([7]);
            varint::push(&mut expected, len as u64);
            expected.extend_from_slice(text.as_bytes());
            let bytes = expected.len() - 1;
            let put = |spare: &mut Spare<'_>| {
                spare.put_text(text);
            };
            // With room to spare, and with exactly enough.
            for capacity in [1300, bytes + 1] {
                assert_eq!(appended(capacity, false, put), (expected.clone(), None));
            }
            assert_eq!(appended(bytes, false, put), (Vec::from([7]), Some(bytes)));
            // On the stack, if it is large enough.
            let small = if bytes <= SMALL { (expected, None) } else { (Vec::from([7]), Some(bytes)) };
            assert_eq!(appended(0, true, put), small);
        }
    }

    #[test]
    fn what_has_no_room_is_counted() {
        let write = |spare: &mut Spare<'_>| {
            spare.put(&[1; 300]);
            assert_eq!(spare.put_texts(["abc"; 50].into_iter()), 50);
            assert_eq!((spare.lacks(1), spare.lacks(usize::MAX)), (false, true));
        };
        assert_eq!(appended(0, true, write), (Vec::from([7]), Some(usize::MAX)));
        let write = |spare: &mut Spare<'_>| {
            spare.put(&[1; 600]);
            spare.zeros(3).fill(2);
            spare.put(&[3]);
        };
        assert_eq!(appended(0, true, write), (Vec::from([7]), Some(604)));
        assert_eq!(appended(ROOM + 1, true, write), (Vec::from([7]), Some(604)));
        let (out, needed) = appended(605, false, write);
        assert_eq!((&out[..2], &out[600..], needed), (&[7, 1][..], &[1, 2, 2, 2, 3][..], None));
    }

    #[test]
    fn many_strings_as_one_by_one() {
        let text: String = ('a'..='z').cycle().take(300).collect();
        let short = (0..200).map(|n| n * 7 % 33);
        let long = short.clone().map(|n| if n == 5 { 40 } else { n });
        let mixed = short.clone().chain([300]).chain(short.clone());
        for lens in [short.collect::<Vec<usize>>(), long.collect(), mixed.collect(), Vec::new()] {
            let texts = || lens.iter().map(|len| &text[..*len]);
            let one_by_one = |spare: &mut Spare<'_>| {
                texts().for_each(|text| {
                    spare.put_text(text);
                });
            };
            let (expected, _) = appended(20_000, false, one_by_one);
            for capacity in [expected.len(), expected.len() + 600, 700, 1] {
                let many = |spare: &mut Spare<'_>| assert_eq!(spare.put_texts(texts()), lens.len());
                let found = appended(capacity, false, many);
                assert_eq!(found, appended(capacity, false, one_by_one));
                assert!(found.1.is_some() || found.0 == expected);
            }
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn nothing_is_appended_after_a_panic_that_was_caught() {
        use std::panic::{AssertUnwindSafe, catch_unwind};
        let write = |spare: &mut Spare<'_>| {
            let mut texts = ["abc"].into_iter();
            let panics = core::iter::from_fn(|| Some(texts.next().expect("a panic")));
            catch_unwind(AssertUnwindSafe(|| spare.put_texts(panics))).expect_err("it panics");
        };
        for (capacity, is_first, room) in [(0, true, SMALL), (100, true, 99), (100, false, 99)] {
            assert_eq!(appended(capacity, is_first, write), (Vec::from([7]), Some(room + 1)));
        }
    }

    #[test]
    fn parts_are_appended_if_all_are_full() {
        let lens = |lens: &[usize]| lens.iter().copied().collect::<ArrayVec<usize, 4>>();
        let fill = |texts: [&'static [u8]; 3]| {
            move |spare: &mut Spare<'_>| {
                spare.put(b"<");
                spare.in_parts(&lens(&[2, 0, 3]), |parts| {
                    // In any order, and by several calls.
                    for (part, text) in parts.iter_mut().zip(texts).rev() {
                        text.chunks(2).for_each(|bytes| part.put(bytes));
                    }
                });
                spare.put(b">");
            }
        };
        let whole = fill([b"ab", b"", b"cde"]);
        for (capacity, is_first) in [(8, false), (100, false), (1, true)] {
            assert_eq!(appended(capacity, is_first, whole), (Vec::from(*b"\x07<abcde>"), None));
        }
        for capacity in 1..8 {
            assert_eq!(appended(capacity, false, whole), (Vec::from([7]), Some(7)));
        }
        // What is not filled, or is too small, is not appended.
        let faulty: [[&[u8]; 3]; 4] =
            [[b"a", b"", b"cde"], [b"abc", b"", b"cde"], [b"ab", b"x", b"cde"], [b"", b"", b""]];
        for texts in faulty {
            for (capacity, is_first) in [(8, false), (100, false), (1, true)] {
                assert!(matches!(appended(capacity, is_first, fill(texts)), (out, Some(_)) if out == [7]));
            }
        }
        assert_eq!(
            appended(100, false, |spare| assert!(spare.in_parts(&lens(&[]), |_| ()).is_some())),
            (Vec::from([7]), None)
        );
    }

    #[test]
    fn an_empty_vector_gets_no_more_than_is_written() {
        let mut out = Vec::new();
        assert_eq!(append_with(&mut out, true, |spare| spare.put(&[1, 2, 3])), ((), None));
        assert_eq!((out.as_slice(), out.capacity()), (&[1, 2, 3][..], 3));
    }
}
