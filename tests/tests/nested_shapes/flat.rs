//! The tensors of a value under dotted names, listed by hand: nothing here asks the crate how records nest.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    num::NonZero,
    sync::Arc,
};

use ndarray::Array2;
use tensor_format::{Batch, ByteOrder, ElementType, Ragged, Record, Tensor, TensorRef, codec::Variable};

use super::draw::{Any, Draw};
use columns::{column_params, columns};

mod columns;

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

    /// Returns a list of numbers.
    fn numbers(shape: Vec<usize>, numbers: &[usize]) -> Self {
        let bytes = numbers.iter().flat_map(|number| (*number as u64).to_le_bytes()).collect();
        Self { bytes, ..Self::new(ElementType::U64, shape) }
    }

    /// Appends the elements of another.
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

/// What a type says of one parameter.
#[derive(Clone)]
pub(crate) struct Param {
    name: String,
    element_type: ElementType,
    /// The length of each axis that the type fixes.
    axes: Vec<Option<usize>>,
    is_optional: bool,
}

impl Param {
    fn new(name: &str, element_type: ElementType, axes: &[Option<usize>]) -> Self {
        Self { name: name.to_owned(), element_type, axes: axes.to_vec(), is_optional: false }
    }

    /// Returns the parameter of what may be absent.
    pub(crate) fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }
}

/// What is one parameter or several.
pub(crate) trait Flat {
    /// Lists the tensors of a value that is called `name`; what is no field has no name.
    fn flat(&self, name: &str, out: &mut Tensors);

    /// Lists what tensors a value of this type has.
    fn params(name: &str, out: &mut Vec<Param>);
}

/// Lists the tensors of a value that is flattened: `prefix` stands before their names.
pub(crate) fn flattened<T: Flat>(value: &T, prefix: &str, out: &mut Tensors) {
    out.extend(tensors_of(value).into_iter().map(|(name, plain)| (format!("{prefix}{name}"), plain)));
}

/// Lists the parameters of a type that is flattened.
pub(crate) fn flattened_params<T: Flat>(prefix: &str, out: &mut Vec<Param>) {
    out.extend(params_of::<T>("").into_iter().map(|param| Param { name: format!("{prefix}{}", param.name), ..param }));
}

/// Returns the tensors of a value without a name.
fn tensors_of<T: Flat>(value: &T) -> Tensors {
    let mut tensors = Tensors::new();
    value.flat("", &mut tensors);
    tensors
}

fn params_of<T: Flat>(name: &str) -> Vec<Param> {
    let mut params = Vec::new();
    T::params(name, &mut params);
    params
}

/// Returns the parameters of a type which may all be absent.
pub(crate) fn optional<T: Flat>(name: &str) -> Vec<Param> {
    params_of::<T>(name).into_iter().map(Param::optional).collect()
}

/// Returns the name of a part.
pub(crate) fn of(name: &str, part: &str) -> String {
    if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") }
}

/// Lists a label.
pub(crate) fn label(label: &str, name: &str, out: &mut Tensors) {
    label.to_owned().flat(&of(name, "variant"), out);
}

/// One element, or an array of them.
pub(crate) trait Fixed: Flat {}

macro_rules! elements {
    ($($type:ty: $element:ident |$value:ident, $out:ident| $put:expr;)*) => {
        $(impl Flat for $type {
            fn flat(&self, name: &str, out: &mut Tensors) {
                let ($value, mut plain) = (self, Plain::new(ElementType::$element, Vec::new()));
                let $out = &mut plain;
                $put;
                out.push((name.to_owned(), plain));
            }

            fn params(name: &str, out: &mut Vec<Param>) {
                out.push(Param::new(name, ElementType::$element, &[]));
            }
        }

        impl Fixed for $type {})*
    };
}

elements! {
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

impl<T: Fixed, const N: usize> Fixed for [T; N] {}

impl<T: Flat, const N: usize> Flat for [T; N] {
    fn flat(&self, name: &str, out: &mut Tensors) {
        columns(self.iter(), Some(N), name, out);
    }

    fn params(name: &str, out: &mut Vec<Param>) {
        column_params::<T>(Some(N), name, out);
    }
}

/// Lists of values: columns of them.
macro_rules! lists {
    ($($list:ident)*) => {
        $(impl<T: Flat> Flat for $list<T> {
            fn flat(&self, name: &str, out: &mut Tensors) {
                columns(self.iter(), None, name, out);
            }

            fn params(name: &str, out: &mut Vec<Param>) {
                column_params::<T>(None, name, out);
            }
        })*
    };
}

lists!(Vec VecDeque BTreeSet);

/// What stands for another value.
macro_rules! pointers {
    ($($pointer:ident)*) => {
        $(impl<T: Flat> Flat for $pointer<T> {
            fn flat(&self, name: &str, out: &mut Tensors) {
                (**self).flat(name, out);
            }

            fn params(name: &str, out: &mut Vec<Param>) {
                T::params(name, out);
            }
        })*
    };
}

pointers!(Box Arc);

/// What can be rows of a ragged list: of a tensor, or lists of different lengths.
pub(crate) trait Row: Sized {
    fn rows(rows: &[&Self], name: &str, out: &mut Tensors);
    fn params_of_rows(name: &str, out: &mut Vec<Param>);
}

impl<T: Fixed> Row for T {
    fn rows(rows: &[&Self], name: &str, out: &mut Tensors) {
        columns(rows.iter().copied(), None, name, out);
    }

    fn params_of_rows(name: &str, out: &mut Vec<Param>) {
        column_params::<T>(None, name, out);
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

fn params_of_lists<T: Row>(name: &str, out: &mut Vec<Param>) {
    out.push(Param::new(&of(name, "lengths"), ElementType::U64, &[None]));
    T::params_of_rows(&of(name, "values"), out);
}

impl<T: Row> Row for Vec<T> {
    fn rows(rows: &[&Self], name: &str, out: &mut Tensors) {
        lists(rows.iter().map(|row| &row[..]), name, out);
    }

    fn params_of_rows(name: &str, out: &mut Vec<Param>) {
        params_of_lists::<T>(name, out);
    }
}

impl<T: Row> Row for Option<T> {
    fn rows(rows: &[&Self], name: &str, out: &mut Tensors) {
        lists(rows.iter().map(|row| row.as_slice()), name, out);
    }

    fn params_of_rows(name: &str, out: &mut Vec<Param>) {
        params_of_lists::<T>(name, out);
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

    fn params(name: &str, out: &mut Vec<Param>) {
        T::params_of_rows(name, out);
    }
}

impl Flat for Array2<f32> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        let mut plain = Plain::new(ElementType::F32, self.shape().to_vec());
        plain.bytes = self.iter().flat_map(|number| number.to_le_bytes()).collect();
        out.push((name.to_owned(), plain));
    }

    fn params(name: &str, out: &mut Vec<Param>) {
        out.push(Param::new(name, ElementType::F32, &[None, None]));
    }
}

impl<T: Flat> Flat for Option<T> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        self.iter().for_each(|value| value.flat(name, out));
    }

    fn params(name: &str, out: &mut Vec<Param>) {
        out.extend(optional::<T>(name));
    }
}

impl<A: Flat, B: Flat> Flat for (A, B) {
    fn flat(&self, name: &str, out: &mut Tensors) {
        self.0.flat(&of(name, "0"), out);
        self.1.flat(&of(name, "1"), out);
    }

    fn params(name: &str, out: &mut Vec<Param>) {
        A::params(&of(name, "0"), out);
        B::params(&of(name, "1"), out);
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

    fn params(name: &str, out: &mut Vec<Param>) {
        let stacked = |mut param: Param| {
            param.axes.insert(0, None);
            param
        };
        out.extend(params_of::<T>(name).into_iter().map(stacked));
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

fn map<'a, K: Labels + Ord + 'a, V: Flat + 'a>(
    entries: impl Iterator<Item = (&'a K, &'a V)>,
    name: &str,
    out: &mut Tensors,
) {
    let entries: BTreeMap<&K, &V> = entries.collect();
    for column in 0..K::COLUMNS {
        let labels: Vec<String> = entries.keys().map(|key| key.labels()[column].clone()).collect();
        labels.flat(&of(name, &format!("d{column}")), out);
    }
    columns(entries.into_values(), None, &of(name, "values"), out);
}

fn params_of_map<K: Labels, V: Flat>(name: &str, out: &mut Vec<Param>) {
    for column in 0..K::COLUMNS {
        out.push(Param::new(&of(name, &format!("d{column}")), ElementType::String, &[None]));
    }
    column_params::<V>(None, &of(name, "values"), out);
}

impl<K: Labels + Ord, V: Flat> Flat for BTreeMap<K, V> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        map(self.iter(), name, out);
    }

    fn params(name: &str, out: &mut Vec<Param>) {
        params_of_map::<K, V>(name, out);
    }
}

impl<K: Labels + Ord, V: Flat> Flat for HashMap<K, V> {
    fn flat(&self, name: &str, out: &mut Tensors) {
        map(self.iter(), name, out);
    }

    fn params(name: &str, out: &mut Vec<Param>) {
        params_of_map::<K, V>(name, out);
    }
}
