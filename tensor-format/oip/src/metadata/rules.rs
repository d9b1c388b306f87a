//! Metadata of rules, and rules of metadata.

use tensor_format::{
    Definition, Definitions, ElementType, EncodeError, ErrorKind, HasRules, Rules,
    rules::{Dim, DimBuf, ElementTypes, Param, Presence, TensorRules, TensorRulesBuf},
};

use super::{ModelMetadata, Side, TensorMetadata};
use crate::Datatype;

/// How metadata and configurations are made of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetadataOptions<'a> {
    pub(super) any_rank_as_one_axis: bool,
    pub(super) without_definitions: bool,
    pub(super) input_name: &'a str,
    pub(crate) output_name: &'a str,
}

impl Default for MetadataOptions<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> MetadataOptions<'a> {
    /// Returns the default options: any rank (`..`) is refused, definitions are added to what the protocol has, and one
    /// tensor that is no record is called `input` or `output`.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            any_rank_as_one_axis: false,
            without_definitions: false,
            input_name: Side::Input.default_name(),
            output_name: Side::Output.default_name(),
        }
    }

    /// Sets whether metadata list a tensor of any rank with the shape `[-1]`, as servers do that check no shapes
    /// (refused). Configurations have no form for it.
    #[must_use]
    pub const fn any_rank_as_one_axis(mut self, allow: bool) -> Self {
        self.any_rank_as_one_axis = allow;
        self
    }

    /// Sets whether definitions are left out, which keep for other clients of this crate what metadata cannot say: the
    /// names of axes, ranges, optional marks (no).
    #[must_use]
    pub const fn without_definitions(mut self, leave_out: bool) -> Self {
        self.without_definitions = leave_out;
        self
    }

    /// Sets the name of an input that is one tensor and no record (`input`).
    #[must_use]
    pub const fn input_name(mut self, name: &'a str) -> Self {
        self.input_name = name;
        self
    }

    /// Sets the name of an output that is one tensor and no record (`output`).
    #[must_use]
    pub const fn output_name(mut self, name: &'a str) -> Self {
        self.output_name = name;
        self
    }
}

/// Returns the parameters of rules; one tensor that is no record has this name.
pub(super) fn params<'r>(rules: &Rules<'r>, name: &'r str) -> Vec<Param<'r>> {
    match rules {
        Rules::Tensor(rules) => vec![Param::new(name, *rules)],
        Rules::Record(rules) => rules.iter().collect(),
    }
}

/// Returns the datatype that holds all of these element types; the error says why there is none.
pub(crate) fn datatype(types: ElementTypes) -> Result<Datatype, EncodeError> {
    let refused = |why: &str| EncodeError::new(ErrorKind::custom(why));
    let mut found = None;
    for element_type in types.iter() {
        let datatype = if element_type.is_media() { Some(Datatype::Bytes) } else { Datatype::of(element_type) };
        let none = || refused("the protocol has no datatype for complex numbers");
        let datatype = datatype.ok_or_else(none)?;
        if found.is_some_and(|found| found != datatype) {
            return Err(refused("metadata list one datatype of a tensor, and several are allowed here"));
        }
        found = Some(datatype);
    }
    found.ok_or_else(|| refused("no element type is allowed"))
}

/// Refuses a parameter that may occur several times.
pub(super) fn once(param: &Param<'_>) -> Result<(), EncodeError> {
    if param.presence != Presence::Many {
        return Ok(());
    }
    Err(ErrorKind::custom("the protocol has each name once, and a `Many` parameter comes any number of times").into())
}

fn tensor(param: &Param<'_>, options: &MetadataOptions<'_>) -> Result<TensorMetadata, EncodeError> {
    once(param)?;
    let TensorRules { types, axes, .. } = param.rules;
    let datatype = datatype(types)?.name().to_owned();
    let shape = if axes.is_open() {
        if !options.any_rank_as_one_axis {
            return Err(ErrorKind::custom("metadata have no form for any number of axes (`..`)").into());
        }
        vec![-1]
    } else {
        axes.iter().map(|dim| length(&dim)).collect()
    };
    let definition = Some(Box::new(Definition::from(*param))).filter(|_| !options.without_definitions);
    Ok(TensorMetadata { name: param.name.to_owned(), datatype, shape, definition })
}

/// Returns the length of an axis, -1 if it is not fixed.
pub(super) fn length(dim: &Dim<'_>) -> i64 {
    dim.as_exact().and_then(|len| i64::try_from(len).ok()).unwrap_or(-1)
}

impl ModelMetadata {
    /// Returns the metadata of a model with these inputs and outputs.
    ///
    /// | rule | metadata |
    /// |---|---|
    /// | a fixed length | the number |
    /// | `_`, a name, a range | -1 |
    /// | `..` | refused, or `[-1]` |
    /// | a scalar | `[]` |
    /// | `string`, `binary`, media | `BYTES` |
    /// | several element types, complex numbers, `Many` | refused |
    /// | optional | listed as if required |
    /// | a record of any parameters, as a map | `None`: not listed |
    ///
    /// # Errors
    ///
    /// For what metadata have no form, under the name of the parameter.
    pub fn of<I: HasRules, O: HasRules>(name: &str, options: &MetadataOptions<'_>) -> Result<Self, EncodeError> {
        let tensors = |rules: &Rules<'_>, name: &str| {
            if matches!(rules, Rules::Record(record) if record.is_empty() && !record.denies_unknown()) {
                return Ok(None);
            }
            let params = params(rules, name);
            let tensors =
                params.iter().map(|param| tensor(param, options).map_err(|error| error.in_parameter(param.name)));
            tensors.collect::<Result<Vec<_>, _>>().map(Some)
        };
        let (inputs, outputs) = (tensors(&I::RULES, options.input_name)?, tensors(&O::RULES, options.output_name)?);
        Ok(Self { name: name.to_owned(), inputs, outputs, ..Self::default() })
    }

    /// Returns the definitions of the inputs, as far as metadata say them; `None` if the server does not list them.
    #[must_use]
    pub fn input_definitions(&self) -> Option<Definitions> {
        self.inputs.as_ref().map(|inputs| Definitions(inputs.iter().map(TensorMetadata::to_definition).collect()))
    }

    /// Returns the definitions of the outputs, as far as metadata say them; `None` if the server does not list them.
    #[must_use]
    pub fn output_definitions(&self) -> Option<Definitions> {
        self.outputs.as_ref().map(|outputs| Definitions(outputs.iter().map(TensorMetadata::to_definition).collect()))
    }
}

impl TensorMetadata {
    /// Returns the definition: the one that the metadata carry, if it agrees with them; or else one that is required,
    /// of the datatype, whose axes have any length where the metadata say -1. `BYTES` allows texts and byte strings; a
    /// datatype that the protocol has not allows no element type.
    #[must_use]
    pub fn to_definition(&self) -> Definition {
        if let Some(definition) = self.agreed_definition() {
            return definition.clone();
        }
        let allowed_types = allowed_types(self.known_datatype());
        let axes = self.shape.iter().map(|len| DimBuf::from(dim(*len))).collect();
        Definition::new(&*self.name, true, TensorRulesBuf { allowed_types, axes, ..TensorRulesBuf::default() })
    }

    /// Sets the definition, if it agrees with the metadata.
    pub(super) fn set_definition(&mut self, definition: Option<Box<Definition>>) {
        self.definition = definition;
        if self.agreed_definition().is_none() {
            self.definition = None;
        }
    }

    /// Returns the definition, if it says nothing else than the metadata: of the same name and datatype, with lengths
    /// that the metadata allow.
    pub(super) fn agreed_definition(&self) -> Option<&Definition> {
        let definition = self.definition.as_deref()?;
        let TensorRulesBuf { axes, open, .. } = &definition.rules;
        let known = self.known_datatype()?;
        let same_datatype = datatype(definition.rules.types()).is_ok_and(|datatype| datatype == known);
        let same_shape = match open {
            // Any number of axes is listed as one.
            Some(_) => self.shape == [-1],
            None => {
                let allows =
                    |(len, axis): (&i64, &DimBuf)| !axis.as_dim().is_empty() && axis.as_dim().is_subset(&dim(*len));
                axes.len() == self.shape.len() && self.shape.iter().zip(axes).all(allows)
            }
        };
        (definition.name == self.name && same_datatype && same_shape).then_some(definition)
    }
}

/// Returns the element types that a definition allows.
pub(super) fn allowed_types(datatype: Option<Datatype>) -> Vec<ElementType> {
    datatype.map(|datatype| datatype.element_types().iter().collect()).unwrap_or_default()
}

/// Returns the rule of a length, where -1 means any.
pub(super) fn dim(len: i64) -> Dim<'static> {
    u64::try_from(len).map_or(Dim::ANY, Dim::exact)
}
