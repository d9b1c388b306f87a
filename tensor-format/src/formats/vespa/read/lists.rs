//! Lists of numbers: nested as the type says, or flat; and hexadecimal texts in their place.

use alloc::{string::String, vec::Vec};

use super::{
    Reader,
    cursor::{Kind, Step},
    number::NumberRow,
};
use crate::{
    DecodeError,
    formats::vespa::{CellType, cell::Cell, errors::Fault},
};

impl Reader<'_, '_> {
    /// Reads the values of one block, whatever their form.
    pub(super) fn block_values(&mut self) -> Result<(), DecodeError> {
        match self.cursor.kind()? {
            Kind::Array => self.list(),
            Kind::String => self.hexadecimal(),
            _ => self.cursor.refuse(|found| Fault::BlockNotArray { found }),
        }
    }

    /// Reads the list of all values of a block; its opening bracket is next.
    pub(super) fn list(&mut self) -> Result<(), DecodeError> {
        // Each number takes at least two bytes, its comma counted.
        let there = self.cursor.left().div_ceil(2);
        self.check_room(self.block)?;
        self.make_room(self.block.min(there))?;
        if self.options.is_document() { self.flat() } else { self.nested(0) }
    }

    /// Reads the list of indexed dimension `level`, with the lists of the dimensions after it inside.
    fn nested(&mut self, level: usize) -> Result<(), DecodeError> {
        let at = self.cursor.at();
        let size = self.shape.get(level).copied().unwrap_or_default();
        let inner = level.saturating_add(1);
        self.cursor.step();
        self.cursor.push(Step::Index(0));
        let count = if inner >= self.shape.len() {
            self.row(size)?
        } else {
            let (mut first, mut count) = (true, 0usize);
            while self.cursor.more(&mut first, b']')? {
                self.cursor.set_index(count);
                let kind = self.cursor.kind()?;
                match kind {
                    Kind::Array if count < size => self.nested(inner)?,
                    // If the first fault ends the reading, it has to be that of the count, which is found below.
                    Kind::Array if self.cursor.collects() => self.aside(|reader| reader.nested(inner))?,
                    Kind::Array => self.cursor.skip_value()?,
                    _ => self.cursor.refuse(|found| Fault::Nesting { expected: "a list", found })?,
                }
                count = count.saturating_add(1);
            }
            count
        };
        self.cursor.pop();
        if count == size {
            return Ok(());
        }
        let dimension = self.tensor_type.indexed().nth(level).map(|dimension| dimension.name().into());
        let fault =
            Fault::WrongCount { dimension: dimension.unwrap_or_default(), expected: size as u64, found: count as u64 };
        self.cursor.fault(at, fault)
    }

    /// Reads a list of the innermost dimension, whose opening bracket was passed over; returns its number of values. No
    /// more than `size` are kept.
    fn row(&mut self, size: usize) -> Result<usize, DecodeError> {
        let mut row = NumberRow::new(size, self.numbers);
        loop {
            let (cells, most) = self.cells.held();
            if self.cursor.row(&mut row, cells, most)? {
                return Ok(row.count());
            }
            self.cells.make_room()?;
        }
    }

    /// Reads a list of all values of a block in which inner brackets do not matter.
    fn flat(&mut self) -> Result<(), DecodeError> {
        let at = self.cursor.at();
        let mut open: Vec<bool> = [true].into();
        let mut count = 0usize;
        self.cursor.step();
        self.cursor.push(Step::Index(0));
        while let Some(first) = open.last_mut() {
            if !self.cursor.more(first, b']')? {
                open.pop();
                continue;
            }
            if self.cursor.kind()? == Kind::Array {
                self.cursor.check_depth(open.len())?;
                self.cursor.step();
                open.push(true);
                continue;
            }
            self.cursor.set_index(count);
            let at = self.cursor.at();
            match self.cursor.value(self.numbers)? {
                Some(number) if count < self.block => self.push_in_room(number, at)?,
                number => self.judge(number, at)?,
            }
            count = count.saturating_add(1);
        }
        self.cursor.pop();
        if count == self.block {
            return Ok(());
        }
        let names: Vec<&str> = self.tensor_type.indexed().map(|dimension| dimension.name()).collect();
        let dimension = names.join(", ").into();
        let fault = Fault::WrongCount { dimension, expected: self.block as u64, found: count as u64 };
        self.cursor.fault(at, fault)
    }

    /// Reads the values of a block from a string of their bits in hexadecimal digits.
    pub(super) fn hexadecimal(&mut self) -> Result<(), DecodeError> {
        let at = self.cursor.at();
        let text = self.cursor.string()?;
        if !self.options.is_document() {
            let found = self.cursor.found(at);
            return self.cursor.fault(at, Fault::HexNotAllowed { found });
        }
        self.check_room(self.block)?;
        let digits = text.len();
        let width = digits.checked_div(self.block).unwrap_or_default();
        let widths = if self.tensor_type.cell() == CellType::Int8 { "2" } else { "2, 4, 8 or 16" };
        let fault = if digits == 0 {
            Fault::HexEmpty
        } else if let Some(found) = text.chars().find(|next| !next.is_ascii_hexdigit()) {
            Fault::HexDigit { found }
        } else if width.saturating_mul(self.block) != digits || width.checked_rem(2) != Some(0) {
            Fault::HexLength { cells: self.block as u64, found: digits as u64 }
        } else if !matches!(width, 2 | 4 | 8 | 16) || (width != 2 && widths == "2") {
            Fault::HexWidth { expected: widths, found: width as u64 }
        } else {
            self.make_room(self.block)?;
            for digits in text.as_bytes().chunks_exact(width) {
                self.cells.make_room()?;
                // The number has a cell: only int8 cannot hold every number, and is given in 2 digits.
                self.cells.push(bits(digits));
            }
            return Ok(());
        };
        self.cursor.fault(at, fault)
    }
}

/// Returns the number whose bits are written in 2, 4, 8 or 16 digits.
fn bits(digits: &[u8]) -> f64 {
    let bits = digits.iter().fold(0u64, |bits, digit| {
        let digit = char::from(*digit).to_digit(16).unwrap_or_default();
        bits << 4 | u64::from(digit)
    });
    match digits.len() {
        2 => (bits as u8 as i8).number(),
        4 => (bits as u16).number(),
        8 => f32::from_bits(bits as u32).number(),
        _ => f64::from_bits(bits),
    }
}

impl Reader<'_, '_> {
    /// Returns the labels of an address, for people.
    pub(super) fn labels_text(&self) -> alloc::boxed::Box<str> {
        let mut text = String::new();
        for (dimension, label) in self.tensor_type.dimensions().iter().zip(&self.address) {
            let Some(label) = label else { continue };
            if !text.is_empty() {
                text.push_str(", ");
            }
            text.push_str(dimension.name());
            text.push('=');
            text.push_str(&super::quoted(label));
        }
        text.into()
    }
}
