//! Requests that are joined: each answer goes to its caller, each error to the one that caused it.
#![cfg(all(feature = "server", feature = "client"))]

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use crate::support::{Running, serve};
use tensor_format::{Tensor, model};
use tensor_format_oip::{
    client::{Client, ClientError, ClientOptions, TensorForm},
    server::{Batching, Server, ServerBuilder},
};

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Input {
    #[tensor(dtype = i64, shape = [batch: 1..=16, n])]
    values: tensor_format::Tensor,
    #[tensor(shape = [batch])]
    names: Vec<String>,
    #[tensor(shape = [batch])]
    factor: Option<Vec<i64>>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Output {
    #[tensor(shape = [batch])]
    sums: Vec<i64>,
    #[tensor(shape = [batch])]
    greetings: Vec<String>,
    #[tensor(shape = [batch, 2])]
    seen: Vec<[u8; 2]>,
}

/// What a model did.
#[derive(Default)]
struct Seen {
    calls: AtomicUsize,
    rows: AtomicUsize,
    most: AtomicUsize,
}

fn run(input: &Input) -> Result<Output, String> {
    let values = input.values.as_slice::<i64>().map_err(|error| error.to_string())?;
    let width = input.values.shape()[1].max(1);
    if values.contains(&-1) {
        return Err("a value is -1".into());
    }
    assert!(!values.contains(&-2), "a value is -2");
    let factor = |row: usize| input.factor.as_ref().map_or(1, |factor| factor[row]);
    let sums: Vec<i64> =
        values.chunks(width).enumerate().map(|(row, row_of)| row_of.iter().sum::<i64>() * factor(row)).collect();
    let seen = sums.iter().map(|sum| [(sum % 251) as u8, 7]).collect();
    Ok(Output { sums, greetings: input.names.iter().map(|name| format!("hello, {name}")).collect(), seen })
}

impl Seen {
    fn count(&self, input: &Input) {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.rows.fetch_add(input.names.len(), Ordering::SeqCst);
        self.most.fetch_max(input.names.len(), Ordering::SeqCst);
    }
}

/// Whether a model computes or waits.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Computes,
    Waits,
}

const KINDS: [Kind; 2] = [Kind::Computes, Kind::Waits];

/// Returns a server with the model `m`, whose requests are joined.
fn counted(kind: Kind, seen: &Arc<Seen>, batching: Batching) -> ServerBuilder {
    let seen = seen.clone();
    match kind {
        Kind::Computes => {
            let model = model::from_fn(move |input: Input| {
                seen.count(&input);
                std::thread::sleep(Duration::from_micros(100));
                run(&input)
            });
            Server::builder().batched_model("m", model, batching)
        }
        Kind::Waits => {
            let model = model::from_async_fn(move |input: Input| {
                seen.count(&input);
                async move {
                    tokio::time::sleep(Duration::from_micros(100)).await;
                    run(&input)
                }
            });
            Server::builder().batched_async_model("m", model, batching)
        }
    }
}

fn input(rows: usize, width: usize, seed: i64, factor: bool) -> Input {
    let values: Vec<i64> = (0..rows * width).map(|index| seed * 1000 + index as i64).collect();
    Input {
        values: tensor_format::Tensor::from_vec([rows, width], values).expect("a tensor"),
        names: (0..rows).map(|row| format!("{seed}/{row}{}", "ü".repeat(row % 3))).collect(),
        factor: factor.then(|| (0..rows).map(|row| seed + row as i64).collect()),
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(future)
}

fn served(server: ServerBuilder) -> (Running, Client, Client) {
    let running = serve(server.build().expect("a server").router());
    let client = |form| {
        let options = ClientOptions::new().form(form);
        Client::with_options(&running.address.to_string(), options).expect("a client")
    };
    let (binary, json) = (client(TensorForm::Binary), client(TensorForm::Json));
    (running, binary, json)
}

/// `OIP_JOINED` sets the number of requests, each of which is compared with its own answer; each kind of model gets half
/// of them.
#[test]
fn no_answer_goes_to_another_caller() {
    let requests: usize = std::env::var("OIP_JOINED").map_or(4000, |text| text.parse().expect("a number"));
    KINDS.into_iter().for_each(|kind| no_answer_of_a_kind_goes_to_another_caller(kind, requests.div_ceil(2)));
}

fn no_answer_of_a_kind_goes_to_another_caller(kind: Kind, requests: usize) {
    let seen = Arc::new(Seen::default());
    let batching = Batching::new().delay(Duration::from_millis(1));
    let (_running, binary, json) = served(counted(kind, &seen, batching));
    let rows: usize = block_on(async {
        let callers: Vec<_> = (0..64usize)
            .map(|caller| {
                // JSON and binary are joined with each other.
                let client = if caller % 4 == 0 { &json } else { &binary };
                let model = client.unchecked_model::<Input, Output>("m", "");
                tokio::spawn(async move {
                    let mut rows = 0;
                    for call in 0..requests.div_ceil(64) {
                        let seed = (call * 64 + caller) as i64;
                        let input = input(1 + (caller + call) % 4, 1 + caller % 3, seed, caller % 2 == 0);
                        rows += input.names.len();
                        assert_eq!(Ok(model.infer(&input).await.expect("an answer")), run(&input));
                    }
                    rows
                })
            })
            .collect();
        let mut rows = 0;
        for caller in callers {
            rows += caller.await.expect("a caller");
        }
        rows
    });
    let (calls, most) = (seen.calls.load(Ordering::SeqCst), seen.most.load(Ordering::SeqCst));
    assert_eq!(seen.rows.load(Ordering::SeqCst), rows);
    // How many are joined is a matter of time; that they are is not.
    assert!(calls < requests, "{calls} calls of the model for {requests} requests");
    assert!((5..=16).contains(&most), "at most {most} rows");
}

/// Those that come while a batch runs wait for its end, and go in as few batches as they fit in.
#[test]
fn what_waits_for_a_batch_goes_together() {
    KINDS.into_iter().for_each(what_waits_for_a_batch_of_a_kind_goes_together);
}

fn what_waits_for_a_batch_of_a_kind_goes_together(kind: Kind) {
    let seen = Arc::new(Seen::default());
    let gate = Arc::new(tokio::sync::Mutex::new(()));
    let held = gate.blocking_lock();
    let (counted, entered) = (seen.clone(), gate.clone());
    let batching = Batching::new().max(8).delay(Duration::ZERO);
    let server = match kind {
        Kind::Computes => {
            let model = model::from_fn(move |input: Input| {
                counted.count(&input);
                drop(entered.blocking_lock());
                run(&input)
            });
            Server::builder().batched_model("m", model, batching)
        }
        Kind::Waits => {
            let model = model::from_async_fn(move |input: Input| {
                counted.count(&input);
                let entered = entered.clone();
                async move {
                    drop(entered.lock().await);
                    run(&input)
                }
            });
            Server::builder().batched_async_model("m", model, batching)
        }
    };
    let (_running, binary, _) = served(server);
    std::thread::scope(|scope| {
        let client = &binary;
        scope.spawn(move || {
            block_on(async {
                let mut calls = Vec::new();
                for seed in 0..17i64 {
                    let model = client.unchecked_model::<Input, Output>("m", "");
                    calls.push(tokio::spawn(async move {
                        let input = input(1, 2, seed, false);
                        assert_eq!(Ok(model.infer(&input).await.expect("an answer")), run(&input));
                    }));
                    if seed == 0 {
                        // The first is alone in the model.
                        tokio::time::sleep(Duration::from_millis(300)).await;
                    }
                }
                for call in calls {
                    call.await.expect("a call");
                }
            });
        });
        std::thread::sleep(Duration::from_millis(1500));
        assert_eq!(seen.calls.load(Ordering::SeqCst), 1);
        drop(held);
    });
    assert_eq!(seen.calls.load(Ordering::SeqCst), 3);
}

/// What is wrong with one request is told to that one: rules, the model's error, a panic, a message that is none.
#[test]
fn errors_go_to_who_caused_them() {
    KINDS.into_iter().for_each(errors_of_a_kind_go_to_who_caused_them);
}

fn errors_of_a_kind_go_to_who_caused_them(kind: Kind) {
    let seen = Arc::new(Seen::default());
    let batching = Batching::new().delay(Duration::from_millis(30));
    let (running, binary, _) = served(counted(kind, &seen, batching));
    let address = running.address;
    let broken = std::thread::spawn(move || {
        let body = br#"{"inputs": [{"name": "values", "datatype": "FP32", "shape": [1, 1], "data": [1]}, {"name": "names", "datatype": "BYTES", "shape": [1], "data": ["a"]}]}"#;
        crate::support::post(address, "/v2/models/m/infer", &[], body)
    });
    block_on(async {
        let mut calls = Vec::new();
        for index in 0..14i64 {
            let model = binary.unchecked_model::<Input, Output>("m", "");
            let mut input = input(1, 2, index + 1, false);
            match index {
                3 => input.values = tensor_format::Tensor::from_vec([1, 2], vec![5i64, -1]).expect("a tensor"),
                5 => input.values = tensor_format::Tensor::from_vec([1, 2], vec![5i64, -2]).expect("a tensor"),
                _ => {}
            }
            calls.push(tokio::spawn(async move { (index, model.infer(&input).await, run_of(&input, index)) }));
        }
        for call in calls {
            let (index, answer, expected) = call.await.expect("a call");
            let status = |answer: Result<Output, ClientError>| match answer {
                Err(ClientError::Status(document)) => (document.status, document.error.unwrap_or_default()),
                other => panic!("{index}: {other:?}"),
            };
            match index {
                3 => assert_eq!(status(answer), (500, "model `m` failed: a value is -1".into())),
                5 => assert_eq!(status(answer), (500, "model `m` panicked".into())),
                _ => assert_eq!(answer.expect("an answer"), expected.expect("an output")),
            }
        }
    });
    let answer = broken.join().expect("a caller");
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert!(answer.error().contains("`values`: element type: expected i64, found f32"), "{}", answer.error());
    let answer = crate::support::post(running.address, "/v2/models/m/infer", &[], b"{\"inputs\": [");
    assert_eq!(answer.status, 400, "{}", answer.text());
    // It lives on.
    block_on(async {
        let model = binary.model::<Input, Output>("m").await.expect("the model");
        let input = input(2, 2, 9, true);
        assert_eq!(Ok(model.infer(&input).await.expect("an answer")), run(&input));
    });
}

fn run_of(input: &Input, index: i64) -> Option<Output> {
    (![3, 5].contains(&index)).then(|| run(input).expect("an output"))
}

/// Sends so many requests of one row at once, each of which is answered.
async fn all_answered(client: &Client, count: i64) {
    let calls: Vec<_> = (0..count)
        .map(|seed| {
            let model = client.unchecked_model::<Input, Output>("m", "");
            tokio::spawn(async move {
                let input = input(1, 1, seed, false);
                assert_eq!(Ok(model.infer(&input).await.expect("an answer")), run(&input));
            })
        })
        .collect();
    for call in calls {
        call.await.expect("a call");
    }
}

/// A batch that is full does not wait, and one that is not waits for its delay.
#[test]
fn a_full_batch_does_not_wait() {
    for kind in KINDS {
        let seen = Arc::new(Seen::default());
        let (_running, binary, _) = served(counted(kind, &seen, Batching::new().max(4).delay(Duration::from_secs(60))));
        let begin = Instant::now();
        block_on(all_answered(&binary, 4));
        assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
        assert_eq!(seen.calls.load(Ordering::SeqCst), 1);

        let delay = Duration::from_millis(300);
        let (_running, binary, _) = served(counted(kind, &seen, Batching::new().max(4).delay(delay)));
        let begin = Instant::now();
        let alone = input(1, 1, 1, false);
        let answer = block_on(binary.unchecked_model::<Input, Output>("m", "").infer(&alone));
        assert_eq!(Ok(answer.expect("an answer")), run(&alone));
        assert!(begin.elapsed() >= delay, "{:?}", begin.elapsed());
    }
}

/// Clients over gRPC and over HTTP share batches, and each hears its own answer or error.
#[cfg(feature = "grpc")]
#[test]
fn calls_over_grpc_are_joined_too() {
    for kind in KINDS {
        let seen = Arc::new(Seen::default());
        let server = counted(kind, &seen, Batching::new().delay(Duration::from_millis(2))).build().expect("a server");
        let (http, grpc) = (serve(server.router()), crate::support::serve_grpc(&server));
        block_on(async {
            let called = tensor_format_oip::client::grpc::Client::connect(&grpc.address.to_string()).await;
            let model = called.expect("a client").model::<Input, Output>("m").await.expect("the model");
            let client = Client::new(&http.address.to_string()).expect("a client");
            let other = client.model::<Input, Output>("m").await.expect("the model");
            let calls: Vec<_> = (0..32i64)
                .map(|caller| {
                    let (model, other) = (model.clone(), other.clone());
                    tokio::spawn(async move {
                        for call in 0..30 {
                            let mut input = input(1 + call % 4, 1, caller * 100 + call as i64, false);
                            if (caller, call % 10) == (5, 3) {
                                input.values =
                                    tensor_format::Tensor::from_vec([1 + call % 4, 1], vec![-1i64; 1 + call % 4])
                                        .expect("a tensor");
                            }
                            let answer =
                                if caller % 2 == 0 { other.infer(&input).await } else { model.infer(&input).await };
                            match run(&input) {
                                Ok(expected) => assert_eq!(answer.expect("an answer"), expected),
                                Err(error) => {
                                    let told = answer.expect_err("the model's error").to_string();
                                    assert!(told.contains(&error), "{told}");
                                }
                            }
                        }
                    })
                })
                .collect();
            for call in calls {
                call.await.expect("a caller");
            }
        });
        let calls = seen.calls.load(Ordering::SeqCst);
        assert!(calls < 32 * 30, "{calls} calls of the model");
    }
}

/// What waits for others is answered when the server is to stop.
#[test]
fn shutdown_answers_what_waits_for_a_batch() {
    for kind in KINDS {
        let seen = Arc::new(Seen::default());
        let (running, binary, _) = served(counted(kind, &seen, Batching::new().delay(Duration::from_millis(600))));
        let caller = std::thread::spawn(move || {
            let input = input(2, 1, 1, false);
            let answer = block_on(binary.unchecked_model::<Input, Output>("m", "").infer(&input));
            assert_eq!(Ok(answer.expect("an answer")), run(&input));
        });
        std::thread::sleep(Duration::from_millis(200));
        drop(running);
        caller.join().expect("an answer");
    }
}

/// Clients that go away take nobody with them.
#[test]
fn clients_may_leave_a_batch() {
    KINDS.into_iter().for_each(clients_may_leave_a_batch_of_a_kind);
}

fn clients_may_leave_a_batch_of_a_kind(kind: Kind) {
    let seen = Arc::new(Seen::default());
    let batching = Batching::new().max(4).delay(Duration::from_secs(5));
    let (_running, binary, _) = served(counted(kind, &seen, batching));
    block_on(async {
        let model = binary.unchecked_model::<Input, Output>("m", "");
        let gone = tokio::time::timeout(Duration::from_millis(100), model.infer(&input(1, 1, 1, false))).await;
        assert!(gone.is_err());
        let begin = Instant::now();
        all_answered(&binary, 8).await;
        assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
        assert!(seen.most.load(Ordering::SeqCst) <= 4);
        assert!(seen.rows.load(Ordering::SeqCst) <= 9);
    });
}

#[test]
fn models_without_a_common_axis_are_refused() {
    #[derive(Tensor)]
    struct Named {
        #[tensor(shape = [batch])]
        x: Vec<f32>,
    }
    #[derive(Tensor)]
    struct Other {
        #[tensor(shape = [rows])]
        y: Vec<f32>,
    }
    #[derive(Tensor)]
    struct Scalar {
        z: f32,
    }
    #[derive(Tensor)]
    struct Square {
        #[tensor(shape = [batch, batch])]
        s: ndarray::Array2<f32>,
    }
    fn refused<I, O>(run: fn(I) -> O) -> String
    where
        I: tensor_format::DecodeOwned + 'static,
        O: tensor_format::Encode + 'static,
    {
        let model = model::from_fn(move |input: I| Ok::<O, String>(run(input)));
        let server = Server::builder().batched_model("m", model, Batching::new());
        server.build().map_or_else(|error| error.to_string(), |_| String::new())
    }
    assert_eq!(refused(|input: Named| input), "");
    let text = "model `m`: requests cannot be joined: parameter";
    let rest = "expected a first axis of the name that all inputs and outputs have, found";
    assert_eq!(refused(|input: Named| Other { y: input.x }), format!("{text} `y`: {rest} `rows`"));
    assert_eq!(refused(|input: Named| Scalar { z: input.x[0] }), format!("{text} `z`: {rest} f32 []"));
    assert_eq!(refused(|input: Vec<f32>| Named { x: input }), format!("{text} `input`: {rest} f32 [_]"));
    // Its length would be that of the whole batch, and its elements those of others.
    let rest = "expected the name of the first axis at no other, found f32 [batch, batch]";
    assert_eq!(refused(|_: Named| Square { s: ndarray::Array2::zeros((1, 1)) }), format!("{text} `s`: {rest}"));
    assert_eq!(refused(|input: Square| Named { x: input.s.row(0).to_vec() }), format!("{text} `s`: {rest}"));
}
