//! Connections: clients that take nothing or say nothing, bodies that nobody takes, and the end.
#![cfg(feature = "server")]

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use crate::support::{Forever, Running, get, json_post, models, read_answer, request, serve_with, within_seconds};
use tensor_format::model;
use tensor_format_oip::{
    Options,
    server::{Connections, Server},
};

const SHORT: Duration = Duration::from_millis(300);

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    stream
}

fn floats(count: usize) -> String {
    let data = vec!["1"; count].join(", ");
    format!(r#"{{"inputs": [{{"name": "input", "datatype": "FP32", "shape": [{count}], "data": [{data}]}}]}}"#)
}

/// Serves a model whose answers no socket holds.
fn long_answers(connections: Connections) -> Running {
    let long = model::from_fn(|_: Vec<f32>| Ok::<_, String>(vec![1.5f32; 8_000_000]));
    serve_with(Server::builder().model("long", long).build().expect("a server").router(), connections)
}

#[test]
fn who_does_not_read_an_answer_is_closed_upon() {
    let running = long_answers(Connections::new().max(1).write_timeout(SHORT));
    let mut deaf = connect(running.address);
    deaf.write_all(&request("POST", "/v2/models/long/infer", &[], floats(1).as_bytes())).expect("bytes");
    // There is one place, which it has.
    let begin = Instant::now();
    assert_eq!(get(running.address, "/v2/health/live").status, 200);
    assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
    let mut part = Vec::new();
    let _ = deaf.read_to_end(&mut part);
    assert!(part.starts_with(b"HTTP/1.1 200 OK"), "{}", String::from_utf8_lossy(&part[..part.len().min(100)]));
    assert!(part.len() < 30_000_000, "{} bytes", part.len());
}

/// A slow client is none that takes nothing.
#[test]
fn who_reads_slowly_gets_the_whole_answer() {
    let running = long_answers(Connections::new().write_timeout(Duration::from_secs(2)));
    let mut slow = connect(running.address);
    slow.write_all(&request("POST", "/v2/models/long/infer", &[], floats(1).as_bytes())).expect("bytes");
    let (mut read, mut buffer) = (0, vec![0; 4_000_000]);
    loop {
        std::thread::sleep(Duration::from_millis(100));
        match slow.read(&mut buffer).expect("bytes") {
            0 => break,
            len => read += len,
        }
    }
    assert!(read > 32_000_000, "{read} bytes");
}

/// What has begun has its time, and then its connection is closed, whatever the runtime does.
#[test]
fn the_grace_ends_connections() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let server = Server::builder().async_model("forever", Forever(dropped.clone())).build().expect("a server");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a listener");
    let mut stream = connect(listener.local_addr().expect("an address"));
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = Connections::new().grace(SHORT).serve(listener, server.router(), async { drop(stopped.await) });
    let serving = runtime.spawn(serving);
    stream.write_all(&request("POST", "/v2/models/forever/infer", &[], floats(1).as_bytes())).expect("bytes");
    std::thread::sleep(SHORT);
    assert_eq!(dropped.load(Ordering::SeqCst), 0);
    drop(stop);
    runtime.block_on(serving).expect("the server");
    within_seconds(10, || dropped.load(Ordering::SeqCst) == 1);
    assert!(read_answer(&mut stream).is_none());
}

/// Both clients hear why a body that the server does not take is refused, however long it is.
#[cfg(all(feature = "client", feature = "client-blocking"))]
#[test]
fn long_bodies_hear_why_they_are_refused() {
    use crate::client::{at_once, block_on, both};
    use tensor_format_oip::client::{self, ClientError, ClientOptions};
    let server = models().options(Options::new().max_body(1000)).build().expect("a server");
    let running = serve_with(server.router(), Connections::new());
    let plain = crate::support::serve(server.router());
    for address in [running.address, plain.address] {
        both!(address, ClientOptions::new(), |client, wait| {
            for len in [200_000, 5_000_000] {
                for (model, status) in [("count", 413), ("none", 404)] {
                    let model = client.unchecked_model::<Vec<i64>, i64>(model, "");
                    let error = wait(model.infer(&vec![1; len])).expect_err("an error");
                    let is_status = matches!(&error, ClientError::Status(document) if document.status == status);
                    assert!(is_status, "{len} numbers, {status}: {error}");
                }
            }
        });
    }
}

/// A body that is too large by the default options too.
#[cfg(all(feature = "client", feature = "client-blocking"))]
#[test]
fn the_default_limit_is_heard() {
    use crate::client::{at_once, block_on, both};
    use tensor_format_oip::client::{self, ClientError, ClientOptions};
    let running = serve_with(models().build().expect("a server").router(), Connections::new());
    let numbers = vec![1i64; 9_000_000];
    both!(running.address, ClientOptions::new(), |client, wait| {
        let model = client.unchecked_model::<Vec<i64>, i64>("count", "");
        let error = wait(model.infer(&numbers)).expect_err("an error");
        assert!(matches!(&error, ClientError::Status(document) if document.status == 413), "{error}");
    });
}

/// Times that are none are no limit.
#[test]
fn the_longest_time_is_no_limit() {
    let connections = Connections::new().head_timeout(Duration::MAX).write_timeout(Duration::MAX).grace(Duration::MAX);
    let server = models().body_timeout(Duration::MAX).build().expect("a server");
    let running = serve_with(server.router(), connections);
    assert_eq!(get(running.address, "/v2/health/live").status, 200);
    let tensor = r#"{"name": "x", "datatype": "INT64", "shape": [1], "data": [1]}"#;
    assert_eq!(json_post(running.address, "count", &format!(r#"{{"inputs": [{tensor}]}}"#)).status, 200);
}

/// A page that takes no body reads it all the same, and the connection goes on.
#[test]
fn bodies_for_nobody_are_read() {
    let running = serve_with(models().build().expect("a server").router(), Connections::new());
    let body = vec![b'x'; 3_000_000];
    for (method, page, status) in
        [("POST", "/v2/nothing", 404), ("PUT", "/v2/models/sum/infer", 405), ("POST", "/v2/models/sum", 405)]
    {
        let head = format!("{method} {page} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", body.len());
        let mut stream = connect(running.address);
        for _ in 0..2 {
            stream.write_all(head.as_bytes()).expect("a head");
            stream.write_all(&body).expect("a body");
            assert_eq!(read_answer(&mut stream).expect("an answer").status, status, "{method} {page}");
        }
    }
}

/// Who asks before a body is sent is not told to send one that is refused.
#[test]
fn who_asks_first_sends_no_body() {
    let server = models().options(Options::new().max_body(1000)).build().expect("a server");
    let running = serve_with(server.router(), Connections::new());
    for (model, status) in [("sum", 413), ("none", 404)] {
        let mut stream = connect(running.address);
        let head = format!(
            "POST /v2/models/{model}/infer HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("a head");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    }
}

/// Who was told to send a body hears why it is refused in its middle.
#[test]
fn who_was_told_to_go_on_hears_the_refusal() {
    let server = models().options(Options::new().max_body(1000)).build().expect("a server");
    let running = serve_with(server.router(), Connections::new());
    let mut stream = connect(running.address);
    let head = "POST /v2/models/sum/infer HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n\
                Transfer-Encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("a head");
    let mut told = [0; 25];
    stream.read_exact(&mut told).expect("an answer");
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n");
    for _ in 0..200 {
        stream.write_all(format!("4e20\r\n{}\r\n", " ".repeat(20_000)).as_bytes()).expect("a part");
    }
    stream.write_all(b"0\r\n\r\n").expect("the end");
    assert_eq!(read_answer(&mut stream).expect("an answer").status, 413);
}

/// A call that waits for a thread never runs once its client is gone.
#[test]
fn what_waits_for_a_thread_is_forgotten() {
    let gate = Arc::new(tokio::sync::Mutex::new(()));
    let runs = Arc::new(AtomicUsize::new(0));
    let (entered, counted) = (gate.clone(), runs.clone());
    let model = model::from_fn(move |input: Vec<f32>| {
        counted.fetch_add(1, Ordering::SeqCst);
        drop(entered.blocking_lock());
        Ok::<f32, String>(input.iter().sum())
    });
    let server = Server::builder().model("m", model).build().expect("a server");
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).max_blocking_threads(1).enable_all().build().expect("a runtime");
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a listener");
    let address = listener.local_addr().expect("an address");
    runtime.spawn(Connections::new().serve(listener, server.router(), std::future::pending()));
    let held = gate.blocking_lock();
    let first = std::thread::spawn(move || json_post(address, "m", &floats(1)));
    within_seconds(10, || runs.load(Ordering::SeqCst) == 1);
    let mut gone = connect(address);
    gone.write_all(&request("POST", "/v2/models/m/infer", &[], floats(2).as_bytes())).expect("bytes");
    std::thread::sleep(SHORT);
    drop(gone);
    std::thread::sleep(SHORT);
    drop(held);
    assert_eq!(first.join().expect("a caller").status, 200);
    assert_eq!(json_post(address, "m", &floats(3)).status, 200);
    assert_eq!(runs.load(Ordering::SeqCst), 2);
}

/// Over gRPC connections stay open, but not those that say nothing: neither before the first word nor behind it.
#[cfg(feature = "grpc")]
#[test]
fn silent_connections_over_grpc_end() {
    use crate::support::{SumInput, SumOutput, serve_grpc_with, sum};
    let server = models().build().expect("a server");
    let connections = Connections::new().max(2).head_timeout(2 * SHORT).grace(Duration::from_secs(5));
    let running = serve_grpc_with(&server, connections);
    let address = running.address;
    let silent = connect(address);
    let mut greeting = connect(address);
    greeting.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").expect("bytes");
    crate::grpc::block_on(async {
        let client = tensor_format_oip::client::grpc::Client::connect(&address.to_string()).await.expect("a client");
        let input = SumInput { x: vec![[1.0, 2.0, 3.0]], bias: None };
        let model = client.model::<SumInput, SumOutput>("sum").await.expect("the model");
        assert_eq!(model.infer(&input).await.expect("an answer"), sum(&input));
        // Who is asked and answers stays.
        tokio::time::sleep(6 * SHORT).await;
        assert_eq!(model.infer(&input).await.expect("an answer"), sum(&input));
    });
    for mut stream in [silent, greeting] {
        let mut rest = Vec::new();
        let read = stream.read_to_end(&mut rest);
        assert!(read.is_ok() || read.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset));
    }
    // What has said nothing does not hold the end.
    let last = connect(address);
    std::thread::sleep(SHORT / 3);
    let begin = Instant::now();
    drop(running);
    assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
    drop(last);
}

/// A client that reads, and takes nothing of its answer, is closed upon; one that takes a long one is not.
#[cfg(feature = "grpc")]
#[test]
fn who_takes_no_answer_over_grpc_is_closed_upon() {
    use crate::support::serve_grpc_with;
    use std::{future::poll_fn, pin::Pin};
    use tensor_format_oip::{Options, client::ClientOptions, client::grpc::Client};
    use tonic::codegen::{Body as _, Service as _, http};
    let long = model::from_fn(|_: Vec<f32>| Ok::<_, String>(vec![1.5f32; 8_000_000]));
    let server = Server::builder().model("long", long).build().expect("a server");
    let connections = Connections::new().write_timeout(SHORT).head_timeout(2 * SHORT).grace(SHORT);
    let running = serve_grpc_with(&server, connections);
    let address = running.address.to_string();
    crate::grpc::block_on(async {
        let options = ClientOptions::new().read_options(Options::new().max_body(100_000_000));
        let client = Client::connect_with(&address, options).await.expect("a client");
        let model = client.model::<Vec<f32>, Vec<f32>>("long").await.expect("the model");
        assert_eq!(model.infer(&vec![1.0]).await.expect("an answer").len(), 8_000_000);

        let mut channel = tonic::transport::Channel::from_shared(format!("http://{address}"))
            .expect("an address")
            .connect()
            .await
            .expect("a channel");
        let input = vec![1.0f32];
        let mut request = tensor_format_oip::Request::from_value(&input).expect("a request");
        request.model_name = "long".into();
        let message = request.to_grpc().expect("a message").to_vec();
        let framed = [&[0][..], &u32::try_from(message.len()).expect("a length").to_be_bytes(), &message].concat();
        let request = http::Request::post("/inference.GRPCInferenceService/ModelInfer")
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(tonic::body::Body::new(axum::body::Body::from(framed)));
        poll_fn(|context| channel.poll_ready(context)).await.expect("a connection");
        let answer = channel.call(request.expect("a request")).await.expect("an answer");
        tokio::time::sleep(8 * SHORT).await;
        let mut body = answer.into_body();
        let mut read = 0;
        let ended = loop {
            match poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
                Some(Ok(frame)) => read += frame.data_ref().map_or(0, |data| data.len()),
                ended => break ended,
            }
        };
        assert!(ended.is_some_and(|ended| ended.is_err()), "{read} bytes");
    });
}
