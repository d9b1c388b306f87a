//! A service over gRPC under messages that mean it harm: refused or timed out, memory flat, good ones between them
//! answered.
//!
//! A tenth of `OIP_HOSTILE` says how many there are, a hundredth of them are streams that stall.
#![cfg(feature = "grpc")]

#[path = "serving/hostile.rs"]
mod hostile;
#[path = "serving/support.rs"]
mod support;

use std::{
    future::poll_fn,
    io::Write,
    pin::Pin,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use hostile::{memory, mutate};
use support::{SumInput, SumOutput, models, serve_grpc, sum};
use tensor_format_oip::{Form, Options, Request, client::grpc::Client};
use tonic::{
    Code,
    body::Body,
    codegen::{Body as _, Service, http, tokio_stream},
    transport::Channel,
};

/// Sends a body to a method, and returns the status, which says why unless all is well.
async fn send(mut channel: Channel, method: &str, encoding: Option<&str>, body: axum::body::Body) -> Code {
    poll_fn(|context| channel.poll_ready(context)).await.expect("a connection");
    let mut request = http::Request::post(format!("/inference.GRPCInferenceService/{method}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers");
    if let Some(encoding) = encoding {
        request = request.header("grpc-encoding", encoding);
    }
    let request = request.body(Body::new(body)).expect("a request");
    let answer = tokio::time::timeout(Duration::from_secs(20), channel.call(request)).await.expect("in time");
    let (head, mut body) = answer.expect("an answer").into_parts();
    assert_eq!(head.status, 200);
    let mut said = head.headers;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        if let Ok(trailers) = frame.expect("a frame").into_trailers() {
            said = trailers;
        }
    }
    let code = Code::from_bytes(said.get("grpc-status").expect("a status").as_bytes());
    assert!(code == Code::Ok || said.get("grpc-message").is_some_and(|why| !why.is_empty()), "{code:?}: {said:?}");
    code
}

/// Puts in front of a message whether it is compressed, and how long it says it is.
fn framed(compressed: u8, len: usize, message: &[u8]) -> Vec<u8> {
    let mut body = vec![compressed];
    body.extend_from_slice(&u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes());
    body.extend_from_slice(message);
    body
}

struct Messages {
    whole: Vec<u8>,
    bomb: Vec<u8>,
}

/// Sends one message that is wrong in one way or another.
async fn attack(channel: Channel, messages: &Messages, random: &mut fastrand::Rng) {
    let Messages { whole, bomb } = messages;
    let message = mutate(whole, random);
    let kind = random.usize(..10);
    let infer = "ModelInfer";
    let (method, encoding, body, codes): (&str, Option<&str>, Vec<u8>, &[Code]) = match kind {
        0..=2 => (infer, None, framed(0, message.len(), &message), &[Code::Ok, Code::InvalidArgument, Code::NotFound]),
        // More is announced than comes, or less.
        3 => (infer, None, framed(0, whole.len() + 1 + random.usize(..1000), whole), &[Code::Internal]),
        4 => (
            infer,
            None,
            framed(0, random.usize(..whole.len()), whole),
            &[Code::Ok, Code::InvalidArgument, Code::NotFound, Code::Internal, Code::OutOfRange],
        ),
        // Cut anywhere.
        5 => {
            let mut body = framed(0, whole.len(), whole);
            body.truncate(random.usize(..body.len()));
            (infer, None, body, &[Code::Internal])
        }
        6 => match random.usize(..3) {
            0 => (infer, None, framed(0, u32::MAX as usize, whole), &[Code::OutOfRange]),
            1 => (infer, None, framed(0, 70_000, &vec![0; 70_000]), &[Code::OutOfRange]),
            _ => (infer, Some("gzip"), framed(1, bomb.len(), bomb), &[Code::ResourceExhausted]),
        },
        // Encodings that are unknown, not said, or not so.
        7 => match random.usize(..3) {
            0 => (infer, Some("br"), framed(1, whole.len(), whole), &[Code::Unimplemented]),
            1 => (infer, None, framed(1, whole.len(), whole), &[Code::Internal]),
            _ => (infer, Some("gzip"), framed(1, whole.len(), whole), &[Code::Internal]),
        },
        8 => (infer, None, framed(2 + random.usize(..254) as u8, whole.len(), whole), &[Code::Internal]),
        _ => {
            let method = ["ModelStreamInfer", "%ff", "ModelReady", "ServerLive"][random.usize(..4)];
            let codes = &[Code::Ok, Code::InvalidArgument, Code::Unimplemented];
            (method, None, framed(0, message.len(), &message), codes)
        }
    };
    let code = send(channel, method, encoding, body.into()).await;
    assert!(codes.contains(&code), "kind {kind}: {code:?}");
}

#[test]
fn hostile_messages_harm_nobody() {
    let count: usize = std::env::var("OIP_HOSTILE").map_or(4000, |text| text.parse().expect("a number")) / 10;
    let server = models().options(Options::new().max_body(65_536)).body_timeout(Duration::from_secs(2)).max_runs(8);
    let running = serve_grpc(&server.build().expect("a server"));
    let address = format!("http://{}", running.address);

    let input = SumInput { x: vec![[1.0, 2.0, 3.0]; 20], bias: Some([0.5]) };
    let mut request = Request::from_value(&input).expect("a request");
    request.model_name = "sum".into();
    request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(Form::Raw));
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&vec![0; 20 << 20]).expect("bytes");
    let bomb = encoder.finish().expect("gzip");
    let messages = Messages { whole: request.to_grpc().expect("a message").to_vec(), bomb };
    let messages: &'static Messages = Box::leak(Box::new(messages));

    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let connect = async || Channel::from_shared(address.clone()).expect("an address").connect().await;
        let attacks = async |from: usize, count: usize| {
            let mut attackers = Vec::new();
            for attacker in 0..8u64 {
                let channel = connect().await.expect("a channel");
                attackers.push(tokio::spawn(async move {
                    let seed = (from as u64 + attacker + 1).wrapping_mul(0x2545_f491_4f6c_dd1d);
                    let mut random = fastrand::Rng::with_seed(0x9e37_79b9_7f4a_7c15 ^ seed);
                    for _ in 0..count / 8 {
                        attack(channel.clone(), messages, &mut random).await;
                    }
                }));
            }
            for attacker in attackers {
                attacker.await.expect("an attacker");
            }
        };
        // These say a part, and then nothing.
        let mut stalls = Vec::new();
        for index in 0..count / 100 {
            let whole = framed(0, messages.whole.len(), &messages.whole);
            let part = whole[..index % whole.len()].to_vec();
            let parts = tokio_stream::StreamExt::chain(
                tokio_stream::once(Ok::<_, std::io::Error>(part)),
                tokio_stream::pending(),
            );
            let body = axum::body::Body::from_stream(parts);
            stalls.push(tokio::spawn(send(connect().await.expect("a channel"), "ModelInfer", None, body)));
        }

        let (good, done) = (std::sync::Arc::new(AtomicUsize::new(0)), std::sync::Arc::new(AtomicBool::new(false)));
        let (counted, stop, to) = (good.clone(), done.clone(), address.clone());
        let caller = tokio::spawn(async move {
            let client = Client::connect(&to).await.expect("a client");
            let model = client.model::<SumInput, SumOutput>("sum").await.expect("the model");
            while !stop.load(Ordering::SeqCst) {
                let answer = tokio::time::timeout(Duration::from_secs(5), model.infer(&input)).await;
                assert_eq!(answer.expect("in time").expect("an answer"), sum(&input));
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        attacks(0, count / 4).await;
        let before = memory();
        attacks(1000, count - count / 4).await;
        let after = memory();
        done.store(true, Ordering::SeqCst);
        caller.await.expect("a caller");
        assert!(good.load(Ordering::SeqCst) > count / 1000);
        assert!(after < before + (24 << 20), "memory grew from {before} to {after} bytes");
        for stall in stalls {
            assert_eq!(stall.await.expect("a stall"), Code::DeadlineExceeded);
        }
    });
}
