//! Tiles of a transpose, in registers of 16 bytes where the processor has them.
//!
//! Safe code is kept beside it, for other processors and for what fills no register. It cannot ask for
//! the next tile before it needs it, nor write past the caches, and compilers make no shuffles of it.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "numbers within a tile are bounded by the size of the stage, and registers are counted by constants"
)]

use core::mem::MaybeUninit;

/// A tile of a transpose of elements of `S` bytes.
///
/// The elements of a row lie together in the source and go to places `column` bytes apart; rows lie `row` bytes apart and
/// go to places that lie together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tile<const S: usize> {
    /// Where the first element is.
    pub(crate) at: usize,
    /// Where it goes.
    pub(crate) put: usize,
    /// The number of rows.
    pub(crate) rows: usize,
    /// The number of elements in each.
    pub(crate) columns: usize,
    /// The distance of rows in the source.
    pub(crate) row: isize,
    /// The distance of columns in the target.
    pub(crate) column: isize,
}

impl<const S: usize> Tile<S> {
    /// The elements of a register.
    pub(crate) const LEAST: usize = 16 / S;
    /// The most rows of a tile: they become whole lines of the target.
    pub(crate) const ROWS: usize = if S < 4 { 128 } else { 256 } / S;
    /// The most columns.
    pub(crate) const COLUMNS: usize = Stage::SIZE / (Self::ROWS * S);

    /// Where a row begins in the source.
    fn row_at(&self, row: usize) -> usize {
        self.at.wrapping_add_signed(self.row.wrapping_mul(row as isize))
    }

    /// Where a column begins in the target.
    fn column_at(&self, column: usize) -> usize {
        self.put.wrapping_add_signed(self.column.wrapping_mul(column as isize))
    }

    /// The part whose numbers of rows and columns fill registers.
    fn whole(self) -> Self {
        const { assert!(S > 0 && 16 % S == 0, "elements fill registers") };
        let (rows, columns) = (self.rows.min(Self::ROWS), self.columns.min(Self::COLUMNS));
        Self { rows: rows - rows % Self::LEAST, columns: columns - columns % Self::LEAST, ..self }
    }
}

/// Room for a tile on its way.
#[repr(align(64))]
pub(crate) struct Stage([MaybeUninit<u8>; Stage::SIZE]);

impl Stage {
    pub(crate) const SIZE: usize = 1 << 14;

    pub(crate) fn new() -> Self {
        Self([MaybeUninit::uninit(); Stage::SIZE])
    }
}

/// Copies a tile. Elements that do not lie in both buffers are left out. The lines of the `next` tile are fetched
/// meanwhile; `stream` writes past the caches where places are aligned.
pub(crate) fn transpose<const S: usize>(
    source: &[u8],
    target: &mut [u8],
    tile: Tile<S>,
    next: Option<Tile<S>>,
    stream: bool,
    stage: &mut Stage,
) {
    let whole = tile.whole();
    if !fast(source, target, whole, next, stream, stage) {
        return by_element(source, target, tile, 0, 0);
    }
    // What is left: the columns at the right, and the rows at the bottom.
    by_element(source, target, tile, 0, whole.columns);
    by_element(source, target, Tile { columns: whole.columns, ..tile }, whole.rows, 0);
}

/// The slow way, from this row and column on.
fn by_element<const S: usize>(source: &[u8], target: &mut [u8], tile: Tile<S>, first_row: usize, first_column: usize) {
    for column in first_column..tile.columns {
        let put = tile.column_at(column);
        for row in first_row..tile.rows {
            let at = tile.row_at(row);
            let element = source.get(at.wrapping_add(column.wrapping_mul(S))..).and_then(<[u8]>::first_chunk::<S>);
            let place = target.get_mut(put.wrapping_add(row.wrapping_mul(S))..);
            if let (Some(element), Some(place)) = (element, place.and_then(<[u8]>::first_chunk_mut::<S>)) {
                *place = *element;
            }
        }
    }
}

/// Whether `count` runs of `len` bytes, `stride` apart, all lie in a buffer of `size` bytes.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
fn inside(start: usize, stride: isize, count: usize, len: usize, size: usize) -> bool {
    let reach = (stride as i128).checked_mul(count.saturating_sub(1) as i128);
    let Some(last) = reach.and_then(|reach| reach.checked_add(start as i128)) else { return false };
    let (low, high) = (last.min(start as i128), last.max(start as i128));
    low >= 0 && high + len as i128 <= size as i128
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
fn fast<const S: usize>(_: &[u8], _: &mut [u8], _: Tile<S>, _: Option<Tile<S>>, _: bool, _: &mut Stage) -> bool {
    false
}

/// Copies a tile of whole registers; `false`, and nothing done, if a run of it does not lie in its buffer.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
fn fast<const S: usize>(
    source: &[u8],
    target: &mut [u8],
    tile: Tile<S>,
    next: Option<Tile<S>>,
    stream: bool,
    stage: &mut Stage,
) -> bool {
    use core::arch::x86_64::{
        __m128i, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm_setzero_si128, _mm_sfence, _mm_storeu_si128,
        _mm_stream_si128,
    };

    // At most so many rows and columns fill the stage, and they are multiples of `least`.
    let tile = tile.whole();
    let (rows, columns, least) = (tile.rows, tile.columns, Tile::<S>::LEAST);
    let (read, written) = (columns * S, rows * S);
    if !inside(tile.at, tile.row, rows, read, source.len())
        || !inside(tile.put, tile.column, columns, written, target.len())
    {
        return false;
    }
    let staged = stage.0.as_mut_ptr().cast::<u8>();
    for row in (0..rows).step_by(least) {
        // Miri knows no such instruction.
        if let Some(next) = next.filter(|_| cfg!(not(miri))) {
            for ahead in row..row + least {
                let line = source.as_ptr().wrapping_add(next.at).wrapping_offset(next.row.wrapping_mul(ahead as isize));
                for within in (0..read).step_by(64) {
                    // SAFETY: a hint: it reads nothing, whatever the address. The target has SSE2, as this function is
                    // compiled for no other.
                    unsafe { _mm_prefetch::<_MM_HINT_T0>(line.wrapping_add(within).cast()) };
                }
            }
        }
        for column in (0..columns).step_by(least) {
            // SAFETY: the target has SSE2, as this function is compiled for no other, in all blocks below.
            let mut lanes = [unsafe { _mm_setzero_si128() }; 16];
            for (index, lane) in lanes.iter_mut().enumerate().take(least) {
                let row = tile.row_at(row + index);
                // SAFETY: row `row + index < rows` holds `columns * S` bytes of the source, as `inside` found, and these
                // 16 are among them: `column + least <= columns` and `least * S == 16`. No alignment is needed.
                *lane = unsafe { _mm_loadu_si128(source.as_ptr().add(row + column * S).cast::<__m128i>()) };
            }
            let lanes = shuffled::<S>(lanes);
            for (index, lane) in lanes.into_iter().enumerate().take(least) {
                let place = (column + index) * written + row * S;
                // SAFETY: `column + index < columns` and `row * S + 16 <= written`, so these 16 bytes end at
                // `columns * written` at the latest, which is at most the size of the stage.
                unsafe { _mm_storeu_si128(staged.add(place).cast::<__m128i>(), lane) };
            }
        }
    }
    // Under Miri, which knows no such instruction, every store is a plain one. Bytes are not streamed twice before the fence.
    let stream = stream && cfg!(not(miri)) && tile.column.unsigned_abs() >= written;
    for column in 0..columns {
        let place = tile.column_at(column);
        // SAFETY: column `column < columns` has `written` bytes of the target from here on, as `inside` found.
        let place = unsafe { target.as_mut_ptr().add(place) };
        let aligned = stream && place.align_offset(16) == 0;
        for within in (0..written).step_by(16) {
            // SAFETY: `written` is a multiple of 16, and both runs have so many bytes. The stage was written above as far
            // as `columns * written` and has another address than the target, which is borrowed exclusively.
            unsafe {
                let lane = _mm_loadu_si128(staged.add(column * written + within).cast::<__m128i>());
                let place = place.add(within).cast::<__m128i>();
                if aligned {
                    _mm_stream_si128(place, lane);
                } else {
                    _mm_storeu_si128(place, lane);
                }
            }
        }
    }
    if stream {
        // SAFETY: the target has SSE2. Streamed bytes are there before anything else looks at them.
        unsafe { _mm_sfence() };
    }
    true
}

/// The transpose of 16 / `S` registers of as many elements: each round interleaves the first half of them with the second.
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
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;

    fn bytes(len: usize) -> Vec<u8> {
        (0..len).map(|i| (i * 31 + i / 251) as u8).collect()
    }

    /// Compares a tile with the same tile by element.
    fn check<const S: usize>(tile: Tile<S>, from: usize, to: usize) {
        let source = bytes(from);
        for stream in [false, true] {
            let mut found = vec![0xaa; to];
            let mut expected = found.clone();
            let next = Tile { at: usize::MAX - 7, ..tile };
            transpose(&source, &mut found, tile, Some(next), stream, &mut Stage::new());
            by_element(&source, &mut expected, tile, 0, 0);
            assert!(found == expected, "{tile:?}, streamed: {stream}");
        }
    }

    fn sizes<const S: usize>() {
        let least = Tile::<S>::LEAST;
        for (rows, columns) in [(least, least), (least + 1, 2 * least), (2 * least, least + 3), (1, 5), (0, 3)] {
            let (row, column) = ((columns * S + 3) as isize, (rows * S + 5) as isize);
            let (from, to) = (row as usize * rows + 9, column as usize * columns + 9);
            let tile = Tile { at: 2, put: 3, rows, columns, row, column };
            check::<S>(tile, from, to);
            if rows > 0 {
                let (at, put) = (2 + row as usize * (rows - 1), 3 + column as usize * (columns - 1));
                check::<S>(Tile { at, put, row: -row, column: -column, ..tile }, from, to);
            }
        }
    }

    #[test]
    fn tiles_are_those_by_element() {
        sizes::<1>();
        sizes::<2>();
        sizes::<4>();
        sizes::<8>();
        sizes::<16>();
    }

    #[test]
    fn the_greatest_tile_fills_the_stage() {
        fn greatest<const S: usize>() {
            let (rows, columns) = (Tile::<S>::ROWS, Tile::<S>::COLUMNS);
            assert_eq!(rows * columns * S, Stage::SIZE);
            let tile = Tile { at: 0, put: 0, rows, columns, row: (columns * S) as isize, column: (rows * S) as isize };
            check::<S>(tile, Stage::SIZE, Stage::SIZE);
        }
        greatest::<1>();
        greatest::<2>();
        greatest::<4>();
        greatest::<8>();
        greatest::<16>();
    }

    #[test]
    fn elements_outside_of_a_buffer_are_left_out() {
        let tile = Tile::<4> { at: 0, put: 0, rows: 8, columns: 8, row: 32, column: 32 };
        for (from, to) in [(256, 255), (255, 256), (0, 256), (256, 0), (31, 31)] {
            check(tile, from, to);
        }
        for broken in [
            Tile { at: usize::MAX - 3, ..tile },
            Tile { put: usize::MAX - 3, ..tile },
            Tile { row: isize::MIN, ..tile },
            Tile { column: isize::MAX, ..tile },
            Tile { row: -32, ..tile },
            Tile { column: -32, ..tile },
            Tile { at: 8, ..tile },
            Tile { put: 8, ..tile },
        ] {
            check(broken, 256, 256);
        }
    }

    /// The quick way looks at the numbers of a tile itself.
    #[test]
    fn numbers_that_no_tile_has_are_refused() {
        let (source, mut target) = (bytes(64), vec![0xaa; 64]);
        let tile = Tile::<2> { at: 0, put: 0, rows: 8, columns: 1 << (usize::BITS - 1), row: 0, column: 0 };
        for tile in [tile, Tile { rows: tile.columns, columns: 8, ..tile }, Tile { at: 1 << 20, ..tile }] {
            assert!(!fast(&source, &mut target, tile, None, false, &mut Stage::new()), "{tile:?}");
        }
        assert_eq!(target, [0xaa; 64]);
    }

    /// Places that overlap hold the last column, streamed or not.
    #[test]
    fn columns_may_share_places() {
        check(Tile::<4> { at: 0, put: 0, rows: 8, columns: 8, row: 32, column: 16 }, 256, 256);
    }
}
