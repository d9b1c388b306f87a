//! The writer: the canonical type first, then the form that every reader of Vespa understands.
//!
//! [`Parts`] are what is written: a type, labels, and cells in canonical order. [`Out`] makes the text of it, numbers
//! by `write_float`, and keeps it as a string or passes it to a function in pieces.

use alloc::{string::String, vec::Vec};
use core::fmt::Write;

mod write_float;

use write_float::{FloatPrinter, Printed};

use super::{CellType, Class, Constant, Labels, TensorType, swar};
use crate::{ByteOrder, Element, EncodeError};

/// The size in bytes, about, of the pieces of text that are passed to a function.
const PIECE: usize = 1 << 16;

/// The free bytes of memory that the text is to have: nearly always more than is added to it at once.
const SPARE: usize = 1 << 12;

/// The most numbers that are printed before the size of the text is checked again.
const RUN: usize = 64;

/// A function that takes a piece of text.
pub(super) type Flush<'w> = &'w mut dyn FnMut(&str) -> Result<(), EncodeError>;

/// The destination of the text: a string, or another writer that gets it in pieces.
pub(super) struct Out<'w> {
    text: String,
    flush: Option<Flush<'w>>,
    pretty: bool,
    depth: usize,
    printer: FloatPrinter,
    /// The number of cells written so far; `cells` is the number of all.
    done: usize,
    cells: usize,
}

impl<'w> Out<'w> {
    pub(super) fn new(pretty: bool, flush: Option<Flush<'w>>) -> Self {
        Self { text: String::new(), flush, pretty, depth: 0, printer: FloatPrinter::new(pretty), done: 0, cells: 0 }
    }

    pub(super) fn finish(mut self) -> Result<String, EncodeError> {
        self.hand_on(1)?;
        Ok(self.text)
    }

    fn hand_on(&mut self, at_least: usize) -> Result<(), EncodeError> {
        match &mut self.flush {
            Some(flush) if self.text.len() >= at_least => {
                flush(&self.text)?;
                self.text.clear();
            }
            Some(_) => {}
            None => self.make_room(),
        }
        Ok(())
    }

    /// Reserves memory for the rest of the text: as much as it needs if it goes on as it began.
    fn make_room(&mut self) {
        let len = self.text.len();
        if self.text.capacity().saturating_sub(len) >= SPARE {
            return;
        }
        let all = (len as u128).saturating_mul(self.cells as u128).checked_div(self.done as u128);
        let left = all.and_then(|all| usize::try_from(all).ok()).unwrap_or_default().saturating_sub(len);
        // Numbers differ a little in length.
        let left = left.saturating_add(left >> 6);
        // At first enough text to judge the rest by.
        self.text.reserve_exact(left.max(len >> 4).saturating_add(4 * SPARE));
    }

    /// Writes an opening bracket; the lines behind it are indented further.
    fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth = self.depth.saturating_add(1);
    }

    /// Writes the comma behind the item before, unless this is the first, and begins a line.
    fn item(&mut self, first: bool) -> Result<(), EncodeError> {
        if !first {
            self.text.push(',');
        }
        self.line();
        self.hand_on(PIECE)
    }

    fn line(&mut self) {
        if self.pretty {
            self.text.push('\n');
            (0..self.depth).for_each(|_| self.text.push_str("  "));
        }
    }

    fn close(&mut self, bracket: char, empty: bool) {
        self.depth = self.depth.saturating_sub(1);
        if !empty {
            self.line();
        }
        self.text.push(bracket);
    }

    fn key(&mut self, key: &str) {
        self.string(key);
        self.text.push_str(if self.pretty { ": " } else { ":" });
    }

    /// Writes a string of JSON.
    fn string(&mut self, text: &str) {
        self.text.push('"');
        let mut rest = text;
        loop {
            let (plain, from) = rest.split_at_checked(swar::plain(rest.as_bytes())).unwrap_or((rest, ""));
            self.text.push_str(plain);
            let mut chars = from.chars();
            match chars.next() {
                None => break,
                Some('"') => self.text.push_str("\\\""),
                Some('\\') => self.text.push_str("\\\\"),
                Some('\n') => self.text.push_str("\\n"),
                Some('\r') => self.text.push_str("\\r"),
                Some('\t') => self.text.push_str("\\t"),
                Some(control) => {
                    // Writing to a `String` does not fail.
                    let _ = write!(self.text, "\\u{:04x}", u32::from(control));
                }
            }
            rest = chars.as_str();
        }
        self.text.push('"');
    }

    /// Writes the tensor.
    pub(super) fn tensor(&mut self, tensor: &Parts<'_>) -> Result<(), EncodeError> {
        self.cells = tensor.cells.len().checked_div(tensor.tensor_type.cell().size()).unwrap_or_default();
        self.open('{');
        self.item(true)?;
        self.key("type");
        let text = alloc::format!("{}", tensor.tensor_type);
        self.string(&text);
        self.item(false)?;
        match tensor.tensor_type.class() {
            Class::Scalar => {
                self.key("cells");
                self.open('[');
                self.item(true)?;
                self.addressed(&[], core::iter::empty(), "value", |out| out.numbers(tensor, 0, 1))?;
                self.close(']', false);
            }
            Class::Dense => {
                self.key("values");
                let shape = tensor.tensor_type.shape();
                self.nested(tensor, &shape, 0)?;
            }
            class => self.blocks(tensor, class == Class::Mixed)?,
        }
        self.close('}', false);
        Ok(())
    }

    fn blocks(&mut self, tensor: &Parts<'_>, mixed: bool) -> Result<(), EncodeError> {
        let (key, value) = if mixed { ("blocks", "values") } else { ("cells", "value") };
        let one = tensor.labels.dimensions() == 1;
        let keys: Vec<String> =
            tensor.tensor_type.mapped().map(|mapped| ["\"", mapped.name(), "\":"].concat()).collect();
        let shape = tensor.tensor_type.shape();
        let size = tensor.block_size();
        let order = tensor.labels.sorted();
        self.key(key);
        self.open(if one { '{' } else { '[' });
        for (index, block) in order.iter().enumerate() {
            let start = block.saturating_mul(size);
            self.item(index == 0)?;
            let values = |out: &mut Self| match mixed {
                true => out.nested(tensor, &shape, start),
                false => out.numbers(tensor, start, 1),
            };
            let mut labels = tensor.labels.of_block(*block);
            if one {
                self.key(labels.next().unwrap_or_default());
                values(self)?;
            } else {
                self.addressed(&keys, labels, value, values)?;
            }
        }
        self.close(if one { '}' } else { ']' }, order.is_empty());
        Ok(())
    }

    /// Writes a cell or block with its address: `keys` are the names of the dimensions in quotes with a colon, `value`
    /// is the key of what `values` writes.
    fn addressed<'l>(
        &mut self,
        keys: &[String],
        labels: impl Iterator<Item = &'l str>,
        value: &str,
        values: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.text.push_str("{\"address\":{");
        for (index, (key, label)) in keys.iter().zip(labels).enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.text.push_str(key);
            self.string(label);
        }
        self.text.push_str("},\"");
        self.text.push_str(value);
        self.text.push_str("\":");
        self.depth = self.depth.saturating_add(1);
        values(self)?;
        self.depth = self.depth.saturating_sub(1);
        self.text.push('}');
        Ok(())
    }

    /// Writes the cells from `start` on as lists, nested as `shape` says; the innermost lists are on one line each.
    fn nested(&mut self, tensor: &Parts<'_>, shape: &[usize], start: usize) -> Result<(), EncodeError> {
        let Some((&size, inner)) = shape.split_first() else { return Ok(()) };
        if inner.is_empty() {
            self.text.push('[');
            self.numbers(tensor, start, size)?;
            self.text.push(']');
            return self.hand_on(PIECE);
        }
        let step = inner.iter().fold(1usize, |step, size| step.saturating_mul(*size));
        self.open('[');
        for index in 0..size {
            self.item(index == 0)?;
            self.nested(tensor, inner, index.saturating_mul(step).saturating_add(start))?;
        }
        self.close(']', size == 0);
        Ok(())
    }

    /// Writes `count` cells from `start` on, with commas between them.
    fn numbers(&mut self, tensor: &Parts<'_>, start: usize, count: usize) -> Result<(), EncodeError> {
        let cell = tensor.tensor_type.cell();
        let (size, order) = (cell.size(), ByteOrder::NATIVE);
        let from = start.saturating_mul(size);
        let bytes = tensor.cells.get(from..from.saturating_add(count.saturating_mul(size))).unwrap_or_default();
        match cell {
            CellType::Double => self.row(bytes, |bytes: &[u8; 8]| <f64 as Element>::read(bytes, order)),
            CellType::Float => self.row(bytes, |bytes: &[u8; 4]| <f32 as Element>::read(bytes, order)),
            CellType::Bfloat16 => {
                let bits = |bytes: &[u8; 2]| u32::from(<u16 as Element>::read(bytes, order)) << 16;
                self.row(bytes, |bytes| f32::from_bits(bits(bytes)))
            }
            // A float holds every byte, and its shortest text is that of the whole number.
            CellType::Int8 => self.row(bytes, |bytes: &[u8; 1]| f32::from(<i8 as Element>::read(bytes, order))),
        }
    }

    #[inline]
    fn row<N: Printed + Default, const SIZE: usize>(
        &mut self,
        bytes: &[u8],
        number: impl Fn(&[u8; SIZE]) -> N,
    ) -> Result<(), EncodeError> {
        for run in bytes.chunks(SIZE.saturating_mul(RUN)) {
            // Before the run: the separator after the last number is not to be handed on.
            self.hand_on(PIECE)?;
            let numbers = run.chunks_exact(SIZE).map(|cell| cell.first_chunk().map(&number).unwrap_or_default());
            self.done = self.done.saturating_add(numbers.len());
            self.printer.print(numbers, &mut self.text);
        }
        if !bytes.is_empty() {
            let separator = if self.pretty { 2 } else { 1 };
            self.text.truncate(self.text.len().saturating_sub(separator));
        }
        Ok(())
    }
}

/// A tensor to be written: its cells in canonical order and this machine's byte order.
pub(super) struct Parts<'a> {
    pub(super) tensor_type: &'a TensorType,
    pub(super) labels: &'a Labels,
    pub(super) cells: &'a [u8],
}

impl Parts<'_> {
    /// Returns the number of cells of a block.
    fn block_size(&self) -> usize {
        self.tensor_type.shape().iter().fold(1usize, |cells, size| cells.saturating_mul(*size))
    }

    /// Writes the text piece by piece.
    #[cfg(feature = "std")]
    pub(super) fn write_to(&self, writer: &mut impl std::io::Write, pretty: bool) -> Result<(), EncodeError> {
        let mut flush = |piece: &str| writer.write_all(piece.as_bytes()).map_err(EncodeError::from);
        let mut out = Out::new(pretty, Some(&mut flush));
        out.tensor(self)?;
        out.finish().map(|_| ())
    }
}

impl Constant {
    fn parts<'a>(&'a self, cells: &'a crate::TensorRef<'a>) -> Parts<'a> {
        Parts { tensor_type: self.tensor_type(), labels: self.labels(), cells: cells.buffer() }
    }

    /// Returns the text of a constant file, on one line.
    ///
    /// Blocks and cells are in the order of their labels, numbers as the shortest text that reads back.
    ///
    /// ```
    /// use tensor_format::vespa::Options;
    /// let text = r#"{ "cells": { "b": 1.0, "a": "inf" }, "type": "tensor<float>(k{})" }"#;
    /// let written = Options::new().read(text)?.to_text();
    /// assert_eq!(written, r#"{"type":"tensor<float>(k{})","cells":{"a":"Infinity","b":1}}"#);
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        self.text(false)
    }

    /// Returns the text of a constant file, with a line for each block, cell and row.
    #[must_use]
    pub fn to_text_pretty(&self) -> String {
        self.text(true)
    }

    fn text(&self, pretty: bool) -> String {
        let cells = self.cells();
        let mut out = Out::new(pretty, None);
        // Only a writer that is handed pieces can fail.
        let written = out.tensor(&self.parts(&cells)).and_then(|()| out.finish());
        written.unwrap_or_default()
    }

    /// Writes the text of a constant file, on one line, piece by piece.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorKind::Io).
    #[cfg(feature = "std")]
    pub fn write_to(&self, writer: &mut impl std::io::Write) -> Result<(), EncodeError> {
        self.parts(&self.cells()).write_to(writer, false)
    }

    /// Writes the text of a constant file, with a line for each block, cell and row, piece by piece.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorKind::Io).
    #[cfg(feature = "std")]
    pub fn write_to_pretty(&self, writer: &mut impl std::io::Write) -> Result<(), EncodeError> {
        self.parts(&self.cells()).write_to(writer, true)
    }
}
