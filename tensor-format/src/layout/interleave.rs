//! Interleaves two to four channels into pixels: all of them in one pass, a few elements of each at a time.
//!
//! In one pass each line of the target is written once, and loops of constant length leave two instructions an element:
//! three channels of f32 then take as long as the memory takes for stores through the caches.

use crate::util::plan::{Axes, Axis, Plan, Starts};

/// The number of elements of a channel that are copied before those of the next.
const FEW: usize = 16;

impl Plan {
    /// Carries out the copy if its innermost axes are pixels and their channels, each channel contiguous in the source;
    /// returns `false` without copying if they are not, or if a run is outside of its buffer.
    pub(super) fn interleave<const S: usize>(&self, source: &[u8], target: &mut [u8]) -> bool {
        let Some((inner, outer)) = self.axes.split_last() else { return false };
        let unit = S as isize;
        let pixel = isize::try_from(inner.len).ok().and_then(|channels| unit.checked_mul(channels));
        let which = outer.iter().rposition(|axis| axis.from == unit && Some(axis.to) == pixel);
        let (Some(which), true) = (which, inner.to == unit) else { return false };
        let mut others = Axes::from_slice(outer);
        let pixels = others.remove(which);
        match inner.len {
            2 => self.interleave_rows::<S, 2>(source, target, (*inner, pixels), &others),
            3 => self.interleave_rows::<S, 3>(source, target, (*inner, pixels), &others),
            4 => self.interleave_rows::<S, 4>(source, target, (*inner, pixels), &others),
            _ => false,
        }
    }

    fn interleave_rows<const S: usize, const N: usize>(
        &self,
        source: &[u8],
        target: &mut [u8],
        (channels, pixels): (Axis, Axis),
        others: &[Axis],
    ) -> bool {
        let Some((row, all)) = sizes::<S, N>(pixels.len) else { return false };
        for (at, put) in Starts::new(others, self.at, self.put) {
            let mut rows = [&[][..]; N];
            for ((at, _), place) in Starts::new(&[channels], at, 0).zip(&mut rows) {
                let Some(row) = at.checked_add(row).and_then(|end| source.get(at..end)) else { return false };
                *place = row;
            }
            let Some(place) = put.checked_add(all).and_then(|end| target.get_mut(put..end)) else { return false };
            together::<S, N>(rows, place);
        }
        true
    }
}

/// Returns the size in bytes of `pixels` elements of `S` bytes in one channel, and in all `N` channels.
fn sizes<const S: usize, const N: usize>(pixels: usize) -> Option<(usize, usize)> {
    let row = pixels.checked_mul(S)?;
    Some((row, row.checked_mul(N)?))
}

/// Interleaves the elements of `N` channels into pixels; the target is as long as all channels together.
fn together<const S: usize, const N: usize>(rows: [&[u8]; N], target: &mut [u8]) {
    let block = const { S * FEW };
    let mut places = target.chunks_exact_mut(const { S * N * FEW });
    let mut runs = rows.map(|row| row.chunks_exact(block));
    for place in places.by_ref() {
        for (channel, run) in runs.iter_mut().enumerate() {
            into_pixels::<S, N>(run.next().unwrap_or_default(), channel, place);
        }
    }
    let place = places.into_remainder();
    for (channel, run) in runs.iter().enumerate() {
        into_pixels::<S, N>(run.remainder(), channel, place);
    }
}

#[inline(always)]
fn into_pixels<const S: usize, const N: usize>(run: &[u8], channel: usize, pixels: &mut [u8]) {
    let first = channel.saturating_mul(S);
    for (element, pixel) in run.chunks_exact(S).zip(pixels.chunks_exact_mut(const { S * N })) {
        let place = pixel.get_mut(first..).and_then(<[u8]>::first_chunk_mut::<S>);
        if let (Some(element), Some(place)) = (element.first_chunk::<S>(), place) {
            *place = *element;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;
    use crate::Layout;

    /// Copies `[2, pixels, channels]` from planes, compares the result with the wanted bytes, and returns whether
    /// `interleave` made the copy.
    fn goes<const S: usize>(channels: usize, pixels: usize, gap: usize) -> bool {
        let shape = [2, pixels, channels];
        let row = pixels * S + gap;
        let planes = Layout::new(&[(channels * row) as isize, S as isize, row as isize], 3);
        let rows = Layout::row_major(&shape, S);
        let source: Vec<u8> = (0..2 * channels * row + 3).map(|byte| (byte * 31 + byte / 251) as u8).collect();
        let mut expected = Vec::new();
        for index in crate::layout::index::indices(&shape) {
            let at = planes.byte_offset(&shape, &index).unwrap();
            expected.extend_from_slice(&source[at..at + S]);
        }
        let mut found = vec![0xaa; expected.len()];
        let done = Plan::new(S, &shape, &planes, &rows).unwrap().interleave::<S>(&source, &mut found);
        assert!(!done || found == expected, "{S} {channels} {pixels}");
        done
    }

    fn all<const S: usize>() {
        // Miri takes a thousand times as long.
        let lens: &[usize] = if cfg!(miri) { &[5, 33] } else { &[2, 5, 15, 16, 17, 33, 70] };
        for &pixels in lens {
            for channels in 2..=4 {
                assert!(goes::<S>(channels, pixels, 1), "{S} {channels} {pixels}");
                assert!(goes::<S>(channels, pixels, 0), "{S} {channels} {pixels}");
            }
            assert!(!goes::<S>(5, pixels, 1));
        }
    }

    #[test]
    fn channels_are_those_by_element() {
        all::<1>();
        all::<2>();
        all::<4>();
        all::<8>();
        all::<16>();
    }

    #[test]
    fn runs_outside_of_a_buffer_are_refused() {
        let (planes, rows) = (Layout::new(&[4, 48], 0), Layout::row_major(&[12, 3], 4));
        let plan = Plan::new(4, &[12, 3], &planes, &rows).unwrap();
        for (from, to) in [(143, 144), (144, 143), (0, 144), (144, 0)] {
            assert!(!plan.interleave::<4>(&vec![1; from], &mut vec![0; to]), "{from} {to}");
        }
        assert!(plan.interleave::<4>(&[1; 144], &mut [0; 144]));
    }
}
