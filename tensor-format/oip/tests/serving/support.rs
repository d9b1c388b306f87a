//! A server on a socket of this machine, and an HTTP client that is none of the crate's.
#![allow(dead_code, reason = "each test file uses a part")]

use std::{
    future::Future,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use tensor_format::{Model, Tensor, View, model, model::AsyncModel};
use tensor_format_oip::server::{Connections, Server, ServerBuilder};
use tokio::sync::oneshot;

/// The model of the peers: rows of three numbers, added up.
#[derive(Tensor, Debug, Clone, PartialEq)]
pub(crate) struct SumInput {
    #[tensor(shape = [rows, 3])]
    pub(crate) x: Vec<[f32; 3]>,
    pub(crate) bias: Option<[f32; 1]>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
pub(crate) struct SumOutput {
    #[tensor(shape = [rows])]
    pub(crate) total: Vec<f32>,
    pub(crate) rows: [i64; 1],
}

pub(crate) fn sum(input: &SumInput) -> SumOutput {
    let [bias] = input.bias.unwrap_or_default();
    let total = input.x.iter().map(|row| row.iter().sum::<f32>() + bias).collect();
    SumOutput { total, rows: [input.x.len() as i64] }
}

/// Adds numbers up where they lie in the request.
pub(crate) struct Lent;

#[derive(Tensor)]
pub(crate) struct LentInput<'a> {
    values: &'a [f32],
    shown: View<'a, f64>,
}

impl Model for Lent {
    type Input<'a> = LentInput<'a>;
    type Output = f64;
    type Error = String;

    fn run(&self, input: LentInput<'_>) -> Result<f64, String> {
        Ok(input.values.iter().map(|value| f64::from(*value)).sum::<f64>() + input.shown.iter().sum::<f64>())
    }
}

/// Waits, and then doubles.
pub(crate) struct Later;

impl AsyncModel for Later {
    type Input<'a> = View<'a, f32>;
    type Output = Vec<f32>;
    type Error = String;

    async fn run(&self, input: View<'_, f32>) -> Result<Vec<f32>, String> {
        tokio::time::sleep(Duration::from_millis(5)).await;
        match input.iter().next() {
            Some(first) if first < 0.0 => panic!("the model panics while it is polled"),
            Some(0.0) => Err("the async model has its own error".into()),
            _ => Ok(input.iter().map(|value| value * 2.0).collect()),
        }
    }
}

#[derive(Tensor)]
pub(crate) struct Rows {
    #[tensor(shape = [rows])]
    pub(crate) y: Vec<f32>,
}

#[derive(Tensor)]
pub(crate) struct RowsOut {
    #[tensor(shape = [rows])]
    pub(crate) z: Vec<f32>,
}

#[derive(Tensor)]
pub(crate) struct Odd {
    pub(crate) floats: Vec<f32>,
    pub(crate) halves: Vec<half::f16>,
    pub(crate) blobs: Vec<tensor_format::Binary>,
}

/// Two lists of one length.
#[derive(Tensor)]
pub(crate) struct Pair {
    #[tensor(shape = [n])]
    pub(crate) a: Vec<f32>,
    #[tensor(shape = [n])]
    pub(crate) b: Vec<f32>,
}

/// Waits for ever, and counts the calls that are dropped.
pub(crate) struct Forever(pub(crate) std::sync::Arc<AtomicUsize>);

/// Counts what is dropped.
struct Counted<'c>(&'c AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl AsyncModel for Forever {
    type Input<'a> = Vec<f32>;
    type Output = f32;
    type Error = String;

    async fn run(&self, input: Vec<f32>) -> Result<f32, String> {
        let _counted = Counted(&self.0);
        std::future::pending::<()>().await;
        Ok(input.len() as f32)
    }
}

/// Waits until something is so, which it must be in this time.
#[track_caller]
pub(crate) fn within_seconds(seconds: u64, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(seconds), "not in {seconds} s");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns a builder with models that behave, and models that do not.
pub(crate) fn models() -> ServerBuilder {
    let count =
        |factor: i64| model::from_fn(move |input: Vec<i64>| Ok::<i64, String>(input.iter().sum::<i64>() * factor));
    Server::builder()
        .name("test", "1.2.3")
        .model("sum", model::from_fn(|input: SumInput| Ok::<_, String>(sum(&input))))
        .model("lent", Lent)
        .async_model("later", Later)
        .inline_model_version(
            "inline",
            "2",
            model::from_fn(|input: Vec<f32>| Ok::<f32, String>(input.iter().product())),
        )
        .inline_model(
            "inline",
            model::from_fn(|input: Vec<f32>| match input.first() {
                Some(first) if *first < 0.0 => panic!("on purpose"),
                Some(0.0) => Err("the first is 0".to_owned()),
                _ => Ok::<f32, String>(input.iter().sum()),
            }),
        )
        .model_version("count", "1", count(1))
        .model_version("count", "2", count(2))
        .model("fails", model::from_fn(|_: Vec<f32>| Err::<f32, _>("the model has \"its own\" error".to_owned())))
        .model(
            "panics",
            model::from_fn(|input: Vec<f32>| {
                Ok::<f32, String>(if input.is_empty() { 0.0 } else { panic!("on purpose") })
            }),
        )
        .model(
            "shorter",
            model::from_fn(|input: Rows| Ok::<_, String>(RowsOut { z: input.y.into_iter().skip(1).collect() })),
        )
        .model(
            "odd",
            model::from_fn(|count: u32| {
                let blobs = vec![tensor_format::Binary(vec![0xff, 0xfe]); count as usize];
                Ok::<_, String>(Odd { floats: vec![f32::NAN; count as usize], halves: vec![half::f16::ONE; 1], blobs })
            }),
        )
        .model(
            "slow",
            model::from_fn(|input: Vec<f32>| {
                std::thread::sleep(Duration::from_millis(300));
                Ok::<f32, String>(input.iter().sum())
            }),
        )
        .model("a name/with ü", model::from_fn(|input: f32| Ok::<f32, String>(input)))
}

/// A server that runs until it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// Runs a server on a port of this machine until it is told to stop, in a thread of its own.
fn run<F: Future<Output = ()>>(
    serve: impl FnOnce(tokio::net::TcpListener, oneshot::Receiver<()>) -> F + Send + 'static,
) -> Running {
    let (stop, stopped) = oneshot::channel::<()>();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    listener.set_nonblocking(true).expect("a socket that does not block");
    let thread = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.expect("a runtime").block_on(async {
            serve(tokio::net::TcpListener::from_std(listener).expect("a listener"), stopped).await;
        });
    });
    Running { address, stop: Some(stop), thread: Some(thread) }
}

/// Waits for a server that ends once it is told to: connections that a test left open do not hold it.
async fn until_stopped<E: std::fmt::Debug, F: Future<Output = Result<(), E>>>(
    stopped: oneshot::Receiver<()>,
    serve: impl FnOnce(oneshot::Receiver<()>) -> F,
) {
    let (end, ended) = oneshot::channel::<()>();
    let patience = async {
        drop(stopped.await);
        drop(end);
        tokio::time::sleep(Duration::from_secs(20)).await;
    };
    tokio::select! {
        served = serve(ended) => served.expect("a server"),
        () = patience => {}
    }
}

/// Serves a router.
pub(crate) fn serve(router: axum::Router) -> Running {
    run(|listener, stopped| {
        until_stopped(stopped, async |ended| {
            axum::serve(listener, router).with_graceful_shutdown(async { drop(ended.await) }).await
        })
    })
}

/// Serves a router with bounds for connections.
pub(crate) fn serve_with(router: axum::Router, connections: Connections) -> Running {
    run(async move |listener, stopped| connections.serve(listener, router, async { drop(stopped.await) }).await)
}

/// Serves over gRPC with bounds for connections.
#[cfg(feature = "grpc")]
pub(crate) fn serve_grpc_with(server: &Server, connections: Connections) -> Running {
    let service = server.grpc();
    run(async move |listener, stopped| connections.serve_grpc(listener, service, async { drop(stopped.await) }).await)
}

/// Serves over gRPC.
#[cfg(feature = "grpc")]
pub(crate) fn serve_grpc(server: &Server) -> Running {
    serve_service(server.grpc())
}

/// Serves a service of tonic.
#[cfg(feature = "grpc")]
pub(crate) fn serve_service<S>(service: S) -> Running
where
    S: tonic::codegen::Service<
            tonic::codegen::http::Request<tonic::body::Body>,
            Response = tonic::codegen::http::Response<tonic::body::Body>,
            Error = std::convert::Infallible,
            Future: Send,
        > + tonic::server::NamedService
        + Clone
        + Send
        + Sync
        + 'static,
{
    run(|listener, stopped| {
        until_stopped(stopped, async |ended| {
            let incoming = tonic::transport::server::TcpIncoming::from(listener).with_nodelay(Some(true));
            let mut server = tonic::transport::Server::builder();
            server.add_service(service).serve_with_incoming_shutdown(incoming, async { drop(ended.await) }).await
        })
    })
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let joined = thread.join();
            assert!(std::thread::panicking() || joined.is_ok(), "the server ended with a panic");
        }
    }
}

/// What a server answered.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Returns the text of an error document.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("no error: {}", self.text())).to_owned()
    }
}

/// Sends a request whose bytes are given, and reads the answer to its end.
pub(crate) fn exchange(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    // A server that refuses early may close before it has read all.
    let _ = stream.write_all(request);
    read_answer(&mut stream).expect("an answer")
}

pub(crate) fn read_answer(stream: &mut TcpStream) -> Option<Answer> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 65536];
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let mut lines = text.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())))
        .collect();
    let mut body = bytes[head + 4..].to_vec();
    let len = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let len = len.and_then(|(_, len)| len.parse::<usize>().ok()).unwrap_or(0);
    // Behind it may be the next answer.
    body.truncate(len);
    while body.len() < len {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(read) => body.extend_from_slice(&buffer[..read]),
        }
    }
    Some(Answer { status, headers, body })
}

/// Returns the bytes of a request with these headers and its length.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n").into_bytes();
    for (name, value) in headers {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    if !body.is_empty() {
        bytes.extend_from_slice(format!("Content-Length: {}\r\n", body.len()).as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    bytes
}

pub(crate) fn get(address: SocketAddr, path: &str) -> Answer {
    exchange(address, &request("GET", path, &[], b""))
}

pub(crate) fn post(address: SocketAddr, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    exchange(address, &request("POST", path, headers, body))
}

/// Calls a model with a body in JSON.
pub(crate) fn json_post(address: SocketAddr, model: &str, body: &str) -> Answer {
    post(address, &format!("/v2/models/{model}/infer"), &[], body.as_bytes())
}

/// What a server answers to a first line, headers in lower case and a body.
type Script = dyn Fn(&str, &str, &[u8]) -> Vec<u8> + Send + Sync;

/// A server that answers each request with what a function says, given its first line, its headers and its body.
pub(crate) struct Fake {
    pub(crate) address: SocketAddr,
    /// How many connections were made.
    pub(crate) connections: std::sync::Arc<AtomicUsize>,
}

pub(crate) fn fake(answer: impl Fn(&str, &str, &[u8]) -> Vec<u8> + Send + Sync + 'static) -> Fake {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let connections = std::sync::Arc::new(AtomicUsize::new(0));
    let (counted, answer) = (connections.clone(), std::sync::Arc::new(answer));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            let answer = answer.clone();
            std::thread::spawn(move || fake_connection(stream, &*answer));
        }
    });
    Fake { address, connections }
}

fn fake_connection(mut stream: TcpStream, answer: &Script) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 65536];
    loop {
        let head = loop {
            if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            match stream.read(&mut buffer) {
                Ok(0) | Err(_) => return,
                Ok(read) => bytes.extend_from_slice(&buffer[..read]),
            }
        };
        let text = String::from_utf8_lossy(&bytes[..head]).to_ascii_lowercase();
        let len = text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok()).unwrap_or(0);
        let mut body = bytes.split_off(head + 4);
        while body.len() < len {
            match stream.read(&mut buffer) {
                Ok(0) | Err(_) => return,
                Ok(read) => body.extend_from_slice(&buffer[..read]),
            }
        }
        bytes = body.split_off(len);
        let (line, headers) = text.split_once("\r\n").unwrap_or((&text, ""));
        if stream.write_all(&answer(line, headers, &body)).is_err() {
            return;
        }
    }
}

/// Returns the bytes of an answer in JSON.
pub(crate) fn json_answer(status: u16, json: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{json}", json.len())
        .into_bytes()
}
