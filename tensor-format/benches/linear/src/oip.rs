//! Messages and documents of the Open Inference Protocol.

use tensor_format::Tensor;
use tensor_format_oip::{
    Options, Request, Response,
    http::{Body, Headers, MessageKind, is_ready},
    metadata::{Compare, DocumentKind, ModelConfig, ModelMetadata},
};

use crate::{
    Case, listed,
    made::{list, nested, parts, repeat, text},
    rules::Wanted,
};

fn options() -> Options {
    Options::new().max_body(usize::MAX)
}

/// Reads a request over HTTP, and a value of it.
fn request<T: tensor_format::DecodeOwned>(bytes: &[u8]) -> bool {
    let Ok(body) = Body::with_options(&Headers::default(), bytes, &options()) else { return false };
    Request::from_http(&body)
        .and_then(|request| {
            let _ = request.check();
            request.decode::<T>()
        })
        .is_ok()
}

fn tensor(name: &str, data: &str) -> String {
    format!(r#"{{"name":"{name}","datatype":"UINT8","shape":[1],"data":{data}}}"#)
}

fn inputs(size: usize, each: impl Fn(usize) -> String) -> Vec<u8> {
    list(size, r#"{"inputs":["#, "]}", each)
}

fn one(size: usize, front: &str, piece: &str, back: &str) -> Vec<u8> {
    repeat(
        size,
        &format!(r#"{{"inputs":[{{"name":"a","datatype":"FP32","shape":[1],"data":{front}"#),
        piece,
        &format!("{back}}}]}}"),
    )
}

/// A field of a protobuf message.
fn field(number: u8, body: &[u8]) -> Vec<u8> {
    let (mut field, mut len) = (vec![number << 3 | 2], body.len());
    while len >= 0x80 {
        field.push(len as u8 | 0x80);
        len >>= 7;
    }
    field.push(len as u8);
    [&field, body].concat()
}

fn metadata(size: usize, each: impl Fn(usize) -> String) -> Vec<u8> {
    list(size, r#"{"name":"m","platform":"","inputs":["#, r#"],"outputs":[]}"#, each)
}

fn config(size: usize, each: impl Fn(usize) -> String) -> Vec<u8> {
    list(size, r#"{"name":"m","input":["#, r#"],"output":[]}"#, each)
}

/// Makes the configuration of a model of its metadata.
fn config_of(metadata: &str) -> String {
    let keys = metadata.replace("puts\":", "put\":").replace("shape", "dims");
    keys.replace("datatype\":\"", "data_type\":\"TYPE_")
}

/// Metadata over gRPC with the definitions of all inputs, in the other order.
fn defined(size: usize) -> Vec<u8> {
    let tensor = |at: usize| field(4, &[field(1, at.to_string().as_bytes()), field(2, b"FP32")].concat());
    let definition = |at: usize| format!(r#"["{at}",true,[["f32"],[[null,0,null]],null,[]]]"#);
    let count = size / (tensor(10_000).len() + definition(10_000).len() + 1);
    let definitions: Vec<_> = (0..count).rev().map(definition).collect();
    let rules = format!(r#"{{"inputs":[{}]}}"#, definitions.join(","));
    let mut message: Vec<u8> = (0..count).flat_map(tensor).collect();
    message.extend(field(6, &[field(1, b"rules"), field(2, rules.as_bytes())].concat()));
    message
}

pub(crate) fn cases() -> Vec<Case> {
    let many = |size| inputs(size, |at| tensor(&format!("n{at}"), "[7]"));
    let described = |size| metadata(size, |at| format!(r#"{{"name":"n{at}","datatype":"UINT8","shape":[-1]}}"#));
    let configured = |size| config(size, |at| format!(r#"{{"name":"n{at}","data_type":"TYPE_UINT8","dims":[-1]}}"#));
    let grpc = |size| {
        parts(size, &field(1, b"m"), |at| {
            field(
                5,
                &[field(1, format!("n{at}").as_bytes()), field(2, b"UINT8"), vec![24, 1], field(5, &field(6, &[7]))]
                    .concat(),
            )
        })
    };
    listed! {
        "oip many tensors", many, |bytes| request::<tensor_format::Record>(bytes);
        "oip many tensors, typed", many, |bytes| request::<Wanted>(bytes);
        "oip names that are the same", |size| inputs(size, |_| tensor("same", "[7]")), |bytes| request::<tensor_format::Record>(bytes);
        "oip near names", |size| inputs(size, |at| tensor(&crate::made::near(at), "[7]")), |bytes| request::<Wanted>(bytes);
        "oip numbers", |size| one(size, "[1", ",1.5", "]"), |bytes| request::<Tensor>(bytes);
        "oip long number", |size| one(size, "[1", "1", "]"), |bytes| request::<Tensor>(bytes);
        "oip long fraction", |size| one(size, "[0.", "1", "]"), |bytes| request::<Tensor>(bytes);
        "oip nested numbers", |size| nested(size, r#"{"inputs":[{"name":"a","datatype":"FP32","shape":[1],"data":"#, "[", "1", "]", "}]}"), |bytes| request::<Tensor>(bytes);
        "oip many axes", |size| repeat(size, r#"{"inputs":[{"name":"a","datatype":"FP32","data":[1],"shape":[1"#, ",1", "]}]}"), |bytes| request::<Tensor>(bytes);
        "oip unknown keys", |size| list(size, "{", "}", |at| format!(r#""k{at}":1"#)), |bytes| request::<Tensor>(bytes);
        "oip parameters", |size| list(size, r#"{"parameters":{"#, r#"},"inputs":[]}"#, |at| format!(r#""k{at}":1"#)), |bytes| request::<Tensor>(bytes);
        "oip parameters that are the same", |size| list(size, r#"{"parameters":{"#, r#"},"inputs":[]}"#, |_| r#""k":1"#.to_owned()), |bytes| request::<Tensor>(bytes);
        "oip texts", |size| repeat(size, r#"{"inputs":[{"name":"a","datatype":"BYTES","shape":[1],"data":["a""#, r#","\u0041""#, "]}]}"), |bytes| request::<Tensor>(bytes);
        "oip spaces", |size| repeat(size, "{", " ", "}"), |bytes| request::<Tensor>(bytes);
        "oip captured", many, |bytes| (MessageKind::of_body(bytes), Body::captured(bytes, &options()).is_ok());
        "oip outputs", |size| list(size, r#"{"model_name":"m","outputs":["#, "]}", |at| tensor(&format!("n{at}"), "[7]")), |bytes| {
            let body = Body::with_options(&Headers::default(), bytes, &options());
            body.is_ok_and(|body| Response::from_http(&body).and_then(|response| response.decode::<Wanted>()).is_ok())
        };
        "oip grpc", grpc, |bytes| Request::from_grpc_with(bytes, &options()).and_then(|request| request.decode::<tensor_format::Record>());
        "oip grpc unknown fields", |size| parts(size, &[], |_| vec![248, 1, 1]), |bytes| Request::from_grpc_with(bytes, &options()).is_ok();
        "oip metadata", described, |bytes| ModelMetadata::from_json_with(bytes, &options()).map(|read| (read.input_definitions(), read.to_json()));
        "oip metadata, compared", described, |bytes| ModelMetadata::from_json_with(bytes, &options()).map(|read| Compare::new(&read).difference::<Wanted, Wanted>().len());
        "oip metadata and configuration, compared", described, |bytes| {
            let config = config_of(text(bytes));
            let read = ModelMetadata::from_json_with(bytes, &options()).and_then(|metadata| {
                Ok((metadata, ModelConfig::from_json_with(config.as_bytes(), &options())?))
            });
            read.map(|(metadata, config)| Compare::new(&metadata).with_config(&config).difference::<Wanted, Wanted>().len())
        };
        "oip metadata that fits nothing", |size| metadata(size, |at| format!(r#"{{"name":"n{at}","datatype":"F","shape":["1"],"parameters":1}}"#)), |bytes| {
            ModelMetadata::from_json_with(bytes, &options()).map(|read| read.input_definitions())
        };
        "oip metadata with definitions, compared", defined, |bytes| ModelMetadata::from_grpc_with(bytes, &options()).map(|read| Compare::new(&read).difference::<Wanted, Wanted>().len());
        "oip metadata with definitions", defined, |bytes| ModelMetadata::from_grpc_with(bytes, &options()).map(|read| read.input_definitions());
        "oip server that is ready", |size| list(size, "{", "}", |_| r#""live":0"#.to_owned()), |bytes| is_ready(200, bytes);
        "oip metadata of the same names", |size| metadata(size, |_| r#"{"name":"n","datatype":"UINT8","shape":[-1]}"#.to_owned()), |bytes| {
            ModelMetadata::from_json_with(bytes, &options()).map(|read| read.input_definitions())
        };
        "oip metadata of many axes", |size| repeat(size, r#"{"name":"m","platform":"","inputs":[{"name":"a","datatype":"FP32","shape":[1"#, ",1", "]}],\"outputs\":[]}"), |bytes| {
            ModelMetadata::from_json_with(bytes, &options()).map(|read| read.input_definitions())
        };
        "oip metadata nested", |size| nested(size, r#"{"name":"m","platform":"","inputs":"#, "[", "", "]", "}"), |bytes| ModelMetadata::from_json_with(bytes, &options()).is_ok();
        "oip configuration", configured, |bytes| ModelConfig::from_json_with(bytes, &options()).map(|read| (read.input_definitions(), read.to_pbtxt().is_ok()));
        "oip kind of a document", described, |bytes| DocumentKind::of_json(&bytes[..bytes.len().min(4 << 20)]);
    }
}
