//! Input that is broken, or made to break readers.

use tensor_format::{Batch, DecodeError, ErrorKind, RecordRef, Tensor, error::Limit};
use tensor_format_oip::{
    Fault, FaultKind, Form, NonFinite, Options, Request, Response, Stage, Tensor as Message,
    http::{Body, Headers},
    metadata::{ModelConfig, ModelMetadata, ServerMetadata},
};

/// Reads a message over HTTP with all its elements.
fn http(len: Option<usize>, bytes: &[u8], options: &Options) -> Result<(), DecodeError> {
    let len = len.map(|len| len.to_string());
    let headers = Headers { inference_header_content_length: len.as_ref().map(|len| len.as_bytes()), ..Headers::new() };
    let body = Body::with_options(&headers, bytes, options)?;
    let request = Request::from_http(&body);
    let response = Response::from_http(&body);
    if let Ok(request) = &request {
        typed_request(request);
    }
    if let Ok(response) = &response {
        typed_response(response)?;
    }
    request?.inputs().iter().try_for_each(elements)
}

/// Reads all elements, which are as many as the shape says.
fn elements(tensor: &Message<'_>) -> Result<(), DecodeError> {
    let (bytes, count) = (tensor.to_bytes()?, tensor.shape().iter().product::<usize>());
    match tensor.datatype().size() {
        Some(size) => assert_eq!(bytes.len(), count * size),
        None => assert!(bytes.len() >= 4 * count),
    }
    Ok(())
}

fn grpc(bytes: &[u8]) -> Result<(), DecodeError> {
    let response = Response::from_grpc(bytes).map(|response| typed_response(&response));
    let request = Request::from_grpc(bytes);
    if let Ok(request) = &request {
        typed_request(request);
    }
    response.unwrap_or(Ok(())).and_then(|()| request?.inputs().iter().try_for_each(elements))
}

/// Reads all elements, and values of some types.
fn typed_response(response: &Response<'_>) -> Result<(), DecodeError> {
    let _ = (response.decode::<Sample>(), response.decode::<RecordRef<'_>>());
    response.outputs().iter().try_for_each(elements)
}

/// Reads values of some types; whatever is wrong is at a place in the message, if any.
fn typed_request(request: &Request<'_>) {
    let _ = (request.decode::<Sample>(), request.decode::<RecordRef<'_>>(), request.decode::<Vec<f32>>());
}

fn json(text: &str) -> Result<(), DecodeError> {
    http(None, text.as_bytes(), &Options::new())
}

fn fault_of(result: Result<(), DecodeError>) -> (Stage, FaultKind) {
    let error = result.expect_err("refused");
    let fault = Fault::of(&error).unwrap_or_else(|| panic!("no fault: {error}"));
    (fault.stage, fault.kind)
}

#[derive(Tensor)]
struct Sample {
    #[tensor(shape = [n, 2])]
    points: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    marks: Vec<i8>,
    texts: Vec<String>,
    truth: bool,
}

fn sample() -> Sample {
    Sample {
        points: vec![[1.5, -2.0], [3.25e10, 4.0]],
        marks: vec![-1, 127],
        texts: vec!["a\\\"b".into(), String::new(), "\u{1F600}".into()],
        truth: true,
    }
}

/// The messages of a value in all forms: the length of the JSON, and the bytes; and those of gRPC.
type Messages = (Vec<(Option<usize>, Vec<u8>)>, Vec<Vec<u8>>);

fn messages() -> Messages {
    let value = sample();
    let mut request = Request::from_value(&value).expect("a request");
    request.id = Some("7".into());
    request.model_name = "m".into();
    let (mut over_http, mut over_grpc) = (Vec::new(), Vec::new());
    for forms in [[Form::Json; 2], [Form::Binary; 2], [Form::Json, Form::Binary]] {
        for (index, input) in request.inputs_mut().iter_mut().enumerate() {
            input.set_form(forms[index % 2]);
        }
        let message = request.to_http().expect("written");
        over_http.push((message.header_length(), message.to_vec()));
        over_grpc.push(request.to_grpc().expect("written").to_vec());
    }
    (over_http, over_grpc)
}

#[test]
fn truncated_messages_are_refused_at_every_byte() {
    let (over_http, over_grpc) = messages();
    for (len, bytes) in &over_http {
        http(*len, bytes, &Options::new()).expect("whole");
        for end in 0..bytes.len() {
            http(*len, &bytes[..end], &Options::new()).expect_err("truncated");
            http(len.map(|len| len.min(end)), &bytes[..end], &Options::new()).expect_err("truncated");
        }
    }
    for bytes in &over_grpc {
        grpc(bytes).expect("whole");
        let mut read = 0;
        for end in 0..bytes.len() {
            // Protobuf has no end: a message may end between two fields, and then lacks tensors.
            read += usize::from(Request::from_grpc(&bytes[..end]).is_ok_and(|request| request.inputs().len() == 4));
        }
        assert_eq!(read, 0, "a truncated message has all tensors");
    }
}

/// The answers with a value, and what real peers sent: over HTTP without its headers, but for the length of the JSON.
fn others() -> Messages {
    let value = sample();
    let mut response = Response::from_value(&value).expect("a response");
    response.model_name = "m".into();
    let (mut over_http, mut over_grpc) = (Vec::new(), Vec::new());
    for form in [Form::Json, Form::Binary, Form::Typed] {
        response.outputs_mut().iter_mut().for_each(|output| output.set_form(form));
        let message = response.to_http().expect("written");
        over_http.push((message.header_length(), message.to_vec()));
        over_grpc.push(response.to_grpc().expect("written").to_vec());
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance/oip/accept.jsonl");
    for line in std::fs::read_to_string(file).expect("the vectors").lines() {
        let vector: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let bytes = |key: &str| vector[key].as_str().map(|text| hex::decode(text).expect("hexadecimal"));
        let len = vector["headers"]["inference-header-content-length"].as_str().and_then(|len| len.parse().ok());
        over_http.extend(bytes("body_hex").map(|bytes| (len, bytes)));
        over_grpc.extend(bytes("message_hex"));
    }
    (over_http, over_grpc)
}

/// Messages of the vectors and our own, with bytes changed, taken out and put in: no panic, and whatever is read has the
/// elements that its shape says. The number is 20,000, or that of the variable `OIP_MUTATIONS`.
#[test]
fn mutated_messages_never_panic() {
    let runs = std::env::var("OIP_MUTATIONS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(20_000u64);
    let (mut over_http, mut over_grpc) = messages();
    let (requests, others) = ([over_http.len(), over_grpc.len()], others());
    over_http.extend(others.0);
    over_grpc.extend(others.1);
    assert!(over_http.len() > 300 && over_grpc.len() > 100, "{} {}", over_http.len(), over_grpc.len());
    let options =
        [Options::new(), Options::new().non_finite(NonFinite::Tokens), Options::new().non_finite(NonFinite::Null)];
    let documents: [&[u8]; 2] = [
        br#"{"name":"m","platform":"p","versions":["1"],"inputs":[{"name":"x","datatype":"FP32","shape":[-1,3]}]}"#,
        br#"{"name":"m","max_batch_size":4,"input":[{"name":"x","data_type":"TYPE_FP32","dims":["3"],"optional":true}]}"#,
    ];
    let mut random = fastrand::Rng::with_seed(0x9e37_79b9_7f4a_7c15);
    let pieces: [&[u8]; 16] = [
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b"\"",
        b"null",
        b"NaN",
        b"-",
        b"1e999",
        b"\\ud800",
        b"18446744073709551616",
        b"\xff",
        b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01",
        b"\"data\":[1],",
        b"\"shape\":[1099511627776],",
    ];
    let mut read = 0u64;
    for run in 0..runs {
        // Half of them are of our own requests.
        let of = if random.bool() { requests } else { [over_http.len(), over_grpc.len()] };
        let http_message = random.usize(..3) > 0;
        let (len, source) = if http_message {
            let (len, bytes) = &over_http[random.usize(..of[0])];
            (*len, bytes)
        } else {
            (None, &over_grpc[random.usize(..of[1])])
        };
        let mut bytes = source.clone();
        for _ in 0..=random.usize(..3) {
            let at = random.usize(..bytes.len().max(1)).min(bytes.len());
            match random.usize(..4) {
                0 if at < bytes.len() => bytes[at] = random.u8(..),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => drop(bytes.splice(at..at, pieces[random.usize(..pieces.len())].iter().copied())),
                _ if at < bytes.len() => bytes[at] ^= 1 << random.usize(..8),
                _ => {}
            }
        }
        let result =
            if http_message { http(len, &bytes, &options[random.usize(..options.len())]) } else { grpc(&bytes) };
        read += u64::from(result.is_ok());
        if run % 16 == 0 {
            let mut document = documents[random.usize(..2)].to_vec();
            let at = random.usize(..document.len());
            document[at] = random.u8(..);
            let _ = (ModelMetadata::from_json(&document), ModelConfig::from_json(&document));
            let _ = (ModelMetadata::from_grpc(&bytes), ServerMetadata::from_grpc(&bytes));
        }
    }
    // Some changes are of a number, and leave a message.
    assert!(read > runs / 100 && read < runs, "{read} of {runs}");
}

fn tensor(rest: &str) -> String {
    format!(r#"{{"inputs":[{{"name":"x",{rest}}}]}}"#)
}

#[test]
fn messages_that_kill_peers_are_refused() {
    let kill = tensor(r#""shape":[1099511627776],"datatype":"FP32","data":[1,2]"#);
    assert_eq!(fault_of(json(&kill)), (Stage::Data, FaultKind::ElementCount));
    let overflow = tensor(r#""shape":[4294967296,4294967296],"datatype":"FP32","data":[1,2]"#);
    assert_eq!(fault_of(json(&overflow)), (Stage::Tensor, FaultKind::ShapeOverflow));
    let hidden = tensor(r#""shape":[4294967296,4294967296,0],"datatype":"FP32","data":[]"#);
    assert_eq!(fault_of(json(&hidden)), (Stage::Tensor, FaultKind::ShapeOverflow));
    let huge = tensor(r#""shape":[1099511627776],"datatype":"FP32","parameters":{"binary_data_size":4398046511104}"#);
    let headers: Headers<'_> = [("inference-header-content-length", "4294967301")].into_iter().collect();
    let error = Body::new(&headers, huge.as_bytes()).expect_err("beyond the body");
    assert_eq!(Fault::of(&error).map(|fault| fault.kind), Some(FaultKind::HeaderBeyondBody));
    assert_eq!(
        fault_of(http(Some(huge.len()), huge.as_bytes(), &Options::new())),
        (Stage::Data, FaultKind::BinaryTruncated)
    );
}

#[test]
fn keys_come_once() {
    let x = r#"{"name":"x","shape":[1],"datatype":"FP32","data":[1]}"#;
    for twice in [
        format!(r#"{{"inputs":[{x}],"inputs":[{x}]}}"#),
        format!(r#"{{"inputs":[{x}],"\u0069nputs":[{x}]}}"#),
        format!(r#"{{"id":"1","id":null,"inputs":[{x}]}}"#),
        format!(r#"{{"parameters":{{"a":1,"a":2}},"inputs":[{x}]}}"#),
        format!(r#"{{"outputs":[{{"name":"y","name":"z"}}],"inputs":[{x}]}}"#),
        tensor(r#""shape":[1],"shape":[1],"datatype":"FP32","data":[1]"#),
        tensor(r#""shape":[1],"datatype":"FP32","data":[1],"data":[1]"#),
        tensor(r#""shape":[1],"datatype":"FP32","data":[1],"parameters":{"a":true,"a":true}"#),
    ] {
        assert_eq!(fault_of(json(&twice)), (Stage::Json, FaultKind::DuplicateKey), "{twice}");
    }
    // What is unknown is ignored, as often as it comes.
    json(&format!(r#"{{"model_name":1,"model_name":2,"inputs":[{x}]}}"#)).expect("unknown keys");
}

#[test]
fn errors_have_kind_place_and_position() {
    let text =
        "{\"inputs\":[\n  {\"name\":\"x\",\"shape\":[2,2],\"datatype\":\"INT8\",\n   \"data\":[[1,2],[3,300]]}]}";
    let error = json(text).expect_err("out of range");
    let fault = Fault::of(&error).expect("a fault");
    assert_eq!((fault.stage, fault.kind, fault.element), (Stage::Data, FaultKind::ElementRange, Some(3)));
    assert_eq!(fault.position, Some((3, 21)));
    assert_eq!(error.offset(), text.find("300").map(|at| at as u64));
    assert_eq!(
        error.to_string(),
        "inputs[0].data: element 3: expected an integer of -128 to 127, found 300 (line 3, column 21) (byte 79)"
    );
    let error = json(&tensor(r#""shape":[2,-1],"datatype":"INT8","data":[]"#)).expect_err("negative");
    assert_eq!(
        error.to_string(),
        "parameter `x`: inputs[0].shape: axis 1: expected a list of at most 255 lengths, integers from 0 on, found [2,-1] (line 1, \
         column 32) (byte 31)"
    );
    assert_eq!(error.parameter(), Some("x"));
}

#[test]
fn nesting_is_limited_and_deep_text_is_no_recursion() {
    let deep = |depth: usize| {
        tensor(&format!(r#""z":{}{},"shape":[1],"datatype":"FP32","data":[1]"#, "[".repeat(depth), "]".repeat(depth)))
    };
    json(&deep(125)).expect("128 brackets");
    assert_eq!(fault_of(json(&deep(126))), (Stage::Json, FaultKind::TooDeep));
    assert_eq!(fault_of(json(&"[".repeat(1 << 20))), (Stage::Json, FaultKind::TooDeep));
    assert_eq!(fault_of(json(&"{\"a\":".repeat(1 << 20))), (Stage::Json, FaultKind::TooDeep));
    // Groups in protobuf, one in another.
    let groups = [0x83u8, 0x01].repeat(1 << 16);
    assert_eq!(fault_of(grpc(&groups)), (Stage::Protobuf, FaultKind::Wire));
}

#[test]
fn bodies_are_limited() {
    let text = tensor(r#""shape":[1],"datatype":"FP32","data":[1]"#);
    let options = Options::new().max_body(text.len());
    http(None, text.as_bytes(), &options).expect("as long as allowed");
    let options = Options::new().max_body(text.len() - 1);
    assert_eq!(fault_of(http(None, text.as_bytes(), &options)), (Stage::Http, FaultKind::TooLarge));
    assert_eq!(
        fault_of(Request::from_grpc_with(&[0; 9], &Options::new().max_body(8)).map(drop)),
        (Stage::Protobuf, FaultKind::TooLarge)
    );
}

#[test]
#[cfg(feature = "compression")]
fn compressed_bodies_are_limited_after_decompression() {
    use std::io::Write;
    let text = vec![b' '; 1 << 24];
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&text).expect("written");
    let bytes = encoder.finish().expect("written");
    assert!(bytes.len() < 1 << 15);
    let headers = Headers { content_encoding: Some(b"gzip"), ..Headers::new() };
    let error = Body::with_options(&headers, &bytes, &Options::new().max_body(1 << 20)).expect_err("too large");
    assert_eq!(Fault::of(&error).map(|fault| fault.kind), Some(FaultKind::TooLarge));
    let error = Body::new(&headers, b"no gzip").expect_err("broken");
    assert_eq!(Fault::of(&error).map(|fault| fault.kind), Some(FaultKind::Compression));
    let headers = Headers { content_encoding: Some(b"br"), ..Headers::new() };
    let error = Body::new(&headers, b"{}").expect_err("unknown");
    assert_eq!(error.to_string(), "Content-Encoding: expected gzip, deflate or none, found br");
}

/// Checks the memory of reading a value of some type from JSON.
macro_rules! typed {
    ($type:ty, $text:expr) => {{
        let text: &str = &$text;
        check_memory(text.len(), stringify!($type), || {
            let body = Body::new(&Headers::new(), text.as_bytes()).expect("a body");
            let request = Request::from_http(&body).expect("read");
            let _value = request.decode::<$type>().expect("decoded");
        });
    }};
}

/// Memory is at most 32 bytes for each byte of input and 8 KiB, whatever the message claims.
#[test]
fn memory_is_bounded_by_the_input() {
    let x = |name: usize| format!(r#"{{"name":"{name}","shape":[],"datatype":"BOOL","data":[true]}}"#);
    let join = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",");
    let ones = |count: usize| vec!["1"; count].join(",");
    let texts = [
        format!(r#"{{"inputs":[{}]}}"#, join(20_000, &x)),
        format!(r#"{{"inputs":[{}]}}"#, vec!["{}"; 100_000].join(",")),
        format!(r#"{{"inputs":[{}]}}"#, vec!["0"; 100_000].join(",")),
        format!(r#"{{"inputs":[],"parameters":{{{}}}}}"#, join(50_000, &|index| format!("\"{index}\":1"))),
        format!(r#"{{"inputs":[],"outputs":[{}]}}"#, join(50_000, &|index| format!("{{\"name\":\"{index}\"}}"))),
        tensor(&format!(r#""shape":[{}],"datatype":"BOOL","data":[true]"#, ones(100_000))),
        tensor(&format!(r#""shape":[100000],"datatype":"UINT64","data":[{}]"#, ones(100_000))),
        tensor(&format!(r#""shape":[100000],"datatype":"BYTES","data":[{}]"#, vec!["\"\""; 100_000].join(","))),
        tensor(r#""shape":[1000000000],"datatype":"FP64","data":[1]"#),
    ];
    for text in &texts {
        check_memory(text.len(), &text[..text.len().min(80)], || drop(json(text)));
    }
    let messages = [
        [0x2a, 0].repeat(100_000),
        [0x3a, 0].repeat(100_000),
        [0x22, 0].repeat(100_000),
        [0x32, 0].repeat(100_000),
        [0x32, 6, 0x12, 4, 0x12, 2, 8, 1].repeat(30_000),
        [&[0x0a][..], &[0x80; 9], &[0x01]].concat(),
        // One tensor with as many integers of 64 bits as there are bytes.
        field(5, &[field(2, b"UINT64"), field(3, &[0xa0, 0x8d, 0x06]), field(5, &field(5, &[1; 100_000]))].concat()),
    ];
    for message in &messages {
        check_memory(message.len(), &format!("{:02x?}", &message[..8]), || drop(grpc(message)));
    }
    grpc(messages.last().expect("there are messages")).expect("a whole message");
    // Values that borrow from JSON, which is parsed and kept.
    typed!(Vec<String>, &texts[7]);
    typed!(Vec<&str>, &texts[7]);
    typed!(Vec<&str>, &texts[7].replace("\"\"", "\"\\n\""));
    typed!(&[u64], &texts[6]);
    typed!(tensor_format::Record, &texts[0]);
    typed!(tensor_format::RecordRef<'_>, &texts[0]);
}

/// Values without elements take memory and no bytes: their number is bounded over a whole message.
#[test]
fn items_without_elements_are_bounded() {
    #[derive(Tensor, Debug)]
    #[tensor(record)]
    struct Many(std::collections::HashMap<String, Batch<tensor_format::Tensor>>);

    let message = |count: usize, shape: &str, datatype: &str, data: &str| {
        let one = |name: usize| format!(r#"{{"name":"{name}","shape":{shape},"datatype":"{datatype}","data":{data}}}"#);
        format!(r#"{{"inputs":[{}]}}"#, (0..count).map(one).collect::<Vec<_>>().join(","))
    };
    let read = |text: &str| {
        let body = Body::new(&Headers::new(), text.as_bytes()).expect("a body");
        let request = Request::from_http(&body).expect("read");
        // The same over gRPC.
        let mut again = request.clone();
        again.inputs_mut().iter_mut().for_each(|input| input.set_form(Form::Raw));
        let raw = again.to_grpc().expect("written").to_vec();
        let other = Request::from_grpc(&raw).expect("read");
        let [own, other] = [request, other].map(|request| request.decode::<Many>().map(|many| many.0.len()));
        let [kind, other] = [&own, &other].map(|read| read.as_ref().err().map(|error| error.kind().name()));
        assert_eq!(kind, other);
        own
    };
    assert_eq!(read(&message(1, "[4096,0]", "FP32", "[]")).expect("as many as may be"), 1);
    assert_eq!(read(&message(16, "[200,0]", "FP32", "[]")).expect("fewer than may be"), 16);
    for (count, shape) in [(2, "[4096,0]"), (1_000, "[4096,0]"), (10_000, "[1,0]"), (1, "[1099511627776,0]")] {
        let text = message(count, shape, "FP32", "[]");
        let error = read(&text).expect_err("too many");
        let limit = matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::EmptyItems, .. });
        assert!(limit, "{count} of {shape}: {error}");
    }
    // Of these each takes a byte, and there are more the more bytes there are.
    let bytes = vec![7u8; 5_000];
    let request = Request::from_value(&bytes).expect("a request");
    let message = request.to_grpc().expect("written").to_vec();
    let request = Request::from_grpc(&message).expect("read");
    assert_eq!(request.decode::<Batch<tensor_format::Tensor>>().expect("few").0.len(), 5_000);
}

/// Returns a field of bytes.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let (mut out, mut len) = (vec![number << 3 | 2], bytes.len());
    while len >= 0x80 {
        out.push(len as u8 | 0x80);
        len >>= 7;
    }
    out.push(len as u8);
    out.extend_from_slice(bytes);
    out
}

fn check_memory(len: usize, what: &str, run: impl FnOnce()) {
    let most = allocation_counter::measure(run).bytes_max;
    assert!(most <= 32 * len as u64 + 8192, "{what}: {most} bytes for {len}: {} times", most / len as u64);
}

/// Parameters without a value are remembered by their names, each of which takes memory.
#[test]
fn parameters_without_values_take_bounded_memory() {
    let entry = |name: &str| field(4, &field(1, name.as_bytes()));
    let distinct: Vec<u8> = (0..10_000).flat_map(|name| entry(&format!("{name:x}"))).collect();
    let same: Vec<u8> = (0..10_000).flat_map(|_| field(4, &[])).collect();
    for (what, bytes) in [("distinct", distinct), ("same", same)] {
        check_memory(bytes.len(), what, || {
            Request::from_grpc(&bytes).expect_err("no value");
            assert!(Response::from_grpc(&bytes).expect("passed over").parameters.is_empty());
        });
    }
}

/// Quadratic comparisons of 100,000 names would take minutes.
#[test]
fn many_names_are_compared_in_linear_time() {
    let x = |name: usize| format!(r#"{{"name":"{name}","shape":[],"datatype":"BOOL","data":[true]}}"#);
    let text = |count: usize| format!(r#"{{"inputs":[{}]}}"#, (0..count).map(x).collect::<Vec<_>>().join(","));
    json(&text(100_000)).expect("read");
    let twice = format!(r#"{{"inputs":[{},{}]}}"#, (0..50_000).map(x).collect::<Vec<_>>().join(","), x(3));
    assert_eq!(fault_of(json(&twice)), (Stage::Tensor, FaultKind::DuplicateName));
}
