//! The reader: the forms of a file, into cells and labels.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

mod alike;
mod items;
mod lists;
#[cfg(feature = "std")]
mod to_writer;
mod validate;
mod window;

use alike::{Pattern, Span};
use smallvec::SmallVec;
use window::{Take, Window};

use super::{
    Class, Constant, Labels, Options, TensorType,
    labels::Added,
    number::{numeric, quoted, special},
    text::{Cursor, Kind, Step, cut},
};
use crate::{DecodeError, ErrorKind, error::VespaFault};

impl Options {
    /// A tensor whose text names its type.
    ///
    /// # Errors
    ///
    /// [`Json`](ErrorKind::Json) with line, column and path of the first fault, or
    /// [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn read(&self, text: &str) -> Result<Constant, DecodeError> {
        let mut cursor = self.cursor(text, None)?;
        let tensor_type = find_type(&mut cursor)?;
        self.read_as(&tensor_type, text)
    }

    /// A tensor of a declared type. A `type` field is held to it.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_as(&self, tensor_type: &TensorType, text: &str) -> Result<Constant, DecodeError> {
        let mut reader = Reader::new(self, tensor_type, self.cursor(text, None)?, None);
        reader.file()?;
        reader.finish()
    }

    pub(super) fn cursor<'a>(&self, text: &'a str, max_faults: Option<usize>) -> Result<Cursor<'a>, DecodeError> {
        self.check_text(text.len())?;
        Ok(Cursor::new(text, self.max_depth, max_faults))
    }
}

/// The type that a text names, wherever it stands.
pub(super) fn find_type(cursor: &mut Cursor<'_>) -> Result<TensorType, DecodeError> {
    let start = cursor.at();
    if cursor.kind()? == Kind::Object {
        cursor.step();
        let mut first = true;
        while cursor.more(&mut first, b'}')? {
            let key = cursor.key()?;
            let is_type = key == "type";
            cursor.push(Step::Key(key));
            if !is_type {
                cursor.skip_value()?;
                cursor.pop();
                continue;
            }
            let kind = cursor.kind()?;
            let at = cursor.at();
            if kind != Kind::String {
                return Err(cursor.fatal(at, VespaFault::TypeNotString { found: cursor.found(at) }));
            }
            let text = cursor.string()?;
            let parsed = TensorType::parse(&text).map_err(|error| {
                cursor.fatal(at, VespaFault::BadType { expected: error.expected, found: error.found(&text) })
            })?;
            cursor.pop();
            return Ok(parsed);
        }
    }
    Err(cursor.fatal(start, VespaFault::NoType))
}

/// The keys of the top level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Values,
    Cells,
    Blocks,
}

/// What the top level has shown so far.
#[derive(Default)]
struct Seen {
    tensor_type: bool,
    form: Option<Form>,
    /// Labels without a form around them.
    bare: bool,
    faulty: bool,
}

struct Reader<'a, 'o> {
    options: &'o Options,
    tensor_type: &'o TensorType,
    class: Class,
    /// The number of mapped dimensions.
    mapped: usize,
    /// The sizes of the indexed dimensions.
    shape: SmallVec<[usize; 6]>,
    /// For each dimension the distance of neighbours in cells; 0 for mapped ones.
    strides: SmallVec<[usize; 6]>,
    /// The number of cells of a block, or of the whole tensor if there are no mapped dimensions.
    block: usize,
    cursor: Cursor<'a>,
    cells: Window<'o>,
    labels: Labels,
    /// A bit for each cell that an address gave.
    given: Vec<u64>,
    /// The labels of the address that is being read, one a dimension.
    address: Vec<Option<Cow<'a, str>>>,
    /// Where those without escapes stand, in the order of the text.
    spans: Vec<Span>,
    /// How the last cell with an address was written.
    pattern: Option<Pattern<'a>>,
    /// Whether what is read is only judged; see [`aside`](Self::aside).
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
            pattern: None,
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

    /// Refuses more cells than the limit allows, before any memory is taken for them.
    fn check_room(&self, more: usize) -> Result<(), DecodeError> {
        self.options.check_cells(self.cells.len().saturating_add(more)).map_err(|kind| self.located(kind))
    }

    /// Takes memory for more cells: for as many as the rest of the text will give if it goes on as it began.
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
        // So few cells, one by one, tell too little about the rest.
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
            return Err(self.cursor.fatal(0, VespaFault::UnboundDimension { name: dimension.name().into() }));
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
            self.cursor.fault(at, VespaFault::TrailingData)?;
        }
        Ok(())
    }

    /// Notes that the type does not have this form.
    fn wrong_form(&mut self, at: usize, key: Option<&str>) -> Result<(), DecodeError> {
        let value = self.cursor.found(at);
        let found: Box<str> = match key {
            Some(key) => ["`", key, "` as ", &value].concat().into(),
            None => value,
        };
        let expected = match self.class {
            Class::Scalar if matches!(key, Some("cells" | "blocks")) => "`cells` as a list of one cell",
            Class::Scalar => return self.cursor.fault(at, VespaFault::ScalarConstant { found }),
            Class::Dense => "`values` as nested lists, or `cells` as a list",
            Class::Sparse if self.mapped == 1 => "`cells` as an object or a list",
            Class::Sparse => "`cells` as a list",
            Class::Mixed if self.mapped == 1 => "`blocks` as an object or a list, or `cells` as a list",
            Class::Mixed => "`blocks` or `cells` as a list",
        };
        self.cursor.fault(at, VespaFault::WrongForm { expected, found })
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

    fn object(&mut self) -> Result<(), DecodeError> {
        let start = self.cursor.at();
        self.cursor.step();
        let (mut first, mut seen) = (true, Seen::default());
        while self.cursor.more(&mut first, b'}')? {
            self.cursor.skip_blanks();
            let key_at = self.cursor.at();
            let key = self.cursor.key()?;
            self.cursor.push(Step::Key(key.clone()));
            self.member(key, key_at, &mut seen)?;
            self.cursor.pop();
        }
        let empty = !seen.tensor_type && self.mapped > 0;
        if seen.form.is_none() && !seen.bare && !seen.faulty && !empty {
            self.cursor.fault(start, VespaFault::NoData { expected: "`values`, `cells` or `blocks`" })?;
        }
        Ok(())
    }

    fn member(&mut self, key: Cow<'a, str>, key_at: usize, seen: &mut Seen) -> Result<(), DecodeError> {
        let kind = self.cursor.kind()?;
        if self.is_one_mapped(Class::Sparse) && self.is_number_like(kind)? {
            if seen.form.is_some() || seen.tensor_type {
                self.cursor.fault(key_at, VespaFault::MixedForms { found: cut(key.escape_debug()) })?;
            }
            seen.bare = true;
            return self.labelled_cell(&key, key_at);
        }
        let form = match &*key {
            "type" => return self.type_field(kind, key_at, seen),
            "values" => Form::Values,
            "cells" => Form::Cells,
            "blocks" => Form::Blocks,
            _ if self.options.is_document() && self.is_one_mapped(Class::Mixed) => {
                if seen.form.is_some() || seen.tensor_type {
                    self.cursor.fault(key_at, VespaFault::MixedForms { found: cut(key.escape_debug()) })?;
                }
                seen.bare = true;
                return self.labelled_block(&key, key_at);
            }
            _ => {
                seen.faulty = true;
                return self.unknown_key(&key, key_at, seen);
            }
        };
        let fault = match seen.form {
            Some(known) if known == form => VespaFault::DuplicateKey { found: key.as_ref().into() },
            None if !seen.bare => {
                seen.form = Some(form);
                return self.container(form, &key, kind);
            }
            _ => VespaFault::MixedForms { found: cut(key.escape_debug()) },
        };
        self.cursor.fault(key_at, fault)?;
        self.aside(|reader| reader.container(form, &key, kind))
    }

    fn unknown_key(&mut self, key: &str, key_at: usize, seen: &Seen) -> Result<(), DecodeError> {
        let at = self.cursor.at();
        let fault = if self.is_one_mapped(Class::Sparse) && seen.form.is_none() && !seen.tensor_type {
            VespaFault::NotANumber { found: self.cursor.found(at) }
        } else {
            let expected = "`type`, `values`, `cells` or `blocks`";
            VespaFault::UnknownKey { expected, found: cut(key.escape_debug()) }
        };
        self.cursor.fault(key_at, fault)?;
        self.cursor.skip_value()
    }

    /// Whether a value can be that of a bare label. It is not passed over.
    fn is_number_like(&mut self, kind: Kind) -> Result<bool, DecodeError> {
        if kind != Kind::String {
            return Ok(matches!(kind, Kind::Number | Kind::Null));
        }
        let at = self.cursor.at();
        let text = self.cursor.string()?;
        self.cursor.go_to(at);
        Ok(special(&text).is_some() || (self.options.takes_strings() && numeric(&text).is_some()))
    }

    fn type_field(&mut self, kind: Kind, key_at: usize, seen: &mut Seen) -> Result<(), DecodeError> {
        if seen.tensor_type {
            self.cursor.fault(key_at, VespaFault::DuplicateKey { found: "type".into() })?;
        }
        seen.tensor_type = true;
        if seen.bare {
            self.cursor.fault(key_at, VespaFault::MixedForms { found: "type".into() })?;
        }
        let at = self.cursor.at();
        if kind != Kind::String {
            let found = self.cursor.found(at);
            self.cursor.fault(at, VespaFault::TypeNotString { found })?;
            return self.cursor.skip_value();
        }
        let text = self.cursor.string()?;
        let same = || TensorType::parse(&text).is_ok_and(|found| found == *self.tensor_type);
        if !self.options.is_document() && !same() {
            let expected = alloc::format!("{}", self.tensor_type).into();
            let found = cut(text.escape_debug());
            self.cursor.fault(at, VespaFault::TypeMismatch { expected, found })?;
        }
        Ok(())
    }

    fn container(&mut self, form: Form, key: &str, kind: Kind) -> Result<(), DecodeError> {
        let at = self.cursor.at();
        match (form, self.class, kind) {
            (Form::Values, Class::Dense, Kind::Array) => self.list(),
            (Form::Values, Class::Dense, Kind::String) => self.hexadecimal(),
            (Form::Values, Class::Scalar, Kind::Array) if self.options.is_document() => self.list(),
            (Form::Cells, _, Kind::Array) => self.items(false),
            (Form::Cells, Class::Sparse, Kind::Object) if self.mapped == 1 => self.labelled(false),
            (Form::Blocks, Class::Mixed, Kind::Array) => self.items(true),
            (Form::Blocks, Class::Mixed, Kind::Object) if self.mapped == 1 => self.labelled(true),
            _ => {
                self.wrong_form(at, Some(key))?;
                self.cursor.skip_value()
            }
        }
    }

    /// An object from labels to cells or blocks.
    fn labelled(&mut self, blocks: bool) -> Result<(), DecodeError> {
        self.cursor.step();
        let mut first = true;
        while self.cursor.more(&mut first, b'}')? {
            self.cursor.skip_blanks();
            let key_at = self.cursor.at();
            let key = self.cursor.key()?;
            self.cursor.push(Step::Key(key.clone()));
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
        let value = self.cursor.value(self.options.takes_strings())?;
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
        match self.add_label(label, key_at)? {
            true => self.block_values(),
            false => self.aside(Self::block_values),
        }
    }

    /// Adds the one label of a block; `false` if it is there already, which is noted.
    fn add_label(&mut self, label: &str, at: usize) -> Result<bool, DecodeError> {
        let added = self.labels.add([label].into_iter());
        let known = self.known_block(added)?.is_some();
        if known {
            self.cursor.fault(at, VespaFault::DuplicateCell { found: quoted(label) })?;
        }
        Ok(!known)
    }

    /// The block that was there already, if the labels just added are its; refuses more than the limit allows.
    fn known_block(&self, added: Added) -> Result<Option<usize>, DecodeError> {
        match added {
            Added::New => {
                let labels = self.labels.len().saturating_mul(self.mapped);
                self.options.check_labels(labels).map(|()| None).map_err(|kind| self.located(kind))
            }
            Added::Known(block) => Ok(Some(block)),
            Added::TooMany => Err(self.located(ErrorKind::ShapeOverflow)),
        }
    }
}
