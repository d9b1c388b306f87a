//! The columns of a list of records as a table that the compiler makes, so that nothing is looked up in rules when
//! one is written or read.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler, but for small numbers of parameters and axes"
)]

use super::{ColumnForm, OpenAxes, record_of};
use crate::{ElementType, ElementTypes, HasRules, Param, RecordRules, util::sized_tables::sized_tables};

/// A column of a list of records.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ListColumn {
    /// The name of the parameter of one record.
    pub(crate) name: &'static str,
    pub(crate) form: ColumnForm,
    /// The position of its first tensor among those of the list.
    pub(crate) first: usize,
    /// The position of the tensor of its values, which is its last.
    pub(crate) last: usize,
    /// The type of the elements; `None` if they may be of several, which no list is written of.
    pub(crate) element_type: Option<ElementType>,
    /// The lengths of the axes of the values, all but the outermost.
    pub(crate) inner: &'static [usize],
    /// The size in bytes of a record's tensor, if all have one shape.
    pub(crate) size: Option<usize>,
    /// The number of elements under one index of the outermost axis of the values.
    pub(crate) count: Option<usize>,
}

impl ListColumn {
    /// Returns the size in bytes of a record's tensor, if all records have one, of one shape.
    #[inline]
    pub(crate) const fn stacked_size(&self) -> Option<usize> {
        if self.form.is_optional { None } else { self.size }
    }

    /// Returns whether a tensor has the element type and the axes of this column.
    #[inline]
    pub(crate) fn fits(&self, element_type: ElementType, shape: &[usize]) -> bool {
        let fixed = shape.get(self.form.open.count()..);
        Some(element_type) == self.element_type && fixed.is_some_and(|fixed| fixed.iter().eq(self.inner))
    }
}

/// The most parameters, tensors, aliases and axes of a list of records: the largest tables.
pub(super) const MOST: usize = 1024;

/// Returns the columns of a list of `T`, one for each parameter of a record; none of a record that is too large for the rules of
/// a list, of which there is none.
pub(crate) const fn list_columns<T: HasRules>() -> &'static [ListColumn] {
    let record = record_of::<T>();
    let len = record.listed().len();
    if len > MOST || axes(&record) > MOST {
        return &[];
    }
    all_columns::<T>(len).split_at(len).0
}

/// Returns whether all columns are stacked, so that they have no lengths.
pub(crate) const fn is_stacked(columns: &[ListColumn]) -> bool {
    let mut index = 0;
    while index < columns.len() {
        if !matches!(columns[index].form, ColumnForm { is_optional: false, open: OpenAxes::None }) {
            return false;
        }
        index += 1;
    }
    true
}

/// Returns the number of bytes of the numbers that a record has in the columns that stack them.
pub(crate) const fn row_size<T: HasRules>() -> usize {
    let (columns, mut index, mut bytes) = (list_columns::<T>(), 0, 0_usize);
    while index < columns.len() {
        if let Some(size) = columns[index].stacked_size() {
            bytes = bytes.saturating_add(size);
        }
        index += 1;
    }
    bytes
}

/// Returns the number of bytes that a record takes at least in a column: those of its numbers, a byte for the length of each
/// text, and eight for each length of a list, or for that which says whether it is there.
const fn least_bytes(column: &ListColumn) -> usize {
    let lengths = match column.form {
        // There are no further lengths of what is not there.
        ColumnForm { is_optional: true, .. } | ColumnForm { open: OpenAxes::First, .. } => 1,
        ColumnForm { open: OpenAxes::All(axes), .. } => axes,
        ColumnForm { open: OpenAxes::None, .. } => 0,
    };
    match (column.size, column.count) {
        _ if lengths > 0 => lengths * size_of::<u64>(),
        (Some(size), _) => size,
        (None, Some(count)) => count,
        (None, None) => 0,
    }
}

/// Returns these columns if a record takes at most `times` the memory of what it has at least in them; nothing if not.
pub(crate) const fn bounded_columns<T: HasRules>(times: usize) -> &'static [ListColumn] {
    let (columns, mut index, mut bytes) = (list_columns::<T>(), 0, 0_usize);
    while index < columns.len() {
        bytes = bytes.saturating_add(least_bytes(&columns[index]));
        index += 1;
    }
    // Records of no bytes are counted, whatever memory they take.
    if bytes > 0 && size_of::<T>() <= bytes.saturating_mul(times) { columns } else { &[] }
}

/// Returns whether all columns are numbers of one shape, each in every row.
pub(crate) const fn are_numbers(columns: &[ListColumn]) -> bool {
    let mut index = 0;
    while index < columns.len() {
        if columns[index].stacked_size().is_none() {
            return false;
        }
        index += 1;
    }
    true
}

/// Returns the [`bounded_columns`] if there are at most 64 and all are numbers or texts, tensors of one shape or lists of them;
/// nothing if not.
pub(crate) const fn listed_columns<T: HasRules>(times: usize) -> &'static [ListColumn] {
    let (columns, mut index) = (bounded_columns::<T>(times), 0);
    while index < columns.len() {
        let ListColumn { form, count, element_type, .. } = columns[index];
        let is_known = match element_type {
            Some(element_type) => element_type.size().is_some() || matches!(element_type, ElementType::String),
            None => false,
        };
        if !is_known || matches!(form.open, OpenAxes::All(_)) || count.is_none() {
            return &[];
        }
        index += 1;
    }
    if columns.len() <= u64::BITS as usize { columns } else { &[] }
}

/// The most tensors of a list whose columns are plain.
pub(crate) const MOST_PLAIN: usize = 63;

/// The most axes whose lengths differ between the tensors of a plain column.
pub(crate) const MOST_OPEN: usize = 6;

/// Returns whether a list has few tensors, all of elements of these types, and few axes whose lengths differ.
pub(crate) const fn is_plain(list: &[ListColumn], types: ElementTypes) -> bool {
    let mut index = 0;
    while index < list.len() {
        let ListColumn { form, count, element_type, .. } = list[index];
        let is_known = match element_type {
            Some(element_type) => types.contains(element_type),
            None => false,
        };
        let is_open = matches!(form.open, OpenAxes::All(axes) if axes > MOST_OPEN);
        if !is_known || count.is_none() || is_open {
            return false;
        }
        index += 1;
    }
    index > 0 && tensors_of(list) <= MOST_PLAIN
}

/// Returns the number of tensors of a list.
pub(crate) const fn tensors_of(list: &[ListColumn]) -> usize {
    match list.last() {
        Some(column) => column.last.saturating_add(1),
        None => 0,
    }
}

/// Returns whether a parameter is one of a record in the record.
pub(crate) const fn is_nested(name: &str) -> bool {
    let mut at = 0;
    while at < name.len() {
        if name.as_bytes()[at] == b'.' {
            return true;
        }
        at += 1;
    }
    false
}

sized_tables! {
    fn all_columns[T: HasRules][T] -> [ListColumn; 16 | 128 | 1024] = columns,
        "a record in a list has at most 1024 parameters";
    fn all_lengths[T: HasRules][T] -> [usize; 16 | 128 | 1024] = lengths,
        "the records of a list have at most 1024 axes";
}

/// Returns the first axis of a parameter that is an inner axis of its column, and the one after the last.
const fn inner_axes(param: &Param<'_>, form: ColumnForm) -> (usize, usize) {
    let rank = param.rules.axes.rank();
    match form.open {
        OpenAxes::None => (0, rank),
        OpenAxes::First => (1, rank),
        OpenAxes::All(_) => (rank, rank),
    }
}

const fn lengths<T: HasRules, const N: usize>() -> [usize; N] {
    let (record, mut all) = (record_of::<T>(), [0; N]);
    let (mut index, mut at) = (0, 0);
    while let Some(param) = record.get(index) {
        let (mut axis, end) = inner_axes(&param, ColumnForm::of(&param));
        while axis < end {
            all[at] = length(&param, axis);
            at += 1;
            axis += 1;
        }
        index += 1;
    }
    all
}

/// Returns the length of an axis that has only one; the greatest of this machine stands for one beyond.
#[allow(clippy::cast_possible_truncation, reason = "compared before")]
const fn length(param: &Param<'_>, axis: usize) -> usize {
    let len = param.rules.axes.dim(axis).min;
    if len < usize::MAX as u64 { len as usize } else { usize::MAX }
}

const fn columns<T: HasRules, const N: usize>() -> [ListColumn; N] {
    const NONE: ListColumn = ListColumn {
        name: "",
        form: ColumnForm::STACKED,
        first: 0,
        last: 0,
        element_type: None,
        inner: &[],
        size: None,
        count: None,
    };
    let (record, mut all) = (record_of::<T>(), [NONE; N]);
    let mut lengths = all_lengths::<T>(axes(&record));
    let (mut index, mut first) = (0, 0);
    while let Some(param) = record.get(index) {
        let form = ColumnForm::of(&param);
        let (start, end) = inner_axes(&param, form);
        let (inner, rest) = lengths.split_at(end - start);
        let element_type = param.rules.types.single();
        let count = count_of(inner);
        let size = match (form.open, element_type, count) {
            (OpenAxes::None, Some(element_type), Some(count)) => bytes_of(element_type, count),
            _ => None,
        };
        let next = first + form.width();
        all[index] = ListColumn { name: param.name, form, first, last: next - 1, element_type, inner, size, count };
        lengths = rest;
        first = next;
        index += 1;
    }
    all
}

/// Returns the number of all inner axes.
const fn axes(record: &RecordRules<'_>) -> usize {
    let (mut index, mut count) = (0, 0);
    while let Some(param) = record.get(index) {
        let (start, end) = inner_axes(&param, ColumnForm::of(&param));
        count += end - start;
        index += 1;
    }
    count
}

/// Returns the number of elements of a tensor.
const fn count_of(shape: &[usize]) -> Option<usize> {
    let (mut count, mut axis) = (Some(1_usize), 0);
    while let (Some(elements), true) = (count, axis < shape.len()) {
        count = elements.checked_mul(shape[axis]);
        axis += 1;
    }
    count
}

/// Returns the size in bytes of so many elements.
const fn bytes_of(element_type: ElementType, count: usize) -> Option<usize> {
    match element_type.size() {
        Some(size) => size.checked_mul(count),
        None => None,
    }
}
