//! The writer: the canonical type first, then the form that every reader of Vespa understands.

use alloc::{string::String, vec::Vec};
use core::fmt::Write;

use super::{CellType, Class, Constant, Labels, TensorType, constant::number_at};
use crate::{ByteOrder, Element, EncodeError};

/// Text is handed on in pieces of about so many bytes.
const PIECE: usize = 1 << 16;

/// The bit of a float's sign.
const SIGN: u32 = 1 << 31;

/// The bits of 7.038531e-26: of all floats the one whose shortest text, read as a double, lies so near the middle between
/// two floats that it is rounded to the other.
const ROUNDED_TWICE: u32 = 0x15ae_43fd;

/// Takes a piece of text.
pub(super) type Flush<'w> = &'w mut dyn FnMut(&str) -> Result<(), EncodeError>;

/// Where the text goes: into a string, or on to another writer piece by piece.
pub(super) struct Out<'w> {
    text: String,
    flush: Option<Flush<'w>>,
    pretty: bool,
    depth: usize,
    number: zmij::Buffer,
}

impl<'w> Out<'w> {
    pub(super) fn new(pretty: bool, flush: Option<Flush<'w>>) -> Self {
        Self { text: String::new(), flush, pretty, depth: 0, number: zmij::Buffer::new() }
    }

    pub(super) fn finish(mut self) -> Result<String, EncodeError> {
        self.hand_on(1)?;
        Ok(self.text)
    }

    fn hand_on(&mut self, at_least: usize) -> Result<(), EncodeError> {
        if let Some(flush) = &mut self.flush {
            if self.text.len() >= at_least {
                flush(&self.text)?;
                self.text.clear();
            }
        }
        Ok(())
    }

    /// An opening bracket; what follows is further to the right.
    fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth = self.depth.saturating_add(1);
    }

    /// The comma after the item before, unless this is the first, and a line of its own.
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

    /// A string of JSON.
    fn string(&mut self, text: &str) {
        self.text.push('"');
        let mut rest = text;
        while let Some(at) = rest.find(|next: char| matches!(next, '"' | '\\' | '\0'..='\x1f')) {
            let (plain, from) = rest.split_at(at);
            self.text.push_str(plain);
            let mut chars = from.chars();
            match chars.next() {
                Some('"') => self.text.push_str("\\\""),
                Some('\\') => self.text.push_str("\\\\"),
                Some('\n') => self.text.push_str("\\n"),
                Some('\r') => self.text.push_str("\\r"),
                Some('\t') => self.text.push_str("\\t"),
                Some(control) => {
                    // Writing to a `String` does not fail.
                    let _ = write!(self.text, "\\u{:04x}", u32::from(control));
                }
                None => {}
            }
            rest = chars.as_str();
        }
        self.text.push_str(rest);
        self.text.push('"');
    }

    /// The tensor.
    pub(super) fn tensor(&mut self, tensor: &Parts<'_>) -> Result<(), EncodeError> {
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
                self.addressed("value", &mut core::iter::empty(), |out| out.numbers(tensor, 0, 1))?;
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
        let names: Vec<&str> = tensor.tensor_type.mapped().map(|dimension| dimension.name()).collect();
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
                self.addressed(value, &mut names.iter().copied().zip(labels), values)?;
            }
        }
        self.close(if one { '}' } else { ']' }, order.is_empty());
        Ok(())
    }

    /// A cell or block with its address.
    fn addressed(
        &mut self,
        value: &str,
        address: &mut dyn Iterator<Item = (&str, &str)>,
        values: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let pretty = core::mem::replace(&mut self.pretty, false);
        self.text.push_str("{\"address\":{");
        for (index, (name, label)) in address.enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.key(name);
            self.string(label);
        }
        self.text.push_str("},");
        self.key(value);
        self.pretty = pretty;
        self.depth = self.depth.saturating_add(1);
        values(self)?;
        self.depth = self.depth.saturating_sub(1);
        self.text.push('}');
        Ok(())
    }

    /// The lists of the dimensions of a shape; a row stands on one line.
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

    /// Numbers with commas between them.
    fn numbers(&mut self, tensor: &Parts<'_>, start: usize, count: usize) -> Result<(), EncodeError> {
        let size = tensor.tensor_type.cell().size();
        let from = start.saturating_mul(size);
        let bytes = tensor.cells.get(from..from.saturating_add(count.saturating_mul(size))).unwrap_or_default();
        for (index, bytes) in bytes.chunks_exact(size).enumerate() {
            if index > 0 {
                self.text.push_str(if self.pretty { ", " } else { "," });
                if index & 0xfff == 0 {
                    self.hand_on(PIECE)?;
                }
            }
            self.cell(tensor.tensor_type.cell(), bytes);
        }
        Ok(())
    }

    #[inline]
    fn cell(&mut self, cell: CellType, bytes: &[u8]) {
        let order = ByteOrder::NATIVE;
        match cell {
            CellType::Double => {
                let number = <f64 as Element>::read(bytes, order);
                if number.is_finite() { self.double(number) } else { self.special(number) }
            }
            CellType::Float => {
                let number = <f32 as Element>::read(bytes, order);
                if number.is_finite() { self.float(number) } else { self.special(number.into()) }
            }
            CellType::Bfloat16 => {
                let number = f32::from_bits(u32::from(<u16 as Element>::read(bytes, order)) << 16);
                if number.is_finite() {
                    self.float(number);
                } else if let Some(number) = number_at(cell, bytes, 0) {
                    self.special(number);
                }
            }
            CellType::Int8 => {
                // Writing to a `String` does not fail.
                let _ = write!(self.text, "{}", <i8 as Element>::read(bytes, order));
            }
        }
    }

    fn double(&mut self, number: f64) {
        let text = self.number.format_finite(number);
        self.text.push_str(short(text));
    }

    /// The shortest text of a float, unless reading it as a double first gives another float.
    #[inline]
    fn float(&mut self, number: f32) {
        if number.to_bits() & !SIGN == ROUNDED_TWICE {
            return self.double(number.into());
        }
        let text = self.number.format_finite(number);
        self.text.push_str(short(text));
    }

    fn special(&mut self, number: f64) {
        self.text.push_str(match (number.is_nan(), number.is_sign_negative()) {
            (true, false) => "\"NaN\"",
            (true, true) => "\"-NaN\"",
            (false, false) => "\"Infinity\"",
            (false, true) => "\"-Infinity\"",
        });
    }
}

/// Without a fraction of zero, which says nothing but for the sign of zero.
#[inline]
fn short(text: &str) -> &str {
    match text.strip_suffix(".0") {
        Some("-0") | None => text,
        Some(whole) => whole,
    }
}

/// A tensor to be written: its cells in canonical order and this machine's byte order.
pub(super) struct Parts<'a> {
    pub(super) tensor_type: &'a TensorType,
    pub(super) labels: &'a Labels,
    pub(super) cells: &'a [u8],
}

impl Parts<'_> {
    /// The number of cells of a block.
    fn block_size(&self) -> usize {
        self.tensor_type.shape().iter().fold(1usize, |cells, size| cells.saturating_mul(*size))
    }
}

impl Constant {
    fn parts<'a>(&'a self, cells: &'a crate::TensorRef<'a>) -> Parts<'a> {
        Parts { tensor_type: self.tensor_type(), labels: self.labels(), cells: cells.buffer() }
    }

    /// The text of a constant file, on one line.
    ///
    /// Blocks and cells stand in the order of their labels, numbers as the shortest text that reads back.
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

    /// The text of a constant file, with a line for each block, cell and row.
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
        let cells = self.cells();
        let mut flush = |piece: &str| writer.write_all(piece.as_bytes()).map_err(EncodeError::from);
        let mut out = Out::new(false, Some(&mut flush));
        out.tensor(&self.parts(&cells))?;
        out.finish().map(|_| ())
    }
}
