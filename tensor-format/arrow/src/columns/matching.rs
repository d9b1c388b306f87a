//! Finds the columns of a record's parameters in a schema, and compares them with its rules.

use tensor_format::{
    DecodeError, ErrorKind, RecordRules, TensorRules,
    error::{ParamNames, Violation},
    rules::{Param, ParamMatcher, Presence},
};

use super::{
    arrow_schema::{DataType, Field, Schema},
    field::{Described, Storage, check_sizes, claims_tensors, is_json},
};
use crate::fault::{Fault, FaultKind};

/// The column of a parameter.
#[derive(Debug)]
pub(super) struct Matched {
    /// Its position in the schema.
    pub(super) column: usize,
    pub(super) described: Described,
}

/// The columns of a record.
pub(super) struct Match {
    /// For each parameter its column; `None` if there is none and none is needed.
    pub(super) params: Vec<Option<Matched>>,
    /// For each metadata field the position of its column.
    pub(super) metadata: Vec<Option<usize>>,
}

pub(super) fn violation(name: &str, kind: impl Into<ErrorKind>) -> Violation {
    Violation { parameter: Some(name.into()), kind: kind.into() }
}

/// Finds the column of each parameter, or everything that is wrong with the schema.
pub(super) fn match_columns(record: &RecordRules<'_>, schema: &Schema) -> Result<Match, DecodeError> {
    let mut violations = Vec::new();
    let Found { params: found, metadata, unknown } = find_columns(record, schema, &mut violations);
    let mut params = Vec::with_capacity(record.len());
    for (param, column) in record.iter().zip(found) {
        let field = column.and_then(|column| schema.fields().get(column).map(|field| (column, field)));
        let Some((column, field)) = field else {
            if param.is_required() {
                let unknown = ParamNames::beside(param.name, unknown.iter().copied());
                violations.push(violation(param.name, ErrorKind::MissingParam { unknown }));
            }
            params.push(None);
            continue;
        };
        if has_no_values(field) {
            if param.is_required() {
                let expected = "values, since the parameter is required";
                let fault = Fault::rules(FaultKind::UnsupportedType, expected, "a column of type Null, which has none");
                violations.push(violation(param.name, fault));
            }
            params.push(None);
            continue;
        }
        match describe(&param, field) {
            Ok(described) => {
                let faults = compare(&param.rules, &described);
                violations.extend(faults.into_iter().map(|kind| violation(param.name, kind)));
                params.push(Some(Matched { column, described }));
            }
            Err(fault) => {
                violations.push(violation(param.name, fault));
                params.push(None);
            }
        }
    }
    for (field, column) in record.metadata().iter().zip(&metadata) {
        // A column of this name that holds no texts was named before.
        let is_there = column.is_some() || schema.fields().iter().any(|other| other.name() == field.name);
        if field.required && !is_there {
            violations.push(violation(field.name, ErrorKind::MissingMetadata));
        }
    }
    bind(record, &params, &mut violations);
    DecodeError::from_violations(violations).map_or(Ok(Match { params, metadata }), Err)
}

/// The columns that were found by their names.
struct Found<'s> {
    params: Vec<Option<usize>>,
    metadata: Vec<Option<usize>>,
    /// The names that are neither of parameters nor of metadata.
    unknown: Vec<&'s str>,
}

/// Finds the columns of parameters and of metadata fields by their names.
fn find_columns<'s>(record: &RecordRules<'_>, schema: &'s Schema, violations: &mut Vec<Violation>) -> Found<'s> {
    let (mut params, mut metadata) = (vec![None; record.len()], vec![None; record.metadata().len()]);
    let mut unknown = Vec::new();
    let mut matcher = ParamMatcher::new(record);
    for (column, field) in schema.fields().iter().enumerate() {
        let name = field.name();
        if let Err(fault) = check_sizes(field.data_type()) {
            violations.push(violation(name, fault));
        }
        if let Some(index) = record.metadata().iter().position(|metadata| metadata.name == *name) {
            let is_required = record.metadata().get(index).is_some_and(|metadata| metadata.required);
            match metadata.get_mut(index) {
                Some(place @ None) if is_json(field) => *place = Some(column),
                Some(None) if has_no_values(field) && !is_required => {}
                Some(None) => violations.push(violation(
                    name,
                    Fault::schema(
                        FaultKind::Storage,
                        "a column of texts that hold JSON",
                        field.data_type().to_string(),
                    ),
                )),
                _ => violations.push(violation(name, ErrorKind::DuplicateParam)),
            }
            continue;
        }
        match matcher.find(name) {
            Ok(None) => unknown.push(name.as_str()),
            Ok(Some(index)) => match params.get_mut(index) {
                Some(place @ None) => *place = Some(column),
                _ => violations.push(violation(name, ErrorKind::DuplicateParam)),
            },
            Err(error) => {
                let kind = error.into_kind();
                if let ErrorKind::UnknownParam { .. } = kind {
                    unknown.push(name);
                }
                violations.push(violation(name, kind));
            }
        }
    }
    Found { params, metadata, unknown }
}

/// Returns whether a column has no value in any row, as pyarrow writes one of which it saw none.
fn has_no_values(field: &Field) -> bool {
    *field.data_type() == DataType::Null && !claims_tensors(field)
}

/// Returns what tensors the column of a parameter has, as far as its rules leave a choice.
fn describe(param: &Param<'_>, field: &Field) -> Result<Described, Fault> {
    if param.presence == Presence::Many {
        return match field.data_type() {
            DataType::List(item) | DataType::LargeList(item) => fit(Described::of(item)?, &param.rules, item),
            other => Err(Fault::rules(FaultKind::UnsupportedType, "a list of tensors", other.to_string())),
        };
    }
    fit(Described::of(field)?, &param.rules, field)
}

fn fit(mut described: Described, rules: &TensorRules<'_>, field: &Field) -> Result<Described, Fault> {
    if claims_tensors(field) {
        return Ok(described);
    }
    if described.storage == Storage::Media {
        if let Some(media) = rules.types.single().filter(|element| element.is_media()) {
            described.element = media;
        }
    }
    // A tensor of fixed shape that was written without an extension type.
    let exact: Option<Vec<usize>> =
        rules.axes.iter().map(|dim| dim.as_exact().and_then(|len| usize::try_from(len).ok())).collect();
    if let Some(lens) = exact.filter(|lens| lens.len() > 1 && !rules.axes.is_open()) {
        let count = tensor_format::Shape::from(&lens[..]).element_count();
        if described.storage == Storage::Fixed(1) && described.rank() == 1 && described.count() == count {
            return Ok(described.reshaped(lens));
        }
    }
    Ok(described)
}

/// Returns every way in which the rows of a column break rules, as far as the schema says it.
fn compare(rules: &TensorRules<'_>, column: &Described) -> Vec<ErrorKind> {
    let mut faults = Vec::new();
    if !rules.types.contains(column.element) {
        faults.push(ErrorKind::ElementType { allowed: rules.types, found: column.element });
    }
    let (expected, or_more, found) = (rules.axes.rank(), rules.axes.is_open(), column.rank());
    if found < expected || (found > expected && !or_more) {
        faults.push(ErrorKind::Rank { expected, or_more, found });
        return faults;
    }
    for (axis, (dim, stored)) in rules.axes.over(found).zip(column.axes()).enumerate() {
        let found = stored.len.map(|len| len as u64).filter(|len| !dim.contains(*len));
        faults.extend(found.map(|found| ErrorKind::AxisLength { axis, expected: dim.into(), found }));
    }
    faults.extend(axis_order(rules, column).map(ErrorKind::from));
    faults
}

/// Finds axes that have the names of the rules in another order: then lengths alone would not tell them apart. Axes without
/// a name are alike. A name that only one side has may be another word for the same axis.
fn axis_order(rules: &TensorRules<'_>, column: &Described) -> Option<Fault> {
    let wanted = rules.axes.over(column.rank()).map(|dim| dim.name);
    let found = column.axes().map(|axis| axis.name.as_deref());
    if wanted.clone().eq(found.clone()) {
        return None;
    }
    let (wanted, found): (Vec<Option<&str>>, Vec<Option<&str>>) = (wanted.collect(), found.collect());
    let (first, second) = (shared(&wanted, &found), shared(&found, &wanted));
    if sorted(&wanted) != sorted(&found) && (first == second || sorted(&first) != sorted(&second)) {
        return None;
    }
    let axis = wanted.iter().zip(&found).position(|(name, other)| name != other && found.contains(name))?;
    let text = |names: &[Option<&str>]| {
        let names: Vec<&str> = names.iter().map(|name| name.unwrap_or("_")).collect();
        format!("[{}]", names.join(", "))
    };
    Some(Fault::rules(FaultKind::AxisOrder, text(&wanted), text(&found)).at_axis(axis))
}

/// Returns the names that others have too.
fn shared<'n>(names: &[Option<&'n str>], others: &[Option<&str>]) -> Vec<Option<&'n str>> {
    names.iter().copied().filter(|name| name.is_some() && others.contains(name)).collect()
}

fn sorted<'n>(names: &[Option<&'n str>]) -> Vec<Option<&'n str>> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names
}

/// Compares the lengths of named axes that all rows have.
fn bind(record: &RecordRules<'_>, params: &[Option<Matched>], violations: &mut Vec<Violation>) {
    let mut bound: Vec<(&str, usize, &str)> = Vec::new();
    for (param, matched) in record.iter().zip(params) {
        let Some(matched) = matched else { continue };
        let axes = param.rules.axes.over(matched.described.rank()).zip(matched.described.axes());
        for (axis, (dim, stored)) in axes.enumerate() {
            let (Some(name), Some(len)) = (dim.name, stored.len) else { continue };
            match bound.iter().find(|(other, ..)| *other == name) {
                None => bound.push((name, len, param.name)),
                Some((_, other, _)) if *other == len => {}
                Some((_, other, first)) => {
                    let (expected, found) = (*other as u64, len as u64);
                    let kind = ErrorKind::AxisName { name: name.into(), first: (*first).into(), axis, expected, found };
                    violations.push(violation(param.name, kind));
                }
            }
        }
    }
}
