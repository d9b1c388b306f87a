//! Batches whose requests do not go together, and servers in which they run.
#![cfg(all(feature = "server", feature = "client"))]

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use crate::support::{json_post, serve, within_seconds};
use tensor_format::{Tensor, model};
use tensor_format_oip::server::{Batching, Server, ServerBuilder};
use tokio::sync::Mutex;

#[derive(Tensor)]
struct Texts {
    #[tensor(dtype = [string, binary], shape = [batch])]
    x: tensor_format::Tensor,
}

#[derive(Tensor)]
struct Named {
    #[tensor(shape = [batch])]
    name: Vec<String>,
}

/// Adds the model `m`, which names the element type that it sees, and waits at the gate with `hold`.
fn typed(server: ServerBuilder, gate: &Arc<Mutex<()>>, runs: &Arc<AtomicUsize>, batching: Batching) -> ServerBuilder {
    let (gate, runs) = (gate.clone(), runs.clone());
    let run = move |input: Texts| {
        runs.fetch_add(1, Ordering::SeqCst);
        if input.x.strings().is_ok_and(|mut texts| texts.any(|text| text.starts_with("hold"))) {
            drop(gate.blocking_lock());
        }
        Ok::<_, String>(Named { name: vec![input.x.element_type().to_string(); input.x.len()] })
    };
    server.batched_model("m", model::from_fn(run), batching)
}

fn texts(texts: &[&str]) -> String {
    format!(r#"{{"inputs": [{{"name": "x", "datatype": "BYTES", "shape": [{}], "data": {texts:?}}}]}}"#, texts.len())
}

/// A byte string that is no text, behind the JSON.
const NO_TEXT: &[u8] = b"{\"inputs\": [{\"name\": \"x\", \"datatype\": \"BYTES\", \"shape\": [1], \
    \"parameters\": {\"binary_data_size\": 5}}]}\x01\0\0\0\xff";

#[test]
fn a_neighbour_does_not_change_what_a_model_sees() {
    let (gate, runs) = Default::default();
    let batching = Batching::new().max(2).delay(Duration::from_secs(60));
    let running = serve(typed(Server::builder(), &gate, &runs, batching).build().expect("a server").router());
    let address = running.address;
    let other = std::thread::spawn(move || {
        let length = (NO_TEXT.len() - 5).to_string();
        let headers = [("Inference-Header-Content-Length", &*length)];
        crate::support::post(address, "/v2/models/m/infer", &headers, NO_TEXT)
    });
    let answer = json_post(address, "m", &texts(&["a"]));
    assert_eq!(answer.json()["outputs"][0]["data"][0], "string", "{}", answer.text());
    let answer = other.join().expect("a caller");
    assert_eq!(answer.json()["outputs"][0]["data"][0], "binary", "{}", answer.text());
}

/// Requests that came together and cannot run together do not wait for each other: one is answered while the other runs,
/// behind it if there is one instance, or beside it.
#[test]
fn batches_do_not_wait_for_each_other() {
    for (instances, held_first) in [(1, false), (2, true)] {
        let (gate, runs): (Arc<Mutex<()>>, _) = Default::default();
        let batching = Batching::new().max(2).delay(Duration::from_secs(60)).instances(instances);
        let running = serve(typed(Server::builder(), &gate, &runs, batching).build().expect("a server").router());
        let address = running.address;
        let held = gate.blocking_lock();
        // Both have as many rows as a batch may.
        let holds = move || json_post(address, "m", &texts(&["hold", "it"]));
        let free = move || json_post(address, "m", &texts(&["a", "b"]));
        let first = if held_first { std::thread::spawn(holds) } else { std::thread::spawn(free) };
        std::thread::sleep(Duration::from_millis(200));
        let second = if held_first { std::thread::spawn(free) } else { std::thread::spawn(holds) };
        let (held_call, free_call) = if held_first { (first, second) } else { (second, first) };
        assert_eq!(free_call.join().expect("a caller").status, 200);
        within_seconds(10, || runs.load(Ordering::SeqCst) == 2);
        assert!(!held_call.is_finished());
        drop(held);
        assert_eq!(held_call.join().expect("a caller").status, 200);
    }
}

/// A batch is one run: requests that wait for it take no place.
#[test]
fn a_batch_is_one_run() {
    let (gate, runs) = Default::default();
    let batching = Batching::new().max(4).delay(Duration::from_secs(60));
    let server = typed(Server::builder().max_runs(1), &gate, &runs, batching);
    let running = serve(server.build().expect("a server").router());
    let address = running.address;
    let callers: Vec<_> = (0..4).map(|_| std::thread::spawn(move || json_post(address, "m", &texts(&["a"])))).collect();
    for caller in callers {
        assert_eq!(caller.join().expect("a caller").status, 200);
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

/// A runtime that ends while a request waits takes it with it, and the server works in another.
#[test]
fn a_server_outlives_its_runtime() {
    let (gate, runs) = Default::default();
    let server = typed(Server::builder(), &gate, &runs, Batching::new().delay(Duration::from_secs(1)));
    let server = server.build().expect("a server");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    listener.set_nonblocking(true).expect("a socket that does not block");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let router = server.router();
    runtime.spawn(async {
        let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
        axum::serve(listener, router).await
    });
    let gone = std::thread::spawn(move || {
        use std::io::Write;
        let bytes = crate::support::request("POST", "/v2/models/m/infer", &[], texts(&["a"]).as_bytes());
        let mut stream = std::net::TcpStream::connect(address).expect("a connection");
        stream.write_all(&bytes).expect("bytes");
        stream
    });
    let stream = gone.join().expect("a caller");
    std::thread::sleep(Duration::from_millis(300));
    drop(runtime);
    drop(stream);
    let running = serve(server.router());
    let begin = Instant::now();
    assert_eq!(json_post(running.address, "m", &texts(&["b"])).status, 200);
    assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

/// The output of a batch keeps the rules, and the rows of one request do not: it hears it.
#[test]
fn rules_hold_for_the_rows_of_each() {
    #[derive(Tensor)]
    struct In {
        #[tensor(shape = [batch])]
        x: Vec<f32>,
    }
    #[derive(Tensor)]
    struct Out {
        #[tensor(shape = [batch: 2..])]
        y: Vec<f32>,
    }
    let model = model::from_fn(|input: In| Ok::<_, String>(Out { y: input.x }));
    let batching = Batching::new().max(3).delay(Duration::from_millis(300));
    let running = serve(Server::builder().batched_model("m", model, batching).build().expect("a server").router());
    let address = running.address;
    let call = move |rows: &'static str, data: &'static str| {
        let body = format!(r#"{{"inputs": [{{"name": "x", "datatype": "FP32", "shape": [{rows}], "data": {data}}}]}}"#);
        std::thread::spawn(move || json_post(address, "m", &body))
    };
    let (one, two) = (call("1", "[1]"), call("2", "[2, 3]"));
    let (one, two) = (one.join().expect("a caller"), two.join().expect("a caller"));
    assert_eq!((one.status, two.status), (500, 200), "{} {}", one.text(), two.text());
    assert!(one.error().contains("`y`: axis 0: expected batch: 2.., found 1"), "{}", one.error());
    assert_eq!(two.json()["outputs"][0]["data"], serde_json::json!([2.0, 3.0]));
}
