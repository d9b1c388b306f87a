//! Names of tensors that two columns of a list would have.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use super::ColumnForm;
use crate::{
    RecordRules,
    const_text::bytes::same_bytes,
    rules::spellings::{Spellings, spelled},
};

/// What [`ColumnForm::suffix`] returns, but for the empty text; those of one word first.
const ENDS: [&str; 6] = [".values", ".lengths", ".shapes", ".values.values", ".values.lengths", ".values.shapes"];

/// Returns the name of a parameter whose column has a tensor with the name of another one's, or with an alias of its
/// own.
pub(super) const fn with_taken_name(record: &RecordRules<'static>) -> Option<&'static str> {
    // Of the spellings of parameters few end as those of parts do, unless the records have lists themselves.
    if !any_ends_as_part(record) {
        return None;
    }
    let all = Spellings::new(record);
    let mut at = 0;
    while let Some(rival) = record.get(at) {
        let mut name = 0;
        while name <= rival.aliases.len() {
            let taken = spelled(&rival, name).as_bytes();
            let mut end = 0;
            while end < ENDS.len() {
                if let Some(start) = without_end(taken, ENDS[end]) {
                    if let Some(param) = sharing(&all, record, start, ENDS[end], ColumnForm::of(&rival)) {
                        return Some(param);
                    }
                }
                end += 1;
            }
            name += 1;
        }
        at += 1;
    }
    None
}

const fn any_ends_as_part(record: &RecordRules<'static>) -> bool {
    let mut at = 0;
    while let Some(param) = record.get(at) {
        let mut name = 0;
        while name <= param.aliases.len() {
            let mut end = 0;
            while end < 3 {
                if without_end(spelled(&param, name).as_bytes(), ENDS[end]).is_some() {
                    return true;
                }
                end += 1;
            }
            name += 1;
        }
        at += 1;
    }
    false
}

/// Returns what a name has before this end, if it has it.
const fn without_end<'n>(name: &'n [u8], end: &str) -> Option<&'n [u8]> {
    let Some(at) = name.len().checked_sub(end.len()) else { return None };
    let (start, rest) = name.split_at(at);
    if same_bytes(rest, end.as_bytes()) { Some(start) } else { None }
}

/// Returns the name of a parameter that is spelled `start`, and whose column has a tensor of the name that one of the form
/// `rival` has for `start` with `end`.
const fn sharing(
    all: &Spellings,
    record: &RecordRules<'static>,
    start: &[u8],
    end: &str,
    rival: ColumnForm,
) -> Option<&'static str> {
    let mut places = all.of(record, start);
    while let Some((at, _)) = places.next() {
        if let Some(param) = record.get(at) {
            if share_a_part(end, rival, ColumnForm::of(&param)) {
                return Some(param.name);
            }
        }
    }
    None
}

/// Returns whether a column of the form `long` has a part that is named, behind `end`, as one of the form `short` is.
const fn share_a_part(end: &str, long: ColumnForm, short: ColumnForm) -> bool {
    let mut pair = 0;
    while pair < long.width() * short.width() {
        let (rest, whole) = (long.suffix(pair / short.width()), short.suffix(pair % short.width()));
        if let Some(start) = without_end(whole.as_bytes(), rest) {
            if same_bytes(start, end.as_bytes()) {
                return true;
            }
        }
        pair += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    extern crate std;

    use alloc::{boxed::Box, format, string::String, vec, vec::Vec};
    use std::sync::Mutex;

    use super::*;
    use crate::{AxisRules, Dim, Param, Presence, TensorRules, rules::columns::OpenAxes};

    const SHAPES: [&[Dim<'static>]; 3] = [&[], &[Dim::ANY], &[Dim::ANY, Dim::ANY]];

    /// Parameters of all forms.
    fn params(name: &'static str, aliases: &'static [&'static str]) -> Vec<Param<'static>> {
        let of = |dims, presence| {
            let rules = TensorRules::new(TensorRules::ANY.types, AxisRules::new(dims));
            Param { presence, aliases, ..Param::new(name, rules) }
        };
        let of_shape = |dims| [of(dims, Presence::Required), of(dims, Presence::Optional)];
        SHAPES.into_iter().flat_map(of_shape).collect()
    }

    /// All names of all tensors of the columns, where a column has each of its own names once.
    fn has_one_twice(record: &[Param<'static>]) -> bool {
        let mut all: Vec<String> = Vec::new();
        for param in record {
            let form = ColumnForm::of(param);
            for name in [param.name].iter().chain(param.aliases) {
                all.extend((0..form.width()).map(|part| format!("{name}{}", form.suffix(part))));
            }
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        all.len() < count
    }

    #[test]
    fn every_end_of_a_part_is_known() {
        for open in [OpenAxes::None, OpenAxes::First, OpenAxes::All(2)] {
            for is_optional in [false, true] {
                let form = ColumnForm { is_optional, open };
                for part in 0..form.width() {
                    let suffix = form.suffix(part);
                    assert!(suffix.is_empty() || ENDS.contains(&suffix), "{form:?} {suffix}");
                    assert_eq!(ENDS[..3].iter().any(|end| suffix.ends_with(end)), !suffix.is_empty());
                }
            }
        }
    }

    /// Pairs of parameters of all forms, with names and aliases that may collide, against a list of all names.
    #[test]
    fn names_that_are_there_twice_are_found() {
        static KEPT: Mutex<Vec<&[Param<'static>]>> = Mutex::new(Vec::new());
        let names = ["x", "x.values", "x.lengths", "x.values.values", "x.shapes", "x.valuess", "values", "y"];
        // Miri takes a thousand times as long.
        let (names, least) = if cfg!(miri) { (&names[..2], 10) } else { (&names[..], 1000) };
        let aliases: [&[&str]; 4] = [&[], &["x.values.lengths"], &["z", "z.values"], &["x.values.shapes", ".values"]];
        let (mut clashes, mut others) = (0, 0);
        for &first in names {
            for &second in names.iter().filter(|name| **name != first) {
                for (own, other) in [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (3, 0), (0, 3), (2, 3)] {
                    for left in params(first, aliases[own]) {
                        for right in params(second, aliases[other]) {
                            let record = vec![left, right];
                            let expected = has_one_twice(&record);
                            let record: &'static [Param<'static>] = Box::leak(record.into_boxed_slice());
                            // What a static holds has not leaked.
                            KEPT.lock().unwrap().push(record);
                            let found = with_taken_name(&RecordRules::new(record));
                            assert_eq!(found.is_some(), expected, "{record:?}");
                            *if expected { &mut clashes } else { &mut others } += 1;
                        }
                    }
                }
            }
        }
        assert!(clashes > least && others > least, "{clashes} {others}");
    }
}
