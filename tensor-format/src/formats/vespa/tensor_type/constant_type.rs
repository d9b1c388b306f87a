//! Types as constants: from a text, or from what the rules of a Rust type say.

use core::fmt;

use super::{
    CellType, TensorType,
    declared_type::NO_TENSOR,
    dimension::{self, Dimension, Size, size_of},
    type_text,
};
use crate::{
    HasRules, RecordRules, Rules, TensorRules,
    const_text::{bytes::same, message::ConstText},
    rules::sparse::{SparseParams, suffix_of},
};

/// The most dimensions of a [`ConstType`].
const MAX_DIMENSIONS: usize = 16;

/// The names of axes that have none, by their position.
const AUTOMATIC: [&str; MAX_DIMENSIONS] =
    ["d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15"];

/// The type of a Vespa tensor, which can be a Rust constant. A text that is no type does not compile.
///
/// ```
/// use tensor_format::vespa::ConstType;
/// const TABLE: ConstType = ConstType::parse("tensor<float>(x[3], category{})");
/// const SAME: bool = TABLE.equals(&ConstType::parse("tensor<float>(category{},x[3])"));
/// assert!(SAME);
/// assert_eq!(TABLE.text().as_str(), "tensor<float>(category{},x[3])");
/// ```
///
/// ```compile_fail
/// // A dimension comes twice.
/// const TWICE: tensor_format::vespa::ConstType = tensor_format::vespa::ConstType::parse("tensor(x[3],x{})");
/// ```
#[derive(Clone, Copy)]
pub struct ConstType {
    cell: CellType,
    len: usize,
    dimensions: [(&'static str, Size); MAX_DIMENSIONS],
}

#[allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated in constants, where a panic is a compile error"
)]
impl ConstType {
    /// Returns the type that a text names.
    ///
    /// # Panics
    ///
    /// If the text is no type or has more than 16 dimensions; in a constant this is a compile error.
    #[must_use]
    pub const fn parse(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let (cell, mut next) = match type_text::head(bytes) {
            Ok(head) => head,
            Err(fault) => fail(text, fault.expected),
        };
        let mut parsed = Self::empty(cell);
        while let Some(at) = next {
            let raw = match type_text::dimension(bytes, at) {
                Ok(raw) => raw,
                Err(fault) => fail(text, fault.expected),
            };
            let (_, from) = bytes.split_at(raw.name.0);
            let (name, _) = from.split_at(raw.name.1 - raw.name.0);
            match core::str::from_utf8(name) {
                Ok(name) => parsed = parsed.with(name, raw.size),
                Err(_) => fail(text, "the name of a dimension"),
            }
            next = raw.next;
        }
        parsed
    }

    const fn empty(cell: CellType) -> Self {
        Self { cell, len: 0, dimensions: [("", Size::Mapped); MAX_DIMENSIONS] }
    }

    /// Returns the type with one more dimension, inserted in the order of names.
    const fn with(mut self, name: &'static str, size: Size) -> Self {
        if self.len == MAX_DIMENSIONS {
            panic!("a constant Vespa type has at most 16 dimensions: use `vespa::TensorType`");
        }
        let mut at = self.len;
        while at > 0 {
            let before = self.dimensions[at - 1];
            match dimension::compare(before.0.as_bytes(), name.as_bytes()) {
                0 => fail(name, "each dimension once"),
                order if order < 0 => break,
                _ => self.dimensions[at] = before,
            }
            at -= 1;
        }
        self.dimensions[at] = (name, size);
        self.len += 1;
        self
    }

    const fn of_rules(rules: &Rules<'static>) -> Self {
        match rules {
            Rules::Tensor(rules) => Self::of_parts(None, 0, SparseParams { labels: 0, prefix: 0 }, rules),
            Rules::Record(record) => match record.sole_sparse() {
                Some((labels, values, prefix)) => {
                    Self::of_parts(Some(record), 0, SparseParams { labels, prefix }, &values)
                }
                None => panic!("{}", NO_TENSOR),
            },
        }
    }

    /// Returns the type of one field of a record, which holds a map of tensors or one tensor.
    const fn of_field(rules: &Rules<'static>, field: &str) -> Self {
        let Rules::Record(record) = rules else { panic!("one tensor has no fields: use `type_of`") };
        let mut index = 0;
        while let Some(param) = record.get(index) {
            if let Some(sparse) = record.sparse_at(index) {
                let is_field = sparse.prefix == field.len() + 1 && suffix_of(param.name, field, field.len()).is_some();
                if let (true, Some(values)) = (is_field, record.get(index + sparse.labels)) {
                    return Self::of_parts(Some(record), index, sparse, &values.rules);
                }
            } else if same(param.name, field) {
                return Self::of_parts(None, 0, SparseParams { labels: 0, prefix: 0 }, &param.rules);
            }
            index += 1;
        }
        fail(field, "a field of the record")
    }

    /// Returns the type of a tensor with these `values`. Its mapped dimensions are named by the labels that `record`
    /// lists from position `at` on.
    const fn of_parts(
        record: Option<&RecordRules<'static>>,
        at: usize,
        sparse: SparseParams,
        values: &TensorRules<'static>,
    ) -> Self {
        let labels = sparse.labels;
        let mut found = Self::empty(cell_of(values));
        let mut index = 0;
        while index < labels {
            if let Some(record) = record {
                if let Some(param) = record.get(at + index) {
                    if let Some(name) = suffix_of(param.name, param.name, sparse.prefix) {
                        found = found.with(named(name), Size::Mapped);
                    }
                }
            }
            index += 1;
        }
        if values.axes.is_open() {
            panic!("the type allows any rank, a Vespa type has one");
        }
        let mut axis = if labels > 0 { 1 } else { 0 };
        let first = axis;
        while axis < values.axes.rank() {
            let dim = values.axes.dim(axis);
            let position = labels + axis - first;
            let name = match dim.name {
                Some(name) => named(dimension::of_axis(name)),
                None if position < MAX_DIMENSIONS => AUTOMATIC[position],
                None => panic!("a constant Vespa type has at most 16 dimensions: use `vespa::TensorType`"),
            };
            match size_of(&dim) {
                Some(size) => found = found.with(name, size),
                None => panic!("the size of an indexed dimension of Vespa is from 1 to 2147483647"),
            }
            axis += 1;
        }
        if found.len == 0 && !matches!(found.cell, CellType::Double) {
            panic!("a Vespa tensor without dimensions is an f64");
        }
        found
    }

    /// Returns the cell type.
    #[must_use]
    pub const fn cell(&self) -> CellType {
        self.cell
    }

    /// Returns names and sizes of the dimensions, in the order of the names.
    #[must_use]
    pub const fn dimensions(&self) -> &[(&'static str, Size)] {
        self.dimensions.split_at(self.len).0
    }

    /// Returns whether the types are equal.
    #[must_use]
    pub const fn equals(&self, other: &Self) -> bool {
        if self.len != other.len || self.cell as u8 != other.cell as u8 {
            return false;
        }
        let mut at = 0;
        while at < self.len {
            let (own, others) = (self.dimensions[at], other.dimensions[at]);
            let same = match (own.1, others.1) {
                (Size::Mapped, Size::Mapped) | (Size::Unbound, Size::Unbound) => true,
                (Size::Indexed(own), Size::Indexed(other)) => own == other,
                _ => false,
            };
            if !same || dimension::compare(own.0.as_bytes(), others.0.as_bytes()) != 0 {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Returns the canonical text.
    ///
    /// # Panics
    ///
    /// If it is longer than 1023 bytes; in a constant this is a compile error.
    #[must_use]
    pub const fn text(&self) -> TypeText {
        let mut text = ConstText::new().str("tensor");
        if !matches!(self.cell, CellType::Double) {
            text = text.str("<").str(self.cell.name()).str(">");
        }
        text = text.str("(");
        let mut at = 0;
        while at < self.len {
            if at > 0 {
                text = text.str(",");
            }
            let (name, size) = self.dimensions[at];
            text = text.str(name);
            text = match size {
                Size::Mapped => text.str("{}"),
                Size::Indexed(size) => text.str("[").num(size as u64).str("]"),
                Size::Unbound => text.str("[]"),
            };
            at += 1;
        }
        text = text.str(")");
        if text.as_str().len() >= 1024 {
            panic!("the text of the type is longer than 1023 bytes: use `vespa::TensorType`");
        }
        TypeText(text)
    }

    /// Returns the same type as a [`TensorType`], which is not limited to constants.
    #[must_use]
    pub fn to_type(&self) -> TensorType {
        let dimensions = self.dimensions().iter().map(|(name, size)| Dimension::new(*name, *size));
        TensorType::sorted(self.cell, dimensions.collect())
    }
}

impl PartialEq for ConstType {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

impl Eq for ConstType {}

impl fmt::Display for ConstType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_type().fmt(f)
    }
}

impl fmt::Debug for ConstType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The canonical text of a [`ConstType`].
pub struct TypeText(ConstText);

impl TypeText {
    /// Returns the text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for TypeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TypeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// Returns the Vespa type of a Rust type, from its [rules](HasRules): axes become indexed dimensions, labels of sparse
/// data mapped ones.
///
/// The names are those of the axes, without the fields before the dots in names of axes of records in records; an axis
/// without a name is called `d0`, `d1`, ... by its position. A length that is not fixed becomes an unbound size. Types
/// that Vespa cannot hold do not compile.
///
/// ```
/// use std::collections::BTreeMap;
/// use tensor_format::vespa::{ConstType, type_of};
/// const INPUT: ConstType = type_of::<[[[f64; 2]; 5]; 1]>();
/// assert_eq!(INPUT.to_string(), "tensor(d0[1],d1[5],d2[2])");
/// const TABLE: ConstType = type_of::<BTreeMap<String, [f32; 3]>>();
/// assert_eq!(TABLE.to_string(), "tensor<float>(d0{},d1[3])");
/// ```
///
/// ```compile_fail
/// // Vespa has no 64-bit integers.
/// const IDS: tensor_format::vespa::ConstType = tensor_format::vespa::type_of::<Vec<i64>>();
/// ```
#[must_use]
pub const fn type_of<T: HasRules>() -> ConstType {
    const { ConstType::of_rules(&T::RULES) }
}

/// Returns the Vespa type of one field of a record; the field holds a tensor, or a map of tensors. `field` is its name
/// on the wire.
///
/// ```
/// use std::collections::BTreeMap;
/// use tensor_format::{Tensor, vespa::{ConstType, type_of_field}};
///
/// #[derive(Tensor)]
/// struct Model {
///     #[tensor(shape = [category, x: 3])]
///     embeddings: BTreeMap<String, [f32; 3]>,
///     #[tensor(shape = [x: 3])]
///     bias: [f64; 3],
/// }
///
/// const EMBEDDINGS: ConstType = type_of_field::<Model>("embeddings");
/// assert_eq!(EMBEDDINGS.to_string(), "tensor<float>(category{},x[3])");
/// const BIAS: ConstType = type_of_field::<Model>("bias");
/// assert_eq!(BIAS.to_string(), "tensor(x[3])");
/// ```
///
/// # Panics
///
/// If there is no such field, or Vespa cannot hold it; in a constant this is a compile error.
#[must_use]
pub const fn type_of_field<T: HasRules>(field: &str) -> ConstType {
    ConstType::of_field(&T::RULES, field)
}

#[allow(clippy::panic, reason = "evaluated in constants, where a panic is a compile error")]
const fn cell_of(rules: &TensorRules<'_>) -> CellType {
    let Some(element_type) = rules.types.single() else {
        panic!("the type allows several element types, a Vespa type has one");
    };
    match CellType::of(element_type) {
        Some(cell) => cell,
        None => panic!("Vespa has no such cells: use f64, f32, bf16 or i8"),
    }
}

const fn named(name: &'static str) -> &'static str {
    if dimension::is_name(name.as_bytes()) {
        name
    } else {
        fail(name, "the name of a dimension: letters, digits and `_`")
    }
}

#[allow(clippy::panic, reason = "evaluated in constants, where a panic is a compile error")]
const fn fail(found: &str, expected: &str) -> ! {
    let text = ConstText::new().str("not a Vespa type: expected ").str(expected).str(", found `").str(found).str("`");
    panic!("{}", text.as_str())
}
