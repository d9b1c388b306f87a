//! The comparison behind containment and contracts: does every record of some rules satisfy others? One walk, usable in
//! constants, that yields every reason why not.

use super::{AxisRules, Param, Presence, RecordRules};
use crate::{Dim, ElementTypes};

/// Why some record that `from` describes is refused by `into`.
#[derive(Clone, Copy)]
pub(crate) struct Reason<'a> {
    /// The parameter of `into`; of `from` for an unknown one.
    pub(crate) param: Param<'a>,
    /// The parameter that is given for it.
    pub(crate) given: Option<Param<'a>>,
    pub(crate) fault: Fault<'a>,
}

#[derive(Clone, Copy)]
pub(crate) enum Fault<'a> {
    Missing,
    MayBeAbsent,
    MayRepeat,
    Unknown,
    Types { allowed: ElementTypes, found: ElementTypes },
    Rank { expected: usize, or_more: bool, found: usize, found_or_more: bool },
    Size { axis: usize, expected: Dim<'a>, found: Dim<'a> },
    Differ { axis: usize, name: Option<&'a str>, first: Param<'a>, first_given: Param<'a>, first_axis: usize },
}

/// The walk over two records. A record has the parameters that its rules list and no others.
pub(crate) struct Feed<'a> {
    from: RecordRules<'a>,
    into: RecordRules<'a>,
    /// `(parameter of into, parameter of from)` where the names differ.
    renames: &'a [(&'a str, &'a str)],
    /// The next parameter of `into`, then those of `from`.
    param: usize,
    /// What of it comes next: presence, element types, rank, then length and name of each axis.
    part: usize,
    given: Option<usize>,
}

impl<'a> Feed<'a> {
    pub(crate) const fn new(from: RecordRules<'a>, into: RecordRules<'a>) -> Self {
        Self { from, into, renames: &[], param: 0, part: 0, given: None }
    }

    pub(crate) const fn renamed(mut self, renames: &'a [(&'a str, &'a str)]) -> Self {
        self.renames = renames;
        self
    }

    /// The next reason. The walk never ends before both lists of parameters are done.
    pub(crate) const fn next_reason(&mut self) -> Option<Reason<'a>> {
        while self.param < self.into.params.len() {
            let at = self.param;
            let param = self.into.params[at];
            if self.part == 0 {
                self.given = self.source_of(at);
            }
            let Some(given) = self.given else {
                self.param += 1;
                if param.is_required() && !self.is_empty() {
                    return Some(Reason { param, given: None, fault: Fault::Missing });
                }
                continue;
            };
            let fault = self.judge(at, given);
            if let Some(fault) = fault {
                // The two parameters that a refused record has; none where one is refused for what it lacks.
                let (one, other) = match fault {
                    Fault::MayBeAbsent => (usize::MAX, usize::MAX),
                    Fault::Differ { first_given, .. } => match self.from.find(first_given.name, given) {
                        Some(other) => (given, other),
                        None => (given, given),
                    },
                    _ => (given, given),
                };
                if !self.never(one, other) {
                    let (param, given) = (self.into.at(at), self.from.at(given));
                    return Some(Reason { param, given: Some(given), fault });
                }
            }
        }
        while self.into.deny_unknown && self.param - self.into.params.len() < self.from.params.len() {
            let given = self.param - self.into.params.len();
            self.param += 1;
            if !self.is_used(given) && !self.never(given, given) {
                return Some(Reason { param: self.from.at(given), given: None, fault: Fault::Unknown });
            }
        }
        None
    }

    /// Judges one part of a parameter and moves on to the next.
    const fn judge(&mut self, at: usize, given: usize) -> Option<Fault<'a>> {
        let (into, from) = (&self.into.params[at], &self.from.params[given]);
        let part = self.part;
        self.part += 1;
        if part == 0 {
            return match (from.presence, into.presence) {
                (Presence::Optional | Presence::Many, Presence::Required) => Some(Fault::MayBeAbsent),
                (Presence::Many, Presence::Optional) => Some(Fault::MayRepeat),
                _ => None,
            };
        }
        if part == 1 {
            let (allowed, found) = (into.rules.types, from.rules.types);
            return if found.is_subset(allowed) { None } else { Some(Fault::Types { allowed, found }) };
        }
        let (wide, narrow) = (self.into.axes(at), self.from.axes(given));
        if part == 2 {
            if rank_fits(&narrow, &wide) {
                return None;
            }
            self.next_param();
            let (expected, or_more) = (wide.rank(), wide.is_open());
            return Some(Fault::Rank { expected, or_more, found: narrow.rank(), found_or_more: narrow.is_open() });
        }
        let axis = (part - 3) / 2;
        if axis >= wide.rank() {
            self.next_param();
            return None;
        }
        let expected = wide.dim(axis);
        if part % 2 == 0 {
            return self.differing(at, given, axis, expected.name);
        }
        let found = match counterpart(&narrow, &wide, axis) {
            Some(axis) if narrow.dim(axis).is_subset(&expected) => return None,
            Some(axis) => self.lengths(given, axis, given, given),
            None => Dim::ANY,
        };
        if found.is_subset(&expected) { None } else { Some(Fault::Size { axis, expected, found }) }
    }

    const fn next_param(&mut self) {
        self.param += 1;
        self.part = 0;
    }

    /// The parameter of `from` that is given for a parameter of `into`.
    const fn source_of(&self, at: usize) -> Option<usize> {
        let name = self.into.params[at].name;
        let mut i = 0;
        while i < self.renames.len() {
            if same(self.renames[i].0, name) {
                return self.from.find(self.renames[i].1, at);
            }
            i += 1;
        }
        self.from.find(name, at)
    }

    const fn is_used(&self, given: usize) -> bool {
        let mut at = 0;
        while at < self.into.params.len() {
            if matches!(self.source_of(at), Some(source) if source == given) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// The first axis before this one that `into` wants to have the same length, and that may have another.
    const fn differing(&self, at: usize, given: usize, axis: usize, name: Option<&'a str>) -> Option<Fault<'a>> {
        let common = axis < self.into.batch_axes;
        if name.is_none() && !common {
            return None;
        }
        let wide = self.into.axes(at);
        let narrow = self.from.axes(given);
        let here = counterpart(&narrow, &wide, axis);
        let mut first = 0;
        while first <= at {
            let axes = self.into.axes(first);
            let mut first_axis = 0;
            let end = if first == at { axis } else { axes.rank() };
            while first_axis < end {
                let same_name = if common { first_axis == axis } else { has_name(&axes.dim(first_axis), name) };
                if same_name {
                    if let Some(other) = self.source_of(first) {
                        let other_axes = self.from.axes(other);
                        let fits = rank_fits(&other_axes, &axes);
                        let there = counterpart(&other_axes, &axes, first_axis);
                        if fits && !self.agree(given, here, other, there) {
                            let (first, first_given) = (self.into.at(first), self.from.at(other));
                            return Some(Fault::Differ { axis, name, first, first_given, first_axis });
                        }
                    }
                }
                first_axis += 1;
            }
            first += 1;
        }
        // Several tensors of one parameter are each held to the name, so they must agree with one another.
        let repeats = matches!(self.from.params[given].presence, Presence::Many);
        if repeats && !self.is_steady(given, here) {
            let (first, first_given) = (self.into.at(at), self.from.at(given));
            return Some(Fault::Differ { axis, name, first, first_given, first_axis: axis });
        }
        None
    }

    /// Whether two axes of `from` always have the same length.
    const fn agree(&self, a: usize, a_axis: Option<usize>, b: usize, b_axis: Option<usize>) -> bool {
        let (Some(a_axis), Some(b_axis)) = (a_axis, b_axis) else { return false };
        if a_axis == b_axis && (a == b || a_axis < self.from.batch_axes) {
            return true;
        }
        let name = self.from.axes(a).dim(a_axis).name;
        if name.is_some() && has_name(&self.from.axes(b).dim(b_axis), name) {
            return true;
        }
        let (one, other) = (self.lengths(a, a_axis, a, b), self.lengths(b, b_axis, a, b));
        one.min == one.max && other.min == one.min && other.max == one.max
    }

    /// Whether an axis has the same length in all tensors of its parameter.
    const fn is_steady(&self, given: usize, axis: Option<usize>) -> bool {
        let Some(axis) = axis else { return false };
        let lengths = self.lengths(given, axis, given, given);
        axis < self.from.batch_axes || lengths.name.is_some() || lengths.min == lengths.max
    }

    /// The lengths an axis of `from` can have where all required parameters are present, and `a` and `b` too: its own,
    /// and those of every axis of its name.
    const fn lengths(&self, param: usize, axis: usize, a: usize, b: usize) -> Dim<'a> {
        let mut lengths = self.from.axes(param).dim(axis);
        if lengths.name.is_none() {
            return lengths;
        }
        let mut other = 0;
        while other < self.from.params.len() {
            if self.from.params[other].is_required() || other == a || other == b {
                let axes = self.from.axes(other);
                let mut axis = 0;
                while axis < axes.rank() {
                    if has_name(&axes.dim(axis), lengths.name) {
                        lengths = lengths.intersection(axes.dim(axis));
                    }
                    axis += 1;
                }
            }
            other += 1;
        }
        lengths
    }

    /// Whether no record of `from` exists at all.
    const fn is_empty(&self) -> bool {
        self.never(usize::MAX, usize::MAX)
    }

    /// Whether no record of `from` has both parameters, because no tensor satisfies them or their names exclude each
    /// other.
    const fn never(&self, a: usize, b: usize) -> bool {
        let mut param = 0;
        while param < self.from.params.len() {
            if self.from.params[param].is_required() || param == a || param == b {
                if self.from.params[param].rules.types.is_empty() {
                    return true;
                }
                let rank = self.from.axes(param).rank();
                let mut axis = 0;
                while axis < rank {
                    if self.lengths(param, axis, a, b).is_empty() {
                        return true;
                    }
                    axis += 1;
                }
            }
            param += 1;
        }
        false
    }
}

impl<'a> Iterator for Feed<'a> {
    type Item = Reason<'a>;

    fn next(&mut self) -> Option<Reason<'a>> {
        self.next_reason()
    }
}

impl<'a> RecordRules<'a> {
    /// The axes of a parameter, those of the batch included.
    const fn axes(&self, index: usize) -> AxisRules<'a> {
        self.params[index].rules.axes.batched_by(self.batch_axes)
    }

    const fn at(&self, index: usize) -> Param<'a> {
        let mut param = self.params[index];
        param.rules.axes = self.axes(index);
        param
    }

    /// As [`position`](Self::position), in constants.
    pub(crate) const fn find(&self, name: &str, near: usize) -> Option<usize> {
        if near < self.params.len() && same(self.params[near].name, name) {
            return Some(near);
        }
        let mut index = 0;
        while index < self.params.len() {
            if same(self.params[index].name, name) {
                return Some(index);
            }
            index += 1;
        }
        None
    }
}

/// Whether every rank that `narrow` allows is allowed by `wide`.
const fn rank_fits(narrow: &AxisRules<'_>, wide: &AxisRules<'_>) -> bool {
    if wide.is_open() { narrow.rank() >= wide.rank() } else { !narrow.is_open() && narrow.rank() == wide.rank() }
}

/// The listed axis of `narrow` that stands where `axis` of `wide` stands, if their ranks fit; `None` where an axis of
/// any length can stand. Axes before an open place are counted from the outermost, those after it from the innermost.
const fn counterpart(narrow: &AxisRules<'_>, wide: &AxisRules<'_>, axis: usize) -> Option<usize> {
    let Some(open) = wide.open_position() else { return Some(axis) };
    let rank = narrow.rank();
    let (front, back) = match narrow.open_position() {
        Some(at) => (at, rank - at),
        None => (rank, rank),
    };
    let from_end = wide.rank() - axis;
    if axis < open {
        if axis < front { Some(axis) } else { None }
    } else if from_end <= back {
        Some(rank - from_end)
    } else {
        None
    }
}

const fn has_name(dim: &Dim<'_>, name: Option<&str>) -> bool {
    match (dim.name, name) {
        (Some(own), Some(name)) => same(own, name),
        _ => false,
    }
}

/// Equality of texts, in constants.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
