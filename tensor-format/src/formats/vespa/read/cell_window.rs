//! The cells of a reader: all of them, or a window over the last ones while those before were handed on.
//!
//! A tensor that does not fit into memory is read to a writer, which takes cells in any order, each at its place. So
//! only a run of neighbours is held: cells are appended to it, and it is handed on when it is full or a cell elsewhere
//! comes. For example cells 0 to 8191 fill the window and are handed on at place 0; an address that then points to cell
//! 20,000 begins a new run there. The cells between were never given, and the writer has zeros there already.

use crate::{
    DecodeError,
    formats::vespa::{CellType, cell::Cells},
};

/// A full window: this number of cells is handed on at once, fewer only if the next cell is elsewhere.
const PIECE: usize = 1 << 13;

/// A function that takes a run of cells, the first of them at the given place.
pub(super) type Take<'o> = &'o mut dyn FnMut(usize, &Cells) -> Result<(), DecodeError>;

/// The cells that are held.
pub(super) struct Window<'o> {
    cells: Cells,
    /// The place of the first held cell in the tensor.
    start: usize,
    /// The number of all cells of the tensor so far, those included that were never given.
    len: usize,
    /// The place behind the last cell that was handed on.
    written: usize,
    /// The function that cells are handed on to; without one all cells are held.
    take: Option<Take<'o>>,
}

impl<'o> Window<'o> {
    pub(super) fn new(cell: CellType, take: Option<Take<'o>>) -> Self {
        Self { cells: Cells::new(cell), start: 0, len: 0, written: 0, take }
    }

    /// Returns the number of all cells.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len.max(self.end())
    }

    /// Returns the place behind the last held cell.
    fn end(&self) -> usize {
        self.start.saturating_add(self.cells.len())
    }

    /// Returns whether all cells are held until the end.
    pub(super) fn holds_all(&self) -> bool {
        self.take.is_none()
    }

    /// Returns the held cells, to append to, and the most that may be held.
    pub(super) fn held(&mut self) -> (&mut Cells, usize) {
        let most = if self.take.is_some() { PIECE } else { usize::MAX };
        (&mut self.cells, most)
    }

    /// Makes the next appended cell follow all others, and hands on the held cells if the window is full.
    #[inline]
    pub(super) fn make_room(&mut self) -> Result<(), DecodeError> {
        if self.take.is_some() && (self.cells.len() >= PIECE || self.end() < self.len) {
            return self.go_to(self.len());
        }
        Ok(())
    }

    /// Hands on the held cells, and begins a new run at `place`.
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

    /// Appends a cell; returns `false` if no cell can hold the number.
    #[inline]
    pub(super) fn push(&mut self, number: f64) -> bool {
        self.cells.push(number)
    }

    /// Sets a cell, whether it was given before or not; returns `false` if no cell can hold the number.
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

    /// Returns whether a cell can hold a number.
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

    /// Hands on the held cells. If the last cell of the tensor was not given, a zero is handed on for it, so that the
    /// writer ends where the tensor does.
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

    /// Returns all cells, of which none may have been handed on.
    pub(super) fn into_cells(mut self) -> Cells {
        self.cells.shrink();
        self.cells
    }
}
