//! Records, as one constant for each field.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec::Vec,
};

use super::{
    Constant, TensorType,
    tensor_type::{declared_type::Declared, refusal},
};
use crate::{
    DecodeError, Encode, EncodeError, ErrorKind, HasRules, Param, Presence, Record, RecordRef, RecordRules, Rules,
    TensorRules, Value, from_value,
    rules::{
        positions::Positions,
        sparse::{SparseParams, suffix_of},
    },
    to_value,
};

/// Returns the constants of a record, one for each field that is present: a map of tensors becomes a sparse or mixed
/// one, any other field a dense one.
///
/// ```
/// use std::collections::BTreeMap;
/// use tensor_format::{Tensor, vespa};
///
/// #[derive(Tensor, Debug, PartialEq)]
/// struct Model {
///     #[tensor(shape = [category, x: 2])]
///     embeddings: BTreeMap<String, [f32; 2]>,
///     #[tensor(shape = [x: 2])]
///     bias: [f64; 2],
/// }
///
/// let model = Model { embeddings: BTreeMap::from([("tops".into(), [1.0, 2.0])]), bias: [0.5, -0.5] };
/// let constants = vespa::to_constants(&model)?;
/// let texts: Vec<(&str, String)> = constants.iter().map(|(name, constant)| (&**name, constant.to_text())).collect();
/// assert_eq!(texts[0].0, "embeddings");
/// assert_eq!(texts[0].1, r#"{"type":"tensor<float>(category{},x[2])","blocks":{"tops":[1,2]}}"#);
/// assert_eq!(texts[1], ("bias", r#"{"type":"tensor(x[2])","values":[0.5,-0.5]}"#.to_owned()));
/// // Each is a file: `constant.write_file("constants/bias.json")`.
/// assert_eq!(vespa::from_constants::<Model>(&constants)?, model);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`to_string`](super::to_string), with the name of the field; [`TensorFound`](ErrorKind::TensorFound) if the value
/// is no record.
pub fn to_constants<T: Encode + ?Sized>(value: &T) -> Result<Vec<(String, Constant)>, EncodeError> {
    constants_of(&T::RULES, &to_value(value)?.as_ref())
}

/// Returns the fields of a record of these rules as constants.
fn constants_of(rules: &Rules<'_>, value: &Value<'_>) -> Result<Vec<(String, Constant)>, EncodeError> {
    let Value::Record(record) = value else { return Err(ErrorKind::TensorFound.into()) };
    let rules = rules.as_record().copied().unwrap_or(RecordRules::ANY);
    let mut positions = Positions::new(&rules);
    let mut listed = |name, near| positions.find(name, near).and_then(|index| rules.get(index));
    let listed = record.iter().zip(0..).map(|((name, _), near)| listed(name, near));
    let found: Vec<Param<'_>> = listed
        .zip(record.iter())
        .map(|(param, (name, tensor))| param.unwrap_or_else(|| param_of(name, tensor)))
        .collect();
    let (mut constants, mut names) = (Vec::new(), BTreeSet::new());
    let mut tensors = record.iter();
    for field in fields(&RecordRules::new(&found)) {
        let value = if field.is_sparse {
            let part = tensors.by_ref().take(field.params.len()).zip(&field.params);
            Value::Record(part.map(|((_, tensor), param)| (param.name, tensor.clone())).collect::<RecordRef<'_>>())
        } else {
            let Some((_, tensor)) = tensors.next() else { break };
            Value::Tensor(tensor.clone())
        };
        let named = |error: EncodeError| error.in_parameter(field.name);
        if !names.insert(field.name) {
            return Err(named(refusal(&["a field of several tensors is no constant"]).into()));
        }
        constants.push((field.name.into(), Constant::of_value(&field.rules(), &value).map_err(named)?));
    }
    Ok(constants)
}

/// Returns a record from the constants of its fields, in any order.
///
/// # Errors
///
/// Where a constant breaks the rules of its field, with the name of the field; and as of any record, where one is
/// missing or unknown.
pub fn from_constants<'c, T: crate::DecodeOwned>(
    constants: impl IntoIterator<Item = &'c (impl AsRef<str> + 'c, Constant)>,
) -> Result<T, DecodeError> {
    let mut constants = constants.into_iter().map(|(name, constant)| (name.as_ref(), constant));
    from_value(&Value::Record(record_of(&T::RULES, &mut constants)?.as_ref()))
}

/// Returns the record of these rules that the constants of its fields hold.
fn record_of<'c>(
    rules: &Rules<'_>,
    constants: &mut dyn Iterator<Item = (&'c str, &'c Constant)>,
) -> Result<Record, DecodeError> {
    let Rules::Record(rules) = rules else { return Err(ErrorKind::RecordFound { tensors: 0 }.into()) };
    let fields = fields(rules);
    // Of several of one name the first.
    let fields: BTreeMap<&str, &Field<'_>> = fields.iter().rev().map(|field| (field.name, field)).collect();
    let mut record = Record::new();
    for (name, constant) in constants {
        let field = fields.get(name);
        let declared = field.map(|field| Declared::accepting(&field.rules(), constant.tensor_type())).transpose();
        let declared = declared.map_err(|kind| DecodeError::new(kind).in_parameter(name))?;
        constant.with_value(declared.as_ref(), &mut |value| match value {
            Value::Tensor(tensor) => record.push(name, tensor.to_tensor()),
            Value::Record(part) => part.iter().for_each(|(dimension, tensor)| {
                record.push(alloc::format!("{name}.{dimension}"), tensor.to_tensor());
            }),
        })?;
    }
    Ok(record)
}

/// Returns the Vespa type of each field of a record; see [`type_of_field`](super::type_of_field).
///
/// # Errors
///
/// As [`TensorType::of_rules`], with the name of the field.
pub fn types_of_fields<T: HasRules>() -> Result<Vec<(&'static str, TensorType)>, DecodeError> {
    types_of(&T::RULES)
}

/// Returns the type of each field of these rules.
fn types_of(rules: &Rules<'static>) -> Result<Vec<(&'static str, TensorType)>, DecodeError> {
    let rules = rules.as_record().ok_or(ErrorKind::TensorFound)?;
    let of = |field: &Field<'static>| match Declared::of_rules(&field.rules()) {
        Ok(declared) => Ok((field.name, declared.tensor_type)),
        Err(kind) => Err(DecodeError::new(kind).in_parameter(field.name)),
    };
    fields(rules).iter().map(of).collect()
}

/// Returns a parameter made from the tensor itself, where no rules list it.
fn param_of<'a>(name: &'a str, tensor: &crate::TensorRef<'_>) -> Param<'a> {
    let axes = crate::AxisRules::any(tensor.rank());
    // Names are all that there is to go by.
    let rules = TensorRules::new(crate::ElementTypes::of(tensor.element_type()), axes);
    Param { of_map: true, ..Param::new(name, rules) }
}

/// One field of a record.
struct Field<'a> {
    name: &'a str,
    /// The parameters of the field: one tensor, or the labels and values of a map, whose names are those in the record
    /// without the field's.
    params: Vec<Param<'a>>,
    is_sparse: bool,
}

impl Field<'_> {
    fn rules(&self) -> Rules<'_> {
        match self.params.first() {
            Some(param) if !self.is_sparse => Rules::Tensor(param.rules),
            _ => Rules::Record(RecordRules::new(&self.params)),
        }
    }
}

/// Returns the fields of a record, each with the parameters that belong to it.
fn fields<'a>(rules: &RecordRules<'a>) -> Vec<Field<'a>> {
    let mut fields = Vec::new();
    let mut at = 0usize;
    while let Some(param) = rules.get(at) {
        // A whole record of labels and values has no name of a field.
        let sparse = rules.sparse_at(at).filter(|sparse| sparse.prefix > 1);
        let Some(SparseParams { labels, prefix }) = sparse else {
            fields.push(Field { name: param.name, params: alloc::vec![param], is_sparse: false });
            at = at.saturating_add(1);
            continue;
        };
        let count = labels.saturating_add(1);
        let part = (at..at.saturating_add(count)).filter_map(|index| {
            let part = rules.get(index)?;
            let name = suffix_of(part.name, param.name, prefix)?;
            Some(Param { name, presence: Presence::Required, ..part })
        });
        let name = param.name.get(..prefix.saturating_sub(1)).unwrap_or_default();
        fields.push(Field { name, params: part.collect(), is_sparse: true });
        at = at.saturating_add(count);
    }
    fields
}
