//! The tensors of a value under dotted names, listed by hand: nothing here asks the crate how records nest.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    num::NonZero,
    sync::Arc,
};

use ndarray::Array2;
use tensor_format::{Batch, ByteOrder, ElementType, Ragged, Record, Tensor, TensorRef, codec::Variable};

use super::draw::{Any, Draw};

/// A tensor in the plainest form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plain {
    element_type: ElementType,
    shape: Vec<usize>,
    /// Elements of fixed size, little-endian.
    bytes: Vec<u8>,
    texts: Vec<String>,
}

impl Plain {
    fn new(element_type: ElementType, shape: Vec<usize>) -> Self {
        Self { element_type, shape, bytes: Vec::new(), texts: Vec::new() }
    }

    /// Appends the rows of another.
    fn extend(&mut self, other: &Self) {
        self.bytes.extend_from_slice(&other.bytes);
        self.texts.extend_from_slice(&other.texts);
    }

    /// Whether these are sevens or nothing: the defaults of all fields that have one.
    pub(crate) fn is_default(&self) -> bool {
        self.texts.is_empty() && self.bytes.chunks(4).all(|number| number == 7u32.to_le_bytes())
    }

    fn to_tensor(&self) -> Tensor {
        if self.element_type.size().is_some() {
            let tensor = TensorRef::from_bytes(self.element_type, &self.shape[..], &self.bytes, ByteOrder::Little);
            return tensor.expect("bytes of this shape").to_tensor();
        }
        let texts = self.texts.iter().map(|text| Variable::Text(text.as_str().into()));
        Tensor::from_variables(self.element_type, &self.shape[..], texts).expect("texts of this shape")
    }
}

pub(crate) type Tensors = Vec<(String, Plain)>;

/// Returns the record of these tensors.
pub(crate) fn record(tensors: &[(String, Plain)]) -> Record {
    tensors.iter().map(|(name, plain)| (name.clone(), plain.to_tensor())).collect()
}

/// What is one parameter or several.
pub(crate) trait Flat {
    /// Lists the tensors of a value that is called `name`; what is no field has no name.
    fn flat(&self, name: &str, out: &mut Tensors);

    /// Lists the tensors of a value that is flattened: `prefix` stands before their names.
    fn flattened(&self, prefix: &str, out: &mut Tensors) {
        let mut own = Tensors::new();
        self.flat("", &mut own);
        out.extend(own.into_iter().map(|(name, plain)| (format!("{prefix}{name}"), plain)));
    }
}

/// Returns the name of a part.
pub(crate) fn of(name: &str, part: &str) -> String {
    if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") }
}

/// An element, or an array of them.
pub(crate) trait Fixed {
    const TYPE: ElementType;
    fn shape() -> Vec<usize>;
    fn put(&self, out: &mut Plain);
}

macro_rules! fixed {
    ($($type:ty: $element:ident |$value:ident, $out:ident| $put:expr;)*) => {
        $(impl Fixed for $type {
            const TYPE: ElementType = ElementType::$element;
            fn shape() -> Vec<usize> {
                Vec::new()
            }
            fn put(&self, $out: &mut Plain) {
                let $value = self;
                $put
            }
        }

        impl Flat for $type {
            fn flat(&self, name: &str, out: &mut Tensors) {
                fixed(self, name, out);
            }
        })*
    };
}

fixed! {
    f32: F32 |value, out| out.bytes.extend(value.to_le_bytes());
    f64: F64 |value, out| out.bytes.extend(value.to_le_bytes());
    i8: I8 |value, out| out.bytes.extend(value.to_le_bytes());
    i16: I16 |value, out| out.bytes.extend(value.to_le_bytes());
    i32: I32 |value, out| out.bytes.extend(value.to_le_bytes());
    i64: I64 |value, out| out.bytes.extend(value.to_le_bytes());
    u8: U8 |value, out| out.bytes.extend(value.to_le_bytes());
    u16: U16 |value, out| out.bytes.extend(value.to_le_bytes());
    u32: U32 |value, out| out.bytes.extend(value.to_le_bytes());
    u64: U64 |value, out| out.bytes.extend(value.to_le_bytes());
    usize: U64 |value, out| out.bytes.extend((*value as u64).to_le_bytes());
    isize: I64 |value, out| out.bytes.extend((*value as i64).to_le_bytes());
    NonZero<u32>: U32 |value, out| out.bytes.extend(value.get().to_le_bytes());
    bool: Bool |value, out| out.bytes.push(u8::from(*value));
    char: String |value, out| out.texts.push(value.to_string());
    String: String |value, out| out.texts.push(value.clone());
}

impl<T: Fixed, const N: usize> Fixed for [T; N] {
    const TYPE: ElementType = T::TYPE;
    fn shape() -> Vec<usize> {
        [vec![N], T::shape()].concat()
    }
    fn put(&self, out: &mut Plain) {
        self.iter().for_each(|item| item.put(out));
    }
}

impl<T: Fixed, const N: usize> Flat for [T; N] {
    fn flat(&self, name: &str, out: &mut Tensors) {
        fixed(self, name, out);
    }
}

fn fixed<T: Fixed>(value: &T, name: &str, out: &mut Tensors) {
    let mut plain = Plain::new(T::TYPE, T::shape());
    value.put(&mut plain);
    out.push((name.to_owned(), plain));
}

/// What can be rows: of a tensor, or lists of different lengths.
pub(crate) trait Row {
    fn rows(rows: &[&Self], name: &str, out: &mut Tensors);
}

impl<T: Fixed> Row for T {
    fn rows(rows: &[&Self], name: &str, out: &mut Tensors) {
        let mut plain = Plain::new(T::TYPE, [vec![rows.len()], T::shape()].concat());
        rows.iter().for_each(|row| row.put(&mut plain));
        out.push((name.to_owned(), plain));
    }
}

/// Lists lengths, and the rows of all lists one after another.
fn lists<'a, T: Row + 'a>(lists: impl Iterator<Item = &'a [T]>, name: &str, out: &mut Tensors) {
    let (mut lengths, mut rows) = (Vec::new(), Vec::new());
    for list in lists {
        lengths.push(list.len() as u64);
        rows.extend(list);
    }
    lengths.flat(&of(name, "lengths"), out);
    T::rows(&rows, &of(name, "values"), out);
}

impl<T: Row> Row for Vec<T> {
    fn rows(rows: &[&Self], name: &str, out: &mut Tensors) {
        lists(rows.iter().map(|row| &row[..]), name, out);
    }
}

impl<T: Row> Row for Option<T> {
    fn rows(rows: &[&Self], name: &str, out: &mut Tensors) {
        lists(rows.iter().map(|row| row.as_slice()), name, out);
    }
}

/// Lists a vector that its attribute says is ragged.
pub(crate) fn ragged<T: Row>(list: &[T], name: &str, out: &mut Tensors) {
    T::rows(&list.iter().collect::<Vec<_>>(), name, out);
}

impl<T: Row> Flat for Ragged<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        ragged(&self.0, name, out);
    }
}

impl<T: Fixed> Flat for Vec<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        ragged(self, name, out);
    }
}

impl<T: Fixed> Flat for VecDeque<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        T::rows(&self.iter().collect::<Vec<_>>(), name, out);
    }
}

impl<T: Fixed> Flat for BTreeSet<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        T::rows(&self.iter().collect::<Vec<_>>(), name, out);
    }
}

impl Flat for Array2<f32> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        let mut plain = Plain::new(ElementType::F32, self.shape().to_vec());
        self.iter().for_each(|number| number.put(&mut plain));
        out.push((name.to_owned(), plain));
    }
}

impl<T: Flat> Flat for Option<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        self.iter().for_each(|value| value.flat(name, out));
    }
}

impl<T: Flat> Flat for Box<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        (**self).flat(name, out);
    }
}

impl<T: Flat> Flat for Arc<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        (**self).flat(name, out);
    }
}

impl<A: Flat, B: Flat> Flat for (A, B) {
    fn flat(&self, name: &str, out: &mut Tensors) {
        self.0.flat(&of(name, "0"), out);
        self.1.flat(&of(name, "1"), out);
    }
}

/// One more axis before all others; without items every length that is open is 0.
impl<T: Flat + Any> Flat for Batch<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        let list = |item: &T| {
            let mut tensors = Tensors::new();
            item.flat(name, &mut tensors);
            tensors
        };
        let mut columns = list(self.first().unwrap_or(&T::any(&mut Draw::new(&[], &[]))));
        for (_, column) in &mut columns {
            column.shape.insert(0, self.len());
            column.bytes.clear();
            column.texts.clear();
        }
        for item in self {
            let tensors = list(item);
            assert_eq!(tensors.len(), columns.len());
            for ((_, column), (_, tensor)) in columns.iter_mut().zip(&tensors) {
                column.extend(tensor);
            }
        }
        out.append(&mut columns);
    }
}

/// The labels of a map, a column for each part of its key.
pub(crate) trait Labels {
    const COLUMNS: usize = 1;
    fn labels(&self) -> Vec<String>;
}

impl Labels for String {
    fn labels(&self) -> Vec<String> {
        vec![self.clone()]
    }
}

impl Labels for u32 {
    fn labels(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

impl Labels for (String, String) {
    const COLUMNS: usize = 2;
    fn labels(&self) -> Vec<String> {
        vec![self.0.clone(), self.1.clone()]
    }
}

fn map<'a, K: Labels + Ord + 'a, V: Fixed + 'a>(
    entries: impl Iterator<Item = (&'a K, &'a V)>,
    name: &str,
    out: &mut Tensors,
) {
    let entries: BTreeMap<&K, &V> = entries.collect();
    for column in 0..K::COLUMNS {
        let labels: Vec<String> = entries.keys().map(|key| key.labels()[column].clone()).collect();
        labels.flat(&of(name, &format!("d{column}")), out);
    }
    V::rows(&entries.into_values().collect::<Vec<_>>(), &of(name, "values"), out);
}

impl<K: Labels + Ord, V: Fixed> Flat for BTreeMap<K, V> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        map(self.iter(), name, out);
    }
}

impl<K: Labels + Ord, V: Fixed> Flat for HashMap<K, V> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        map(self.iter(), name, out);
    }
}
