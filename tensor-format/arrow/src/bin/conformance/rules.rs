//! Reads rules as they are printed: `{ name: type [axes], other?: type [axes] }`, with `deny_unknown` before them where
//! it applies.

use tensor_format::{
    Definition, Definitions, ElementType, RecordRules,
    rules::{Dim, DimBuf, TensorRulesBuf},
};

/// The rules of a record.
pub(crate) struct RulesText {
    definitions: Definitions,
    deny_unknown: bool,
}

impl RulesText {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (deny_unknown, text) = match text.strip_prefix("deny_unknown ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut rest = text.strip_prefix("{ ")?.strip_suffix(" }")?;
        let mut definitions = Definitions::default();
        while !rest.is_empty() {
            let (name, after) = rest.split_once(": ")?;
            let (rules, after) = after.split_once(']')?;
            let (element, axes) = rules.split_once(" [")?;
            let axes = axes.split(", ").filter(|axis| !axis.is_empty()).map(axis).collect::<Option<Vec<_>>>()?;
            let element = ElementType::from_name(element)?;
            let rules = TensorRulesBuf { allowed_types: vec![element], axes, ..TensorRulesBuf::default() };
            let (name, required) = name.strip_suffix('?').map_or((name, true), |name| (name, false));
            definitions.0.push(Definition::new(name, required, rules));
            rest = after.strip_prefix(", ").unwrap_or(after);
        }
        Some(Self { definitions, deny_unknown })
    }

    /// Calls `f` with the rules.
    pub(crate) fn with<R>(&self, f: impl FnOnce(RecordRules<'_>) -> R) -> R {
        self.definitions.with(|rules| f(if self.deny_unknown { rules.deny_unknown() } else { rules }))
    }
}

fn axis(text: &str) -> Option<DimBuf> {
    let (name, lengths) = match text.split_once(": ") {
        Some((name, lengths)) => (Some(name), lengths),
        None if text == "_" => return Some(Dim::ANY.into()),
        None if text.starts_with(|c: char| c.is_ascii_digit()) => (None, text),
        None => return Some(Dim::ANY.named(text).into()),
    };
    let dim = match lengths.split_once("..=") {
        Some((min, max)) => Dim::range(min.parse().ok()?, max.parse().ok()?),
        None => Dim::exact(lengths.parse().ok()?),
    };
    Some(Dim { name, ..dim }.into())
}
