//! Writes messages in protobuf, fields in the order of their numbers.

use std::borrow::Cow;

use tensor_format::EncodeError;

use super::contents::field;
use crate::{
    Datatype, Fault, FaultKind, Form, Parameter, Parameters, Request, Response, Stage, Tensor, bytes,
    message::check_names,
};

/// A message to send over gRPC, in pieces. The raw elements of tensors are not copied: they are pieces of their own,
/// borrowed from the value that the message was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrpcMessage<'a> {
    /// Everything but the raw elements; the lengths in front of these are at its end.
    head: Vec<u8>,
    /// The raw elements, each with where the length in front of it ends.
    raws: Vec<(usize, Cow<'a, [u8]>)>,
}

impl GrpcMessage<'_> {
    /// Returns the pieces of the message.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let mut at = 0;
        let raws = self.raws.iter().flat_map(move |(end, raw)| {
            let head = self.head.get(std::mem::replace(&mut at, *end)..*end).unwrap_or_default();
            [head, &**raw]
        });
        let rest = if self.raws.is_empty() { &*self.head } else { &[] };
        std::iter::once(rest).chain(raws).filter(|piece| !piece.is_empty())
    }

    /// Returns the number of bytes of the message.
    #[must_use]
    pub fn len(&self) -> usize {
        self.head.len() + self.raws.iter().map(|(_, raw)| raw.len()).sum::<usize>()
    }

    /// Returns whether the message has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the message as one piece.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut message = Vec::with_capacity(self.len());
        let mut at = 0;
        for (end, raw) in &self.raws {
            message.extend_from_slice(self.head.get(at..*end).unwrap_or_default());
            message.extend_from_slice(raw);
            at = *end;
        }
        message.extend_from_slice(self.head.get(at..).unwrap_or_default());
        message
    }
}

pub(crate) fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn tag(out: &mut Vec<u8>, number: u64, wire_type: u64) {
    varint(out, number << 3 | wire_type);
}

pub(crate) fn len_tag(out: &mut Vec<u8>, number: u64, len: usize) {
    tag(out, number, 2);
    varint(out, len as u64);
}

/// Writes a text, unless it is empty.
pub(crate) fn text(out: &mut Vec<u8>, number: u64, text: &str) {
    if !text.is_empty() {
        len_tag(out, number, text.len());
        out.extend_from_slice(text.as_bytes());
    }
}

/// Writes a message within the message.
pub(crate) fn message<T>(out: &mut Vec<u8>, number: u64, write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    tag(out, number, 2);
    // The length goes in front of what is written; one byte holds most.
    let place = out.len();
    out.push(0);
    let written = write(out);
    let mut len = out.len().saturating_sub(place + 1);
    if let (0..0x80, Some(byte)) = (len, out.get_mut(place)) {
        *byte = len as u8;
        return written;
    }
    let mut bytes = [0; 10];
    let mut used = 0;
    for byte in &mut bytes {
        *byte = (len & 0x7f) as u8 | if len >= 0x80 { 0x80 } else { 0 };
        (len, used) = (len >> 7, used + 1);
        if len == 0 {
            break;
        }
    }
    out.splice(place..=place, bytes.iter().copied().take(used));
    written
}

fn parameters(out: &mut Vec<u8>, number: u64, parameters: &Parameters<'_>) -> Result<(), EncodeError> {
    // What asks for the binary form is of HTTP alone.
    let of_http = |name: &str| matches!(name, "binary_data" | "binary_data_output");
    parameters.iter().filter(|(name, _)| !of_http(name)).try_for_each(|(name, value)| {
        message(out, number, |out| {
            len_tag(out, 1, name.len());
            out.extend_from_slice(name.as_bytes());
            message(out, 2, |out| {
                match value {
                    Parameter::Bool(value) => {
                        tag(out, 1, 0);
                        out.push(u8::from(*value));
                    }
                    Parameter::I64(value) => {
                        tag(out, 2, 0);
                        varint(out, u64::from_le_bytes(value.to_le_bytes()));
                    }
                    Parameter::String(value) => {
                        len_tag(out, 3, value.len());
                        out.extend_from_slice(value.as_bytes());
                    }
                    Parameter::F64(value) => {
                        tag(out, 4, 1);
                        out.extend_from_slice(&value.to_le_bytes());
                    }
                    Parameter::U64(value) => {
                        // Peers take an `int64_param`, and few a `uint64_param`.
                        tag(out, if i64::try_from(*value).is_ok() { 2 } else { 5 }, 0);
                        varint(out, *value);
                    }
                    Parameter::Json(value) => {
                        let expected = "a text, a number or a truth value";
                        let fault = Fault::new(Stage::Envelope, FaultKind::ParameterType, expected, &**value);
                        return Err(EncodeError::new(fault.in_path(format!("parameters.{name}")).into()));
                    }
                }
                Ok(())
            })
        })
    })
}

fn tensor(out: &mut Vec<u8>, tensor: &Tensor<'_>, raw: bool) -> Result<(), EncodeError> {
    text(out, 1, &tensor.name);
    text(out, 2, tensor.datatype.name());
    if !tensor.shape.is_empty() {
        message(out, 3, |out| {
            tensor.shape.iter().for_each(|len| varint(out, *len as u64));
            Ok::<_, EncodeError>(())
        })?;
    }
    parameters(out, 4, &tensor.parameters)?;
    if raw || tensor.shape.contains(&0) {
        return Ok(());
    }
    message(out, 5, |out| contents(out, tensor))
}

/// Writes elements into the field of their datatype, packed.
fn contents(out: &mut Vec<u8>, tensor: &Tensor<'_>) -> Result<(), EncodeError> {
    let data = tensor.bytes()?;
    let number = field(tensor.datatype).unwrap_or_default();
    match tensor.datatype {
        Datatype::Bytes => {
            for string in bytes::strings(&data) {
                len_tag(out, number, string.len());
                out.extend_from_slice(string);
            }
            return Ok(());
        }
        Datatype::Bool | Datatype::Fp32 | Datatype::Fp64 => {
            len_tag(out, number, data.len());
            out.extend_from_slice(&data);
            return Ok(());
        }
        _ => {}
    }
    let size = tensor.datatype.size().unwrap_or(1);
    let signed = matches!(tensor.datatype, Datatype::Int8 | Datatype::Int16 | Datatype::Int32);
    message(out, number, |out| {
        for chunk in data.chunks_exact(size) {
            // Negative integers are written with 64 bits.
            let negative = signed && chunk.last().is_some_and(|byte| *byte >= 0x80);
            let mut wide = if negative { [0xff; 8] } else { [0; 8] };
            wide.iter_mut().zip(chunk).for_each(|(to, from)| *to = *from);
            varint(out, u64::from_le_bytes(wide));
        }
        Ok(())
    })
}

/// What both kinds of messages begin with.
struct Head<'m> {
    model_name: &'m str,
    model_version: &'m str,
    id: Option<&'m str>,
    parameters: &'m Parameters<'m>,
}

impl Head<'_> {
    fn write<'t>(
        &self,
        tensors: &'t [Tensor<'_>],
        between: impl FnOnce(&mut Vec<u8>) -> Result<(), EncodeError>,
        raw_field: u64,
    ) -> Result<GrpcMessage<'t>, EncodeError> {
        // FP16 and BF16 have no typed field, and raw contents are for all tensors or for none.
        let raw =
            |tensor: &Tensor<'_>| matches!(tensor.form, Form::Raw | Form::Binary) || field(tensor.datatype).is_none();
        let raw = tensors.iter().any(raw);
        check_names(tensors)?;
        let mut out = Vec::with_capacity(64 + 64 * tensors.len());
        text(&mut out, 1, self.model_name);
        text(&mut out, 2, self.model_version);
        text(&mut out, 3, self.id.unwrap_or_default());
        parameters(&mut out, 4, self.parameters)?;
        for each in tensors {
            let written = message(&mut out, 5, |out| tensor(out, each, raw));
            written.map_err(|error| error.in_parameter(&each.name))?;
        }
        between(&mut out)?;
        let raws = Vec::with_capacity(if raw { tensors.len() } else { 0 });
        let mut message = GrpcMessage { head: out, raws };
        for each in tensors.iter().filter(|_| raw) {
            let bytes = each.bytes()?;
            len_tag(&mut message.head, raw_field, bytes.len());
            message.raws.push((message.head.len(), bytes));
        }
        Ok(message)
    }
}

impl Request<'_> {
    /// Writes the request as a `ModelInferRequest`: raw if one of the tensors has the [`form`](Tensor::form) of bytes,
    /// else in typed fields.
    ///
    /// # Errors
    ///
    /// When a parameter has no form in the protocol.
    pub fn to_grpc(&self) -> Result<GrpcMessage<'_>, EncodeError> {
        let (model_name, model_version, id) = (&self.model_name, &self.model_version, self.id.as_deref());
        let head = Head { model_name, model_version, id, parameters: &self.parameters };
        let outputs = |out: &mut Vec<u8>| {
            self.outputs.iter().try_for_each(|output| {
                message(out, 6, |out| {
                    text(out, 1, &output.name);
                    parameters(out, 2, &output.parameters)
                })
            })
        };
        head.write(&self.tensors, outputs, 7)
    }
}

impl Response<'_> {
    /// Writes the response as a `ModelInferResponse`, as [`Request::to_grpc`].
    ///
    /// # Errors
    ///
    /// When a parameter has no form in protobuf.
    pub fn to_grpc(&self) -> Result<GrpcMessage<'_>, EncodeError> {
        let (model_name, model_version, id) = (&self.model_name, &self.model_version, self.id.as_deref());
        let head = Head { model_name, model_version, id, parameters: &self.parameters };
        head.write(&self.tensors, |_| Ok(()), 6)
    }
}
