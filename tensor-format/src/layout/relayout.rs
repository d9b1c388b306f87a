//! Carries out copies: long runs by `memcpy`, transposes tile by tile, the rest element by element.
//!
//! A transpose reads lines of one axis and writes lines of another. Element by element it would fetch a line of memory for
//! every element; by tiles that fit the first cache it uses each line whole, and the next tile is fetched meanwhile.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects
)]

use super::plan::{Axes, Axis, Plan, Starts};
use crate::reinterpret::transpose::{Stage, Tile, transpose};

/// A copy of so many bytes leaves nothing useful in the caches, so that its target is written past them.
const LARGE: usize = 16 << 20;

/// Elements of an axis that are copied before the next step of a shorter axis, so that lines are found again.
const BLOCK: usize = 1024;

impl Plan {
    /// Copies. Runs that do not lie in both buffers are left out.
    pub(crate) fn copy(&self, source: &[u8], target: &mut [u8]) {
        match self.run {
            1 => self.units::<1>(source, target),
            2 => self.units::<2>(source, target),
            3 => self.short_runs::<3>(source, target),
            4 => self.units::<4>(source, target),
            6 => self.short_runs::<6>(source, target),
            8 => self.units::<8>(source, target),
            12 => self.short_runs::<12>(source, target),
            16 => self.units::<16>(source, target),
            24 => self.short_runs::<24>(source, target),
            32 => self.short_runs::<32>(source, target),
            _ => self.long_runs(source, target),
        }
    }

    fn long_runs(&self, source: &[u8], target: &mut [u8]) {
        for (at, put) in Starts::new(&self.axes, self.at, self.put) {
            if let (Some(from), Some(to)) = (part(source, at, self.run), part_mut(target, put, self.run)) {
                to.copy_from_slice(from);
            }
        }
    }

    /// Units of a size that a register holds: those that a transpose moves go by tiles.
    fn units<const S: usize>(&self, source: &[u8], target: &mut [u8]) {
        let unit = S as isize;
        let Some((rows, outer)) = self.axes.split_last() else { return self.long_runs(source, target) };
        let columns = outer.iter().position(|axis| axis.from.unsigned_abs() == S);
        let (Some(which), true) = (columns, rows.to == unit) else { return self.short_runs::<S>(source, target) };
        let Some(mut columns) = outer.get(which).copied() else { return };
        if rows.len < Tile::<S>::LEAST || columns.len < Tile::<S>::LEAST {
            return self.short_runs::<S>(source, target);
        }
        let (mut at, mut put) = (self.at, self.put);
        if columns.from != unit {
            (at, put) = (columns.end(at, columns.from), columns.end(put, columns.to));
            columns = columns.turned();
        }
        let others: Axes = outer.iter().enumerate().filter(|(axis, _)| *axis != which).map(|(_, axis)| *axis).collect();
        let mut tiles = Tiles::<S>::new(&others, *rows, columns, at, put);
        let stream = self.bytes() >= LARGE;
        let mut stage = Stage::new();
        let mut next = tiles.next();
        while let Some(tile) = next {
            next = tiles.next();
            transpose(source, target, tile, next, stream, &mut stage);
        }
    }

    /// The number of bytes that are copied.
    fn bytes(&self) -> usize {
        self.axes.iter().fold(self.run, |bytes, axis| bytes.saturating_mul(axis.len))
    }

    /// Short runs, along the longer of the two innermost axes in blocks.
    fn short_runs<const S: usize>(&self, source: &[u8], target: &mut [u8]) {
        let (Some((inner, outer)), at, put) = (self.axes.split_last(), self.at, self.put) else {
            return self.long_runs(source, target);
        };
        let beside = outer.iter().rposition(|axis| axis.from.unsigned_abs() == S).or(outer.len().checked_sub(1));
        let Some((which, beside)) = beside.and_then(|which| Some((which, *outer.get(which)?))) else {
            return line::<S>(source, target, (at, put), *inner, inner.len);
        };
        let (long, short) = if inner.len < beside.len { (beside, *inner) } else { (*inner, beside) };
        let others: Axes = outer.iter().enumerate().filter(|(axis, _)| *axis != which).map(|(_, axis)| *axis).collect();
        for (at, put) in Starts::new(&others, at, put) {
            for first in (0..long.len).step_by(BLOCK) {
                let len = long.len.saturating_sub(first).min(BLOCK);
                let block = (step(at, long.from, first), step(put, long.to, first));
                for start in Starts::new(&[short], block.0, block.1) {
                    line::<S>(source, target, start, long, len);
                }
            }
        }
    }
}

/// Copies the first `len` runs of an axis.
#[inline]
fn line<const S: usize>(source: &[u8], target: &mut [u8], (at, put): (usize, usize), axis: Axis, len: usize) {
    if let (Ok(from @ 1..), Ok(to @ 1..)) = (usize::try_from(axis.from), usize::try_from(axis.to)) {
        let runs = source.get(at..).unwrap_or_default().chunks(from);
        let places = target.get_mut(put..).unwrap_or_default().chunks_mut(to);
        for (run, place) in runs.zip(places).take(len) {
            if let (Some(run), Some(place)) = (run.first_chunk::<S>(), place.first_chunk_mut::<S>()) {
                *place = *run;
            }
        }
        return;
    }
    for index in 0..len {
        let run = part(source, step(at, axis.from, index), S);
        if let (Some(run), Some(place)) = (run, part_mut(target, step(put, axis.to, index), S)) {
            place.copy_from_slice(run);
        }
    }
}

fn step(start: usize, stride: isize, index: usize) -> usize {
    start.wrapping_add_signed(stride.wrapping_mul(index as isize))
}

fn part(bytes: &[u8], at: usize, len: usize) -> Option<&[u8]> {
    bytes.get(at..at.checked_add(len)?)
}

fn part_mut(bytes: &mut [u8], at: usize, len: usize) -> Option<&mut [u8]> {
    bytes.get_mut(at..at.checked_add(len)?)
}

/// The tiles of a transpose: for each index of the other axes, rows of tiles along the columns.
struct Tiles<const S: usize> {
    starts: Starts,
    rows: Axis,
    columns: Axis,
    start: Option<(usize, usize)>,
    row: usize,
    column: usize,
}

impl<const S: usize> Tiles<S> {
    fn new(others: &[Axis], rows: Axis, columns: Axis, at: usize, put: usize) -> Self {
        let mut starts = Starts::new(others, at, put);
        let start = starts.next();
        Self { starts, rows, columns, start, row: 0, column: 0 }
    }
}

impl<const S: usize> Iterator for Tiles<S> {
    type Item = Tile<S>;

    fn next(&mut self) -> Option<Tile<S>> {
        let (at, put) = self.start?;
        let tile = Tile {
            at: step(step(at, self.rows.from, self.row), self.columns.from, self.column),
            put: step(step(put, self.rows.to, self.row), self.columns.to, self.column),
            rows: self.rows.len.saturating_sub(self.row).min(Tile::<S>::ROWS),
            columns: self.columns.len.saturating_sub(self.column).min(Tile::<S>::COLUMNS),
            row: self.rows.from,
            column: self.columns.to,
        };
        self.column = self.column.saturating_add(tile.columns);
        if self.column >= self.columns.len {
            self.column = 0;
            self.row = self.row.saturating_add(tile.rows);
            if self.row >= self.rows.len {
                self.row = 0;
                self.start = self.starts.next();
            }
        }
        Some(tile)
    }
}
