//! What the clients send, and how often, seen by a server that answers as it is told; and what becomes of a call that
//! nobody waits for.
#![cfg(all(feature = "client", feature = "client-blocking"))]

#[cfg(feature = "compression")]
use std::io::{Read, Write};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    client::{at_once, block_on, both, input},
    support::{Forever, SumInput, SumOutput, fake, json_answer, serve, sum, within_seconds},
};
use tensor_format_oip::{
    Parameter,
    client::{self, CallOptions, ClientError, ClientOptions, TensorForm},
    server::Server,
};

/// An answer of the model `sum`, with parameters.
const SUMS: &str = r#"{"model_name": "m", "parameters": {"sequence_id": 7, "note": "b"}, "outputs": [{"name": "total", "datatype": "FP32", "shape": [2], "data": [6.5, 16]}, {"name": "rows", "datatype": "INT64", "shape": [1], "data": [2]}]}"#;

#[test]
fn parameters_travel_both_ways() {
    let server = fake(|_, _, body| {
        // What follows the JSON are elements.
        let text = String::from_utf8_lossy(body);
        let fits = text.contains(r#""a":1"#) && text.contains(r#""b":"c""#);
        json_answer(if fits { 200 } else { 400 }, if fits { SUMS } else { r#"{"error": "parameters are missing"}"# })
    });
    for form in [TensorForm::Binary, TensorForm::Json] {
        both!(server.address, ClientOptions::new().form(form), |client, wait| {
            let model = client.unchecked_model::<SumInput, SumOutput>("m", "");
            let call =
                CallOptions::new().parameter("a", Parameter::I64(1)).parameter("b", Parameter::String("c".into()));
            let answer = wait(model.infer_with(&input(), &call)).expect("an answer");
            assert_eq!(answer.value, sum(&input()));
            assert_eq!(answer.parameters.get("sequence_id"), Some(&Parameter::I64(7)));
            assert_eq!(answer.parameters.get("note"), Some(&Parameter::String("b".into())));
            assert_eq!(answer.parameters.len(), 2);
        });
    }
}

#[cfg(feature = "compression")]
#[test]
fn requests_and_answers_travel_in_gzip() {
    let server = fake(|_, headers, body| {
        let is_asked = headers.lines().any(|line| line.starts_with("accept-encoding:") && line.contains("gzip"));
        assert_eq!(headers.contains("content-encoding: gzip"), is_asked, "{headers}");
        if !is_asked {
            assert!(body.windows(8).any(|part| part == b"\"inputs\""));
            return json_answer(200, SUMS);
        }
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(body).read_to_end(&mut text).expect("gzip");
        assert!(text.windows(8).any(|part| part == b"\"inputs\""));
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(SUMS.replace("6.5", "7.5").as_bytes()).expect("bytes");
        let answer = encoder.finish().expect("gzip");
        let head = "HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length";
        [format!("{head}: {}\r\n\r\n", answer.len()).as_bytes(), &answer].concat()
    });
    for (compress, first) in [(true, 7.5), (false, 6.5)] {
        for form in [TensorForm::Binary, TensorForm::Json] {
            both!(server.address, ClientOptions::new().form(form).compress(compress), |client, wait| {
                let model = client.unchecked_model::<SumInput, SumOutput>("m", "");
                // The server has another answer for those that ask for gzip.
                assert_eq!(wait(model.infer(&input())).expect("an answer").total, [first, 16.0]);
            });
        }
    }
}

#[test]
fn metadata_is_asked_for_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let server = fake(move |line, _, _| {
        if line.starts_with("post ") {
            return json_answer(200, SUMS);
        }
        counted.fetch_add(1, Ordering::SeqCst);
        if line.starts_with("get /v2 ") {
            return json_answer(200, r#"{"name": "x", "version": "1", "extensions": []}"#);
        }
        json_answer(
            200,
            r#"{"name": "m", "platform": "", "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 3]}, {"name": "bias", "datatype": "FP32", "shape": [1]}], "outputs": [{"name": "total", "datatype": "FP32", "shape": [-1]}, {"name": "rows", "datatype": "INT64", "shape": [1]}]}"#,
        )
    });
    both!(server.address, ClientOptions::new(), |client, wait| {
        let model = wait(client.model::<SumInput, SumOutput>("m")).expect("the model");
        let before = asked.swap(0, Ordering::SeqCst);
        assert!((1..=3).contains(&before), "{before} pages of the server and its model");
        for _ in 0..10 {
            assert_eq!(wait(model.clone().infer(&input())).expect("an answer"), sum(&input()));
        }
        assert_eq!(asked.load(Ordering::SeqCst), 0);
    });
}

/// A call whose future is dropped is dropped by the server.
#[test]
fn a_dropped_call_ends_on_the_server() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let server = Server::builder().async_model("forever", Forever(dropped.clone())).build().expect("a server");
    let running = serve(server.router());
    block_on(async {
        let client = client::Client::new(&running.address.to_string()).expect("a client");
        let forever = client.model::<Vec<f32>, f32>("forever").await.expect("the model");
        for calls in 1..=3 {
            let time = std::time::Duration::from_millis(300);
            assert!(tokio::time::timeout(time, forever.infer(&vec![1.0])).await.is_err());
            within_seconds(5, || dropped.load(Ordering::SeqCst) == calls);
        }
    });
}

/// What an agent bounds itself holds beside the time of a call.
#[test]
fn an_agent_keeps_its_own_bounds() {
    let server = fake(|_, _, _| {
        std::thread::sleep(Duration::from_secs(3));
        Vec::new()
    });
    let (short, long) = (Duration::from_millis(200), Duration::from_secs(60));
    let ask = |config: ureq::config::ConfigBuilder<ureq::typestate::AgentScope>, timeout: Option<Duration>| {
        let options = ClientOptions::new().timeout(timeout);
        let agent = config.build().new_agent();
        let client = client::blocking::Client::with_agent(agent, &server.address.to_string(), options);
        let client = client.expect("a client");
        let begin = Instant::now();
        let model = client.unchecked_model::<f32, f32>("m", "");
        let errors = [client.is_live().expect_err("no answer"), model.infer(&1.0).expect_err("no answer")];
        assert!(begin.elapsed() < Duration::from_secs(2), "{errors:?}");
        errors
    };
    let config = ureq::Agent::config_builder;
    for (own, timeout) in
        [(Some(short), None), (Some(short), Some(long)), (Some(long), Some(short)), (None, Some(short))]
    {
        for error in ask(config().timeout_global(own), timeout) {
            assert!(matches!(error, ClientError::Timeout(time) if time == short), "{own:?} {timeout:?}: {error}");
        }
    }
    for timeout in [None, Some(long)] {
        for error in ask(config().timeout_recv_response(Some(short)), timeout) {
            assert!(matches!(error, ClientError::Transport(_)), "{timeout:?}: {error}");
        }
    }
}
