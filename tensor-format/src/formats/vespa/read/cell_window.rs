//! The cells of a reader: all of them, or the last ones, while those before were handed on.

use crate::{
    DecodeError,
    formats::vespa::{CellType, cell::Cells},
};

/// At least this number of cells is handed on at once, unless cells elsewhere follow.
const PIECE: usize = 1 << 13;

/// Takes cells that follow one another, the first of them at a place.
pub(super) type Take<'o> = &'o mut dyn FnMut(usize, &Cells) -> Result<(), DecodeError>;

/// Cells that are held.
pub(super) struct Window<'o> {
    cells: Cells,
    /// The place of the first cell that is held.
    start: usize,
    /// The number of all cells, those included that were never given.
    len: usize,
    /// Where the cells that were handed on end.
    written: usize,
    /// Whom cells are handed on to; otherwise all are held.
    take: Option<Take<'o>>,
}

impl<'o> Window<'o> {
    pub(super) fn new(cell: CellType, take: Option<Take<'o>>) -> Self {
        Self { cells: Cells::new(cell), start: 0, len: 0, written: 0, take }
    }

    /// The number of all cells.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len.max(self.end())
    }

    /// The place behind the last cell that is held.
    fn end(&self) -> usize {
        self.start.saturating_add(self.cells.len())
    }

    /// Whether cells stay until the end.
    pub(super) fn holds_all(&self) -> bool {
        self.take.is_none()
    }

    /// The cells that are held, to append to, and how many there may be.
    pub(super) fn held(&mut self) -> (&mut Cells, usize) {
        let most = if self.take.is_some() { PIECE } else { usize::MAX };
        (&mut self.cells, most)
    }

    /// Makes sure that cells which are appended come after all others, and hands on what is held if it is much.
    #[inline]
    pub(super) fn make_room(&mut self) -> Result<(), DecodeError> {
        if self.take.is_some() && (self.cells.len() >= PIECE || self.end() < self.len) {
            return self.go_to(self.len());
        }
        Ok(())
    }

    /// Hands on what is held; what comes next is at a place.
    #[inline(never)]
    fn go_to(&mut self, place: usize) -> Result<(), DecodeError> {
        self.len = self.len();
        if let (Some(take), 1..) = (&mut self.take, self.cells.len()) {
            take(self.start, &self.cells)?;
            self.written = self.written.max(self.start.saturating_add(self.cells.len()));
            self.cells.truncate(0);
        }
        self.start = place;
        Ok(())
    }

    /// Appends the cell of a number; `false` if it has none.
    #[inline]
    pub(super) fn push(&mut self, number: f64) -> bool {
        self.cells.push(number)
    }

    /// Replaces a cell, or gives it for the first time; `false` if the number has none.
    #[inline]
    pub(super) fn set(&mut self, at: usize, number: f64) -> Result<bool, DecodeError> {
        if self.take.is_none() { Ok(self.cells.set(at, number)) } else { self.set_in_window(at, number) }
    }

    #[inline(never)]
    fn set_in_window(&mut self, at: usize, number: f64) -> Result<bool, DecodeError> {
        if (self.start..self.end()).contains(&at) {
            return Ok(self.cells.set(at.saturating_sub(self.start), number));
        }
        if at != self.end() || self.cells.len() >= PIECE {
            self.go_to(at)?;
        }
        Ok(self.cells.push(number))
    }

    /// Whether a number has a cell.
    pub(super) fn holds(&self, number: f64) -> bool {
        self.cells.holds(number)
    }

    /// Appends zeros up to a length.
    pub(super) fn fill_to(&mut self, len: usize) {
        if self.take.is_some() {
            self.len = self.len().max(len);
        } else {
            self.cells.fill_to(len);
        }
    }

    /// Hands on what is left. Where no cell was given behind the last one that was, the last zero is handed on.
    #[cfg(feature = "std")]
    pub(super) fn finish(&mut self) -> Result<(), DecodeError> {
        self.go_to(self.len())?;
        if self.written < self.len {
            self.start = self.len.saturating_sub(1);
            self.cells.fill_to(1);
            self.go_to(self.len)?;
        }
        Ok(())
    }

    /// All cells, if none was handed on.
    pub(super) fn into_cells(mut self) -> Cells {
        self.cells.shrink();
        self.cells
    }
}
