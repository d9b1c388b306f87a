//! What clients refuse before they send anything, which answers they do not take, and what a server refuses before a
//! model runs.
#![cfg(all(feature = "client", feature = "client-blocking"))]

use std::{
    collections::BTreeMap,
    future::ready,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    client::{at_once, block_on, both},
    support::{fake, json_answer, json_post, serve},
};
use tensor_format::{Tensor, model};
use tensor_format_oip::{
    Fault, FaultKind,
    client::{self, ClientError, ClientOptions},
    server::{Batching, Server},
};

/// The standard for URLs takes them for steps in the path, however they are written.
#[test]
fn names_are_no_steps_in_a_path() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let server = fake(move |_, _, _| {
        counted.fetch_add(1, Ordering::SeqCst);
        json_answer(200, r#"{"name": "m", "platform": "", "version": "", "extensions": [], "ready": true}"#)
    });
    both!(server.address, ClientOptions::new(), |client, wait| {
        for (name, version) in [(".", ""), ("..", ""), ("..", "1"), ("m", "."), ("m", "..")] {
            let infer = wait(client.unchecked_model::<f32, f32>(name, version).infer(&1.0));
            let errors = [
                wait(client.is_model_ready(name, version)).err(),
                wait(client.model_metadata(name, version)).err(),
                wait(client.model_config(name, version)).err(),
                wait(client.model_version::<f32, f32>(name, version)).err(),
                infer.err(),
            ];
            for error in errors {
                assert!(matches!(error, Some(ClientError::Address { .. })), "{name} {version}: {error:?}");
            }
        }
        assert_eq!((server.connections.load(Ordering::SeqCst), asked.load(Ordering::SeqCst)), (0, 0));
        assert!(wait(client.is_model_ready("...", "..1")).expect("an answer"));
        assert_eq!((server.connections.swap(0, Ordering::SeqCst), asked.swap(0, Ordering::SeqCst)), (1, 1));
    });
}

/// With two lengths or encodings an answer would have two meanings.
#[test]
fn answers_have_each_header_once() {
    let server = fake(|line, _, _| {
        let json =
            r#"{"model_name": "m", "outputs": [{"name": "output", "datatype": "FP32", "shape": [1], "data": [1.5]}]}"#;
        let len = json.len();
        let headers = match line.split('/').nth(3).unwrap_or_default() {
            "length" => format!("Inference-Header-Content-Length: 1\r\nInference-Header-Content-Length: {len}\r\n"),
            "same" => format!("Inference-Header-Content-Length: {len}\r\n").repeat(2),
            "encoding" => "Content-Encoding: gzip\r\nContent-Encoding: identity\r\n".to_owned(),
            _ => format!("Inference-Header-Content-Length: {len}\r\n"),
        };
        format!("HTTP/1.1 200 OK\r\n{headers}Content-Length: {len}\r\n\r\n{json}").into_bytes()
    });
    both!(server.address, ClientOptions::new(), |client, wait| {
        let infer = |name: &str| wait(client.unchecked_model::<f32, [f32; 1]>(name, "").infer(&1.0));
        assert_eq!(infer("once").expect("an answer"), [1.5]);
        let length = FaultKind::HeaderLength;
        for (name, kind) in [("length", length), ("same", length), ("encoding", FaultKind::ContentEncoding)] {
            let error = infer(name).expect_err(name);
            let ClientError::Answer(error) = &error else { panic!("{name}: {error}") };
            assert_eq!(Fault::of(error).expect("a fault").kind, kind, "{name}: {error}");
        }
    });
}

/// Pages would be appended to the query.
#[test]
fn addresses_have_no_query_and_no_fragment() {
    for address in ["http://127.0.0.1:1?token=1", "127.0.0.1:1/?token=1", "http://127.0.0.1:1/#part", "http://h/a?#"] {
        let errors = [client::Client::new(address).err(), client::blocking::Client::new(address).err()];
        for error in errors {
            let Some(ClientError::Address { address: found, why }) = error else { panic!("{address}: {error:?}") };
            assert!(found == address && why.contains("no query"), "{found}: {why}");
        }
        #[cfg(feature = "grpc")]
        {
            let connected = block_on(client::grpc::Client::connect(address));
            assert!(matches!(connected, Err(ClientError::Address { .. })), "{address}");
        }
    }
}

#[derive(Tensor)]
struct Listed {
    total: f32,
}

#[derive(Tensor)]
#[tensor(record)]
struct Named(BTreeMap<String, f32>);

#[derive(Tensor)]
struct Rows {
    #[tensor(shape = [batch])]
    input: Vec<f32>,
}

#[derive(Tensor)]
struct Doubled {
    #[tensor(shape = [batch])]
    total: Vec<f32>,
}

/// A model does not run for an output that it does not have; what is in a map is known only once it ran.
#[test]
fn outputs_that_cannot_be_are_refused_before_the_model_runs() {
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = || {
        let runs = runs.clone();
        move |input: Vec<f32>| {
            runs.fetch_add(1, Ordering::SeqCst);
            Ok::<f32, String>(input.iter().sum())
        }
    };
    let (listed, named, rows, later) = (counted(), counted(), counted(), counted());
    let server = Server::builder()
        .model("lone", model::from_fn(counted()))
        .inline_model("inline", model::from_fn(counted()))
        .model("listed", model::from_fn(move |input: Vec<f32>| listed(input).map(|total| Listed { total })))
        .async_model("later", model::from_async_fn(move |input: Vec<f32>| ready(later(input))))
        .batched_model(
            "batched",
            model::from_fn(move |Rows { input }: Rows| rows(input.clone()).map(|_| Doubled { total: input })),
            Batching::new(),
        )
        .model(
            "named",
            model::from_fn(move |input: Vec<f32>| {
                named(input).map(|total| Named(BTreeMap::from([("a".to_owned(), total)])))
            }),
        )
        .build()
        .expect("a server");
    let running = serve(server.router());
    let ask = |model: &str, output: &str| {
        let input = r#"{"name": "input", "datatype": "FP32", "shape": [2], "data": [1, 2]}"#;
        let json = format!(r#"{{"inputs": [{input}], "outputs": [{{"name": "{output}"}}]}}"#);
        let answer = json_post(running.address, model, &json);
        (answer.status, runs.swap(0, Ordering::SeqCst), answer.text())
    };
    let alone = [("lone", "output"), ("inline", "output"), ("later", "output")];
    for (model, output) in alone.into_iter().chain([("listed", "total"), ("batched", "total")]) {
        let (status, runs, text) = ask(model, "other");
        assert_eq!((status, runs), (400, 0), "{model}: {text}");
        assert!(text.contains(&format!("output `other`: the model has none of this name; it has: {output}")), "{text}");
        let (status, runs, text) = ask(model, output);
        assert_eq!((status, runs), (200, 1), "{model}: {text}");
    }
    for (output, expected) in [("a", 200), ("other", 400)] {
        let (status, runs, text) = ask("named", output);
        assert_eq!((status, runs), (expected, 1), "{text}");
    }
}
