//! Compares the rules of a type with a committed file of definitions during compilation: `#[tensor(matches =
//! "defs/model.json")]`.
//!
//! The file is the JSON of Decthings definitions: a list of `{"name", "required", "rules"}` for a record, one rules
//! object for a tensor. It is read by constant evaluation, so a change of the file is a change of the crate.
//!
//! Bounds of ranges are read exactly: a whole number of at most 128 bits, or the `f64` nearest to a decimal whose
//! digits make such a number. What has more digits, or is beyond `f64`, is refused, and so are names with escapes, more
//! than 64 axes and more than 256 parameters.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

mod json;

use crate::{
    Dim, ElementType, ElementTypes, Param, Presence, RecordRules, Rules, TensorRules, ValueRange,
    const_text::message::ConstText, rules::narrow::has_faults,
};

/// The differences that are allowed between a type and the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// No differences: the same parameters, element types and lengths, and ranges of values where the file gives one.
    /// Ranges of lengths and names of axes, which the file cannot say, count as any length.
    Exact,
    /// The type may accept more values than the file. Where the file gives no range of values, one of the type is
    /// ignored, though the type accepts less then: files that others made say nothing of values, and the type may still
    /// know them.
    Accepts,
}

const MAX_PARAMS: usize = 256;
const MAX_RANK: usize = 64;

/// Compares the rules of the type called `what` with `text`, the content of the file `file`; stops compilation with
/// every difference that `policy` does not allow.
#[track_caller]
pub const fn check_matches(what: &str, rules: Rules<'static>, file: &str, text: &str, policy: Policy) {
    if has_faults(&rules) {
        return;
    }
    let mut check = Check {
        text: text.as_bytes(),
        at: 0,
        file,
        policy,
        report: ConstText::new().str("`").str(what).str("` differs from ").str(file),
        faults: 0,
    };
    check = check.blank();
    check = match &rules {
        Rules::Tensor(_) if check.peek() == b'[' => {
            check.other_kind(what, "one tensor, but the file has a list of parameters: its rules are an object")
        }
        Rules::Record(_) if check.peek() == b'{' => {
            check.other_kind(what, "a record, but the file has the rules of one tensor: its definitions are a list")
        }
        Rules::Tensor(rules) => {
            let (after, found) = check.rules();
            after.compare("", rules, &found)
        }
        Rules::Record(rules) => check.record(rules),
    };
    check = check.blank();
    if check.at < check.text.len() {
        check.malformed("expected the end of the text");
    }
    if check.faults > 0 {
        panic!("{}", check.report.as_str());
    }
}

/// The rules of one tensor as they are read from the file.
#[derive(Clone, Copy)]
struct Found {
    types: ElementTypes,
    dims: [i64; MAX_RANK],
    rank: usize,
    range: Option<ValueRange>,
}

struct Check<'a> {
    text: &'a [u8],
    at: usize,
    file: &'a str,
    policy: Policy,
    report: ConstText,
    faults: usize,
}

impl<'a> Check<'a> {
    #[track_caller]
    const fn malformed(&self, why: &str) -> ! {
        let text = ConstText::new().str(self.file).str(": byte ").num(self.at as u64).str(": ").str(why);
        panic!("{}", text.as_str())
    }

    #[track_caller]
    const fn other_kind(&self, what: &str, why: &str) -> ! {
        let text = ConstText::new().str("`").str(what).str("` differs from ").str(self.file);
        panic!("{}", text.str(": the type is ").str(why).as_str())
    }

    const fn fault(mut self, name: &str) -> Self {
        self.report = if name.is_empty() {
            self.report.str("\n  ")
        } else {
            self.report.str("\n  parameter `").str(name).str("`: ")
        };
        self.faults += 1;
        self
    }

    const fn say(mut self, text: &str) -> Self {
        self.report = self.report.str(text);
        self
    }

    #[track_caller]
    const fn rules(mut self) -> (Self, Found) {
        let mut found = Found { types: ElementTypes::NONE, dims: [0; MAX_RANK], rank: 0, range: None };
        let (mut has_shape, mut has_types) = (false, false);
        self = self.expect(b'{', "expected a rules object");
        let mut more = !self.empty_ahead();
        if !more {
            self.at += 1;
        }
        while more {
            let (after, start, end) = self.string();
            self = after.expect(b':', "expected `:`");
            if self.is(start, end, "shape") {
                (self, found) = self.shape(found);
                has_shape = true;
            } else if self.is(start, end, "allowedTypes") {
                (self, found) = self.types(found);
                has_types = true;
            } else if self.is(start, end, "valueRange") {
                let (after, range) = self.value_range();
                self = after;
                found.range = Some(range);
            } else {
                self = self.skip();
            }
            (self, more) = self.more(b'}');
        }
        if !has_shape || !has_types {
            self.malformed("the rules before lack `shape` or `allowedTypes`");
        }
        (self, found)
    }

    #[track_caller]
    const fn shape(mut self, mut found: Found) -> (Self, Found) {
        self = self.expect(b'[', "expected a list of lengths");
        let mut empty;
        (self, empty) = self.empty(b']');
        while !empty {
            if found.rank >= MAX_RANK {
                self.malformed("more axes than a file to match may have");
            }
            let (after, len) = self.integer();
            found.dims[found.rank] = len;
            found.rank += 1;
            let more;
            (self, more) = after.more(b']');
            empty = !more;
        }
        (self, found)
    }

    #[track_caller]
    const fn value_range(mut self) -> (Self, ValueRange) {
        let (mut min, mut max, mut excludes_max) = (None, None, false);
        self = self.expect(b'{', "expected a range of values");
        let mut empty;
        (self, empty) = self.empty(b'}');
        while !empty {
            let (after, start, end) = self.string();
            self = after.expect(b':', "expected `:`");
            if self.is(start, end, "min") {
                (self, min) = self.number();
            } else if self.is(start, end, "max") {
                (self, max) = self.number();
            } else if self.is(start, end, "excludesMax") {
                (self, excludes_max) = self.boolean();
            } else {
                self = self.skip();
            }
            let more;
            (self, more) = self.more(b'}');
            empty = !more;
        }
        let range = ValueRange::new(min, max);
        (self, if excludes_max { range.without_max() } else { range })
    }

    #[track_caller]
    const fn types(mut self, mut found: Found) -> (Self, Found) {
        self = self.expect(b'[', "expected a list of element types");
        let mut empty;
        (self, empty) = self.empty(b']');
        while !empty {
            let (after, start, end) = self.string();
            let mut rest = ElementType::ALL;
            let mut known = false;
            while let Some((first, tail)) = rest.split_first() {
                let name = if matches!(first, ElementType::Bool) { "boolean" } else { first.name() };
                if after.is(start, end, name) {
                    found.types = found.types.with(*first);
                    known = true;
                }
                rest = tail;
            }
            if !known {
                Self { at: start, ..after }.malformed("expected the name of an element type, such as `f32`");
            }
            let more;
            (self, more) = after.more(b']');
            empty = !more;
        }
        (self, found)
    }

    #[track_caller]
    const fn record(mut self, rules: &RecordRules<'static>) -> Self {
        let mut seen = [false; MAX_PARAMS];
        if rules.len() > MAX_PARAMS {
            self.malformed("more parameters than a record to match may have");
        }
        self = self.expect(b'[', "expected a list of definitions");
        let mut empty;
        (self, empty) = self.empty(b']');
        let mut near = 0;
        while !empty {
            let (after, name, position) = self.definition(rules, near);
            self = after;
            if let Some(position) = position {
                if seen[position] {
                    self = self.fault(name).say("the file has it twice");
                }
                seen[position] = true;
                near = position + 1;
            }
            let more;
            (self, more) = self.more(b']');
            empty = !more;
        }
        let mut index = 0;
        while let Some(param) = rules.get(index) {
            if !seen[index] && (matches!(self.policy, Policy::Exact) || param.is_required()) {
                self = self.fault(param.name).say("the file does not have it");
                if !matches!(self.policy, Policy::Exact) {
                    self = self.say(", and it is required");
                }
            }
            index += 1;
        }
        self
    }

    /// Compares the definition at the cursor with the parameter of its name, which is most likely at position `near`.
    /// Returns the name, and the parameter's position if there is one.
    #[track_caller]
    const fn definition(mut self, rules: &RecordRules<'static>, near: usize) -> (Self, &'a str, Option<usize>) {
        let mut name: Option<(usize, usize)> = None;
        let mut required: Option<bool> = None;
        let mut found: Option<Found> = None;
        self = self.expect(b'{', "expected a definition");
        let mut more = true;
        while more {
            let (after, start, end) = self.string();
            self = after.expect(b':', "expected `:`");
            if self.is(start, end, "name") {
                let (after, start, end) = self.string();
                self = after;
                name = Some((start, end));
            } else if self.is(start, end, "required") {
                let (after, value) = self.boolean();
                self = after;
                required = Some(value);
            } else if self.is(start, end, "rules") {
                let (after, rules) = self.rules();
                self = after;
                found = Some(rules);
            } else {
                self = self.skip();
            }
            (self, more) = self.more(b'}');
        }
        let (Some((start, end)), Some(required), Some(found)) = (name, required, found) else {
            self.malformed("the definition before lacks `name`, `required` or `rules`")
        };
        let Ok(name) = core::str::from_utf8(self.slice(start, end)) else {
            self.malformed("expected a name in UTF-8 before")
        };
        let position = rules.find(name, near);
        let param = match position {
            Some(index) => rules.get(index),
            None => None,
        };
        if let Some(param) = param {
            return (self.compare_param(&param, required, &found), name, position);
        }
        let optional = !required && !rules.denies_unknown();
        if matches!(self.policy, Policy::Exact) || !optional {
            self = self.fault(name).say("the file has it, the type does not");
        }
        (self, name, None)
    }

    const fn compare_param(mut self, param: &Param<'static>, required: bool, found: &Found) -> Self {
        let own = matches!(param.presence, Presence::Required);
        if own && !required {
            self = self.fault(param.name).say("required by the type, optional in the file");
        } else if required && !own && matches!(self.policy, Policy::Exact) {
            self = self.fault(param.name).say("optional in the type, required by the file");
        }
        self.compare(param.name, &param.rules, found)
    }

    const fn compare(mut self, name: &str, rules: &TensorRules<'static>, found: &Found) -> Self {
        let exact = matches!(self.policy, Policy::Exact);
        let types = found.types.is_subset(rules.types) && (!exact || rules.types.is_subset(found.types));
        if !types {
            self = self.fault(name);
            self.report = self
                .report
                .str("element type: the file says ")
                .types(found.types)
                .str(", the type says ")
                .types(rules.types);
        }
        if let Some(theirs) = &found.range {
            let fits = match rules.range {
                Some(own) => own.covers(Some(theirs), found.types) && (!exact || theirs.covers(Some(own), rules.types)),
                None => !exact || theirs.covers(None, rules.types),
            };
            if !fits {
                self = self.fault(name);
                self.report = self.report.str("range of values: the file says ").range(Some(theirs));
                self.report = self.report.str(", the type says ").range(rules.range);
            }
        }
        let rank = rules.axes.rank();
        if found.rank < rank || (found.rank > rank && !rules.axes.is_open()) || (exact && rules.axes.is_open()) {
            self = self.fault(name);
            self.report = self
                .report
                .str("rank: the file says ")
                .num(found.rank as u64)
                .str(", the type says ")
                .num(rank as u64)
                .str(if rules.axes.is_open() { " or more" } else { "" });
            return self;
        }
        let mut axis = 0;
        while axis < found.rank {
            let own = rules.axes.dim_of(axis, found.rank);
            let theirs = if found.dims[axis] < 0 { Dim::ANY } else { Dim::exact(found.dims[axis] as u64) };
            let fits = if exact {
                match own.as_exact() {
                    Some(len) => theirs.min == len && theirs.max == len,
                    None => found.dims[axis] < 0,
                }
            } else {
                theirs.is_subset(&own)
            };
            if !fits {
                self = self.fault(name);
                self.report = self
                    .report
                    .str("axis ")
                    .num(axis as u64)
                    .str(": the file says ")
                    .dim(theirs)
                    .str(", the type says ")
                    .dim(own);
            }
            axis += 1;
        }
        self
    }
}
