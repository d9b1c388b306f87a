//! Metadata in protobuf, over gRPC.

use serde_core::Deserialize;
use serde_json::json;
use tensor_format::{DecodeError, Definition};

use super::{ModelMetadata, ServerMetadata, TensorMetadata};
use crate::grpc::{METADATA, SERVER, Value, Wire, check, len_tag, message, text as write_text, varint};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn tensor(bytes: &[u8], at: usize) -> Result<TensorMetadata, DecodeError> {
    let mut tensor =
        TensorMetadata { name: String::new(), datatype: String::new(), shape: Vec::new(), definition: None };
    let mut wire = Wire::new(bytes, at);
    while let Some((number, value)) = wire.field()? {
        match (number, value) {
            (1, Value::Bytes(value)) => tensor.name = text(value),
            (2, Value::Bytes(value)) => tensor.datatype = text(value),
            (3, Value::Bytes(packed)) => {
                let mut packed = Wire::new(packed, wire.at - packed.len());
                while !packed.is_empty() {
                    tensor.shape.push(i64::from_le_bytes(packed.varint()?.to_le_bytes()));
                }
            }
            (3, Value::Varint(len)) => tensor.shape.push(i64::from_le_bytes(len.to_le_bytes())),
            _ => {}
        }
    }
    Ok(tensor)
}

/// Reads an entry of a map of texts.
fn entry(bytes: &[u8], at: usize) -> Result<(String, &[u8]), DecodeError> {
    let (mut name, mut found) = (String::new(), &[][..]);
    let mut wire = Wire::new(bytes, at);
    while let Some((number, value)) = wire.field()? {
        match (number, value) {
            (1, Value::Bytes(value)) => name = text(value),
            (2, Value::Bytes(value)) => found = value,
            _ => {}
        }
    }
    Ok((name, found))
}

impl ModelMetadata {
    /// Reads metadata from the bytes of a `ModelMetadataResponse`. Protobuf has no absent lists: an empty one is none
    /// that the server names.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault) of the stage [`Protobuf`](crate::Stage::Protobuf).
    pub fn from_grpc(bytes: &[u8]) -> Result<Self, DecodeError> {
        check(bytes, 0, METADATA)?;
        let (mut versions, mut inputs, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        let mut metadata = Self::default();
        let mut rules = serde_json::Value::Null;
        let mut wire = Wire::new(bytes, 0);
        while let Some((number, value)) = wire.field()? {
            let Value::Bytes(value) = value else { continue };
            let at = wire.at - value.len();
            match number {
                1 => metadata.name = text(value),
                2 => versions.push(text(value)),
                3 => metadata.platform = text(value),
                4 => inputs.push(tensor(value, at)?),
                5 => outputs.push(tensor(value, at)?),
                6 => match entry(value, at)? {
                    // What other servers put there is theirs: it is no fault.
                    (name, json) if name == "rules" => rules = serde_json::from_slice(json).unwrap_or_default(),
                    _ => {}
                },
                _ => {}
            }
        }
        for (side, tensors) in [("inputs", &mut inputs), ("outputs", &mut outputs)] {
            let known = Vec::<Definition>::deserialize(&rules[side]).unwrap_or_default();
            for tensor in tensors.iter_mut() {
                tensor.definition = known.iter().find(|definition| definition.name == tensor.name).cloned();
            }
        }
        metadata.versions = Some(versions);
        metadata.inputs = Some(inputs).filter(|inputs| !inputs.is_empty());
        metadata.outputs = Some(outputs).filter(|outputs| !outputs.is_empty());
        Ok(metadata)
    }

    /// Returns the bytes of a `ModelMetadataResponse`. Definitions are in it under the property `rules`, where other
    /// clients ignore them.
    #[must_use]
    pub fn to_grpc(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write_text(&mut out, 1, &self.name);
        for version in self.versions.iter().flatten() {
            len_tag(&mut out, 2, version.len());
            out.extend_from_slice(version.as_bytes());
        }
        write_text(&mut out, 3, &self.platform);
        for (number, tensors) in [(4, &self.inputs), (5, &self.outputs)] {
            for tensor in tensors.iter().flatten() {
                message(&mut out, number, |out| {
                    write_text(out, 1, &tensor.name);
                    write_text(out, 2, &tensor.datatype);
                    if !tensor.shape.is_empty() {
                        message(out, 3, |out| {
                            tensor.shape.iter().for_each(|len| varint(out, u64::from_le_bytes(len.to_le_bytes())));
                        });
                    }
                });
            }
        }
        let definitions = |tensors: &Option<Vec<TensorMetadata>>| {
            let known = tensors.iter().flatten().filter_map(|tensor| tensor.definition.as_ref());
            known.filter_map(|definition| serde_json::to_value(definition).ok()).collect::<Vec<_>>()
        };
        let (inputs, outputs) = (definitions(&self.inputs), definitions(&self.outputs));
        if !inputs.is_empty() || !outputs.is_empty() {
            let rules = json!({"inputs": inputs, "outputs": outputs}).to_string();
            message(&mut out, 6, |out| {
                write_text(out, 1, "rules");
                write_text(out, 2, &rules);
            });
        }
        out
    }
}

impl ServerMetadata {
    /// Reads metadata from the bytes of a `ServerMetadataResponse`.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault) of the stage [`Protobuf`](crate::Stage::Protobuf).
    pub fn from_grpc(bytes: &[u8]) -> Result<Self, DecodeError> {
        check(bytes, 0, SERVER)?;
        let mut metadata = Self::default();
        let mut wire = Wire::new(bytes, 0);
        while let Some((number, value)) = wire.field()? {
            match (number, value) {
                (1, Value::Bytes(value)) => metadata.name = text(value),
                (2, Value::Bytes(value)) => metadata.version = text(value),
                (3, Value::Bytes(value)) => metadata.extensions.push(text(value)),
                _ => {}
            }
        }
        Ok(metadata)
    }

    /// Returns the bytes of a `ServerMetadataResponse`.
    #[must_use]
    pub fn to_grpc(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write_text(&mut out, 1, &self.name);
        write_text(&mut out, 2, &self.version);
        for extension in &self.extensions {
            len_tag(&mut out, 3, extension.len());
            out.extend_from_slice(extension.as_bytes());
        }
        out
    }
}
