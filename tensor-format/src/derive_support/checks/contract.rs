//! Checks the contracts between types in constants: every value of one type can be passed on as another, or compilation
//! stops here and says why.

use crate::{
    Param, RecordRules, Rules, TensorRules,
    const_text::{bytes::same, message::ConstText},
    rules::{
        narrow::has_faults,
        relations::containment::{Containment, ContainmentFault, Reason},
    },
};
/// The number of reasons that are written out; the rest are counted.
const SHOWN: usize = 4;

const ONE_KIND: &str = "\n  make both records, `struct Name { parameter: T }`, or both one tensor, `struct Name(T)`";

/// Checks that every value of `from` is an acceptable `into`. Where parameters are called differently, `renames` has
/// `(parameter of into, parameter of from)`.
///
/// # Panics
///
/// With every reason why it is not, in a constant as a compile error at the caller.
#[track_caller]
pub const fn check_feeds(
    from_name: &str,
    from: &Rules<'_>,
    into_name: &str,
    into: &Rules<'_>,
    renames: &[(&str, &str)],
) {
    if same(from_name, into_name) {
        let text = ConstText::new().str("a contract of `").str(from_name).str("` with itself says nothing: ");
        text.str("every value fits its own type, so leave it out").stop();
    }
    // Another error has been reported for one of the types.
    if has_faults(from) || has_faults(into) {
        return;
    }
    let names = MappedNames { from: from_name, into: into_name };
    match (from, into) {
        (Rules::Tensor(from), Rules::Tensor(into)) => {
            names.check_no_renames(renames);
            let (given, wanted) = ([Param::new("", *from)], [Param::new("", *into)]);
            names.check(Containment::new(RecordRules::new(&given), RecordRules::new(&wanted)), true);
        }
        (Rules::Record(from), Rules::Record(into)) => {
            if !are_parameters(from, into, renames) {
                return;
            }
            names.check_metadata(from, into);
            names.check(Containment::new(*from, *into).renamed(renames), false);
        }
        (Rules::Record(_), Rules::Tensor(into)) => {
            let text = names.begin().str(from_name).str(" is a record, ").str(into_name).str(" is one tensor");
            wants(text, into_name, into).str(ONE_KIND).stop();
        }
        (Rules::Tensor(from), Rules::Record(_)) => {
            let text = names.begin().str(from_name).str(" is one tensor, ").str(into_name).str(" is a record");
            gives(text, from_name, from).str(ONE_KIND).stop();
        }
    }
}

/// Stops compilation unless the type `of` has the parameter that a contract names.
///
/// # Panics
///
/// In a constant as a compile error at the caller.
#[track_caller]
pub const fn check_renamed(of: &str, rules: &Rules<'_>, name: &str) {
    let Rules::Record(rules) = rules else { return };
    if has_faults(&Rules::Record(*rules)) || rules.find(name, 0).is_some() {
        return;
    }
    let mut text = ConstText::of(of).str(" has no parameter `").str(name).str("`");
    let mut i = 0;
    while i < rules.listed().len() && i < SHOWN {
        text = text.str(if i == 0 { ": write one that it has, `" } else { ", `" }).str(rules.listed()[i].name).str("`");
        i += 1;
    }
    if i < rules.listed().len() {
        text = text.str(" and ").num((rules.listed().len() - i) as u64).str(" more");
    }
    text.stop()
}

/// Returns whether the two records have all parameters that the renames list; [`check_renamed`] reports those that are
/// missing.
const fn are_parameters(from: &RecordRules<'_>, into: &RecordRules<'_>, renames: &[(&str, &str)]) -> bool {
    let mut i = 0;
    while i < renames.len() {
        let (wanted, given) = renames[i];
        if into.find(wanted, 0).is_none() || from.find(given, 0).is_none() {
            return false;
        }
        i += 1;
    }
    true
}

struct MappedNames<'n> {
    from: &'n str,
    into: &'n str,
}

impl MappedNames<'_> {
    const fn begin(&self) -> ConstText {
        ConstText::new().str("incompatible models: ")
    }

    #[track_caller]
    const fn check_no_renames(&self, renames: &[(&str, &str)]) {
        if !renames.is_empty() {
            ConstText::of(self.into)
                .str(" is one tensor: it has no parameters to give names, so remove the braces")
                .stop();
        }
    }

    #[track_caller]
    const fn check_metadata(&self, from: &RecordRules<'_>, into: &RecordRules<'_>) {
        if let Some(name) = into.metadata_missing_in(from) {
            let text = self.begin().str(self.into).str(" requires metadata `").str(name).str("`, which ");
            let text = text.str(self.from).str(" does not give").str("\n  add it to ").str(self.from);
            let text = text.str(" with `#[tensor(metadata)]`, not as an `Option`, or let ").str(self.into);
            text.str(" take an `Option`").stop();
        }
    }

    /// Stops compilation with the reasons of the walk, if it has any.
    #[track_caller]
    const fn check(&self, mut feed: Containment<'_>, tensors: bool) {
        // A constant stops at its first `panic!`, so all reasons go into one message.
        let Some(first) = feed.next_reason() else { return };
        let mut text = self.remedy(self.reason(self.begin(), &first, tensors), &first);
        let (mut shown, mut more) = (1, 0);
        let mut last = first;
        while let Some(next) = feed.next_reason() {
            // Element type, rank and lengths of one parameter are all seen in its rules.
            if is_of_rules(&last.fault) && is_of_rules(&next.fault) && same(last.param.name, next.param.name) {
                text = if more == 0 { self.remedy(text, &next) } else { text };
                continue;
            }
            if shown < SHOWN {
                text = self.remedy(self.reason(text.str("\n"), &next, tensors), &next);
                shown += 1;
            } else {
                more += 1;
            }
            last = next;
        }
        if more > 0 {
            text = text.str("\nand ").num(more).str(" more");
        }
        text.stop();
    }

    const fn reason(&self, text: ConstText, reason: &Reason<'_>, tensors: bool) -> ConstText {
        let (from, into, name) = (self.from, self.into, reason.param.name);
        let given = match reason.given {
            Some(given) => given,
            None => reason.param,
        };
        match reason.fault {
            ContainmentFault::Missing => {
                text.str(into).str(" requires parameter `").str(name).str("`, which ").str(from).str(" does not give")
            }
            ContainmentFault::MayBeAbsent => {
                text.str(into).str(" requires parameter `").str(name).str("`, which ").str(from).str(" may leave out")
            }
            ContainmentFault::MayRepeat => {
                let text = text.str(into).str(" takes parameter `").str(name).str("` at most once, but ");
                text.str(from).str(" may give several tensors")
            }
            ContainmentFault::Unknown => {
                let text = text.str(from).str(" gives parameter `").str(name).str("`, which ");
                text.str(into).str(" does not know and denies")
            }
            ContainmentFault::Types { .. }
            | ContainmentFault::Range { .. }
            | ContainmentFault::Rank { .. }
            | ContainmentFault::Size { .. } => {
                let text = if tensors { text.str("the rules differ") } else { parameter(text, name, &given) };
                let text = match reason.fault {
                    ContainmentFault::Size { axis, .. } => text.str(", axis ").num(axis as u64),
                    _ => text,
                };
                wants(gives(text, from, &given.rules), into, &reason.param.rules)
            }
            ContainmentFault::Differ { axis, name, first, first_given, first_axis } => {
                let text = place(text, axis, &reason.param, tensors).str(" and ");
                let text = place(text, first_axis, &first, tensors);
                let text = match name {
                    Some(name) => text.str(" are both `").str(name).str("`, but their lengths may differ"),
                    None => text.str(" count one batch, but their lengths may differ"),
                };
                let text = gives(text, from, &first_given.rules);
                let text = if same(first.name, reason.param.name) { text } else { and(text, &given.rules) };
                let text = wants(text, into, &first.rules);
                if same(first.name, reason.param.name) { text } else { and(text, &reason.param.rules) }
            }
        }
    }

    /// Appends what mends a fault, in the one type or in the other.
    const fn remedy(&self, text: ConstText, reason: &Reason<'_>) -> ConstText {
        let (from, into) = (self.from, self.into);
        match reason.fault {
            ContainmentFault::Missing => {
                let text =
                    text.str("\n  add it to ").str(from).str(", or let ").str(into).str(" take an `Option`; if ");
                let text = text.str(from).str(" has it by another name, write `").str(from).str(" => ").str(into);
                let quote = if is_word(reason.param.name) { "" } else { "\"" };
                text.str(" { ").str(quote).str(reason.param.name).str(quote).str(": other_name }`")
            }
            ContainmentFault::MayBeAbsent => {
                let text = text.str("\n  let ").str(from).str(" give it always, not as an `Option` or `Many`, or ");
                text.str(into).str(" take an `Option`")
            }
            ContainmentFault::MayRepeat => {
                text.str("\n  let ").str(from).str(" give one, or ").str(into).str(" take `Many<T>`")
            }
            ContainmentFault::Unknown => {
                let text = text.str("\n  add it to ").str(into).str(", remove it from ").str(from);
                text.str(", or remove `deny_unknown` from ").str(into)
            }
            ContainmentFault::Types { allowed, found } => {
                let text = text.str("\n  let ").str(from).str(" give ").types(allowed);
                text.str(", or ").str(into).str(" take ").types(found)
            }
            ContainmentFault::Range { allowed, found } => {
                let text = text.str("\n  write `range = ").range(Some(allowed)).str("` in ").str(from);
                text.str(", or let ").str(into).str(" take ").range(found)
            }
            ContainmentFault::Rank { expected, or_more, found, found_or_more } => {
                let text = text.str("\n  let ").str(from).str(" give ").str(if or_more { "at least " } else { "" });
                let text = text.num(expected as u64).str(if expected == 1 { " axis" } else { " axes" });
                let text = text.str(", or ").str(into).str(" take ");
                if found_or_more && found == 0 {
                    return text.str("any number");
                }
                text.str(if found_or_more { "at least " } else { "" }).num(found as u64)
            }
            ContainmentFault::Size { axis, expected, found } => {
                let text = text.str("\n  let axis ").num(axis as u64).str(" be `").dim(expected).str("` in ").str(from);
                text.str(", or `").dim(found).str("` in ").str(into)
            }
            ContainmentFault::Differ { name, .. } => {
                let text = text.str("\n  give both axes one name in ").str(from);
                let text = text.str(if name.is_some() { ", or two in " } else { ", or take no batch as " });
                text.str(into)
            }
        }
    }
}

/// Returns whether a contract takes the name without quotes.
const fn is_word(name: &str) -> bool {
    let mut bytes = name.as_bytes();
    if matches!(bytes, [] | [b'0'..=b'9', ..]) {
        return false;
    }
    while let [first, rest @ ..] = bytes {
        if !first.is_ascii_alphanumeric() && *first != b'_' {
            return false;
        }
        bytes = rest;
    }
    true
}

const fn is_of_rules(fault: &ContainmentFault<'_>) -> bool {
    matches!(
        fault,
        ContainmentFault::Types { .. }
            | ContainmentFault::Range { .. }
            | ContainmentFault::Rank { .. }
            | ContainmentFault::Size { .. }
    )
}

const fn parameter(text: ConstText, name: &str, given: &Param<'_>) -> ConstText {
    let text = text.str("parameter `").str(name).str("`");
    if same(name, given.name) { text } else { text.str(" from `").str(given.name).str("`") }
}

const fn place(text: ConstText, axis: usize, param: &Param<'_>, tensors: bool) -> ConstText {
    let text = text.str("axis ").num(axis as u64);
    if tensors { text } else { text.str(" of `").str(param.name).str("`") }
}

const fn gives(text: ConstText, name: &str, rules: &TensorRules<'_>) -> ConstText {
    text.str("\n  ").str(name).str(" gives: ").tensor(rules)
}

const fn wants(text: ConstText, name: &str, rules: &TensorRules<'_>) -> ConstText {
    text.str("\n  ").str(name).str(" wants: ").tensor(rules)
}

const fn and(text: ConstText, rules: &TensorRules<'_>) -> ConstText {
    text.str(" and ").tensor(rules)
}
