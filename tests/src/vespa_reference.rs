//! A slow reader of Vespa constants, to hold the real one against: JSON by `serde_json`, node after node, every cell in a
//! map. It knows the rules of both profiles and says no more than yes or no.

use std::collections::BTreeMap;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;
use tensor_format::vespa::{CellType, Class, Profile, Size, TensorType};

/// The bits of every cell, as a double, by the labels of all dimensions in order.
pub type Cells = BTreeMap<Vec<String>, u64>;

/// An object as it is written, keys that stand again included.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Object(entries))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

fn object(node: &RawValue) -> Option<Vec<(String, &RawValue)>> {
    serde_json::from_str::<Object<'_>>(node.get()).ok().map(|object| object.0)
}

fn array(node: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(node.get()).ok()
}

fn string(node: &RawValue) -> Option<String> {
    serde_json::from_str(node.get()).ok()
}

/// Whether a text is a number of JSON and nothing else.
fn is_number(text: &str) -> bool {
    let starts = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    starts && text.trim() == text && serde_json::from_str::<&RawValue>(text).is_ok()
}

/// The bits of the cell of a number's text in a constant file, as a double.
#[must_use]
pub fn cell_of(cell: CellType, text: &str) -> Option<u64> {
    number(cell, serde_json::from_str(text).ok()?, false)
}

/// Where a number belongs.
fn number(cell: CellType, node: &RawValue, document: bool) -> Option<u64> {
    let inside = string(node).filter(|text| document && is_number(text));
    let text = inside.as_deref().unwrap_or(node.get());
    let value = if text == "null" {
        if document {
            return None;
        }
        f64::NAN
    } else if let Some(special) = string(node).filter(|_| inside.is_none()) {
        match special.to_ascii_lowercase().as_str() {
            "inf" | "+inf" | "infinity" | "+infinity" => f64::INFINITY,
            "-inf" | "-infinity" => f64::NEG_INFINITY,
            "nan" | "+nan" => f64::NAN,
            "-nan" => -f64::NAN,
            _ => return None,
        }
    } else if text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        let value: f64 = text.parse().ok()?;
        if value == 0.0 && !document && !text.contains(['.', 'e', 'E']) { 0.0 } else { value }
    } else {
        return None;
    };
    stored(cell, value)
}

/// The bits of what a cell keeps of a number, as a double.
fn stored(cell: CellType, value: f64) -> Option<u64> {
    if value.is_nan() {
        return (cell != CellType::Int8).then(|| f64::NAN.copysign(value).to_bits());
    }
    let float = value as f32;
    let stored = match cell {
        CellType::Double => value,
        CellType::Float => float.into(),
        CellType::Bfloat16 => f32::from_bits(float.to_bits() & 0xffff_0000).into(),
        CellType::Int8 if (-128.0..=127.0).contains(&value) && value.fract() == 0.0 => value + 0.0,
        CellType::Int8 => return None,
    };
    Some(if cell == CellType::Int8 && stored == 0.0 { 0 } else { stored.to_bits() })
}

/// The numbers in a list, whatever brackets stand between them.
fn leaves<'a>(node: &'a RawValue, into: &mut Vec<&'a RawValue>) {
    match array(node) {
        Some(items) => items.into_iter().for_each(|item| leaves(item, into)),
        None => into.push(node),
    }
}

/// Bits in hexadecimal digits, as many a cell as there are.
fn hexadecimal(cell: CellType, text: &str, count: usize) -> Option<Vec<u64>> {
    let width = text.len().checked_div(count)?;
    let known = matches!(width, 2 | 4 | 8 | 16) && (cell != CellType::Int8 || width == 2);
    if !known || width * count != text.len() || !text.is_ascii() {
        return None;
    }
    let one = |digits: &[u8]| {
        let bits = digits
            .iter()
            .try_fold(0, |bits: u64, digit| Some(bits * 16 + u64::from(char::from(*digit).to_digit(16)?)))?;
        let float = |bits: u32| f64::from(f32::from_bits(bits));
        stored(
            cell,
            match width {
                2 => f64::from(bits as u8 as i8),
                4 => float((bits as u32) << 16),
                8 => float(bits as u32),
                _ => f64::from_bits(bits),
            },
        )
    };
    text.as_bytes().chunks(width).map(one).collect()
}

struct Reference<'t> {
    document: bool,
    tensor_type: &'t TensorType,
    cells: Cells,
    seen_blocks: Vec<Vec<String>>,
}

impl Reference<'_> {
    fn number(&self, node: &RawValue) -> Option<u64> {
        number(self.cell_type(), node, self.document)
    }

    fn cell_type(&self) -> CellType {
        self.tensor_type.cell()
    }

    fn mapped(&self) -> usize {
        self.tensor_type.mapped().count()
    }

    /// Every index of the indexed dimensions, in order.
    fn indices(&self) -> Vec<Vec<String>> {
        let mut all = vec![Vec::new()];
        for size in self.tensor_type.shape() {
            all = all
                .into_iter()
                .flat_map(|index: Vec<String>| {
                    (0..size).map(move |label| index.iter().cloned().chain([label.to_string()]).collect())
                })
                .collect();
        }
        all
    }

    /// The labels of all dimensions in order, from those of each kind.
    fn address(&self, mapped: &[String], indexed: &[String]) -> Vec<String> {
        let (mut mapped, mut indexed) = (mapped.iter(), indexed.iter());
        let dimensions = self.tensor_type.dimensions().iter();
        dimensions
            .filter_map(|dimension| if dimension.is_mapped() { mapped.next() } else { indexed.next() }.cloned())
            .collect()
    }

    fn new_block(&mut self, labels: &[String]) -> Option<()> {
        if self.seen_blocks.iter().any(|seen| seen == labels) {
            return None;
        }
        self.seen_blocks.push(labels.to_vec());
        Some(())
    }

    fn nested(&self, node: &RawValue, shape: &[usize], into: &mut Vec<u64>) -> Option<()> {
        let Some((size, inner)) = shape.split_first() else {
            into.push(self.number(node)?);
            return Some(());
        };
        let items = array(node)?;
        if items.len() != *size {
            return None;
        }
        items.into_iter().try_for_each(|item| self.nested(item, inner, into))
    }

    fn block(&mut self, labels: &[String], node: &RawValue) -> Option<()> {
        let mut values = Vec::new();
        let count = self.tensor_type.shape().iter().product();
        match (self.document, string(node), array(node)) {
            (false, ..) => self.nested(node, &self.tensor_type.shape(), &mut values)?,
            (true, Some(text), _) => values = hexadecimal(self.cell_type(), &text, count)?,
            (true, None, Some(_)) => {
                let mut nodes = Vec::new();
                leaves(node, &mut nodes);
                values = nodes.into_iter().map(|node| self.number(node)).collect::<Option<_>>()?;
            }
            _ => return None,
        }
        if values.len() != count {
            return None;
        }
        for (index, value) in self.indices().iter().zip(values) {
            self.cells.insert(self.address(labels, index), value);
        }
        Some(())
    }

    fn labelled(&mut self, entries: Vec<(String, &RawValue)>) -> Option<()> {
        for (label, node) in entries {
            self.new_block(std::slice::from_ref(&label))?;
            if self.tensor_type.class() == Class::Sparse {
                let value = self.number(node)?;
                self.cells.insert(vec![label], value);
            } else {
                self.block(&[label], node)?;
            }
        }
        Some(())
    }

    fn items(&mut self, node: &RawValue, blocks: bool) -> Option<()> {
        let items = array(node)?;
        if self.mapped() == 0 {
            for index in self.indices() {
                self.cells.insert(index, 0);
            }
        }
        let scalar = self.tensor_type.class() == Class::Scalar;
        if scalar && (items.is_empty() || (items.len() > 1 && !self.document)) {
            return None;
        }
        let mut given = Vec::new();
        for item in items {
            let mut entries = object(item)?;
            entries.sort_by(|left, right| left.0.cmp(&right.0));
            let [(first, address), (second, value)] = entries.as_slice() else { return None };
            if first != "address" || second != if blocks { "values" } else { "value" } {
                return None;
            }
            let mut address = object(address)?;
            let (mut mapped, mut indexed) = (Vec::new(), Vec::new());
            for dimension in self.tensor_type.dimensions() {
                if blocks && !dimension.is_mapped() {
                    continue;
                }
                let at = address.iter().position(|(name, _)| name == dimension.name())?;
                let label = self.label(address.remove(at).1)?;
                match dimension.size() {
                    Size::Indexed(size) if (0..size).all(|index| index.to_string() != label) => return None,
                    Size::Indexed(_) => indexed.push(label),
                    _ => mapped.push(label),
                }
            }
            if !address.is_empty() {
                return None;
            }
            if blocks {
                self.new_block(&mapped)?;
                self.block(&mapped, value)?;
                continue;
            }
            let place = self.address(&mapped, &indexed);
            if given.contains(&place) && (!self.document || self.tensor_type.class() == Class::Sparse) {
                return None;
            }
            if self.mapped() > 0 && self.new_block(&mapped).is_some() {
                for index in self.indices() {
                    self.cells.insert(self.address(&mapped, &index), 0);
                }
            }
            self.cells.insert(place.clone(), self.number(value)?);
            given.push(place);
        }
        Some(())
    }

    /// The label of an address: in a document any value is taken as it is written.
    fn label(&self, node: &RawValue) -> Option<String> {
        let plain = self.document && !node.get().starts_with(['"', '[', '{']);
        if plain { Some(node.get().to_owned()) } else { string(node) }
    }

    /// Whether a key is a label without a form around it, behind others or not.
    fn is_label(&self, key: &str, node: &RawValue, behind: bool) -> bool {
        let (text, items) = (string(node), array(node));
        if self.mapped() != 1 || (key == "type" && text.is_some() && !(self.document && behind)) {
            return false;
        }
        match self.tensor_type.class() {
            Class::Sparse => node.get() == "null" || number(CellType::Double, node, self.document).is_some(),
            Class::Mixed if self.document => match (key, text, items) {
                ("type", Some(text), _) => text.parse::<TensorType>().is_err(),
                ("cells" | "blocks", _, Some(items)) => items.first().is_some_and(|item| !item.get().starts_with('{')),
                ("type" | "values" | "cells" | "blocks", text, items) => text.is_some() || items.is_some(),
                _ => true,
            },
            _ => false,
        }
    }

    fn file(&mut self, root: &RawValue) -> Option<()> {
        let class = self.tensor_type.class();
        if let Some(items) = array(root) {
            let of_objects = items.first().map_or(self.mapped() > 0, |first| first.get().starts_with('{'));
            return match class {
                _ if self.document && of_objects => self.items(root, false),
                Class::Dense => self.block(&[], root),
                Class::Scalar if self.document => self.block(&[], root),
                _ => None,
            };
        }
        if string(root).is_some() {
            return if self.document && class == Class::Dense { self.block(&[], root) } else { None };
        }
        let entries = object(root)?;
        if entries.is_empty() {
            return (self.mapped() > 0).then_some(());
        }
        let one = self.mapped() == 1;
        let document = self.document;
        let mut labels = 0;
        for (key, node) in &entries {
            labels += usize::from(self.is_label(key, node, labels > 0));
        }
        if labels > 0 {
            return if labels == entries.len() { self.labelled(entries) } else { None };
        }
        let mut data = None;
        let mut types = 0;
        for (key, node) in entries {
            match key.as_str() {
                "type" => {
                    types += 1;
                    let text = string(node)?;
                    let same = document || text.parse::<TensorType>().is_ok_and(|found| found == *self.tensor_type);
                    if types > 1 || !same {
                        return None;
                    }
                }
                "values" | "cells" | "blocks" if data.is_none() => data = Some((key, node)),
                _ => return None,
            }
        }
        let (key, node) = data?;
        match (key.as_str(), class) {
            ("values", Class::Dense) => self.block(&[], node),
            ("values", Class::Scalar) if document && array(node).is_some() => self.block(&[], node),
            ("cells", Class::Sparse) if one && node.get().starts_with('{') => self.labelled(object(node)?),
            ("cells", _) => self.items(node, false),
            ("blocks", Class::Mixed) if one && node.get().starts_with('{') => self.labelled(object(node)?),
            ("blocks", Class::Mixed) => self.items(node, true),
            _ => None,
        }
    }
}

/// The type that a text names, and its cells; `None` if the text is no tensor of that type.
#[must_use]
pub fn read_named(profile: Profile, text: &str) -> Option<(TensorType, Cells)> {
    let root: &RawValue = serde_json::from_str(text).ok()?;
    let (_, named) = object(root)?.into_iter().find(|(key, _)| key == "type")?;
    let tensor_type: TensorType = string(named)?.parse().ok()?;
    let cells = read(&tensor_type, profile, text)?;
    Some((tensor_type, cells))
}

/// The cells of a tensor of a declared type; `None` if the text is none.
#[must_use]
pub fn read(tensor_type: &TensorType, profile: Profile, text: &str) -> Option<Cells> {
    // A constant has a size in every indexed dimension, even one without cells.
    if tensor_type.unbound().is_some() {
        return None;
    }
    let root: &RawValue = serde_json::from_str(text).ok()?;
    let mut reference =
        Reference { document: profile == Profile::Document, tensor_type, cells: Cells::new(), seen_blocks: Vec::new() };
    reference.file(root)?;
    Some(reference.cells)
}
