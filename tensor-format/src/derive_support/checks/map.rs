//! Computes, as constants, the rules of a map as its attributes narrow them, and refuses attributes that contradict its
//! type. In `shape` the first names are those of the labels' dimensions; the rest are the axes of one value.

use super::verify::{verify_axes, verify_axis};
use crate::{
    AxisRules, Dim, ElementType, ElementTypes, Param, Presence, RecordRules, Rules, TensorRules, VALUES, ValueRange,
    const_text::{bytes::same, message::ConstText},
    rules::{narrow::is_faulty, sparse::MAX_LABELS},
};

/// The most dimensions of a map that the check of its shape takes: those of the labels and the axes of one value.
const MAX_AXES: usize = 32;

/// What the attributes of a map say of it.
#[derive(Debug)]
pub struct Mapping {
    /// The dimensions that [`narrow_dims`] returned, and the position of `..` among those that the attribute lists;
    /// `None` without an attribute `shape`.
    pub shape: Option<(&'static [Dim<'static>], Option<usize>)>,
    /// The element types of the values.
    pub types: Option<ElementTypes>,
    /// How often the map occurs in the record.
    pub presence: Presence,
    /// The documentation of the parameter of the values.
    pub doc: &'static str,
    /// The range that the values must be in.
    pub range: Option<&'static ValueRange>,
    /// Whether the map is the whole type, not a field of a record; the axes of its values keep their names then.
    pub is_whole: bool,
}

/// Splits the rules of sparse data into the record, the number of its labels and the rules of the values; returns
/// `None` for other rules.
const fn parts<'r>(rules: &'r Rules<'static>) -> Option<(&'r RecordRules<'static>, usize, TensorRules<'static>)> {
    match rules {
        Rules::Record(record) => match record.as_sparse() {
            Some((labels, values)) if labels <= MAX_LABELS => Some((record, labels, values)),
            _ => None,
        },
        Rules::Tensor(_) => None,
    }
}

/// Returns the rules of the values of sparse data, stored as one tensor whose first axis counts the items: one axis
/// more than a single value has. For other rules, allows no element type.
#[must_use]
pub const fn values_of(rules: Rules<'static>) -> TensorRules<'static> {
    match parts(&rules) {
        Some((_, _, values)) => values,
        None => TensorRules::new(ElementTypes::NONE, TensorRules::ANY.axes),
    }
}

/// Returns the `R` dimensions of a map that the type allows and an attribute declares: those of the labels, that of the
/// number of items, and the axes of one value. `declared` has all of them but the number of items.
#[must_use]
pub const fn narrow_dims<const R: usize>(
    of_type: Rules<'static>,
    declared: &[Dim<'static>],
    is_whole: bool,
) -> [Dim<'static>; R] {
    let mut dims = [Dim::ANY; R];
    let Some((_, labels, mut values)) = parts(&of_type) else { return dims };
    if !is_whole {
        values.axes = values.axes.unnamed();
    }
    let rank = R.saturating_sub(labels);
    let listed = values.axes.rank();
    let is_other = rank < listed || (rank > listed && !values.axes.is_open());
    let mut at = 0;
    while at < declared.len() && at < R {
        if at < labels {
            dims[at] = declared[at];
        } else if at + 1 < R {
            let own = values.axes.dim_of(at + 1 - labels, rank);
            dims[at + 1] = declared[at].intersection(own);
        }
        at += 1;
    }
    if is_other && R > 0 {
        dims[R - 1] = Dim { min: 1, max: 0, ..dims[R - 1] };
    }
    dims
}

/// Returns the parameters of a map of a type with the rules `of_type`, as its attributes narrow them: one for each
/// label, then the values.
#[must_use]
pub const fn map_params(of_type: Rules<'static>, mapping: Mapping) -> [Param<'static>; MAX_LABELS + 1] {
    let mut params = [const { Param::new("", TensorRules::ANY) }; MAX_LABELS + 1];
    let Some((record, labels, mut values)) = parts(&of_type) else { return params };
    if let Some(types) = mapping.types {
        values.types = values.types.intersection(types);
    }
    let mut names: &[Dim<'static>] = &[];
    if let Some((dims, open)) = mapping.shape {
        if labels < dims.len() {
            let (first, rest) = dims.split_at(labels);
            names = first;
            values.axes = AxisRules::new(rest);
            if let Some(at) = open {
                values.axes = values.axes.open_at((at + 1).saturating_sub(labels));
            }
        } else {
            values.types = ElementTypes::NONE;
        }
    } else if !mapping.is_whole {
        values.axes = values.axes.unnamed();
    }
    let together = if matches!(mapping.presence, Presence::Optional) { Some(0) } else { None };
    let mut index = 0;
    while index < labels {
        if let Some(param) = record.get(index) {
            params[index] = Param { presence: mapping.presence, required_with: together, ..param };
            if index < names.len() {
                if let Some(name) = names[index].name {
                    params[index].name = name;
                }
            }
        }
        index += 1;
    }
    if mapping.range.is_some() {
        values.range = mapping.range;
    }
    let Mapping { presence, doc, .. } = mapping;
    params[labels] = Param { presence, doc, required_with: together, of_map: true, ..Param::new(VALUES, values) };
    params
}

/// Returns the rules of a map whose parameters are those that [`map_params`] returned.
#[must_use]
pub const fn map_rules(of_type: Rules<'static>, params: &'static [Param<'static>; MAX_LABELS + 1]) -> Rules<'static> {
    match parts(&of_type) {
        Some((_, labels, _)) => Rules::Record(RecordRules::new(params.split_at(labels + 1).0)),
        None => of_type,
    }
}

/// Stops compilation unless the type `ty` of the field `what` is one map, whose record lists labels and then values. It is
/// taken for one as the word `sparse` says so, or else by its name.
#[track_caller]
pub const fn verify_map(what: &str, ty: &str, of_type: Rules<'static>, is_said: bool) {
    let text = fault(what).str("`").str(ty);
    match &of_type {
        Rules::Tensor(rules) if is_faulty(rules) => {}
        Rules::Tensor(_) => {
            let text = text.str("` is one tensor, not a map of tensors\n  ");
            let advice =
                if is_said { "remove `sparse`" } else { "give a type that is called as maps are another name here" };
            text.str(advice).stop()
        }
        Rules::Record(record) if is_map_of_records(record) => {
            let text = text
                .str("` holds a record for each key, but `sparse`, `dtype`, `shape` and `range` describe values that");
            text.str(" are tensors\n  remove them: a map of records says nothing more").stop()
        }
        Rules::Record(record) if parts(&of_type).is_none() => {
            let text = if record.as_sparse().is_some() {
                text.str("` has more than 8 labels an item")
            } else {
                text.str("` is a record, but not one of labels, strings [n], and then `values`, [n, ..]")
            };
            text.str("\n  of any other record, `flatten` puts the parameters here").stop()
        }
        Rules::Record(_) => {}
    }
}

/// Stops compilation if a field `what` of the type `ty` holds several maps.
#[track_caller]
pub const fn verify_one_map(what: &str, ty: &str, presence: Presence) {
    if matches!(presence, Presence::Many) {
        let text = fault(what).str("`").str(ty);
        text.str("` is a list of maps, but a record holds one map in a field, or none").stop()
    }
}

/// Stops compilation if the dimensions that an attribute declares fit no map of the type; `open` is the position of
/// `..` among them.
#[track_caller]
pub const fn verify_map_dims(
    what: &str,
    ty: &str,
    of_type: Rules<'static>,
    declared: &[Dim<'static>],
    open: Option<usize>,
) {
    let Some((record, labels, values)) = parts(&of_type) else { return };
    if is_faulty(&values) {
        return;
    }
    let listed = values.axes.rank() - 1;
    if labels + listed > MAX_AXES {
        fault(what).str("a map has at most 32 dimensions").stop()
    }
    let mut own = [Dim::ANY; MAX_AXES];
    let mut at = 0;
    while at < labels + listed {
        own[at] = match record.get(at) {
            Some(param) if at < labels => Dim::ANY.named(param.name),
            _ => values.axes.dim(at + 1 - labels),
        };
        at += 1;
    }
    let axes = AxisRules::new(own.split_at(labels + listed).0);
    let axes = match values.axes.open_position() {
        Some(at) => axes.open_at((at + labels).saturating_sub(1)),
        None => axes,
    };
    let (mut axis, mut axes) = (0, verify_axes(what, ty, TensorRules { axes, ..values }, declared, open, &[]));
    while axis < declared.len() {
        axes = verify_axis(axes, axis);
        axis += 1;
    }
    verify_labels(what, declared, labels);
    if matches!(open, Some(at) if at < labels) {
        fault(what).str("`..` stands among the dimensions of the labels, which the type counts").stop()
    }
    verify_distinct(what, record, declared, labels);
}

/// Returns whether these are the rules of a map of records: one list of labels, and then columns under `values`.
const fn is_map_of_records(record: &RecordRules<'static>) -> bool {
    let [labels, column, ..] = record.listed() else { return false };
    let Some((name, _)) = column.name.as_bytes().split_at_checked(VALUES.len()) else { return false };
    let name = match core::str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => "",
    };
    labels.rules.types.is_subset(ElementTypes::of(ElementType::String))
        && same(name, VALUES)
        && column.name.len() > VALUES.len()
}

const fn fault(what: &str) -> ConstText {
    ConstText::of(what).str(": ")
}

/// Stops compilation if an attribute gives one of the first `labels` dimensions, those of the labels, a length.
#[track_caller]
const fn verify_labels(what: &str, declared: &[Dim<'static>], labels: usize) {
    let mut at = 0;
    while at < labels && at < declared.len() {
        let Dim { min, max, name } = declared[at];
        if min > 0 || max < u64::MAX {
            let text =
                fault(what).str("dimension ").num(at as u64).str(" is that of a label: any text, so it has no length");
            let text = match name {
                Some(name) => text.str("\n  write just `").str(name).str("`"),
                None => text.str("\n  write a name, or `_`"),
            };
            text.stop()
        }
        at += 1;
    }
}

/// Stops compilation if two dimensions of a map have one name and one of the two is of its keys (labels), or if one of
/// its keys' is called `values`, as the parameter of the map's values is.
#[track_caller]
const fn verify_distinct(what: &str, record: &RecordRules<'static>, declared: &[Dim<'static>], labels: usize) {
    let mut at = 0;
    while at < labels && at < declared.len() {
        let name = match (declared[at].name, record.get(at)) {
            (Some(name), _) => name,
            (None, Some(param)) => param.name,
            (None, None) => "",
        };
        if same(name, VALUES) {
            fault(what).str("the values are called `values`: give the dimension another name").stop()
        }
        let mut other = 0;
        while other < declared.len() {
            let rival = match (declared[other].name, record.get(other)) {
                (Some(name), _) => name,
                (None, Some(param)) if other < labels => param.name,
                _ => "",
            };
            if other != at && same(name, rival) {
                let text = fault(what).str("the dimension `").str(name).str("` stands twice");
                text.str("\n  each of a label has a name of its own").stop()
            }
            other += 1;
        }
        at += 1;
    }
}
