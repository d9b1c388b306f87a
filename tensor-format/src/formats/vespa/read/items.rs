//! Lists of cells or blocks, each with its address.

use alloc::borrow::Cow;
use core::mem;

use super::{
    Reader,
    cursor::{Kind, Step},
    fault_list::cut,
    item_template::{Span, plain_index},
};
use crate::{
    DecodeError,
    formats::vespa::{Class, Dimension, Size, TensorType, errors::Fault},
};

/// The parts of an item that were read so far.
#[derive(Default)]
pub(super) struct Item {
    address: bool,
    /// The offset, in cells, in the block that the address points to; `None` if there was no valid address.
    place: Option<usize>,
    values: bool,
    number: Option<f64>,
    number_at: usize,
    number_end: usize,
}

impl Item {
    /// Returns the parts of a cell of which only its number was read, at offset `number_at` of the text.
    fn of_number(number: f64, number_at: usize) -> Self {
        Self { number: Some(number), number_at, ..Self::default() }
    }
}

impl<'a> Reader<'a, '_> {
    /// Reads a list of blocks, if `blocks` is set, or of cells; its opening bracket is next.
    pub(super) fn items(&mut self, blocks: bool) -> Result<(), DecodeError> {
        if self.mapped == 0 {
            self.check_cells(self.block)?;
            self.fill_to(self.block);
        }
        let at = self.cursor.at();
        let (mut first, mut count) = (true, 0usize);
        self.cursor.step();
        self.cursor.push(Step::Index(0));
        self.template = None;
        loop {
            let before = self.cursor.at();
            if let Some(found) = self.templated_item() {
                self.cursor.set_index(count);
                count = count.saturating_add(1);
                self.place(blocks, found.start, found.place, &Item::of_number(found.number, found.number_at))?;
                continue;
            }
            if !self.cursor.more(&mut first, b']')? {
                break;
            }
            self.cursor.set_index(count);
            count = count.saturating_add(1);
            if self.cursor.kind()? == Kind::Object {
                let (start, faults) = (self.cursor.at(), self.cursor.faults());
                let item = self.item(blocks)?;
                if let (Some(place), true) = (item.place, item.values) {
                    if !blocks && count > 1 && faults == self.cursor.faults() {
                        self.learn_template(before, start, item.number_at..item.number_end);
                    }
                    self.place(blocks, start, place, &item)?;
                } else {
                    self.judge_value(&item)?;
                }
                continue;
            }
            let fault = |found| if blocks { Fault::BlockNotObject { found } } else { Fault::CellNotObject { found } };
            self.cursor.refuse(fault)?;
        }
        self.cursor.pop();
        if self.class == Class::Scalar && count == 0 {
            self.cursor.fault(at, Fault::NoData { expected: "one cell with an empty address" })?;
        }
        Ok(())
    }

    fn item(&mut self, blocks: bool) -> Result<Item, DecodeError> {
        let start = self.cursor.at();
        let (value_key, expected) =
            if blocks { ("values", "`address` or `values`") } else { ("value", "`address` or `value`") };
        let (mut first, mut item) = (true, Item::default());
        self.cursor.step();
        while let Some((key, key_at)) = self.cursor.member(&mut first)? {
            let again = match &*key {
                "address" => mem::replace(&mut item.address, true),
                known if known == value_key => mem::replace(&mut item.values, true),
                other => {
                    self.cursor.fault(key_at, Fault::UnknownKey { expected, found: cut(other.escape_debug()) })?;
                    self.cursor.skip_value()?;
                    self.cursor.pop();
                    continue;
                }
            };
            if again {
                self.cursor.fault(key_at, Fault::DuplicateKey { found: (&*key).into() })?;
            }
            match (&*key, again) {
                ("address", false) => item.place = self.address(blocks)?,
                ("address", true) => {
                    let first = mem::take(&mut self.address);
                    self.address(blocks)?;
                    self.address = first;
                }
                (_, false) if blocks => self.block_values()?,
                (_, true) if blocks => self.aside(Self::block_values)?,
                _ => {
                    self.cursor.skip_blanks();
                    let at = self.cursor.at();
                    let number = self.cursor.value(self.numbers)?;
                    if again {
                        self.judge(number, at)?;
                    } else {
                        (item.number, item.number_at, item.number_end) = (number, at, self.cursor.at());
                    }
                }
            }
            self.cursor.pop();
        }
        if !item.address {
            self.cursor.fault(start, Fault::MissingAddress)?;
        }
        if !item.values {
            let fault = if blocks { Fault::MissingValues } else { Fault::MissingValue };
            self.cursor.fault(start, fault)?;
        }
        Ok(item)
    }

    /// Stores a cell, or adds a block, at the address that was read; `place` is the offset in the block. A fault if it
    /// is there already.
    fn place(&mut self, blocks: bool, start: usize, place: usize, item: &Item) -> Result<(), DecodeError> {
        let known = if self.mapped == 0 {
            None
        } else {
            let added = self.labels.add(mapped_labels(self.tensor_type, &self.address));
            self.known_block(added)?
        };
        if blocks || self.class == Class::Sparse {
            if known.is_some() {
                self.duplicate(start)?;
                return self.judge_value(item);
            }
            return match item.number {
                Some(number) if !blocks => {
                    self.make_room(1)?;
                    if self.cells.push(number) { Ok(()) } else { self.no_cell(item) }
                }
                _ => Ok(()),
            };
        }
        let block = match known {
            Some(block) => block,
            None if self.mapped == 0 => 0,
            None => {
                let cells = self.labels.len().saturating_mul(self.block);
                self.check_cells(cells)?;
                self.fill_to(cells);
                self.labels.len().saturating_sub(1)
            }
        };
        let at = block.saturating_mul(self.block).saturating_add(place);
        if self.give(at) && !self.options.is_document() {
            self.duplicate(start)?;
        }
        match item.number {
            Some(number) if !self.cells.set(at, number)? => self.no_cell(item),
            _ => Ok(()),
        }
    }

    /// Reports a fault if no cell can hold the number of `item`, which is not stored.
    fn judge_value(&mut self, item: &Item) -> Result<(), DecodeError> {
        match item.number {
            Some(number) if !self.cells.holds(number) => self.no_cell(item),
            _ => Ok(()),
        }
    }

    #[cold]
    fn no_cell(&mut self, item: &Item) -> Result<(), DecodeError> {
        self.cursor.push(Step::Key("value".into()));
        self.cursor.not_representable(item.number_at)?;
        self.cursor.pop();
        Ok(())
    }

    fn duplicate(&mut self, start: usize) -> Result<(), DecodeError> {
        let found = self.labels_text();
        self.cursor.fault(start, Fault::DuplicateCell { found })
    }

    /// Notes that the text has an address of this cell, and returns whether it had one before.
    fn give(&mut self, cell: usize) -> bool {
        let (word, bit) = (cell >> 6, 1u64 << (cell & 63));
        if self.given.len() <= word {
            self.given.resize(word.saturating_add(1), 0);
        }
        let Some(word) = self.given.get_mut(word) else { return false };
        let before = *word & bit != 0;
        *word |= bit;
        before
    }

    /// Reads the address of an item, keeps its labels, and returns the offset, in cells, in the block. `None` after a
    /// fault.
    fn address(&mut self, blocks: bool) -> Result<Option<usize>, DecodeError> {
        let kind = self.cursor.kind()?;
        let start = self.cursor.at();
        if kind != Kind::Object {
            return self.cursor.refuse(|found| Fault::AddressNotObject { found }).map(|()| None);
        }
        let dimensions = self.tensor_type.dimensions();
        self.address.clear();
        self.address.resize(dimensions.len(), None);
        self.spans.clear();
        let (mut first, mut place, mut sound, mut near) = (true, 0usize, true, 0usize);
        self.cursor.step();
        while let Some((key, key_at)) = self.cursor.member(&mut first)? {
            match self.component(blocks, &key, key_at, near)? {
                Some((index, offset)) => {
                    place = place.saturating_add(offset);
                    near = index.saturating_add(1);
                }
                None => sound = false,
            }
            self.cursor.pop();
        }
        for (index, dimension) in dimensions.iter().enumerate() {
            let wanted = dimension.is_mapped() || !blocks;
            if wanted && self.address.get(index).is_some_and(Option::is_none) {
                self.cursor.fault(start, Fault::MissingDimension { name: dimension.name().into() })?;
                sound = false;
            }
        }
        Ok(sound.then_some(place))
    }

    /// Reads the label of one dimension of an address; returns the dimension's index, and what its label adds to the
    /// offset in the block. `None` after a fault.
    fn component(
        &mut self,
        blocks: bool,
        key: &str,
        key_at: usize,
        near: usize,
    ) -> Result<Option<(usize, usize)>, DecodeError> {
        let dimensions = self.tensor_type.dimensions();
        let is_wanted = |index: &usize| dimensions.get(*index).is_some_and(|dimension| dimension.name() == key);
        let found = Some(near).filter(is_wanted).or_else(|| (0..dimensions.len()).find(is_wanted));
        let known = found.and_then(|index| Some((index, dimensions.get(index)?)));
        let fault = match known {
            None => Fault::UnknownDimension {
                expected: alloc::format!("{}", self.tensor_type).into(),
                found: cut(key.escape_debug()),
            },
            Some((_, dimension)) if blocks && !dimension.is_mapped() => {
                Fault::IndexedDimensionInBlockAddress { name: key.into() }
            }
            Some((index, dimension)) => {
                let again = self.address.get(index).is_some_and(Option::is_some);
                if again {
                    self.cursor.fault(key_at, Fault::DuplicateDimension { name: key.into() })?;
                }
                let component = self.component_label(index, dimension)?;
                return Ok(component.filter(|_| !again));
            }
        };
        self.cursor.fault(key_at, fault)?;
        self.cursor.skip_value().map(|()| None)
    }

    fn component_label(&mut self, index: usize, dimension: &Dimension) -> Result<Option<(usize, usize)>, DecodeError> {
        let kind = self.cursor.kind()?;
        let at = self.cursor.at();
        let label = match kind {
            Kind::String => self.cursor.string()?,
            Kind::Array | Kind::Object => return self.no_label(index),
            // The document profile takes the text of any value as a label.
            _ if self.options.is_document() => Cow::Borrowed(self.cursor.plain_value(kind)?),
            _ => return self.no_label(index),
        };
        if let (Kind::String, Cow::Borrowed(label)) = (kind, &label) {
            let start = at.saturating_add(1);
            self.spans.push(Span { dimension: index, start, end: start.saturating_add(label.len()) });
        }
        let offset = match dimension.size() {
            Size::Indexed(size) => self.index(dimension, size, &label, at)?,
            Size::Mapped | Size::Unbound => Some(0),
        };
        let stride = self.strides.get(index).copied().unwrap_or_default();
        self.name(index, label);
        Ok(offset.map(|offset| (index, offset.saturating_mul(stride))))
    }

    /// Notes that a value cannot be a label, and passes over it.
    fn no_label(&mut self, index: usize) -> Result<Option<(usize, usize)>, DecodeError> {
        self.name(index, Cow::Borrowed(""));
        self.cursor.refuse(|found| Fault::LabelNotString { found }).map(|()| None)
    }

    /// Keeps `label` as that of dimension `index` in the address.
    fn name(&mut self, index: usize, label: Cow<'a, str>) {
        if let Some(place) = self.address.get_mut(index) {
            *place = Some(label);
        }
    }

    /// Returns the index that the label of an indexed dimension names; `None` after a fault.
    fn index(
        &mut self,
        dimension: &Dimension,
        size: u32,
        label: &str,
        at: usize,
    ) -> Result<Option<usize>, DecodeError> {
        let digits = label.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (label == "0" || !label.starts_with(['0'])) && !label.is_empty();
        match plain_index(label) {
            Some(index) if index < size => return Ok(Some(index as usize)),
            _ => {}
        }
        let (dimension, found) = (dimension.name().into(), cut(label.escape_debug()));
        let fault = match plain {
            true => Fault::IndexOutOfRange { dimension, size: size.into(), found },
            false => Fault::IndexNotInteger { dimension, found },
        };
        self.cursor.fault(at, fault).map(|()| None)
    }
}

/// Returns the labels of an address that belong to mapped dimensions.
fn mapped_labels<'l>(
    tensor_type: &'l TensorType,
    address: &'l [Option<Cow<'_, str>>],
) -> impl Iterator<Item = &'l str> {
    let labels = tensor_type.dimensions().iter().zip(address);
    labels.filter(|(dimension, _)| dimension.is_mapped()).map(|(_, label)| label.as_deref().unwrap_or_default())
}
