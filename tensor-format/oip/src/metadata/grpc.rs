//! Metadata in protobuf, over gRPC.

use std::collections::HashMap;

use serde_json::json;
use tensor_format::DecodeError;

use super::{
    DOCUMENT, ModelMetadata, ServerMetadata, TensorMetadata,
    json::{MAX_RANK, definition},
};
use crate::{
    Fault, FaultKind, Options, Stage,
    grpc::{METADATA, SERVER, Value, Wire, check, len_tag, message, text as write_text, varint},
    json::document::Node,
    util::first_duplicate,
};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks the size of a message.
fn check_size(bytes: &[u8], options: &Options) -> Result<(), DecodeError> {
    if bytes.len() > options.max_body {
        return Err(Fault::too_large(Stage::Protobuf, bytes.len(), options.max_body).into());
    }
    Ok(())
}

/// The fields of a tensor, in the bytes of the message.
#[derive(Default)]
struct Fields<'a> {
    name: &'a [u8],
    datatype: &'a [u8],
    shape: Vec<i64>,
}

impl<'a> Fields<'a> {
    fn read(bytes: &'a [u8], at: usize) -> Result<Self, DecodeError> {
        let mut fields = Self::default();
        let mut wire = Wire::new(bytes, at);
        while let Some((number, value)) = wire.field()? {
            match (number, value) {
                (1, Value::Bytes(value)) => fields.name = value,
                (2, Value::Bytes(value)) => fields.datatype = value,
                (3, Value::Bytes(packed)) => {
                    let mut packed = Wire::new(packed, wire.at - packed.len());
                    while !packed.is_empty() {
                        let at = packed.at;
                        fields.push(packed.varint()?, at)?;
                    }
                }
                (3, Value::Varint(len)) => fields.push(len, wire.at)?,
                _ => {}
            }
        }
        for (kind, value, expected) in [
            (FaultKind::Name, fields.name, "a tensor with a name"),
            (FaultKind::Datatype, fields.datatype, "a tensor with a datatype"),
        ] {
            if value.is_empty() {
                return Err(Fault::new(Stage::Envelope, kind, expected, "").at(at));
            }
        }
        Ok(fields)
    }

    fn push(&mut self, len: u64, at: usize) -> Result<(), DecodeError> {
        let len = i64::from_le_bytes(len.to_le_bytes());
        let expected = if len < -1 {
            "a length, or -1"
        } else if self.shape.len() == MAX_RANK {
            "at most 255 axes"
        } else {
            self.shape.push(len);
            return Ok(());
        };
        Err(Fault::new(Stage::Envelope, FaultKind::Shape, expected, len.to_string()).at(at))
    }
}

/// Calls `read` with the bytes and the offset of each field with this number.
fn each<'a>(
    bytes: &'a [u8],
    number: u64,
    mut read: impl FnMut(&'a [u8], usize) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let mut wire = Wire::new(bytes, 0);
    while let Some((found, value)) = wire.field()? {
        match value {
            Value::Bytes(value) if found == number => read(value, wire.at - value.len())?,
            _ => {}
        }
    }
    Ok(())
}

/// Returns the texts under this field.
fn texts(bytes: &[u8], number: u64) -> Result<Vec<String>, DecodeError> {
    let mut count = 0;
    each(bytes, number, |_, _| {
        count += 1;
        Ok(())
    })?;
    let mut texts = Vec::with_capacity(count);
    each(bytes, number, |bytes, _| {
        texts.push(text(bytes));
        Ok(())
    })?;
    Ok(texts)
}

/// Returns the tensors under this field, whose names are all different; `None` if there are none.
fn tensors(bytes: &[u8], number: u64) -> Result<Option<Vec<TensorMetadata>>, DecodeError> {
    // All are checked before memory is reserved: a whole one has 8 bytes and more.
    let mut count = 0;
    each(bytes, number, |bytes, at| {
        count += 1;
        Fields::read(bytes, at).map(drop)
    })?;
    let mut tensors = Vec::with_capacity(count);
    each(bytes, number, |bytes, at| {
        let Fields { name, datatype, shape } = Fields::read(bytes, at)?;
        tensors.push(TensorMetadata { name: text(name), datatype: text(datatype), shape, definition: None });
        Ok(())
    })?;
    if let Some(duplicate) = first_duplicate(tensors.iter().map(|tensor| &*tensor.name)) {
        let mut names = tensors.iter().enumerate();
        each(bytes, number, |_, at| match names.next() {
            Some((index, tensor)) if index == duplicate => {
                let expected = "tensors of different names";
                Err(Fault::new(Stage::Envelope, FaultKind::DuplicateName, expected, &*tensor.name).at(at))
            }
            _ => Ok(()),
        })?;
    }
    Ok(Some(tensors).filter(|tensors| !tensors.is_empty()))
}

/// Gives tensors the definitions that a list has for them. What other servers put there is theirs: it is no fault.
fn define(tensors: Option<&mut Vec<TensorMetadata>>, definitions: Option<Node<'_>>) {
    let (Some(tensors), Some(definitions)) = (tensors, definitions) else { return };
    let mut places: HashMap<String, usize> = HashMap::with_capacity(tensors.len());
    places.extend(tensors.iter().enumerate().map(|(index, tensor)| (tensor.name.clone(), index)));
    let _ = definitions.list(|item| {
        if let Some(definition) = definition(&item) {
            let tensor = places.remove(&definition.name).and_then(|index| tensors.get_mut(index));
            if let Some(tensor) = tensor {
                tensor.set_definition(Some(definition));
            }
        }
        Ok(())
    });
}

/// Returns the value of the property `rules`.
fn rules(bytes: &[u8]) -> Result<&[u8], DecodeError> {
    let mut rules = &[][..];
    each(bytes, 6, |entry, at| {
        let (mut name, mut found) = (&[][..], &[][..]);
        let mut wire = Wire::new(entry, at);
        while let Some((number, value)) = wire.field()? {
            match (number, value) {
                (1, Value::Bytes(value)) => name = value,
                (2, Value::Bytes(value)) => found = value,
                _ => {}
            }
        }
        if name == b"rules" {
            rules = found;
        }
        Ok(())
    })?;
    Ok(rules)
}

/// Returns the last text under this field.
fn last(bytes: &[u8], number: u64) -> Result<String, DecodeError> {
    let mut last = &[][..];
    each(bytes, number, |bytes, _| {
        last = bytes;
        Ok(())
    })?;
    Ok(text(last))
}

impl ModelMetadata {
    /// Reads metadata from the bytes of a `ModelMetadataResponse`, at most [`MAX_DOCUMENT`](super::MAX_DOCUMENT).
    /// Protobuf has no absent lists: an empty one is none that the server names.
    ///
    /// # Errors
    ///
    /// A [`Fault`], of the stage [`Protobuf`](Stage::Protobuf) if the bytes are no such message.
    pub fn from_grpc(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::from_grpc_with(bytes, &DOCUMENT)
    }

    /// Does the same as [`from_grpc`](Self::from_grpc), with other limits.
    ///
    /// # Errors
    ///
    /// As [`from_grpc`](Self::from_grpc).
    pub fn from_grpc_with(bytes: &[u8], options: &Options) -> Result<Self, DecodeError> {
        check_size(bytes, options)?;
        check(bytes, 0, METADATA)?;
        let mut metadata = Self {
            name: last(bytes, 1)?,
            versions: Some(texts(bytes, 2)?),
            platform: last(bytes, 3)?,
            inputs: tensors(bytes, 4)?,
            outputs: tensors(bytes, 5)?,
        };
        let rules = Node::root(rules(bytes)?, options).and_then(|rules| rules.members(["inputs", "outputs"]));
        if let Ok([inputs, outputs]) = rules {
            define(metadata.inputs.as_mut(), inputs);
            define(metadata.outputs.as_mut(), outputs);
        }
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
    /// Reads metadata from the bytes of a `ServerMetadataResponse`, at most [`MAX_DOCUMENT`](super::MAX_DOCUMENT).
    ///
    /// # Errors
    ///
    /// A [`Fault`] of the stage [`Protobuf`](Stage::Protobuf).
    pub fn from_grpc(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::from_grpc_with(bytes, &DOCUMENT)
    }

    /// Does the same as [`from_grpc`](Self::from_grpc), with other limits.
    ///
    /// # Errors
    ///
    /// As [`from_grpc`](Self::from_grpc).
    pub fn from_grpc_with(bytes: &[u8], options: &Options) -> Result<Self, DecodeError> {
        check_size(bytes, options)?;
        check(bytes, 0, SERVER)?;
        Ok(Self { name: last(bytes, 1)?, version: last(bytes, 2)?, extensions: texts(bytes, 3)? })
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
