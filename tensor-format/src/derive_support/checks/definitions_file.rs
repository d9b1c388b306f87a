//! Compares the rules of a type with a committed file of definitions during compilation: `#[tensor(matches =
//! "defs/model.json")]`.
//!
//! The file is the JSON of Decthings definitions: a list of `{"name", "required", "rules"}` for a record, one rules
//! object for a tensor. It is read by constant evaluation, so a change of the file is a change of the crate.
//!
//! Bounds of ranges are read exactly: a whole number of at most 128 bits, or the `f64` nearest to a decimal whose
//! digits make such a number. What has more digits, or is beyond `f64`, is refused, and so are names with escapes, more
//! than 64 axes and more than 256 parameters.

mod json;
mod presence;

use core::mem;

use presence::FileParam;

use crate::{
    Dim, ElementType, ElementTypes, Param, Presence, RecordRules, Rules, TensorRules, ValueRange,
    const_text::{
        bytes::{begin_alike, same_bytes},
        message::ConstText,
    },
    rules::narrow::has_faults,
};

/// The differences that are allowed between a type and the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// No differences: the same parameters, element types and lengths, and ranges of values where the file gives one.
    /// Ranges of lengths and names of axes, which the file cannot say, count as any length.
    Exact,
    /// The type may accept more values than the file, and have its names as aliases. Where the file gives no range of
    /// values, one of the type is ignored, though the type accepts less then: files that others made say nothing of
    /// values, and the type may still know them.
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
        report: ConstText::of(what).str(" differs from ").str(file),
        faults: 0,
    };
    check.blank();
    match &rules {
        Rules::Tensor(_) if check.peek() == b'[' => {
            check.other_kind(what, "one tensor, but the file has a list of parameters: its rules are an object")
        }
        Rules::Record(_) if check.peek() == b'{' => {
            check.other_kind(what, "a record, but the file has the rules of one tensor: its definitions are a list")
        }
        Rules::Tensor(rules) => {
            let found = check.rules();
            check.compare("", rules, &found);
        }
        Rules::Record(rules) => check.record(rules),
    }
    check.blank();
    if check.at < check.text.len() {
        check.malformed("expected the end of the text");
    }
    if check.faults > 0 {
        check.report.stop();
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
        ConstText::new().str(self.file).str(": byte ").num(self.at as u64).str(": ").str(why).stop()
    }

    #[track_caller]
    const fn other_kind(&self, what: &str, why: &str) -> ! {
        ConstText::of(what).str(" differs from ").str(self.file).str(": the type is ").str(why).stop()
    }

    /// Counts a fault, and returns the report with a heading for it: the parameter `name`, unless that is empty.
    const fn fault(&mut self, name: &str) -> ConstText {
        self.faults += 1;
        let report = mem::replace(&mut self.report, ConstText::new());
        if name.is_empty() { report.str("\n  ") } else { report.str("\n  parameter `").str(name).str("`: ") }
    }

    #[track_caller]
    const fn rules(&mut self) -> Found {
        let mut found = Found { types: ElementTypes::NONE, dims: [0; MAX_RANK], rank: 0, range: None };
        let (mut has_shape, mut has_types) = (false, false);
        let mut more = self.open(b'{', "expected a rules object");
        while more {
            match self.key() {
                b"shape" => {
                    self.shape(&mut found);
                    has_shape = true;
                }
                b"allowedTypes" => {
                    self.types(&mut found);
                    has_types = true;
                }
                b"valueRange" => found.range = Some(self.value_range()),
                _ => self.skip(),
            }
            more = self.more(b'}');
        }
        if !has_shape || !has_types {
            self.malformed("the rules before lack `shape` or `allowedTypes`");
        }
        found
    }

    #[track_caller]
    const fn shape(&mut self, found: &mut Found) {
        let mut more = self.open(b'[', "expected a list of lengths");
        while more {
            if found.rank >= MAX_RANK {
                self.malformed("more axes than a file to match may have");
            }
            found.dims[found.rank] = self.integer();
            found.rank += 1;
            more = self.more(b']');
        }
    }

    #[track_caller]
    const fn value_range(&mut self) -> ValueRange {
        let (mut min, mut max, mut excludes_max) = (None, None, false);
        let mut more = self.open(b'{', "expected a range of values");
        while more {
            match self.key() {
                b"min" => min = Some(self.number()),
                b"max" => max = Some(self.number()),
                b"excludesMax" => excludes_max = self.boolean(),
                _ => self.skip(),
            }
            more = self.more(b'}');
        }
        let range = ValueRange::new(min, max);
        if excludes_max { range.without_max() } else { range }
    }

    #[track_caller]
    const fn types(&mut self, found: &mut Found) {
        let mut more = self.open(b'[', "expected a list of element types");
        while more {
            let written = self.string();
            let mut rest = ElementType::ALL;
            let mut known = false;
            while let Some((first, tail)) = rest.split_first() {
                let name = if matches!(first, ElementType::Bool) { "boolean" } else { first.name() };
                if same_bytes(written, name.as_bytes()) {
                    found.types = found.types.with(*first);
                    known = true;
                }
                rest = tail;
            }
            if !known {
                self.at -= written.len() + 1;
                self.malformed("expected the name of an element type, such as `f32`");
            }
            more = self.more(b']');
        }
    }

    #[track_caller]
    const fn record(&mut self, rules: &RecordRules<'static>) {
        let mut seen = [FileParam::NONE; MAX_PARAMS];
        if rules.len() > MAX_PARAMS {
            self.malformed("more parameters than a record to match may have");
        }
        let mut more = self.open(b'[', "expected a list of definitions, as `tensor-format rules model.onnx` prints");
        let mut near = 0;
        while more {
            let (name, position, param) = self.definition(rules, near);
            if let Some(position) = position {
                if seen[position].is_seen {
                    self.report = self.fault(name).str("the file has it twice");
                }
                seen[position] = param;
                near = position + 1;
            }
            more = self.more(b']');
        }
        let exact = matches!(self.policy, Policy::Exact);
        let mut index = 0;
        while let Some(param) = rules.get(index) {
            if !seen[index].is_seen && (exact || param.is_required()) {
                let text = self.fault(param.name).str("the file does not have it");
                self.report = if exact { text } else { text.str(", and it is required") };
            } else if !param.is_required() {
                self.compare_presence(rules, index, &seen);
            }
            index += 1;
        }
    }

    /// Returns the position of the parameter of this name. Who goes by a file that the type accepts may send under an
    /// alias.
    const fn position(&self, rules: &RecordRules<'static>, name: &str, near: usize) -> Option<usize> {
        let mut found = rules.find(name, near);
        let mut index = 0;
        while let (None, Policy::Accepts, Some(param)) = (found, &self.policy, rules.get(index)) {
            if param.is_called(name) {
                found = Some(index);
            }
            index += 1;
        }
        found
    }

    /// Compares the definition at the cursor with the parameter of its name, which is most likely at position `near`.
    /// Returns the name, the parameter's position if there is one, and what the file says of its presence.
    #[track_caller]
    const fn definition(&mut self, rules: &RecordRules<'static>, near: usize) -> (&'a str, Option<usize>, FileParam) {
        let (mut name, mut required, mut found, mut shared) = (None, None, None, &[] as &[u8]);
        self.expect(b'{', "expected a definition");
        let mut more = true;
        while more {
            match self.key() {
                b"name" => name = Some(self.string()),
                b"required" => required = Some(self.boolean()),
                b"rules" => found = Some(self.rules()),
                b"requiredWith" => shared = self.string(),
                _ => self.skip(),
            }
            more = self.more(b'}');
        }
        let (Some(name), Some(required), Some(found)) = (name, required, found) else {
            self.malformed("the definition before lacks `name`, `required` or `rules`")
        };
        if !begin_alike(name, shared, shared.len()) {
            self.malformed("`requiredWith` before is no beginning of the parameter's name");
        }
        let param = FileParam { is_seen: true, required, shared: shared.len() };
        let Ok(name) = core::str::from_utf8(name) else { self.malformed("expected a name in UTF-8 before") };
        let position = self.position(rules, name, near);
        if let Some(index) = position {
            if let Some(listed) = rules.get(index) {
                self.compare_param(&listed, required, &found);
                return (name, position, param);
            }
        }
        let optional = !required && !rules.denies_unknown();
        if matches!(self.policy, Policy::Exact) || !optional {
            self.report = self.fault(name).str("the file has it, the type does not");
        }
        (name, None, param)
    }

    const fn compare_param(&mut self, param: &Param<'static>, required: bool, found: &Found) {
        let own = matches!(param.presence, Presence::Required);
        if own && !required {
            self.report = self.fault(param.name).str("required by the type, optional in the file");
        } else if required && !own && matches!(self.policy, Policy::Exact) {
            self.report = self.fault(param.name).str("optional in the type, required by the file");
        }
        self.compare(param.name, &param.rules, found);
    }

    const fn compare(&mut self, name: &str, rules: &TensorRules<'static>, found: &Found) {
        let exact = matches!(self.policy, Policy::Exact);
        let types = found.types.is_subset(rules.types) && (!exact || rules.types.is_subset(found.types));
        if !types {
            let text = self.fault(name).str("element type: the file says ").types(found.types);
            self.report = text.str(", the type says ").types(rules.types);
        }
        if let Some(theirs) = &found.range {
            let fits = match rules.range {
                Some(own) => own.covers(Some(theirs), found.types) && (!exact || theirs.covers(Some(own), rules.types)),
                None => !exact || theirs.covers(None, rules.types),
            };
            if !fits {
                let text = self.fault(name).str("range of values: the file says ").range(Some(theirs));
                self.report = text.str(", the type says ").range(rules.range);
            }
        }
        let (rank, is_open) = (rules.axes.rank(), rules.axes.is_open());
        if found.rank < rank || (found.rank > rank && !is_open) || (exact && is_open) {
            let text = self.fault(name).str("rank: the file says ").num(found.rank as u64).str(", the type says ");
            self.report = text.num(rank as u64).str(if is_open { " or more" } else { "" });
            return;
        }
        let mut axis = 0;
        while axis < found.rank {
            let own = rules.axes.dim_of(axis, found.rank);
            let theirs = if found.dims[axis] < 0 { Dim::ANY } else { Dim::exact(found.dims[axis] as u64) };
            let fits = match own.as_exact() {
                _ if !exact => theirs.is_subset(&own),
                Some(len) => theirs.min == len && theirs.max == len,
                None => found.dims[axis] < 0,
            };
            if !fits {
                let text = self.fault(name).str("axis ").num(axis as u64).str(": the file says ").dim(theirs);
                self.report = text.str(", the type says ").dim(own);
            }
            axis += 1;
        }
    }
}
