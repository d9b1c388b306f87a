//! The reader: from the forms of a file to cells and labels.
//!
//! A [`Cursor`] returns tokens of JSON, the path to them and faults with their positions. The [`Reader`] takes the
//! forms of a file apart: `object` the top level, `lists` the values of a block, `items` cells and blocks with an
//! address, which are compared with an `item_template` first. Numbers are read by `number`, the usual ones by
//! `read_float`, and go to a `cell_window`: all cells, or the last ones where `to_writer` writes cells while it reads.
//! `validate` keeps all faults in a `fault_list`. `dense_fast_path` puts the numbers of a dense Rust value where the
//! value keeps them, without a reader.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

mod cell_window;
mod cursor;
mod dense_fast_path;
mod fault_list;
mod item_template;
mod items;
mod lists;
mod number;
mod object;
mod read_float;
#[cfg(feature = "std")]
mod to_writer;
mod validate;

use cell_window::{Take, Window};
use cursor::{Cursor, Kind};
use item_template::{ItemTemplate, Span};
use number::{Numbers, quoted};
use smallvec::SmallVec;

use super::{Class, Constant, Fault, Labels, Options, TensorType, labels::Added};
use crate::{DecodeError, ErrorKind, Limit};

impl Options {
    /// Returns a tensor whose text names its type.
    ///
    /// # Errors
    ///
    /// [`Json`](ErrorKind::Json) with line, column and path of the first fault, or
    /// [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn read(&self, text: &str) -> Result<Constant, DecodeError> {
        self.read_as(&self.type_in(text)?, text)
    }

    /// Returns a tensor of a declared type. A `type` field is checked against it.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_as(&self, tensor_type: &TensorType, text: &str) -> Result<Constant, DecodeError> {
        let mut reader = Reader::new(self, tensor_type, self.cursor(text)?, None);
        reader.file()?;
        reader.finish()
    }

    /// Returns the type that a text names.
    pub(super) fn type_in(&self, text: &str) -> Result<TensorType, DecodeError> {
        find_type(&mut self.cursor(text)?)
    }

    fn cursor<'a>(&self, text: &'a str) -> Result<Cursor<'a>, DecodeError> {
        self.check_text(text.len())?;
        Ok(Cursor::new(text, self.max_depth))
    }
}

/// Finds the type that a text names, wherever it is.
fn find_type(cursor: &mut Cursor<'_>) -> Result<TensorType, DecodeError> {
    let start = cursor.at();
    if cursor.kind()? == Kind::Object {
        cursor.step();
        let mut first = true;
        while let Some((key, _)) = cursor.member(&mut first)? {
            if key != "type" {
                cursor.skip_value()?;
                cursor.pop();
                continue;
            }
            let kind = cursor.kind()?;
            let at = cursor.at();
            if kind != Kind::String {
                return Err(cursor.fatal(at, Fault::TypeNotString { found: cursor.found(at) }));
            }
            let text = cursor.string()?;
            let parsed = TensorType::parse(&text).map_err(|error| {
                cursor.fatal(at, Fault::BadType { expected: error.expected, found: error.found(&text) })
            })?;
            cursor.pop();
            return Ok(parsed);
        }
    }
    Err(cursor.fatal(start, Fault::NoType))
}

struct Reader<'a, 'o> {
    options: &'o Options,
    numbers: Numbers,
    tensor_type: &'o TensorType,
    class: Class,
    /// The number of mapped dimensions.
    mapped: usize,
    /// The sizes of the indexed dimensions.
    shape: SmallVec<[usize; 6]>,
    /// For each dimension the distance in cells between neighbours along it; 0 for mapped dimensions.
    strides: SmallVec<[usize; 6]>,
    /// The number of cells of a block, or of the whole tensor if there are no mapped dimensions.
    block: usize,
    cursor: Cursor<'a>,
    cells: Window<'o>,
    labels: Labels,
    /// A bit for each cell, set if the text has an address of that cell.
    given: Vec<u64>,
    /// The labels of the address that is being read, one for each dimension.
    address: Vec<Option<Cow<'a, str>>>,
    /// The positions in the text of those labels of the address that have no escapes, in the order of the text.
    spans: Vec<Span>,
    /// The texts around labels and numbers of the last cell with an address, to compare the next cell with.
    template: Option<ItemTemplate<'a>>,
    /// Whether the reader only looks for faults and keeps nothing; see [`aside`](Self::aside).
    is_aside: bool,
}

impl<'a, 'o> Reader<'a, 'o> {
    fn new(options: &'o Options, tensor_type: &'o TensorType, cursor: Cursor<'a>, take: Option<Take<'o>>) -> Self {
        let shape: SmallVec<[usize; 6]> = tensor_type.sizes().collect();
        let mut block = 1usize;
        let mut strides = SmallVec::from_elem(0, tensor_type.dimensions().len());
        let mut sizes = shape.iter().rev();
        for (dimension, stride) in tensor_type.dimensions().iter().zip(&mut strides).rev() {
            if !dimension.is_mapped() {
                *stride = block;
                block = block.saturating_mul(sizes.next().copied().unwrap_or_default());
            }
        }
        let mapped = tensor_type.mapped().count();
        Self {
            options,
            numbers: Numbers::of(options),
            tensor_type,
            class: tensor_type.class(),
            mapped,
            shape,
            strides,
            block,
            cursor,
            cells: Window::new(tensor_type.cell(), take),
            labels: Labels::new(mapped),
            given: Vec::new(),
            address: Vec::new(),
            spans: Vec::new(),
            template: None,
            is_aside: false,
        }
    }

    fn finish(self) -> Result<Constant, DecodeError> {
        let cells = self.cells.into_cells();
        Constant::from_parts(self.tensor_type.clone(), self.labels, cells).map_err(DecodeError::from)
    }

    fn located(&self, kind: ErrorKind) -> DecodeError {
        DecodeError::new(kind).at(self.cursor.at() as u64)
    }

    /// Returns an error if `more` cells beyond those read would be more than the limit allows; no memory is taken for
    /// them.
    fn check_room(&self, more: usize) -> Result<(), DecodeError> {
        self.options.check_cells(self.cells.len().saturating_add(more)).map_err(|kind| self.located(kind))
    }

    /// Returns an error if the tensor would have `cells` cells, with those that the text leaves out, and the limits
    /// allow fewer.
    fn check_cells(&self, cells: usize) -> Result<(), DecodeError> {
        // A bit for each says whether it was given.
        let bytes = cells.saturating_mul(self.tensor_type.cell().size()).saturating_add(cells.div_ceil(8)) as u64;
        let expanded = self.options.max_expanded.check(self.cursor.len() as u64, bytes);
        expanded.and_then(|()| self.options.check_cells(cells)).map_err(|kind| self.located(kind))
    }

    /// Allocates memory for more cells: for the number that the rest of the text will give if it goes on as it began.
    fn make_room(&mut self, more: usize) -> Result<(), DecodeError> {
        self.check_room(more)?;
        if !self.cells.holds_all() {
            return self.cells.make_room();
        }
        let (cells, _) = self.cells.held();
        let len = cells.len();
        if cells.capacity().saturating_sub(len) >= more {
            return Ok(());
        }
        // A smaller number of cells, one by one, tells too little about the rest.
        const SAMPLE: usize = 64;
        if more == 1 && len < SAMPLE {
            cells.reserve_exact(SAMPLE.saturating_sub(len));
            return Ok(());
        }
        let read = self.cursor.at().max(1) as u128;
        let in_all = |count: usize| {
            let estimate = (count as u128).saturating_mul(self.cursor.len() as u128).checked_div(read);
            let estimate = estimate.and_then(|estimate| usize::try_from(estimate).ok()).unwrap_or(count);
            // Texts of numbers and labels differ a little in length.
            estimate.saturating_add(estimate >> 5)
        };
        let (all, blocks) = (in_all(len), in_all(len.checked_div(self.block).unwrap_or_default()));
        cells.reserve_exact(all.saturating_sub(len).max(more));
        self.labels.reserve(blocks.saturating_sub(self.labels.len()));
        Ok(())
    }

    fn is_one_mapped(&self, class: Class) -> bool {
        self.class == class && self.mapped == 1
    }

    fn file(&mut self) -> Result<(), DecodeError> {
        if let Some(dimension) = self.tensor_type.unbound() {
            return Err(self.cursor.fatal(0, Fault::UnboundDimension { name: dimension.name().into() }));
        }
        let kind = self.cursor.kind()?;
        let at = self.cursor.at();
        match kind {
            Kind::Object => self.object()?,
            Kind::Array => self.bare_list()?,
            Kind::String if self.class == Class::Dense => self.hexadecimal()?,
            _ => {
                self.wrong_form(at, None)?;
                self.cursor.skip_value()?;
            }
        }
        if !self.cursor.is_at_end() {
            let at = self.cursor.at();
            self.cursor.fault(at, Fault::TrailingData)?;
        }
        Ok(())
    }

    /// Reports the fault that tensors of the type cannot have the form of the value at `at`, which is under `key` or is
    /// the whole text.
    fn wrong_form(&mut self, at: usize, key: Option<&str>) -> Result<(), DecodeError> {
        let value = self.cursor.found(at);
        let found: Box<str> = match key {
            Some(key) => ["`", key, "` as ", &value].concat().into(),
            None => value,
        };
        /// Defines the forms of each class of types: those under a key, and those that are a whole text.
        macro_rules! forms {
            ($forms:literal) => {
                if key.is_some() { $forms } else { concat!("an object with ", $forms) }
            };
        }
        let expected = match self.class {
            Class::Scalar if matches!(key, Some("cells" | "blocks")) => "`cells` as a list of one cell",
            Class::Scalar => return self.cursor.fault(at, Fault::ScalarConstant { found }),
            Class::Dense => forms!("`values` as nested lists or `cells` as a list"),
            Class::Sparse if self.mapped == 1 => forms!("`cells` as an object or a list"),
            Class::Sparse => forms!("`cells` as a list"),
            Class::Mixed if self.mapped == 1 => forms!("`blocks` as an object or a list, or `cells` as a list"),
            Class::Mixed => forms!("`blocks` or `cells` as a list"),
        };
        self.cursor.fault(at, Fault::WrongForm { expected, found })
    }

    fn bare_list(&mut self) -> Result<(), DecodeError> {
        let at = self.cursor.at();
        if self.options.is_document() {
            self.cursor.step();
            let items = self.cursor.take(b'{') || (self.mapped > 0 && self.cursor.take(b']'));
            self.cursor.go_to(at);
            if items {
                return self.items(false);
            }
        }
        match self.class {
            Class::Dense => self.list(),
            Class::Scalar if self.options.is_document() => self.list(),
            _ => {
                self.wrong_form(at, None)?;
                self.cursor.skip_value()
            }
        }
    }

    /// Reads an object whose keys are labels and whose values are blocks, if `blocks` is set, or cells.
    fn labelled(&mut self, blocks: bool) -> Result<(), DecodeError> {
        self.cursor.step();
        let mut first = true;
        while let Some((key, key_at)) = self.cursor.member(&mut first)? {
            if blocks {
                self.labelled_block(&key, key_at)?;
            } else {
                self.labelled_cell(&key, key_at)?;
            }
            self.cursor.pop();
        }
        Ok(())
    }

    fn labelled_cell(&mut self, label: &str, key_at: usize) -> Result<(), DecodeError> {
        let is_new = self.add_label(label, key_at)?;
        self.cursor.skip_blanks();
        let at = self.cursor.at();
        let value = self.cursor.value(self.numbers)?;
        match value {
            Some(value) if is_new => self.push(value, at),
            value => self.judge(value, at),
        }
    }

    fn push(&mut self, value: f64, at: usize) -> Result<(), DecodeError> {
        self.make_room(1)?;
        self.push_in_room(value, at)
    }

    fn push_in_room(&mut self, value: f64, at: usize) -> Result<(), DecodeError> {
        self.cells.make_room()?;
        if self.cells.push(value) { Ok(()) } else { self.cursor.not_representable(at) }
    }

    fn labelled_block(&mut self, label: &str, key_at: usize) -> Result<(), DecodeError> {
        if self.add_label(label, key_at)? { self.block_values() } else { self.aside(Self::block_values) }
    }

    /// Adds a block or cell by its only label. If there is one with that label already, reports the fault and returns
    /// `false`.
    fn add_label(&mut self, label: &str, at: usize) -> Result<bool, DecodeError> {
        let added = self.labels.add([label].into_iter());
        let known = self.known_block(added)?.is_some();
        if known {
            self.cursor.fault(at, Fault::DuplicateCell { found: quoted(label) })?;
        }
        Ok(!known)
    }

    /// Returns the index of the block whose labels were added, if it was there before. An error if there are more
    /// labels than the limit allows.
    fn known_block(&self, added: Added) -> Result<Option<usize>, DecodeError> {
        match added {
            Added::New => {
                let labels = self.labels.len().saturating_mul(self.mapped);
                Limit::Labels.check(self.options.max_labels, labels).map(|()| None).map_err(|kind| self.located(kind))
            }
            Added::Known(block) => Ok(Some(block)),
            Added::TooMany => Err(self.located(ErrorKind::ShapeOverflow)),
        }
    }
}
