//! Fields of a record that are records themselves: the rules that come of them, and what they must be.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use core::marker::PhantomData;

use super::{
    flatten::{Names, exceeds, join, member_at, position_of_own},
    parts::{Flattening, is_flat, nested_at, width},
};
use crate::{
    HasRules, Param, Presence, RecordRules, RecordType, Rules,
    const_text::{bytes::same, message::ConstText},
    rules::{
        fault::{Fault, param_at_fault},
        has_rules::record_type_of,
        narrow::{has_faults, is_faulty},
        spellings::{Twin, Twins},
    },
};

/// Returns the parameters of a record with fields that may be records.
#[must_use]
pub const fn nest<R: Flattening + ?Sized>() -> RecordRules<'static> {
    if is_flat::<R>() { R::OWN } else { join::<R>() }
}

/// Returns the rules of a record, whose fields were checked.
#[must_use]
pub const fn checked<R: Flattening + ?Sized>(rules: RecordRules<'static>) -> RecordRules<'static> {
    let () = R::CHECKED;
    rules
}

/// Returns the record type of a record with fields that may be records. `names` is the table of its names in case that
/// no field is one.
#[must_use]
pub const fn nested_type<R: Flattening + HasRules>(names: &'static [u8]) -> RecordType {
    if is_flat::<R>() {
        return RecordType::derived(names, R::rules);
    }
    record_type_of::<R>().of_struct()
}

/// Returns the rules of the tuple `R`: of its fields, or of one parameter at fault if one of them cannot be nested.
pub(crate) const fn tuple_rules<R: Flattening>() -> RecordRules<'static> {
    let mut index = 0;
    while index < R::NESTED.len() {
        if let Rules::Record(record) = R::NESTED[index].rules {
            if Fault::of(&record).is_some() {
                return record;
            }
        }
        index += 1;
    }
    match field_at_fault::<R>() {
        Some(_) => RecordRules::new(const { &[TupleFault::<R>::PARAM] }),
        None => nest::<R>(),
    }
}

/// Returns the first field of the tuple `R` that cannot be nested, as a parameter at fault.
const fn field_at_fault<R: Flattening>() -> Option<Param<'static>> {
    let mut index = 0;
    while index < R::NESTED.len() {
        let field = &R::NESTED[index];
        if let (Rules::Record(record), Some(own)) = (field.rules, R::OWN.get(index)) {
            if let (Some(why), false) = (why_not_nested(&record, field.presence), has_faults(&field.rules)) {
                return Some(param_at_fault(own.name, Presence::Optional, why));
            }
        }
        index += 1;
    }
    None
}

struct TupleFault<R>(PhantomData<R>);

impl<R: Flattening> TupleFault<R> {
    const PARAM: Param<'static> = match field_at_fault::<R>() {
        Some(param) => param,
        None => param_at_fault("", Presence::Required, ""),
    };
}

/// Returns the reason why a record with this presence cannot be a field of another record; `None` if it can.
const fn why_not_nested(record: &RecordRules<'_>, presence: Presence) -> Option<&'static str> {
    if record.is_empty() {
        return Some(
            "the record lists no parameters, so that there is nothing to nest\n  for a field that is not sent, add \
             `#[tensor(skip)]`; a record of names known only at run time is sent by itself",
        );
    }
    if !record.metadata().is_empty() {
        return Some("a nested record has tensors alone, but this one has metadata: put them into the outer record");
    }
    if many_in_batch(record).is_some() {
        return Some(
            "the records of a `Batch` hold no `Many`\n  use a `Batch` for as many tensors of one shape in each record, or \
             hold a `Vec` of records with a `Ragged` in them",
        );
    }
    match presence {
        Presence::Required => None,
        Presence::Many => Some(
            "`Many` holds single tensors, but this is a record\n  write `Vec<T>`, or `Batch<T>` where all are of one \
             shape",
        ),
        Presence::Optional => {
            let mut index = 0;
            while let Some(param) = record.get(index) {
                if param.is_required() {
                    return None;
                }
                index += 1;
            }
            Some(
                "all parameters of the record are optional, so that `None` and a record without any would be the same \
                 bytes\n  remove the `Option` around it",
            )
        }
    }
}

/// Returns the name of the first parameter of a batch of records that is `Many`; `None` if there is none, or no batch.
const fn many_in_batch<'a>(record: &RecordRules<'a>) -> Option<&'a str> {
    let mut index = 0;
    while let (Some(param), true) = (record.get(index), record.batch_axes() > 0) {
        if matches!(param.presence, Presence::Many) {
            return Some(param.name);
        }
        index += 1;
    }
    None
}

/// Stops compilation unless the field `what` of a record, of the type `ty`, is one tensor or a record that can be
/// nested.
#[track_caller]
pub const fn verify_nested(what: &str, ty: &str, rules: Rules<'static>, presence: Presence) {
    let Rules::Record(record) = rules else { return };
    if let Some(fault) = Fault::of(&record) {
        fault.message(what, ty).stop()
    }
    if has_faults(&rules) {
        return;
    }
    if let [field, ..] = record.metadata() {
        let text = ConstText::new().str("`").str(what).str("`: `").str(ty).str("` has metadata `").str(field.name);
        text.str("`, and a nested record has tensors alone: put them into the outer record").stop()
    }
    verify_no_many(what, ty, rules);
    if let Some(why) = why_not_nested(&record, presence) {
        ConstText::new().str("`").str(what).str("`: ").str(why).stop()
    }
}

/// Stops compilation if the field `what`, of the type `ty`, is a batch of records in which there are `Many` tensors.
#[track_caller]
pub const fn verify_no_many(what: &str, ty: &str, rules: Rules<'static>) {
    let Rules::Record(record) = rules else { return };
    if let Some(fault) = Fault::of(&record) {
        fault.message(what, ty).stop()
    }
    if has_faults(&rules) {
        return;
    }
    if let Some(name) = many_in_batch(&record) {
        let text = ConstText::new().str("`").str(what).str("`: `").str(ty).str("` holds records, whose parameter `");
        let text =
            text.str(name).str("`\n  is `Many` tensors, which have no place in a batch: use a `Batch` for as many ");
        text.str("of one shape in each record, or hold a `Vec` of records with a `Ragged` in them").stop()
    }
}

/// Stops compilation if the field `what`, which has a default, is a record of the type `ty` that may be written as no
/// tensor at all: it would be read as the default.
#[track_caller]
pub const fn verify_nested_default(what: &str, ty: &str, rules: Rules<'static>) {
    let Rules::Record(record) = rules else { return };
    let mut index = 0;
    while let Some(param) = record.get(index) {
        if param.is_required() || is_faulty(&param.rules) {
            return;
        }
        index += 1;
    }
    if index > 0 {
        let text =
            ConstText::new().str("`").str(what).str("`: all parameters of `").str(ty).str("` are optional, so that");
        let text = text.str(" a value without any would be read as the default\n  remove `default`, and give the");
        panic!("{}", text.str(" defaults to the fields of the record").as_str())
    }
}

/// Stops compilation if the field `what` of the record `R`, at position `own` among those that are not flattened, is a
/// record and one of its parameters has the name of another parameter of `R`; or if it is optional and another name
/// begins as those of its parameters do, for that is how they are known to come together.
#[track_caller]
pub const fn verify_nested_names<R: Flattening + ?Sized>(what: &str, own: usize) {
    let Some(field) = nested_at::<R>(own) else { return };
    let all = join::<R>().listed();
    let start = position_of_own::<R>(own);
    let end = start + width::<R>(own);
    if exceeds::<R>(what, start, end) {
        return;
    }
    if let Some(name) = common_alias::<R>(start, end) {
        let text = ConstText::new().str("`").str(what).str("`: the record has a parameter \"").str(name);
        panic!("{}", text.str("\" already\n  give one of the two fields another `rename` or `alias`").as_str())
    }
    let mut other = 0;
    while other < all.len() {
        // Only a name with the field's prefix can be one of its parameters. Most have another: to compare each name
        // with each would take the compiler minutes.
        if (other < start || other >= end) && starts_with(all[other].name, field.prefix) {
            let text = ConstText::new().str("`").str(what).str("`: the record has a parameter \"").str(all[other].name);
            // Of equal names one field is at fault: a flattened one, else the later one of two that are records.
            let rival = member_at::<R>(other);
            let is_reported = rival >= R::OWN.len() || (rival > own && nested_at::<R>(rival).is_some());
            if is_name_of::<R>(all[other].name, start, end) {
                if is_reported {
                    return;
                }
                let text = text.str("\" already\n  give one of the two another name: `rename = \"name\"`");
                panic!("{}", text.as_str())
            }
            if matches!(field.presence, Presence::Optional) {
                let text = text.str("\" of another field, but of an optional record all names that begin with `");
                let text = text.str(field.prefix).str("` come together or not at all\n  give one of the two fields");
                panic!("{}", text.str(" another name: `rename = \"name\"`").as_str())
            }
        }
        other += 1;
    }
}

/// Returns a name that one of the parameters from `start` to `end` and another one both have, as an alias at least on
/// one side, but do not share as their name on the wire.
const fn common_alias<R: Flattening + ?Sized>(start: usize, end: usize) -> Option<&'static str> {
    let record = join::<R>();
    let mut twins = Twins::new(Names::<R>::ALL, &record, start, end);
    while let Some(Twin { text, own, other }) = twins.next() {
        let is_alias = own.1 > 0 || other.1 > 0;
        if let (true, Some(one), Some(other)) = (is_alias, record.get(own.0), record.get(other.0)) {
            if !same(one.name, other.name) {
                return Some(text);
            }
        }
    }
    None
}

/// Returns whether one of the parameters from `start` to `end` has this name on the wire.
const fn is_name_of<R: Flattening + ?Sized>(name: &str, start: usize, end: usize) -> bool {
    let record = join::<R>();
    let mut places = Names::<R>::ALL.of(&record, name.as_bytes());
    while let Some((at, which)) = places.next() {
        if which == 0 && start <= at && at < end {
            return true;
        }
    }
    false
}

const fn starts_with(name: &str, prefix: &str) -> bool {
    let (name, prefix) = (name.as_bytes(), prefix.as_bytes());
    if name.len() < prefix.len() {
        return false;
    }
    // The names of a record's fields differ at their ends.
    let mut at = prefix.len();
    while at > 0 {
        at -= 1;
        if name[at] != prefix[at] {
            return false;
        }
    }
    true
}
