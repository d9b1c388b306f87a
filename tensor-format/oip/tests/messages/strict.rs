//! What is refused, what is passed on only if it is right, and what options allow.

use tensor_format::{DecodeError, HasRules, Tensor};
use tensor_format_oip::{
    Fault, FaultKind, Form, NonFinite, Options, Parameter, Request, RequestedOutput, Response, WriteOptions,
    http::{Body, Headers},
};

fn fault(error: &DecodeError) -> &Fault {
    Fault::of(error).unwrap_or_else(|| panic!("no fault: {error}"))
}

fn body(json: &[u8]) -> Body<'_> {
    Body::new(&Headers::new(), json).expect("a body")
}

fn tensor(datatype: &str, shape: &str, data: &str) -> String {
    format!(r#"{{"inputs":[{{"name":"x","shape":{shape},"datatype":"{datatype}","data":{data}}}]}}"#)
}

/// Reads the first number of a tensor in JSON, as its bytes.
fn first(datatype: &str, number: &str) -> Vec<u8> {
    let json = tensor(datatype, "[1]", &format!("[{number}]"));
    Request::from_http(&body(json.as_bytes())).expect("read").inputs()[0].to_bytes().expect("decoded").into_owned()
}

#[test]
fn half_floats_in_json_are_rounded_to_the_nearest() {
    // Between 0x3c00 and 0x3c01: just below, at, and just above the middle; the middle goes to the even one.
    assert_eq!(first("FP16", "1.00048828124"), [0x00, 0x3c]);
    assert_eq!(first("FP16", "1.00048828125"), [0x00, 0x3c]);
    assert_eq!(first("FP16", "1.0004882813"), [0x01, 0x3c]);
    assert_eq!(first("FP16", "-1.0004882813"), [0x01, 0xbc]);
    assert_eq!(first("BF16", "1.00390624999"), [0x80, 0x3f]);
    assert_eq!(first("BF16", "1.00390625"), [0x80, 0x3f]);
    assert_eq!(first("BF16", "1.0039062501"), [0x81, 0x3f]);
    // Half of the least number above zero, and just above it.
    assert_eq!(first("FP16", "2.98023223876953125e-8"), [0, 0]);
    assert_eq!(first("FP16", "2.9802322388e-8"), [1, 0]);
}

#[test]
fn text_that_was_read_is_written_again_only_if_it_is_right() {
    let read = |json: &str, options: &Options, write: &WriteOptions| {
        let body = Body::with_options(&Headers::new(), json.as_bytes(), options).expect("a body");
        Request::from_http(&body).expect("read").to_http_with(write).map(|message| message.to_vec())
    };
    let tokens = Options::new().non_finite(NonFinite::Tokens);
    let nan = tensor("FP32", "[2]", "[NaN, 1]");
    read(&nan, &tokens, &WriteOptions::new()).expect_err("not finite");
    let written = read(&nan, &tokens, &WriteOptions::new().non_finite(NonFinite::Tokens)).expect("the same words");
    assert!(String::from_utf8_lossy(&written).contains("[NaN, 1]"));
    let written = read(&nan, &tokens, &WriteOptions::new().non_finite(NonFinite::Null)).expect("other words");
    assert!(String::from_utf8_lossy(&written).contains("[null,1.0]"));
    let half = tensor("FP16", "[1]", "[1.5]");
    read(&half, &Options::new(), &WriteOptions::new()).expect_err("no form in JSON");
    read(&half, &Options::new(), &WriteOptions::new().half_as_numbers(true)).expect("allowed");
    for wrong in [tensor("FP32", "[3]", "[1]"), tensor("INT8", "[1]", "[300]"), tensor("BYTES", "[1]", "[1]")] {
        read(&wrong, &Options::new(), &WriteOptions::new()).expect_err("wrong elements");
    }
}

#[test]
fn elements_that_no_value_takes_are_checked_too() {
    #[derive(Tensor, Debug)]
    struct Other {
        x: Option<f32>,
    }
    for (data, kind) in [
        ("[@ {{ :: ]", FaultKind::NotJson),
        ("[1, 2, 3]", FaultKind::ElementCount),
        ("[1, true]", FaultKind::ElementType),
        ("[[1], [2]]", FaultKind::Ragged),
    ] {
        let json = format!(r#"{{"inputs":[{{"name":"y","shape":[2],"datatype":"INT32","data":{data}}}]}}"#);
        let body = body(json.as_bytes());
        let request = Request::from_http(&body).expect("the rest is right");
        assert_eq!(fault(&request.check().expect_err("wrong elements")).kind, kind, "{data}");
        let error = request.decode::<Other>().expect_err("wrong elements");
        assert_eq!((fault(&error).kind, error.parameter()), (kind, Some("y")), "{data}");
    }
    let response = br#"{"model_name":"m","outputs":[{"name":"y","shape":[1],"datatype":"INT8","data":[128]}]}"#;
    let body = body(response);
    let error = Response::from_http(&body).expect("read").check().expect_err("out of range");
    assert_eq!(fault(&error).kind, FaultKind::ElementRange);
}

#[test]
fn faults_say_axis_path_expected_and_found() {
    let refused = |json: &str| {
        let body = body(json.as_bytes());
        let error = Request::from_http(&body).and_then(|request| request.check()).expect_err("wrong");
        (fault(&error).path.to_string(), error.axis(), error.to_string())
    };
    let (path, axis, _) = refused(&tensor("INT8", "[2,-1]", "[]"));
    assert_eq!((&*path, axis), ("inputs[0].shape", Some(1)));
    let (path, axis, text) = refused(&tensor("INT8", "[2,2]", "[[1,2],[3]]"));
    assert_eq!((&*path, axis), ("inputs[0].data", Some(1)));
    assert_eq!(
        text,
        "parameter `x`: inputs[0].data: axis 1: element 3: expected a flat list, or lists nested as the shape says, found \
         3 elements in nested lists (line 1, column 72) (byte 71)"
    );
    let json = tensor("UINT8", "[1]", "[-1]");
    let body = body(json.as_bytes());
    let error = Request::from_http(&body).and_then(|request| request.check()).expect_err("negative");
    assert_eq!(error.expected().expect("a text").to_string(), "an integer of 0 to 255");
    assert_eq!(error.found().expect("a text").to_string(), "-1");
    assert_eq!(body.position(error.offset().expect("an offset")), fault(&error).position);
    // Errors about rules have an offset, of which the body knows line, column and path.
    let json = "{\"inputs\":[\n{\"name\":\"x\",\"shape\":[2],\"datatype\":\"FP32\",\"data\":[1,2]}]}";
    let body = self::body(json.as_bytes());
    let error = Request::from_http(&body).expect("read").decode::<[f32; 3]>().expect_err("another length");
    assert_eq!(body.position(error.offset().expect("an offset")), Some((2, 1)));
    assert_eq!(body.path(error.offset().expect("an offset")).as_deref(), Some("inputs[0]"));
}

#[test]
fn a_body_knows_the_path_of_a_byte() {
    let json =
        r#" {"id": "a", "inputs": [{"name": "x"}, {"sh\u0061pe": [2, 3], "data": [[1, 2], [30, "x, ]"]]} ], "z": {}}"#;
    let body = body(json.as_bytes());
    let path = |part: &str| body.path(json.find(part).expect("a part") as u64).expect("a path");
    for (part, expected) in [
        (" {", ""),
        ("{\"id", ""),
        ("\"id", "id"),
        ("\"a\"", "id"),
        ("[{", "inputs"),
        ("{\"name", "inputs[0]"),
        ("name", "inputs[0].name"),
        ("3]", "inputs[1].shape[1]"),
        ("[1, 2]", "inputs[1].data[0]"),
        ("30", "inputs[1].data[1][0]"),
        ("x, ]", "inputs[1].data[1][1]"),
        (" ], ", "inputs"),
        ("{}}", "z"),
    ] {
        assert_eq!(path(part), expected, "{part}");
    }
    assert_eq!(body.path(json.len() as u64), None);
    // What is no JSON ends the path at the value that holds it.
    let broken = r#"{"inputs": [{"name": "x", "data": [1, ?, 3]}]}"#;
    let broken_body = self::body(broken.as_bytes());
    let path = |part: &str| broken_body.path(broken.find(part).expect("a part") as u64).expect("a path");
    assert_eq!([path("1,"), path("?"), path("3]")], ["inputs[0].data[0]", "inputs[0].data[1]", "inputs[0].data[1]"]);
}

#[test]
fn faults_over_grpc_are_where_the_field_is() {
    // Two inputs, one raw content.
    let message = [0x2a, 0, 0x2a, 0, 0x3a, 0];
    let error = Request::from_grpc(&message).expect_err("a content is missing");
    assert_eq!((fault(&error).kind, error.offset()), (FaultKind::RawCount, Some(4)));
    // INT8 300, in a field that is not packed: `contents { int_contents: 300 }`.
    let contents = [0x10, 0xac, 0x02];
    let tensor = [&[0x0a, 1, b'x', 0x12, 4][..], b"INT8", &[0x1a, 1, 1, 0x2a, 3], &contents].concat();
    let message = [&[0x2a, tensor.len() as u8][..], &tensor].concat();
    let error = Request::from_grpc(&message).expect_err("out of range");
    assert_eq!((fault(&error).kind, error.offset()), (FaultKind::ElementRange, Some(message.len() as u64 - 3)));
}

/// What is rebuilt from typed fields has no offsets of its own: those of the field are said.
#[test]
fn faults_in_typed_fields_are_within_the_message() {
    #[derive(tensor_format::Tensor, Debug)]
    struct Numbers {
        #[tensor(range_checked = 0..=10)]
        x: Vec<i32>,
    }
    #[derive(tensor_format::Tensor, Debug)]
    struct Texts {
        x: Vec<String>,
    }
    let message = |datatype: &str, count: u8, contents: &[u8]| {
        let head = [&[0x0a, 1, b'x', 0x12, datatype.len() as u8], datatype.as_bytes(), &[0x1a, 1, count]].concat();
        let tensor = [&head[..], &[0x2a, contents.len() as u8], contents].concat();
        [&[0x2a, tensor.len() as u8][..], &tensor].concat()
    };
    let bytes = message("INT32", 3, &[0x12, 3, 1, 2, 30]);
    let error = Request::from_grpc(&bytes).expect("read").decode::<Numbers>().expect_err("out of range");
    let at = bytes.len() - 3;
    assert_eq!(error.to_string(), format!("parameter `x`: element [2]: expected 0..=10, found 30 (byte {at})"));
    let bytes = message("BYTES", 3, b"\x42\x03abc\x42\x02de\x42\x02\xffg");
    let error = Request::from_grpc(&bytes).expect("read").decode::<Texts>().expect_err("no text");
    assert_eq!((fault(&error).kind, fault(&error).element), (FaultKind::NotUtf8, Some(2)));
    assert_eq!(error.offset(), Some(bytes.len() as u64 - 11));
    // A negative length has its axis and its place.
    let negative = [0xff; 9];
    let shape = [&[0x1a, 11, 2][..], &negative, &[1]].concat();
    let tensor = [&b"\x0a\x01x\x12\x04INT8"[..], &shape].concat();
    let bytes = [&[0x2a, tensor.len() as u8][..], &tensor].concat();
    let error = Request::from_grpc(&bytes).expect_err("a negative length");
    let at = bytes.len() - 10;
    let expected = "parameter `x`: inputs[0].shape: axis 1: expected a length from 0 on, found -1";
    assert_eq!((error.axis(), error.to_string()), (Some(1), format!("{expected} (byte {at})")));
    let tensor = [&b"\x0a\x01x\x12\x04INT8\x1a\xac\x02"[..], &[1; 300]].concat();
    let bytes = [&[0x2a, (tensor.len() & 0x7f) as u8 | 0x80, (tensor.len() >> 7) as u8][..], &tensor].concat();
    let error = Request::from_grpc(&bytes).expect_err("too many axes").to_string();
    assert!(error.contains("expected at most 255 axes, found more"), "{error}");
}

#[test]
fn keys_come_in_any_order_and_with_spaces() {
    let bodies = [
        r#"{"id":"7","parameters":{"binary_data_output":true},"inputs":[{"name":"x","shape":[2],"datatype":"INT8","data":[1,2]}]}"#,
        r#"{"inputs":[{"data":[1,2],"datatype":"INT8","shape":[2],"name":"x"}],"parameters":{"binary_data_output":true},"id":"7"}"#,
        r#" { "inputs" : [ { "shape" : [ 2 ] , "name" : "x" , "data" : [ 1 , 2 ] , "datatype" : "INT8" } ] , "id" : "7" , "parameters" : { "binary_data_output" : true } } "#,
    ];
    let bodies = bodies.map(|json| body(json.as_bytes()));
    let requests = bodies.each_ref().map(|body| Request::from_http(body).expect("read"));
    for request in &requests {
        assert_eq!(request.id.as_deref(), Some("7"));
        assert_eq!(request.parameters, requests[0].parameters);
        assert_eq!(request.inputs()[0].name(), "x");
        assert_eq!(request.decode::<Vec<i8>>().expect("decoded"), [1, 2]);
    }
}

#[test]
fn what_is_written_can_be_read() {
    let value = vec![1i8, 2];
    let mut request = Request::from_value(&value).expect("a request");
    request.inputs_mut()[0].parameters_mut().set("binary_data_size", Parameter::I64(99));
    for form in [Form::Json, Form::Binary, Form::Raw, Form::Typed] {
        request.inputs_mut()[0].set_form(form);
        let message = request.to_http().expect("written");
        let len = message.header_length().map(|len| len.to_string());
        let headers =
            Headers { inference_header_content_length: len.as_ref().map(|len| len.as_bytes()), ..Headers::new() };
        let bytes = message.to_vec();
        let body = Body::new(&headers, &bytes).expect("a body");
        assert_eq!(Request::from_http(&body).expect("read").decode::<Vec<i8>>().expect("decoded"), value);
    }
    // KServe writes it over gRPC, from where it does not come into HTTP either.
    let entry = b"\x0a\x10binary_data_size\x12\x02\x10\x63";
    let tensor = [&b"\x0a\x01x\x12\x04INT8\x1a\x01\x01\x22"[..], &[entry.len() as u8], entry].concat();
    let message = [&[0x2a, tensor.len() as u8][..], &tensor, b"\x3a\x01\x07"].concat();
    let message = Request::from_grpc(&message).expect("read").to_http().expect("written").to_vec();
    assert!(message.starts_with(
        br#"{"inputs":[{"name":"x","shape":[1],"datatype":"INT8","parameters":{"binary_data_size":1}}]}"#
    ));
    // Whatever a response is given as JSON has to be JSON.
    let mut response = Response::from_value(&value).expect("a response");
    response.model_name = "m".into();
    for (json, is_value) in [("{\"a\":[1]} ", true), ("1},\"outputs\":[", false), ("", false), ("1 2", false)] {
        response.parameters.set("p", Parameter::Json(json.into()));
        assert_eq!(response.to_http().is_ok(), is_value, "{json}");
    }
}

#[test]
fn a_server_that_fails_may_say_null_for_what_is_not_there() {
    let body = body(br#"{"error":"boom","outputs":null}"#);
    let error = Response::from_http(&body).expect_err("an error");
    assert_eq!((fault(&error).kind, &*fault(&error).found), (FaultKind::ServerError, "boom"));
}

#[test]
fn the_error_of_a_server_is_kept_whole() {
    let text = "x".repeat(500);
    let json = format!(r#"{{"error":"{text}"}}"#);
    let body = body(json.as_bytes());
    let error = Response::from_http(&body).expect_err("an error");
    assert_eq!((fault(&error).kind, &*fault(&error).found), (FaultKind::ServerError, &*text));
}

#[test]
fn statuses_are_those_of_the_fault() {
    let text = tensor("FP32", "[1]", "[1]");
    let status = |headers: &Headers<'_>, options: &Options| {
        fault(&Body::with_options(headers, text.as_bytes(), options).expect_err("refused")).status()
    };
    assert_eq!(status(&Headers::new(), &Options::new().max_body(8)), 413);
    let unknown: Headers<'_> = [("content-encoding", "br")].into_iter().collect();
    assert_eq!(status(&unknown, &Options::new()), 415);
    let beyond: Headers<'_> = [("inference-header-content-length", "1000000")].into_iter().collect();
    assert_eq!(status(&beyond, &Options::new()), 400);
}

#[test]
fn headers_that_come_twice_are_refused() {
    for (name, kind) in
        [("Inference-Header-Content-Length", FaultKind::HeaderLength), ("content-encoding", FaultKind::ContentEncoding)]
    {
        let headers: Headers<'_> = [(name, "5"), ("Accept", "*/*"), (name, "6")].into_iter().collect();
        let error = Body::new(&headers, b"{}    ").expect_err("twice");
        assert_eq!(fault(&error).kind, kind);
    }
}

#[test]
#[cfg(feature = "compression")]
fn compressed_bodies_end_where_they_end() {
    use std::io::Write;
    let text = tensor("FP32", "[1]", "[1]");
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).expect("written");
    let mut deflated = encoder.finish().expect("written");
    let headers = Headers { content_encoding: Some(b"Deflate"), ..Headers::new() };
    assert_eq!(Body::new(&headers, &deflated).expect("a body").as_bytes(), text.as_bytes());
    deflated.push(0);
    let error = Body::new(&headers, &deflated).expect_err("a byte too many");
    assert_eq!(fault(&error).kind, FaultKind::Compression);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).expect("written");
    let zipped = encoder.finish().expect("written");
    for name in [&b"gzip"[..], b"GZIP", b"x-gzip"] {
        let headers = Headers { content_encoding: Some(name), ..Headers::new() };
        assert_eq!(Body::new(&headers, &zipped).expect("a body").as_bytes(), text.as_bytes());
    }
}

#[test]
fn parameters_are_finite_and_null_is_absent() {
    let json = r#"{"inputs":[],"parameters":{"a":1e999}}"#;
    let infinite = self::body(json.as_bytes());
    let error = Request::from_http(&infinite).expect_err("infinite");
    assert_eq!(fault(&error).kind, FaultKind::ParameterType);
    let json = br#"{"model_name":"m","outputs":[{"name":"y","shape":[1],"datatype":"INT8","data":[1],
        "parameters":{"shared_memory_region":null,"binary_data_size":null}}]}"#;
    let body = body(json);
    assert_eq!(Response::from_http(&body).expect("read").decode::<[i8; 1]>().expect("decoded"), [1]);
}

#[test]
fn what_asks_for_binary_stays_out_of_grpc() {
    let mut request = Request::from_value(&[1.0f32]).expect("a request");
    request.outputs.push(RequestedOutput::binary("y"));
    request.parameters.set("binary_data_output", Parameter::Bool(true));
    request.parameters.set("priority", Parameter::I64(1));
    let bytes = request.to_grpc().expect("written").to_vec();
    let read = Request::from_grpc(&bytes).expect("read");
    assert_eq!((read.outputs.len(), read.outputs[0].parameters.len()), (1, 0));
    assert_eq!(read.parameters.iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>(), ["priority"]);
}

#[test]
fn lists_are_nested_on_request() {
    let nested = |value: &dyn Fn() -> Request<'static>| {
        let mut request = value();
        request.inputs_mut().iter_mut().for_each(|input| input.set_form(Form::Json));
        let message = request.to_http_with(&WriteOptions::new().nested(true)).expect("written").to_vec();
        let body = Body::new(&Headers::new(), &message).expect("a body");
        Request::from_http(&body).expect("read").check().expect("nested as the shape says");
        let text = String::from_utf8(message).expect("a text");
        text.split_once("\"data\":").expect("data").1.trim_end_matches("}]}").to_owned()
    };
    static CUBE: [[[u8; 2]; 1]; 2] = [[[1, 2]], [[3, 4]]];
    static EMPTY: [[[u8; 2]; 0]; 2] = [[], []];
    static TEXTS: [[&str; 1]; 2] = [["a"], ["b"]];
    static SCALAR: f64 = 1.5;
    static TRUTHS: [bool; 2] = [true, false];
    assert_eq!(nested(&|| Request::from_value(&CUBE).expect("a request")), "[[[1,2]],[[3,4]]]");
    assert_eq!(nested(&|| Request::from_value(&EMPTY).expect("a request")), "[[],[]]");
    assert_eq!(nested(&|| Request::from_value(&TEXTS).expect("a request")), r#"[["a"],["b"]]"#);
    assert_eq!(nested(&|| Request::from_value(&SCALAR).expect("a request")), "[1.5]");
    assert_eq!(nested(&|| Request::from_value(&TRUTHS).expect("a request")), "[true,false]");
    // What came flat is nested too.
    let flat = tensor("INT8", "[2,1]", "[1, 2]");
    let body = body(flat.as_bytes());
    let request = Request::from_http(&body).expect("read");
    let message = request.to_http_with(&WriteOptions::new().nested(true)).expect("written").to_vec();
    assert!(String::from_utf8_lossy(&message).contains("[[1],[2]]"));
    // What came nested stays so.
    let nested = tensor("INT8", "[2,1]", "[[1],[2]]");
    let body = self::body(nested.as_bytes());
    let message = Request::from_http(&body).expect("read").to_http().expect("written").to_vec();
    assert!(String::from_utf8_lossy(&message).contains("[[1],[2]]"));
    // Nor deeper lists than a reader takes.
    for (rank, is_nested) in [(125, true), (126, false), (255, false)] {
        let value = tensor_format::Tensor::from_vec(vec![1; rank], vec![7i8]).expect("a tensor");
        let mut request = Request::from_value(&value).expect("a request");
        request.inputs_mut().iter_mut().for_each(|input| input.set_form(Form::Json));
        let message = request.to_http_with(&WriteOptions::new().nested(true)).expect("written").to_vec();
        assert_eq!(message.windows(5).any(|bytes| bytes == b"[[7]]"), is_nested, "{rank}");
        let body = self::body(&message);
        let read = Request::from_http(&body).expect("read").decode::<tensor_format::Tensor>();
        assert_eq!(read.expect("decoded"), value);
    }
    // No more lists are written than a shape may claim.
    let many = tensor("INT8", "[1099511627776,0]", "[]");
    let body = self::body(many.as_bytes());
    let request = Request::from_http(&body).expect("read");
    let message = request.to_http_with(&WriteOptions::new().nested(true)).expect("written").to_vec();
    assert!(message.ends_with(b"\"data\":[]}]}"), "{}", String::from_utf8_lossy(&message));
}

#[test]
fn raw_requests_are_an_option() {
    let headers: Headers<'_> = [("inference-header-content-length", "0")].into_iter().collect();
    let bytes: Vec<u8> = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0].iter().flat_map(|number| number.to_le_bytes()).collect();
    let refused = Body::new(&headers, &bytes).expect_err("refused by default");
    assert_eq!(fault(&refused).kind, FaultKind::RawRequest);
    let options = Options::new().raw_requests(true);
    let body = Body::with_options(&headers, &bytes, &options).expect("a body");
    assert!(body.is_raw());
    assert_eq!(fault(&Request::from_http(&body).expect_err("no JSON")).kind, FaultKind::RawRequest);

    #[derive(Tensor, Debug, PartialEq)]
    struct Input {
        #[tensor(shape = [batch, 3])]
        points: Vec<[f32; 3]>,
    }
    let request = Request::from_raw(&body, &Input::RULES).expect("read");
    assert_eq!((request.inputs()[0].name(), request.inputs()[0].shape()), ("points", &[2, 3][..]));
    assert_eq!(request.decode::<Input>().expect("decoded").points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(request.parameters.get("binary_data_output"), Some(&Parameter::Bool(true)));

    #[derive(Tensor)]
    struct Two {
        a: f32,
        b: f32,
    }
    for rules in [&Two::RULES, &<Vec<[f32; 0]>>::RULES, &tensor_format::Rules::ANY] {
        let error = Request::from_raw(&body, rules).expect_err("not one input of one open axis");
        assert_eq!(fault(&error).kind, FaultKind::RawRequest, "{rules}");
    }
    let error = Request::from_raw(&body, &<Vec<[f32; 4]>>::RULES).expect_err("one and a half rows");
    assert_eq!(fault(&error).kind, FaultKind::BinarySize);
    // A byte string with its length.
    let body = Body::with_options(&headers, b"\x02\0\0\0ab", &options).expect("a body");
    let request = Request::from_raw(&body, &<Vec<String>>::RULES).expect("read");
    assert_eq!(request.decode::<Vec<String>>().expect("decoded"), ["ab"]);
    for rules in [&String::RULES, &<[String; 2]>::RULES] {
        let error = Request::from_raw(&body, rules).expect_err("texts of another shape");
        assert_eq!(fault(&error).kind, FaultKind::RawRequest, "{rules}");
    }
    // JSON is no raw request.
    let body = self::body(b"{\"inputs\":[]}");
    let error = Request::from_raw(&body, &Input::RULES).expect_err("JSON");
    assert_eq!(fault(&error).kind, FaultKind::RawRequest);
}

#[test]
fn a_lone_tensor_is_sent_under_the_name_of_the_server() {
    let mut request = Request::from_value(&[1.0f32]).expect("a request");
    request.inputs_mut()[0].set_name("pixels");
    let bytes = request.to_grpc().expect("written").to_vec();
    assert_eq!(Request::from_grpc(&bytes).expect("read").inputs()[0].name(), "pixels");

    #[derive(Tensor)]
    struct Two {
        a: f32,
        b: f32,
    }
    let mut request = Request::from_value(&Two { a: 1.0, b: 2.0 }).expect("a request");
    request.inputs_mut()[1].set_name("a");
    assert_eq!(request.to_http().expect_err("a name twice").to_string(), "parameter `a`: present more than once");
    request.to_grpc().expect_err("a name twice");
}

#[test]
#[cfg(feature = "media-sniff")]
fn media_are_byte_strings_whose_format_is_found() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    let images = vec![tensor_format::Image::new("png", png.clone()), tensor_format::Image::new("png", png)];
    let request = Request::from_value(&images).expect("a request");
    let bytes = request.to_grpc().expect("written").to_vec();
    let read = Request::from_grpc(&bytes).expect("read");
    assert_eq!(read.decode::<Vec<tensor_format::Image>>().expect("decoded"), images);
    let request = Request::from_value("text").expect("a request");
    request.decode::<tensor_format::Image>().expect_err("no image");
}

#[test]
#[cfg(not(feature = "media-sniff"))]
fn media_are_byte_strings_whose_format_needs_a_feature() {
    let image = tensor_format::Image::new("png", vec![1]);
    let request = Request::from_value(&image).expect("a request");
    assert_eq!(request.inputs()[0].datatype(), tensor_format_oip::Datatype::Bytes);
    assert_eq!(
        request.decode::<tensor_format::Image>().expect_err("no format").to_string(),
        "the format of image is not in the message: the feature `media-sniff` finds it from the content"
    );
}

/// Where a tensor is in its message makes no difference.
#[test]
fn tensors_are_compared_by_what_they_are() {
    let message = |id: &str, data: &str| {
        let tensor =
            |name: &str, data: &str| format!(r#"{{"name":"{name}","datatype":"FP32","shape":[1],"data":{data}}}"#);
        format!(r#"{{"id":"{id}","inputs":[{},{}]}}"#, tensor("a", data), tensor("b", "[2]"))
    };
    let (one, other) = (message("1", "[1]"), message("another", "[1.25]"));
    let (one, other) = (body(one.as_bytes()), body(other.as_bytes()));
    let (one, other) = (Request::from_http(&one).expect("a request"), Request::from_http(&other).expect("a request"));
    assert!(one != other && one.inputs()[0] != other.inputs()[0]);
    assert_eq!(one.inputs()[1], other.inputs()[1]);
    assert!(one == one.clone());
}
