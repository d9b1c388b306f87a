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

/// Requests that came together and cannot run together do not wait for each other: one is answered while the other
/// runs, behind it if there is one instance, or beside it.
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

/// Whose content is wrong hears it, and the others stay together.
#[test]
fn wrong_content_takes_nothing_from_others() {
    #[derive(Tensor)]
    struct Words {
        #[tensor(shape = [batch], alias = "words")]
        x: Vec<String>,
    }
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let rows = seen.clone();
    let run = move |input: Words| {
        rows.lock().expect("rows").push(input.x.len());
        Ok::<_, String>(Named { name: input.x })
    };
    let batching = Batching::new().max(4).delay(Duration::from_secs(60));
    let server = Server::builder().batched_model("m", model::from_fn(run), batching).build().expect("a server");
    let running = serve(server.router());
    let address = running.address;
    let bad = std::thread::spawn(move || {
        let length = (NO_TEXT.len() - 5).to_string();
        let headers = [("Inference-Header-Content-Length", &*length)];
        crate::support::post(address, "/v2/models/m/infer", &headers, NO_TEXT)
    });
    let good: Vec<_> = ["a", "b", "c"]
        .map(|text| {
            // Under another name, and beside what the model does not know.
            let body = texts(&[text])
                .replace("\"x\"", "\"words\"")
                .replace("}]}", r#"}, {"name": "more", "datatype": "FP32", "shape": [], "data": [1]}]}"#);
            (text, std::thread::spawn(move || json_post(address, "m", &body)))
        })
        .into();
    for (text, caller) in good {
        let answer = caller.join().expect("a caller");
        assert_eq!(answer.json()["outputs"][0]["data"], serde_json::json!([text]), "{}", answer.text());
    }
    let bad = bad.join().expect("a caller");
    assert_eq!(bad.status, 400, "{}", bad.text());
    // Alone in its batch is the one that names it otherwise.
    let mut seen = seen.lock().expect("rows").clone();
    seen.sort_unstable();
    assert_eq!(seen, [3]);
}

/// An input that is one tensor has the name that its client gives it, and the bound of the output counts too.
#[test]
fn names_of_a_lone_input_do_not_matter() {
    #[derive(Tensor)]
    #[tensor(shape = [batch])]
    struct Numbers(Vec<f32>);
    #[derive(Tensor)]
    struct Out {
        #[tensor(shape = [batch: ..=2])]
        y: Vec<f32>,
    }
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let rows = seen.clone();
    let run = move |input: Numbers| {
        rows.lock().expect("rows").push(input.0.len());
        Ok::<_, String>(Out { y: input.0 })
    };
    let batching = Batching::new().max(8).delay(Duration::from_secs(60));
    let server = Server::builder().batched_model("m", model::from_fn(run), batching).build().expect("a server");
    let running = serve(server.router());
    let address = running.address;
    // In pairs: a request that waits when a batch has ended runs at once.
    for pair in [["a", "b"], ["c", "d"]] {
        let callers = pair.map(|name| {
            let body =
                format!(r#"{{"inputs": [{{"name": "{name}", "datatype": "FP32", "shape": [1], "data": [1]}}]}}"#);
            std::thread::spawn(move || json_post(address, "m", &body))
        });
        for caller in callers {
            assert_eq!(caller.join().expect("a caller").status, 200);
        }
    }
    assert_eq!(*seen.lock().expect("rows"), [2, 2]);
}

/// Who is gone does not fill a batch.
#[test]
fn who_is_gone_waits_no_longer() {
    let (gate, runs) = Default::default();
    let batching = Batching::new().max(2).delay(Duration::from_secs(60));
    let running = serve(typed(Server::builder(), &gate, &runs, batching).build().expect("a server").router());
    let address = running.address;
    let mut gone = std::net::TcpStream::connect(address).expect("a connection");
    let bytes = crate::support::request("POST", "/v2/models/m/infer", &[], texts(&["gone"]).as_bytes());
    std::io::Write::write_all(&mut gone, &bytes).expect("bytes");
    std::thread::sleep(Duration::from_millis(200));
    drop(gone);
    std::thread::sleep(Duration::from_millis(200));
    let callers = ["a", "b"].map(|text| std::thread::spawn(move || json_post(address, "m", &texts(&[text]))));
    for caller in callers {
        assert_eq!(caller.join().expect("a caller").status, 200);
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

/// One thread and one place for all: who has one does not wait for the other for ever.
#[test]
fn places_and_threads_are_not_held_for_each_other() {
    let (gate, runs): (Arc<Mutex<()>>, Arc<AtomicUsize>) = Default::default();
    let batching = Batching::new().max(2).delay(Duration::ZERO);
    let plain = model::from_fn(|input: f32| Ok::<f32, String>(input));
    let server = typed(Server::builder().max_runs(1).model("plain", plain), &gate, &runs, batching);
    let server = server.build().expect("a server");
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).max_blocking_threads(1).enable_all().build().expect("a runtime");
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a listener");
    let address = listener.local_addr().expect("an address");
    runtime.spawn(tensor_format_oip::server::Connections::new().serve(
        listener,
        server.router(),
        std::future::pending(),
    ));
    let callers: Vec<_> = (0..8)
        .map(|caller| {
            std::thread::spawn(move || {
                for _ in 0..40 {
                    let answer = match caller % 2 {
                        0 => json_post(address, "m", &texts(&["a"])),
                        _ => {
                            let tensor = r#"{"name": "x", "datatype": "FP32", "shape": [], "data": [1]}"#;
                            json_post(address, "plain", &format!(r#"{{"inputs": [{tensor}]}}"#))
                        }
                    };
                    assert_eq!(answer.status, 200, "{}", answer.text());
                }
            })
        })
        .collect();
    for caller in callers {
        caller.join().expect("a caller");
    }
}

/// A server in two runtimes: when that of a batch ends, who waits in the other hears it.
#[test]
fn who_waits_in_another_runtime_hears_of_the_end() {
    let (gate, runs): (Arc<Mutex<()>>, Arc<AtomicUsize>) = Default::default();
    let server = typed(Server::builder(), &gate, &runs, Batching::new().delay(Duration::from_secs(60)));
    let server = server.build().expect("a server");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a listener");
    let first = listener.local_addr().expect("an address");
    let router = server.router();
    runtime.spawn(async { axum::serve(listener, router).await });
    let running = serve(server.router());
    let second = running.address;
    let _gone = {
        let mut stream = std::net::TcpStream::connect(first).expect("a connection");
        let bytes = crate::support::request("POST", "/v2/models/m/infer", &[], texts(&["a"]).as_bytes());
        std::io::Write::write_all(&mut stream, &bytes).expect("bytes");
        stream
    };
    std::thread::sleep(Duration::from_millis(200));
    let waits = std::thread::spawn(move || json_post(second, "m", &texts(&["b"])));
    std::thread::sleep(Duration::from_millis(200));
    drop(runtime);
    let answer = waits.join().expect("a caller");
    assert_eq!((answer.status, answer.json()["kind"].as_str()), (503, Some("not_ready")), "{}", answer.text());
    assert_eq!(runs.load(Ordering::SeqCst), 0);
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

/// What a model does not know is dropped from a batch, and is no less read.
#[test]
fn unknown_inputs_are_json_too() {
    let (gate, runs) = Default::default();
    let running = serve(typed(Server::builder(), &gate, &runs, Batching::new()).build().expect("a server").router());
    for (data, status) in [("[1]", 200), ("]{][", 400), ("[}{]", 400), ("[1, 2]", 400)] {
        let more = format!(r#"}}, {{"name": "more", "datatype": "FP32", "shape": [1], "data": {data}}}]}}"#);
        let answer = json_post(running.address, "m", &texts(&["a"]).replace("}]}", &more));
        assert_eq!(answer.status, status, "{data}: {}", answer.text());
    }
    let more = r#"}, {"name": "more", "datatype": "FP32", "shape": [1], "data": [}{]}]}"#;
    let answer = json_post(running.address, "m", &texts(&["a"]).replace("}]}", more));
    assert!(answer.error().contains("`more`"), "{}", answer.error());
}
