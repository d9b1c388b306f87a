//! Judges requests and responses.

use serde_json::{Map, Value, json};
use tensor_format::DecodeError;
use tensor_format_oip::{
    Datatype, Fault, FaultKind, Form, NonFinite, Options, Parameter, Parameters, Request, Response, Tensor,
    WriteOptions, http::Body,
};

use crate::line::{Failure, Line, Verdict, equal, hex, wrong};

/// Checks that a line is read to the values that it lists, and written again to the same message.
pub(crate) fn accept(line: &Line) -> Verdict {
    let strict = Options::new();
    let options = match line.text("profile") {
        "core" | "decision" | "compression" => strict,
        profile @ ("nonfinite-tokens" | "nonfinite-null") => {
            let refused = read(line, &strict, |_| Ok(()));
            if refused.is_ok() {
                return wrong("accepted by default, and should be refused");
            }
            with_profile(profile)
        }
        // A request of header length 0 is refused, as raw requests are not offered.
        "raw" => {
            return match Body::with_options(&line.headers(), &line.body, &strict) {
                Err(error) if Fault::of(&error).is_some_and(|fault| fault.kind == FaultKind::RawRequest) => Ok(()),
                Err(error) => wrong(format!("expected http raw_request, found {error}")),
                Ok(_) => wrong("accepted by default, and should be refused"),
            };
        }
        profile => return Err(Failure::Unknown(format!("profile `{profile}`"))),
    };
    read(line, &options, |message| judge(line, message, &options))
}

fn with_profile(profile: &str) -> Options {
    Options::new().non_finite(non_finite(profile))
}

fn non_finite(profile: &str) -> NonFinite {
    match profile {
        "nonfinite-tokens" => NonFinite::Tokens,
        "nonfinite-null" => NonFinite::Null,
        _ => NonFinite::Refused,
    }
}

/// Checks that a line is refused at the stage and for the reason that it names.
pub(crate) fn reject(line: &Line) -> Verdict {
    let options = with_profile(line.text("profile"));
    let error = match read_values(line, &options) {
        Ok(()) => return wrong("accepted"),
        Err(error) => error?,
    };
    let Some(fault) = Fault::of(&error) else { return wrong(format!("an error that is no fault: {error}")) };
    let expected = format!("{} {}", line.text("stage"), line.text("error"));
    let found = format!("{} {}", fault.stage.name(), fault.kind.name());
    if expected != found {
        return wrong(format!("expected {expected}, found {found}: {error}"));
    }
    if let Some(offset) = line.get("offset").as_u64() {
        equal("offset", &Some(offset), &error.offset())?;
    }
    Ok(())
}

/// A message of either kind.
pub(crate) enum Message<'a> {
    Request(Request<'a>),
    Response(Response<'a>),
}

impl<'a> Message<'a> {
    fn tensors(&self) -> &[Tensor<'a>] {
        match self {
            Message::Request(request) => request.inputs(),
            Message::Response(response) => response.outputs(),
        }
    }
}

/// Reads a message, and calls `judge` with it.
fn read(line: &Line, options: &Options, judge: impl FnOnce(&Message<'_>) -> Verdict) -> Verdict {
    let refused = |error: DecodeError| Failure::Wrong(format!("refused: {error}"));
    let grpc = line.text("kind").starts_with("grpc");
    let body =
        if grpc { None } else { Some(Body::with_options(&line.headers(), &line.body, options).map_err(refused)?) };
    let message = match (line.text("kind"), &body) {
        ("http_request", Some(body)) => Message::Request(Request::from_http(body).map_err(refused)?),
        ("http_response", Some(body)) => Message::Response(Response::from_http(body).map_err(refused)?),
        ("grpc_request", None) => Message::Request(Request::from_grpc_with(&line.body, options).map_err(refused)?),
        ("grpc_response", None) => Message::Response(Response::from_grpc_with(&line.body, options).map_err(refused)?),
        (kind, _) => return Err(Failure::Unknown(format!("kind `{kind}`"))),
    };
    for tensor in message.tensors() {
        tensor.to_bytes().map_err(refused)?;
    }
    judge(&message)
}

/// Reads a message with all its elements, and returns the error of the crate, or that the line is of no known kind.
fn read_values(line: &Line, options: &Options) -> Result<(), Result<DecodeError, Failure>> {
    fn values(tensors: &[Tensor<'_>]) -> Result<(), DecodeError> {
        tensors.iter().try_for_each(|tensor| tensor.to_bytes().map(drop))
    }
    let http = |request: bool| {
        let body = Body::with_options(&line.headers(), &line.body, options)?;
        if request {
            values(Request::from_http(&body)?.inputs())
        } else {
            values(Response::from_http(&body)?.outputs())
        }
    };
    match line.text("kind") {
        "http_request" => http(true).map_err(Ok),
        "http_response" => http(false).map_err(Ok),
        "grpc_request" => {
            let request = Request::from_grpc_with(&line.body, options);
            request.and_then(|request| values(request.inputs())).map_err(Ok)
        }
        "grpc_response" => {
            let response = Response::from_grpc_with(&line.body, options);
            response.and_then(|response| values(response.outputs())).map_err(Ok)
        }
        kind => Err(Err(Failure::Unknown(format!("kind `{kind}`")))),
    }
}

/// Returns parameters as JSON.
fn parameters(parameters: &Parameters<'_>) -> Map<String, Value> {
    let value = |value: &Parameter<'_>| match value {
        Parameter::Bool(value) => json!(value),
        Parameter::I64(value) => json!(value),
        Parameter::U64(value) => json!(value),
        Parameter::F64(value) => json!(value),
        Parameter::String(value) => json!(value),
        Parameter::Json(text) => serde_json::from_str(text).unwrap_or(Value::Null),
        _ => Value::Null,
    };
    parameters.iter().map(|(name, parameter)| (name.to_owned(), value(parameter))).collect()
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn judge(line: &Line, message: &Message<'_>, options: &Options) -> Verdict {
    let expect = line.expect();
    let (id, found) = match message {
        Message::Request(request) => (&request.id, &request.parameters),
        Message::Response(response) => (&response.id, &response.parameters),
    };
    equal("id", &text(&expect["id"]), &id.as_deref().unwrap_or_default().to_owned())?;
    equal("parameters", &object(&expect["parameters"]), &parameters(found))?;
    if let Message::Request(request) = message {
        let listed = expect["outputs"].as_array().cloned().unwrap_or_default();
        equal("number of outputs", &listed.len(), &request.outputs.len())?;
        for (expected, output) in listed.iter().zip(&request.outputs) {
            equal("output", &text(&expected["name"]), &output.name.to_string())?;
            equal("parameters of an output", &object(&expected["parameters"]), &parameters(&output.parameters))?;
        }
    }
    let (model, version) = match message {
        Message::Request(request) => (&request.model_name, &request.model_version),
        Message::Response(response) => (&response.model_name, &response.model_version),
    };
    equal("model name", &text(&expect["model_name"]), &model.to_string())?;
    equal("model version", &text(&expect["model_version"]), &version.to_string())?;
    let listed = expect["tensors"].as_array().cloned().unwrap_or_default();
    equal("number of tensors", &listed.len(), &message.tensors().len())?;
    for (expected, found) in listed.iter().zip(message.tensors()) {
        tensor(expected, found)?;
    }
    again(line, message, options)
}

fn tensor(expected: &Value, tensor: &Tensor<'_>) -> Verdict {
    equal("name", &text(&expected["name"]), &tensor.name().to_owned())?;
    equal("datatype", &text(&expected["datatype"]), &tensor.datatype().to_string())?;
    equal("shape", &expected["shape"], &json!(tensor.shape()))?;
    let bytes = tensor.to_bytes().map_err(|error| Failure::Wrong(error.to_string()))?;
    let mut found = parameters(tensor.parameters());
    if tensor.form() == Form::Binary {
        found.insert("binary_data_size".into(), json!(bytes.len()));
    }
    equal("parameters of a tensor", &object(&expected["parameters"]), &found)?;
    let form = match tensor.form() {
        Form::Json => "json",
        Form::Binary => "binary",
        Form::Raw => "raw",
        Form::Typed => "typed",
    };
    equal("form", &text(&expected["form"]), &form.to_owned())?;
    equal("values", &text(&expected["values_hex"]), &hex(&bytes))
}

/// Writes the message again: where the vectors say so, to the same bytes or the same JSON; else to the same values.
fn again(line: &Line, message: &Message<'_>, options: &Options) -> Verdict {
    let unwritten = |error: tensor_format::EncodeError| Failure::Wrong(format!("not written: {error}"));
    let unread = |error: DecodeError| Failure::Wrong(format!("not read again: {error}"));
    if line.text("kind").starts_with("grpc") {
        let bytes = match message {
            Message::Request(request) => request.to_grpc().map_err(unwritten)?.to_vec(),
            Message::Response(response) => response.to_grpc().map_err(unwritten)?.to_vec(),
        };
        if same_bytes(line, message) {
            return equal("bytes", &hex(&line.body), &hex(&bytes));
        }
        return match message {
            Message::Request(old) => same(old.inputs(), Request::from_grpc(&bytes).map_err(unread)?.inputs()),
            Message::Response(old) => same(old.outputs(), Response::from_grpc(&bytes).map_err(unread)?.outputs()),
        };
    }
    let half = message.tensors().iter().any(|tensor| matches!(tensor.datatype(), Datatype::Fp16 | Datatype::Bf16));
    let write = WriteOptions::new().non_finite(non_finite(line.text("profile"))).half_as_numbers(half).align(false);
    let written = match message {
        Message::Request(request) => request.to_http_with(&write).map_err(unwritten)?,
        Message::Response(response) => response.to_http_with(&write).map_err(unwritten)?,
    };
    let (header, bytes) = (written.header_length(), written.to_vec());
    if line.id().starts_with("tc-") && line.text("profile") == "core" {
        let header_of = |line: &Line| {
            let header = line.headers().inference_header_content_length?;
            std::str::from_utf8(header).ok()?.parse::<usize>().ok()
        };
        let (old, old_binary) = line.body.split_at(header_of(line).unwrap_or(line.body.len()));
        let (new, binary) = bytes.split_at(header.unwrap_or(bytes.len()));
        let parse =
            |json: &[u8]| serde_json::from_slice::<Value>(json).map_err(|error| Failure::Wrong(error.to_string()));
        equal("JSON", &parse(old)?, &parse(new)?)?;
        return equal("binary data", &hex(old_binary), &hex(binary));
    }
    let header = header.map(|len| len.to_string());
    let headers = header.iter().map(|len| ("inference-header-content-length", len)).collect();
    let body = Body::with_options(&headers, &bytes, options).map_err(unread)?;
    match message {
        Message::Request(old) => same(old.inputs(), Request::from_http(&body).map_err(unread)?.inputs()),
        Message::Response(old) => same(old.outputs(), Response::from_http(&body).map_err(unread)?.outputs()),
    }
}

fn same(old: &[Tensor<'_>], new: &[Tensor<'_>]) -> Verdict {
    equal("number of tensors, written again", &old.len(), &new.len())?;
    for (old, new) in old.iter().zip(new) {
        let bytes = |tensor: &Tensor<'_>| {
            tensor.to_bytes().map(std::borrow::Cow::into_owned).map_err(|error| Failure::Wrong(error.to_string()))
        };
        equal("name, written again", &old.name(), &new.name())?;
        equal("shape, written again", &old.shape(), &new.shape())?;
        equal("values, written again", &bytes(old)?, &bytes(new)?)?;
    }
    Ok(())
}

/// Returns whether a message of gRPC has the bytes that a writer in field order makes.
fn same_bytes(line: &Line, message: &Message<'_>) -> bool {
    let parameters = match message {
        Message::Request(request) => {
            let outputs = request.outputs.iter().map(|output| output.parameters.len());
            outputs.chain([request.parameters.len()]).max()
        }
        Message::Response(response) => Some(response.parameters.len()),
    };
    let tensors = message.tensors().iter().map(|tensor| tensor.parameters().len());
    let most = tensors.chain(parameters).max().unwrap_or_default();
    // MLServer writes an empty `contents` in every raw message.
    let empty_contents = line.body.windows(2).any(|bytes| bytes == [0x2a, 0]);
    line.text("category") != "protobuf" && most <= 1 && !empty_contents
}
