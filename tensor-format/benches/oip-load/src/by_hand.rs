//! The same models without the crate: axum and serde_json with typed structs, tonic and prost.
//!
//! The limit of a body is that of the crate. A body may take as long as it likes, and where a model runs on the reactor a
//! panic breaks the connection: the crate has a time limit and an answer for these, and what they cost counts against it.

use std::{
    convert::Infallible,
    task::{Context, Poll},
};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use serde::{Deserialize, Serialize};
use tonic::{
    Status,
    codegen::{Body, BoxFuture, Service, StdError, http},
    server::{Grpc, NamedService, UnaryService},
};
use tonic_prost::ProstCodec;

use super::{
    WIDTH,
    schema::{Contents, InferRequest, InferResponse, InferTensor},
    sums,
};

#[derive(Deserialize)]
struct Request {
    id: Option<String>,
    inputs: Vec<Input>,
}

#[derive(Deserialize)]
struct Input {
    name: String,
    shape: Vec<usize>,
    datatype: String,
    #[serde(default)]
    data: Vec<f32>,
    #[serde(default)]
    parameters: Parameters,
}

#[derive(Deserialize, Default)]
struct Parameters {
    binary_data_size: Option<usize>,
}

#[derive(Serialize)]
struct Answer<'a> {
    model_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    outputs: [Output<'a>; 1],
}

#[derive(Serialize)]
struct Output<'a> {
    name: &'a str,
    shape: [usize; 1],
    datatype: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a [f32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<Size>,
}

#[derive(Serialize)]
struct Size {
    binary_data_size: usize,
}

/// Returns the routes over HTTP.
pub(super) fn router() -> Router {
    Router::new().route("/v2/models/{name}/infer", post(infer)).layer(DefaultBodyLimit::max(64 << 20))
}

async fn infer(Path(name): Path<String>, headers: HeaderMap, body: Bytes) -> Response {
    match &*name {
        "inline" => answer(&name, &headers, &body),
        "blocking" => {
            let answer = tokio::task::spawn_blocking(move || answer(&name, &headers, &body));
            answer.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn answer(name: &str, headers: &HeaderMap, body: &Bytes) -> Response {
    let len = headers.get("inference-header-content-length").and_then(|len| len.to_str().ok()?.parse().ok());
    let Some((json, binary)) = body.split_at_checked(len.unwrap_or(body.len())) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let request: Request = match serde_json::from_slice(json) {
        Ok(request) => request,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    let [input] = &request.inputs[..] else { return StatusCode::BAD_REQUEST.into_response() };
    let read: Vec<f32>;
    let data = match input.parameters.binary_data_size {
        Some(size) if size == binary.len() && size % 4 == 0 => {
            read = floats(binary);
            &read
        }
        Some(_) => return StatusCode::BAD_REQUEST.into_response(),
        None => &input.data,
    };
    if input.name != "x" || input.datatype != "FP32" || input.shape != [data.len()] || data.len() % WIDTH != 0 {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let y = sums(data);
    let binary = len.is_some();
    let output = Output {
        name: "y",
        shape: [y.len()],
        datatype: "FP32",
        data: (!binary).then_some(&y),
        parameters: binary.then_some(Size { binary_data_size: 4 * y.len() }),
    };
    let answer = Answer { model_name: name, id: request.id.as_deref(), outputs: [output] };
    let Ok(mut out) = serde_json::to_vec(&answer) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    if !binary {
        return ([(header::CONTENT_TYPE, "application/json")], out).into_response();
    }
    let len = out.len().to_string();
    out.extend(y.iter().flat_map(|value| value.to_le_bytes()));
    let headers = [("content-type", "application/octet-stream"), ("inference-header-content-length", &*len)];
    (headers, out).into_response()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
}

/// The service over gRPC.
#[derive(Clone)]
pub(super) struct Hand;

impl NamedService for Hand {
    const NAME: &'static str = "inference.GRPCInferenceService";
}

impl<B> Service<http::Request<B>> for Hand
where
    B: Body + Send + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = http::Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        Box::pin(async move {
            let codec: ProstCodec<InferResponse, InferRequest> = ProstCodec::default();
            Ok(Grpc::new(codec).max_decoding_message_size(64 << 20).unary(Infer, request).await)
        })
    }
}

struct Infer;

impl UnaryService<InferRequest> for Infer {
    type Response = InferResponse;
    type Future = BoxFuture<tonic::Response<InferResponse>, Status>;

    fn call(&mut self, request: tonic::Request<InferRequest>) -> Self::Future {
        let request = request.into_inner();
        match &*request.model_name {
            "inline" => Box::pin(std::future::ready(answer_grpc(request))),
            "blocking" => Box::pin(async {
                let answer = tokio::task::spawn_blocking(|| answer_grpc(request));
                answer.await.unwrap_or_else(|_| Err(Status::internal("the model panicked")))
            }),
            _ => Box::pin(std::future::ready(Err(Status::not_found("there is no such model")))),
        }
    }
}

fn answer_grpc(mut request: InferRequest) -> Result<tonic::Response<InferResponse>, Status> {
    let [input] = &mut request.inputs[..] else { return Err(Status::invalid_argument("expected one input")) };
    let typed = input.contents.take();
    let data = match (&request.raw_input_contents[..], typed) {
        ([raw], None) if raw.len() % 4 == 0 => floats(raw),
        ([], Some(contents)) => contents.fp32_contents,
        _ => return Err(Status::invalid_argument("expected raw contents alone, or typed ones alone")),
    };
    if input.name != "x" || input.datatype != "FP32" || input.shape != [data.len() as i64] || data.len() % WIDTH != 0 {
        return Err(Status::invalid_argument("expected x: FP32"));
    }
    if input.parameters.contains_key("shared_memory_region") {
        return Err(Status::invalid_argument("expected elements in the message"));
    }
    if !request.model_version.is_empty() {
        return Err(Status::not_found("there is no such version"));
    }
    if request.outputs.iter().any(|output| output.name != "y") {
        return Err(Status::invalid_argument("there is no such output"));
    }
    let y = sums(&data);
    let mut output = InferTensor {
        name: "y".into(),
        datatype: "FP32".into(),
        shape: vec![y.len() as i64],
        ..InferTensor::default()
    };
    let mut raw_output_contents = Vec::new();
    if request.raw_input_contents.is_empty() {
        output.contents = Some(Contents { fp32_contents: y, ..Contents::default() });
    } else {
        raw_output_contents.push(y.iter().flat_map(|value| value.to_le_bytes()).collect());
    }
    Ok(tonic::Response::new(InferResponse {
        model_name: request.model_name,
        id: request.id,
        outputs: vec![output],
        raw_output_contents,
        ..InferResponse::default()
    }))
}
