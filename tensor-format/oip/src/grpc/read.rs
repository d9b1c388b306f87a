//! Reads messages from protobuf.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet},
};

use tensor_format::{DecodeError, Shape};

use super::{
    contents::Contents,
    schema,
    wire::{Value, Wire},
};
use crate::{
    Datatype, Fault, FaultKind, Form, Options, Parameter, Parameters, Request, RequestedOutput, Response, Stage,
    Tensor, bytes,
    json::Role,
    message::{Data, Parsed},
    util::{first_duplicate, is_countable},
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
        let schema = if role == Role::Request { schema::REQUEST } else { schema::RESPONSE };
        let read = Self::read_once(bytes, role);
        match &read {
            Ok(_) => debug_assert!(schema::check(bytes, 0, schema).is_ok(), "what was read is no message"),
            // What is no protobuf is told before what is wrong with the message.
            Err(_) => schema::check(bytes, 0, schema)?,
        }
        read
    }

    /// Reads a message in one pass, and refuses all that its schema does; which fault is told first is for the caller.
    fn read_once(bytes: &'a [u8], role: Role) -> Result<Self, DecodeError> {
        let raw_field = if role == Role::Request { 7 } else { 6 };
        let (mut tensors, mut requested, mut raws, mut first_raw) = (0, 0, 0, 0);
        let mut wire = Wire::new(bytes, 0);
        loop {
            let begin = wire.at;
            match wire.field()? {
                None => break,
                Some((5, _)) => tensors += 1,
                Some((number, _)) if number == raw_field => {
                    first_raw = if raws == 0 { begin } else { first_raw };
                    raws += 1;
                }
                Some((6, _)) => requested += 1,
                Some(_) => {}
            }
        }
        if raws > 0 && raws != tensors {
            return Err(raw_count(role, tensors, raws, first_raw));
        }
        let mut reader = Reader { role, contents: Vec::new(), raws: 0, early: Vec::new() };
        // A tensor takes no less: the tags, the shortest datatype, and an element or a length of 0.
        let most = tensors.min(bytes.len() / 11);
        let mut message = Self::default();
        message.tensors.reserve_exact(most);
        message.outputs.reserve_exact(requested);
        reader.contents.reserve_exact(if raws == 0 { most } else { 0 });
        let mut parameters = ParameterList::default();
        let mut refused = None;
        let mut wire = Wire::new(bytes, 0);
        while let Some((number, value)) = wire.field()? {
            let Value::Bytes(value) = value else {
                if number <= raw_field {
                    return Err(broken());
                }
                continue;
            };
            let at = wire.at - value.len();
            match number {
                1 => message.model_name = text(value)?,
                2 => message.model_version = text(value)?,
                3 => message.id = Some(text(value)?).filter(|id| !id.is_empty()),
                4 => parameters.push(value, at)?,
                // What is wrong with the envelope is told before what is wrong with a tensor.
                5 if refused.is_none() => {
                    if let Err(error) = reader.tensor(&mut message.tensors, value, at, raws > 0) {
                        refused = Some(error);
                    }
                }
                number if number == raw_field => reader.raw(&mut message.tensors, value, at),
                6 => message.outputs.push(self::requested(value, at, message.outputs.len())?),
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

/// Returns the error for what is no message of the schema; the schema then says why.
#[cold]
fn broken() -> DecodeError {
    Fault::new(Stage::Protobuf, FaultKind::Wire, "a field of the type that the protocol gives it", "").into()
}

#[cold]
fn raw_count(role: Role, tensors: usize, raws: usize, at: usize) -> DecodeError {
    let expected = format!("{tensors} raw contents: one for each tensor, or none");
    let path = if role == Role::Request { "raw_input_contents" } else { "raw_output_contents" };
    Fault::new(Stage::Envelope, FaultKind::RawCount, expected, raws.to_string()).in_path(path).at(at)
}

/// Reads the tensors of a message.
struct Reader<'a> {
    role: Role,
    /// Where the elements of each tensor are, in typed fields or raw.
    contents: Vec<Contents<'a>>,
    /// The number of raw contents so far.
    raws: usize,
    /// Raw contents in front of their tensors, with their indices: writers put them behind.
    early: Vec<(usize, &'a [u8], usize)>,
}

impl<'a> Reader<'a> {
    fn tensor(
        &mut self,
        tensors: &mut Vec<Tensor<'a>>,
        value: &'a [u8],
        at: usize,
        raw: bool,
    ) -> Result<(), DecodeError> {
        let contents = described(tensors, value, at, self.role, raw)?;
        if !raw {
            self.contents.push(contents);
        }
        Ok(())
    }

    /// Assigns raw contents to their tensor, whose description mostly came before; they are checked once all is read.
    fn raw(&mut self, tensors: &mut [Tensor<'a>], raw: &'a [u8], at: usize) {
        match tensors.get_mut(self.raws) {
            Some(tensor) => set_raw(tensor, raw, at),
            None => self.early.push((self.raws, raw, at)),
        }
        self.raws += 1;
    }

    /// Assigns their elements to the tensors.
    fn elements(self, mut message: Message<'a>) -> Result<Message<'a>, DecodeError> {
        if let Some(index) = first_duplicate(message.tensors.iter().map(|tensor| &*tensor.name)) {
            return Err(duplicate_name(self.role, index, &message.tensors[index]));
        }
        for (tensor, contents) in message.tensors.iter_mut().zip(self.contents) {
            let read = contents.bytes(tensor.datatype, tensor.shape.iter().product());
            let (bytes, at) = read.map_err(|error| error.in_parameter(&tensor.name))?;
            (tensor.data, tensor.data_at) = (Data::Bytes(bytes), at);
        }
        for (index, raw, at) in self.early {
            message.tensors.get_mut(index).into_iter().for_each(|tensor| set_raw(tensor, raw, at));
        }
        for tensor in message.tensors.iter().filter(|tensor| tensor.form == Form::Raw) {
            let Data::Bytes(raw) = &tensor.data else { continue };
            let checked = bytes::check(tensor.datatype, tensor.shape.iter().product(), raw, tensor.data_at);
            checked.map_err(|error| error.in_parameter(&tensor.name))?;
        }
        Ok(message)
    }
}

fn set_raw<'a>(tensor: &mut Tensor<'a>, raw: &'a [u8], at: usize) {
    (tensor.data, tensor.data_at, tensor.form) = (Data::Bytes(Cow::Borrowed(raw)), at, Form::Raw);
}

#[cold]
fn duplicate_name(role: Role, index: usize, tensor: &Tensor<'_>) -> DecodeError {
    let path = format!("{}[{index}].name", role.tensors());
    let fault = Fault::new(Stage::Tensor, FaultKind::DuplicateName, "a name of its own", &*tensor.name);
    fault.in_path(path).at(tensor.at).in_parameter(&tensor.name)
}

/// Returns bytes as text.
fn text(bytes: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| broken())
}

fn requested(bytes: &[u8], at: usize, index: usize) -> Result<RequestedOutput<'_>, DecodeError> {
    let mut name = Cow::Borrowed("");
    let mut parameters = ParameterList::default();
    let mut wire = Wire::new(bytes, at);
    while let Some((number, value)) = wire.field()? {
        match (number, value) {
            (1, Value::Bytes(value)) => name = text(value)?,
            (2, Value::Bytes(value)) => parameters.push(value, wire.at - value.len())?,
            (1 | 2, _) => return Err(broken()),
            _ => {}
        }
    }
    let path = || format!("outputs[{index}].parameters");
    Ok(RequestedOutput { name, parameters: parameters.finish(Role::Request, Stage::Envelope, path)? })
}

/// Reads what a message says of a tensor, and returns where its elements are, if they are in typed fields.
fn described<'a>(
    tensors: &mut Vec<Tensor<'a>>,
    bytes: &'a [u8],
    at: usize,
    role: Role,
    raw: bool,
) -> Result<Contents<'a>, DecodeError> {
    let (mut name, mut datatype) = (Cow::Borrowed(""), Cow::Borrowed(""));
    let (mut shape, mut unfit) = (Shape::scalar(), None);
    let (mut parameters, mut contents) = (ParameterList::default(), Contents::default());
    // The first length that no axis has, and its offset.
    let mut push = |len: u64, at: usize| {
        let length = i64::try_from(len).ok().and_then(|len| usize::try_from(len).ok());
        match length.filter(|_| shape.len() < 255) {
            Some(length) if unfit.is_none() => shape.push(length),
            _ => unfit = unfit.or(Some((len, at))),
        }
    };
    let mut wire = Wire::new(bytes, at);
    loop {
        let begin = wire.at;
        let Some((number, value)) = wire.field()? else { break };
        match (number, value) {
            (1, Value::Bytes(value)) => name = text(value)?,
            (2, Value::Bytes(value)) => datatype = text(value)?,
            (3, Value::Bytes(packed)) => {
                let mut packed = Wire::new(packed, wire.at - packed.len());
                while !packed.is_empty() {
                    let at = packed.at;
                    push(packed.varint()?, at);
                }
            }
            (3, Value::Varint(len)) => push(len, begin),
            (4, Value::Bytes(value)) => parameters.push(value, wire.at - value.len())?,
            (5, Value::Bytes(value)) => {
                schema::check(value, wire.at - value.len(), schema::CONTENTS)?;
                contents.push(value, wire.at - value.len());
            }
            (1..=5, _) => return Err(broken()),
            _ => {}
        }
    }
    let place = Place { role, index: tensors.len(), name: &name, at };
    let Some(datatype) = Datatype::of_name(&datatype) else {
        let known = "a datatype of the protocol: BOOL, UINT8 to UINT64, INT8 to INT64, FP16 to FP64, BF16 or BYTES";
        return Err(place.fault(FaultKind::Datatype, "datatype", known, &datatype));
    };
    if let Some((len, at)) = unfit {
        let axis = shape.len();
        let (expected, found) = match axis {
            255 => ("at most 255 axes", "more".to_owned()),
            _ => ("a length from 0 on", signed(len).to_string()),
        };
        let fault = Fault::new(Stage::Tensor, FaultKind::Shape, expected, found).in_path(place.path("shape"));
        return Err(place.named(fault.at_axis(axis).at(at)));
    }
    if !is_countable(&shape) {
        let expected = "a number of elements that can be counted";
        return Err(place.fault(FaultKind::ShapeOverflow, "shape", expected, &format!("{shape:?}")));
    }
    let parameters = parameters.finish(role, Stage::Tensor, || place.path("parameters"))?;
    if let Some(region) = parameters.get("shared_memory_region") {
        let (path, expected) =
            ("parameters.shared_memory_region", "elements in the message: shared memory is not offered");
        return Err(place.fault(FaultKind::SharedMemory, path, expected, &region.shown()));
    }
    match contents.first_field()? {
        Some(_) if raw => {
            let expected = "raw contents alone, or typed contents alone";
            return Err(place.fault(FaultKind::TwoData, "contents", expected, "both"));
        }
        None if !raw && !shape.contains(&0) => {
            return Err(place.fault(FaultKind::NoData, "contents", "elements, typed or raw", ""));
        }
        _ => {}
    }
    contents.check_field(datatype, at).map_err(|error| error.in_parameter(&name))?;
    let (data, form, parsed) = (Data::Bytes(Cow::Borrowed(&[])), Form::Typed, Parsed::default());
    tensors.push(Tensor { name, datatype, shape, parameters, form, data, at, data_at: at, parsed });
    Ok(contents)
}

/// Where the description of a tensor is.
struct Place<'n> {
    role: Role,
    index: usize,
    name: &'n str,
    at: usize,
}

impl Place<'_> {
    fn path(&self, key: &str) -> String {
        format!("{}[{}].{key}", self.role.tensors(), self.index)
    }

    #[cold]
    fn fault(&self, kind: FaultKind, key: &str, expected: &'static str, found: &str) -> DecodeError {
        self.named(Fault::new(Stage::Tensor, kind, expected, found).in_path(self.path(key)).at(self.at))
    }

    #[cold]
    fn named(&self, error: DecodeError) -> DecodeError {
        if self.name.is_empty() { error } else { error.in_parameter(self.name) }
    }
}

/// The entries of a map of parameters.
#[derive(Default)]
struct ParameterList<'a> {
    list: Vec<(Cow<'a, str>, Parameter<'a>)>,
    /// For each name that an entry has without a value, the offset of the last such entry, and how many parameters have come
    /// before it.
    odd: BTreeMap<Cow<'a, str>, (usize, usize)>,
}

impl<'a> ParameterList<'a> {
    fn push(&mut self, entry: &'a [u8], at: usize) -> Result<(), DecodeError> {
        schema::check(entry, at, schema::ENTRY)?;
        let (mut name, mut parameter) = (Cow::Borrowed(""), None);
        let mut wire = Wire::new(entry, at);
        while let Some((number, value)) = wire.field()? {
            match (number, value) {
                (1, Value::Bytes(value)) => name = text(value)?,
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
            None => drop(self.odd.insert(name, (at, self.list.len()))),
        }
        Ok(())
    }

    /// Returns the parameters; of several entries with one name, the last counts. One without a value is refused in a
    /// request, and in a response says nothing.
    fn finish(self, role: Role, stage: Stage, path: impl FnOnce() -> String) -> Result<Parameters<'a>, DecodeError> {
        let Self { mut list, mut odd } = self;
        if !odd.is_empty() {
            // An entry behind it counts in its place, and it counts in place of those before it.
            for (index, (name, _)) in list.iter().enumerate() {
                if odd.get(name).is_some_and(|(_, before)| index >= *before) {
                    odd.remove(name);
                }
            }
            let first = odd.iter().min_by_key(|(_, (at, _))| *at);
            if let (Role::Request, Some((name, (at, _)))) = (role, first) {
                return Err(no_value(stage, &format!("{}.{name}", path()), *at));
            }
            list.retain(|(name, _)| !odd.contains_key(name));
        }
        if first_duplicate(list.iter().map(|(name, _)| &**name)).is_some() {
            let mut seen = HashSet::new();
            list.reverse();
            list.retain(|(name, _)| seen.insert(name.clone()));
            list.reverse();
        }
        Ok(Parameters { list })
    }
}

#[cold]
fn no_value(stage: Stage, path: &str, at: usize) -> DecodeError {
    Fault::new(stage, FaultKind::ParameterType, "a text, a number or a truth value", "").in_path(path).at(at)
}

fn value_of(bytes: &[u8], at: usize) -> Result<Option<Parameter<'_>>, DecodeError> {
    let mut parameter = None;
    let mut wire = Wire::new(bytes, at);
    while let Some((number, value)) = wire.field()? {
        parameter = Some(match (number, value) {
            (1, Value::Varint(value)) => Parameter::Bool(value != 0),
            (2, Value::Varint(value)) => Parameter::I64(signed(value)),
            (3, Value::Bytes(value)) => Parameter::String(text(value)?),
            (4, Value::Fixed64(value)) => Parameter::F64(f64::from_le_bytes(value)),
            (5, Value::Varint(value)) => i64::try_from(value).map_or(Parameter::U64(value), Parameter::I64),
            _ => continue,
        });
    }
    Ok(parameter)
}

/// Returns the signed integer that a varint encodes.
fn signed(value: u64) -> i64 {
    i64::from_le_bytes(value.to_le_bytes())
}
