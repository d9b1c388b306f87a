//! Calls a server of another implementation, which `tests/peers/oip/check` of the repository starts, by all clients: it has
//! the model `sum` of the peers. Panics at a wrong answer.
//!
//! `OIP_HTTP` and `OIP_GRPC` are the addresses; `OIP_FORMS` lists what is tried of `binary`, `json`, `gzip`, `mixed`
//! and `deflate`.

#[path = "../tests/serving/support.rs"]
mod support;

use std::{env::var, future::poll_fn, io::Write, net::SocketAddr};

use support::{SumInput, SumOutput, post, sum};
use tensor_format_oip::{
    Form, Request, Response,
    client::{CallOptions, Client, ClientError, ClientOptions, TensorForm, blocking, grpc},
    http::{Body, Headers},
};
use tonic::{
    codegen::{Service, http},
    transport::Channel,
};

/// Inputs of the model, whose sums are exact.
fn inputs() -> impl Iterator<Item = SumInput> {
    (1..6u8).map(|rows| {
        let x = (0..rows).map(|row| [f32::from(row), 0.5, -1.25 * f32::from(rows)]).collect();
        SumInput { x, bias: (rows % 2 == 0).then_some([f32::from(rows) * 0.25]) }
    })
}

/// Returns a request for the model.
fn request(input: &SumInput) -> Request<'_> {
    let mut request = Request::from_value(input).expect("a request");
    request.id = Some("by another".into());
    request.model_name = "sum".into();
    request
}

/// Sends over HTTP what the clients do not: `x` as bytes beside `bias` in JSON, or the body in deflate.
fn send_http(address: SocketAddr, input: &SumInput, mixed: bool, deflate: bool) {
    let mut request = request(input);
    for tensor in request.inputs_mut() {
        let is_binary = mixed && tensor.name() == "x";
        tensor.set_form(if is_binary { Form::Binary } else { Form::Json });
    }
    let message = request.to_http().expect("a message");
    // The length is that of what is sent.
    let mut headers: Vec<_> = message.headers().filter(|(name, _)| *name != "Content-Length").collect();
    let mut body = message.to_vec();
    if deflate {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(&body).expect("bytes");
        body = encoder.finish().expect("bytes");
        headers.push(("Content-Encoding", "deflate".to_owned()));
    }
    let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, &**value)).collect();
    let answer = post(address, "/v2/models/sum/infer", &headers, &body);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let headers = Headers {
        inference_header_content_length: answer.header("inference-header-content-length").map(str::as_bytes),
        content_encoding: answer.header("content-encoding").map(str::as_bytes),
        repeated: None,
    };
    let body = Body::new(&headers, &answer.body).expect("a body");
    check(&Response::from_http(&body).expect("a response"), input);
}

/// Sends the elements over gRPC in the fields of their types, which the client does not.
async fn send_typed(mut channel: Channel, input: &SumInput) {
    let mut request = request(input);
    request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(Form::Typed));
    let message = request.to_grpc().expect("a message").to_vec();
    // Not compressed, and how long it is.
    let mut framed = vec![0];
    framed.extend_from_slice(&u32::try_from(message.len()).expect("a short message").to_be_bytes());
    framed.extend_from_slice(&message);
    let request = http::Request::post("/inference.GRPCInferenceService/ModelInfer")
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(tonic::body::Body::new(axum::body::Body::from(framed)));
    poll_fn(|context| channel.poll_ready(context)).await.expect("a connection");
    let answer = channel.call(request.expect("a request")).await.expect("an answer");
    let body = axum::body::Body::new(answer.into_body());
    let body = axum::body::to_bytes(body, 1 << 20).await.expect("a body");
    check(&Response::from_grpc(body.get(5..).expect("a message")).expect("a response"), input);
}

fn check(response: &Response<'_>, input: &SumInput) {
    assert_eq!(response.id.as_deref(), Some("by another"));
    assert_eq!(response.decode::<SumOutput>().expect("an output"), sum(input));
}

fn main() {
    let (http, over_grpc) = (var("OIP_HTTP").expect("OIP_HTTP"), var("OIP_GRPC").expect("OIP_GRPC"));
    let forms = var("OIP_FORMS").expect("OIP_FORMS");
    let forms: Vec<_> = forms.split(',').collect();
    let (binary, gzip) = (forms.contains(&"binary"), forms.contains(&"gzip"));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let mut calls = 0;
    for (form, compress) in [
        (TensorForm::Binary, false),
        (TensorForm::Binary, true),
        (TensorForm::Json, false),
        (TensorForm::Json, true),
        (TensorForm::Auto, false),
    ] {
        if (form == TensorForm::Binary && !binary) || (compress && !gzip) {
            continue;
        }
        let options = ClientOptions::new().form(form).compress(compress);
        let blocking = blocking::Client::with_options(&http, options).expect("a client");
        let client = Client::with_options(&http, options).expect("a client");
        assert!(blocking.is_live().expect("an answer") && blocking.is_ready().expect("an answer"));
        assert!(blocking.is_model_ready("sum", "").expect("an answer"));
        assert!(!blocking.is_model_ready("no-such-model", "").expect("an answer"));
        let model = blocking.model::<SumInput, SumOutput>("sum").expect("the model");
        let model_async = runtime.block_on(client.model::<SumInput, SumOutput>("sum")).expect("the model");
        for (index, input) in inputs().enumerate() {
            let id = format!("call {index}");
            let call = CallOptions::new().id(&*id);
            let answer = model.infer_with(&input, &call).expect("an answer");
            assert_eq!((&answer.value, answer.id.as_deref()), (&sum(&input), Some(&*id)));
            let answer = runtime.block_on(model_async.infer(&input)).expect("an answer");
            assert_eq!(answer, sum(&input), "{form:?}");
            calls += 2;
        }
        let error = blocking.model::<SumInput, SumOutput>("no-such-model").expect_err("an error");
        assert!(matches!(error, ClientError::Status(_)), "{error}");
        let error = blocking.model::<SumInput, Vec<[f64; 7]>>("sum").expect_err("an error");
        assert!(matches!(error, ClientError::Mismatches { .. }), "{error}");
    }
    let address = http.parse().expect("an address");
    for input in inputs() {
        for (mixed, deflate) in [(true, false), (false, true), (true, true)] {
            if (!mixed || forms.contains(&"mixed")) && (!deflate || forms.contains(&"deflate")) {
                send_http(address, &input, mixed, deflate);
                calls += 1;
            }
        }
    }
    runtime.block_on(async {
        let channel = Channel::from_shared(format!("http://{over_grpc}")).expect("an address");
        let channel = channel.connect().await.expect("a channel");
        for input in inputs() {
            send_typed(channel.clone(), &input).await;
            calls += 1;
        }
        // All of the servers read gzip there, also those that do not over HTTP.
        for compress in [false, true] {
            let options = ClientOptions::new().compress(compress);
            let client = grpc::Client::connect_with(&over_grpc, options).await.expect("a client");
            assert!(client.is_live().await.expect("an answer") && client.is_ready().await.expect("an answer"));
            assert!(client.is_model_ready("sum", "").await.expect("an answer"));
            let model = client.model::<SumInput, SumOutput>("sum").await.expect("the model");
            for input in inputs() {
                let answer = model.infer_with(&input, &CallOptions::new().id("g")).await.expect("an answer");
                assert_eq!((answer.value, answer.id.as_deref()), (sum(&input), Some("g")));
                calls += 1;
            }
            let error = client.model::<SumInput, SumOutput>("no-such-model").await.expect_err("an error");
            assert!(matches!(error, ClientError::Rpc { .. }), "{error}");
        }
    });
    println!("{calls} calls answered");
}
