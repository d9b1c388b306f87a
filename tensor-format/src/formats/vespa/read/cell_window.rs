//! The cells that are read: all of them in memory, or only the last ones while those before were passed to a function.
//!
//! A tensor that does not fit into memory is read to a writer, to which cells can be written in any order, each at its
//! offset. So only a run of neighbours, the window, is in memory: cells are appended to it, and it is handed on to the
//! function when it is full or a cell elsewhere comes. For example cells 0 to 8191 fill the window and are handed on
//! with index 0; an address that then points to cell 20,000 begins a new run there. The text leaves out the cells
//! between, and the writer has zeros there already.

use crate::{
    DecodeError,
    formats::vespa::{CellType, cell::Cells},
};

/// The number of cells of a full window, which are passed on at once; fewer only if the next cell is elsewhere.
const PIECE: usize = 1 << 13;

/// A function that takes cells that follow one another, and the index of the first of them in the tensor.
pub(super) type Take<'o> = &'o mut dyn FnMut(usize, &Cells) -> Result<(), DecodeError>;

/// The cells in memory: all that were read, or the last ones if the others were handed on to a function.
pub(super) struct Window<'o> {
    cells: Cells,
    /// The index in the tensor of the first cell in memory.
    start: usize,
    /// The number of all cells of the tensor so far, those included that the text leaves out.
    len: usize,
    /// The index behind the last cell that was handed on.
    written: usize,
    /// The function that cells are handed on to; without one all cells stay in memory.
    take: Option<Take<'o>>,
}

impl<'o> Window<'o> {
    pub(super) fn new(cell: CellType, take: Option<Take<'o>>) -> Self {
        Self { cells: Cells::new(cell), start: 0, len: 0, written: 0, take }
    }

    /// Returns the number of all cells of the tensor so far, those included that were handed on or left out.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len.max(self.end())
    }

    /// Returns the index in the tensor behind the last cell in memory.
    fn end(&self) -> usize {
        self.start.saturating_add(self.cells.len())
    }

    /// Returns whether all cells stay in memory until the end.
    pub(super) fn holds_all(&self) -> bool {
        self.take.is_none()
    }

    /// Returns the cells in memory, to append to, and the most of them that there may be.
    pub(super) fn held(&mut self) -> (&mut Cells, usize) {
        let most = if self.take.is_some() { PIECE } else { usize::MAX };
        (&mut self.cells, most)
    }

    /// Makes the next appended cell follow all others, and hands on the cells in memory if the window is full.
    #[inline]
    pub(super) fn make_room(&mut self) -> Result<(), DecodeError> {
        if self.take.is_some() && (self.cells.len() >= PIECE || self.end() < self.len) {
            return self.go_to(self.len());
        }
        Ok(())
    }

    /// Hands on the cells in memory; the next appended cell will have index `place`.
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

    /// Appends a cell that holds the number; returns `false` if no cell can.
    #[inline]
    pub(super) fn push(&mut self, number: f64) -> bool {
        self.cells.push(number)
    }

    /// Sets cell `at`, whether it was set before or not; returns `false` if no cell can hold the number.
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

    /// Appends zeros until the tensor has `len` cells.
    pub(super) fn fill_to(&mut self, len: usize) {
        if self.take.is_some() {
            self.len = self.len().max(len);
        } else {
            self.cells.fill_to(len);
        }
    }

    /// Hands on the cells in memory. If the text leaves out the last cell of the tensor, a zero is handed on for it, so
    /// that the written bytes end where the tensor does.
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
