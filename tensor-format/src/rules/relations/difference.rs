//! Rules against headers and rules against rules: acceptance, containment, and the reasons where it fails.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use super::containment::{Containment, ContainmentFault, Reason};
use crate::{
    AsRules, AxisRules, Definition, Definitions, Dim, DimBuf, ElementTypes, Header, Param, Presence, RecordRules,
    Rules, RulesBuf, TensorRules, TensorRulesBuf, ValueRange, const_text::bytes::same, rules::positions::sorted,
};

impl AxisRules<'_> {
    /// Returns whether a tensor may have this shape. Axes of one name must have one length.
    ///
    /// ```
    /// use tensor_format::rules::{AxisRules, Dim};
    /// const SQUARE: AxisRules<'_> = AxisRules::new(&const { [Dim::ANY.named("n"), Dim::ANY.named("n")] });
    /// const _: () = assert!(SQUARE.accepts(&[3, 3]) && !SQUARE.accepts(&[3, 4]));
    /// ```
    #[must_use]
    pub const fn accepts(&self, shape: &[usize]) -> bool {
        let rank = self.rank();
        if shape.len() < rank || (shape.len() > rank && !self.is_open()) {
            return false;
        }
        let mut axis = 0;
        while axis < rank {
            let (dim, len) = (self.dim(axis), shape[self.place(axis, shape.len())]);
            if !dim.contains(len as u64) {
                return false;
            }
            if let Some(name) = dim.name {
                let mut before = 0;
                while before < axis {
                    if matches!(self.dim(before).name, Some(other) if same(other, name))
                        && shape[self.place(before, shape.len())] != len
                    {
                        return false;
                    }
                    before += 1;
                }
            }
            axis += 1;
        }
        true
    }

    /// Returns where a listed axis is in a shape of this rank.
    const fn place(&self, axis: usize, rank: usize) -> usize {
        match self.open_position() {
            Some(open) if axis >= open => axis + (rank - self.rank()),
            _ => axis,
        }
    }

    /// Returns whether every shape that `other` accepts is accepted here.
    ///
    /// ```
    /// use tensor_format::rules::{AxisRules, Dim};
    /// const RGB: AxisRules<'_> = AxisRules::new(&[Dim::exact(3), Dim::ANY, Dim::ANY]);
    /// const _: () = assert!(AxisRules::ANY.contains(&RGB) && !RGB.contains(&AxisRules::ANY));
    /// ```
    #[must_use]
    pub const fn contains(&self, other: &AxisRules<'_>) -> bool {
        TensorRules::new(ElementTypes::ALL, *self).contains(&TensorRules::new(ElementTypes::ALL, *other))
    }

    /// Returns every reason why [`contains`](Self::contains) is false; none if it is true.
    #[must_use]
    pub fn difference(&self, other: &AxisRules<'_>) -> Vec<Mismatch> {
        TensorRules::new(ElementTypes::ALL, *self).difference(&TensorRules::new(ElementTypes::ALL, *other))
    }
}

impl TensorRules<'_> {
    /// Returns whether a tensor may have this element type and shape. Axes of one name must have one length.
    #[must_use]
    pub fn accepts(&self, header: &Header) -> bool {
        self.types.contains(header.element_type) && self.axes.accepts(&header.shape)
    }

    /// Returns whether every tensor that `other` accepts is accepted here.
    ///
    /// ```
    /// use tensor_format::HasRules;
    /// const FIXED: bool = <Vec<f32>>::RULES.expect_tensor().contains(&<[f32; 768]>::RULES.expect_tensor());
    /// assert!(FIXED);
    /// ```
    #[must_use]
    pub const fn contains(&self, other: &TensorRules<'_>) -> bool {
        let (from, into) = ([Param::new("", *other)], [Param::new("", *self)]);
        Containment::new(RecordRules::new(&from), RecordRules::new(&into)).next_reason().is_none()
    }

    /// Returns every reason why [`contains`](Self::contains) is false; none if it is true.
    #[must_use]
    pub fn difference(&self, other: &TensorRules<'_>) -> Vec<Mismatch> {
        let (from, into) = ([Param::new("", *other)], [Param::new("", *self)]);
        let feed = Containment::new(RecordRules::new(&from), RecordRules::new(&into));
        feed.map(|reason| Mismatch { parameter: None, ..reason.into() }).collect()
    }
}

impl RecordRules<'_> {
    /// Returns whether a record of these names and headers breaks no rule, as [`check_all`](Self::check_all) says.
    #[must_use]
    pub fn accepts<'h>(&self, tensors: impl IntoIterator<Item = (&'h str, Header)>) -> bool {
        self.check_all(tensors).is_empty()
    }

    /// Returns whether every record of `other` is accepted here: what is made by the rules `other` can be passed on as
    /// this.
    ///
    /// A record of some rules is one that they accept and that has no parameters but those they list. So
    ///
    /// * every parameter required here is listed and required there, under the same name or one of the aliases here;
    /// * every parameter listed on both sides has element types, lengths and values there that are allowed here;
    /// * where a name here gives two axes one length, the other rules give them one length too, by a name or by
    ///   numbers;
    /// * if unknown parameters are denied here, no other is listed there.
    ///
    /// It takes time in proportion to the parameters where both list them in about the same order, and to their square where
    /// they do not: a constant has no table of names. [`difference`](Self::difference) makes one.
    #[must_use]
    pub const fn contains(&self, other: &RecordRules<'_>) -> bool {
        Containment::new(*other, *self).next_reason().is_none()
    }

    /// Returns every reason why [`contains`](Self::contains) is false; none if it is true.
    #[must_use]
    pub fn difference(&self, other: &RecordRules<'_>) -> Vec<Mismatch> {
        let sorted = sorted(other.listed());
        Containment::new(*other, *self).sorted(&sorted).map(Mismatch::from).collect()
    }
}

impl Rules<'_> {
    /// Returns whether every value of `other` is accepted here, as [`TensorRules::contains`] and
    /// [`RecordRules::contains`] say.
    ///
    /// ```
    /// use tensor_format::HasRules;
    /// const _: () = assert!(<Vec<f32>>::RULES.contains(&<[f32; 768]>::RULES));
    /// const _: () = assert!(!<[f32; 768]>::RULES.contains(&<Vec<f32>>::RULES));
    /// ```
    #[must_use]
    pub const fn contains(&self, other: &Rules<'_>) -> bool {
        match (self, other) {
            (Rules::Tensor(own), Rules::Tensor(other)) => own.contains(other),
            (Rules::Record(own), Rules::Record(other)) => own.contains(other),
            _ => false,
        }
    }

    /// Returns every reason why [`contains`](Self::contains) is false; none if it is true.
    ///
    /// ```
    /// use tensor_format::HasRules;
    /// let reasons = <[f32; 768]>::RULES.difference(&<Vec<f64>>::RULES);
    /// assert_eq!(reasons[0].to_string(), "element type: expected f32, found f64");
    /// assert_eq!(reasons[1].to_string(), "axis 0: expected 768, found _");
    /// ```
    #[must_use]
    pub fn difference(&self, other: &Rules<'_>) -> Vec<Mismatch> {
        let kind = match (self, other) {
            (Rules::Tensor(own), Rules::Tensor(other)) => return own.difference(other),
            (Rules::Record(own), Rules::Record(other)) => return own.difference(other),
            (Rules::Tensor(_), Rules::Record(_)) => MismatchKind::RecordFound,
            (Rules::Record(_), Rules::Tensor(_)) => MismatchKind::TensorFound,
        };
        Vec::from([Mismatch { parameter: None, kind }])
    }
}

macro_rules! owned {
    ($($owned:ident)*) => { $(
        impl $owned {
            /// Returns whether all that `other` describes is accepted here, as [`Rules::contains`].
            #[must_use]
            pub fn contains(&self, other: &impl AsRules) -> bool {
                self.difference(other).is_empty()
            }

            /// Returns every reason why [`contains`](Self::contains) is false; none if it is true.
            #[must_use]
            pub fn difference(&self, other: &impl AsRules) -> Vec<Mismatch> {
                self.with_rules(|own| other.with_rules(|other| own.difference(other)))
            }
        }
    )* };
}

owned!(TensorRulesBuf Definitions RulesBuf);

impl TensorRulesBuf {
    /// Returns whether a tensor may have this element type and shape, as [`TensorRules::accepts`].
    #[must_use]
    pub fn accepts(&self, header: &Header) -> bool {
        self.with(|rules| rules.accepts(header))
    }
}

impl Definitions {
    /// Returns whether a record of these names and headers breaks no rule, as [`RecordRules::accepts`].
    #[must_use]
    pub fn accepts<'h>(&self, tensors: impl IntoIterator<Item = (&'h str, Header)>) -> bool {
        self.with(|rules| rules.accepts(tensors))
    }
}

impl Definition {
    /// Returns whether every tensor that `other` gives for its parameter is accepted here, whatever the two are called
    /// and whatever parameters they are [required with](Self::required_with).
    #[must_use]
    pub fn contains(&self, other: &Definition) -> bool {
        self.refusal(other).is_none() && self.rules.contains(&other.rules)
    }

    /// Returns every reason why [`contains`](Self::contains) is false; none if it is true.
    #[must_use]
    pub fn difference(&self, other: &Definition) -> Vec<Mismatch> {
        let presence = self.refusal(other).map(|kind| Mismatch { parameter: None, kind });
        let named = |reason| Mismatch { parameter: Some(self.name.as_str().into()), ..reason };
        presence.into_iter().chain(self.rules.difference(&other.rules)).map(named).collect()
    }

    /// Returns why the number of tensors that `other` gives is refused here, if it is.
    const fn refusal(&self, other: &Definition) -> Option<MismatchKind> {
        match (other.presence(), self.presence()) {
            (Presence::Optional | Presence::Many, Presence::Required) => Some(MismatchKind::MayBeAbsent),
            (Presence::Many, Presence::Optional) => Some(MismatchKind::MayRepeat),
            _ => None,
        }
    }
}

/// One reason why values of some rules are refused by others: what is expected, and what the other rules give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The parameter; `None` if the value is one tensor.
    pub parameter: Option<Box<str>>,
    /// What is wrong.
    pub kind: MismatchKind,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parameter) = &self.parameter {
            write!(f, "parameter `{}`: ", parameter.escape_debug())?;
        }
        self.kind.fmt(f)
    }
}

/// In what way rules refuse values of others. Axes are counted in the list of the rules that refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MismatchKind {
    /// One tensor is expected, the others describe a record.
    RecordFound,
    /// A record is expected, the others describe one tensor.
    TensorFound,
    /// A required parameter is not listed.
    MissingParam,
    /// A required parameter is listed, but may be absent.
    MayBeAbsent,
    /// A parameter occurs at most once, but may be given several times.
    MayRepeat,
    /// A parameter is listed that is not known, and unknown ones are denied.
    UnknownParam,
    /// Element types that are not allowed.
    ElementTypes {
        /// The allowed element types.
        expected: ElementTypes,
        /// Those that are given.
        found: ElementTypes,
    },
    /// Elements that are not in the range.
    Range {
        /// The numbers that elements may be.
        expected: ValueRange,
        /// Those that they may be by the other rules; `None` for any.
        found: Option<ValueRange>,
    },
    /// A number of axes that is not allowed.
    Rank {
        /// The number of axes required; the least number if `or_more`.
        expected: usize,
        /// Whether more axes are allowed too.
        or_more: bool,
        /// The number of axes given; the least number if `found_or_more`.
        found: usize,
        /// Whether more axes may be given.
        found_or_more: bool,
    },
    /// Lengths of an axis that are not allowed.
    Size {
        /// The axis, counted from 0.
        axis: usize,
        /// The allowed lengths.
        expected: DimBuf,
        /// The lengths given.
        found: DimBuf,
    },
    /// Two axes that must have one length may have different ones.
    AxisLengths {
        /// The axis, counted from 0.
        axis: usize,
        /// Their name; `None` for the axis of a batch.
        name: Option<Box<str>>,
        /// The parameter of the other axis; `None` if the value is one tensor.
        first: Option<Box<str>>,
        /// The other axis, counted from 0.
        first_axis: usize,
    },
}

impl fmt::Display for MismatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MismatchKind::RecordFound => f.write_str("expected one tensor, found a record"),
            MismatchKind::TensorFound => f.write_str("expected a record, found one tensor"),
            MismatchKind::MissingParam => f.write_str("required, but not given"),
            MismatchKind::MayBeAbsent => f.write_str("required, but may be absent"),
            MismatchKind::MayRepeat => f.write_str("expected at most once, but may be given several times"),
            MismatchKind::UnknownParam => f.write_str("not known, and unknown parameters are denied"),
            MismatchKind::ElementTypes { expected, found } => {
                write!(f, "element type: expected {expected}, found {found}")
            }
            MismatchKind::Range { expected, found: Some(found) } => {
                write!(f, "range of values: expected {expected}, found {found}")
            }
            MismatchKind::Range { expected, found: None } => {
                write!(f, "range of values: expected {expected}, found any")
            }
            MismatchKind::Rank { expected, or_more, found, found_or_more } => {
                let more = |open: &bool| if *open { " or more" } else { "" };
                write!(f, "rank: expected {expected}{}, found {found}{}", more(or_more), more(found_or_more))
            }
            MismatchKind::Size { axis, expected, found } => {
                write!(f, "axis {axis}: expected {expected}, found {found}")
            }
            MismatchKind::AxisLengths { axis, name, first, first_axis } => {
                write!(f, "axis {axis}: expected the length of axis {first_axis}")?;
                if let Some(first) = first {
                    write!(f, " of `{}`", first.escape_debug())?;
                }
                match name {
                    Some(name) => write!(f, " (both are `{}`), but they may differ", name.escape_debug()),
                    None => f.write_str(" (both count the batch), but they may differ"),
                }
            }
        }
    }
}

impl From<Reason<'_>> for Mismatch {
    fn from(reason: Reason<'_>) -> Self {
        let owned = |dim: Dim<'_>| DimBuf::from(dim);
        let kind = match reason.fault {
            ContainmentFault::Missing => MismatchKind::MissingParam,
            ContainmentFault::MayBeAbsent => MismatchKind::MayBeAbsent,
            ContainmentFault::MayRepeat => MismatchKind::MayRepeat,
            ContainmentFault::Unknown => MismatchKind::UnknownParam,
            ContainmentFault::Types { allowed, found } => MismatchKind::ElementTypes { expected: allowed, found },
            ContainmentFault::Range { allowed, found } => {
                MismatchKind::Range { expected: *allowed, found: found.copied() }
            }
            ContainmentFault::Rank { expected, or_more, found, found_or_more } => {
                MismatchKind::Rank { expected, or_more, found, found_or_more }
            }
            ContainmentFault::Size { axis, expected, found } => {
                MismatchKind::Size { axis, expected: owned(expected), found: owned(found) }
            }
            ContainmentFault::Differ { axis, name, first, first_axis, .. } => {
                let first = (!first.name.is_empty()).then(|| first.name.into());
                MismatchKind::AxisLengths { axis, name: name.map(Into::into), first, first_axis }
            }
        };
        Self { parameter: Some(reason.param.name.into()), kind }
    }
}
