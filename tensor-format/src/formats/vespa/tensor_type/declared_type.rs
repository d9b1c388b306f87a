//! Declared types: the type that rules declare, and which of its dimensions the axes of a value are.

use alloc::{boxed::Box, format, vec::Vec};

use smallvec::SmallVec;

use super::{
    CellType, TensorType,
    dimension::{self, Dimension, Size, size_of},
    refusal,
};
use crate::{Dim, ErrorKind, Rules, TensorRules, rules::sparse::suffix_of};

/// A type, and the order in which rules list its dimensions.
#[derive(Clone, Debug)]
pub(in super::super) struct Declared {
    pub(in super::super) tensor_type: TensorType,
    /// For each mapped dimension in order: the position of its labels among the parameters.
    pub(in super::super) labels: SmallVec<[usize; 4]>,
    /// For each indexed dimension in order: the axis of the values, not counting that of the items.
    pub(in super::super) axes: SmallVec<[usize; 6]>,
    /// The name of the field that holds labels and values: their names in the record begin with it.
    pub(in super::super) prefix: Box<str>,
}

pub(in super::super) const NO_TENSOR: &str = "a record is a Vespa tensor only if it is labels, strings [n], and then `values`, [n, ..]; of \
                                    any other, each field is one: `vespa::to_constants`";

impl Declared {
    /// Returns the type that these rules declare, with the order of its dimensions. The rules must allow one cell type
    /// only.
    pub(in super::super) fn of_rules(rules: &Rules<'_>) -> Result<Self, ErrorKind> {
        let cell = match values_of(rules).map(|values| values.types.single()) {
            Some(Some(element_type)) => cell_of(element_type)?,
            Some(None) => return Err(refusal(&["a Vespa type has one cell type"])),
            None => CellType::Double,
        };
        Self::with_cell(rules, cell)
    }

    /// Returns the type that these rules declare, with cells of type `cell`.
    fn with_cell(rules: &Rules<'_>, cell: CellType) -> Result<Self, ErrorKind> {
        match rules {
            Rules::Tensor(rules) => Self::new(&[], cell, rules),
            Rules::Record(record) => {
                let (labels, values, prefix) = record.sole_sparse().ok_or_else(|| refusal(&[NO_TENSOR]))?;
                let first = record.get(0).map_or("", |param| param.name);
                let names = record.iter().take(labels).filter_map(|param| suffix_of(param.name, first, prefix));
                let declared = Self::new(&names.collect::<Vec<_>>(), cell, &values)?;
                Ok(Self { prefix: first.get(..prefix).unwrap_or_default().into(), ..declared })
            }
        }
    }

    /// Returns the type that these rules declare, with the cell type of `tensor_type`; an error if they do not allow
    /// tensors of that type.
    pub(in super::super) fn accepting(rules: &Rules<'_>, tensor_type: &TensorType) -> Result<Self, ErrorKind> {
        let declared = Self::with_cell(rules, tensor_type.cell())?;
        if !declared.tensor_type.accepts(tensor_type) {
            let types = format!("expected {}, found {tensor_type}", declared.tensor_type);
            return Err(refusal(&["tensor type: ", &types]));
        }
        Ok(declared)
    }

    /// Returns what [`accepting`](Self::accepting) does; `None` if the rules list no dimensions, so that values have
    /// them in the order of `tensor_type`.
    pub(in super::super) fn for_values(rules: &Rules<'_>, tensor_type: &TensorType) -> Result<Option<Self>, ErrorKind> {
        match rules {
            Rules::Tensor(rules) if rules.axes.is_open() => Ok(None),
            Rules::Record(rules) if rules.is_empty() => Ok(None),
            rules => Self::accepting(rules, tensor_type).map(Some),
        }
    }

    fn new(labels: &[&str], cell: CellType, values: &TensorRules<'_>) -> Result<Self, ErrorKind> {
        if values.axes.is_open() {
            return Err(refusal(&["a Vespa type has one rank"]));
        }
        let dims: Vec<Dim<'_>> = values.axes.iter().skip(usize::from(!labels.is_empty())).collect();
        Self::of_dims(labels, cell, &dims)
    }

    /// Returns the type whose declared dimensions are mapped ones named `labels`, then indexed ones as `dims` say.
    pub(in super::super) fn of_dims(labels: &[&str], cell: CellType, dims: &[Dim<'_>]) -> Result<Self, ErrorKind> {
        let mut named: Vec<(Dimension, usize)> = Vec::new();
        for (index, name) in labels.iter().enumerate() {
            named.push((Dimension::new(*name, Size::Mapped), index));
        }
        for (axis, dim) in dims.iter().enumerate() {
            let position = labels.len().saturating_add(axis);
            let automatic = format!("d{position}");
            let size = size_of(dim)
                .ok_or_else(|| refusal(&["the size of an indexed dimension of Vespa is from 1 to 2147483647"]))?;
            named.push((Dimension::new(dim.name.map_or(&*automatic, dimension::of_axis), size), axis));
        }
        named.sort_by(|left, right| left.0.name().cmp(right.0.name()));
        let of = |mapped: bool| named.iter().filter(move |(dimension, _)| dimension.is_mapped() == mapped);
        Ok(Self {
            labels: of(true).map(|(_, index)| *index).collect(),
            axes: of(false).map(|(_, axis)| *axis).collect(),
            prefix: Box::default(),
            tensor_type: TensorType::new(cell, named.iter().map(|(dimension, _)| dimension.clone()))?,
        })
    }

    /// Returns the type of a value whose indexed dimensions have these lengths, in the declared order.
    pub(in super::super) fn bind(&self, shape: &[usize]) -> Result<TensorType, ErrorKind> {
        let mut axes = self.axes.iter();
        let dimensions = self.tensor_type.dimensions().iter().map(|dimension| {
            if dimension.is_mapped() {
                return Ok(dimension.clone());
            }
            let len = axes.next().and_then(|axis| shape.get(*axis)).copied().unwrap_or_default();
            match u32::try_from(len) {
                Ok(size) => Ok(Dimension::new(dimension.name(), Size::Indexed(size))),
                Err(_) => Err(refusal(&["the size of an indexed dimension of Vespa is from 1 to 2147483647"])),
            }
        });
        TensorType::new(self.tensor_type.cell(), dimensions.collect::<Result<Vec<_>, _>>()?)
    }

    /// Returns whether the declared order of the indexed dimensions is that of the type.
    pub(in super::super) fn is_in_order(&self) -> bool {
        self.axes.iter().enumerate().all(|(index, axis)| index == *axis)
    }
}

pub(in super::super) fn cell_of(element_type: crate::ElementType) -> Result<CellType, ErrorKind> {
    CellType::of(element_type).ok_or(ErrorKind::UnsupportedElementType { element_type, format: "Vespa" })
}

/// Returns the rules of the tensor of values; `None` for a record that is not labels and values.
pub(in super::super) fn values_of<'a>(rules: &Rules<'a>) -> Option<TensorRules<'a>> {
    match rules {
        Rules::Tensor(rules) => Some(*rules),
        Rules::Record(record) => record.sole_sparse().map(|(_, values, _)| values),
    }
}
