//! Typed values in a router of one's own.

use crate::support::{SumInput, SumOutput, post, serve, sum};
use axum::{Extension, Router, routing::post as route};
use serde_json::json;
use tensor_format::Binary;
use tensor_format_oip::{
    Form, Options, Request, Response,
    http::{Body, Headers},
    server::Tensors,
};

async fn add(Tensors { value, mut asked }: Tensors<SumInput>) -> Tensors<SumOutput> {
    asked.model_name = "mine".into();
    Tensors { value: sum(&value), asked }
}

fn router() -> Router {
    Router::new()
        .route("/sum", route(add))
        .route("/blob", route(async |_: Tensors<Vec<f32>>| Tensors::from(Binary(vec![0xff]))))
        .route(
            "/broken",
            route(async |_: Tensors<Vec<f32>>| {
                // Two lengths of one axis.
                Tensors::from(crate::support::Pair { a: vec![1.0], b: vec![] })
            }),
        )
        .layer(Extension(Options::new().max_body(5000)))
}

#[test]
fn values_come_and_go_in_every_form() {
    let running = serve(router());
    let input = SumInput { x: vec![[1.0, 2.0, 3.0]; 2], bias: None };
    for form in [Form::Json, Form::Binary] {
        let mut request = Request::from_value(&input).expect("a request");
        request.id = Some("id".into());
        request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(form));
        if form == Form::Binary {
            request.parameters.set("binary_data_output", tensor_format_oip::Parameter::Bool(true));
        }
        let message = request.to_http().expect("a message");
        let length = message.header_length().map(|len| len.to_string());
        let headers: Vec<_> =
            length.as_deref().map(|len| ("Inference-Header-Content-Length", len)).into_iter().collect();
        let answer = post(running.address, "/sum", &headers, &message.to_vec());
        assert_eq!(answer.status, 200, "{}", answer.text());
        let headers: Headers = answer.headers.iter().map(|(name, value)| (name, value)).collect();
        let body = Body::new(&headers, &answer.body).expect("a body");
        let response = Response::from_http(&body).expect("a response");
        assert_eq!((&*response.model_name, response.id.as_deref()), ("mine", Some("id")));
        assert!(response.outputs().iter().all(|tensor| tensor.form() == form));
        assert_eq!(response.decode::<SumOutput>().expect("an output"), sum(&input));
    }
}

#[test]
fn what_is_refused_has_a_status_and_a_document() {
    let running = serve(router());
    let ask = |page: &str, body: &str| {
        let answer = post(running.address, page, &[], body.as_bytes());
        (answer.status, answer.json())
    };
    let wrong = r#"{"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 2], "data": [1, 2]}]}"#;
    assert_eq!(
        ask("/sum", wrong),
        (
            422,
            json!({"error": "parameter `x`: axis 1: expected 3, found 2", "kind": "invalid", "tensor": "x", "axis": 1, "expected": "3", "found": "2"})
        )
    );
    let (status, document) =
        ask("/sum", r#"{"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 3], "data": [1, 2]}]}"#);
    assert_eq!((status, &document["kind"], &document["tensor"]), (400, &json!("malformed"), &json!("x")));
    assert_eq!(ask("/sum", "nonsense").0, 400);
    assert_eq!(ask("/sum", &" ".repeat(5001)).0, 413);
    assert_eq!(post(running.address, "/sum", &[("Content-Encoding", "zstd")], b"{}").status, 415);
    let floats = r#"{"inputs": [{"name": "input", "datatype": "FP32", "shape": [1], "data": [1]}]}"#;
    let (status, document) = ask("/blob", floats);
    assert_eq!((status, &document["tensor"]), (400, &json!("output")));
    let (status, document) = ask("/broken", floats);
    assert_eq!((status, &document["kind"]), (500, &json!("output")));
    assert!(document["error"].as_str().is_some_and(|error| error.contains("`b`: axis 0: `n` is 1 in `a`, found 0")));
}
