//! Reads messages from protobuf.

use std::borrow::Cow;

use tensor_format::DecodeError;

use super::{
    contents::Contents,
    schema::{self, Schema},
    wire::{Value, Wire},
};
use crate::{
    Datatype, Fault, FaultKind, Form, Options, Parameter, Parameters, Request, RequestedOutput, Response, Stage,
    Tensor, bytes,
    json::Role,
    message::{Data, Parsed},
    util::{checked_shape, first_duplicate},
};

impl<'a> Request<'a> {
    /// Reads a request from the bytes of a `ModelInferRequest`.
    ///
    /// # Errors
    ///
    /// A [`Fault`], with the byte offset.
    pub fn from_grpc(message: &'a [u8]) -> Result<Self, DecodeError> {
        Self::from_grpc_with(message, &Options::new())
    }

    /// Reads a request from the bytes of a `ModelInferRequest`.
    ///
    /// # Errors
    ///
    /// As [`from_grpc`](Self::from_grpc).
    pub fn from_grpc_with(message: &'a [u8], options: &Options) -> Result<Self, DecodeError> {
        let Message { model_name, model_version, id, parameters, outputs, tensors } =
            Message::read(message, Role::Request, options)?;
        Ok(Self { model_name, model_version, id, parameters, outputs, tensors })
    }
}

impl<'a> Response<'a> {
    /// Reads a response from the bytes of a `ModelInferResponse`.
    ///
    /// # Errors
    ///
    /// A [`Fault`], with the byte offset.
    pub fn from_grpc(message: &'a [u8]) -> Result<Self, DecodeError> {
        Self::from_grpc_with(message, &Options::new())
    }

    /// Reads a response from the bytes of a `ModelInferResponse`.
    ///
    /// # Errors
    ///
    /// As [`from_grpc`](Self::from_grpc).
    pub fn from_grpc_with(message: &'a [u8], options: &Options) -> Result<Self, DecodeError> {
        let Message { model_name, model_version, id, parameters, tensors, .. } =
            Message::read(message, Role::Response, options)?;
        Ok(Self { model_name, model_version, id, parameters, tensors })
    }
}

#[derive(Default)]
struct Message<'a> {
    model_name: Cow<'a, str>,
    model_version: Cow<'a, str>,
    id: Option<Cow<'a, str>>,
    parameters: Parameters<'a>,
    outputs: Vec<RequestedOutput<'a>>,
    tensors: Vec<Tensor<'a>>,
}

impl<'a> Message<'a> {
    fn read(bytes: &'a [u8], role: Role, options: &Options) -> Result<Self, DecodeError> {
        if bytes.len() > options.max_body {
            return Err(Fault::too_large(Stage::Protobuf, bytes.len(), options.max_body).into());
        }
        let (schema, raw_field): (&Schema, u64) = match role {
            Role::Request => (schema::REQUEST, 7),
            Role::Response => (schema::RESPONSE, 6),
        };
        let (mut counts, mut first_raw) = ([0; 8], None);
        schema::check_each(bytes, 0, schema, |number, at| {
            if number == raw_field {
                first_raw.get_or_insert(at);
            }
            if let Some(count) = usize::try_from(number).ok().and_then(|number| counts.get_mut(number)) {
                *count += 1;
            }
        })?;
        let [.., tensors, outputs, last] = counts;
        let (raws, outputs) = if role == Role::Request { (last, outputs) } else { (outputs, 0) };
        if raws > 0 && raws != tensors {
            let expected = format!("{tensors} raw contents: one for each tensor, or none");
            let fault = Fault::new(Stage::Envelope, FaultKind::RawCount, expected, raws.to_string());
            let path = if role == Role::Request { "raw_input_contents" } else { "raw_output_contents" };
            return Err(fault.in_path(path).at(first_raw.unwrap_or_default()));
        }
        let mut reader = Reader { role, contents: Vec::new(), raws: Vec::with_capacity(raws) };
        // A tensor takes no less: the tags, the shortest datatype, and an element or a length of 0.
        let most = tensors.min(bytes.len() / 11);
        let mut message = Self::default();
        message.tensors.reserve_exact(most);
        message.outputs.reserve_exact(outputs);
        reader.contents.reserve_exact(if raws == 0 { most } else { 0 });
        let mut parameters = ParameterList::default();
        let mut refused = None;
        let mut wire = Wire::new(bytes, 0);
        while let Some((number, value)) = wire.field()? {
            let Value::Bytes(value) = value else { continue };
            let at = wire.at - value.len();
            match number {
                1 => message.model_name = text(value),
                2 => message.model_version = text(value),
                3 => message.id = Some(text(value)).filter(|id| !id.is_empty()),
                4 => parameters.push(value, at)?,
                // What is wrong with the envelope is told before what is wrong with a tensor.
                5 if refused.is_none() => match reader.tensor(value, at, message.tensors.len(), raws > 0) {
                    Ok(tensor) => message.tensors.push(tensor),
                    Err(error) => refused = Some(error),
                },
                number if number == raw_field => reader.raws.push((value, at)),
                6 => message.outputs.push(requested(value, at, message.outputs.len())?),
                _ => {}
            }
        }
        message.parameters = parameters.finish(role, Stage::Envelope, || "parameters".into())?;
        match refused {
            Some(error) => Err(error),
            None => reader.elements(message),
        }
    }
}

/// Reads the tensors of a message.
struct Reader<'a> {
    role: Role,
    /// Where the elements of each tensor are, in typed fields or raw.
    contents: Vec<Contents<'a>>,
    raws: Vec<(&'a [u8], usize)>,
}

impl<'a> Reader<'a> {
    fn tensor(&mut self, value: &'a [u8], at: usize, index: usize, raw: bool) -> Result<Tensor<'a>, DecodeError> {
        let (tensor, contents) = described(value, at, self.role, index, raw)?;
        if !raw {
            self.contents.push(contents);
        }
        Ok(tensor)
    }

    /// Assigns their elements to the tensors.
    fn elements(self, mut message: Message<'a>) -> Result<Message<'a>, DecodeError> {
        if let Some(index) = first_duplicate(message.tensors.iter().map(|tensor| &*tensor.name)) {
            let tensor = &message.tensors[index];
            let path = format!("{}[{index}].name", self.role.tensors());
            let fault = Fault::new(Stage::Tensor, FaultKind::DuplicateName, "a name of its own", &*tensor.name);
            return Err(fault.in_path(path).at(tensor.at).in_parameter(&tensor.name));
        }
        for (tensor, contents) in message.tensors.iter_mut().zip(self.contents) {
            let read = contents.bytes(tensor.datatype, tensor.shape.iter().product());
            let (bytes, at) = read.map_err(|error| error.in_parameter(&tensor.name))?;
            (tensor.data, tensor.data_at) = (Data::Bytes(bytes), at);
        }
        for (tensor, (raw, at)) in message.tensors.iter_mut().zip(self.raws) {
            let checked = bytes::check(tensor.datatype, tensor.shape.iter().product(), raw, at);
            checked.map_err(|error| error.in_parameter(&tensor.name))?;
            (tensor.data, tensor.data_at, tensor.form) = (Data::Bytes(Cow::Borrowed(raw)), at, Form::Raw);
        }
        Ok(message)
    }
}

/// Returns bytes that were checked to be UTF-8 as text.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    Cow::Borrowed(std::str::from_utf8(bytes).unwrap_or_default())
}

fn requested(bytes: &[u8], at: usize, index: usize) -> Result<RequestedOutput<'_>, DecodeError> {
    let mut name = Cow::Borrowed("");
    let mut parameters = ParameterList::default();
    let mut wire = Wire::new(bytes, at);
    while let Some((number, value)) = wire.field()? {
        match (number, value) {
            (1, Value::Bytes(value)) => name = text(value),
            (2, Value::Bytes(value)) => parameters.push(value, wire.at - value.len())?,
            _ => {}
        }
    }
    let path = || format!("outputs[{index}].parameters");
    Ok(RequestedOutput { name, parameters: parameters.finish(Role::Request, Stage::Envelope, path)? })
}

/// Reads what a message says of a tensor, and where its elements are, if they are in typed fields.
fn described<'a>(
    bytes: &'a [u8],
    at: usize,
    role: Role,
    index: usize,
    raw: bool,
) -> Result<(Tensor<'a>, Contents<'a>), DecodeError> {
    let (mut name, mut datatype, mut shape) = (Cow::Borrowed(""), Cow::Borrowed(""), Vec::new());
    let (mut parameters, mut contents) = (ParameterList::default(), Contents::default());
    let mut wire = Wire::new(bytes, at);
    while let Some((number, value)) = wire.field()? {
        match (number, value) {
            (1, Value::Bytes(value)) => name = text(value),
            (2, Value::Bytes(value)) => datatype = text(value),
            (3, Value::Bytes(packed)) => {
                let mut packed = Wire::new(packed, wire.at - packed.len());
                while !packed.is_empty() && shape.len() < 256 {
                    shape.push(packed.varint()?);
                }
            }
            (3, Value::Varint(len)) if shape.len() < 256 => shape.push(len),
            (4, Value::Bytes(value)) => parameters.push(value, wire.at - value.len())?,
            (5, Value::Bytes(value)) => contents.push(value, wire.at - value.len()),
            _ => {}
        }
    }
    let path = |key: &str| format!("{}[{index}].{key}", role.tensors());
    let fault = |kind: FaultKind, key: &str, expected: &'static str, found: String| {
        let fault = Fault::new(Stage::Tensor, kind, expected, found).in_path(path(key));
        if name.is_empty() { fault.at(at) } else { fault.at(at).in_parameter(&name) }
    };
    let Some(datatype) = Datatype::of_name(&datatype) else {
        let known = "a datatype of the protocol: BOOL, UINT8 to UINT64, INT8 to INT64, FP16 to FP64, BF16 or BYTES";
        return Err(fault(FaultKind::Datatype, "datatype", known, datatype.into_owned()));
    };
    if shape.len() > 255 || shape.iter().any(|len| i64::try_from(*len).is_err()) {
        let signed: Vec<_> = shape.iter().take(16).map(|len| signed(*len)).collect();
        let expected = "at most 255 lengths from 0 on";
        return Err(fault(FaultKind::Shape, "shape", expected, format!("{signed:?}")));
    }
    let Some(shape) = checked_shape(&shape) else {
        let expected = "a number of elements that can be counted";
        return Err(fault(FaultKind::ShapeOverflow, "shape", expected, format!("{shape:?}")));
    };
    let parameters = parameters.finish(role, Stage::Tensor, || path("parameters"))?;
    if parameters.get("shared_memory_region").is_some() {
        let expected = "elements in the message: shared memory is not offered";
        return Err(fault(FaultKind::SharedMemory, "parameters.shared_memory_region", expected, String::new()));
    }
    let field = contents.first_field()?;
    match field {
        Some(_) if raw => {
            let expected = "raw contents alone, or typed contents alone";
            return Err(fault(FaultKind::TwoData, "contents", expected, "both".into()));
        }
        None if !raw && !shape.contains(&0) => {
            return Err(fault(FaultKind::NoData, "contents", "elements, typed or raw", String::new()));
        }
        _ => {}
    }
    contents.check_field(datatype, at).map_err(|error| error.in_parameter(&name))?;
    let data = Data::Bytes(Cow::Borrowed(&[]));
    Ok((
        Tensor {
            name,
            datatype,
            shape,
            parameters,
            form: Form::Typed,
            data,
            at,
            data_at: at,
            parsed: Parsed::default(),
        },
        contents,
    ))
}

/// The entries of a map of parameters.
#[derive(Default)]
struct ParameterList<'a> {
    list: Vec<(Cow<'a, str>, Parameter<'a>)>,
    /// The first name that has no value, and its offset.
    odd: Option<(Cow<'a, str>, usize)>,
}

impl<'a> ParameterList<'a> {
    fn push(&mut self, entry: &'a [u8], at: usize) -> Result<(), DecodeError> {
        let (mut name, mut parameter) = (Cow::Borrowed(""), None);
        let mut wire = Wire::new(entry, at);
        while let Some((number, value)) = wire.field()? {
            match (number, value) {
                (1, Value::Bytes(value)) => name = text(value),
                (2, Value::Bytes(value)) => parameter = value_of(value, wire.at - value.len())?.or(parameter),
                _ => {}
            }
        }
        match parameter {
            Some(parameter) => {
                // Mostly there is one, and room for four would take more memory than the bytes allow.
                if self.list.is_empty() {
                    self.list.reserve_exact(1);
                }
                self.list.push((name, parameter));
            }
            None => drop(self.odd.get_or_insert((name, at))),
        }
        Ok(())
    }

    /// Returns the parameters; of several entries with one name, the last counts. One without a value is refused in a
    /// request, and in a response says nothing.
    fn finish(self, role: Role, stage: Stage, path: impl FnOnce() -> String) -> Result<Parameters<'a>, DecodeError> {
        if let (Role::Request, Some((name, at))) = (role, self.odd) {
            let expected = "a text, a number or a truth value";
            let fault = Fault::new(stage, FaultKind::ParameterType, expected, "").in_path(format!("{}.{name}", path()));
            return Err(fault.at(at));
        }
        let mut list = self.list;
        if first_duplicate(list.iter().map(|(name, _)| &**name)).is_some() {
            let mut seen = std::collections::HashSet::new();
            list.reverse();
            list.retain(|(name, _)| seen.insert(name.clone()));
            list.reverse();
        }
        Ok(Parameters { list })
    }
}

fn value_of(bytes: &[u8], at: usize) -> Result<Option<Parameter<'_>>, DecodeError> {
    let mut parameter = None;
    let mut wire = Wire::new(bytes, at);
    while let Some((number, value)) = wire.field()? {
        parameter = Some(match (number, value) {
            (1, Value::Varint(value)) => Parameter::Bool(value != 0),
            (2, Value::Varint(value)) => Parameter::I64(signed(value)),
            (3, Value::Bytes(value)) => Parameter::String(text(value)),
            (4, Value::Fixed64(value)) => Parameter::F64(f64::from_le_bytes(value)),
            (5, Value::Varint(value)) => Parameter::U64(value),
            _ => continue,
        });
    }
    Ok(parameter)
}

/// Returns the signed integer that a varint encodes.
fn signed(value: u64) -> i64 {
    i64::from_le_bytes(value.to_le_bytes())
}
