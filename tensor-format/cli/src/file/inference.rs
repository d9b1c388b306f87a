//! Messages and documents of the Open Inference Protocol, as they were captured: bodies over HTTP, messages over gRPC,
//! and what a server says of a model.

use prost::encoding::{DecodeContext, decode_key, skip_field};
use tensor_format::{DecodeError, ErrorKind, Record};
use tensor_format_oip::{
    Fault, Form, NonFinite, Options, Parameter, Parameters, Request, RequestedOutput, Response, Tensor,
    http::{Body, Headers, MessageKind},
    metadata::{DocumentKind, ModelConfig, ModelMetadata, TensorMetadata},
};

use crate::{file::format::Format, terminal::text};

/// The number of bytes in front of a message in a stream of gRPC: whether it is compressed, and its length.
pub const FRAME: usize = 5;

/// The content of a message or document: its tensors, facts to show, and what no other format keeps.
#[derive(Debug, Default)]
pub(super) struct Captured {
    pub(super) record: Record,
    pub(super) facts: Vec<(String, String)>,
    pub(super) extras: Vec<String>,
}

/// Reads a file as a message over HTTP, over gRPC, or as a document.
///
/// # Errors
///
/// The error says what is wrong, and at which byte of the file.
pub(super) fn read(bytes: &[u8], format: Format, header_length: Option<u64>) -> Result<Captured, DecodeError> {
    match format {
        Format::OipHttp => over_http(bytes, header_length),
        Format::OipGrpc => over_grpc(bytes),
        _ => document(bytes),
    }
}

/// Returns the format of a file that looks like JSON of the protocol, whole or not.
pub(super) fn json_format(bytes: &[u8]) -> Option<Format> {
    match DocumentKind::of_json(bytes) {
        Some(_) => Some(Format::OipMetadata),
        None => MessageKind::of_body(bytes).map(|_| Format::OipHttp),
    }
}

/// Returns the format of a file that is a whole message of protobuf.
pub(super) fn protobuf_format(bytes: &[u8]) -> Option<Format> {
    let (_, message) = framed(bytes);
    let tensors = match read_grpc(message) {
        Ok(Message::Request(request, _)) => request.inputs().len(),
        Ok(Message::Response(response)) => response.outputs().len(),
        Err(_) => 0,
    };
    if tensors > 0 {
        return Some(Format::OipGrpc);
    }
    // What says of tensors what a message says, under the numbers that outputs of metadata have, is a message that is
    // broken elsewhere.
    let metadata = ModelMetadata::from_grpc(message).ok()?;
    let known = |tensors: Option<Vec<TensorMetadata>>| {
        tensors.is_some_and(|list| list.iter().any(|tensor| tensor.known_datatype().is_some()))
    };
    match (known(metadata.inputs), known(metadata.outputs)) {
        (true, true) => Some(Format::OipMetadata),
        (false, true) => Some(Format::OipGrpc),
        _ => None,
    }
}

/// A message over gRPC.
enum Message<'a> {
    /// The boolean says that it can be a response as well.
    Request(Request<'a>, bool),
    Response(Response<'a>),
}

/// The number of the field of raw contents, which requests alone have.
const RAW_INPUTS: u32 = 7;

/// Reads a message of either kind: they have the same fields but for raw contents, and the outputs that are asked for.
fn read_grpc(message: &[u8]) -> Result<Message<'_>, DecodeError> {
    let options = options(message);
    let request = Request::from_grpc_with(message, &options);
    if has_field(message, RAW_INPUTS) {
        return request.map(|request| Message::Request(request, false));
    }
    match (request, Response::from_grpc_with(message, &options)) {
        (Ok(request), response) => Ok(Message::Request(request, response.is_ok())),
        (_, Ok(response)) => Ok(Message::Response(response)),
        // What came further is more likely what it is.
        (Err(request), Err(response)) => {
            let came = |error: &DecodeError| (Fault::of(error).map(|fault| fault.stage), error.offset());
            Err(if came(&response) > came(&request) { response } else { request })
        }
    }
}

/// Returns whether a message has a field of this number, as far as it can be read.
fn has_field(mut message: &[u8], number: u32) -> bool {
    while let Ok((tag, wire)) = decode_key(&mut message) {
        if tag == number {
            return true;
        }
        if skip_field(wire, tag, &mut message, DecodeContext::default()).is_err() {
            break;
        }
    }
    false
}

/// Returns whether a message over gRPC is a request rather than a response, as far as it can be read.
#[must_use]
pub fn is_grpc_request(message: &[u8]) -> bool {
    has_field(message, RAW_INPUTS) || matches!(read_grpc(message), Ok(Message::Request(..)))
}

/// Returns the bytes in front of a message of gRPC that was captured with them, and the message.
#[must_use]
pub fn framed(bytes: &[u8]) -> (usize, &[u8]) {
    match bytes.split_at_checked(FRAME) {
        Some(([0, len @ ..], message))
            if len.iter().fold(0, |len, byte| len << 8 | usize::from(*byte)) == message.len() =>
        {
            (FRAME, message)
        }
        _ => (0, bytes),
    }
}

/// Takes the body of a message over HTTP, with the length of its JSON or by finding it.
///
/// # Errors
///
/// If the length is more than there is.
pub fn body<'b>(bytes: &'b [u8], header_length: Option<u64>, options: &Options) -> Result<Body<'b>, DecodeError> {
    let Some(len) = header_length else { return Body::captured(bytes, options) };
    let digits = len.to_string();
    let headers = Headers { inference_header_content_length: Some(digits.as_bytes()), ..Headers::new() };
    Body::with_options(&headers, bytes, options)
}

/// Returns options that allow as many bytes as there are already.
#[must_use]
pub fn options(bytes: &[u8]) -> Options {
    Options::new().max_body(bytes.len())
}

/// Returns whether a body is of a request rather than of a response.
#[must_use]
pub fn is_request(body: &[u8]) -> bool {
    MessageKind::of_body(body) == Some(MessageKind::Request)
}

fn over_http(bytes: &[u8], header_length: Option<u64>) -> Result<Captured, DecodeError> {
    let strict = options(bytes);
    let read = |options: &Options| {
        let body = body(bytes, header_length, options)?;
        let mut captured = if is_request(bytes) {
            of_request(&Request::from_http(&body)?, "request")?
        } else {
            of_response(&Response::from_http(&body)?)?
        };
        if body.json_len() < bytes.len() {
            captured.fact("length of the JSON", body.json_len());
        }
        Ok(captured)
    };
    read(&strict).or_else(|error| {
        // Servers send what JSON does not have, and it is to be seen.
        let forms = [(NonFinite::Tokens, "as words, which are no JSON"), (NonFinite::Null, "as null, read as NaN")];
        let lenient = forms.into_iter().find_map(|(form, words)| {
            let mut captured = read(&strict.non_finite(form)).ok()?;
            captured.fact("floats that are not finite", words);
            Some(captured)
        });
        lenient.ok_or(error)
    })
}

fn over_grpc(bytes: &[u8]) -> Result<Captured, DecodeError> {
    let (frame, message) = framed(bytes);
    let read = read_grpc(message).and_then(|message| match message {
        Message::Request(request, true) => of_request(&request, "request or response, which cannot be told apart"),
        Message::Request(request, false) => of_request(&request, "request"),
        Message::Response(response) => of_response(&response),
    });
    read.map_err(|error| shifted(error, frame as u64))
}

/// Returns an error whose offset is that in a file with so many bytes in front.
fn shifted(error: DecodeError, by: u64) -> DecodeError {
    let (offset, parameter) = (error.offset(), error.parameter().map(str::to_owned));
    let error = DecodeError::new(error.into_kind());
    let error = if let Some(parameter) = parameter { error.in_parameter(&parameter) } else { error };
    if let Some(offset) = offset { error.at(offset + by) } else { error }
}

fn of_request(request: &Request<'_>, kind: &str) -> Result<Captured, DecodeError> {
    let mut captured = Captured::of(kind, request.inputs(), request.decode()?);
    captured.about(&request.model_name, &request.model_version, request.id.as_deref(), &request.parameters);
    let asked = |output: &RequestedOutput<'_>| {
        let parameters: Vec<String> =
            output.parameters.iter().map(|(name, value)| format!("{name}: {}", shown(value))).collect();
        let name = text::name(&output.name);
        if parameters.is_empty() { name } else { format!("{name} ({})", parameters.join(", ")) }
    };
    if !request.outputs.is_empty() {
        let outputs: Vec<String> = request.outputs.iter().map(asked).collect();
        captured.fact("outputs asked for", text::list(&outputs));
        captured.extras.push("which outputs are asked for".into());
    }
    Ok(captured)
}

fn of_response(response: &Response<'_>) -> Result<Captured, DecodeError> {
    let mut captured = Captured::of("response", response.outputs(), response.decode()?);
    captured.about(&response.model_name, &response.model_version, response.id.as_deref(), &response.parameters);
    Ok(captured)
}

/// Reads what a server says of a model.
fn document(bytes: &[u8]) -> Result<Captured, DecodeError> {
    let mut captured = Captured::default();
    let shape = |lengths: &[i64]| format!("{lengths:?}");
    if DocumentKind::of_json(bytes) == Some(DocumentKind::ModelConfig) {
        let config = ModelConfig::from_json(bytes)?;
        captured.fact("document", "configuration of a model");
        captured.fact("model", &config.name);
        captured.fact("max_batch_size", config.max_batch_size);
        for (side, tensors) in [("input", &config.inputs), ("output", &config.outputs)] {
            for tensor in tensors {
                let datatype = tensor.datatype.map_or("a datatype that is not known", |datatype| datatype.name());
                let optional = if tensor.optional { ", optional" } else { "" };
                let name = format!("{side} {}", text::quoted(&tensor.name));
                captured.fact(&name, format!("{datatype} {}{optional}", shape(&tensor.dims)));
            }
        }
        return Ok(captured);
    }
    // By its name alone it may be JSON that is broken.
    let metadata = match bytes.trim_ascii_start().first() {
        Some(b'{') => ModelMetadata::from_json(bytes)?,
        _ => ModelMetadata::from_grpc(framed(bytes).1).map_err(|error| shifted(error, framed(bytes).0 as u64))?,
    };
    captured.fact("document", "metadata of a model");
    captured.fact("model", &metadata.name);
    captured.fact("platform", &metadata.platform);
    if let Some(versions) = metadata.versions.filter(|versions| !versions.is_empty()) {
        captured.fact("versions", text::list(&versions));
    }
    for (side, tensors) in [("input", metadata.inputs), ("output", metadata.outputs)] {
        let Some(tensors) = tensors else {
            captured.fact(&format!("{side}s"), "not listed");
            continue;
        };
        for tensor in tensors {
            let name = format!("{side} {}", text::quoted(&tensor.name));
            captured.fact(&name, format!("{} {}", tensor.datatype, shape(&tensor.shape)));
        }
    }
    Ok(captured)
}

impl Captured {
    fn of(message: &str, tensors: &[Tensor<'_>], record: Record) -> Self {
        let mut captured = Self { record, ..Self::default() };
        captured.fact("message", message);
        for (form, words) in [
            (Form::Json, "in JSON"),
            (Form::Binary, "as bytes behind the JSON"),
            (Form::Raw, "raw"),
            (Form::Typed, "in typed fields"),
        ] {
            let names: Vec<String> = tensors
                .iter()
                .filter(|tensor| tensor.form() == form)
                .map(|tensor| text::quoted(tensor.name()))
                .collect();
            if !names.is_empty() {
                captured.fact(words, text::list(&names));
            }
        }
        for tensor in tensors {
            captured.parameters(tensor.parameters(), &format!(" of {}", text::quoted(tensor.name())));
        }
        captured
    }

    fn about(&mut self, model: &str, version: &str, id: Option<&str>, parameters: &Parameters<'_>) {
        for (name, value) in [("model", model), ("version", version), ("id", id.unwrap_or_default())] {
            if !value.is_empty() {
                self.fact(name, value);
                self.extras.push(format!("the {name} {}", text::quoted(value)));
            }
        }
        self.parameters(parameters, "");
    }

    fn parameters(&mut self, parameters: &Parameters<'_>, of: &str) {
        for (name, value) in parameters.iter() {
            let name = format!("parameter {}{of}", text::quoted(name));
            self.extras.push(format!("the {name}"));
            self.fact(&name, shown(value));
        }
    }

    fn fact(&mut self, name: &str, fact: impl ToString) {
        self.facts.push((name.to_owned(), fact.to_string()));
    }
}

fn shown(value: &Parameter<'_>) -> String {
    match value {
        Parameter::Bool(value) => value.to_string(),
        Parameter::I64(value) => value.to_string(),
        Parameter::U64(value) => value.to_string(),
        Parameter::F64(value) => value.to_string(),
        Parameter::String(value) => format!("{value:?}"),
        Parameter::Json(value) => value.to_string(),
        _ => "of another type".to_owned(),
    }
}

/// Returns the error for a document where tensors are needed.
pub(super) fn no_tensors() -> ErrorKind {
    ErrorKind::custom("this says what a model takes and gives, and has no tensors")
}
