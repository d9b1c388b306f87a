//! Triton's configuration of models.
//!
//! Source: `model_config.proto` and the model configuration pages of Triton Inference Server.

use std::fmt::Write;

use tensor_format::{
    DecodeError, Definition, Definitions, EncodeError, ErrorKind, HasRules,
    rules::{Dim, DimBuf, Param, Presence, TensorRulesBuf},
};

use super::{
    DOCUMENT, MetadataOptions,
    json::{self, lengths, text, word},
    rules::{allowed_types, datatype, dim, length, once, params},
};
use crate::{Datatype, FaultKind, Options, json::document::Node};

/// An input or output of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigTensor {
    /// The name.
    pub name: String,
    /// The datatype, if it is one of the protocol.
    pub datatype: Option<Datatype>,
    /// The lengths of the axes without that of the batch; -1 for a length that is not fixed.
    pub dims: Vec<i64>,
    /// Whether requests may leave it out; of inputs alone.
    pub optional: bool,
}

/// What Triton's configuration of a model says beyond its metadata: which inputs are optional, how large a batch may
/// be.
///
/// It is read from the JSON that Triton gives, and written as the text of a file `config.pbtxt`; such files are not
/// read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ModelConfig {
    /// The name of the model.
    pub name: String,
    /// The most items of a batch; 0 if the model has no batch axis of Triton's.
    pub max_batch_size: u64,
    /// The inputs.
    pub inputs: Vec<ConfigTensor>,
    /// The outputs.
    pub outputs: Vec<ConfigTensor>,
}

/// The prefix of the names of datatypes in configurations.
const TYPE: &str = "TYPE_";

fn type_name(datatype: Datatype) -> String {
    let name = if datatype == Datatype::Bytes { "STRING" } else { datatype.name() };
    format!("{TYPE}{name}")
}

fn datatype_of(name: &str) -> Option<Datatype> {
    match name.strip_prefix(TYPE)? {
        "STRING" => Some(Datatype::Bytes),
        "BYTES" => None,
        name => Datatype::of_name(name),
    }
}

fn tensor(node: &Node<'_>) -> Result<ConfigTensor, DecodeError> {
    let [name, data_type, dims, optional] = node.members(["name", "data_type", "dims", "optional"])?;
    Ok(ConfigTensor {
        name: word(node, "name", name.as_ref())?,
        datatype: datatype_of(&word(node, "data_type", data_type.as_ref())?),
        dims: lengths(node, "dims", dims.as_ref())?,
        optional: optional.map_or(Ok(false), |optional| optional.bool())?,
    })
}

impl ModelConfig {
    /// Reads a configuration from the JSON of `GET v2/models/NAME/config`, of at most
    /// [`MAX_DOCUMENT`](super::MAX_DOCUMENT) bytes.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault), with the path of the value.
    pub fn from_json(json: &[u8]) -> Result<Self, DecodeError> {
        Self::from_json_with(json, &DOCUMENT)
    }

    /// Does the same as [`from_json`](Self::from_json), with other limits.
    ///
    /// # Errors
    ///
    /// As [`from_json`](Self::from_json).
    pub fn from_json_with(json: &[u8], options: &Options) -> Result<Self, DecodeError> {
        let node = Node::root(json, options)?;
        let [name, max_batch_size, inputs, outputs] = node.members(["name", "max_batch_size", "input", "output"])?;
        let max_batch_size = match max_batch_size {
            None => 0,
            Some(value) => {
                let refused = |_| value.wrong(FaultKind::WrongType, "an integer from 0 on");
                value.json()?.parse().map_err(refused)?
            }
        };
        let tensors = |tensors| json::tensors(tensors, tensor, |tensor| &*tensor.name);
        Ok(Self {
            name: text(&node, "name", name.as_ref())?,
            max_batch_size,
            inputs: tensors(inputs.as_ref())?.unwrap_or_default(),
            outputs: tensors(outputs.as_ref())?.unwrap_or_default(),
        })
    }

    /// Returns the definitions of the inputs, with the batch axis in front if the model has one: `batch: 1..=4`.
    #[must_use]
    pub fn input_definitions(&self) -> Definitions {
        self.definitions(&self.inputs)
    }

    /// Returns the definitions of the outputs, with the batch axis in front if the model has one.
    #[must_use]
    pub fn output_definitions(&self) -> Definitions {
        self.definitions(&self.outputs)
    }

    fn definitions(&self, tensors: &[ConfigTensor]) -> Definitions {
        let batch = (self.max_batch_size > 0).then(|| Dim::range(1, self.max_batch_size).named("batch"));
        let definition = |tensor: &ConfigTensor| {
            let axes = batch.into_iter().chain(tensor.dims.iter().map(|len| dim(*len))).map(DimBuf::from).collect();
            let rules = TensorRulesBuf { allowed_types: allowed_types(tensor.datatype), axes, ..Default::default() };
            Definition::new(&*tensor.name, !tensor.optional, rules)
        };
        Definitions(tensors.iter().map(definition).collect())
    }

    /// Returns the configuration of a model with these inputs and outputs.
    ///
    /// If the first axes of all parameters have one name, it is the batch: `max_batch_size` is the upper bound of its
    /// length, and the dimensions are without it. Else `max_batch_size` is 0, and the dimensions are those of the type:
    /// if a first axis has another name or none; if no length fits all parameters, or there is no upper bound; or if a
    /// parameter has no other axis, since Triton then asks for requests with one, `[batch, 1]`, which is another shape
    /// than that of the type.
    ///
    /// A configuration cannot say all that the rules say. These are lost: names of axes, ranges of lengths, and lower
    /// bounds of the batch, so that `4..=8` comes back as `1..=8`; that an output is optional. Scalars are listed as
    /// `[1]`: Triton has no rank 0.
    ///
    /// # Errors
    ///
    /// For what a configuration has no form, under the name of the parameter: `..`, axes of length 0, several element
    /// types, complex numbers and `Many`.
    ///
    /// ```
    /// use tensor_format::Tensor;
    /// use tensor_format_oip::metadata::{MetadataOptions, ModelConfig};
    ///
    /// #[derive(Tensor)]
    /// struct Points {
    ///     #[tensor(shape = [batch: 1..=32, 3])]
    ///     points: Vec<[f32; 3]>,
    /// }
    ///
    /// let config = ModelConfig::of::<Points, Points>("points", &MetadataOptions::new())?;
    /// assert_eq!(config.max_batch_size, 32);
    /// assert_eq!(config.inputs[0].dims, [3]);
    /// # Ok::<(), tensor_format::EncodeError>(())
    /// ```
    pub fn of<I: HasRules, O: HasRules>(name: &str, options: &MetadataOptions<'_>) -> Result<Self, EncodeError> {
        let inputs = params(&I::RULES, options.input_name);
        let outputs = params(&O::RULES, options.output_name);
        let batch = batch(inputs.iter().chain(&outputs));
        let tensors = |params: &[Param<'_>]| {
            let tensors = params
                .iter()
                .map(|param| config(param, batch.is_some()).map_err(|error| error.in_parameter(param.name)));
            tensors.collect::<Result<Vec<_>, _>>()
        };
        let (inputs, mut outputs) = (tensors(&inputs)?, tensors(&outputs)?);
        outputs.iter_mut().for_each(|output| output.optional = false);
        Ok(Self { name: name.to_owned(), max_batch_size: batch.unwrap_or_default(), inputs, outputs })
    }

    /// Returns the text of a file `config.pbtxt`, without the backend, which it needs too.
    ///
    /// # Errors
    ///
    /// For what Triton does not load: a datatype that is not known, no dimensions, a length other than -1 and from 1
    /// on, a batch above 2^31-1.
    pub fn to_pbtxt(&self) -> Result<String, EncodeError> {
        if i32::try_from(self.max_batch_size).is_err() {
            return Err(refused("Triton has batches of at most 2147483647"));
        }
        let mut out = format!("name: {}\nmax_batch_size: {}\n", quoted(&self.name), self.max_batch_size);
        for (key, tensors) in [("input", &self.inputs), ("output", &self.outputs)] {
            for tensor in tensors {
                let datatype = tensor.check().map_err(|error| error.in_parameter(&tensor.name))?;
                let dims = tensor.dims.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
                let (name, data_type) = (quoted(&tensor.name), type_name(datatype));
                let optional = if tensor.optional && key == "input" { "\n  optional: true" } else { "" };
                let _ = write!(
                    out,
                    "{key} {{\n  name: {name}\n  data_type: {data_type}\n  dims: [ {dims} ]{optional}\n}}\n"
                );
            }
        }
        Ok(out)
    }
}

impl ConfigTensor {
    /// Returns the datatype, if Triton loads such a tensor.
    fn check(&self) -> Result<Datatype, EncodeError> {
        let datatype = self.datatype.ok_or_else(|| refused("the protocol does not have its datatype"))?;
        if self.dims.is_empty() {
            return Err(refused("Triton has no rank 0: list the dimensions `[1]`"));
        }
        if self.dims.iter().any(|len| *len != -1 && *len < 1) {
            return Err(refused("Triton has axes of length 1 and more, and -1 for any"));
        }
        Ok(datatype)
    }
}

fn refused(why: &str) -> EncodeError {
    ErrorKind::custom(why).into()
}

/// Returns the upper bound of the batch, if the first axes of all parameters are the same batch axis.
fn batch<'p>(params: impl Iterator<Item = &'p Param<'p>>) -> Option<u64> {
    let mut batch: Option<Dim<'_>> = None;
    for param in params {
        let axes = param.rules.axes;
        if axes.is_open() || axes.rank() < 2 {
            return None;
        }
        let first = axes.dim(0);
        if first.name.is_none() || batch.is_some_and(|batch| batch.name != first.name) {
            return None;
        }
        let rest = Dim { name: first.name, ..batch.map_or(first, |batch| batch.intersection(first)) };
        batch = Some(rest);
    }
    let batch = batch.filter(|batch| !batch.is_empty())?;
    Some(batch.max).filter(|max| i32::try_from(*max).is_ok_and(|max| max > 0))
}

fn config(param: &Param<'_>, batched: bool) -> Result<ConfigTensor, EncodeError> {
    once(param)?;
    let axes = param.rules.axes;
    if axes.is_open() {
        return Err(refused("a configuration has no form for any number of axes (`..`)"));
    }
    let dims: Vec<i64> = axes.iter().skip(usize::from(batched)).map(|dim| length(&dim)).collect();
    let tensor = ConfigTensor {
        name: param.name.to_owned(),
        datatype: Some(datatype(param.rules.types)?),
        dims: if dims.is_empty() { vec![1] } else { dims },
        optional: param.presence == Presence::Optional,
    };
    tensor.check()?;
    Ok(tensor)
}

/// Returns a text as protobuf's text format quotes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.bytes().map(|byte| byte.escape_ascii().to_string()).collect::<String>())
}
