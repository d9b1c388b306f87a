//! Lists of records as columns: the rules of the list, from those of its records.
//!
//! Each parameter of a record makes one column. If its rules fix the shape and every record has it, the tensors of all
//! records are stacked: one tensor `[n, ..]` of the same name. If not, the column is ragged, several tensors:
//! `lengths`, or `shapes`, and `values`, all elements one after another. So what is written depends on the type alone.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler, but for small numbers of parameters and axes"
)]

mod listable;
pub(crate) mod table;
mod taken;

pub(crate) use listable::can_be_listed;

use core::marker::PhantomData;

use taken::with_taken_name;

use super::HasRules;
use crate::{
    AxisRules, Bound, Dim, ElementType, ElementTypes, Param, Presence, RecordRules, Rules, TensorRules, ValueRange,
    const_text::{bytes::copy, message::ConstText},
    rules::{fault::param_at_fault, narrow::has_faults, spellings::spelled},
    util::sized_tables::sized_tables,
};

/// How the tensors that records have for one parameter are written as a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColumnForm {
    /// Whether a record may lack the tensor: the column begins with a 0 or 1 for each record.
    pub(crate) is_optional: bool,
    /// The axes whose lengths differ between the tensors.
    pub(crate) open: OpenAxes,
}

/// The axes whose lengths differ between the tensors of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenAxes {
    /// None: the tensors are stacked.
    None,
    /// The outermost: its length is written for each tensor, and the tensors are joined along it.
    First,
    /// Any of this number of axes: all lengths are written for each tensor, and elements are joined.
    All(usize),
}

impl OpenAxes {
    /// Returns their number.
    #[inline]
    pub(crate) const fn count(self) -> usize {
        match self {
            Self::None => 0,
            Self::First => 1,
            Self::All(axes) => axes,
        }
    }
}

/// One tensor of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// For each record whether it has a tensor, 0 or 1.
    Presence,
    /// For each tensor the lengths of its open axes.
    Lengths,
    /// The elements.
    Values,
}

impl ColumnForm {
    /// The form of a column whose tensors all records have, in one shape.
    pub(crate) const STACKED: Self = Self { is_optional: false, open: OpenAxes::None };

    /// Returns the form of the column of this parameter.
    pub(crate) const fn of(param: &Param<'_>) -> Self {
        let axes = &param.rules.axes;
        let (mut axis, mut open) = (0, OpenAxes::None);
        while axis < axes.rank() {
            if axes.dim(axis).as_exact().is_none() {
                open = if axis == 0 { OpenAxes::First } else { OpenAxes::All(axes.rank()) };
            }
            axis += 1;
        }
        Self { is_optional: !param.is_required(), open }
    }

    /// Returns the number of tensors of the column.
    pub(crate) const fn width(self) -> usize {
        self.is_optional as usize + !matches!(self.open, OpenAxes::None) as usize + 1
    }

    /// Returns tensor number `index` of the column.
    pub(crate) const fn part(self, index: usize) -> Part {
        match (self.width() - 1).checked_sub(index) {
            None | Some(0) => Part::Values,
            Some(1) if !matches!(self.open, OpenAxes::None) => Part::Lengths,
            Some(_) => Part::Presence,
        }
    }

    /// Returns what the name of tensor number `index` has after the name of the parameter.
    const fn suffix(self, index: usize) -> &'static str {
        match (self.part(index), self.open, self.is_optional) {
            (Part::Values, OpenAxes::None, false) => "",
            (Part::Values, OpenAxes::None, true) => ".values",
            (Part::Values, _, false) => ".values",
            (Part::Values, _, true) => ".values.values",
            (Part::Lengths, OpenAxes::All(_), false) => ".shapes",
            (Part::Lengths, OpenAxes::All(_), true) => ".values.shapes",
            (Part::Lengths, _, true) => ".values.lengths",
            (Part::Presence, _, _) | (Part::Lengths, _, false) => ".lengths",
        }
    }

    /// Returns the rank of tensor number `index` of the column, of a parameter of `rank` axes.
    const fn rank(self, index: usize, rank: usize) -> usize {
        match (self.part(index), self.open) {
            (Part::Presence, _) | (Part::Lengths, OpenAxes::First | OpenAxes::None) => 1,
            (Part::Lengths, OpenAxes::All(_)) => 2,
            (Part::Values, OpenAxes::None) => rank + 1,
            (Part::Values, OpenAxes::First) => rank,
            (Part::Values, OpenAxes::All(_)) => 1,
        }
    }

    /// Returns an axis of tensor number `index` of the column. The outermost axis of its first tensor, `records`,
    /// counts the records.
    const fn dim(self, index: usize, axis: usize, axes: AxisRules<'static>, records: Dim<'static>) -> Dim<'static> {
        if axis == 0 {
            return if index == 0 { records } else { Dim::ANY };
        }
        let mut dim = match (self.part(index), self.open) {
            (Part::Lengths, OpenAxes::All(rank)) => Dim::exact(rank as u64),
            (_, OpenAxes::None) => axes.dim(axis - 1),
            _ => axes.dim(axis),
        };
        // Names of axes apply within one record.
        dim.name = None;
        dim
    }

    /// Returns the allowed lengths of the open axes, of a parameter of these axes: what any of them allows, since one
    /// range holds for all numbers of a tensor; `None` if that is any.
    const fn lengths(self, axes: &AxisRules<'_>) -> Option<ValueRange> {
        let (mut min, mut max, mut axis) = (u64::MAX, 0, 0);
        while axis < self.open.count() {
            let dim = axes.dim(axis);
            if dim.min < min {
                min = dim.min;
            }
            if dim.max > max {
                max = dim.max;
            }
            axis += 1;
        }
        let min = if min == 0 { None } else { Some(Bound::Int(min as i128)) };
        let max = if max == u64::MAX { None } else { Some(Bound::Int(max as i128)) };
        if min.is_none() && max.is_none() { None } else { Some(ValueRange::new(min, max)) }
    }
}

/// How many records a list has.
pub(crate) trait Length {
    /// The axis that counts the records.
    const DIM: Dim<'static>;
}

/// Any number of records.
pub(crate) struct AnyLength;

impl Length for AnyLength {
    const DIM: Dim<'static> = Dim::ANY.named("n");
}

/// As many records as an array has.
pub(crate) struct Exactly<const N: usize>;

impl<const N: usize> Length for Exactly<N> {
    // Without a name, for there is nothing left that it could say.
    const DIM: Dim<'static> = Dim::exact(N as u64);
}

/// The lengths of lists that have at most one part.
pub(crate) const ZERO_OR_ONE: ValueRange = ValueRange::new(Some(Bound::Int(0)), Some(Bound::Int(1)));

/// Returns the rules of a list of `L` values of type `T`; if `T` cannot be in a list, rules that no value keeps: one
/// parameter of no element type, with the name of the parameter at fault, and the reason as its documentation.
pub(crate) const fn list_rules<T: HasRules, L: Length>() -> Rules<'static> {
    ListRules::<T, L>::RULES
}

/// The rules of lists of `L` values of type `T` as a constant: the compiler keeps what it has evaluated once.
struct ListRules<T, L>(PhantomData<(T, L)>);

impl<T: HasRules, L: Length> ListRules<T, L> {
    const RULES: Rules<'static> = match T::RULES {
        Rules::Record(_) if has_faults(&T::RULES) => T::RULES,
        Rules::Record(_) if ListFault::<T>::FAULT.is_some() => Rules::Record(RecordRules::new(fault_params::<T>())),
        Rules::Record(record) => {
            let count = count(&record);
            let rules = RecordRules::new(all_params::<T, L>(count).split_at(count).0);
            Rules::Record(if record.denies_unknown() { rules.deny_unknown() } else { rules })
        }
        Rules::Tensor(_) => T::RULES,
    };
}

/// What keeps records of the type `T` out of lists, as a constant.
struct ListFault<T>(PhantomData<T>);

impl<T: HasRules> ListFault<T> {
    /// The name of a parameter that has no column, and the reason.
    const FAULT: Option<(&'static str, &'static str)> = fault(&record_of::<T>());
}

/// Returns whether records of these rules have nothing but tensors of one type and shape, which are stacked in a list
/// and in a batch alike.
pub(crate) const fn are_stacked(record: &RecordRules<'static>) -> bool {
    let mut index = 0;
    while let Some(param) = record.get(index) {
        let is_fixed = matches!(ColumnForm::of(&param), ColumnForm { is_optional: false, open: OpenAxes::None });
        if !is_fixed || param.rules.axes.is_open() || param.rules.types.single().is_none() {
            return false;
        }
        index += 1;
    }
    index > 0 && record.metadata().is_empty()
}

/// Stops compilation if records of these rules cannot be in a list.
pub(crate) const fn verify_list<T: HasRules>() {
    if has_faults(&T::RULES) || matches!(T::RULES, Rules::Tensor(_)) {
        return;
    }
    if let Some((name, why)) = ListFault::<T>::FAULT {
        ConstText::new().str("a list of records: parameter `").str(name).str("` ").str(why).stop()
    }
}

/// Returns the name of a parameter that has no column, and the reason.
const fn fault(record: &RecordRules<'static>) -> Option<(&'static str, &'static str)> {
    if record.is_empty() {
        return Some(("..", "is none, or known only at run time: list one at least in a struct that derives `Tensor`"));
    }
    if let [field, ..] = record.metadata() {
        return Some((
            field.name,
            "is metadata, which many records in a list cannot have: put it into the outer record",
        ));
    }
    let mut index = 0;
    while let Some(param) = record.get(index) {
        let why = if matches!(param.presence, Presence::Many) {
            "is `Many` tensors, which have no column: use a `Vec` or `Ragged`"
        } else if param.rules.axes.is_open() {
            "has any number of axes: fix it, as `Array2<T>` does, or hold records of one shape in a `Batch`"
        } else if param.rules.types.single().is_none() {
            "has one of several element types: fix it, or hold records of one type in a `Batch`"
        } else {
            index += 1;
            continue;
        };
        return Some((param.name, why));
    }
    match with_taken_name(record) {
        Some(name) => Some((
            name,
            "makes several tensors, one of which has the name of another: give that parameter, or its alias, another name",
        )),
        None => None,
    }
}

/// Returns the number of tensors of a list of these records.
const fn count(record: &RecordRules<'_>) -> usize {
    let (mut index, mut count) = (0, 0);
    while let Some(param) = record.get(index) {
        count += ColumnForm::of(&param).width();
        index += 1;
    }
    count
}

/// Returns the number of bytes of the names that a list adds, and the numbers of its axes and of its aliases.
const fn sizes(record: &RecordRules<'_>) -> (usize, usize, usize) {
    let (mut index, mut bytes, mut dims, mut aliases) = (0, 0, 0, 0);
    while let Some(param) = record.get(index) {
        let form = ColumnForm::of(&param);
        let mut part = 0;
        while part < form.width() {
            let mut name = 0;
            while name <= param.aliases.len() {
                bytes += spelled(&param, name).len() + form.suffix(part).len();
                name += 1;
            }
            aliases += param.aliases.len();
            dims += form.rank(part, param.rules.axes.rank());
            part += 1;
        }
        index += 1;
    }
    (bytes, dims, aliases)
}

sized_tables! {
    fn all_names[T: HasRules][T] -> [u8; 256 | 4096 | 65536] = names,
        "the names of a list of records have at most 65536 bytes";
    fn all_dims[T: HasRules, L: Length][T, L] -> [Dim<'static>; 16 | 128 | 1024] = dims,
        "the tensors of a list of records have at most 1024 axes";
    fn all_aliases[T: HasRules][T] -> [&'static str; 16 | 128 | 1024] = aliases,
        "the tensors of a list of records have at most 1024 aliases";
    fn all_ranges[T: HasRules][T] -> [Option<ValueRange>; 16 | 128 | 1024] = ranges,
        "a record in a list has at most 1024 parameters";
    fn all_params[T: HasRules, L: Length][T, L] -> [Param<'static>; 16 | 128 | 1024] = params,
        "a list of records has at most 1024 tensors";
}

/// Returns the one parameter of a list that there cannot be.
const fn fault_params<T: HasRules>() -> &'static [Param<'static>] {
    const {
        let (name, why) = match ListFault::<T>::FAULT {
            Some(fault) => fault,
            None => ("", ""),
        };
        &[param_at_fault(name, Presence::Required, why)]
    }
}

const fn record_of<T: HasRules>() -> RecordRules<'static> {
    match T::RULES {
        Rules::Record(record) => record,
        Rules::Tensor(_) => RecordRules::ANY,
    }
}

const fn names<T: HasRules, const N: usize>() -> [u8; N] {
    let (record, mut all) = (record_of::<T>(), [0; N]);
    let (mut index, mut at) = (0, 0);
    while let Some(param) = record.get(index) {
        let form = ColumnForm::of(&param);
        let mut part = 0;
        while part < form.width() {
            // The aliases follow the name.
            let mut name = 0;
            while name <= param.aliases.len() {
                at = copy(spelled(&param, name), &mut all, at);
                at = copy(form.suffix(part), &mut all, at);
                name += 1;
            }
            part += 1;
        }
        index += 1;
    }
    all
}

const fn dims<T: HasRules, L: Length, const N: usize>() -> [Dim<'static>; N] {
    let (record, mut all) = (record_of::<T>(), [Dim::ANY; N]);
    let (mut index, mut at) = (0, 0);
    while let Some(param) = record.get(index) {
        let (form, axes) = (ColumnForm::of(&param), param.rules.axes);
        let mut part = 0;
        while part < form.width() {
            let mut axis = 0;
            while axis < form.rank(part, axes.rank()) && at < N {
                all[at] = form.dim(part, axis, axes, L::DIM);
                (at, axis) = (at + 1, axis + 1);
            }
            part += 1;
        }
        index += 1;
    }
    all
}

/// Splits `names` after name number `name` of a column of `param` that ends in `suffix`.
const fn next_name(
    names: &'static [u8],
    param: &Param<'_>,
    name: usize,
    suffix: &str,
) -> (&'static str, &'static [u8]) {
    let (name, rest) = names.split_at(spelled(param, name).len() + suffix.len());
    match core::str::from_utf8(name) {
        Ok(name) => (name, rest),
        Err(_) => ("", rest),
    }
}

const fn aliases<T: HasRules, const N: usize>() -> [&'static str; N] {
    let (record, mut all) = (record_of::<T>(), [""; N]);
    let mut names = all_names::<T>(sizes(&record).0);
    let (mut index, mut at) = (0, 0);
    while let Some(param) = record.get(index) {
        let form = ColumnForm::of(&param);
        let mut part = 0;
        while part < form.width() {
            let mut number = 0;
            while number <= param.aliases.len() {
                let (name, rest) = next_name(names, &param, number, form.suffix(part));
                names = rest;
                if number > 0 && at < N {
                    all[at] = name;
                    at += 1;
                }
                number += 1;
            }
            part += 1;
        }
        index += 1;
    }
    all
}

/// Returns for each parameter what its lengths may be.
const fn ranges<T: HasRules, const N: usize>() -> [Option<ValueRange>; N] {
    let (record, mut all, mut index) = (record_of::<T>(), [None; N], 0);
    while let Some(param) = record.get(index) {
        all[index] = ColumnForm::of(&param).lengths(&param.rules.axes);
        index += 1;
    }
    all
}

const fn params<T: HasRules, L: Length, const N: usize>() -> [Param<'static>; N] {
    let (record, mut all) = (record_of::<T>(), [const { Param::new("", TensorRules::ANY) }; N]);
    let (bytes, axes, count) = sizes(&record);
    let mut names = all_names::<T>(bytes);
    let (mut aliases, mut dims) = (all_aliases::<T>(count), all_dims::<T, L>(axes));
    let ranges = all_ranges::<T>(record.listed().len());
    let (mut index, mut at) = (0, 0);
    while let Some(param) = record.get(index) {
        let form = ColumnForm::of(&param);
        let mut part = 0;
        while part < form.width() && at < N {
            let (name, rest) = next_name(names, &param, 0, form.suffix(part));
            names = rest;
            let mut number = 1;
            while number <= param.aliases.len() {
                names = next_name(names, &param, number, form.suffix(part)).1;
                number += 1;
            }
            let (own_aliases, rest) = aliases.split_at(param.aliases.len());
            aliases = rest;
            let (own, rest) = dims.split_at(form.rank(part, param.rules.axes.rank()));
            dims = rest;
            all[at] = Param::new(name, rules_of(form.part(part), &param, AxisRules::new(own), ranges[index].as_ref()));
            (all[at].doc, all[at].aliases) = (param.doc, own_aliases);
            (at, part) = (at + 1, part + 1);
        }
        index += 1;
    }
    all
}

/// Returns the rules of one tensor of the column of `param`, which has these axes, and lengths in this range.
const fn rules_of(
    part: Part,
    param: &Param<'static>,
    axes: AxisRules<'static>,
    lengths: Option<&'static ValueRange>,
) -> TensorRules<'static> {
    let mut rules = TensorRules::new(ElementTypes::of(ElementType::U64), axes);
    match part {
        Part::Presence => rules.range = Some(&ZERO_OR_ONE),
        Part::Lengths => rules.range = lengths,
        Part::Values => (rules.types, rules.range) = (param.rules.types, param.rules.range),
    }
    rules
}
