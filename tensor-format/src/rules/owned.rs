//! Owned rules of tensors and definitions of parameters, as they are read from JSON at run time.

use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use core::fmt;

use smallvec::SmallVec;

use super::{AxisRules, Dim, Param, Presence, RecordRules, Rules, TensorRules};
use crate::{DimBuf, ElementType, ElementTypes, ErrorKind, Header, ValueRange};

/// Owned rules of one tensor.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TensorRulesBuf {
    /// The allowed element types in the order of the definition, repetitions included.
    pub allowed_types: Vec<ElementType>,
    /// The allowed lengths of the axes, outermost first.
    pub axes: Vec<DimBuf>,
    /// The axis before which any number of further axes may be (`..`); `None` if the rank is fixed.
    pub open: Option<usize>,
    /// Free text for people who read the definitions.
    pub annotations: Vec<String>,
    /// The range that the elements must be in; `None` for any.
    pub range: Option<ValueRange>,
}

impl TensorRulesBuf {
    /// Returns the allowed element types as a set.
    #[must_use]
    pub fn types(&self) -> ElementTypes {
        self.allowed_types.iter().copied().collect()
    }

    /// Calls `f` with these rules in their borrowed form.
    pub fn with<R>(&self, f: impl FnOnce(TensorRules<'_>) -> R) -> R {
        let dims: SmallVec<[Dim<'_>; 6]> = self.axes.iter().map(DimBuf::as_dim).collect();
        f(self.borrowed(&dims))
    }

    /// Returns the rules in their borrowed form, with `dims`, which are their own axes in that form.
    fn borrowed<'a>(&'a self, dims: &'a [Dim<'a>]) -> TensorRules<'a> {
        let axes = AxisRules::new(dims);
        let axes = self.open.map_or(axes, |at| axes.open_at(at));
        TensorRules { types: self.types(), axes, range: self.range.as_ref() }
    }

    /// Checks a header, as [`TensorRules::check`] does.
    ///
    /// # Errors
    ///
    /// As [`TensorRules::check`].
    pub fn check(&self, header: &Header) -> Result<(), ErrorKind> {
        self.with(|rules| rules.check(header.element_type, &header.shape))
    }

    /// Returns every way in which a header breaks the rules.
    #[must_use]
    pub fn check_all(&self, header: &Header) -> Vec<ErrorKind> {
        self.with(|rules| rules.check_all(header))
    }

    /// Returns the rules with an annotation added for each axis that has a name or a range of lengths, as `axis 0:
    /// batch 1..=32`: for forms of definitions that cannot hold these otherwise.
    ///
    /// ```
    /// use tensor_format::{ElementType, Rules, rules::{Dim, TensorRulesBuf}};
    /// let rules = Rules::tensor(ElementType::F32, &const { [Dim::range(1, 32).named("batch"), Dim::exact(3)] });
    /// let rules = TensorRulesBuf::from(rules.expect_tensor()).with_axis_annotations();
    /// assert_eq!(rules.annotations, ["axis 0: batch 1..=32"]);
    /// ```
    #[must_use]
    pub fn with_axis_annotations(mut self) -> Self {
        for (axis, dim) in self.axes.iter().map(DimBuf::as_dim).enumerate() {
            let lengths = Dim { name: None, ..dim };
            let plain = lengths == Dim::ANY || lengths.as_exact().is_some();
            match (dim.name, plain) {
                (None, true) => {}
                (None, false) => self.annotations.push(format!("axis {axis}: {lengths}")),
                (Some(name), true) => self.annotations.push(format!("axis {axis}: {name}")),
                (Some(name), false) => self.annotations.push(format!("axis {axis}: {name} {lengths}")),
            }
        }
        self
    }
}

impl From<TensorRules<'_>> for TensorRulesBuf {
    fn from(rules: TensorRules<'_>) -> Self {
        Self {
            allowed_types: rules.types.iter().collect(),
            axes: rules.axes.iter().map(DimBuf::from).collect(),
            open: rules.axes.open_position(),
            annotations: Vec::new(),
            range: rules.range.copied(),
        }
    }
}

impl fmt::Display for TensorRulesBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|rules| rules.fmt(f))
    }
}

/// The owned definition of one parameter of a record.
///
/// ```
/// use tensor_format::{Definitions, HasRules, Tensor};
///
/// #[derive(Tensor)]
/// struct Spot {
///     x: f32,
///     y: f32,
/// }
///
/// #[derive(Tensor)]
/// struct Scene {
///     spot: Option<Spot>,
/// }
///
/// let definitions = Definitions::from(Scene::RULES.as_record().unwrap());
/// assert_eq!(definitions.to_string(), "spot.x?: f32 []\nspot.y?: f32 []");
/// assert_eq!(definitions.0[0].required_with.as_deref(), Some("spot."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name on the wire.
    pub name: String,
    /// Other names under which readers accept the parameter, as [`Param::aliases`].
    pub aliases: Vec<String>,
    /// Whether a record without it is refused.
    pub required: bool,
    /// What the names of the parameters begin with beside which this one is required, for a parameter of an optional
    /// map or record: a beginning of its own name, such as `spot.`. A message that has any of them must have this one
    /// too. The definitions of these parameters follow one another. `None`, or what its name does not begin with:
    /// optional by itself.
    pub required_with: Option<String>,
    /// Whether the parameter holds the labels or the values of a map. Of all others a Vespa type is not made, whatever
    /// they are called.
    pub of_map: bool,
    /// Whether any number of tensors may come under the name, one after another, as of [`Many`](crate::Many). It says
    /// nothing of a parameter that is required.
    pub many: bool,
    /// The rules of its tensor, or of each of them.
    pub rules: TensorRulesBuf,
}

impl Definition {
    /// Creates the definition of a parameter that is required or else optional by itself.
    ///
    /// ```
    /// use tensor_format::{ElementType, Rules, Definition};
    /// let rules = Rules::tensor(ElementType::F32, &[]).expect_tensor();
    /// assert_eq!(Definition::new("x", false, rules).to_string(), "x?: f32 []");
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, required: bool, rules: impl Into<TensorRulesBuf>) -> Self {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            required,
            required_with: None,
            of_map: false,
            many: false,
            rules: rules.into(),
        }
    }

    pub(in crate::rules) const fn presence(&self) -> Presence {
        match (self.required, self.many) {
            (true, _) => Presence::Required,
            (false, true) => Presence::Many,
            (false, false) => Presence::Optional,
        }
    }

    /// Returns the parameter that is defined, whose axes and aliases in their borrowed form are `dims` and `aliases`.
    fn param<'a>(&'a self, dims: &'a [Dim<'a>], aliases: &'a [&'a str]) -> Param<'a> {
        let shared = self.required_with.as_deref().filter(|shared| !self.required && self.name.starts_with(shared));
        Param {
            presence: self.presence(),
            required_with: shared.and_then(|shared| u16::try_from(shared.len()).ok()),
            of_map: self.of_map,
            aliases,
            ..Param::new(&self.name, self.rules.borrowed(dims))
        }
    }
}

impl From<Param<'_>> for Definition {
    fn from(param: Param<'_>) -> Self {
        let shared = param.required_with.and_then(|len| param.name.get(..len.into()));
        Self {
            required_with: shared.map(ToOwned::to_owned),
            of_map: param.of_map,
            many: param.presence == Presence::Many,
            aliases: param.aliases.iter().map(|alias| String::from(*alias)).collect(),
            ..Self::new(param.name, param.is_required(), param.rules)
        }
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.escape_debug().fmt(f)?;
        for alias in &self.aliases {
            write!(f, "|{}", alias.escape_debug())?;
        }
        write!(f, "{}: {}", self.presence().mark(), self.rules)
    }
}

/// Owned definitions of a record's parameters, in order.
///
/// They say less than the [`RecordRules`] that they are made of: not whether unknown parameters are denied, nor what metadata
/// there are. A version that is compared by its definitions lets unknown parameters pass.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Definitions(pub Vec<Definition>);

impl Definitions {
    /// Returns the definition of this name; aliases are not looked at.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.0.iter().find(|definition| definition.name == name)
    }

    /// Returns the definitions in order.
    pub fn iter(&self) -> core::slice::Iter<'_, Definition> {
        self.0.iter()
    }

    /// Calls `f` with these definitions as the rules of a record, in their borrowed form. They let unknown parameters
    /// pass; [`RecordRules::deny_unknown`] makes them stricter.
    pub fn with<R>(&self, f: impl FnOnce(RecordRules<'_>) -> R) -> R {
        let dims: Vec<Vec<Dim<'_>>> =
            self.0.iter().map(|d| d.rules.axes.iter().map(DimBuf::as_dim).collect()).collect();
        let aliases: Vec<Vec<&str>> = self.0.iter().map(|d| d.aliases.iter().map(String::as_str).collect()).collect();
        let params = self.0.iter().zip(dims.iter().zip(&aliases));
        let params: Vec<Param<'_>> = params.map(|(d, (dims, aliases))| d.param(dims, aliases)).collect();
        f(RecordRules::new(&params))
    }

    /// Checks the names and headers of a whole record, as [`RecordRules::check_all`] does.
    #[must_use]
    pub fn check_all<'h>(&self, tensors: impl IntoIterator<Item = (&'h str, Header)>) -> Vec<crate::error::Violation> {
        self.with(|rules| rules.check_all(tensors))
    }

    /// Returns the definitions with annotations added for names and ranges of axes, as
    /// [`TensorRulesBuf::with_axis_annotations`] does.
    #[must_use]
    pub fn with_axis_annotations(self) -> Self {
        let annotate = |d: Definition| Definition { rules: d.rules.with_axis_annotations(), ..d };
        Self(self.0.into_iter().map(annotate).collect())
    }
}

impl From<&RecordRules<'_>> for Definitions {
    fn from(rules: &RecordRules<'_>) -> Self {
        Self(rules.iter().map(Definition::from).collect())
    }
}

impl fmt::Display for Definitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, definition) in self.iter().enumerate() {
            write!(f, "{}{definition}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// Owned rules of a value: one tensor or a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum RulesBuf {
    /// The value is one tensor with these rules.
    Tensor(TensorRulesBuf),
    /// The value is a record with these definitions.
    Record(Definitions),
}

impl From<Rules<'_>> for RulesBuf {
    fn from(rules: Rules<'_>) -> Self {
        match rules {
            Rules::Tensor(rules) => RulesBuf::Tensor(rules.into()),
            Rules::Record(rules) => RulesBuf::Record((&rules).into()),
        }
    }
}

impl RulesBuf {
    /// Returns the rules with annotations added for names and ranges of axes, as
    /// [`TensorRulesBuf::with_axis_annotations`] does.
    #[must_use]
    pub fn with_axis_annotations(self) -> Self {
        match self {
            RulesBuf::Tensor(rules) => RulesBuf::Tensor(rules.with_axis_annotations()),
            RulesBuf::Record(definitions) => RulesBuf::Record(definitions.with_axis_annotations()),
        }
    }
}

impl From<TensorRulesBuf> for RulesBuf {
    fn from(rules: TensorRulesBuf) -> Self {
        RulesBuf::Tensor(rules)
    }
}

impl From<&TensorRulesBuf> for RulesBuf {
    fn from(rules: &TensorRulesBuf) -> Self {
        RulesBuf::Tensor(rules.clone())
    }
}

impl From<TensorRules<'_>> for RulesBuf {
    fn from(rules: TensorRules<'_>) -> Self {
        RulesBuf::Tensor(rules.into())
    }
}

impl From<Definitions> for RulesBuf {
    fn from(definitions: Definitions) -> Self {
        RulesBuf::Record(definitions)
    }
}

impl fmt::Display for RulesBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesBuf::Tensor(rules) => rules.fmt(f),
            RulesBuf::Record(definitions) => definitions.fmt(f),
        }
    }
}
