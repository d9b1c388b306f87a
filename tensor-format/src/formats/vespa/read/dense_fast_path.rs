//! A fast path for dense values of Rust types: numbers are read straight to where the value keeps them.
//!
//! Only the usual form is read here: the lists of a dense tensor, nested as its type says, in the declared order.
//! Anything else, faults included, ends the attempt, and the reader of whole tensors then reads the text again and says
//! what is wrong and where.

use alloc::vec::Vec;
use core::{any::Any, mem};

use super::{
    cursor::{Cursor, Kind},
    number::{NumberRow, Numbers},
};
use crate::{
    ByteOrder, DecodeError, DecodeOwned, Element, ElementSource, ElementType, ErrorKind, Header, Rules, Source, Tensor,
    formats::vespa::{
        CellType, Class, Options, TensorType,
        cell::{Cell, Cells, each},
        tensor_type::declared_type::Declared,
    },
};

/// The most numbers that are read at once where the value does not keep them in the type in which they are read.
const PIECE: usize = 1024;

/// Returns the error that ends the attempt; users never see it.
#[cold]
fn other() -> DecodeError {
    ErrorKind::custom("not a list as the type says").into()
}

impl Options {
    /// Reads a value from the text of a dense tensor in nested lists; `None` if the text is anything else.
    pub(in super::super) fn dense_fast_path<T: DecodeOwned>(
        &self,
        tensor_type: &TensorType,
        declared: Option<&Declared>,
        text: &str,
    ) -> Option<T> {
        let is_list = matches!(T::RULES, Rules::Tensor(_)) && tensor_type.class() == Class::Dense;
        let is_permuted = declared.is_some_and(|declared| !declared.is_in_order());
        if !is_list || is_permuted || self.is_document() || tensor_type.unbound().is_some() {
            return None;
        }
        self.check_cells(crate::element_count(&tensor_type.shape())?).ok()?;
        let mut lists = Lists::new(self.cursor(text).ok()?, tensor_type, Numbers::of(self))?;
        if lists.cursor.kind().ok()? == Kind::Array {
            let value = T::decode(&mut lists).ok()?;
            return lists.cursor.is_at_end().then_some(value);
        }
        lists.object(tensor_type)
    }
}

/// A reader of the numbers of nested lists, one after another.
struct Lists<'a> {
    cursor: Cursor<'a>,
    header: Header,
    /// For each level the number of numbers in one list, the outermost level first.
    sizes: Vec<usize>,
    /// The length of the innermost lists.
    size: usize,
    row: NumberRow,
    all: usize,
    done: usize,
    numbers: Numbers,
    /// Memory for numbers that the value does not keep in the type in which they are read.
    spare: Cells,
}

impl<'a> Lists<'a> {
    fn new(cursor: Cursor<'a>, tensor_type: &TensorType, numbers: Numbers) -> Option<Self> {
        let cell = tensor_type.cell();
        let header = Header::new(cell.element_type(), tensor_type.shape());
        let count = |level| crate::element_count(header.shape.get(level..).unwrap_or_default());
        let sizes = (0..header.shape.rank()).map(count).collect::<Option<Vec<usize>>>()?;
        let (all, size) = (*sizes.first()?, *sizes.last()?);
        let row = NumberRow::new(size, numbers);
        Some(Self { cursor, sizes, size, row, all, done: 0, numbers, spare: Cells::new(cell), header })
    }

    /// Reads a value from an object that holds nothing but lists and their type.
    fn object<T: DecodeOwned>(mut self, tensor_type: &TensorType) -> Option<T> {
        if !self.cursor.take(b'{') {
            return None;
        }
        let (mut first, mut value, mut typed) = (true, None, false);
        while self.cursor.more(&mut first, b'}').ok()? {
            let key = self.cursor.key().ok()?;
            match (&*key, self.cursor.kind().ok()?) {
                ("values", Kind::Array) if value.is_none() => value = Some(T::decode(&mut self).ok()?),
                ("type", Kind::String) if !typed => {
                    typed = true;
                    TensorType::parse(&self.cursor.string().ok()?).ok().filter(|found| found == tensor_type)?;
                }
                _ => return None,
            }
        }
        if self.cursor.is_at_end() { value } else { None }
    }

    /// Reads the next `count` numbers and appends them to `out`.
    fn numbers<C: Cell>(&mut self, mut count: usize, out: &mut Vec<C>) -> Result<(), DecodeError> {
        if count > self.left() {
            return Err(other());
        }
        out.reserve_exact(count.min(self.size_hint()));
        while count > 0 {
            let within = self.done.checked_rem(self.size).unwrap_or_default();
            if within == 0 {
                if self.done > 0 && !self.cursor.take(b',') {
                    return Err(other());
                }
                // The innermost bracket is passed over with those around it, since `row` begins behind its bracket.
                self.brackets(b'[')?;
                self.row = NumberRow::new(self.size, self.numbers);
            }
            let some = count.min(self.size.saturating_sub(within));
            let most = out.len().saturating_add(some);
            if self.cursor.row_of(&mut self.row, out, most)? {
                return Err(other());
            }
            self.done = self.done.saturating_add(some);
            count = count.saturating_sub(some);
            if within.saturating_add(some) == self.size {
                self.brackets(b']')?;
            }
        }
        Ok(())
    }

    /// Passes over the brackets, all of them `bracket`, of the lists that begin or end after the numbers read so far.
    fn brackets(&mut self, bracket: u8) -> Result<(), DecodeError> {
        let here = |size: &&usize| self.done.checked_rem(**size) == Some(0);
        for _ in 0..self.sizes.iter().filter(here).count() {
            if !self.cursor.take(bracket) {
                return Err(other());
            }
        }
        Ok(())
    }

    fn expect(&self, element_type: ElementType) -> Result<(), DecodeError> {
        if element_type == self.header.element_type { Ok(()) } else { Err(other()) }
    }

    /// Reads the next `count` numbers and calls `take` with pieces of them, as bytes in this machine's order.
    fn pieces(&mut self, mut count: usize, mut take: impl FnMut(&[u8])) -> Result<(), DecodeError> {
        let mut spare = mem::replace(&mut self.spare, Cells::Double(Vec::new()));
        while count > 0 {
            let some = count.min(PIECE);
            each!(&mut spare, cells => {
                cells.clear();
                self.numbers(some, cells)?;
                take(Element::as_bytes(cells));
            });
            count = count.saturating_sub(some);
        }
        self.spare = spare;
        Ok(())
    }
}

impl<'de> ElementSource<'de> for Lists<'_> {
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        self.expect(T::TYPE)?;
        let (count, mut places) = (out.len(), out.iter_mut());
        self.pieces(count, |bytes| {
            let numbers = bytes.chunks_exact(T::SIZE).map(|number| T::read(number, ByteOrder::NATIVE));
            places.by_ref().zip(numbers).for_each(|(place, number)| *place = number);
        })
    }

    fn left(&self) -> usize {
        self.all.saturating_sub(self.done)
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.expect(T::TYPE)?;
        let any: &mut dyn Any = out;
        if let Some(out) = any.downcast_mut::<Vec<f64>>() {
            return self.numbers(count, out);
        }
        if let Some(out) = any.downcast_mut::<Vec<f32>>() {
            return self.numbers(count, out);
        }
        if let Some(out) = any.downcast_mut::<Vec<i8>>() {
            return self.numbers(count, out);
        }
        out.reserve_exact(count.min(self.size_hint()));
        self.pieces(count, |bytes| T::extend(out, bytes, ByteOrder::NATIVE))
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        self.expect(header.element_type)?;
        let mut cells = Cells::new(CellType::of(header.element_type).ok_or_else(other)?);
        each!(&mut cells, cells => self.numbers(count, cells))?;
        *into = cells.into_tensor(&header.shape)?;
        Ok(())
    }

    fn skip(&mut self, _: ElementType, count: usize) -> Result<(), DecodeError> {
        self.pieces(count, |_| ())
    }

    fn size_hint(&self) -> usize {
        // Each number takes at least two bytes, its comma counted.
        self.left().min(self.cursor.left().div_ceil(2))
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        if self.left() > 0 { Err(other()) } else { Ok(()) }
    }
}

impl<'de> Source<'de> for Lists<'_> {
    type Elements<'s>
        = &'s mut Self
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, &mut Self), DecodeError> {
        if self.done > 0 {
            return Err(other());
        }
        Ok((self.header.clone(), self))
    }
}
