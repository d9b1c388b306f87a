//! A model behind axum: bodies in, bodies out, and errors that say who is to blame.
//!
//! `cargo run -p tensor-format-examples --features axum --example axum_server` calls its own server once with each kind
//! of request and prints what comes back; with an address (`-- 127.0.0.1:8080`) it serves until it is stopped.

use std::{error::Error, sync::Arc};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use ndarray::{ArrayView2, Axis};
use tensor_format::{
    DecodeError, ErrorKind, Model, Tensor,
    decthings::{CallError, Options},
    to_vec,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The most bytes of a body, and the most elements of a tensor.
const MAX_BODY: usize = 16 << 20;
const OPTIONS: Options = Options::new().max_elements(1 << 20);

#[derive(Tensor)]
struct Points<'a> {
    #[tensor(shape = [n, 3])]
    points: ArrayView2<'a, f32>,
}

#[derive(Tensor)]
struct Norms {
    #[tensor(shape = [n])]
    norms: Vec<f32>,
}

/// The length of each of `[n, 3]` points.
struct Norm;

impl Model for Norm {
    type Input<'a> = Points<'a>;
    type Output = Norms;
    type Error = String;

    fn run(&self, input: Points<'_>) -> Result<Norms, String> {
        if input.points.iter().any(|number| !number.is_finite()) {
            return Err("a point is not finite".into());
        }
        Ok(Norms { norms: input.points.map_axis(Axis(1), |point| point.dot(&point).sqrt()).to_vec() })
    }
}

/// Says whose fault an error of a request is: 413 for too much, 400 for what is no message, 422 for what breaks the
/// rules of the model's input.
fn status(error: &DecodeError) -> StatusCode {
    match error.kind() {
        ErrorKind::LimitExceeded { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        _ if error.is_malformed() => StatusCode::BAD_REQUEST,
        _ if error.is_invalid() => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

async fn predict(State(model): State<Arc<Norm>>, body: Bytes) -> Response {
    // A model that computes for long would block the other requests of this thread.
    let called = tokio::task::spawn_blocking(move || {
        let mut out = Vec::new();
        OPTIONS.call(&*model, &body, &mut out).map(|()| out)
    });
    match called.await {
        Ok(Ok(out)) => ([(CONTENT_TYPE, "application/octet-stream")], out).into_response(),
        Ok(Err(CallError::Decode(error))) => (status(&error), Json(error)).into_response(),
        Ok(Err(error)) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        Err(panic) => (StatusCode::INTERNAL_SERVER_ERROR, panic.to_string()).into_response(),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let app = Router::new()
        .route("/predict", post(predict))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(Arc::new(Norm));
    let address = std::env::args().nth(1);
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:0")).await?;
    println!("serving on http://{}", listener.local_addr()?);
    if address.is_some() {
        return Ok(axum::serve(listener, app).await?);
    }
    let address = listener.local_addr()?;
    tokio::select! {
        served = async { axum::serve(listener, app).await } => Ok(served?),
        called = call_with_each_kind(address) => called,
    }
}

#[derive(Tensor)]
struct Wrong {
    points: Vec<[u8; 2]>,
}

/// Sends one request of each kind, and expects its status and a part of its body.
async fn call_with_each_kind(address: std::net::SocketAddr) -> Result<(), Box<dyn Error>> {
    let points = |number: f32| ndarray::arr2(&[[3.0, 4.0, 0.0], [0.0, number, 0.0]]);
    let good = to_vec(&Points { points: points(2.0).view() })?;
    let unread = to_vec(&Points { points: points(f32::NAN).view() })?;
    let invalid = to_vec(&Wrong { points: vec![[1, 2]] })?;
    let large = to_vec(&Points { points: ArrayView2::from_shape((350_000, 3), &vec![0.0; 1_050_000])? })?;
    let norms = to_vec(&Norms { norms: vec![5.0, 2.0] })?;
    let requests: [(&str, &[u8], u16, &[u8]); 6] = [
        ("two points", &good, 200, &norms),
        ("half a message", &good[..good.len() / 2], 400, b"\"is_malformed\":true"),
        ("another type", &invalid, 422, b"axis 1: expected 3, found 2"),
        ("too many elements", &large, 413, b"\"kind\":\"limit_exceeded\""),
        ("too long a body", &vec![0; MAX_BODY + 1], 413, b"length limit exceeded"),
        ("what the model refuses", &unread, 500, b"the model failed: a point is not finite"),
    ];
    for (what, body, expected, part) in requests {
        let (status, answer) = post_body(address, body).await?;
        let shown =
            if status == 200 { format!("{} bytes", answer.len()) } else { String::from_utf8_lossy(&answer).into() };
        println!("{what}: {status} {shown}");
        if status != expected || !answer.windows(part.len()).any(|window| window == part) {
            return Err(format!("{what}: not {expected} with {}", String::from_utf8_lossy(part)).into());
        }
    }
    Ok(())
}

/// Posts a body; returns the status and the body of the response.
async fn post_body(address: std::net::SocketAddr, body: &[u8]) -> Result<(u16, Vec<u8>), Box<dyn Error>> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /predict HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    // A server that has seen enough answers and closes before the end.
    let sent = stream.write_all(body).await;
    let mut response = Vec::new();
    let received = stream.read_to_end(&mut response).await;
    let mut headers = [httparse::EMPTY_HEADER; 16];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(end) = head.parse(&response)? else {
        sent?;
        received?;
        return Err("no whole response".into());
    };
    Ok((head.code.unwrap_or_default(), response[end..].to_vec()))
}
