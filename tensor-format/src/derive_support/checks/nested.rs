//! Fields of a record that are records themselves: which fields are, and what parameters they make in the outer record.
//!
//! The derive sees the type of a field, `Pose`, but not whether it is one tensor or a record. So it lists every field
//! whose type it does not know by name, with the rules of the type, and the compiler finds out here. Such a field takes
//! one position among the fields that are not flattened, which stands for as many parameters as the nested record has.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use super::flatten::{Flattening, join, position_of_own};
use crate::{
    HasRules, Param, Presence, RecordRules, RecordType, Rules,
    const_text::{message::ConstText, str_eq::same},
    rules::{name_table::NameTable, narrow::has_faults},
};

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
    let mut index = 0;
    while index < R::NESTED.len() {
        let field = &R::NESTED[index];
        if field.own == own && field.record().is_some() {
            return Some(field);
        }
        index += 1;
    }
    None
}

/// Returns the number of parameters of the field at position `own` among those that are not flattened: 1 unless it is a
/// record.
pub(super) const fn width<R: Flattening + ?Sized>(own: usize) -> usize {
    match nested_at::<R>(own) {
        Some(NestedField { rules: Rules::Record(record), .. }) => record.len(),
        _ => 1,
    }
}

/// Returns the number of parameters of the fields before position `own` among those that are not flattened.
pub(super) const fn width_before<R: Flattening + ?Sized>(own: usize) -> usize {
    let (mut before, mut count) = (0, 0);
    while before < own {
        count += width::<R>(before);
        before += 1;
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

/// Returns the parameters of a record with fields that may be records.
#[must_use]
pub const fn nest<R: Flattening + ?Sized>() -> RecordRules<'static> {
    if is_flat::<R>() { R::OWN } else { join::<R>() }
}

/// Returns the record type of a record with fields that may be records. `names` is the table of its names in case that
/// no field is one.
#[must_use]
pub const fn nested_type<R: Flattening + HasRules>(names: &'static [u8]) -> RecordType {
    if is_flat::<R>() {
        return RecordType::derived(names, R::rules);
    }
    RecordType::new(NameTable::as_slice(const { &NameTable::of(R::RULES) }), R::RULES, R::rules)
}

/// Stops compilation unless the field `what` of a record, of the type `ty`, is one tensor or a record that can be
/// nested.
#[track_caller]
pub const fn verify_nested(what: &str, ty: &str, rules: Rules<'static>, presence: Presence) {
    let Rules::Record(record) = rules else { return };
    if has_faults(&rules) {
        return;
    }
    let text = ConstText::new().str("`").str(what).str("`: ");
    if record.is_empty() {
        let text = text.str("the names of the parameters of `").str(ty).str("` are known only at run time");
        panic!("{}", text.str("\n  list them in a struct that derives `Tensor`, or send the value by itself").as_str())
    }
    if let [field, ..] = record.metadata() {
        let text = text.str("`").str(ty).str("` has metadata `").str(field.name);
        panic!("{}", text.str("`, and a nested record has tensors alone: put them into the outer record").as_str())
    }
    match presence {
        Presence::Required => {}
        Presence::Many => {
            let text = text.str("`Many` holds single tensors, but this is a record");
            panic!("{}", text.str("\n  write `Batch<T>` for records of the same shapes").as_str())
        }
        Presence::Optional => {
            let mut index = 0;
            while let Some(param) = record.get(index) {
                if param.is_required() {
                    return;
                }
                index += 1;
            }
            let text = text.str("all parameters of the record are optional, so that `None` and a record without any");
            panic!("{}", text.str(" would be the same bytes\n  remove the `Option` around it").as_str())
        }
    }
}

/// Stops compilation if the field `what` of the record `R`, at position `own` among those that are not flattened, is a
/// record and one of its parameters has the name of another parameter of `R`.
#[track_caller]
pub const fn verify_nested_names<R: Flattening + ?Sized>(what: &str, own: usize) {
    if nested_at::<R>(own).is_none() {
        return;
    }
    let all = join::<R>();
    let start = position_of_own::<R>(own);
    let end = start + width::<R>(own);
    let mut index = start;
    while index < end {
        let mut other = 0;
        while let (Some(param), Some(first)) = (all.get(index), all.get(other)) {
            if (other < start || other >= end) && same(param.name, first.name) {
                let text = ConstText::new().str("`").str(what).str("`: the record has a parameter \"").str(param.name);
                panic!("{}", text.str("\" already\n  give one of the two another name: `rename = \"name\"`").as_str())
            }
            other += 1;
        }
        index += 1;
    }
}
