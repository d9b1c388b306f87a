//! Service and client over gRPC, on sockets of this machine.
#![cfg(feature = "grpc")]

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::support::{Forever, SumInput, SumOutput, fake, models, serve_grpc, sum, within_seconds};
use bytes::Bytes;
use tensor_format::Tensor;
use tensor_format_oip::{
    Form, Options, Parameter, Request, RequestedOutput, Response,
    client::{CallOptions, ClientError, ClientOptions, grpc::Client},
    server::{Server, ServerBuilder},
};
use tonic::{Code, Status, transport::Channel};

/// Bytes in place of messages, so that a test can send any: the codec of the crate, which is not public.
#[path = "../../src/grpc/codec.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is a module of the crate")]
mod codec;

pub(crate) use codec::BytesCodec as Plain;

pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(future)
}

/// Runs a client against a server.
fn against<F: Future>(server: ServerBuilder, run: impl FnOnce(Client, Channel) -> F) {
    let server = server.build().expect("a server");
    let running = serve_grpc(&server);
    let address = format!("http://{}", running.address);
    block_on(async {
        let channel = Channel::from_shared(address.clone()).expect("an address").connect().await.expect("a channel");
        run(Client::connect(&address).await.expect("a client"), channel).await;
    });
}

/// Calls a method with these bytes.
async fn call(channel: &Channel, method: &str, message: Vec<u8>) -> Result<Bytes, Status> {
    let mut grpc = tonic::client::Grpc::new(channel.clone()).max_decoding_message_size(usize::MAX);
    grpc.ready().await.expect("a connection");
    let path = format!("/inference.GRPCInferenceService/{method}").parse().expect("a path");
    grpc.unary(tonic::Request::new(message), path, Plain).await.map(tonic::Response::into_inner)
}

pub(crate) fn input() -> SumInput {
    SumInput { x: vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]], bias: Some([0.5]) }
}

#[test]
fn every_call_answers() {
    let server = models().build().expect("a server");
    let running = serve_grpc(&server);
    block_on(async {
        let client = Client::connect(&running.address.to_string()).await.expect("a client");
        assert!(client.is_live().await.expect("an answer"));
        assert!(client.is_ready().await.expect("an answer"));
        server.set_ready(false);
        assert!(!client.is_ready().await.expect("an answer"));
        assert!(client.is_model_ready("sum", "").await.expect("an answer"));
        assert!(client.is_model_ready("count", "2").await.expect("an answer"));
        assert!(!client.is_model_ready("count", "3").await.expect("an answer"));
        assert!(!client.is_model_ready("none", "").await.expect("an answer"));
        let metadata = client.server_metadata().await.expect("metadata");
        assert_eq!((&*metadata.name, &*metadata.version), ("test", "1.2.3"));
        let metadata = client.model_metadata("sum", "").await.expect("metadata");
        assert_eq!(metadata.inputs.expect("inputs")[0].shape, [-1, 3]);
        let versions = client.model_metadata("count", "1").await.expect("metadata").versions;
        assert_eq!(versions, Some(vec!["1".to_owned(), "2".to_owned()]));
        for (version, factor) in [("", 2), ("1", 1), ("2", 2)] {
            let model = client.model_version::<Vec<i64>, i64>("count", version).await.expect("the model");
            let answer = model.infer_with(&vec![3, 4], &CallOptions::new()).await.expect("an answer");
            assert_eq!((answer.value, &*answer.model_version), (7 * factor, &*factor.to_string()));
        }
        let sum_model = client.model::<SumInput, SumOutput>("sum").await.expect("the model");
        assert_eq!(sum_model.infer(&input()).await.expect("an answer"), sum(&input()));
        let call = CallOptions::new().id("7").parameter("a", Parameter::String("b".into()));
        let answer = sum_model.infer_with(&input(), &call).await.expect("an answer");
        assert_eq!((answer.id.as_deref(), answer.value), (Some("7"), sum(&input())));
        #[derive(Tensor, Debug, PartialEq)]
        struct SomeOutputs {
            total: Option<Vec<f32>>,
            rows: Option<[i64; 1]>,
        }
        let some = client.unchecked_model::<SumInput, SomeOutputs>("sum", "");
        let answer = some.infer_with(&input(), &CallOptions::new().output("rows")).await.expect("an answer");
        assert_eq!(answer.value, SomeOutputs { total: None, rows: Some([2]) });
        let later = client.model::<Vec<f32>, Vec<f32>>("later").await.expect("the model");
        assert_eq!(later.infer(&vec![2.0]).await.expect("an answer"), [4.0]);
    });
}

/// A call whose future is dropped is dropped by the server.
#[test]
fn a_dropped_call_ends_on_the_server() {
    let dropped = Arc::new(AtomicUsize::new(0));
    against(Server::builder().async_model("forever", Forever(dropped.clone())), async |client, _| {
        let forever = client.model::<Vec<f32>, f32>("forever").await.expect("the model");
        for calls in 1..=3 {
            assert!(tokio::time::timeout(Duration::from_millis(300), forever.infer(&vec![1.0])).await.is_err());
            within_seconds(5, || dropped.load(Ordering::SeqCst) == calls);
        }
    });
}

/// A server that is shut down answers what it has begun.
#[test]
fn shutdown_waits_for_what_has_begun() {
    let server = models().build().expect("a server");
    let running = serve_grpc(&server);
    let at = running.address.to_string();
    let begun = std::thread::spawn(move || {
        block_on(async {
            let client = Client::connect(&at).await.expect("a client");
            let slow = client.unchecked_model::<Vec<f32>, f32>("slow", "");
            slow.infer(&vec![1.5]).await.expect("an answer")
        })
    });
    std::thread::sleep(Duration::from_millis(150));
    drop(running);
    assert_eq!(begun.join().expect("a caller"), 1.5);
}

/// The answer is raw if the request is, typed if it is, and raw where a datatype has no typed form.
#[test]
fn answers_have_the_form_of_the_request() {
    against(models(), async |_, channel| {
        for (form, expected) in [(Form::Raw, Form::Raw), (Form::Typed, Form::Typed)] {
            let value = input();
            let mut request = Request::from_value(&value).expect("a request");
            request.model_name = "sum".into();
            request.id = Some("ü".into());
            request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(form));
            let answer = call(&channel, "ModelInfer", request.to_grpc().expect("a message").to_vec()).await;
            let answer = answer.expect("an answer");
            let response = Response::from_grpc(&answer).expect("a response");
            assert!(response.outputs().iter().all(|tensor| tensor.form() == expected));
            assert_eq!((&*response.model_name, response.id.as_deref()), ("sum", Some("ü")));
            assert_eq!(response.decode::<SumOutput>().expect("an output"), sum(&value));

            request.outputs.push(RequestedOutput::binary("rows"));
            let answer = call(&channel, "ModelInfer", request.to_grpc().expect("a message").to_vec()).await;
            let answer = answer.expect("an answer");
            let response = Response::from_grpc(&answer).expect("a response");
            assert_eq!(response.outputs().iter().map(|tensor| tensor.name()).collect::<Vec<_>>(), ["rows"]);

            let mut request = Request::from_value(&2u32).expect("a request");
            request.model_name = "odd".into();
            request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(form));
            let answer = call(&channel, "ModelInfer", request.to_grpc().expect("a message").to_vec()).await;
            let answer = answer.expect("an answer");
            let response = Response::from_grpc(&answer).expect("a response");
            assert_eq!(response.outputs().len(), 3);
            assert!(response.outputs().iter().all(|tensor| tensor.form() == Form::Raw));
        }
    });
}

#[test]
fn faults_have_their_status() {
    let small = models().options(Options::new().max_body(5000));
    against(small, async |client, channel| {
        let refused = async |method: &str, message: Vec<u8>| {
            let status = call(&channel, method, message).await.expect_err("a status");
            (status.code(), status.message().to_owned())
        };
        let request = |model: &str, values: &[f32]| {
            let mut request = Request::from_value(values).expect("a request");
            request.model_name = model.to_owned().into();
            request.to_grpc().expect("a message").to_vec()
        };
        assert_eq!(
            refused("ModelInfer", request("none", &[1.0])).await,
            (Code::NotFound, "there is no model `none`".into())
        );
        assert_eq!(refused("ModelMetadata", request("none", &[1.0])).await.0, Code::NotFound);
        let (code, text) = refused("ModelInfer", request("sum", &[1.0])).await;
        assert!(code == Code::InvalidArgument && text.contains("`x`"), "{text}");
        let mut cut = request("fails", &[1.0]);
        cut.pop();
        assert_eq!(refused("ModelInfer", cut).await.0, Code::InvalidArgument);
        assert_eq!(refused("ModelInfer", vec![0xff; 20]).await.0, Code::InvalidArgument);
        assert_eq!(refused("ModelReady", vec![0xff]).await.0, Code::InvalidArgument);
        assert_eq!(
            refused("ModelStreamInfer", vec![]).await,
            (
                Code::Unimplemented,
                "the protocol has no method `/inference.GRPCInferenceService/ModelStreamInfer`".into()
            )
        );
        assert_eq!(refused("ModelInfer", request("slow", &[1.0; 2000])).await.0, Code::OutOfRange);
        // What the client leaves out over gRPC, others send.
        let output = b"\x0a\x03sum\x32\x1a\x0a\x05total\x12\x11\x0a\x0bbinary_data\x12\x02\x10\x01".to_vec();
        assert_eq!(
            refused("ModelInfer", output).await.1,
            "output `total`: `binary_data`: expected true or false, found 1"
        );
        let all = b"\x0a\x03sum\x22\x1b\x0a\x12binary_data_output\x12\x05\x1a\x03yes".to_vec();
        assert_eq!(refused("ModelInfer", all).await.1, "`binary_data_output`: expected true or false, found \"yes\"");
        for _ in 0..3 {
            let (code, text) = refused("ModelInfer", request("fails", &[1.0])).await;
            assert_eq!((code, &*text), (Code::Internal, "model `fails` failed: the model has \"its own\" error"));
            assert_eq!(
                refused("ModelInfer", request("panics", &[1.0])).await,
                (Code::Internal, "model `panics` panicked".into())
            );
            assert_eq!(refused("ModelInfer", request("later", &[-1.0])).await.0, Code::Internal);
            assert!(client.is_live().await.expect("an answer"));
        }
        // Text that is long, and not ASCII, in a header.
        assert_eq!(refused("ModelInfer", request(&"ü".repeat(1500), &[1.0])).await.0, Code::NotFound);

        // The client says the same.
        let error = client.model::<SumInput, SumOutput>("none").await.expect_err("an error");
        assert!(matches!(error, ClientError::Rpc { code: 5, .. }), "{error}");
        let model = client.unchecked_model::<Vec<f32>, f32>("fails", "");
        let error = model.infer(&vec![1.0]).await.expect_err("an error");
        assert_eq!(
            error.to_string(),
            "the server answered with status 13 of gRPC, INTERNAL: model `fails` failed: the model has \\\"its own\\\" error"
        );
        let error = client.model::<Vec<f64>, SumOutput>("sum").await.expect_err("an error");
        assert!(matches!(error, ClientError::Mismatches { .. }), "{error}");
    });
}

/// Messages with wrong bytes are refused or read, none with a fault of the server.
#[test]
fn mutated_messages_are_refused_or_read() {
    against(models(), async |client, channel| {
        let mut random = fastrand::Rng::with_seed(0x2545_f491_4f6c_dd1d);
        let mut next = move || random.usize(..);
        let mut refused = 0;
        for form in [Form::Raw, Form::Typed] {
            let value = input();
            let mut request = Request::from_value(&value).expect("a request");
            request.model_name = "sum".into();
            request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(form));
            let whole = request.to_grpc().expect("a message").to_vec();
            for _ in 0..500 {
                let mut message = whole.clone();
                for _ in 0..=next() % 3 {
                    let at = next() % message.len().max(1);
                    match next() % 4 {
                        _ if message.is_empty() => message.push(next() as u8),
                        0 => message[at] = next() as u8,
                        1 => drop(message.remove(at)),
                        2 => message.insert(at, next() as u8),
                        _ => message.truncate(at.max(1)),
                    }
                }
                if let Err(status) = call(&channel, "ModelInfer", message).await {
                    assert!(matches!(status.code(), Code::InvalidArgument | Code::NotFound), "{status}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 400, "{refused}");
        assert!(client.is_live().await.expect("an answer"));
    });
}

/// Messages above the 4 MiB that tonic reads unless told.
#[test]
fn large_messages_pass() {
    against(models(), async |client, _| {
        let numbers: Vec<i64> = (0..1_000_000).collect();
        let model = client.model::<Vec<i64>, i64>("count").await.expect("the model");
        assert_eq!(model.infer(&numbers).await.expect("an answer"), 999_999_000_000);
        let later = client.model::<Vec<f32>, Vec<f32>>("later").await.expect("the model");
        assert_eq!(later.infer(&vec![1.5; 2_000_000]).await.expect("an answer").len(), 2_000_000);
    });
    // The client has its own limit.
    let running = serve_grpc(&models().build().expect("a server"));
    block_on(async {
        let options = ClientOptions::new().read_options(Options::new().max_body(1000));
        let client = Client::connect_with(&running.address.to_string(), options).await.expect("a client");
        let later = client.unchecked_model::<Vec<f32>, Vec<f32>>("later", "");
        assert!(later.infer(&vec![1.5; 100]).await.is_ok());
        let error = later.infer(&vec![1.5; 1000]).await.expect_err("an error");
        assert!(matches!(error, ClientError::Answer(_)), "{error}");
        assert!(error.to_string().contains("at most 1000 bytes"), "{error}");
        // What is told of a request that is too large is the server's, whose limit may be the same.
        for most in [1000, 900] {
            let server = serve_grpc(&models().options(Options::new().max_body(most)).build().expect("a server"));
            let client = Client::connect_with(&server.address.to_string(), options).await.expect("a client");
            let later = client.unchecked_model::<Vec<f32>, Vec<f32>>("later", "");
            let error = later.infer(&vec![1.5; 1000]).await.expect_err("an error");
            assert!(matches!(&error, ClientError::Rpc { code: 11, .. }), "{error}");
        }
    });
}

/// Both sides send gzip if they are told to, and the limits hold for what is decompressed.
#[test]
#[cfg(feature = "compression")]
fn messages_travel_in_gzip() {
    use tonic::codec::CompressionEncoding::Gzip;

    for compress in [false, true] {
        against(models().compress(compress), async |_, channel| {
            for compress in [false, true] {
                let client = Client::with_channel(channel.clone(), ClientOptions::new().compress(compress));
                let model = client.model::<SumInput, SumOutput>("sum").await.expect("the model");
                assert_eq!(model.infer(&input()).await.expect("an answer"), sum(&input()));
                let later = client.model::<Vec<f32>, Vec<f32>>("later").await.expect("the model");
                assert_eq!(later.infer(&vec![1.5; 500_000]).await.expect("an answer"), vec![3.0; 500_000]);
            }
            let mut grpc = tonic::client::Grpc::new(channel).send_compressed(Gzip).accept_compressed(Gzip);
            grpc.ready().await.expect("a connection");
            let path = "/inference.GRPCInferenceService/ServerMetadata".parse().expect("a path");
            let answer = grpc.unary(tonic::Request::new(Vec::new()), path, Plain).await.expect("an answer");
            let encoding = answer.metadata().get("grpc-encoding").map(|encoding| encoding.as_bytes().to_vec());
            assert_eq!(encoding, compress.then(|| b"gzip".to_vec()));
        });
    }

    against(models().options(Options::new().max_body(10_000)), async |client, channel| {
        let mut grpc = tonic::client::Grpc::new(channel).send_compressed(Gzip);
        for len in [10_000, 10_001, 5_000_000] {
            grpc.ready().await.expect("a connection");
            let path = "/inference.GRPCInferenceService/ModelInfer".parse().expect("a path");
            let status = grpc.unary(tonic::Request::new(vec![0; len]), path, Plain).await.expect_err("a status");
            // Zeros are no message.
            let expected = if len == 10_000 { Code::InvalidArgument } else { Code::ResourceExhausted };
            assert_eq!(status.code(), expected, "{status}");
        }
        assert!(client.is_live().await.expect("an answer"));
    });
    against(models().compress(true), async |_, channel| {
        let options = ClientOptions::new().compress(true).read_options(Options::new().max_body(1000));
        let client = Client::with_channel(channel, options);
        let later = client.unchecked_model::<Vec<f32>, Vec<f32>>("later", "");
        assert!(later.infer(&vec![1.5; 100]).await.is_ok());
        let error = later.infer(&vec![1.5; 1000]).await.expect_err("an error");
        assert!(matches!(error, ClientError::Answer(_)), "{error}");
        assert!(error.to_string().contains("at most 1000 bytes"), "{error}");
    });
}

/// A message that does not come is not waited for, and a model that takes its time is.
#[test]
fn messages_come_in_time() {
    against(models().body_timeout(Duration::from_millis(100)), async |client, channel| {
        let mut grpc = tonic::client::Grpc::new(channel);
        grpc.ready().await.expect("a connection");
        let path = "/inference.GRPCInferenceService/ModelInfer".parse().expect("a path");
        let nothing = tonic::Request::new(tonic::codegen::tokio_stream::pending::<Vec<u8>>());
        let stalled = tokio::time::timeout(Duration::from_secs(10), grpc.client_streaming(nothing, path, Plain)).await;
        let status = stalled.expect("an answer in time").expect_err("a status");
        assert_eq!(status.code(), Code::DeadlineExceeded, "{status}");
        assert_eq!(status.message(), "the message: expected all of it in 100ms, found a part");
        let slow = client.model::<Vec<f32>, f32>("slow").await.expect("the model");
        assert_eq!(slow.infer(&vec![2.0]).await.expect("an answer"), 2.0);
    });
}

#[test]
fn callers_at_once_get_their_own_answers() {
    against(models().max_runs(3), async |client, _| {
        let later = client.model::<Vec<f32>, Vec<f32>>("later").await.expect("the model");
        let count = client.model::<Vec<i64>, i64>("count").await.expect("the model");
        let calls: Vec<_> = (1..=64u16)
            .map(|caller| {
                let (later, count) = (later.clone(), count.clone());
                tokio::spawn(async move {
                    for call in 0..10u16 {
                        let value = f32::from(caller) * 100.0 + f32::from(call);
                        assert_eq!(later.infer(&vec![value; 3]).await.expect("an answer"), [value * 2.0; 3]);
                        let value = i64::from(caller) * 100 + i64::from(call);
                        assert_eq!(count.infer(&vec![value]).await.expect("an answer"), 2 * value);
                    }
                })
            })
            .collect();
        for call in calls {
            call.await.expect("a call");
        }
    });
}

#[test]
fn servers_that_are_not_there_or_say_nothing() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    block_on(async {
        let error = Client::connect(&nobody.to_string()).await.expect_err("an error");
        assert!(matches!(error, ClientError::Transport(_)), "{error}");
        assert!(error.to_string().to_lowercase().contains("refused"), "{error}");
        let error = Client::connect("http://a b").await.expect_err("an error");
        assert!(matches!(error, ClientError::Address { .. }), "{error}");
        // There is no TLS, and what is for `https` is not sent in the clear.
        let error = Client::connect(&format!("https://{nobody}")).await.expect_err("an error");
        assert!(matches!(error, ClientError::Address { .. }), "{error}");
    });
    // A server of another protocol.
    let other = fake(|_, _, _| b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".to_vec());
    block_on(async {
        let options = ClientOptions::new().timeout(Some(Duration::from_secs(2)));
        let client = Client::connect_with(&other.address.to_string(), options).await;
        let error = match client {
            Ok(client) => client.is_live().await.expect_err("an error"),
            Err(error) => error,
        };
        assert!(matches!(error, ClientError::Transport(_) | ClientError::Timeout(_)), "{error:?}");
        // The status and its sources as tonic holds them are no text for a user.
        let text = error.to_string();
        assert!(!text.contains("source:") && !text.contains("Error("), "{text}");
    });
    against(models(), async |client, _| {
        let slow = client.model::<Vec<f32>, f32>("slow").await.expect("the model");
        let call = CallOptions::new().timeout(Duration::from_millis(20));
        let error = slow.infer_with(&vec![1.0], &call).await.expect_err("an error");
        assert!(matches!(error, ClientError::Timeout(_)), "{error}");
        assert_eq!(slow.infer(&vec![2.0]).await.expect("an answer"), 2.0);
    });
}

/// What JSON has no form for passes, and nothing becomes another value.
#[test]
fn odd_values_pass() {
    #[derive(Tensor)]
    struct Got {
        floats: Vec<f32>,
        halves: Vec<half::f16>,
        blobs: Vec<tensor_format::Binary>,
    }
    against(models(), async |client, _| {
        let model = client.model::<u32, Got>("odd").await.expect("the model");
        let got = model.infer(&3).await.expect("an answer");
        assert!(got.floats.iter().all(|float| float.is_nan()) && got.floats.len() == 3);
        assert_eq!(got.halves, [half::f16::ONE]);
        assert!(got.blobs.iter().all(|blob| blob.0 == [0xff, 0xfe]));
    });
}
