//! Rules and parameter definitions as JSON.
//!
//! Text becomes a [`Node`], a value with its position in the text and the path to it, so that every fault names both;
//! `read` turns nodes to rules. `write` checks that rules can be said in this form, then serializes them as a dialect
//! has them.

use alloc::string::String;

use super::Dialect;
use crate::{DecodeError, Definition, Definitions, EncodeError, RulesBuf, TensorRulesBuf};

pub(super) mod node;
mod read;
mod write;
use node::Node;

/// The longest JSON text that is read, in bytes (16 MiB).
///
/// Memory grows with the text and never with what it claims. How deep ignored fields nest does not matter: they are
/// passed over without recursion.
pub const MAX_JSON_BYTES: usize = 16 << 20;

/// The parameters of a model of Decthings: four lists of definitions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ModelDefinitions {
    /// `createState`: the parameters from which a new state of the model is made.
    pub create_state: Definitions,
    /// `train`: the parameters with which the model is trained.
    pub train: Definitions,
    /// `evaluateInput`: the parameters that the model takes when it runs.
    pub evaluate_input: Definitions,
    /// `evaluateOutput`: the parameters that the model returns.
    pub evaluate_output: Definitions,
}

/// Returns the rules of one tensor from `{"shape": [..], "allowedTypes": [..], "annotations": [..]}`.
///
/// `-1` in the shape is any length, every other entry the exact length. `annotations` may be missing, and unknown
/// fields are ignored; everything else is read strictly.
///
/// A range of values is a field of this crate's own, `"valueRange": {"min": 0.0, "max": 1.0, "excludesMax": true}`, of
/// which each may be missing. Other readers of the format do not know it.
///
/// ```
/// use tensor_format::decthings;
/// let rules = decthings::rules_from_json(r#"{"shape": [-1, 3], "allowedTypes": ["f32", "f64"]}"#)?;
/// assert_eq!(rules.to_string(), "f32 | f64 [_, 3]");
///
/// let error = decthings::rules_from_json(r#"{"shape": [-2], "allowedTypes": ["f32"]}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 12: `shape[0]`: expected -1 or a length from 0 to 9223372036854775807, found -2 (byte 11)"
/// );
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
///
/// # Errors
///
/// [`Json`](crate::ErrorKind::Json), or [`LimitExceeded`](crate::ErrorKind::LimitExceeded) beyond [`MAX_JSON_BYTES`].
pub fn rules_from_json(text: &str) -> Result<TensorRulesBuf, DecodeError> {
    read::rules(&Node::root(text)?)
}

/// Returns one parameter from `{"name": "..", "required": true, "rules": {..}}`.
///
/// Four fields are this crate's own, and other readers of the format do not know them: `"requiredWith": "spot."`, for a
/// parameter of an optional map or record that is there whole or not at all, as [`Definition::required_with`] says,
/// `"ofMap": true`, for the labels and values of a map, `"many": true`, for any number of tensors of one name, and
/// `"aliases": ["old"]`. Each may be missing. [`definition_to_json`] writes them where they say something.
///
/// ```
/// use tensor_format::{Definitions, HasRules, Tensor, decthings::{self, Dialect}};
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
/// let text = decthings::definition_to_json(&definitions.0[0], Dialect::Documented)?;
/// let fields = r#""required":false,"requiredWith":"spot.","rules":{"shape":[],"allowedTypes":["f32"]}"#;
/// assert_eq!(text, format!(r#"{{"name":"spot.x",{fields}}}"#));
/// assert_eq!(decthings::definition_from_json(&text)?, definitions.0[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`rules_from_json`].
pub fn definition_from_json(text: &str) -> Result<Definition, DecodeError> {
    read::definition(&Node::root(text)?)
}

/// Returns the parameters of a record from a list of definitions. No two may have one name.
///
/// ```
/// use tensor_format::decthings;
/// let text = r#"[{"name": "threshold", "required": false, "rules": {"shape": [], "allowedTypes": ["f32"]}}]"#;
/// assert_eq!(decthings::definitions_from_json(text)?.to_string(), "threshold?: f32 []");
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
///
/// # Errors
///
/// As [`rules_from_json`].
pub fn definitions_from_json(text: &str) -> Result<Definitions, DecodeError> {
    read::definitions(&Node::root(text)?)
}

/// Returns the four lists of a model, from
/// `{"createState": [..], "train": [..], "evaluateInput": [..], "evaluateOutput": [..]}`.
///
/// # Errors
///
/// As [`rules_from_json`].
pub fn model_from_json(text: &str) -> Result<ModelDefinitions, DecodeError> {
    read::model(&Node::root(text)?)
}

/// Returns rules as JSON: those of one tensor as an object, those of a record as a list of definitions.
///
/// Takes owned rules and the constants of types. An axis of one length becomes that number, every other `-1`; the names
/// and ranges of axes are left out unless [`with_axis_annotations`](TensorRulesBuf::with_axis_annotations) wrote them
/// down. Rules of any element type list those that the format has. The field `annotations` is not in the published
/// document: [`Dialect::Documented`] and [`Dialect::LegacyClients`] write it only if there are any,
/// [`Dialect::Clients`] always, as those clients need it. A range of values is written in each of them, as the field
/// `valueRange` that [`rules_from_json`] reads; rules without one have no such field. Its numbers are read back as they
/// were, by that function and by `#[tensor(matches = "..")]` when a crate is compiled. What `matches` refuses of what
/// is written here are names that JSON has to escape, more than 64 axes and more than 256 parameters.
///
/// ```
/// use tensor_format::{HasRules, decthings::{self, Dialect}};
/// let rules = <Vec<[f32; 4]>>::RULES;
/// assert_eq!(
///     decthings::rules_to_json(rules, Dialect::Documented)?,
///     r#"{"shape":[-1,4],"allowedTypes":["f32"]}"#
/// );
/// assert_eq!(
///     decthings::rules_to_json(rules, Dialect::Clients)?,
///     r#"{"shape":[-1,4],"allowedTypes":["f32"],"annotations":[]}"#
/// );
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
///
/// # Errors
///
/// [`Rules`](crate::ErrorKind::Rules) for an open rank (`..`), more than 255 axes, a length of 2^63 or more or a bound
/// of a range that is infinite, [`UnsupportedElementType`](crate::ErrorKind::UnsupportedElementType) for an element
/// type that the format lacks, [`DuplicateParam`](crate::ErrorKind::DuplicateParam) for two definitions of one name.
pub fn rules_to_json(rules: impl Into<RulesBuf>, dialect: Dialect) -> Result<String, EncodeError> {
    match rules.into() {
        RulesBuf::Tensor(rules) => write::rules(&rules, dialect),
        RulesBuf::Record(definitions) => write::definitions(&definitions, dialect),
    }
}

/// Returns the definition of one parameter as JSON.
///
/// # Errors
///
/// As [`rules_to_json`].
pub fn definition_to_json(definition: &Definition, dialect: Dialect) -> Result<String, EncodeError> {
    write::definition(definition, dialect)
}

/// Returns the definitions of a record's parameters as a JSON list.
///
/// # Errors
///
/// As [`rules_to_json`].
pub fn definitions_to_json(definitions: &Definitions, dialect: Dialect) -> Result<String, EncodeError> {
    write::definitions(definitions, dialect)
}

/// Returns the four lists of a model as JSON.
///
/// # Errors
///
/// As [`rules_to_json`].
pub fn model_to_json(model: &ModelDefinitions, dialect: Dialect) -> Result<String, EncodeError> {
    write::model(model, dialect)
}
