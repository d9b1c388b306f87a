//! The intersection of rules: the tensors or records that two rules both accept.
//!
//! Element types, ranges and lengths are intersected parameter by parameter. Names of axes are not: each of the two
//! rules has its own names, and an axis that has one name here and another there makes the two names one length. So
//! axes that must be equal are collected in classes, and each class keeps the lengths that are left to all of them:
//!
//! ```text
//! one:   { x: f32 [n], y: f32 [n] }
//! other: { x: f32 [m], z: f32 [m: 3] }
//! both:  { x: f32 [n], y: f32 [n], z: f32 [n: 3] }
//! ```
//!
//! `x` puts `n` of the first and `m` of the second into one class, here under the name `n`; `z` leaves it the length 3.
//! A name has one length throughout a record, so that is the length of `y` too, which the second rules do not even
//! list.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::String,
    vec::Vec,
};

use smallvec::SmallVec;

use crate::{
    AsRules, AxisRules, Definition, Definitions, Dim, DimBuf, ElementTypes, Param, Presence, RecordRules, Rules,
    RulesBuf, TensorRules, TensorRulesBuf, ValueRange,
    rules::{axis_names::has_name, positions::Positions},
};

/// The most axes of a tensor among which axes of one name are compared in constants; if it has more, names are ignored.
const COMPARED: usize = 64;

impl TensorRules<'_> {
    /// Returns whether some tensor is accepted by both rules. If their ranges of values have no number in common, this
    /// is `false`, although a tensor without elements fits both.
    ///
    /// ```
    /// use tensor_format::HasRules;
    /// const _: () = assert!(<Vec<f32>>::RULES.expect_tensor().intersects(&<[f32; 3]>::RULES.expect_tensor()));
    /// const _: () = assert!(!<Vec<f32>>::RULES.expect_tensor().intersects(&<Vec<f64>>::RULES.expect_tensor()));
    /// ```
    #[must_use]
    pub const fn intersects(&self, other: &TensorRules<'_>) -> bool {
        let apart = match (self.range, other.range) {
            (Some(own), Some(other)) => own.intersection(other).is_empty(),
            _ => false,
        };
        !apart && !self.types.intersection(other.types).is_empty() && self.axes.intersects(&other.axes)
    }

    /// Returns the rules of the tensors that both rules accept; `None` if there are none.
    ///
    /// Where the rank is open on different sides (`[2, ..]` and `[.., 3]`), no single list says exactly that: the
    /// result is then of the ranks at which the listed axes are side by side (`[2, .., 3]`).
    #[must_use]
    pub fn intersect(&self, other: &TensorRules<'_>) -> Option<TensorRulesBuf> {
        let (one, other) = ([Param::new("", *self)], [Param::new("", *other)]);
        RecordRules::new(&one).intersect(&RecordRules::new(&other))?.0.pop().map(|definition| definition.rules)
    }
}

impl AxisRules<'_> {
    /// Returns whether some shape is accepted by both rules.
    #[must_use]
    pub const fn intersects(&self, other: &AxisRules<'_>) -> bool {
        let Some(both) = Aligned::new(self, other) else { return false };
        let named = both.rank <= COMPARED && (self.has_names() || other.has_names());
        let (mut min, mut max) = ([0; COMPARED], [u64::MAX; COMPARED]);
        let mut axis = 0;
        while axis < both.rank {
            let lengths = self.dim_of(axis, both.rank).intersection(other.dim_of(axis, both.rank));
            if lengths.is_empty() {
                return false;
            }
            if named {
                (min[axis], max[axis]) = (lengths.min, lengths.max);
            }
            axis += 1;
        }
        // Axes of one name take each other's bounds until no bound moves any more. One round is not enough: a bound may
        // go from the first axis to the second by a name of `self`, and from there to the third by a name of `other`.
        // Classes would say it at once, but constants cannot allocate.
        let mut moved = named;
        while moved {
            moved = false;
            let mut a = 0;
            while a < both.rank {
                let mut b = 0;
                while b < both.rank {
                    let equal = has_name(&self.dim_of(a, both.rank), self.dim_of(b, both.rank).name)
                        || has_name(&other.dim_of(a, both.rank), other.dim_of(b, both.rank).name);
                    if equal && (min[a] < min[b] || max[a] > max[b]) {
                        min[a] = if min[a] < min[b] { min[b] } else { min[a] };
                        max[a] = if max[a] > max[b] { max[b] } else { max[a] };
                        moved = true;
                    }
                    if min[a] > max[a] {
                        return false;
                    }
                    b += 1;
                }
                a += 1;
            }
        }
        true
    }
}

impl RecordRules<'_> {
    /// Returns the definitions of the records that both rules accept; `None` if there are none.
    ///
    /// Definitions cannot say everything: the result allows each parameter once at most, and it allows less than both
    /// do where an optional parameter, if present, would give two names one length, and where optional records, which
    /// are present whole or not at all, have other parameters on one side. A parameter that must not be present is
    /// optional and has no element type.
    #[must_use]
    pub fn intersect(&self, other: &RecordRules<'_>) -> Option<Definitions> {
        let (mut params, mut own, mut others) = (Vec::new(), Positions::new(self), Positions::new(other));
        for param in self.iter() {
            let found = param.names().find_map(|name| others.find(name, params.len()));
            let found = found.and_then(|index| other.get(index));
            params.push(match found {
                Some(found) => Both::new(&param, Some(&found), self.batch_axes, other.batch_axes),
                None => Both { possible: !other.denies_unknown(), ..Both::new(&param, None, self.batch_axes, 0) },
            });
        }
        for param in other.iter().filter(|param| param.names().all(|name| own.find(name, 0).is_none())) {
            let both = Both::new(&param, None, other.batch_axes, 0);
            params.push(Both { possible: !self.denies_unknown(), ..both.of_other() });
        }
        let mut classes = Classes::default();
        // Required parameters first: their axes are in every record, so an impossible one leaves no record at all. An
        // optional one that does not fit what they leave is only never present, and must not narrow the classes.
        for required in [true, false] {
            for param in params.iter_mut().filter(|param| param.required == required) {
                let (touched, mut with) = classes.of(param);
                let each = param.axes.iter();
                let fits = each.fold(param.possible, |fits, (lengths, keys)| add(&mut with, *lengths, keys) && fits);
                param.possible = fits && !param.types.is_empty();
                if param.possible {
                    classes.replace(&touched, with);
                } else if required {
                    return None;
                }
            }
        }
        let names = classes.names();
        Some(Definitions(params.iter().map(|param| param.definition(&classes, &names)).collect()))
    }
}

impl Rules<'_> {
    /// Returns the rules of the values that both rules accept; `None` if there are none. [`TensorRules::intersect`] and
    /// [`RecordRules::intersect`] say how exact it is.
    #[must_use]
    pub fn intersect(&self, other: &Rules<'_>) -> Option<RulesBuf> {
        match (self, other) {
            (Rules::Tensor(own), Rules::Tensor(other)) => own.intersect(other).map(RulesBuf::Tensor),
            (Rules::Record(own), Rules::Record(other)) => own.intersect(other).map(RulesBuf::Record),
            _ => None,
        }
    }
}

macro_rules! owned {
    ($($owned:ident)*) => { $(
        impl $owned {
            /// Returns the rules of the values that both rules accept, as [`Rules::intersect`] does.
            #[must_use]
            pub fn intersect(&self, other: &impl AsRules) -> Option<RulesBuf> {
                self.with_rules(|own| other.with_rules(|other| own.intersect(other)))
            }
        }
    )* };
}

owned!(TensorRulesBuf Definitions RulesBuf);

/// The axes of two rules matched with one another: those before a `..` counted from the outermost, those after it from
/// the innermost.
struct Aligned {
    rank: usize,
    open: Option<usize>,
}

impl Aligned {
    const fn new(one: &AxisRules<'_>, other: &AxisRules<'_>) -> Option<Self> {
        let (a, b) = (one.rank(), other.rank());
        let (rank, open) = match (one.open_position(), other.open_position()) {
            (None, None) if a == b => (a, None),
            (None, Some(_)) if a >= b => (a, None),
            (Some(_), None) if a <= b => (b, None),
            (Some(p), Some(q)) => {
                let front = if p > q { p } else { q };
                let back = if a - p > b - q { a - p } else { b - q };
                (front + back, Some(front))
            }
            _ => return None,
        };
        Some(Self { rank, open })
    }
}

/// What gives an axis its length: its name in the first or the other rules, or its position among the axes that count
/// the records of their batch. Axes with equal keys have the same length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    other: bool,
    name: Option<&'a str>,
    batch: usize,
}

impl<'a> Key<'a> {
    fn of(other: bool, dim: Dim<'a>, place: Option<usize>, batch_axes: usize) -> Option<Self> {
        match (dim.name, place) {
            (_, Some(place)) if place < batch_axes => Some(Self { other, name: None, batch: place }),
            (Some(name), Some(_)) => Some(Self { other, name: Some(name), batch: 0 }),
            _ => None,
        }
    }
}

type Keys<'a> = SmallVec<[Key<'a>; 2]>;

/// The intersection of a parameter of the first rules with one of the second; either may be missing.
struct Both<'a> {
    name: &'a str,
    aliases: Vec<&'a str>,
    required: bool,
    /// A prefix of names: if a record has any parameter whose name begins with it, this one is required.
    required_with: Option<&'a str>,
    of_map: bool,
    many: bool,
    types: ElementTypes,
    range: Option<ValueRange>,
    axes: Vec<(Dim<'a>, Keys<'a>)>,
    open: Option<usize>,
    /// Whether a record that both rules accept can have the parameter.
    possible: bool,
}

impl<'a> Both<'a> {
    fn new(one: &Param<'a>, other: Option<&Param<'a>>, batch_axes: usize, other_batch_axes: usize) -> Self {
        let required = one.is_required() || other.is_some_and(Param::is_required);
        let second = other.map_or(TensorRules::ANY, |other| other.rules);
        let types = one.rules.types.intersection(second.types);
        let range = match (one.rules.range, second.range) {
            (Some(one), Some(second)) => Some(one.intersection(second)),
            (one, second) => one.or(second).copied(),
        };
        // Of two beginnings of a name the shorter one is that of more parameters, which includes those of the other.
        let required_with = match (one.required_with, other.and_then(|other| other.required_with)) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let required_with = required_with.filter(|_| !required).and_then(|len| one.name.get(..len.into()));
        let mut names = one.names().filter(|name| other.is_none_or(|other| other.is_called(name)));
        let name = names.next().unwrap_or(one.name);
        let aliases = names.collect();
        let of_map = one.of_map && other.is_none_or(|other| other.of_map);
        let repeats = |param: &Param<'a>| param.presence == Presence::Many;
        let many = repeats(one) && other.is_none_or(repeats);
        let (axes, open, possible) = (Vec::new(), None, false);
        let both = Self { name, aliases, required, required_with, of_map, many, types, range, axes, open, possible };
        let Some(aligned) = Aligned::new(&one.rules.axes, &second.axes) else { return both };
        let axes = (0..aligned.rank).map(|axis| {
            let (a, b) = (one.rules.axes.dim_of(axis, aligned.rank), second.axes.dim_of(axis, aligned.rank));
            let (at, other_at) =
                (one.rules.axes.listed_at(axis, aligned.rank), second.axes.listed_at(axis, aligned.rank));
            let keys = [Key::of(false, a, at, batch_axes), Key::of(true, b, other_at, other_batch_axes)];
            (a.intersection(b), keys.into_iter().flatten().collect())
        });
        let possible = range.is_none_or(|range| !range.is_empty());
        Self { axes: axes.collect(), open: aligned.open, possible, ..both }
    }

    /// Returns the parameter with its keys changed to those of the second rules.
    fn of_other(mut self) -> Self {
        self.axes.iter_mut().flat_map(|(_, keys)| keys).for_each(|key| key.other = true);
        self
    }

    fn definition(&self, classes: &Classes<'a>, names: &BTreeMap<usize, String>) -> Definition {
        let axes = self.axes.iter().map(|(lengths, keys)| {
            let class = keys.first().and_then(|key| classes.of_key.get(key));
            let name = class.and_then(|class| names.get(class)).map(|name| name.as_str().into());
            DimBuf { name, min: lengths.min, max: lengths.max }
        });
        let rules = TensorRulesBuf {
            allowed_types: if self.possible { self.types.iter().collect() } else { Vec::new() },
            axes: axes.collect(),
            open: self.open,
            annotations: Vec::new(),
            range: self.range,
        };
        Definition {
            name: self.name.into(),
            aliases: self.aliases.iter().map(|alias| (*alias).into()).collect(),
            required: self.required,
            required_with: self.required_with.map(Into::into),
            of_map: self.of_map,
            many: self.many,
            rules,
        }
    }
}

/// The keys of axes that must have the same length, and the lengths that are allowed for all of them.
#[derive(Clone)]
struct Class<'a> {
    keys: Vec<Key<'a>>,
    lengths: Dim<'a>,
}

/// Adds an axis with these allowed lengths and keys, and joins the classes that have one of its keys; returns `false`
/// if no length is left.
fn add<'a>(classes: &mut Vec<Class<'a>>, lengths: Dim<'a>, keys: &[Key<'a>]) -> bool {
    let mut joined = Class { keys: keys.to_vec(), lengths };
    if keys.is_empty() {
        return !lengths.is_empty();
    }
    classes.retain(|class| {
        let apart = !class.keys.iter().any(|key| keys.contains(key));
        if !apart {
            joined.lengths = joined.lengths.intersection(class.lengths);
            joined.keys.extend(class.keys.iter().filter(|key| !keys.contains(key)));
        }
        apart
    });
    let possible = !joined.lengths.is_empty();
    classes.push(joined);
    possible
}

/// All classes, each under a number, later ones under higher numbers, and the number of the class of each key.
#[derive(Default)]
struct Classes<'a> {
    all: BTreeMap<usize, Class<'a>>,
    of_key: BTreeMap<Key<'a>, usize>,
    next: usize,
}

impl<'a> Classes<'a> {
    /// Returns the classes that have axes of a parameter, and their numbers.
    fn of(&self, param: &Both<'a>) -> (BTreeSet<usize>, Vec<Class<'a>>) {
        let keys = param.axes.iter().flat_map(|(_, keys)| keys);
        let numbers: BTreeSet<usize> = keys.filter_map(|key| self.of_key.get(key)).copied().collect();
        let classes = numbers.iter().filter_map(|number| self.all.get(number)).cloned().collect();
        (numbers, classes)
    }

    /// Removes the classes with these numbers and adds those of `by` under new numbers.
    fn replace(&mut self, numbers: &BTreeSet<usize>, by: Vec<Class<'a>>) {
        numbers.iter().for_each(|number| {
            self.all.remove(number);
        });
        for class in by {
            class.keys.iter().for_each(|key| {
                self.of_key.insert(*key, self.next);
            });
            self.all.insert(self.next, class);
            self.next += 1;
        }
    }

    /// Returns a name for each class: one that its axes have, made unique by a number if another class has it too.
    fn names(&self) -> BTreeMap<usize, String> {
        let mut used: BTreeSet<String> = BTreeSet::new();
        let mut next: BTreeMap<&str, usize> = BTreeMap::new();
        let mut names = BTreeMap::new();
        for (class, Class { keys, .. }) in &self.all {
            let own = keys.iter().find(|key| !key.other).or(keys.first());
            let name = own.and_then(|key| key.name).unwrap_or("batch");
            let mut chosen = String::from(name);
            let number = next.entry(name).or_insert(2);
            while !used.insert(chosen.clone()) {
                chosen = format!("{name}_{number}");
                *number += 1;
            }
            names.insert(*class, chosen);
        }
        names
    }
}
