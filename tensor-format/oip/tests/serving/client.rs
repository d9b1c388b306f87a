//! Both clients over HTTP, against the crate's own server and against servers that behave oddly.
#![cfg(all(feature = "client", feature = "client-blocking", feature = "server"))]

use std::{
    future::Future,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use crate::support::{SumInput, SumOutput, fake, json_answer, models, serve, sum};
use tensor_format::Tensor;
use tensor_format_oip::{
    Options, Parameter,
    client::{self, CallOptions, ClientError, ClientOptions, TensorForm},
    metadata::{ModelMismatchKind, Side},
};

pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    static RUNTIME: std::sync::OnceLock<tokio::runtime::Runtime> = std::sync::OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).enable_all().build().expect("a runtime")
    });
    runtime.block_on(future)
}

pub(crate) fn at_once<T>(value: T) -> T {
    value
}

/// Does the same with both clients.
macro_rules! both {
    ($address:expr, $options:expr, |$client:ident, $wait:ident| $body:block) => {{
        {
            use block_on as $wait;
            let $client = client::Client::with_options(&$address.to_string(), $options).expect("a client");
            $body
        }
        {
            use at_once as $wait;
            let $client = client::blocking::Client::with_options(&$address.to_string(), $options).expect("a client");
            $body
        }
    }};
}
pub(crate) use both;

pub(crate) fn input() -> SumInput {
    SumInput { x: vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]], bias: Some([0.5]) }
}

#[test]
fn every_form_gives_the_answer() {
    for server in [models(), models().compress(true)] {
        let running = serve(server.build().expect("a server").router());
        for form in [TensorForm::Binary, TensorForm::Json, TensorForm::Auto] {
            for compress in [false, true] {
                let options = ClientOptions::new().form(form).compress(compress);
                both!(running.address, options, |client, wait| {
                    let model = wait(client.model::<SumInput, SumOutput>("sum")).expect("the model");
                    assert_eq!(wait(model.infer(&input())).expect("an answer"), sum(&input()));
                    let model = client.unchecked_model::<SumInput, SumOutput>("sum", "");
                    assert_eq!(wait(model.clone().infer(&input())).expect("an answer"), sum(&input()));
                });
            }
        }
    }
}

#[test]
fn health_metadata_and_versions() {
    let server = models().build().expect("a server");
    let running = serve(server.router());
    both!(running.address, ClientOptions::new(), |client, wait| {
        server.set_ready(true);
        // Only Triton has configurations.
        assert_eq!(wait(client.model_config("sum", "")).expect("an answer"), None);
        let says = wait(client.server_metadata()).expect("an answer");
        let resolved = [TensorForm::Auto, TensorForm::Json, TensorForm::Binary].map(|form| form.for_server(&says));
        assert_eq!(resolved, [TensorForm::Binary, TensorForm::Json, TensorForm::Binary]);
        assert!(wait(client.is_live()).expect("an answer"));
        assert!(wait(client.is_ready()).expect("an answer"));
        assert!(wait(client.is_model_ready("count", "1")).expect("an answer"));
        assert!(wait(client.is_model_ready("a name/with ü", "")).expect("an answer"));
        assert!(!wait(client.is_model_ready("count", "3")).expect("an answer"));
        server.set_ready(false);
        assert!(!wait(client.is_ready()).expect("an answer"));
        assert!(wait(client.is_live()).expect("an answer"));
        assert_eq!(wait(client.server_metadata()).expect("metadata").name, "test");
        let metadata = wait(client.model_metadata("count", "2")).expect("metadata");
        assert_eq!(metadata.versions, Some(vec!["1".to_owned(), "2".to_owned()]));
        for (version, factor) in [("", 2), ("1", 1), ("2", 2)] {
            let model = wait(client.model_version::<Vec<i64>, i64>("count", version)).expect("the model");
            let answer = wait(model.infer_with(&vec![3, 4], &CallOptions::new())).expect("an answer");
            assert_eq!(answer.value, 7 * factor);
            assert_eq!(answer.model_version, factor.to_string());
            assert_eq!(answer.id, None);
        }
        let model = wait(client.model::<f32, f32>("a name/with ü")).expect("the model");
        assert_eq!(wait(model.infer(&2.5)).expect("an answer"), 2.5);
    });
}

#[derive(Tensor, Debug, PartialEq)]
struct SomeOutputs {
    total: Option<Vec<f32>>,
    rows: Option<[i64; 1]>,
    /// The server has none.
    mean: Option<f32>,
}

#[derive(Tensor)]
struct Borrowed<'a> {
    #[tensor(shape = [rows, 3])]
    x: &'a [[f32; 3]],
}

#[test]
fn calls_have_ids_parameters_and_outputs() {
    let running = serve(models().build().expect("a server").router());
    for form in [TensorForm::Binary, TensorForm::Json] {
        both!(running.address, ClientOptions::new().form(form), |client, wait| {
            let model = wait(client.model::<SumInput, SomeOutputs>("sum")).expect("the model");
            let call = CallOptions::new().id("id \"1\"").parameter("a", Parameter::I64(1));
            let answer = wait(model.infer_with(&input(), &call)).expect("an answer");
            assert_eq!(answer.id.as_deref(), Some("id \"1\""));
            let both = SomeOutputs { total: Some(vec![6.5, 16.0]), rows: Some([2]), mean: None };
            assert_eq!(answer.value, both);
            let answer = wait(model.infer_with(&input(), &call.clone().output("rows"))).expect("an answer");
            assert_eq!(answer.value, SomeOutputs { total: None, rows: Some([2]), mean: None });
            let error = wait(model.infer_with(&input(), &call.output("mean"))).expect_err("an error");
            let ClientError::Status(document) = error else { panic!("{error}") };
            assert_eq!(document.status, 400);
            assert!(document.error.is_some_and(|error| error.contains("`mean`")));

            // A type that borrows is one for all that it borrows from.
            let model = wait(client.model::<Borrowed<'static>, SumOutput>("sum")).expect("the model");
            let numbers = vec![[1.0f32, 2.0, 3.0]];
            let lent = Borrowed { x: &numbers };
            assert_eq!(wait(model.infer(&lent)).expect("an answer").total, [6.0]);
        });
    }
}

#[derive(Tensor)]
struct Misfit {
    x: Vec<[f64; 4]>,
    bias: Option<[f32; 1]>,
    scale: f32,
}

#[derive(Tensor, Debug)]
struct OtherOutput {
    total: Vec<[f32; 2]>,
    mean: f32,
}

#[test]
fn all_that_does_not_fit_is_one_error() {
    let running = serve(models().build().expect("a server").router());
    both!(running.address, ClientOptions::new(), |client, wait| {
        let error = wait(client.model::<Misfit, OtherOutput>("sum")).expect_err("an error");
        let ClientError::Mismatches { model, mismatches } = &error else { panic!("{error}") };
        assert_eq!(model, "sum");
        let mut places: Vec<_> =
            mismatches.iter().map(|mismatch| (mismatch.side == Side::Output, &*mismatch.parameter)).collect();
        places.sort_unstable();
        assert_eq!(places, [(false, "scale"), (false, "x"), (false, "x"), (true, "mean"), (true, "total")]);
        let scale = mismatches.iter().find(|mismatch| mismatch.parameter == "scale").map(|mismatch| &mismatch.kind);
        assert_eq!(scale, Some(&ModelMismatchKind::UnknownParam));
        assert_eq!(error.to_string().lines().count(), 6, "{error}");
        assert!(error.to_string().starts_with("the types do not fit the model `sum`:\n  input `"), "{error}");
    });
}

#[test]
fn what_the_server_refuses_is_told() {
    let running = serve(models().build().expect("a server").router());
    both!(running.address, ClientOptions::new(), |client, wait| {
        let status = |error: ClientError| match error {
            ClientError::Status(document) => (document.status, document.error.unwrap_or_default()),
            other => panic!("{other}"),
        };
        let error = wait(client.model::<SumInput, SumOutput>("none")).expect_err("an error");
        assert_eq!(status(error), (404, "there is no model `none`".to_owned()));
        let model = client.unchecked_model::<Vec<[f32; 2]>, f32>("sum", "");
        let (code, text) = status(wait(model.infer(&vec![[1.0, 2.0]])).expect_err("an error"));
        assert!(code == 400 && text.contains("`x`"), "{text}");
        for (name, part) in [("fails", "its own"), ("panics", "panicked")] {
            let model = wait(client.model::<Vec<f32>, f32>(name)).expect("the model");
            let error = wait(model.infer(&vec![1.0])).expect_err("an error");
            assert!(error.to_string().starts_with("the server answered with status 500: "), "{error}");
            let (code, text) = status(error);
            assert!(code == 500 && text.contains(part), "{text}");
        }
        // The value breaks its own rules: nothing is sent.
        let model = client.unchecked_model::<crate::support::Pair, f32>("sum", "");
        let error = wait(model.infer(&crate::support::Pair { a: vec![1.0], b: vec![] })).expect_err("an error");
        assert!(matches!(&error, ClientError::Input(_)), "{error}");
    });
}

const EMPTY: &str = r#"{"name": "m", "platform": ""}"#;

#[test]
fn odd_answers_are_errors() {
    let server = fake(|line, _, _| {
        let name = line.split('/').nth(3).unwrap_or_default();
        let tensor = r#"{"name": "output", "datatype": "FP32", "shape": [1], "data": [1.5]}"#;
        let whole = format!(r#"{{"model_name": "m", "outputs": [{tensor}]}}"#);
        match name {
            "whole" => json_answer(200, &whole),
            "more" => {
                let more =
                    whole.replace("}]}", r#"}, {"name": "more", "datatype": "FP32", "shape": [], "data": [2]}]}"#);
                json_answer(200, &more)
            }
            "garbage" => json_answer(200, "<html>"),
            "type" => json_answer(200, &whole.replace("FP32", "INT32").replace("1.5", "1")),
            "other" => json_answer(200, &whole.replacen('{', r#"{"id": "other", "#, 1)),
            "error" => json_answer(200, r#"{"error": "it is an error all the same"}"#),
            "detail" => json_answer(422, r#"{"detail": ["no"]}"#),
            "text" => json_answer(500, "a plain text"),
            "header" => {
                b"HTTP/1.1 200 OK\r\nInference-Header-Content-Length: 999\r\nContent-Length: 2\r\n\r\n{}".to_vec()
            }
            "large" => json_answer(200, &" ".repeat(5000)),
            "endless" => format!(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{}",
                format!("3e8\r\n{}\r\n", " ".repeat(1000)).repeat(9)
            )
            .into_bytes(),
            "cut" => b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{".to_vec(),
            "http" => b"SSH-2.0-x\r\n\r\n".to_vec(),
            _ => json_answer(200, EMPTY),
        }
    });
    let options =
        ClientOptions::new().read_options(Options::new().max_body(4000)).timeout(Some(Duration::from_secs(2)));
    both!(server.address, options, |client, wait| {
        let infer = |name: &str| {
            let model = client.unchecked_model::<f32, [f32; 1]>(name, "");
            wait(model.infer_with(&1.0, &CallOptions::new().id("mine"))).map(|answer| answer.value)
        };
        assert_eq!(infer("whole").expect("an answer"), [1.5]);
        for name in ["garbage", "type", "error", "header", "large", "endless", "more"] {
            let error = infer(name).expect_err(name);
            assert!(matches!(error, ClientError::Answer(_)), "{name}: {error}");
        }
        assert!(infer("error").expect_err("an error").to_string().contains("all the same"));
        assert!(infer("large").expect_err("an error").to_string().contains("at most 4000 bytes"));
        let error = infer("other").expect_err("an error");
        assert_eq!(error.to_string(), "the answer: id: expected \"mine\", found \"other\"");
        assert_eq!(
            infer("detail").expect_err("an error").to_string(),
            r#"the server answered with status 422: {\"detail\": [\"no\"]}"#
        );
        assert_eq!(
            infer("text").expect_err("an error").to_string(),
            "the server answered with status 500: a plain text"
        );
        for name in ["cut", "http"] {
            let error = infer(name).expect_err(name);
            assert!(matches!(error, ClientError::Transport(_) | ClientError::Timeout(_)), "{name}: {error}");
        }
    });
}

/// Servers that say what they have get what they read.
#[test]
fn auto_goes_by_what_the_server_says() {
    for (server, binary) in [
        (r#"{"name": "mlserver", "version": "1", "extensions": []}"#, false),
        (r#"{"name": "kserve", "version": "0.21", "extensions": ["model_repository_extension"]}"#, true),
        (r#"{"name": "x", "version": "1", "extensions": ["binary_tensor_data"]}"#, true),
    ] {
        let server = fake(move |line, headers, body| {
            let json = "inference-header-content-length";
            match line.split(' ').nth(1).unwrap_or_default() {
                "/v2" => json_answer(200, server),
                "/v2/models/m" => json_answer(200, EMPTY),
                _ => {
                    assert_eq!(headers.contains(json), binary);
                    assert!(!headers.contains("accept-encoding"), "{headers}");
                    assert!(headers.contains(if binary { "application/octet-stream" } else { "application/json" }));
                    let text = String::from_utf8_lossy(body);
                    assert_eq!(
                        text.contains(r#""binary_data":true"#) || text.contains(r#""binary_data_output":true"#),
                        binary,
                        "{text}"
                    );
                    json_answer(
                        200,
                        r#"{"model_name": "m", "outputs": [{"name": "total", "datatype": "FP32", "shape": [0], "data": []}, {"name": "rows", "datatype": "INT64", "shape": [1], "data": [0]}]}"#,
                    )
                }
            }
        });
        both!(server.address, ClientOptions::new().form(TensorForm::Auto), |client, wait| {
            let model = wait(client.model::<SumInput, SumOutput>("m")).expect("the model");
            assert_eq!(wait(model.infer(&input())).expect("an answer"), SumOutput { total: vec![], rows: [0] });
        });
    }
}

/// With Triton's configuration an optional input may be left out, and a batch may be as large as it says.
#[test]
fn the_configuration_is_asked_for_where_it_is_offered() {
    #[derive(Tensor)]
    struct Rows {
        #[tensor(shape = [batch: 1..=4, 3])]
        x: Vec<[f32; 3]>,
    }
    #[derive(Tensor, Debug)]
    struct Total {
        total: Vec<f32>,
    }
    for (most, fits) in [(4, true), (3, false)] {
        let server = fake(move |line, _, _| match line.split(' ').nth(1).unwrap_or_default() {
            "/v2" => json_answer(200, r#"{"name": "triton", "version": "2", "extensions": ["model_configuration"]}"#),
            "/v2/models/m/config" => json_answer(
                200,
                &format!(
                    r#"{{"name": "m", "max_batch_size": {most}, "input": [{{"name": "x", "data_type": "TYPE_FP32", "dims": [3]}}, {{"name": "bias", "data_type": "TYPE_FP32", "dims": [1], "optional": true}}], "output": [{{"name": "total", "data_type": "TYPE_FP32", "dims": []}}]}}"#
                ),
            ),
            _ => json_answer(
                200,
                r#"{"name": "m", "platform": "python", "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 3]}, {"name": "bias", "datatype": "FP32", "shape": [-1, 1]}], "outputs": [{"name": "total", "datatype": "FP32", "shape": [-1]}]}"#,
            ),
        });
        both!(server.address, ClientOptions::new(), |client, wait| {
            let model = wait(client.model::<Rows, Total>("m"));
            assert_eq!(model.is_ok(), fits, "{:?}", model.err());
        });
    }
}

#[test]
fn servers_that_are_not_there_or_say_nothing() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    both!(nobody, ClientOptions::new(), |client, wait| {
        let error = wait(client.is_live()).expect_err("an error");
        assert!(matches!(error, ClientError::Transport(_)), "{error}");
        assert!(error.to_string().to_lowercase().contains("refused"), "{error}");
    });
    let silent = fake(|_, _, _| {
        std::thread::sleep(Duration::from_secs(3));
        Vec::new()
    });
    both!(silent.address, ClientOptions::new().timeout(Some(Duration::from_millis(200))), |client, wait| {
        let begin = Instant::now();
        assert!(
            matches!(wait(client.is_live()), Err(ClientError::Timeout(time)) if time == Duration::from_millis(200))
        );
        let model = client.unchecked_model::<f32, f32>("m", "");
        let call = CallOptions::new().timeout(Duration::from_millis(300));
        let error = wait(model.infer_with(&1.0, &call)).expect_err("an error");
        assert_eq!(error.to_string(), "no answer in 300ms");
        assert!(begin.elapsed() < Duration::from_secs(2));
    });
    for address in ["", "http://", "http://a b"] {
        assert!(matches!(client::Client::new(address), Err(ClientError::Address { .. })), "{address}");
        assert!(matches!(client::blocking::Client::new(address), Err(ClientError::Address { .. })), "{address}");
    }
}

#[test]
fn connections_are_used_again() {
    let server = fake(|_, _, _| json_answer(200, r#"{"live": true}"#));
    both!(server.address, ClientOptions::new(), |client, wait| {
        for _ in 0..20 {
            assert!(wait(client.clone().is_live()).expect("an answer"));
        }
        // A call may begin before the connection of the last one is back.
        let connections = server.connections.swap(0, Ordering::SeqCst);
        assert!((1..=4).contains(&connections), "{connections}");
    });
}

/// As many threads as call at once have as many connections, call after call.
#[test]
fn threads_keep_their_connections() {
    let server = fake(|_, _, _| json_answer(200, r#"{"live": true}"#));
    let client = client::blocking::Client::new(&server.address.to_string()).expect("a client");
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| (0..30).for_each(|_| assert!(client.is_live().expect("an answer"))));
        }
    });
    let connections = server.connections.load(Ordering::SeqCst);
    assert!(connections <= 32, "{connections} connections of 16 threads");
}

/// Errors and metadata may be compressed by what stands between, whatever was asked for.
#[cfg(feature = "compression")]
#[test]
fn documents_may_be_compressed() {
    use std::io::Write;
    let server = fake(|line, _, _| {
        let (status, text) = match line {
            line if line.starts_with("post") => (400, r#"{"error": "the model is asleep"}"#),
            line if line.contains("health") => (200, r#"{"live": false}"#),
            line if line.contains("/models/") => (200, EMPTY),
            _ => (200, r#"{"name": "squeezed", "version": "1", "extensions": []}"#),
        };
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).expect("bytes");
        let body = encoder.finish().expect("gzip");
        let head = format!("HTTP/1.1 {status} X\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n", body.len());
        [head.into_bytes(), body].concat()
    });
    both!(server.address, ClientOptions::new(), |client, wait| {
        assert_eq!(wait(client.server_metadata()).expect("metadata").name, "squeezed");
        assert_eq!(wait(client.model_metadata("m", "")).expect("metadata").name, "m");
        assert!(!wait(client.is_live()).expect("an answer"));
        let error = wait(client.unchecked_model::<f32, f32>("m", "").infer(&1.0)).expect_err("an error");
        assert_eq!(error.to_string(), "the server answered with status 400: the model is asleep");
    });
}

/// A call that was followed elsewhere would have become a question for a page.
#[test]
fn who_is_sent_elsewhere_hears_it() {
    let server = fake(|line, _, _| {
        let status = line.split('/').nth(3).unwrap_or_default();
        format!("HTTP/1.1 {status} Elsewhere\r\nLocation: /v2\r\nContent-Length: 0\r\n\r\n").into_bytes()
    });
    both!(server.address, ClientOptions::new(), |client, wait| {
        for status in [301, 302, 303, 307, 308] {
            let model = client.unchecked_model::<f32, f32>(&status.to_string(), "");
            let error = wait(model.infer(&1.0)).expect_err("an error");
            assert_eq!(error.to_string(), format!("the server answered with status {status}: redirects to /v2"));
        }
    });
}

/// The next call does not hear the answer to one whose future was dropped.
#[test]
fn dropping_cancels() {
    let running = serve(models().build().expect("a server").router());
    block_on(async {
        let client = client::Client::new(&running.address.to_string()).expect("a client");
        let slow = client.model::<Vec<f32>, f32>("slow").await.expect("the model");
        for round in 0..5u16 {
            let dropped = tokio::time::timeout(Duration::from_millis(20), slow.infer(&vec![-1.0])).await;
            assert!(dropped.is_err());
            assert_eq!(slow.infer(&vec![f32::from(round)]).await.expect("an answer"), f32::from(round));
        }
    });
}

#[test]
fn callers_at_once_get_their_own_answers() {
    let running = serve(models().build().expect("a server").router());
    let client = client::Client::new(&running.address.to_string()).expect("a client");
    block_on(async {
        let model = client.model::<Vec<f32>, Vec<f32>>("later").await.expect("the model");
        let calls: Vec<_> = (1..=64u16)
            .map(|caller| {
                let model = model.clone();
                tokio::spawn(async move {
                    for call in 0..20u16 {
                        let value = f32::from(caller) * 100.0 + f32::from(call);
                        assert_eq!(model.infer(&vec![value; 3]).await.expect("an answer"), [value * 2.0; 3]);
                    }
                })
            })
            .collect();
        for call in calls {
            call.await.expect("a call");
        }
    });
    let client = client::blocking::Client::new(&running.address.to_string()).expect("a client");
    let model = client.model::<Vec<i64>, i64>("count").expect("the model");
    std::thread::scope(|scope| {
        for caller in 0..64i64 {
            let model = model.clone();
            scope.spawn(move || {
                for call in 0..10 {
                    assert_eq!(
                        model.infer(&vec![caller * 1000 + call]).expect("an answer"),
                        2 * (caller * 1000 + call)
                    );
                }
            });
        }
    });
}
