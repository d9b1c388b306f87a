//! The comparison behind containment and contracts: does every record of some rules satisfy others? One walk, usable in
//! constants, that yields every reason why not. The module above explains it by an example.

mod sources;
mod together;

use crate::{
    Dim, ElementTypes, Param, Presence, RecordRules, ValueRange, const_text::bytes::same, rules::axis_names::has_name,
};

/// A reason why `into` refuses some record that `from` describes.
#[derive(Clone, Copy)]
pub(crate) struct Reason<'a> {
    /// The parameter of `into`; of `from` for an unknown one.
    pub(crate) param: Param<'a>,
    /// The parameter of `from` that is passed as `param`; `None` if there is none.
    pub(crate) given: Option<Param<'a>>,
    pub(crate) fault: ContainmentFault<'a>,
}

#[derive(Clone, Copy)]
#[allow(clippy::large_enum_variant, reason = "made in constants, which cannot allocate")]
pub(crate) enum ContainmentFault<'a> {
    Missing,
    MayBeAbsent,
    MayRepeat,
    Unknown,
    Types { allowed: ElementTypes, found: ElementTypes },
    Range { allowed: &'a ValueRange, found: Option<&'a ValueRange> },
    Rank { expected: usize, or_more: bool, found: usize, found_or_more: bool },
    Size { axis: usize, expected: Dim<'a>, found: Dim<'a> },
    Differ { axis: usize, name: Option<&'a str>, first: Param<'a>, first_given: Param<'a>, first_axis: usize },
}

/// The walk over two records. A record has the parameters that its rules list and no others.
pub(crate) struct Containment<'a> {
    from: RecordRules<'a>,
    into: RecordRules<'a>,
    /// `(parameter of into, parameter of from)` where the names differ.
    renames: &'a [(&'a str, &'a str)],
    /// The positions of the parameters of `from` in the order of their names; nothing in constants.
    sorted: &'a [usize],
    /// Whether no record can satisfy `from`; `None` until it is computed.
    is_empty: Option<bool>,
    /// The index of the next parameter: first those of `into`, then those of `from`.
    param: usize,
    /// The next part of it to compare: presence, element types, values, rank, then length and name of each axis.
    part: usize,
    given: Option<usize>,
    /// Whether each name of `into` is just where one name of `from` is, so that no axes need be compared.
    names_correspond: bool,
}

impl<'a> Containment<'a> {
    pub(crate) const fn new(from: RecordRules<'a>, into: RecordRules<'a>) -> Self {
        let sorted = &[];
        Self {
            from,
            into,
            renames: &[],
            sorted,
            is_empty: None,
            param: 0,
            part: 0,
            given: None,
            names_correspond: false,
        }
    }

    /// Returns the same with the positions of the parameters of `from` in the order of their names.
    pub(crate) const fn sorted(mut self, sorted: &'a [usize]) -> Self {
        self.sorted = sorted;
        self
    }

    pub(crate) const fn renamed(mut self, renames: &'a [(&'a str, &'a str)]) -> Self {
        self.renames = renames;
        self
    }

    /// Returns the next reason. The walk never ends before both lists of parameters are done.
    pub(crate) const fn next_reason(&mut self) -> Option<Reason<'a>> {
        if self.param == 0 && self.part == 0 {
            self.names_correspond = self.do_names_correspond();
        }
        while self.param < self.into.params.len() {
            let at = self.param;
            let param = self.into.params[at];
            if self.part == 0 {
                self.given = self.source_of(at);
            }
            let Some(given) = self.given else {
                self.param += 1;
                if (param.is_required() || self.may_lack(at, None)) && !self.is_empty() {
                    return Some(Reason { param, given: None, fault: ContainmentFault::Missing });
                }
                continue;
            };
            let fault = self.judge(at, given);
            if let Some(fault) = fault {
                // A record that lacks the parameter may be possible where none that has it is.
                let present = if matches!(fault, ContainmentFault::MayBeAbsent) { usize::MAX } else { given };
                if !self.never(present, present) {
                    let (param, given) = (self.into.at(at), self.from.at(given));
                    return Some(Reason { param, given: Some(given), fault });
                }
            }
        }
        while self.into.deny_unknown && self.param - self.into.params.len() < self.from.params.len() {
            let given = self.param - self.into.params.len();
            self.param += 1;
            if !self.is_used(given) && !self.never(given, given) {
                return Some(Reason { param: self.from.at(given), given: None, fault: ContainmentFault::Unknown });
            }
        }
        None
    }

    /// Judges one part of a parameter and moves on to the next.
    const fn judge(&mut self, at: usize, given: usize) -> Option<ContainmentFault<'a>> {
        let (into, from) = (&self.into.params[at], &self.from.params[given]);
        let part = self.part;
        self.part += 1;
        if part == 0 {
            return match (from.presence, into.presence) {
                (Presence::Optional | Presence::Many, Presence::Required) => Some(ContainmentFault::MayBeAbsent),
                (Presence::Many, Presence::Optional) => Some(ContainmentFault::MayRepeat),
                _ if self.renames.is_empty() && self.has_second_name(at, given) => Some(ContainmentFault::MayRepeat),
                _ if self.may_lack(at, Some(given)) => Some(ContainmentFault::MayBeAbsent),
                _ => None,
            };
        }
        if part == 1 {
            let (allowed, found) = (into.rules.types, from.rules.types);
            return if found.is_subset(allowed) { None } else { Some(ContainmentFault::Types { allowed, found }) };
        }
        if part == 2 {
            let Some(allowed) = into.rules.range else { return None };
            let found = from.rules.range;
            let fits = allowed.covers(found, from.rules.types);
            return if fits { None } else { Some(ContainmentFault::Range { allowed, found }) };
        }
        let rank = self.into.rank(at);
        if part == 3 {
            if self.rank_fits(at, given) {
                return None;
            }
            self.next_param();
            let (or_more, found_or_more) = (self.into.open(at).is_some(), self.from.open(given).is_some());
            return Some(ContainmentFault::Rank {
                expected: rank,
                or_more,
                found: self.from.rank(given),
                found_or_more,
            });
        }
        // Two parts for each axis: its lengths, then whether it agrees with earlier axes of its name.
        let axis = (part - 4) / 2;
        if axis >= rank {
            self.next_param();
            return None;
        }
        let expected = self.into.dim(at, axis);
        if part % 2 == 1 {
            return self.differing(at, given, axis, expected.name);
        }
        if self.names_correspond {
            self.part += 1;
        }
        // The axis by itself mostly fits. Only if it does not, a look at the other axes of its name can still help.
        let found = match self.counterpart(at, given, axis) {
            Some(axis) if self.from.dim(given, axis).is_subset(&expected) => return None,
            Some(axis) => self.lengths(given, axis, given, given),
            None => Dim::ANY,
        };
        if found.is_subset(&expected) { None } else { Some(ContainmentFault::Size { axis, expected, found }) }
    }

    /// Returns whether `into` accepts every rank that `from` allows for the parameter.
    const fn rank_fits(&self, at: usize, given: usize) -> bool {
        let (wanted, found) = (self.into.rank(at), self.from.rank(given));
        match (self.into.open(at), self.from.open(given)) {
            (Some(_), _) => found >= wanted,
            (None, found_open) => found_open.is_none() && found == wanted,
        }
    }

    /// Returns the listed axis of a given parameter that is where a wanted `axis` is, if their ranks fit; `None` where
    /// an axis of any length can be. Axes before a `..` are counted from the outermost, those after it from
    /// the innermost.
    const fn counterpart(&self, at: usize, given: usize, axis: usize) -> Option<usize> {
        let Some(open) = self.into.open(at) else { return Some(axis) };
        let rank = self.from.rank(given);
        let (front, back) = match self.from.open(given) {
            Some(at) => (at, rank - at),
            None => (rank, rank),
        };
        let from_end = self.into.rank(at) - axis;
        if axis < open {
            if axis < front { Some(axis) } else { None }
        } else if from_end <= back {
            Some(rank - from_end)
        } else {
            None
        }
    }

    const fn next_param(&mut self) {
        self.param += 1;
        self.part = 0;
    }

    /// Returns whether all axes of one name in `into` have one name in `from`, which is how it mostly is: then all
    /// their lengths agree, and the axes need not be compared two by two.
    const fn do_names_correspond(&self) -> bool {
        if self.into.batch_axes > self.from.batch_axes {
            return false;
        }
        let mut at = 0;
        while at < self.into.params.len() {
            if let Some(given) = self.source_of(at) {
                let mut axis = self.into.batch_axes;
                while axis < self.into.rank(at) {
                    let name = self.into.dim(at, axis).name;
                    if name.is_some() && !self.is_named_as_first(at, given, axis, name) {
                        return false;
                    }
                    axis += 1;
                }
            }
            at += 1;
        }
        true
    }

    /// Returns whether the axis has the name in `from` that the first axis of its name in `into` has there.
    const fn is_named_as_first(&self, at: usize, given: usize, axis: usize, name: Option<&str>) -> bool {
        if !self.rank_fits(at, given) {
            return false;
        }
        let Some(here) = self.counterpart(at, given, axis) else { return false };
        let own = self.from.dim(given, here).name;
        let mut first = 0;
        while first < at {
            let rank = self.into.rank(first);
            let mut first_axis = self.into.batch_axes;
            while first_axis < rank {
                if has_name(&self.into.dim(first, first_axis), name) {
                    let Some(other) = self.source_of(first) else { return false };
                    return match self.counterpart(first, other, first_axis) {
                        Some(there) => has_name(&self.from.dim(other, there), own),
                        None => false,
                    };
                }
                first_axis += 1;
            }
            first += 1;
        }
        let mut first_axis = self.into.batch_axes;
        while !has_name(&self.into.dim(at, first_axis), name) {
            first_axis += 1;
        }
        match self.counterpart(at, given, first_axis) {
            Some(there) => has_name(&self.from.dim(given, there), own),
            None => false,
        }
    }

    /// Returns the first axis before this one that `into` wants to have the same length, and that may have another.
    const fn differing(
        &mut self,
        at: usize,
        given: usize,
        axis: usize,
        name: Option<&'a str>,
    ) -> Option<ContainmentFault<'a>> {
        let common = axis < self.into.batch_axes;
        if name.is_none() && !common {
            return None;
        }
        let here = self.counterpart(at, given, axis);
        // All earlier axes of the name, not just the first: the first may be in an optional parameter. Two others may
        // each agree with it, and yet differ from one another in a record that lacks it.
        let mut first = 0;
        while first <= at {
            let mut first_axis = 0;
            let end = if first == at { axis } else { self.into.rank(first) };
            while first_axis < end {
                let is_same =
                    if common { first_axis == axis } else { has_name(&self.into.dim(first, first_axis), name) };
                if is_same {
                    if let Some(other) = self.source_of(first) {
                        let there = self.counterpart(first, other, first_axis);
                        if self.rank_fits(first, other)
                            && !self.agree(given, here, other, there)
                            && !self.never(given, other)
                        {
                            let (first, first_given) = (self.into.at(first), self.from.at(other));
                            return Some(ContainmentFault::Differ { axis, name, first, first_given, first_axis });
                        }
                    }
                }
                first_axis += 1;
            }
            first += 1;
        }
        // Several tensors of one parameter are each compared with the name, so they must agree with one another.
        let repeats = matches!(self.from.params[given].presence, Presence::Many);
        if repeats && !self.is_steady(given, here) {
            let (first, first_given) = (self.into.at(at), self.from.at(given));
            return Some(ContainmentFault::Differ { axis, name, first, first_given, first_axis: axis });
        }
        None
    }

    /// Returns whether two axes of `from` always have the same length.
    const fn agree(&self, a: usize, a_axis: Option<usize>, b: usize, b_axis: Option<usize>) -> bool {
        let (Some(a_axis), Some(b_axis)) = (a_axis, b_axis) else { return false };
        if a_axis == b_axis && (a == b || a_axis < self.from.batch_axes) {
            return true;
        }
        if has_name(&self.from.dim(b, b_axis), self.from.dim(a, a_axis).name) {
            return true;
        }
        let (one, other) = (self.lengths(a, a_axis, a, b), self.lengths(b, b_axis, a, b));
        one.min == one.max && other.min == one.min && other.max == one.max
    }

    /// Returns whether an axis has the same length in all tensors of its parameter.
    const fn is_steady(&self, given: usize, axis: Option<usize>) -> bool {
        let Some(axis) = axis else { return false };
        let lengths = self.lengths(given, axis, given, given);
        axis < self.from.batch_axes || lengths.name.is_some() || lengths.min == lengths.max
    }

    /// Returns the lengths that an axis of `from` can have in records with parameters `a`, `b` and all required ones:
    /// those that the rules of every axis of its name there allow, its own among them.
    const fn lengths(&self, param: usize, axis: usize, a: usize, b: usize) -> Dim<'a> {
        let mut lengths = self.from.dim(param, axis);
        if lengths.name.is_none() {
            return lengths;
        }
        let mut other = 0;
        while other < self.from.params.len() {
            // An optional parameter says nothing of records that lack it; `a` and `b` are those that are asked about.
            if self.from.params[other].is_required() || other == a || other == b {
                let mut axis = 0;
                while axis < self.from.rank(other) {
                    let dim = self.from.dim(other, axis);
                    if has_name(&dim, lengths.name) {
                        lengths = lengths.intersection(dim);
                    }
                    axis += 1;
                }
            }
            other += 1;
        }
        lengths
    }

    /// Returns whether no record of `from` exists at all.
    const fn is_empty(&mut self) -> bool {
        if let Some(known) = self.is_empty {
            return known;
        }
        let mut is_empty = false;
        let mut param = 0;
        while param < self.from.params.len() && !is_empty {
            is_empty = self.from.params[param].is_required() && self.is_impossible(param, usize::MAX);
            param += 1;
        }
        self.is_empty = Some(is_empty);
        is_empty
    }

    /// Returns whether no record of `from` has both parameters, because no tensor satisfies them or their names exclude
    /// each other.
    const fn never(&mut self, a: usize, b: usize) -> bool {
        // The lengths of axes that others share a name with are those of the others too.
        self.is_empty() || self.is_impossible(a, b) || self.is_impossible(b, a)
    }

    /// Returns whether no tensor satisfies a parameter of `from` where all required ones are present, and `beside` too.
    const fn is_impossible(&self, param: usize, beside: usize) -> bool {
        if param >= self.from.params.len() {
            return false;
        }
        if self.from.params[param].rules.types.is_empty() {
            return true;
        }
        let mut axis = 0;
        while axis < self.from.rank(param) {
            if self.lengths(param, axis, param, beside).is_empty() {
                return true;
            }
            axis += 1;
        }
        false
    }
}

impl<'a> Iterator for Containment<'a> {
    type Item = Reason<'a>;

    fn next(&mut self) -> Option<Reason<'a>> {
        self.next_reason()
    }
}

impl<'a> RecordRules<'a> {
    const fn at(&self, index: usize) -> Param<'a> {
        let mut param = self.params[index];
        param.rules.axes = param.rules.axes.batched_by(self.batch_axes);
        param
    }

    /// Returns the number of listed axes of a parameter, those of the batch included.
    const fn rank(&self, index: usize) -> usize {
        self.batch_axes + self.params[index].rules.axes.rank()
    }

    /// Returns the position at which a parameter may have any number of axes, counted from the outermost of the batch.
    const fn open(&self, index: usize) -> Option<usize> {
        match self.params[index].rules.axes.open_position() {
            Some(at) => Some(at + self.batch_axes),
            None => None,
        }
    }

    /// Returns a listed axis of a parameter, those of the batch included.
    const fn dim(&self, index: usize, axis: usize) -> Dim<'a> {
        if axis < self.batch_axes {
            return Dim::ANY;
        }
        self.params[index].rules.axes.dim(axis - self.batch_axes)
    }

    /// Does the same as [`position`](Self::position), in constants.
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
