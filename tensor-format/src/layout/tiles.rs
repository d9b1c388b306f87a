//! The tiles into which a transpose is split, one after another.

use crate::util::{
    plan::{Axes, Axis, Starts, step},
    reinterpret::transpose::{Rows, Tile},
};

/// Returns the axes that are contiguous in the target together with `inner`, and the rest of `others`. Strides in the
/// source do not matter.
pub(super) fn together(inner: Axis, mut others: Axes) -> (Axes, Axes) {
    let mut rows = Axes::from_slice(&[inner]);
    let mut reach = inner.to.checked_mul(inner.len as isize);
    while let Some(which) = others.iter().position(|axis| Some(axis.to) == reach) {
        let axis = others.remove(which);
        reach = axis.to.checked_mul(axis.len as isize);
        rows.insert(0, axis);
    }
    (rows, others)
}

/// Goes over the tiles of a transpose: for each index of the other axes over strips of columns, and in each strip over
/// rows of tiles.
pub(super) struct Tiles<const S: usize> {
    starts: Starts,
    rows: RowsLeft,
    columns: Axis,
    /// The byte offsets, in source and target, of the first element at the current index of the other axes; `None` at
    /// the end.
    start: Option<(usize, usize)>,
    /// The table of the rows in the current row of tiles, and that of the row of tiles before, in turns; `table` is the
    /// current.
    tables: [Rows; 2],
    table: usize,
    /// The most columns that a tile with the rows of the current table may have.
    most_columns: usize,
    row: usize,
    column: usize,
    /// The first column of the current strip: the columns, about `STRIP`, that are copied in all rows before the next.
    strip: usize,
    /// The number of rows of the first tiles, if it differs from that of the others, else 0; `lead_columns` is that of
    /// columns.
    pub(super) lead_rows: usize,
    pub(super) lead_columns: usize,
}

/// The part of the transpose that a tile copies: its table of rows, its first column, its byte offset in the target,
/// and its number of columns.
#[derive(Clone, Copy)]
pub(super) struct Place {
    table: usize,
    column: usize,
    put: usize,
    columns: usize,
}

/// The rows at one index of the other axes that no table has yet.
struct RowsLeft {
    outer: Starts,
    inner: Axis,
    index: usize,
    start: Option<usize>,
    /// The byte offset in the source of the row before them.
    before: Option<usize>,
}

impl RowsLeft {
    fn new(rows: &[Axis], at: usize) -> Self {
        let one = Axis { len: 1, from: 0, to: 0 };
        let (inner, outer) = rows.split_last().map_or((one, rows), |(inner, outer)| (*inner, outer));
        let mut rows = Self { outer: Starts::new(outer, at, 0), inner, index: 0, start: None, before: None };
        rows.restart(at);
        rows
    }

    /// Starts again with the first row, at another byte offset in the source.
    fn restart(&mut self, at: usize) {
        self.outer.restart(at, 0);
        (self.index, self.start, self.before) = (0, self.outer.next().map(|(at, _)| at), None);
    }

    /// Moves the next rows, at most `most`, into a table.
    fn fill(&mut self, table: &mut Rows, most: usize) {
        table.clear(self.before);
        while let (Some(start), Some(room)) = (self.start, most.checked_sub(table.len()).filter(|room| *room > 0)) {
            let count = self.inner.len.saturating_sub(self.index).min(room);
            table.extend(step(start, self.inner.from, self.index), self.inner.from, count);
            self.index = self.index.saturating_add(count);
            if self.index >= self.inner.len {
                (self.index, self.start) = (0, self.outer.next().map(|(at, _)| at));
            }
        }
        self.before = table.last();
        if self.start.is_some() {
            table.follow();
        }
    }
}

impl<const S: usize> Tiles<S> {
    /// The number of columns whose elements fill a page of memory. Their pages are used again in every row of tiles, so
    /// there must not be more of them than the processor keeps the addresses of.
    pub(super) const STRIP: usize = 4096_usize.saturating_div(S);

    pub(super) fn new(rows: &[Axis], others: &[Axis], columns: Axis, at: usize, put: usize) -> Self {
        let mut starts = Starts::new(others, at, put);
        let start = starts.next();
        Self {
            starts,
            rows: RowsLeft::new(rows, at),
            columns,
            start,
            tables: [Rows::new(), Rows::new()],
            table: 0,
            most_columns: 0,
            row: 0,
            column: 0,
            strip: 0,
            lead_rows: 0,
            lead_columns: 0,
        }
    }

    pub(super) fn tile(&self, place: Place) -> Tile<'_, S> {
        let [first, second] = &self.tables;
        Tile {
            rows: if place.table == 0 { first } else { second },
            across: place.column.saturating_mul(S),
            put: place.put,
            columns: place.columns,
            column: self.columns.to,
        }
    }

    /// Returns the next tile. The table of the tile before it is not changed.
    pub(super) fn next(&mut self) -> Option<Place> {
        let (_, put) = self.start?;
        let lead = if self.strip == 0 { self.lead_columns } else { 0 };
        let end = lead.saturating_add(self.strip).saturating_add(Self::STRIP).min(self.columns.len);
        if self.column == self.strip {
            let leads = self.row == 0 && self.lead_rows > 0;
            let most = if leads { self.lead_rows.min(Tile::<S>::ROWS) } else { Tile::<S>::ROWS };
            self.table = 1_usize.saturating_sub(self.table);
            let table = self.tables.get_mut(self.table)?;
            self.rows.fill(table, most);
            self.most_columns = Tile::<S>::most_columns(table.len());
        }
        let most = if self.column == 0 && lead > 0 { lead } else { self.most_columns };
        let place = Place {
            table: self.table,
            column: self.column,
            put: step(step(put, S as isize, self.row), self.columns.to, self.column),
            columns: end.saturating_sub(self.column).min(most),
        };
        self.column = self.column.saturating_add(place.columns);
        if self.column >= end {
            self.column = self.strip;
            self.row = self.row.saturating_add(self.tables.get(self.table)?.len());
            if self.rows.start.is_none() {
                (self.row, self.strip, self.column) = (0, end, end);
                if end >= self.columns.len {
                    (self.strip, self.column, self.start) = (0, 0, self.starts.next());
                }
                if let Some((at, _)) = self.start {
                    self.rows.restart(at);
                }
            }
        }
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use alloc::{collections::BTreeSet, vec::Vec};

    use super::*;

    /// Every row of every column is in one tile, with and without first tiles of other sizes.
    fn covered<const S: usize>(
        others: &[Axis],
        rows: &[Axis],
        columns: usize,
        (lead_rows, lead_columns): (usize, usize),
    ) {
        let columns = axis(columns, S, 1 << 20);
        let mut tiles = Tiles::<S>::new(rows, others, columns, 0, 0);
        (tiles.lead_rows, tiles.lead_columns) = (lead_rows, lead_columns);
        let mut found = BTreeSet::new();
        let mut count = 0_usize;
        let mut next = tiles.next();
        while let Some(place) = next {
            next = tiles.next();
            let tile = tiles.tile(place);
            assert!((1..=Tile::<S>::ROWS).contains(&tile.rows.len()));
            assert!((1..=Tile::<S>::most_columns(tile.rows.len())).contains(&tile.columns));
            for (row, start) in tile.rows.iter().enumerate() {
                for column in 0..tile.columns {
                    found.insert((start + tile.across + column * S, step(tile.put, tile.column, column) + row * S));
                    count += 1;
                }
            }
        }
        let axes: Vec<Axis> = others.iter().chain(rows).chain([&columns]).copied().collect();
        assert!(Starts::new(&axes, 0, 0).all(|start| found.contains(&start)));
        assert_eq!((count, found.len()), (axes.iter().map(|axis| axis.len).product(), count));
    }

    fn axis(len: usize, from: usize, to: usize) -> Axis {
        Axis { len, from: from as isize, to: to as isize }
    }

    #[test]
    fn tiles_hold_each_element_once() {
        let leads = [(2, 1), (0, 0), (3, 0), (0, 5)];
        let lens = [64, 1, Tiles::<16>::STRIP, 2 * Tiles::<16>::STRIP + 1];
        // Miri takes a thousand times as long.
        let (leads, lens) = if cfg!(miri) { (&leads[..1], &[5][..]) } else { (&leads[..], &lens[..]) };
        let (tall, wide) = if cfg!(miri) { (7, 5) } else { (70, Tiles::<4>::STRIP + 7) };
        for &lead in leads {
            for &columns in lens {
                let rows = [axis(37, 1 << 20, 16)];
                covered::<16>(&[], &rows, columns, lead);
                covered::<16>(&[axis(2, 1 << 28, 1 << 28)], &rows, columns, lead);
                let rows = [axis(3, 1 << 27, 7 * 16), axis(7, 1 << 20, 16)];
                covered::<16>(&[axis(2, 1 << 28, 1 << 28)], &rows, columns, lead);
            }
            covered::<4>(&[], &[axis(tall, 1 << 20, 4)], wide, lead);
            let rows = [axis(2, 1 << 29, 12 * tall), axis(3, 1 << 27, 4 * tall), axis(tall, 1 << 20, 4)];
            covered::<4>(&[], &rows, wide.min(50), lead);
        }
    }

    #[test]
    fn rows_are_those_that_lie_together_in_the_target() {
        let others = Axes::from_slice(&[axis(4, 8, 1000), axis(5, 100, 30), axis(3, 20, 10)]);
        let (rows, others) = together(axis(5, 50, 2), others);
        assert_eq!(rows.as_slice(), [axis(5, 100, 30), axis(3, 20, 10), axis(5, 50, 2)]);
        assert_eq!(others.as_slice(), [axis(4, 8, 1000)]);
    }
}
