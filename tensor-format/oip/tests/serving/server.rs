//! Models behind sockets of this machine: every page, every form, every refusal.

use std::io::Write;

use crate::support::{exchange, get, models, post, serve};
use serde_json::json;
use tensor_format_oip::{
    Form, Options, Request, RequestedOutput, Response,
    http::{Body, Headers},
    metadata::{ModelMetadata, ServerMetadata},
    server::Server,
};

use crate::support::{SumInput, SumOutput, sum};

fn built() -> Server {
    models().build().expect("a server")
}

const SUM: &str = "/v2/models/sum/infer";
const X: &str = r#"{"name": "x", "datatype": "FP32", "shape": [2, 3], "data": [1, 2, 3, 4, 5, 6.5]}"#;

fn body_of(answer: &crate::support::Answer) -> Body<'_> {
    let headers: Headers = answer.headers.iter().map(|(name, value)| (name, value)).collect();
    Body::new(&headers, &answer.body).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_page_answers() {
    let server = built();
    let running = serve(server.router());
    let at = running.address;
    for slash in ["", "/"] {
        assert_eq!(get(at, &format!("/v2/health/live{slash}")).json(), json!({"live": true}));
        assert_eq!(get(at, &format!("/v2/health/ready{slash}")).json(), json!({"live": true, "ready": true}));
        for model in ["sum", "count/versions/1"] {
            let name = model.split('/').next();
            let metadata = get(at, &format!("/v2/models/{model}{slash}")).json();
            assert_eq!(metadata["name"].as_str(), name);
            let ready = get(at, &format!("/v2/models/{model}/ready{slash}")).json();
            assert_eq!((ready["name"].as_str(), &ready["ready"]), (name, &json!(true)));
            // Nothing that a model takes: but its page is there.
            let answer = post(at, &format!("/v2/models/{model}/infer{slash}"), &[], br#"{"inputs": []}"#);
            assert_eq!(answer.status, 400, "{}", answer.text());
        }
    }
    for page in ["/v2", "/v2/"] {
        let answer = get(at, page);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let metadata = ServerMetadata::from_json(&answer.body).expect("metadata");
        assert_eq!((&*metadata.name, &*metadata.version), ("test", "1.2.3"));
        assert_eq!(metadata.extensions, ["binary_tensor_data"]);
    }
    let metadata = ModelMetadata::from_json(&get(at, "/v2/models/sum").body).expect("metadata");
    assert_eq!(metadata.versions, None);
    let shapes = |tensors: &Option<Vec<tensor_format_oip::metadata::TensorMetadata>>| {
        let tensors = tensors.iter().flatten();
        tensors.map(|tensor| (tensor.name.clone(), tensor.datatype.clone(), tensor.shape.clone())).collect::<Vec<_>>()
    };
    let tensor = |name: &str, datatype: &str, shape: &[i64]| (name.to_owned(), datatype.to_owned(), shape.to_vec());
    assert_eq!(shapes(&metadata.inputs), [tensor("x", "FP32", &[-1, 3]), tensor("bias", "FP32", &[1])]);
    assert_eq!(shapes(&metadata.outputs), [tensor("total", "FP32", &[-1]), tensor("rows", "INT64", &[1])]);
    for page in ["/v2/models/count", "/v2/models/count/versions/1"] {
        let metadata = ModelMetadata::from_json(&get(at, page).body).expect("metadata");
        assert_eq!(metadata.versions, Some(vec!["1".to_owned(), "2".to_owned()]));
    }
    for page in
        ["/v2/models/sum/ready", "/v2/models/count/versions/2/ready", "/v2/models/a%20name%2Fwith%20%C3%BC/ready"]
    {
        let answer = get(at, page);
        assert_eq!((answer.status, &answer.json()["ready"]), (200, &json!(true)), "{page}");
    }

    server.set_ready(false);
    let answer = get(at, "/v2/health/ready");
    assert_eq!((answer.status, answer.json()), (503, json!({"live": true, "ready": false})));
    assert_eq!(get(at, "/v2/health/live").status, 200);
}

#[test]
fn what_is_not_there_is_said() {
    let running = serve(built().router());
    let at = running.address;
    for page in [
        "/v2/models/none",
        "/v2/models/none/ready",
        "/v2/models/count/versions/3",
        "/v2/models/count/versions/3/ready",
        "/v2/models/sum/versions/1",
        "/v2/nothing/here",
        "/v2/models/sum/config",
        "/v2/models/count/versions/",
        "/v2/models/count/versions//",
        "/v2/models/count/versions//ready",
    ] {
        let answer = get(at, page);
        assert_eq!(answer.status, 404, "{page}: {}", answer.text());
        assert!(!answer.error().is_empty());
    }
    let answer = post(at, "/v2/models/none/infer", &[], b"{}");
    assert_eq!((answer.status, &*answer.error()), (404, "there is no model `none`"));
    let answer = post(at, "/v2/models/count/versions/9/infer", &[], b"{}");
    assert_eq!((answer.status, &*answer.error()), (404, "the model `count` has no version `9`"));
    let numbers = br#"{"inputs": [{"name": "input", "datatype": "INT64", "shape": [2], "data": [3, 4]}]}"#;
    assert_eq!(post(at, "/v2/models/count/versions//infer", &[], numbers).status, 404);
    let answer = get(at, SUM);
    assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")));
    assert_eq!(answer.error(), "method: expected POST, found GET");
    let answer = post(at, "/v2/models/sum", &[], b"{}");
    assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")));
    // A name that is no UTF-8.
    assert_eq!(get(at, "/v2/models/%ff").status, 400);
}

/// Segments before the pages are not taken for the model.
#[test]
fn pages_may_be_below_a_path_with_segments_of_its_own() {
    let running = serve(axum::Router::new().nest("/{tenant}/{region}", built().router()));
    let numbers = br#"{"inputs": [{"name": "input", "datatype": "INT64", "shape": [2], "data": [3, 4]}]}"#;
    for (model, version) in [("count", "2"), ("count/versions/1", "1")] {
        let page = format!("/sum/2/v2/models/{model}");
        assert_eq!(get(running.address, &page).json()["name"], json!("count"));
        let answer = post(running.address, &format!("{page}/infer"), &[], numbers);
        assert_eq!(answer.json()["model_version"], json!(version), "{}", answer.text());
    }
}

#[test]
fn every_form_gives_the_same_answer() {
    let running = serve(built().router());
    let input = SumInput { x: vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]], bias: Some([0.5]) };
    let expected = sum(&input);
    for (inputs, encoding, outputs) in [
        (Form::Json, None, None),
        (Form::Binary, None, Some(true)),
        (Form::Binary, Some("gzip"), Some(false)),
        (Form::Json, Some("deflate"), Some(true)),
    ] {
        let mut request = Request::from_value(&input).expect("a request");
        request.id = Some("7 \"ü\"".into());
        request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(inputs));
        if outputs == Some(true) {
            request.outputs.extend(["rows", "total"].map(RequestedOutput::binary));
        }
        let message = request.to_http().expect("a message");
        let mut body = message.to_vec();
        let length = message.header_length().map(|len| len.to_string());
        let mut headers: Vec<(&str, &str)> = Vec::new();
        headers.extend(length.as_deref().map(|len| ("Inference-Header-Content-Length", len)));
        if let Some(encoding) = encoding {
            headers.push(("Content-Encoding", encoding));
            body = compressed(encoding, &body);
        }
        let answer = post(running.address, SUM, &headers, &body);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("inference-header-content-length").is_some(), outputs == Some(true));
        let body = body_of(&answer);
        let response = Response::from_http(&body).expect("a response");
        assert_eq!(response.model_name, "sum");
        assert_eq!(response.id.as_deref(), Some("7 \"ü\""));
        let form = if outputs == Some(true) { Form::Binary } else { Form::Json };
        assert!(response.outputs().iter().all(|tensor| tensor.form() == form));
        assert_eq!(response.decode::<SumOutput>().expect("an output"), expected);
        if form == Form::Binary {
            let json = answer.header("inference-header-content-length").and_then(|len| len.parse::<usize>().ok());
            assert_eq!(json.expect("a length") % 64, 0, "the binary data are aligned");
        }
    }
}

fn compressed(encoding: &str, body: &[u8]) -> Vec<u8> {
    let level = flate2::Compression::default();
    if encoding == "gzip" {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
        encoder.write_all(body).expect("bytes");
        return encoder.finish().expect("gzip");
    }
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
    encoder.write_all(body).expect("bytes");
    encoder.finish().expect("zlib")
}

/// Each output comes in the form that its own parameter says, or else that of the request.
#[test]
fn outputs_come_as_they_are_asked_for() {
    let running = serve(built().router());
    let ask = |rest: &str| post(running.address, SUM, &[], format!(r#"{{"inputs": [{X}]{rest}}}"#).as_bytes());
    let forms = |answer: &crate::support::Answer| {
        assert_eq!(answer.status, 200, "{}", answer.text());
        let body = body_of(answer);
        let response = Response::from_http(&body).expect("a response");
        response.outputs().iter().map(|tensor| (tensor.name().to_owned(), tensor.form())).collect::<Vec<_>>()
    };
    let total = |form| ("total".to_owned(), form);
    let rows = |form| ("rows".to_owned(), form);
    let (json, binary) = (Form::Json, Form::Binary);
    assert_eq!(forms(&ask("")), [total(json), rows(json)]);
    assert_eq!(forms(&ask(r#", "outputs": []"#)), [total(json), rows(json)]);
    assert_eq!(forms(&ask(r#", "parameters": {"binary_data_output": true}"#)), [total(binary), rows(binary)]);
    assert_eq!(forms(&ask(r#", "outputs": [{"name": "rows"}]"#)), [rows(json)]);
    assert_eq!(forms(&ask(r#", "outputs": [{"name": "rows"}, {"name": "rows"}]"#)), [rows(json)]);
    assert_eq!(
        forms(&ask(
            r#", "parameters": {"binary_data_output": true}, "outputs": [{"name": "rows"}, {"name": "total", "parameters": {"binary_data": false}}]"#
        )),
        [total(json), rows(binary)]
    );
    let refused = |rest: &str| {
        let answer = ask(rest);
        assert_eq!(answer.status, 400, "{}", answer.text());
        answer.error()
    };
    assert_eq!(
        refused(r#", "outputs": [{"name": "mean"}]"#),
        "output `mean`: the model has none of this name; it has: total, rows"
    );
    // What is long is not sent back whole.
    let long = "x".repeat(1 << 20);
    for rest in [
        format!(r#", "outputs": [{{"name": "{long}"}}]"#),
        format!(r#", "outputs": [{{"name": "{long}", "parameters": {{"classification": 3}}}}]"#),
    ] {
        assert!(refused(&rest).len() < 200);
    }
    // Compared one by one these would take minutes.
    let names = (0..100_000).map(|index| format!("{{\"name\":\"{index}\"}}")).collect::<Vec<_>>().join(",");
    assert!(refused(&format!(r#", "outputs": [{names}]"#)).starts_with("output `0`: the model has none"));
    assert!(
        refused(r#", "outputs": [{"name": "rows", "parameters": {"binary_data": 1}}]"#)
            .contains("binary_data: expected")
    );
    assert!(refused(r#", "parameters": {"binary_data_output": "yes"}"#).contains("binary_data_output: expected"));
    assert!(refused(r#", "outputs": [{"name": "rows", "parameters": {"classification": 3}}]"#).contains("not offered"));

    // Without an id there is none, and the version is the one that answered.
    let answer = ask("");
    assert_eq!(answer.json().get("id"), None);
    assert_eq!(answer.json().get("model_version"), None);
    let numbers = br#"{"inputs": [{"name": "input", "datatype": "INT64", "shape": [2], "data": [3, 4]}]}"#;
    for (page, version, expected) in [("count", "2", 14), ("count/versions/1", "1", 7), ("count/versions/2", "2", 14)] {
        let answer = post(running.address, &format!("/v2/models/{page}/infer"), &[], numbers).json();
        assert_eq!((&answer["model_version"], &answer["outputs"][0]["data"]), (&json!(version), &json!([expected])));
    }
}

/// What JSON has no form for is refused in JSON, and comes in binary.
#[test]
fn what_json_cannot_hold_is_asked_for_in_binary() {
    let running = serve(built().router());
    let ask = |rest: &str| {
        let body =
            format!(r#"{{"inputs": [{{"name": "input", "datatype": "UINT32", "shape": [], "data": [1]}}]{rest}}}"#);
        post(running.address, "/v2/models/odd/infer", &[], body.as_bytes())
    };
    for name in ["floats", "halves", "blobs"] {
        let answer = ask(&format!(r#", "outputs": [{{"name": "{name}"}}]"#));
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(answer.error().contains("binary") && answer.error().contains(name), "{}", answer.error());
        assert_eq!(answer.json()["tensor"], name);
    }
    let answer = ask(r#", "parameters": {"binary_data_output": true}"#);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(Response::from_http(&body_of(&answer)).expect("a response").outputs().len(), 3);
}

/// A request that breaks rules gets all of it said, with names, axes, expected and found apart.
#[test]
fn a_bad_request_hears_what_is_wrong() {
    let running = serve(built().router());
    let ask = |body: &str| post(running.address, SUM, &[], body.as_bytes());
    let answer = ask(r#"{"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 4], "data": [1, 2, 3, 4]}]}"#);
    assert_eq!(answer.status, 400);
    assert_eq!(
        answer.json(),
        json!({"error": "parameter `x`: axis 1: expected 3, found 4", "kind": "invalid", "tensor": "x", "axis": 1, "expected": "3", "found": "4"})
    );
    let answer = ask(
        r#"{"inputs": [{"name": "x", "datatype": "FP64", "shape": [3], "data": [1, 2, 3]}, {"name": "bias", "datatype": "FP32", "shape": [2], "data": [1, 2]}]}"#,
    );
    assert_eq!(answer.status, 400);
    for part in [
        "`x`: element type: expected f32, found f64",
        "`x`: rank: expected 2, found 1",
        "`bias`: axis 0: expected 1, found 2",
    ] {
        assert!(answer.error().contains(part), "{}", answer.error());
    }
    assert_eq!(answer.json()["more"].as_array().map(Vec::len), Some(2));
    let document = ask(r#"{"inputs": []}"#).json();
    let told = ["tensor", "expected", "found"].map(|key| document[key].as_str().unwrap_or_default());
    assert_eq!(told, ["x", "a tensor of this name", "none"], "{document}");
    for (body, part) in [
        ("", "expected"),
        ("{", "expected"),
        ("[]", "an object"),
        ("{}", "inputs"),
        (r#"{"inputs": [{"name": "x", "datatype": "FLOAT", "shape": [1], "data": [1]}]}"#, "FLOAT"),
        (
            r#"{"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 3], "data": [1, 2, "a"]}]}"#,
            "element 2: expected a number",
        ),
        (r#"{"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 3], "data": [1, 2]}]}"#, "`x`"),
        (
            r#"{"inputs": [{"name": "x", "datatype": "FP32", "shape": [1099511627776, 1099511627776], "data": [1]}]}"#,
            "`x`",
        ),
    ] {
        let answer = ask(body);
        assert_eq!((answer.status, &answer.json()["kind"]), (400, &json!("malformed")), "{body}");
        assert!(answer.error().contains(part), "{body}: {}", answer.error());
    }
    let answer = ask(r#"{"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 3], "data": [1, 2, "a"]}]}"#);
    let error =
        "parameter `x`: inputs[0].data: element 2: expected a number, found \"a\" (line 1, column 79) (byte 78)";
    let expected = json!({"error": error, "kind": "malformed", "tensor": "x", "element": 2, "expected": "a number", "found": "\"a\"", "byte": 78});
    assert_eq!(answer.json(), expected);
    // The header is ambiguous, or none.
    for headers in [
        &[("Inference-Header-Content-Length", "5"), ("Inference-Header-Content-Length", "5")][..],
        &[("Inference-Header-Content-Length", "0")],
        &[("Inference-Header-Content-Length", "99999999999999999999999")],
        &[("Content-Encoding", "gzip")],
    ] {
        let answer = post(running.address, SUM, headers, b"{}   ");
        assert_eq!(answer.status, 400, "{headers:?}: {}", answer.text());
    }
    let answer = post(running.address, SUM, &[("Content-Encoding", "br")], b"{}");
    assert_eq!((answer.status, &answer.json()["kind"]), (415, &json!("content_encoding")));
}

#[test]
fn bodies_have_limits_before_and_after_decompression() {
    let server = models().options(Options::new().max_body(10_000)).build().expect("a server");
    let running = serve(server.router());
    let at = running.address;
    let too_large = |answer: crate::support::Answer| {
        assert_eq!((answer.status, &answer.json()["kind"]), (413, &json!("too_large")), "{}", answer.text());
        assert!(answer.error().contains("at most 10000 bytes"), "{}", answer.error());
    };
    too_large(post(at, SUM, &[], &vec![b' '; 10_001]));
    // By its header alone: no byte of it is waited for.
    too_large(exchange(at, b"POST /v2/models/sum/infer HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n"));
    // In chunks, of which nobody knows how many come.
    let mut chunked = b"POST /v2/models/sum/infer HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for _ in 0..20 {
        chunked.extend_from_slice(b"400\r\n");
        chunked.extend_from_slice(&[b' '; 0x400]);
        chunked.extend_from_slice(b"\r\n");
    }
    too_large(exchange(at, &chunked));
    for encoding in ["gzip", "deflate"] {
        let bomb = compressed(encoding, &vec![b' '; 5_000_000]);
        assert!(bomb.len() < 10_000);
        too_large(post(at, SUM, &[("Content-Encoding", encoding)], &bomb));
    }
    let fits = format!("{:10000}", format!(r#"{{"inputs": [{X}]}}"#));
    assert_eq!(post(at, SUM, &[], fits.as_bytes()).status, 200);
    assert_eq!(post(at, &format!("{SUM}/"), &[], fits.as_bytes()).status, 200);
}

/// The model's own errors are 500, and the server lives after each of them.
#[test]
fn what_the_model_does_is_not_the_clients_fault() {
    let running = serve(built().router());
    let one = br#"{"inputs": [{"name": "y", "datatype": "FP32", "shape": [2], "data": [-1, 2]}]}"#;
    for _ in 0..3 {
        let ask = |model: &str| {
            let answer = post(running.address, &format!("/v2/models/{model}/infer"), &[], one);
            assert_eq!(answer.status, 500, "{}", answer.text());
            (answer.json()["kind"].as_str().unwrap_or_default().to_owned(), answer.error())
        };
        assert_eq!(ask("fails"), ("model".into(), "model `fails` failed: the model has \"its own\" error".into()));
        assert_eq!(ask("panics"), ("panic".into(), "model `panics` panicked".into()));
        assert_eq!(ask("later"), ("panic".into(), "model `later` panicked".into()));
        assert_eq!(ask("inline"), ("panic".into(), "model `inline` panicked".into()));
        let (kind, error) = ask("shorter");
        assert_eq!(kind, "output");
        assert_eq!(
            error,
            "model `shorter`: its output does not fit the request: parameter `z`: axis 0: `rows` is 2 in `y`, found 1"
        );
        let sum = post(running.address, SUM, &[], format!(r#"{{"inputs": [{X}]}}"#).as_bytes());
        assert_eq!(sum.json()["outputs"][0]["data"], json!([6.0, 15.5]));
    }
    let zero = br#"{"inputs": [{"name": "y", "datatype": "FP32", "shape": [1], "data": [0]}]}"#;
    for model in ["later", "inline"] {
        let answer = post(running.address, &format!("/v2/models/{model}/infer"), &[], zero);
        assert_eq!((answer.status, answer.json()["kind"].as_str()), (500, Some("model")));
    }
    let numbers = br#"{"inputs": [{"name": "y", "datatype": "FP32", "shape": [2], "data": [3, 4]}]}"#;
    for (page, expected) in [("inline", 7.0), ("inline/versions/2", 12.0)] {
        let answer = post(running.address, &format!("/v2/models/{page}/infer"), &[], numbers);
        assert_eq!(answer.json()["outputs"][0]["data"], json!([expected]), "{}", answer.text());
    }
}

/// A model may borrow from the request, at whatever byte it begins.
#[test]
fn models_borrow_from_the_request() {
    let running = serve(built().router());
    for spaces in 0..16 {
        let json = format!(
            r#"{{"inputs": [{{"name": "values", "datatype": "FP32", "shape": [2], "parameters": {{"binary_data_size": 8}}}}, {{"name": "shown", "datatype": "FP64", "shape": [1], "parameters": {{"binary_data_size": 8}}}}]}}{:spaces$}"#,
            ""
        );
        let mut body = json.clone().into_bytes();
        body.extend([1.5f32, 2.5].iter().flat_map(|value| value.to_le_bytes()));
        body.extend(4f64.to_le_bytes());
        let headers = [("Inference-Header-Content-Length", &*json.len().to_string())];
        let answer = post(running.address, "/v2/models/lent/infer", &headers, &body);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json()["outputs"][0]["data"], json!([8.0]));
    }
    let json = br#"{"inputs": [{"name": "input", "datatype": "FP32", "shape": [2], "data": [1, 2]}]}"#;
    assert_eq!(
        post(running.address, "/v2/models/later/infer", &[], json).json()["outputs"][0]["data"],
        json!([2.0, 4.0])
    );
}

/// A raw request is read if the server is told to, and a lone output has the name that it is given.
#[test]
fn raw_requests_and_names_of_lone_outputs_are_options() {
    use tensor_format_oip::metadata::MetadataOptions;
    let header = [("Inference-Header-Content-Length", "0")];
    let numbers: Vec<u8> = [1.5f32, 2.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    let running = serve(built().router());
    assert_eq!(post(running.address, "/v2/models/later/infer", &header, &numbers).status, 400);
    let server = models()
        .options(Options::new().raw_requests(true))
        .metadata_options(MetadataOptions::new().output_name("doubled"));
    let running = serve(server.build().expect("a server").router());
    let answer = post(running.address, "/v2/models/later/infer", &header, &numbers);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let body = body_of(&answer);
    let response = Response::from_http(&body).expect("a response");
    assert_eq!((response.outputs()[0].name(), response.outputs()[0].form()), ("doubled", Form::Binary));
    assert_eq!(response.decode::<Vec<f32>>().expect("an output"), [3.0, 4.0]);
    assert_eq!(post(running.address, "/v2/models/later/infer", &header, &numbers[1..]).status, 400);
    assert_eq!(post(running.address, SUM, &header, &numbers).status, 400);
    let metadata = get(running.address, "/v2/models/later").json();
    assert_eq!(metadata["outputs"][0]["name"], "doubled");
}

#[test]
fn answers_are_compressed_when_the_server_is_told_to() {
    let ask = |server: Server, accept: &str| {
        let running = serve(server.router());
        let body = format!(r#"{{"inputs": [{X}]}}"#);
        let answer = post(running.address, SUM, &[("Accept-Encoding", accept)], body.as_bytes());
        let body = body_of(&answer);
        let output = Response::from_http(&body).expect("a response").decode::<SumOutput>().expect("an output");
        assert_eq!(output.total, [6.0, 15.5]);
        answer.header("content-encoding").map(str::to_owned)
    };
    assert_eq!(ask(built(), "gzip"), None);
    let compressing = || models().compress(true).build().expect("a server");
    for (accept, encoding) in
        [("gzip, br", Some("gzip")), ("br, DEFLATE;q=0.5", Some("deflate")), ("gzip;q=0", None), ("br", None)]
    {
        assert_eq!(ask(compressing(), accept).as_deref(), encoding, "{accept}");
    }
}

#[test]
fn servers_that_cannot_be_are_not_built() {
    use tensor_format::{Tensor, model};
    let echo = || model::from_fn(|input: Vec<f32>| Ok::<_, String>(input));
    let error = Server::builder().model("a", echo()).model("a", echo()).build().expect_err("an error");
    assert_eq!(error.to_string(), "model `a`: expected a name and version of its own, found both before");
    assert!(Server::builder().model_version("a", "1", echo()).model_version("a", "2", echo()).build().is_ok());
    assert!(Server::builder().model("", echo()).build().is_err());

    #[derive(Tensor)]
    struct AnyRank {
        x: tensor_format::Tensor,
    }
    let any = model::from_fn(|input: AnyRank| Ok::<f32, String>(input.x.len() as f32));
    let error = Server::builder().model("any", any).build().expect_err("an error");
    assert!(error.to_string().starts_with("model `any`: parameter `x`:"), "{error}");
    assert_eq!(error.model(), "any");
}
