//! Copies the tiles of a transpose, through registers of 16 bytes where the processor has them.
//!
//! Safe code does the same for other processors and for tiles that fill no register. It cannot fetch the next tile
//! ahead of its use, nor write past the caches, and compilers do not use shuffle instructions for it.
#![cfg_attr(
    not(all(target_arch = "x86_64", target_feature = "sse2")),
    allow(dead_code, reason = "other processors take no stage")
)]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "numbers within a tile are bounded by the size of the stage, and registers are counted by constants"
)]

use core::mem::MaybeUninit;

/// The most rows that a tile may have.
const MOST_ROWS: usize = 128;

/// The size in bytes of a cache line: what caches and memory exchange at once.
pub(crate) const LINE: usize = 64;

/// The byte offsets in the source at which the rows of a tile begin. They may be anywhere, so that rows of several axes
/// go into one tile if they are contiguous in the target.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    starts: [usize; MOST_ROWS],
    /// The number of rows, at most [`MOST_ROWS`].
    len: usize,
    /// The greatest byte offset of all rows and of `before`.
    highest: usize,
    /// The byte offset in the source of the row that comes before the first one in the target.
    before: Option<usize>,
    /// Whether the next tile has the last one of these rows as its `before`.
    followed: bool,
}

impl Rows {
    pub(crate) fn new() -> Self {
        Self { starts: [0; MOST_ROWS], len: 0, highest: 0, before: None, followed: false }
    }

    /// Removes all rows. `before` is the row that comes before the next ones in the target; where it shares a cache
    /// line with the first of them, that one writes the bytes of both.
    pub(crate) fn clear(&mut self, before: Option<usize>) {
        (self.len, self.highest, self.before, self.followed) = (0, before.unwrap_or_default(), before, false);
    }

    /// Makes the next tile write the bytes of a cache line that the last row shares with the row after it.
    pub(crate) fn follow(&mut self) {
        self.followed = true;
    }

    /// Returns the byte offset in the source of the last row.
    pub(crate) fn last(&self) -> Option<usize> {
        self.starts.get(self.len.checked_sub(1)?).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Adds `count` rows, the first at byte offset `first`, that are `step` bytes apart, or as many as there is room
    /// for.
    pub(crate) fn extend(&mut self, first: usize, step: isize, count: usize) {
        let mut next = first;
        for start in self.starts.iter_mut().skip(self.len).take(count) {
            *start = next;
            self.highest = self.highest.max(next);
            self.len += 1;
            next = next.wrapping_add_signed(step);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.starts.iter().take(self.len).copied()
    }
}

/// A tile of a transpose of elements of `S` bytes.
///
/// The elements of a row are contiguous in the source and `column` bytes apart in the target; rows are contiguous in
/// the target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tile<'r, const S: usize> {
    pub(crate) rows: &'r Rows,
    /// The byte offset of the first column within each row of the source.
    pub(crate) across: usize,
    /// The byte offset of the first element in the target.
    pub(crate) put: usize,
    /// The number of elements in each row.
    pub(crate) columns: usize,
    /// The distance in bytes between columns in the target.
    pub(crate) column: isize,
}

impl<const S: usize> Tile<'_, S> {
    /// The number of elements in a register: the fewest rows and columns that go through registers.
    pub(crate) const LEAST: usize = 16 / S;
    /// The usual number of rows of a tile, and the most; they become whole cache lines of the target.
    pub(crate) const ROWS: usize = if S == 1 {
        128
    } else if S == 2 {
        64
    } else {
        256 / S
    };
    /// The number of columns of a tile of that many rows: two cache lines of the source. More would not find room in
    /// the first-level cache, where rows whose distance is a power of two share few places.
    pub(crate) const COLUMNS: usize = Stage::TILE / (Self::ROWS * S);

    /// Returns the most columns of a tile of `rows` rows, in whole cache lines.
    pub(crate) fn most_columns(rows: usize) -> usize {
        let most = (Self::ROWS * Self::COLUMNS).checked_div(rows).unwrap_or_default();
        (most - most % Self::COLUMNS).max(Self::COLUMNS)
    }

    /// Returns the byte offset in the target at which a column begins.
    fn column_at(&self, column: usize) -> usize {
        self.put.wrapping_add_signed(self.column.wrapping_mul(column as isize))
    }
}

/// A buffer that holds a tile between reading and writing it.
#[repr(align(64))]
pub(crate) struct Stage([MaybeUninit<u8>; Stage::SIZE]);

impl Stage {
    /// The most bytes that a tile may have.
    const TILE: usize = 1 << 13;
    /// The number of bytes in the buffer before each column: room for the column's element in the row before the tile.
    const BEFORE: usize = 16;
    /// The size in bytes of the buffer: columns have at least as many bytes as there are before each.
    const SIZE: usize = 2 * Self::TILE;

    pub(crate) fn new() -> Self {
        Self([MaybeUninit::uninit(); Stage::SIZE])
    }
}

/// Copies a tile. Elements that are not in both buffers are left out. The cache lines of the `next` tile are fetched
/// meanwhile; `stream` says whether whole lines are written past the caches.
pub(crate) fn transpose<const S: usize>(
    source: &[u8],
    target: &mut [u8],
    tile: Tile<'_, S>,
    next: Option<Tile<'_, S>>,
    stream: bool,
    stage: &mut Stage,
) {
    let (rows, columns) = (tile.rows.len, tile.columns);
    // Loops of constant lengths are several times as fast.
    let done = if rows == Tile::<S>::ROWS && columns == Tile::<S>::COLUMNS {
        fast(source, target, tile, (Tile::<S>::ROWS, Tile::<S>::COLUMNS), next, stream, stage)
    } else {
        fast(source, target, tile, (rows, columns), next, stream, stage)
    };
    if !done {
        by_element(source, target, tile);
        if let Some(before) = tile.rows.before {
            let mut rows = Rows::new();
            rows.extend(before, 0, 1);
            by_element(source, target, Tile { rows: &rows, put: tile.put.wrapping_sub(S), ..tile });
        }
    }
}

/// Copies a tile element by element, where `fast` cannot; elements outside of the buffers are left out.
fn by_element<const S: usize>(source: &[u8], target: &mut [u8], tile: Tile<'_, S>) {
    for column in 0..tile.columns {
        let (put, across) = (tile.column_at(column), tile.across.wrapping_add(column.wrapping_mul(S)));
        for (row, start) in tile.rows.iter().enumerate() {
            let element = source.get(start.wrapping_add(across)..).and_then(<[u8]>::first_chunk::<S>);
            let place = target.get_mut(put.wrapping_add(row.wrapping_mul(S))..);
            if let (Some(element), Some(place)) = (element, place.and_then(<[u8]>::first_chunk_mut::<S>)) {
                *place = *element;
            }
        }
    }
}

/// Returns whether `count` runs of `len` bytes, `stride` apart, are all in a buffer of `size` bytes.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
fn inside(start: usize, stride: isize, count: usize, len: usize, size: usize) -> bool {
    let reach = (stride as i128).checked_mul(count.saturating_sub(1) as i128);
    let Some(last) = reach.and_then(|reach| reach.checked_add(start as i128)) else { return false };
    let (low, high) = (last.min(start as i128), last.max(start as i128));
    low >= 0 && high + len as i128 <= size as i128
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
fn fast<const S: usize>(
    _: &[u8],
    _: &mut [u8],
    _: Tile<'_, S>,
    _: (usize, usize),
    _: Option<Tile<'_, S>>,
    _: bool,
    _: &mut Stage,
) -> bool {
    false
}

/// Fetches the cache lines of `len` bytes from offset `at` on, which may also be outside of the buffer.
#[inline(always)]
fn fetch(bytes: &[u8], at: usize, len: usize) {
    // Miri knows no such instruction.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
    for within in (0..len).step_by(LINE) {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        let line = bytes.as_ptr().wrapping_add(at).wrapping_add(within);
        // SAFETY: a hint: it reads nothing, whatever the address. The target has SSE2, as this is compiled for no
        // other.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(line.cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(miri))))]
    let _ = (bytes, at, len);
}

/// Copies a tile of this number of rows and columns through registers; returns `false`, with nothing done, if they fill
/// no register or are more than the tile has, or if a row or column is outside of its buffer.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
fn fast<const S: usize>(
    source: &[u8],
    target: &mut [u8],
    tile: Tile<'_, S>,
    (rows, columns): (usize, usize),
    next: Option<Tile<'_, S>>,
    stream: bool,
    stage: &mut Stage,
) -> bool {
    use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_setzero_si128, _mm_sfence, _mm_storeu_si128};

    const { assert!(S > 0 && 16 % S == 0, "elements fill registers") };
    let least = Tile::<S>::LEAST;
    let fits = rows.checked_mul(columns).is_some_and(|count| count <= Stage::TILE / S);
    if rows < least || columns < least || rows > tile.rows.len || !fits {
        return false;
    }
    let (read, written) = (columns * S, rows * S);
    // This many bytes for each column: as `written` is at least 16, they find room in the stage.
    let pitch = Stage::BEFORE + written;
    let end = tile.rows.highest.checked_add(tile.across).and_then(|start| start.checked_add(read));
    if end.is_none_or(|end| end > source.len()) || !inside(tile.put, tile.column, columns, written, target.len()) {
        return false;
    }
    // Where all is constant, so is what is fetched; runs that begin within a line end in one more.
    let ahead = match next {
        Some(next) if columns != Tile::<S>::COLUMNS => next.columns.wrapping_mul(S),
        _ => read,
    };
    let begins = next.map(|next| next.rows.starts[0].wrapping_add(next.across));
    let straddles = begins.is_some_and(|at| source.as_ptr().wrapping_add(at).align_offset(LINE) > 0);
    let staged = stage.0.as_mut_ptr().cast::<u8>();
    for row in (0..rows).step_by(least) {
        if let Some(next) = next {
            for start in (row..row + least).filter_map(|row| next.rows.starts.get(row)) {
                let start = start.wrapping_add(next.across);
                fetch(source, start, ahead);
                if straddles {
                    fetch(source, start.wrapping_add(ahead).wrapping_sub(1), 1);
                }
            }
        }
        // The last ones may be copied twice.
        let row = row.min(rows - least);
        let mut starts = [source.as_ptr(); 16];
        for (index, start) in starts.iter_mut().enumerate().take(least) {
            // SAFETY: `row + index < rows`, which is at most the length of the table, so that the start is at most
            // `highest`, and `highest + across + read` bytes are in the source.
            *start = unsafe { start.add(tile.rows.starts[row + index] + tile.across) };
        }
        for column in (0..columns).step_by(least) {
            let column = column.min(columns - least);
            // SAFETY: the target has SSE2, as this function is compiled for no other, in all blocks below.
            let mut lanes = [unsafe { _mm_setzero_si128() }; 16];
            for (index, lane) in lanes.iter_mut().enumerate().take(least) {
                // SAFETY: `columns * S` bytes of the source are at each start, and these 16 are among them:
                // `column + least <= columns` and `least * S == 16`. No alignment is needed.
                *lane = unsafe { _mm_loadu_si128(starts[index].add(column * S).cast::<__m128i>()) };
            }
            let lanes = shuffled::<S>(lanes);
            // SAFETY: `column < columns`, so this is within the stage.
            let mut place = unsafe { staged.add(column * pitch + Stage::BEFORE + row * S) };
            for lane in lanes.into_iter().take(least) {
                // SAFETY: so far this is the place of column `column + index < columns`, and `row * S + 16 <= written`,
                // so these 16 bytes end at `columns * pitch` at the latest, which is at most the size of the stage.
                unsafe { _mm_storeu_si128(place.cast::<__m128i>(), lane) };
                place = place.wrapping_add(pitch);
            }
        }
    }
    // Under Miri, which knows no such instruction, every store is a plain one. Bytes are not streamed twice before the
    // fence.
    let stream = stream && cfg!(not(miri)) && tile.column.unsigned_abs() >= written;
    for column in 0..columns {
        let place = tile.column_at(column);
        // SAFETY: column `column < columns` has `written` bytes of the target from here on, as `inside` found, and
        // as many of the stage, which was written above. The stage has another address than the target, which is
        // borrowed exclusively.
        let (from, to) = unsafe { (staged.add(column * pitch + Stage::BEFORE), target.as_mut_ptr().add(place)) };
        if !stream {
            // SAFETY: as above.
            unsafe { copy_registers(from, to, written) };
            continue;
        }
        // The bytes of a line that belong to the element before, less than all of it.
        let shared = (LINE - to.align_offset(LINE).min(LINE)) % LINE;
        let shared = if shared < S && shared <= place { shared } else { 0 };
        let mut begun = 0;
        if let (Some(before), true) = (tile.rows.before, shared > 0) {
            begun = shared;
            // SAFETY: `before` is at most `highest`, so the source holds `read` bytes `across` from it. There are at
            // least `S` bytes in the stage before each column.
            unsafe {
                let element = source.as_ptr().add(before + tile.across + column * S);
                core::ptr::copy_nonoverlapping(element, from.sub(S), S);
            }
        }
        let left = if tile.rows.followed && written % LINE == 0 { shared } else { 0 };
        // SAFETY: as above; if the line begins with the element before, it does so in the target, and the stage holds
        // it. `left` is less than an element, so less than `written`. Loops of a constant number of bytes are far
        // faster.
        unsafe {
            if begun == left {
                stream_lines(from.sub(begun), to.sub(begun), written);
            } else {
                stream_lines(from.sub(begun), to.sub(begun), written + begun - left);
            }
        }
    }
    if stream {
        // SAFETY: the target has SSE2. Streamed bytes are there before anything else looks at them.
        unsafe { _mm_sfence() };
    }
    true
}

/// Copies at least 16 bytes, through registers.
///
/// # Safety
///
/// `len >= 16` bytes can be read and written at these addresses, and do not overlap.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
unsafe fn copy_registers(from: *const u8, to: *mut u8, len: usize) {
    use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_storeu_si128};
    for within in (0..len - 15).step_by(16) {
        // SAFETY: `within < len - 15`.
        unsafe { _mm_storeu_si128(to.add(within).cast(), _mm_loadu_si128(from.add(within).cast::<__m128i>())) };
    }
    if len % 16 > 0 {
        let within = len - 16;
        // SAFETY: the last 16 bytes, some of them once more.
        unsafe { _mm_storeu_si128(to.add(within).cast(), _mm_loadu_si128(from.add(within).cast::<__m128i>())) };
    }
}

/// Copies bytes; whole cache lines of the target are written past the caches.
///
/// # Safety
///
/// `len` bytes can be read and written at these addresses, and do not overlap.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
unsafe fn stream_lines(from: *const u8, to: *mut u8, len: usize) {
    use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    let head = to.align_offset(LINE).min(len);
    if head == 0 && len % LINE == 0 {
        for within in (0..len).step_by(16) {
            // SAFETY: `len` is a multiple of 16, and so is the address.
            unsafe { _mm_stream_si128(to.add(within).cast(), _mm_loadu_si128(from.add(within).cast::<__m128i>())) };
        }
        return;
    }
    let end = len - (len - head) % LINE;
    for line in (head..end).step_by(LINE) {
        for within in (line..line + LINE).step_by(16) {
            // SAFETY: `head` and `end` are whole lines apart, so that `within + 16 <= end <= len`; from `head` on, the
            // address is a multiple of 16.
            unsafe { _mm_stream_si128(to.add(within).cast(), _mm_loadu_si128(from.add(within).cast::<__m128i>())) };
        }
    }
    if head > 0 {
        // SAFETY: `head <= len`.
        unsafe { core::ptr::copy_nonoverlapping(from, to, head) };
    }
    if end < len {
        // SAFETY: `end <= len`.
        unsafe { core::ptr::copy_nonoverlapping(from.add(end), to.add(end), len - end) };
    }
}

/// Returns the transpose of a square of elements, one row in each of 16 / `S` registers: each round interleaves the
/// first half of the registers with the second.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
fn shuffled<const S: usize>(mut lanes: [core::arch::x86_64::__m128i; 16]) -> [core::arch::x86_64::__m128i; 16] {
    use core::arch::x86_64::{
        _mm_unpackhi_epi8, _mm_unpackhi_epi16, _mm_unpackhi_epi32, _mm_unpackhi_epi64, _mm_unpacklo_epi8,
        _mm_unpacklo_epi16, _mm_unpacklo_epi32, _mm_unpacklo_epi64,
    };
    let (least, half) = (16 / S, 8 / S);
    let mut round = 1;
    while round < least {
        let mut next = lanes;
        for index in 0..half {
            let (a, b) = (lanes[index], lanes[index + half]);
            // SAFETY: the target has SSE2, as this function is compiled for no other.
            let (low, high) = unsafe {
                match S {
                    1 => (_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)),
                    2 => (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)),
                    4 => (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)),
                    _ => (_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)),
                }
            };
            next[2 * index] = low;
            next[2 * index + 1] = high;
        }
        lanes = next;
        round *= 2;
    }
    lanes
}

#[cfg(test)]
mod tests;
