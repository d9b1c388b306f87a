//! The parts of a record: its own parameters, the records flattened in it, and its fields that are records.
//!
//! The derive sees the type of a field, `Pose`, but not whether it is one tensor or a record. So it lists every field
//! whose type it does not know by name, with the rules of the type, and the compiler finds out here. Such a field takes
//! one position among the record's own parameters, which counts for as many parameters as the nested record has.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use crate::{Param, Presence, RecordRules, Rules};

/// A record with `#[tensor(flatten)]` fields.
pub trait Flattening {
    /// The rules of the parameters that its other fields make, which are called its own.
    const OWN: RecordRules<'static>;
    /// The flattened records in order of declaration; arguments called `part` are their numbers, from 0.
    const PARTS: &'static [FlattenedPart];
    /// The fields, other than the flattened ones, that may be records, in order of their positions.
    const NESTED: &'static [NestedField] = &[];
    /// Stops compilation where the types of fields do not fit.
    const CHECKED: () = ();
}

/// A flattened record: where its parameters are in the outer record, and what they are.
#[derive(Clone, Copy, Debug)]
pub struct FlattenedPart {
    /// The number of parameters of the outer record that are declared before it, those of other flattened records not
    /// counted.
    pub at: usize,
    /// The prefix of the names of its parameters; empty if there is none.
    pub prefix: &'static str,
    /// The aliases of the field, for a map. Each with a dot is another prefix under which the parameters are read.
    pub aliases: &'static [&'static str],
    /// Whether the names of its axes get the prefix too.
    pub owns_axes: bool,
    /// The rules of the flattened record.
    pub rules: Rules<'static>,
}

impl FlattenedPart {
    pub(crate) const fn record(&self) -> RecordRules<'static> {
        match self.rules {
            Rules::Record(rules) => rules,
            Rules::Tensor(_) => RecordRules::ANY,
        }
    }
}

/// A field that may be a record.
#[derive(Clone, Copy, Debug)]
pub struct NestedField {
    /// The position of the field among the fields that are not flattened.
    pub own: usize,
    /// The name of the field and a dot: what the names of its parameters begin with if it is a record.
    pub prefix: &'static str,
    /// The rules of the field's type, or of the `T` in `Option<T>`.
    pub rules: Rules<'static>,
    /// How often the field occurs in the record.
    pub presence: Presence,
}

impl NestedField {
    const fn record(&self) -> Option<RecordRules<'static>> {
        match self.rules {
            Rules::Record(record) => Some(record),
            Rules::Tensor(_) => None,
        }
    }

    /// Returns a parameter of the nested record, without the prefix of its name.
    pub(super) const fn param(&self, index: usize) -> Option<Param<'static>> {
        let Some(record) = self.record() else { return None };
        let Some(mut param) = record.get(index) else { return None };
        if !matches!(self.presence, Presence::Required) && param.is_required() {
            param.presence = Presence::Optional;
            param.required_with = Some(0);
        }
        Some(param)
    }
}

/// Returns the field at position `own` among those that are not flattened, if it is a record.
pub(super) const fn nested_at<R: Flattening + ?Sized>(own: usize) -> Option<&'static NestedField> {
    // They are in the order of their positions.
    let (mut start, mut end) = (0, R::NESTED.len());
    while start < end {
        let middle = start + (end - start) / 2;
        let field = &R::NESTED[middle];
        if field.own == own {
            return if field.record().is_some() { Some(field) } else { None };
        }
        if field.own < own { start = middle + 1 } else { end = middle }
    }
    None
}

/// Returns the number of parameters of the field at position `own` among those that are not flattened: 1 unless it is a
/// record.
pub(crate) const fn width<R: Flattening + ?Sized>(own: usize) -> usize {
    match nested_at::<R>(own) {
        Some(NestedField { rules: Rules::Record(record), .. }) => record.len(),
        _ => 1,
    }
}

/// Returns the number of parameters of the fields before position `own` among those that are not flattened.
pub(super) const fn width_before<R: Flattening + ?Sized>(own: usize) -> usize {
    let (mut index, mut count) = (0, own);
    while index < R::NESTED.len() && R::NESTED[index].own < own {
        if let Some(record) = R::NESTED[index].record() {
            count = count - 1 + record.len();
        }
        index += 1;
    }
    count
}

/// Returns whether no field is a record, and none is flattened.
pub(crate) const fn is_flat<R: Flattening + ?Sized>() -> bool {
    let mut index = 0;
    while index < R::NESTED.len() {
        if R::NESTED[index].record().is_some() {
            return false;
        }
        index += 1;
    }
    R::PARTS.is_empty()
}
