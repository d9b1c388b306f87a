//! What the client over gRPC sends, seen by a service that is none of the crate's.
#![cfg(all(feature = "grpc", feature = "compression"))]

use std::{
    convert::Infallible,
    future::{Ready, ready},
    sync::{Arc, Mutex},
    task::{Context, Poll},
};

use bytes::Bytes;
use tensor_format_oip::{
    Parameter, Request, Response,
    client::{CallOptions, ClientOptions, grpc::Client},
};
use tonic::{
    Status,
    codec::{CompressionEncoding::Gzip, EnabledCompressionEncodings},
    codegen::{BoxFuture, Service, http},
    server::{Grpc, NamedService, UnaryService},
    transport::Channel,
};

use crate::{
    grpc::{Plain, block_on, input},
    support::{SumInput, SumOutput, serve_service, sum},
};

/// What a call had.
#[derive(Debug, PartialEq)]
struct Seen {
    encoding: String,
    accepted: String,
    id: Option<String>,
    parameter: Option<String>,
}

/// Notes what comes, and answers with a parameter of its own.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<Seen>>>);

impl NamedService for Recorder {
    const NAME: &'static str = "inference.GRPCInferenceService";
}

impl Service<http::Request<tonic::body::Body>> for Recorder {
    type Response = http::Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<tonic::body::Body>) -> Self::Future {
        let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let call = Recorded {
            encoding: header("grpc-encoding").to_owned(),
            accepted: header("grpc-accept-encoding").to_owned(),
            seen: self.0.clone(),
        };
        Box::pin(async move {
            let mut gzip = EnabledCompressionEncodings::default();
            gzip.enable(Gzip);
            Ok(Grpc::new(Plain).apply_compression_config(gzip, gzip).unary(call, request).await)
        })
    }
}

struct Recorded {
    encoding: String,
    accepted: String,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl UnaryService<Bytes> for Recorded {
    type Response = Vec<u8>;
    type Future = Ready<Result<tonic::Response<Vec<u8>>, Status>>;

    fn call(&mut self, message: tonic::Request<Bytes>) -> Self::Future {
        let message = message.into_inner();
        let request = Request::from_grpc(&message).expect("a request");
        let parameter = match request.parameters.get("a") {
            Some(Parameter::String(text)) => Some(text.to_string()),
            _ => None,
        };
        let (encoding, accepted) = (self.encoding.clone(), self.accepted.clone());
        let id = request.id.as_deref().map(str::to_owned);
        self.seen.lock().expect("what was seen").push(Seen { encoding, accepted, id: id.clone(), parameter });
        let output = sum(&request.decode::<SumInput>().expect("an input"));
        let mut response = Response::from_value(&output).expect("a response");
        response.model_name = "m".into();
        response.id = id.map(Into::into);
        response.parameters.set("note", Parameter::I64(3));
        ready(Ok(tonic::Response::new(response.to_grpc().expect("a message").to_vec())))
    }
}

#[test]
fn ids_parameters_and_gzip_are_sent() {
    let recorder = Recorder::default();
    let seen = recorder.0.clone();
    let running = serve_service(recorder);
    block_on(async {
        let address = format!("http://{}", running.address);
        let channel = Channel::from_shared(address).expect("an address").connect().await.expect("a channel");
        for compress in [false, true] {
            let client = Client::with_channel(channel.clone(), ClientOptions::new().compress(compress));
            let model = client.unchecked_model::<SumInput, SumOutput>("m", "");
            let call = CallOptions::new().id("7").parameter("a", Parameter::String("b".into()));
            let answer = model.infer_with(&input(), &call).await.expect("an answer");
            assert_eq!(answer.value, sum(&input()));
            assert_eq!(answer.parameters.get("note"), Some(&Parameter::I64(3)));
        }
    });
    let call = |encoding: &str, accepted: &str| Seen {
        encoding: encoding.to_owned(),
        accepted: accepted.to_owned(),
        id: Some("7".to_owned()),
        parameter: Some("b".to_owned()),
    };
    assert_eq!(*seen.lock().expect("what was seen"), [call("", ""), call("gzip", "gzip,identity")]);
}
