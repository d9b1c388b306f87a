//! Documents beside messages: limits, memory, and what is broken or contradicts itself.

use tensor_format::DecodeError;
use tensor_format_oip::{
    Fault, FaultKind, Options,
    http::{ErrorDocument, is_ready},
    metadata::{MAX_DOCUMENT, ModelConfig, ModelMetadata, ServerMetadata},
};

/// Reads a document in all ways.
fn read_all(json: &[u8]) {
    let _ = ModelMetadata::from_json(json);
    let _ = ModelConfig::from_json(json);
    let _ = ServerMetadata::from_json(json);
    let _ = ErrorDocument::new(500, json);
    let _ = is_ready(200, json);
    let _ = ModelMetadata::from_grpc(json);
    let _ = ServerMetadata::from_grpc(json);
}

fn kind<T: std::fmt::Debug>(result: Result<T, DecodeError>) -> FaultKind {
    let error = result.expect_err("refused");
    Fault::of(&error).unwrap_or_else(|| panic!("no fault: {error}")).kind
}

fn join(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(",")
}

fn tensor(name: usize) -> String {
    format!(r#"{{"name":"{name}","datatype":"FP32","shape":[-1]}}"#)
}

fn metadata(inputs: &str) -> String {
    format!(r#"{{"name":"m","platform":"","inputs":[{inputs}]}}"#)
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

fn grpc_tensor(name: &str, rest: &[u8]) -> Vec<u8> {
    field(4, &[&field(1, name.as_bytes()), &field(2, b"FP32"), rest].concat())
}

/// Memory is at most 32 bytes for each byte of a document and 8 KiB.
#[test]
fn memory_is_bounded_by_the_document() {
    let repeated = |item: &str, count| vec![item; count].join(",");
    let zeros = repeated("0", 10_000);
    let objects = repeated(r#"{"":0}"#, 5_000);
    // What serde reads as a definition, in as few bytes as possible.
    let definition =
        |name: &str, aliases: &str| format!(r#"["{name}",true,[["f32"],[],null,[]],null,false,[{aliases}]]"#);
    let defined =
        |rules: &str| format!(r#"{{"name":"x","datatype":"FP32","shape":[],"parameters":{{"rules":{rules}}}}}"#);
    let small = |index: usize| {
        let rules = definition(&index.to_string(), "");
        format!(r#"{{"name":"{index}","datatype":"FP32","shape":[],"parameters":{{"rules":{rules}}}}}"#)
    };
    let deep = |axes: usize| {
        let axes = repeated("[null,0,null]", axes);
        defined(&format!(r#"["x",true,[["f32"],[{axes}],null,[]]]"#))
    };
    let documents = [
        format!("[{zeros}]"),
        format!("[{objects}]"),
        format!(r#"{{"error":[{objects}],"live":[{objects}]}}"#),
        format!(r#"{{"name":"m","platform":"","version":"","extensions":[{}]}}"#, repeated("\"\"", 10_000)),
        format!(r#"{{"name":"m","platform":"","versions":[{}]}}"#, repeated("\"\"", 10_000)),
        metadata(&repeated("{}", 10_000)),
        metadata(&join(10_000, tensor)),
        metadata(&format!(r#"{{"name":"x","datatype":"F","shape":[{zeros}]}}"#)),
        metadata(&defined(&definition("x", &repeated("\"\"", 10_000)))),
        metadata(&join(10_000, small)),
        metadata(&deep(255)),
        metadata(&deep(10_000)),
        format!(
            r#"{{"name":"","input":[{}]}}"#,
            join(10_000, |name| { format!(r#"{{"name":"{name}","data_type":"TYPE_FP32","dims":[]}}"#) })
        ),
        format!(r#"{{"error":"{}"}}"#, "x".repeat(10_000)),
    ];
    let rules = |definitions: &str| {
        let rules = format!(r#"{{"inputs":[{definitions}]}}"#);
        field(6, &[field(1, b"rules"), field(2, rules.as_bytes())].concat())
    };
    let tensors: Vec<u8> = (0..10_000).flat_map(|name| grpc_tensor(&name.to_string(), &[])).collect();
    let messages = [
        [0x22, 0].repeat(10_000),
        [0x2a, 0].repeat(10_000),
        [0x12, 0].repeat(10_000),
        [0x1a, 0].repeat(10_000),
        [0x22, 6, 0x0a, 1, b'x', 0x12, 1, b'y'].repeat(10_000),
        grpc_tensor("x", &field(3, &[1; 10_000])),
        tensors.clone(),
        [&tensors[..], &rules(&join(10_000, |name| definition(&name.to_string(), "")))].concat(),
        [&grpc_tensor("x", &[])[..], &rules(&definition("x", &repeated("\"\"", 10_000)))].concat(),
    ];
    for document in documents.iter().map(String::as_bytes).chain(messages.iter().map(Vec::as_slice)) {
        let most = allocation_counter::measure(|| read_all(document)).bytes_max;
        let len = document.len() as u64;
        let begin = String::from_utf8_lossy(&document[..document.len().min(80)]);
        assert!(most <= 32 * len + 8192, "{begin}: {most} bytes for {len}: {} times", most / len);
    }
}

#[test]
fn documents_have_a_limit() {
    let padded = |json: &str, len: usize| format!("{json}{}", " ".repeat(len - json.len()));
    let document = r#"{"name":"m","platform":"","version":"","error":"E","ready":false}"#;
    let (whole, large) = (padded(document, MAX_DOCUMENT), padded(document, MAX_DOCUMENT + 1));
    ModelMetadata::from_json(whole.as_bytes()).expect("within the limit");
    let large = large.as_bytes();
    assert_eq!(kind(ModelMetadata::from_json(large)), FaultKind::TooLarge);
    assert_eq!(kind(ModelConfig::from_json(large)), FaultKind::TooLarge);
    assert_eq!(kind(ServerMetadata::from_json(large)), FaultKind::TooLarge);
    let options = Options::new().max_body(MAX_DOCUMENT + 1);
    ModelMetadata::from_json_with(large, &options).expect("allowed");
    ModelConfig::from_json_with(large, &options).expect("allowed");
    ServerMetadata::from_json_with(large, &options).expect("allowed");
    // Of an answer that is larger, the status and the beginning are kept.
    assert_eq!(ErrorDocument::new(500, whole.as_bytes()).error.as_deref(), Some("E"));
    assert_eq!(ErrorDocument::new(500, large).error, None);
    assert!(ErrorDocument::new(500, large).body.starts_with(document));
    assert!(is_ready(200, large) && !is_ready(200, whole.as_bytes()));
    let message = field(99 >> 3, &vec![0; MAX_DOCUMENT]);
    assert_eq!(kind(ModelMetadata::from_grpc(&message)), FaultKind::TooLarge);
    assert_eq!(kind(ServerMetadata::from_grpc(&message)), FaultKind::TooLarge);
    let options = Options::new();
    ModelMetadata::from_grpc_with(&message, &options).expect("allowed");
    ServerMetadata::from_grpc_with(&message, &options).expect("allowed");
    // Brackets too.
    let deep = format!(r#"{{"name":"m","platform":"","later":{}{}}}"#, "[".repeat(128), "]".repeat(128));
    assert_eq!(kind(ModelMetadata::from_json(deep.as_bytes())), FaultKind::TooDeep);
}

#[test]
fn many_tensors_are_read() {
    let definition = |name: usize| format!(r#"["{name}",true,[["f32"],[[null,0,null]],null,[]]]"#);
    let rules = format!(r#"{{"inputs":[{}]}}"#, join(60_000, |name| definition(59_999 - name)));
    let shape = field(3, &[&[0xff; 9][..], &[1]].concat());
    let mut message: Vec<u8> = (0..60_000).flat_map(|name| grpc_tensor(&name.to_string(), &shape)).collect();
    message.extend(field(6, &[field(1, b"rules"), field(2, rules.as_bytes())].concat()));
    let inputs = ModelMetadata::from_grpc_with(&message, &Options::new()).expect("read").inputs.expect("inputs");
    assert!(inputs.len() == 60_000 && inputs.iter().all(|input| input.definition.is_some()));
    // What is ignored makes no errors.
    let ignored = |name: usize| format!(r#"{{"name":"{name}","datatype":"F","shape":["1"],"parameters":1}}"#);
    ModelMetadata::from_json(metadata(&join(10_000, ignored)).as_bytes()).expect("read");
    let repeated = format!("{{{}}}", vec![r#""live":0"#; 50_000].join(","));
    assert!(is_ready(200, repeated.as_bytes()));
}

#[test]
fn names_that_come_twice_are_refused() {
    let twice = metadata(&format!("{},{},{}", tensor(1), tensor(2), tensor(1)));
    let error = ModelMetadata::from_json(twice.as_bytes()).expect_err("twice");
    assert!(error.to_string().starts_with("inputs[2]: expected tensors of different names, found {"), "{error}");
    assert_eq!(kind(ModelMetadata::from_json(twice.as_bytes())), FaultKind::DuplicateName);
    let message = ["x", "y", "x"].map(|name| grpc_tensor(name, &[])).concat();
    let error = ModelMetadata::from_grpc(&message).expect_err("twice");
    assert_eq!(error.offset(), Some(24));
    assert_eq!(kind(ModelMetadata::from_grpc(&message)), FaultKind::DuplicateName);
    let tensor = r#"{"name":"x","data_type":"TYPE_FP32","dims":[]}"#;
    let config = format!(r#"{{"name":"m","output":[{tensor},{tensor}]}}"#);
    assert_eq!(kind(ModelConfig::from_json(config.as_bytes())), FaultKind::DuplicateName);
    let key = r#"{"name":"m","platform":"","platform":""}"#;
    assert_eq!(kind(ModelMetadata::from_json(key.as_bytes())), FaultKind::DuplicateKey);
}

/// Both transports refuse the same.
#[test]
fn broken_tensors_are_refused() {
    let json = |tensor: &str| kind(ModelMetadata::from_json(metadata(tensor).as_bytes()));
    let grpc = |tensor: &[u8]| kind(ModelMetadata::from_grpc(&field(4, tensor)));
    assert_eq!(json(r#"{"datatype":"FP32","shape":[]}"#), FaultKind::Missing);
    assert_eq!(json(r#"{"name":"","datatype":"FP32","shape":[]}"#), FaultKind::Missing);
    assert_eq!(json(r#"{"name":"x","datatype":"","shape":[]}"#), FaultKind::Missing);
    assert_eq!(grpc(&field(2, b"FP32")), FaultKind::Name);
    assert_eq!(grpc(&field(1, b"x")), FaultKind::Datatype);
    for len in ["-2", "1.0", "true", "\"+1\"", "null", "9223372036854775808"] {
        assert_eq!(json(&format!(r#"{{"name":"x","datatype":"F","shape":[{len}]}}"#)), FaultKind::Shape, "{len}");
    }
    let shape = |shape: &[u8]| [field(1, b"x"), field(2, b"F"), field(3, shape)].concat();
    // -2 in ten bytes; 256 axes.
    let minus_two = [&[0xfe][..], &[0xff; 8], &[1]].concat();
    assert_eq!(grpc(&shape(&minus_two)), FaultKind::Shape);
    assert_eq!(grpc(&shape(&[1; 256])), FaultKind::Shape);
    ModelMetadata::from_grpc(&field(4, &shape(&[1; 255]))).expect("255 axes");
    assert_eq!(
        json(&format!(r#"{{"name":"x","datatype":"F","shape":[{}]}}"#, join(256, |_| "1".into()))),
        FaultKind::Shape
    );
}

/// A definition that says something else than the metadata of its tensor is ignored, and no other one with it.
#[test]
fn definitions_that_contradict_their_tensors_are_ignored() {
    let tensor = |name: &str, datatype: &str, shape: &str, rules: &str| {
        format!(r#"{{"name":"{name}","datatype":"{datatype}","shape":{shape},"parameters":{{"rules":{rules}}}}}"#)
    };
    let rules = |name: &str, types: &str, axes: &str, open: &str| {
        let rules = format!(r#"{{"allowed_types":[{types}],"axes":[{axes}],"open":{open},"annotations":[]}}"#);
        format!(r#"{{"name":"{name}","required":false,"rules":{rules}}}"#)
    };
    let to_8 = r#"{"name":"n","min":1,"max":8}"#;
    let any = r#"{"name":null,"min":0,"max":null}"#;
    let empty = r#"{"name":null,"min":2,"max":1}"#;
    let cases = [
        ("kept", "FP32", "[-1]", rules("kept", "\"f32\"", to_8, "null"), true),
        ("text", "BYTES", "[-1]", rules("text", "\"string\"", to_8, "null"), true),
        ("open", "FP32", "[-1]", rules("open", "\"f32\"", "", "0"), true),
        ("name", "FP32", "[-1]", rules("another", "\"f32\"", to_8, "null"), false),
        ("type", "FP32", "[-1]", rules("type", "\"f64\"", to_8, "null"), false),
        ("types", "FP32", "[-1]", rules("types", "\"f32\",\"f64\"", to_8, "null"), false),
        ("unknown", "FP8", "[-1]", rules("unknown", "", to_8, "null"), false),
        ("rank", "FP32", "[-1,-1]", rules("rank", "\"f32\"", to_8, "null"), false),
        ("length", "FP32", "[9]", rules("length", "\"f32\"", to_8, "null"), false),
        ("looser", "FP32", "[4]", rules("looser", "\"f32\"", any, "null"), false),
        ("empty", "FP32", "[-1]", rules("empty", "\"f32\"", empty, "null"), false),
        ("closed", "FP32", "[2]", rules("closed", "\"f32\"", "", "0"), false),
        ("broken", "FP32", "[-1]", r#"{"name":"broken"}"#.to_owned(), false),
        ("last", "FP32", "[-1]", rules("last", "\"f32\"", to_8, "null"), true),
    ];
    let json = cases.iter().map(|(name, datatype, shape, rules, _)| tensor(name, datatype, shape, rules));
    let over_http = ModelMetadata::from_json(metadata(&json.collect::<Vec<_>>().join(",")).as_bytes()).expect("read");
    // Over gRPC, all definitions are in one property.
    let mut message = Vec::new();
    for tensor in over_http.inputs.iter().flatten() {
        let shape: Vec<u8> = tensor
            .shape
            .iter()
            .flat_map(|len| match len {
                -1 => [vec![0xff; 9], vec![1]].concat(),
                len => vec![*len as u8],
            })
            .collect();
        let fields = [field(1, tensor.name.as_bytes()), field(2, tensor.datatype.as_bytes()), field(3, &shape)];
        message.extend(field(4, &fields.concat()));
    }
    let list = cases.iter().map(|(_, _, _, rules, _)| rules.as_str()).collect::<Vec<_>>().join(",");
    let property = format!(r#"{{"inputs":[1,{list}],"outputs":7}}"#);
    message.extend(field(6, &[field(1, b"rules"), field(2, property.as_bytes())].concat()));
    let over_grpc = ModelMetadata::from_grpc(&message).expect("read");
    for metadata in [over_http, over_grpc] {
        let found = metadata.inputs.iter().flatten().map(|tensor| (&*tensor.name, tensor.definition.is_some()));
        let expected = cases.iter().map(|(name, _, _, _, kept)| (*name, *kept));
        assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}

/// A definition that a program puts there is held to the same rule when it is used.
#[test]
fn definitions_that_were_put_there_are_ignored_too() {
    let json = metadata(r#"{"name":"x","datatype":"FP32","shape":[3]}"#);
    let mut metadata = ModelMetadata::from_json(json.as_bytes()).expect("read");
    let input = &mut metadata.inputs.as_mut().expect("inputs")[0];
    let mut definition = input.to_definition();
    definition.rules.allowed_types = vec![tensor_format::ElementType::F64];
    input.definition = Some(Box::new(definition));
    assert_eq!(input.to_definition().to_string(), "x: f32 [3]");
}
