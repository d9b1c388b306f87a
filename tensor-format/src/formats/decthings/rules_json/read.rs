//! Reads rules and definitions from JSON.

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use super::{ModelDefinitions, node::Node};
use crate::{
    Bound, DecodeError, Definition, Definitions, Dim, DimBuf, ElementType, JsonFault, MAX_RANK, TensorRulesBuf,
    ValueRange,
    formats::decthings::element_type::{NAMES, from_name},
};

/// Returns the field `name` of an object, or an error if it is missing.
fn required<'t, 'p>(
    object: &Node<'t, '_>,
    field: Option<Node<'t, 'p>>,
    name: &'static str,
) -> Result<Node<'t, 'p>, DecodeError> {
    field.ok_or_else(|| object.fault(JsonFault::MissingField { name }))
}

pub(super) fn rules(node: &Node<'_, '_>) -> Result<TensorRulesBuf, DecodeError> {
    let [shape, types, notes, range] = node.fields(["shape", "allowedTypes", "annotations", "valueRange"])?;
    let shape = required(node, shape, "shape")?;
    let types = required(node, types, "allowedTypes")?;
    let mut rules = TensorRulesBuf::default();
    shape.items("a list of lengths", |item| {
        if rules.axes.len() == MAX_RANK {
            return Err(shape.fault(JsonFault::TooManyAxes { max: MAX_RANK }));
        }
        rules.axes.push(length(&item)?);
        Ok(())
    })?;
    rules.axes.shrink_to_fit();
    types.items("a list of element types", |item| {
        rules.allowed_types.push(element_type(&item)?);
        Ok(())
    })?;
    if let Some(notes) = notes {
        notes.items("a list of strings", |item| {
            rules.annotations.push(item.string("a string")?);
            Ok(())
        })?;
    }
    if let Some(node) = range {
        rules.range = Some(value_range(&node)?);
    }
    Ok(rules)
}

fn value_range(node: &Node<'_, '_>) -> Result<ValueRange, DecodeError> {
    let [min, max, excludes_max] = node.fields(["min", "max", "excludesMax"])?;
    let bound = |field: Option<Node<'_, '_>>| field.map(|field| number(&field)).transpose();
    let range = ValueRange::new(bound(min)?, bound(max)?);
    match excludes_max {
        Some(field) if field.boolean()? => Ok(range.without_max()),
        _ => Ok(range),
    }
}

/// Reads a number; one with a point or an exponent is a float.
fn number(node: &Node<'_, '_>) -> Result<Bound, DecodeError> {
    const EXPECTED: &str = "a number of at most 128 bits";
    let text = node.number(EXPECTED)?;
    let number = match text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        true => text.parse().ok().map(Bound::Int),
        false => text.parse().ok().filter(|number: &f64| number.is_finite()).map(Bound::Float),
    };
    number.ok_or_else(|| node.fault(JsonFault::WrongType { expected: EXPECTED, found: node.found() }))
}

fn length(node: &Node<'_, '_>) -> Result<DimBuf, DecodeError> {
    let digits = node.integer("an integer")?;
    match digits.parse::<i64>() {
        Ok(-1) => Ok(Dim::ANY.into()),
        Ok(len @ 0..) => Ok(Dim::exact(len.unsigned_abs()).into()),
        _ => Err(node.fault(JsonFault::LengthOutOfRange { found: node.found() })),
    }
}

fn element_type(node: &Node<'_, '_>) -> Result<ElementType, DecodeError> {
    let name = node.string("the name of an element type")?;
    from_name(&name).ok_or_else(|| node.fault(JsonFault::UnknownElementType { expected: NAMES, found: node.found() }))
}

pub(super) fn definition(node: &Node<'_, '_>) -> Result<Definition, DecodeError> {
    const FIELDS: [&str; 7] = ["name", "required", "rules", "requiredWith", "ofMap", "many", "aliases"];
    let [name, needed, tensor, with, of_map, many, other_names] = node.fields(FIELDS)?;
    let name = required(node, name, "name")?.string("a string")?;
    let rest = || {
        let needed = required(node, needed, "required")?.boolean()?;
        let rules = rules(&required(node, tensor, "rules")?)?;
        let required_with = with.map(|with| shared(&with, &name)).transpose()?;
        let of_map = of_map.map(|of_map| of_map.boolean()).transpose()?.unwrap_or_default();
        let many = many.map(|many| many.boolean()).transpose()?.unwrap_or_default();
        let mut aliases = Vec::new();
        if let Some(node) = other_names {
            node.items("a list of strings", |item| {
                aliases.push(item.string("a string")?);
                Ok(())
            })?;
        }
        Ok(Definition { aliases, required_with, of_map, many, ..Definition::new(name.as_str(), needed, rules) })
    };
    rest().map_err(|error| DecodeError::in_parameter(error, &name))
}

/// Reads what the names of the parameters begin with beside which the one called `name` is required.
fn shared(node: &Node<'_, '_>, name: &str) -> Result<String, DecodeError> {
    const EXPECTED: &str = "a beginning of the parameter's name, of at most 65535 bytes";
    let shared = node.string(EXPECTED)?;
    match name.starts_with(&shared) && u16::try_from(shared.len()).is_ok() {
        true => Ok(shared),
        false => Err(node.fault(JsonFault::WrongType { expected: EXPECTED, found: node.found() })),
    }
}

pub(super) fn definitions(node: &Node<'_, '_>) -> Result<Definitions, DecodeError> {
    let mut list = Vec::new();
    let mut names = BTreeSet::new();
    node.items("a list of definitions", |item| {
        let definition = definition(&item)?;
        for name in core::iter::once(&definition.name).chain(&definition.aliases) {
            if !names.insert(name.clone()) {
                return Err(item.fault(JsonFault::DuplicateName { name: name.chars().take(64).collect() }));
            }
        }
        list.push(definition);
        Ok(())
    })?;
    Ok(Definitions(list))
}

pub(super) fn model(node: &Node<'_, '_>) -> Result<ModelDefinitions, DecodeError> {
    const LISTS: [&str; 4] = ["createState", "train", "evaluateInput", "evaluateOutput"];
    let [create_state, train, evaluate_input, evaluate_output] = node.fields(LISTS)?;
    let list = |field, name| definitions(&required(node, field, name)?);
    Ok(ModelDefinitions {
        create_state: list(create_state, "createState")?,
        train: list(train, "train")?,
        evaluate_input: list(evaluate_input, "evaluateInput")?,
        evaluate_output: list(evaluate_output, "evaluateOutput")?,
    })
}
