//! Metadata in JSON, over HTTP.

use std::borrow::Cow;

use serde_core::Deserialize;
use serde_json::{Map, Value, json};
use tensor_format::{DecodeError, Definition};

use super::{DOCUMENT, ModelMetadata, ServerMetadata, TensorMetadata};
use crate::{FaultKind, Options, json::document::Node, util::first_duplicate};

/// Returns the text of a member that is required.
pub(super) fn text(of: &Node<'_>, key: &str, member: Option<&Node<'_>>) -> Result<String, DecodeError> {
    let member = member.ok_or_else(|| of.missing(key, "a text"))?;
    member.text().map(Cow::into_owned)
}

/// Returns the text of a member that is required and not empty.
pub(super) fn word(of: &Node<'_>, key: &str, member: Option<&Node<'_>>) -> Result<String, DecodeError> {
    let text = text(of, key, member)?;
    match member {
        Some(member) if text.is_empty() => Err(member.wrong(FaultKind::Missing, "a text that is not empty")),
        _ => Ok(text),
    }
}

/// Returns the items of a list; `None` if it is missing.
pub(super) fn list<T>(
    member: Option<&Node<'_>>,
    read: impl Fn(&Node<'_>) -> Result<T, DecodeError>,
) -> Result<Option<Vec<T>>, DecodeError> {
    let Some(member) = member else { return Ok(None) };
    let mut items = Vec::new();
    member.list(|item| {
        items.push(read(&item)?);
        Ok(())
    })?;
    Ok(Some(items))
}

/// Returns the items of a list of tensors, whose names are all different; `None` if it is missing.
pub(super) fn tensors<T>(
    member: Option<&Node<'_>>,
    read: fn(&Node<'_>) -> Result<T, DecodeError>,
    name: fn(&T) -> &str,
) -> Result<Option<Vec<T>>, DecodeError> {
    let tensors = list(member, read)?;
    let duplicate = tensors.as_ref().and_then(|tensors| first_duplicate(tensors.iter().map(name)));
    if let (Some(duplicate), Some(member)) = (duplicate, member) {
        let mut index = 0..;
        member.list(|item| match index.next() == Some(duplicate) {
            true => Err(item.wrong(FaultKind::DuplicateName, "tensors of different names")),
            false => Ok(()),
        })?;
    }
    Ok(tensors)
}

/// Returns lengths, where -1 means any.
pub(super) fn lengths(of: &Node<'_>, key: &str, member: Option<&Node<'_>>) -> Result<Vec<i64>, DecodeError> {
    let member = member.ok_or_else(|| of.missing(key, "a list of lengths"))?;
    let mut lengths = Vec::new();
    member.list(|item| {
        // The protobuf form of JSON writes integers of 64 bits as texts, and so does Triton's configuration.
        let digits = item.json()?.trim_matches('"');
        let len = digits.parse().ok().filter(|len| *len >= -1 && !digits.starts_with('+'));
        lengths.push(len.ok_or_else(|| item.wrong(FaultKind::Shape, "a length, or -1"))?);
        if lengths.len() > MAX_RANK {
            return Err(item.wrong(FaultKind::Shape, "at most 255 axes"));
        }
        Ok(())
    })?;
    Ok(lengths)
}

/// The most axes of a tensor.
pub(super) const MAX_RANK: usize = 255;

fn tensor(node: &Node<'_>) -> Result<TensorMetadata, DecodeError> {
    let [name, datatype, shape, parameters] = node.members(["name", "datatype", "shape", "parameters"])?;
    let mut tensor = TensorMetadata {
        name: word(node, "name", name.as_ref())?,
        datatype: word(node, "datatype", datatype.as_ref())?,
        shape: lengths(node, "shape", shape.as_ref())?,
        definition: None,
    };
    // What other servers put there is theirs: it is no fault.
    if let Some(rules) = parameters.and_then(|parameters| parameters.find("rules")) {
        tensor.set_definition(definition(&rules));
    }
    Ok(tensor)
}

/// Returns a definition; `None` if the value is none.
pub(super) fn definition(node: &Node<'_>) -> Option<Box<Definition>> {
    let mut json = serde_json::Deserializer::from_str(node.json().ok()?);
    Definition::deserialize(&mut json).ok().map(Box::new)
}

impl ModelMetadata {
    /// Reads metadata from the JSON of `GET v2/models/NAME`, of at most [`MAX_DOCUMENT`](super::MAX_DOCUMENT) bytes.
    /// Unknown keys are ignored, and `null` is as absent.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault), with the path of the value.
    pub fn from_json(text: &[u8]) -> Result<Self, DecodeError> {
        Self::from_json_with(text, &DOCUMENT)
    }

    /// Does the same as [`from_json`](Self::from_json), with other limits.
    ///
    /// # Errors
    ///
    /// As [`from_json`](Self::from_json).
    pub fn from_json_with(json: &[u8], options: &Options) -> Result<Self, DecodeError> {
        let node = Node::root(json, options)?;
        let [name, versions, platform, inputs, outputs, error] =
            node.members(["name", "versions", "platform", "inputs", "outputs", "error"])?;
        if let (None, Some(error)) = (&name, error) {
            return Err(error.wrong(FaultKind::ServerError, "metadata"));
        }
        Ok(Self {
            name: text(&node, "name", name.as_ref())?,
            versions: list(versions.as_ref(), |item| item.text().map(Cow::into_owned))?,
            platform: text(&node, "platform", platform.as_ref())?,
            inputs: tensors(inputs.as_ref(), tensor, |tensor| &*tensor.name)?,
            outputs: tensors(outputs.as_ref(), tensor, |tensor| &*tensor.name)?,
        })
    }

    /// Returns the JSON of the metadata. Definitions are in it under `parameters.rules` of their tensors, where other
    /// clients ignore them.
    #[must_use]
    pub fn to_json(&self) -> String {
        let tensors = |tensors: &Option<Vec<TensorMetadata>>| {
            let tensors = tensors.as_ref()?.iter().map(|tensor| {
                let mut value = json!({"name": tensor.name, "datatype": tensor.datatype, "shape": tensor.shape});
                let rules = tensor.definition.as_ref().and_then(|definition| serde_json::to_value(definition).ok());
                if let (Some(rules), Some(object)) = (rules, value.as_object_mut()) {
                    object.insert("parameters".into(), json!({ "rules": rules }));
                }
                value
            });
            Some(Value::Array(tensors.collect()))
        };
        let mut object = Map::new();
        object.insert("name".into(), json!(self.name));
        object.extend(self.versions.as_ref().map(|versions| ("versions".into(), json!(versions))));
        object.insert("platform".into(), json!(self.platform));
        object.extend(tensors(&self.inputs).map(|inputs| ("inputs".into(), inputs)));
        object.extend(tensors(&self.outputs).map(|outputs| ("outputs".into(), outputs)));
        Value::Object(object).to_string()
    }
}

impl ServerMetadata {
    /// Reads metadata from the JSON of `GET v2`, of at most [`MAX_DOCUMENT`](super::MAX_DOCUMENT) bytes.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault), with the path of the value.
    pub fn from_json(text: &[u8]) -> Result<Self, DecodeError> {
        Self::from_json_with(text, &DOCUMENT)
    }

    /// Does the same as [`from_json`](Self::from_json), with other limits.
    ///
    /// # Errors
    ///
    /// As [`from_json`](Self::from_json).
    pub fn from_json_with(json: &[u8], options: &Options) -> Result<Self, DecodeError> {
        let node = Node::root(json, options)?;
        let [name, version, extensions] = node.members(["name", "version", "extensions"])?;
        let extensions = list(extensions.as_ref(), |item| item.text().map(Cow::into_owned))?;
        Ok(Self {
            name: text(&node, "name", name.as_ref())?,
            version: text(&node, "version", version.as_ref())?,
            extensions: extensions.unwrap_or_default(),
        })
    }

    /// Returns the JSON of the metadata.
    #[must_use]
    pub fn to_json(&self) -> String {
        json!({"name": self.name, "version": self.version, "extensions": self.extensions}).to_string()
    }
}
