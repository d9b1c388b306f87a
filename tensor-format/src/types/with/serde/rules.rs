//! Serde's traits for shapes, headers and rules.

use alloc::{boxed::Box, string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{for_each, list};
use crate::{
    Bound, Definition, Definitions, Dim, DimBuf, ElementType, ElementTypes, Header, MAX_RANK, RecordRules, Rules,
    RulesBuf, Shape, TensorRules, TensorRulesBuf, ValueRange,
};

impl Serialize for ElementTypes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let types: Vec<ElementType> = self.iter().collect();
        types.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ElementTypes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut types = Self::NONE;
        for_each(deserializer, "a list of element types", |element_type| {
            types = types.with(element_type);
            Ok(())
        })?;
        Ok(types)
    }
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut shape = Shape::scalar();
        for_each(deserializer, "a list of lengths", |len| {
            if shape.rank() == MAX_RANK {
                return Err("a shape has at most 255 axes");
            }
            shape.push(len);
            Ok(())
        })?;
        Ok(shape)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Header", deny_unknown_fields)]
struct HeaderForm {
    element_type: ElementType,
    shape: Shape,
}

impl Serialize for Header {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        HeaderForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        HeaderForm::deserialize(deserializer)
    }
}

/// The serialized form of an axis: `max` is `None`, not the largest number there is, if there is no largest length.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Dim", deny_unknown_fields)]
struct DimForm<N> {
    name: Option<N>,
    min: u64,
    max: Option<u64>,
}

impl Serialize for Dim<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let max = Some(self.max).filter(|max| *max != u64::MAX);
        DimForm { name: self.name, min: self.min, max }.serialize(serializer)
    }
}

impl Serialize for DimBuf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_dim().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DimBuf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let DimForm { name, min, max } = DimForm::<Box<str>>::deserialize(deserializer)?;
        Ok(Self { name, min, max: max.unwrap_or(u64::MAX) })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "TensorRules", deny_unknown_fields)]
struct TensorRulesForm<T, A, N> {
    allowed_types: T,
    axes: A,
    open: Option<usize>,
    annotations: N,
    #[serde(default)]
    range: Option<ValueRange>,
}

/// The serialized form of rules without a range of values, in formats that write the names of fields.
#[derive(Serialize)]
#[serde(rename = "TensorRules")]
struct PlainForm<T, A, N> {
    allowed_types: T,
    axes: A,
    open: Option<usize>,
    annotations: N,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "ValueRange", deny_unknown_fields)]
struct ValueRangeForm {
    min: Option<Bound>,
    max: Option<Bound>,
    excludes_max: bool,
}

impl Serialize for ValueRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = ValueRangeForm { min: self.min(), max: self.max(), excludes_max: self.excludes_max() };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ValueRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ValueRangeForm { min, max, excludes_max } = ValueRangeForm::deserialize(deserializer)?;
        let range = Self::new(min, max);
        Ok(if excludes_max { range.without_max() } else { range })
    }
}

impl Serialize for TensorRulesBuf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { allowed_types, axes, open, annotations, range } = self;
        if range.is_none() && serializer.is_human_readable() {
            return PlainForm { allowed_types, axes, open: *open, annotations }.serialize(serializer);
        }
        TensorRulesForm { allowed_types, axes, open: *open, annotations, range: *range }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TensorRulesBuf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        type Form = TensorRulesForm<List<ElementType>, List<DimBuf>, List<String>>;
        let Form { allowed_types, axes, open, annotations, range } = Form::deserialize(deserializer)?;
        if axes.0.len() > MAX_RANK {
            return Err(D::Error::custom("rules list at most 255 axes"));
        }
        if open.is_some_and(|at| at > axes.0.len()) {
            return Err(D::Error::custom("the rank is open beyond the last axis"));
        }
        Ok(Self { allowed_types: allowed_types.0, axes: axes.0, open, annotations: annotations.0, range })
    }
}

/// A list that is read without reserving memory by the length that the input claims.
#[derive(Default)]
struct List<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        list(deserializer, "a list").map(Self)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Definition")]
struct DefinitionForm<N, R, A> {
    name: N,
    required: bool,
    rules: R,
    #[serde(default)]
    required_with: Option<N>,
    #[serde(default)]
    of_map: bool,
    #[serde(default)]
    aliases: A,
    #[serde(default)]
    many: bool,
}

/// The serialized form of a parameter without aliases that is in no optional map or record, in no map and no list, in
/// formats that write the names of fields.
#[derive(Serialize)]
#[serde(rename = "Definition")]
struct PlainDefinition<'a> {
    name: &'a str,
    required: bool,
    rules: &'a TensorRulesBuf,
}

impl Serialize for Definition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, aliases, required, required_with, of_map, many, rules } = self;
        let (required, of_map, many) = (*required, *of_map, *many);
        if required_with.is_none() && !of_map && !many && aliases.is_empty() && serializer.is_human_readable() {
            return PlainDefinition { name, required, rules }.serialize(serializer);
        }
        let required_with = required_with.as_deref();
        DefinitionForm { name: name.as_str(), required, rules, required_with, of_map, aliases, many }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Definition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let DefinitionForm { name, required, rules, required_with, of_map, aliases, many } =
            DefinitionForm::<String, TensorRulesBuf, List<String>>::deserialize(deserializer)?;
        Ok(Self { name, aliases: aliases.0, required, required_with, of_map, many, rules })
    }
}

impl Serialize for Definitions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Definitions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        list::<Definition, D>(deserializer, "a list of definitions").map(Self)
    }
}

impl Serialize for TensorRules<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TensorRulesBuf::from(*self).serialize(serializer)
    }
}

impl Serialize for RecordRules<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Definitions::from(self).serialize(serializer)
    }
}

impl Serialize for Rules<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RulesBuf::from(*self).serialize(serializer)
    }
}
