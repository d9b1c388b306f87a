//! Rules: which element types and shapes are allowed, and which named parameters a record has.
//!
//! All of it is plain data that can be built and checked in constants: [`Rules`] of a type ([`HasRules`]), and `owned`
//! definitions that were read at run time. A header is checked against them axis by axis, named axes by [`Bindings`], a
//! record by its names; what it breaks is a [`Violation`](crate::error::Violation). `narrow` computes the rules of a
//! field from its type and attributes, `relations` compares rules with rules.

use core::fmt;

use alloc::vec::Vec;

use crate::{ElementType, ErrorKind, Header, ParamNames, Shape};

mod as_rules;
mod axes;
mod axis_bindings;
pub(crate) mod axis_names;
pub(crate) mod columns;
pub(crate) mod fault;
pub(crate) mod has_rules;
pub(crate) mod holds;
mod message;
pub(crate) mod metadata;
pub(crate) mod name_table;
pub(crate) mod narrow;
mod owned;
mod param_matcher;
pub(crate) mod positions;
mod record_type;
pub(crate) mod relations;
pub(crate) mod sparse;
pub(crate) mod spellings;
mod violation;
pub use crate::{
    element::ElementTypes,
    element::range::{Bound, ValueRange},
    shape::{Dim, DimBuf},
};
pub use as_rules::AsRules;
pub use axes::AxisRules;
pub use axis_bindings::Bindings;
pub(crate) use axis_names::shares_axis_names;
pub use has_rules::HasRules;
pub use metadata::MetadataField;
pub use owned::{Definition, Definitions, RulesBuf, TensorRulesBuf};
pub use param_matcher::ParamMatcher;
pub use record_type::RecordType;
pub use relations::{
    compatibility::{Compatibility, CompatibilityReport, ServiceSide},
    difference::{Mismatch, MismatchKind},
    fingerprint::fingerprint_of,
};
pub use sparse::VALUES;

/// The rules of a value: one tensor, or a record of named tensors.
#[derive(Clone, Copy, PartialEq)]
pub enum Rules<'a> {
    /// The value is one tensor with these rules.
    Tensor(TensorRules<'a>),
    /// The value is a record with these rules.
    Record(RecordRules<'a>),
}

impl<'a> Rules<'a> {
    /// The rules that allow any one tensor.
    pub const ANY: Rules<'static> = Rules::Tensor(TensorRules::ANY);

    /// Creates the rules of a tensor of one element type and this shape.
    #[must_use]
    pub const fn tensor(element_type: ElementType, dims: &'a [Dim<'a>]) -> Self {
        Rules::Tensor(TensorRules::new(ElementTypes::of(element_type), AxisRules::new(dims)))
    }

    /// Returns the rules of one tensor.
    ///
    /// # Panics
    ///
    /// If they are a record's; in a constant this is a compile error.
    #[must_use]
    #[allow(clippy::panic, reason = "for constants, where it is a compile error")]
    pub const fn expect_tensor(&self) -> TensorRules<'a> {
        match self {
            Rules::Tensor(rules) => *rules,
            Rules::Record(_) => panic!("a record stands where one tensor is needed"),
        }
    }

    /// Returns the rules of a record.
    ///
    /// ```
    /// use tensor_format::{HasRules, Ragged, RecordRules};
    /// const SENTENCES: RecordRules<'static> = Ragged::<Vec<u32>>::RULES.expect_record();
    /// assert_eq!(SENTENCES.len(), 2);
    /// ```
    ///
    /// # Panics
    ///
    /// If they are one tensor's; in a constant this is a compile error.
    #[must_use]
    #[allow(clippy::panic, reason = "for constants, where it is a compile error")]
    pub const fn expect_record(&self) -> RecordRules<'a> {
        match self {
            Rules::Record(rules) => *rules,
            Rules::Tensor(_) => panic!("one tensor stands where a record is needed"),
        }
    }

    /// Returns the rules of the tensor; `None` if they are a record's.
    #[must_use]
    pub const fn as_tensor(&self) -> Option<&TensorRules<'a>> {
        match self {
            Rules::Tensor(rules) => Some(rules),
            Rules::Record(_) => None,
        }
    }

    /// Returns the rules of the record; `None` if they are a tensor's.
    #[must_use]
    pub const fn as_record(&self) -> Option<&RecordRules<'a>> {
        match self {
            Rules::Record(rules) => Some(rules),
            Rules::Tensor(_) => None,
        }
    }

    /// Returns the names of a record's tensors in order, each repeated as often as `counts` says for its parameter;
    /// none for rules of one tensor.
    pub(crate) fn names_of_tensors<'c>(
        &self,
        counts: &'c [usize],
    ) -> impl Iterator<Item = &'a str> + Clone + use<'a, 'c> {
        let rules = self.as_record().copied().unwrap_or(RecordRules::ANY);
        rules.iter().zip(counts).flat_map(|(param, &count)| core::iter::repeat_n(param.name, count))
    }

    /// Returns the rules with an outermost axis of any length put before the axes of every tensor of the value.
    #[must_use]
    pub const fn batched(self) -> Self {
        match self {
            Rules::Tensor(rules) => Rules::Tensor(rules.batched()),
            Rules::Record(mut rules) => {
                rules.batch_axes = rules.batch_axes.saturating_add(1);
                Rules::Record(rules)
            }
        }
    }
}

impl fmt::Display for Rules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rules::Tensor(rules) => rules.fmt(f),
            Rules::Record(rules) => rules.fmt(f),
        }
    }
}

impl fmt::Debug for Rules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The rules of one tensor: allowed element types and shapes.
///
/// ```
/// use tensor_format::{HasRules, Rules};
/// let Rules::Tensor(rules) = <Vec<[f32; 4]>>::RULES else { unreachable!() };
/// assert_eq!(rules.to_string(), "f32 [_, 4]");
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct TensorRules<'a> {
    /// The allowed element types.
    pub types: ElementTypes,
    /// The allowed shapes.
    pub axes: AxisRules<'a>,
    /// The range that the elements must be in; `None` for any. Comparisons of rules and definitions look at it, but of
    /// a value only [`Encode::validate`](crate::Encode::validate) checks it: checks of headers do not, and reading and
    /// writing do where the derive was told `range_checked`.
    pub range: Option<&'a ValueRange>,
}

impl<'a> TensorRules<'a> {
    /// The rules that allow any tensor.
    pub const ANY: TensorRules<'static> = TensorRules::new(ElementTypes::ALL, AxisRules::ANY);

    /// Creates the rules of tensors of these element types and shapes, with any elements.
    #[must_use]
    pub const fn new(types: ElementTypes, axes: AxisRules<'a>) -> Self {
        Self { types, axes, range: None }
    }

    /// Creates the rules of a scalar of one element type.
    #[must_use]
    pub const fn scalar(element_type: ElementType) -> Self {
        Self::new(ElementTypes::of(element_type), AxisRules::new(&[]))
    }

    /// Returns the rules with an outermost axis of any length put before the others.
    #[must_use]
    pub const fn batched(self) -> Self {
        Self { axes: self.axes.batched(), ..self }
    }

    /// Checks element type, then rank, then each axis, and reports the first that differs.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), [`Rank`](ErrorKind::Rank) or [`AxisLength`](ErrorKind::AxisLength).
    #[inline]
    pub fn check(&self, element_type: ElementType, shape: &[usize]) -> Result<(), ErrorKind> {
        if !self.types.contains(element_type) {
            return Err(ErrorKind::ElementType { allowed: self.types, found: element_type });
        }
        if self.axes.only_count(shape.len()) || self.axes.allow_plain(shape) == Some(true) {
            return Ok(());
        }
        self.check_axes(shape)
    }

    /// Returns whether the rules allow this element type, limit only the number of axes, not their lengths, and allow
    /// `rank` axes.
    #[inline]
    pub(crate) const fn only_count(&self, element_type: ElementType, rank: usize) -> bool {
        self.types.contains(element_type) && self.axes.only_count(rank)
    }

    /// Returns whether the rules allow this element type and shape, where axes of the same name have the same length.
    #[inline]
    pub(crate) fn allow(&self, element_type: ElementType, shape: &[usize]) -> bool {
        self.types.contains(element_type) && (self.axes.only_count(shape.len()) || self.axes.allow(shape))
    }

    fn check_axes(&self, shape: &[usize]) -> Result<(), ErrorKind> {
        let (rank, open) = (self.axes.rank(), self.axes.is_open());
        if shape.len() < rank || (shape.len() > rank && !open) {
            return Err(ErrorKind::Rank { expected: rank, or_more: open, found: shape.len() });
        }
        for (axis, (dim, &len)) in self.axes.over(shape.len()).zip(shape).enumerate() {
            if !dim.contains(len as u64) {
                return Err(ErrorKind::AxisLength { axis, expected: dim.into(), found: len as u64 });
            }
        }
        Ok(())
    }

    /// Does the same as [`check`](Self::check), but returns every fault, of every axis.
    #[must_use]
    pub fn check_all(&self, header: &Header) -> Vec<ErrorKind> {
        let mut faults = Vec::new();
        if !self.types.contains(header.element_type) {
            faults.push(ErrorKind::ElementType { allowed: self.types, found: header.element_type });
        }
        let (rank, open, found) = (self.axes.rank(), self.axes.is_open(), header.shape.rank());
        if found < rank || (found > rank && !open) {
            faults.push(ErrorKind::Rank { expected: rank, or_more: open, found });
            return faults;
        }
        for (axis, (dim, &len)) in self.axes.over(found).zip(header.shape.iter()).enumerate() {
            if !dim.contains(len as u64) {
                faults.push(ErrorKind::AxisLength { axis, expected: dim.into(), found: len as u64 });
            }
        }
        faults
    }

    /// Returns the only header that the rules allow; `None` if they allow several.
    #[must_use]
    pub fn as_header(&self) -> Option<Header> {
        let shape = self.axes.over(self.axes.rank()).map(|dim| usize::try_from(dim.as_exact()?).ok());
        if self.axes.is_open() {
            return None;
        }
        Some(Header { element_type: self.types.single()?, shape: shape.collect::<Option<Shape>>()? })
    }

    /// Returns the size in bytes of the elements, if element type and shape are fixed and elements have a fixed size.
    #[must_use]
    pub const fn fixed_size(&self) -> Option<usize> {
        let Some(element_type) = self.types.single() else { return None };
        match element_type.size() {
            Some(size) => self.fixed_count(size),
            None => None,
        }
    }

    /// Returns the number of elements times `units`; `None` if the shape is not fixed.
    pub(crate) const fn fixed_count(&self, units: usize) -> Option<usize> {
        if self.axes.is_open() {
            return None;
        }
        let mut count = units;
        let mut axis = 0;
        let mut zero = false;
        while axis < self.axes.rank() {
            let Some(len) = self.axes.dim(axis).as_exact() else { return None };
            if len == 0 {
                zero = true;
            } else if len > isize::MAX as u64 {
                return None;
            } else {
                match count.checked_mul(len as usize) {
                    Some(product) if product <= isize::MAX as usize => count = product,
                    _ => return None,
                }
            }
            axis = axis.saturating_add(1);
        }
        Some(if zero { 0 } else { count })
    }
}

impl fmt::Display for TensorRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.types, self.axes)?;
        match self.range {
            Some(range) => write!(f, " in {range}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for TensorRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How often a parameter occurs in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Exactly once.
    Required,
    /// Once or not at all: an `Option`, or a field with a default.
    Optional,
    /// Any number of times, one after another: [`Many`](crate::Many).
    Many,
}

impl Presence {
    /// Returns what follows the name in texts.
    const fn mark(self) -> &'static str {
        match self {
            Self::Required => "",
            Self::Optional => "?",
            Self::Many => "*",
        }
    }
}

/// One named parameter of a record.
#[derive(Clone, Copy, PartialEq)]
pub struct Param<'a> {
    /// The name on the wire.
    pub name: &'a str,
    /// Other names under which readers accept the parameter. Nothing is written under them.
    pub aliases: &'a [&'a str],
    /// The rules of each of its tensors.
    pub rules: TensorRules<'a>,
    /// How often the parameter occurs in the record.
    pub presence: Presence,
    /// The first paragraph of the field's documentation.
    pub doc: &'a str,
    /// For a parameter of an optional map or record: the number of leading bytes of the name that the names of all its
    /// parameters share. A message that has any of these parameters, which follow one another, must have this one too.
    pub required_with: Option<u16>,
    /// Whether the parameter holds the labels or the values of a map.
    pub of_map: bool,
}

impl<'a> Param<'a> {
    /// Creates a required parameter without documentation.
    #[must_use]
    pub const fn new(name: &'a str, rules: TensorRules<'a>) -> Self {
        Self { name, aliases: &[], rules, presence: Presence::Required, doc: "", required_with: None, of_map: false }
    }

    /// Returns whether a record without it is refused.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        matches!(self.presence, Presence::Required)
    }
}

impl fmt::Display for Param<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.names().enumerate() {
            write!(f, "{}{}", if index > 0 { "|" } else { "" }, name.escape_debug())?;
        }
        write!(f, "{}: {}", self.presence.mark(), self.rules)
    }
}

impl fmt::Debug for Param<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The rules of a record: its parameters in order.
#[derive(Clone, Copy, PartialEq)]
pub struct RecordRules<'a> {
    params: &'a [Param<'a>],
    metadata: &'a [MetadataField<'a>],
    deny_unknown: bool,
    batch_axes: usize,
}

impl<'a> RecordRules<'a> {
    /// The rules that allow any record.
    pub const ANY: RecordRules<'static> = RecordRules::new(&[]);

    /// Creates the rules of a record with these parameters; it may have parameters that are not listed.
    #[must_use]
    pub const fn new(params: &'a [Param<'a>]) -> Self {
        Self { params, metadata: &[], deny_unknown: false, batch_axes: 0 }
    }

    /// Returns the rules changed so that parameters that are not listed are refused.
    #[must_use]
    pub const fn deny_unknown(mut self) -> Self {
        self.deny_unknown = true;
        self
    }

    /// Returns whether parameters that are not listed are refused.
    #[must_use]
    pub const fn denies_unknown(&self) -> bool {
        self.deny_unknown
    }

    /// Returns whether these are the rules of a map in its sparse form.
    pub(crate) fn are_of_map(&self) -> bool {
        self.params.iter().all(|param| param.of_map)
    }

    /// Returns the number of parameters.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.params.len()
    }

    /// Returns whether there are no parameters.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.params.is_empty()
    }

    /// Returns the parameter at this position, or `None` past the last.
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "compared with the length; in constants `get` cannot be called")]
    pub const fn get(&self, index: usize) -> Option<Param<'a>> {
        if index >= self.params.len() {
            return None;
        }
        let mut param = self.params[index];
        param.rules.axes = param.rules.axes.batched_by(self.batch_axes);
        Some(param)
    }

    /// Returns the parameters as they are listed. If the rules are of a batch of records, the axes that count its
    /// records are not among theirs.
    pub(crate) const fn listed(&self) -> &'a [Param<'a>] {
        self.params
    }

    /// Returns the number of outermost axes of every tensor that count the records of a batch; 0 for a single record.
    pub(crate) const fn batch_axes(&self) -> usize {
        self.batch_axes
    }

    /// Returns the parameters in order.
    pub fn iter(&self) -> impl Iterator<Item = Param<'a>> + Clone + use<'a> {
        let rules = *self;
        (0..rules.len()).filter_map(move |index| rules.get(index))
    }

    /// Returns the error for a parameter called `name`, which is not listed.
    #[cold]
    pub(crate) fn unknown(&self, name: &str) -> ErrorKind {
        ErrorKind::UnknownParam { known: ParamNames::beside(name, self.params.iter().map(|param| param.name)) }
    }
}

impl fmt::Display for RecordRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, param) in self.iter().enumerate() {
            write!(f, "{}{param}", if i == 0 { " " } else { ", " })?;
        }
        f.write_str(if self.is_empty() { "}" } else { " }" })
    }
}

impl fmt::Debug for RecordRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
