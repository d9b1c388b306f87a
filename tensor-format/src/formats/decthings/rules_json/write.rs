//! Writes rules and definitions as JSON.

use alloc::{collections::BTreeSet, format, string::String};

use serde_core::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use super::{Dialect, ModelDefinitions};
use crate::{
    Bound, Definition, Definitions, Dim, DimBuf, ElementType, ElementTypes, EncodeError, ErrorKind, MAX_RANK,
    TensorRulesBuf, ValueRange,
    formats::decthings::element_type::{byte_of, to_byte, to_name},
};

pub(super) fn rules(rules: &TensorRulesBuf, dialect: Dialect) -> Result<String, EncodeError> {
    check(rules)?;
    to_string(&InDialect { value: rules, dialect })
}

pub(super) fn definition(definition: &Definition, dialect: Dialect) -> Result<String, EncodeError> {
    check_definition(definition)?;
    to_string(&InDialect { value: definition, dialect })
}

pub(super) fn definitions(definitions: &Definitions, dialect: Dialect) -> Result<String, EncodeError> {
    check_definitions(definitions)?;
    to_string(&InDialect { value: definitions, dialect })
}

pub(super) fn model(model: &ModelDefinitions, dialect: Dialect) -> Result<String, EncodeError> {
    let lists = [&model.create_state, &model.train, &model.evaluate_input, &model.evaluate_output];
    lists.into_iter().try_for_each(check_definitions)?;
    to_string(&InDialect { value: model, dialect })
}

fn to_string(value: &impl Serialize) -> Result<String, EncodeError> {
    serde_json::to_string(value).map_err(|error| ErrorKind::custom(format!("{error}")).into())
}

/// Checks that each definition can be written, and that no two have one name, which readers refuse.
fn check_definitions(definitions: &Definitions) -> Result<(), EncodeError> {
    let mut names = BTreeSet::new();
    definitions.iter().try_for_each(|definition| {
        check_definition(definition)?;
        match core::iter::once(&definition.name).chain(&definition.aliases).find(|name| !names.insert(*name)) {
            Some(name) => Err(EncodeError::new(ErrorKind::DuplicateParam).in_parameter(name)),
            None => Ok(()),
        }
    })
}

fn check_definition(definition: &Definition) -> Result<(), EncodeError> {
    let is_beginning = |shared: &String| definition.name.starts_with(shared) && u16::try_from(shared.len()).is_ok();
    let checked = match definition.required_with.as_ref().is_none_or(is_beginning) {
        true => check(&definition.rules),
        false => {
            Err(ErrorKind::Rules { why: "the name does not begin with what it is said to be required with".into() })
        }
    };
    checked.map_err(|kind| EncodeError::new(kind).in_parameter(&definition.name))
}

/// Checks that rules can be written as JSON.
fn check(rules: &TensorRulesBuf) -> Result<(), ErrorKind> {
    let refuse = |why: &str| Err(ErrorKind::Rules { why: why.into() });
    if rules.open.is_some() {
        return refuse("the rank is open (`..`), which the rules of Decthings cannot say: list every axis");
    }
    if rules.axes.len() > MAX_RANK {
        return refuse("the rules list more than 255 axes");
    }
    if rules.axes.iter().any(|dim| dim.as_dim().as_exact().is_some_and(|len| i64::try_from(len).is_err())) {
        return refuse("an axis has a length of 2^63 or more, which the rules of Decthings cannot say");
    }
    let bounds = rules.range.into_iter().flat_map(|range| [range.min(), range.max()]).flatten();
    if bounds.into_iter().any(|bound| matches!(bound, Bound::Float(number) if number.is_infinite())) {
        return refuse("a range of values has an infinite bound, which JSON cannot say: leave the bound out");
    }
    allowed_types(rules).try_for_each(|element_type| byte_of(element_type).map(|_| ()))
}

/// Returns the element types to list in JSON: those that the rules allow, or all that the format has if they allow any.
fn allowed_types(rules: &TensorRulesBuf) -> impl Iterator<Item = ElementType> {
    let any = rules.types() == ElementTypes::ALL;
    rules.allowed_types.iter().copied().filter(move |element_type| !any || to_byte(*element_type).is_some())
}

/// A value with the dialect in which it is serialized.
struct InDialect<'a, T> {
    value: &'a T,
    dialect: Dialect,
}

impl<'a, T> InDialect<'a, T> {
    fn of<U>(&self, value: &'a U) -> InDialect<'a, U> {
        InDialect { value, dialect: self.dialect }
    }
}

impl Serialize for InDialect<'_, TensorRulesBuf> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let annotated = self.dialect == Dialect::Clients || !self.value.annotations.is_empty();
        let fields = 2usize.saturating_add(annotated.into()).saturating_add(self.value.range.is_some().into());
        let mut object = serializer.serialize_struct("DecthingsTensorRules", fields)?;
        object.serialize_field("shape", &LengthList(&self.value.axes))?;
        object.serialize_field("allowedTypes", &TypeList(self.value))?;
        if annotated {
            object.serialize_field("annotations", &self.value.annotations)?;
        }
        if let Some(range) = &self.value.range {
            object.serialize_field("valueRange", &RangeObject(range))?;
        }
        object.end()
    }
}

impl Serialize for InDialect<'_, Definition> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Definition { name, aliases, required, required_with, of_map, many, rules } = self.value;
        let own = [required_with.is_some(), *of_map, *many, !aliases.is_empty()];
        let fields = own.iter().fold(3usize, |count, has| count.saturating_add((*has).into()));
        let mut object = serializer.serialize_struct("DecthingsParameterDefinition", fields)?;
        object.serialize_field("name", name)?;
        if !aliases.is_empty() {
            object.serialize_field("aliases", aliases)?;
        }
        object.serialize_field("required", required)?;
        if let Some(shared) = required_with {
            object.serialize_field("requiredWith", shared)?;
        }
        if *of_map {
            object.serialize_field("ofMap", of_map)?;
        }
        if *many {
            object.serialize_field("many", many)?;
        }
        object.serialize_field("rules", &self.of(rules))?;
        object.end()
    }
}

impl Serialize for InDialect<'_, Definitions> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.value.iter().map(|definition| self.of(definition)))
    }
}

impl Serialize for InDialect<'_, ModelDefinitions> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("ModelDefinitions", 4)?;
        object.serialize_field("createState", &self.of(&self.value.create_state))?;
        object.serialize_field("train", &self.of(&self.value.train))?;
        object.serialize_field("evaluateInput", &self.of(&self.value.evaluate_input))?;
        object.serialize_field("evaluateOutput", &self.of(&self.value.evaluate_output))?;
        object.end()
    }
}

struct RangeObject<'a>(&'a ValueRange);

impl Serialize for RangeObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (key, bound) in [("min", self.0.min()), ("max", self.0.max())] {
            match bound {
                Some(Bound::Int(number)) => object.serialize_entry(key, &number)?,
                Some(Bound::Float(number)) => object.serialize_entry(key, &number)?,
                None => {}
            }
        }
        if self.0.excludes_max() {
            object.serialize_entry("excludesMax", &true)?;
        }
        object.end()
    }
}

struct LengthList<'a>(&'a [DimBuf]);

impl Serialize for LengthList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = |dim: Dim<'_>| dim.as_exact().and_then(|len| i64::try_from(len).ok()).unwrap_or(-1);
        serializer.collect_seq(self.0.iter().map(|dim| length(dim.as_dim())))
    }
}

struct TypeList<'a>(&'a TensorRulesBuf);

impl Serialize for TypeList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(allowed_types(self.0).map(to_name))
    }
}
