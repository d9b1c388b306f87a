//! What column a parameter is written as: a function of its rules and the options.

use tensor_format::{
    ElementType, EncodeError, ErrorKind, RecordRules, Rules,
    error::{Limit, Violation},
    rules::{Param, Presence},
};

use crate::{
    extension::Axis,
    fault::{Fault, FaultKind},
    options::WriteOptions,
};

/// The name of the format in errors.
const FORMAT: &str = "arrow";

/// The form in which the tensors of a column are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanForm {
    /// One element a row.
    Scalar,
    /// A list of this many elements.
    Fixed(usize),
    /// A list of elements, and the sizes of the axes.
    Variable,
    /// A list of elements, which is the only axis.
    List,
    /// One image, audio or video a row.
    Media,
}

/// The column of one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'r> {
    pub(crate) name: &'r str,
    pub(crate) element: ElementType,
    pub(crate) form: PlanForm,
    pub(crate) axes: Vec<Axis<'r>>,
    pub(crate) presence: Presence,
}

/// Returns the columns of a record's parameters, or everything that has no column.
pub(crate) fn plans<'r>(rules: &Rules<'r>, options: &WriteOptions) -> Result<Vec<Plan<'r>>, EncodeError> {
    let record = record_of(rules)?;
    let mut violations = Vec::new();
    let mut plans = Vec::with_capacity(record.len());
    for param in record.iter() {
        match plan(&param, options) {
            Ok(plan) => plans.push(plan),
            Err(kind) => violations.push(Violation { parameter: Some(param.name.into()), kind }),
        }
    }
    let twice = record.metadata().iter().filter(|field| record.iter().any(|param| param.name == field.name));
    violations
        .extend(twice.map(|field| Violation { parameter: Some(field.name.into()), kind: ErrorKind::DuplicateParam }));
    EncodeError::from_violations(violations).map_or(Ok(plans), Err)
}

/// Returns the rules of a record that has parameters.
pub(crate) fn record_of<'r>(rules: &Rules<'r>) -> Result<RecordRules<'r>, Fault> {
    let record = rules.as_record().filter(|record| !record.is_empty() || !record.metadata().is_empty());
    let no_columns = || Fault::rules(FaultKind::NoColumns, "a record with parameters", rules.to_string());
    record.copied().ok_or_else(no_columns)
}

fn plan<'r>(param: &Param<'r>, options: &WriteOptions) -> Result<Plan<'r>, ErrorKind> {
    let rules = &param.rules;
    let several = || Fault::rules(FaultKind::SeveralTypes, "one element type", rules.to_string());
    let element = rules.types.single().ok_or_else(several)?;
    if rules.axes.is_open() {
        return Err(Fault::rules(FaultKind::OpenRank, "one rank", rules.to_string()).into());
    }
    if matches!(element, ElementType::BF16 | ElementType::C64 | ElementType::C128) {
        return Err(ErrorKind::UnsupportedElementType { element_type: element, format: FORMAT });
    }
    let axes: Vec<Axis<'r>> = rules.axes.iter().map(|dim| (dim.as_exact(), dim.name)).collect();
    let form = form_of(element, &axes, options).map_err(|form| match form {
        NoForm::Refused(expected) => Fault::rules(FaultKind::NoColumnForm, expected, rules.to_string()).into(),
        NoForm::Limit(found) => {
            ErrorKind::LimitExceeded { limit: Limit::Elements, max: WriteOptions::MOST as u64, found }
        }
    })?;
    Ok(Plan { name: param.name, element, form, axes, presence: param.presence })
}

enum NoForm {
    /// What would have a form.
    Refused(&'static str),
    /// The number of elements, which is too large.
    Limit(u64),
}

fn form_of(element: ElementType, axes: &[Axis<'_>], options: &WriteOptions) -> Result<PlanForm, NoForm> {
    if element.is_media() {
        return if axes.is_empty() { Ok(PlanForm::Media) } else { Err(NoForm::Refused("media of rank 0")) };
    }
    if axes.is_empty() {
        return Ok(PlanForm::Scalar);
    }
    let most = WriteOptions::MOST as u64;
    if let Some(size) = axes.iter().filter_map(|(size, _)| *size).find(|size| *size > most) {
        return Err(NoForm::Limit(size));
    }
    if axes.iter().all(|(size, _)| size.is_some()) {
        let sizes = axes.iter().filter_map(|(size, _)| *size);
        let count = sizes.fold(1u64, u64::saturating_mul);
        return match usize::try_from(count) {
            Ok(size) if count <= most => Ok(PlanForm::Fixed(size)),
            _ => Err(NoForm::Limit(count)),
        };
    }
    let is_text = element.size().is_none();
    match axes.len() {
        1 if is_text || options.plain => Ok(PlanForm::List),
        _ if is_text && !options.plain => {
            Err(NoForm::Refused("texts of one axis or of fixed shape: pyarrow does not open files of others"))
        }
        _ => Ok(PlanForm::Variable),
    }
}

#[cfg(test)]
mod tests {
    use tensor_format::{HasRules, Many, Tensor};

    use super::*;

    #[derive(Tensor)]
    struct Refused {
        any: tensor_format::Tensor,
        texts: ndarray::Array2<String>,
        huge: [[u8; 1 << 20]; 1 << 20],
        brain: half::bf16,
        images: Vec<tensor_format::Image>,
    }

    #[test]
    fn everything_that_has_no_column_is_named() {
        let error = plans(&Refused::RULES, &WriteOptions::new()).unwrap_err();
        let found: Vec<_> =
            error.violations().map(|violation| (violation.parameter.as_deref(), violation.kind.name())).collect();
        let expected = [
            (Some("any"), "several_types"),
            (Some("texts"), "no_column_form"),
            (Some("huge"), "limit_exceeded"),
            (Some("brain"), "unsupported_element_type"),
            (Some("images"), "no_column_form"),
        ];
        assert_eq!(found, expected);
        // A struct of texts and sizes can be read by all if it has no extension type.
        let error = plans(&Refused::RULES, &WriteOptions::new().plain(true)).unwrap_err();
        assert_eq!(error.violations().count(), 4);
    }

    #[derive(Tensor)]
    struct Forms {
        number: f32,
        fixed: [[u8; 3]; 2],
        variable: Vec<[f32; 4]>,
        texts: Vec<String>,
        image: tensor_format::Image,
        many: Many<f64>,
    }

    #[test]
    fn each_form_follows_from_the_rules() {
        let forms =
            |options| -> Vec<_> { plans(&Forms::RULES, &options).unwrap().iter().map(|plan| plan.form).collect() };
        use PlanForm::*;
        assert_eq!(forms(WriteOptions::new()), [Scalar, Fixed(6), Variable, List, Media, Scalar]);
        assert_eq!(plans(&<Vec<f32>>::RULES, &WriteOptions::new()).unwrap_err().kind().name(), "no_columns");
        assert_eq!(plans(&tensor_format::Record::RULES, &WriteOptions::new()).unwrap_err().kind().name(), "no_columns");
    }
}
