//! Names of tensors that two columns of a list would have.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use super::{ColumnForm, spelled};
use crate::{Param, RecordRules, const_text::bytes::same_bytes};

/// Returns the name of a parameter whose column has a tensor with the name of another parameter.
pub(super) const fn with_taken_name(record: &RecordRules<'static>) -> Option<&'static str> {
    let mut at = 0;
    while let Some(rival) = record.get(at) {
        let mut name = 0;
        while name <= rival.aliases.len() {
            let taken = spelled(&rival, name);
            // Few names end as those of parts do, so that few are compared with all others.
            let mut index = if ends_as_part(taken) { 0 } else { record.len() };
            while let Some(param) = record.get(index) {
                if index != at && share_a_name(taken, &rival, &param) {
                    return Some(param.name);
                }
                index += 1;
            }
            name += 1;
        }
        at += 1;
    }
    None
}

/// Returns whether a name ends with the last word of what [`ColumnForm::suffix`] returns.
const fn ends_as_part(name: &str) -> bool {
    let words = [".values", ".lengths", ".shapes"];
    let mut word = 0;
    while word < words.len() {
        let at = name.len().saturating_sub(words[word].len());
        if same_bytes(name.as_bytes().split_at(at).1, words[word].as_bytes()) {
            return true;
        }
        word += 1;
    }
    false
}

/// Returns whether the columns of two parameters have a tensor of the same name, where that of the first is `name`.
const fn share_a_name(name: &str, first: &Param<'_>, other: &Param<'_>) -> bool {
    let (first, form) = (ColumnForm::of(first), ColumnForm::of(other));
    let mut pair = 0;
    while pair < first.width() * form.width() {
        let (end, other_end) = (first.suffix(pair / form.width()), form.suffix(pair % form.width()));
        let mut number = 0;
        while number <= other.aliases.len() {
            if are_equal_joined([name, end], [spelled(other, number), other_end]) {
                return true;
            }
            number += 1;
        }
        pair += 1;
    }
    false
}

/// Returns whether the parts of two names are equal when they are joined, where the first part of `long` is the longer.
const fn are_equal_joined(long: [&str; 2], short: [&str; 2]) -> bool {
    let Some((start, rest)) = long[0].as_bytes().split_at_checked(short[0].len()) else { return false };
    let Some((middle, end)) = short[1].as_bytes().split_at_checked(rest.len()) else { return false };
    same_bytes(start, short[0].as_bytes()) && same_bytes(middle, rest) && same_bytes(end, long[1].as_bytes())
}

#[cfg(test)]
mod tests {
    use super::ends_as_part;
    use crate::rules::columns::{ColumnForm, OpenAxes};

    #[test]
    fn every_name_of_a_part_is_seen_as_one() {
        for open in [OpenAxes::None, OpenAxes::First, OpenAxes::All(2)] {
            for is_optional in [false, true] {
                let form = ColumnForm { is_optional, open };
                for part in 0..form.width() {
                    let suffix = form.suffix(part);
                    assert_eq!(ends_as_part(suffix), !suffix.is_empty(), "{form:?} {suffix}");
                }
            }
        }
        assert!(!ends_as_part("values") && !ends_as_part("x.value") && !ends_as_part(""));
    }
}
