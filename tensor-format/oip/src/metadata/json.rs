//! Metadata in JSON, over HTTP.

use serde_core::Deserialize;
use serde_json::{Map, Value, json};
use tensor_format::{DecodeError, Definition};

use super::{ModelMetadata, ServerMetadata, TensorMetadata};
use crate::{Fault, FaultKind, Stage};

/// An object of a document, and where it is.
pub(super) struct Node<'v> {
    map: &'v Map<String, Value>,
    path: String,
}

pub(super) fn wrong(path: String, kind: FaultKind, expected: &'static str, found: &Value) -> DecodeError {
    let found = if found.is_null() { String::new() } else { found.to_string() };
    Fault::new(Stage::Envelope, kind, expected, found).in_path(path).into()
}

/// Parses a document.
pub(super) fn parse(text: &[u8]) -> Result<Value, DecodeError> {
    let text = crate::json::text(text)?;
    serde_json::from_str(text).map_err(|error| {
        let mut fault = Fault::new(Stage::Json, FaultKind::NotJson, "a JSON document", error.to_string());
        fault.position = Some((error.line() as u64, error.column() as u64));
        fault.into()
    })
}

impl<'v> Node<'v> {
    pub(super) fn root(value: &'v Value) -> Result<Self, DecodeError> {
        Self::of(value, String::new())
    }

    pub(super) fn of(value: &'v Value, path: String) -> Result<Self, DecodeError> {
        match value.as_object() {
            Some(map) => Ok(Self { map, path }),
            None => Err(wrong(path, FaultKind::NotObject, "an object", value)),
        }
    }

    pub(super) fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'v Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn text(&self, key: &str) -> Result<String, DecodeError> {
        match self.get(key) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(value) => Err(wrong(self.path(key), FaultKind::WrongType, "a text", value)),
            None => Err(wrong(self.path(key), FaultKind::Missing, "a text", &Value::Null)),
        }
    }

    /// Returns the items of a list; `None` if it is missing.
    pub(super) fn list<T>(
        &self,
        key: &str,
        read: impl Fn(&'v Value, String) -> Result<T, DecodeError>,
    ) -> Result<Option<Vec<T>>, DecodeError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let Some(items) = value.as_array() else {
            return Err(wrong(self.path(key), FaultKind::WrongType, "a list", value));
        };
        let path = self.path(key);
        let items = items.iter().enumerate().map(|(index, item)| read(item, format!("{path}[{index}]")));
        items.collect::<Result<_, _>>().map(Some)
    }

    /// Returns lengths, where -1 means any.
    pub(super) fn lengths(&self, key: &str) -> Result<Vec<i64>, DecodeError> {
        let length = |value: &Value, path| {
            // The protobuf form of JSON writes integers of 64 bits as texts, and so does Triton's configuration.
            let len = value.as_i64().or_else(|| value.as_str()?.parse().ok()).filter(|len| *len >= -1);
            len.ok_or_else(|| wrong(path, FaultKind::Shape, "a length, or -1", value))
        };
        let lengths = self.list(key, length)?;
        lengths.ok_or_else(|| wrong(self.path(key), FaultKind::Missing, "a list of lengths", &Value::Null))
    }
}

fn text_item(value: &Value, path: String) -> Result<String, DecodeError> {
    let text = value.as_str().ok_or_else(|| wrong(path, FaultKind::WrongType, "a text", value))?;
    Ok(text.to_owned())
}

fn tensor(value: &Value, path: String) -> Result<TensorMetadata, DecodeError> {
    let node = Node::of(value, path)?;
    let name = node.text("name")?;
    let rules = node.get("parameters").and_then(|parameters| parameters.get("rules"));
    // What other servers put there is theirs: it is no fault.
    let definition = rules.and_then(|rules| Definition::deserialize(rules).ok());
    let definition = definition.filter(|known| known.name == name);
    Ok(TensorMetadata { name, datatype: node.text("datatype")?, shape: node.lengths("shape")?, definition })
}

impl ModelMetadata {
    /// Reads metadata from the JSON of `GET v2/models/NAME`. Unknown keys are ignored, and `null` is as absent.
    ///
    /// # Errors
    ///
    /// A [`Fault`], with the path of the value.
    pub fn from_json(text: &[u8]) -> Result<Self, DecodeError> {
        let value = parse(text)?;
        let node = Node::root(&value)?;
        Ok(Self {
            name: node.text("name")?,
            versions: node.list("versions", text_item)?,
            platform: node.text("platform")?,
            inputs: node.list("inputs", tensor)?,
            outputs: node.list("outputs", tensor)?,
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
    /// Reads metadata from the JSON of `GET v2`.
    ///
    /// # Errors
    ///
    /// A [`Fault`], with the path of the value.
    pub fn from_json(text: &[u8]) -> Result<Self, DecodeError> {
        let value = parse(text)?;
        let node = Node::root(&value)?;
        Ok(Self {
            name: node.text("name")?,
            version: node.text("version")?,
            extensions: node.list("extensions", text_item)?.unwrap_or_default(),
        })
    }

    /// Returns the JSON of the metadata.
    #[must_use]
    pub fn to_json(&self) -> String {
        json!({"name": self.name, "version": self.version, "extensions": self.extensions}).to_string()
    }
}
