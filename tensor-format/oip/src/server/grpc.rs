//! The service over gRPC, on tonic, without generated code.

use std::{
    convert::Infallible,
    future::{Future, poll_fn, ready},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use bytes::Bytes;
use tonic::{
    Code, Request, Response, Status,
    codegen::{Body, BoxFuture, Service, StdError, http},
    server::{Grpc, NamedService, UnaryService},
};

use super::{
    builder::Server,
    call::Message,
    failure::{Failure, FailureKind},
};
use crate::grpc::{
    calls::{SERVICE, answer, read_named},
    codec::BytesCodec,
};

/// The service `inference.GRPCInferenceService` of a [`Server`], for a server of tonic or a router of axum: without
/// generated code, and without a compiler of protobuf.
///
/// The answer has raw contents if the request has, else typed ones, unless a datatype has no typed form. Messages are
/// at most as large as [`Options::max_body`](crate::Options::max_body) says, as they come and decompressed, and come
/// within
/// [`ServerBuilder::body_timeout`](super::ServerBuilder::body_timeout). With the feature `compression` they may be in gzip,
/// and answers are if [`ServerBuilder::compress`](super::ServerBuilder::compress) is set and the client takes them.
///
/// | status | why |
/// |---|---|
/// | `INVALID_ARGUMENT` | the message is wrong, or breaks the rules of the model's input |
/// | `NOT_FOUND` | there is no such model or version |
/// | `OUT_OF_RANGE` | the message is too large as it came |
/// | `RESOURCE_EXHAUSTED` | the message is too large when it is decompressed |
/// | `DEADLINE_EXCEEDED` | the message came too slowly |
/// | `UNIMPLEMENTED` | the service has no such method |
/// | `INTERNAL` | the model failed |
///
/// ```
/// use tensor_format::model;
/// use tensor_format_oip::server::Server;
///
/// let sum = model::from_fn(|input: Vec<f32>| Ok::<f32, String>(input.iter().sum()));
/// let server = Server::builder().model("sum", sum).build()?;
/// let service = server.grpc();
/// # let _ = || async move {
/// tonic::transport::Server::builder().add_service(service).serve("127.0.0.1:8001".parse().unwrap()).await
/// # };
/// # Ok::<(), tensor_format_oip::server::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GrpcService {
    server: Server,
}

impl Server {
    /// Returns the service over gRPC.
    #[must_use]
    pub fn grpc(&self) -> GrpcService {
        GrpcService { server: self.clone() }
    }
}

impl NamedService for GrpcService {
    const NAME: &'static str = SERVICE;
}

impl<B> Service<http::Request<B>> for GrpcService
where
    B: Body + Send + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = http::Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let path = request.uri().path().strip_prefix('/').and_then(|path| path.strip_prefix(SERVICE));
        let Some(method) = path.and_then(Method::of) else {
            let status = Status::unimplemented("the service of the protocol has no such method");
            return Box::pin(ready(Ok(status.into_http())));
        };
        let received = Arc::new(AtomicBool::new(false));
        let call = Call { server: self.server.clone(), method, received: Arc::clone(&received) };
        let grpc = self.transport();
        let timeout = self.server.body_timeout();
        Box::pin(async move {
            let mut grpc = grpc;
            let mut answer = pin!(grpc.unary(call, request));
            // Mostly the whole message is there, and the clock has nothing to do.
            if let Poll::Ready(answer) = poll_fn(|context| Poll::Ready(answer.as_mut().poll(context))).await {
                return Ok(answer);
            }
            // Only the message has to come in time: the model takes what it needs.
            if !received.load(Ordering::Relaxed) {
                match tokio::time::timeout(timeout, &mut answer).await {
                    Ok(answer) => return Ok(answer),
                    Err(_) if received.load(Ordering::Relaxed) => {}
                    Err(_) => {
                        let text = format!("the message: expected all of it in {timeout:?}, found a part");
                        return Ok(status(&Failure::new(FailureKind::Timeout, text)).into_http());
                    }
                }
            }
            Ok(answer.await)
        })
    }
}

impl GrpcService {
    /// Returns what reads and writes messages, within the limits of the server.
    fn transport(&self) -> Grpc<BytesCodec> {
        let most = self.server.settings().options.max_body;
        let grpc = Grpc::new(BytesCodec).max_decoding_message_size(most).max_encoding_message_size(usize::MAX);
        #[cfg(feature = "compression")]
        let grpc = {
            let grpc = grpc.accept_compressed(tonic::codec::CompressionEncoding::Gzip);
            match self.server.compresses() {
                true => grpc.send_compressed(tonic::codec::CompressionEncoding::Gzip),
                false => grpc,
            }
        };
        grpc
    }
}

/// The methods of the service.
#[derive(Clone, Copy, Debug)]
enum Method {
    ServerLive,
    ServerReady,
    ModelReady,
    ServerMetadata,
    ModelMetadata,
    ModelInfer,
}

impl Method {
    fn of(path: &str) -> Option<Self> {
        Some(match path {
            "/ServerLive" => Self::ServerLive,
            "/ServerReady" => Self::ServerReady,
            "/ModelReady" => Self::ModelReady,
            "/ServerMetadata" => Self::ServerMetadata,
            "/ModelMetadata" => Self::ModelMetadata,
            "/ModelInfer" => Self::ModelInfer,
            _ => return None,
        })
    }
}

/// One call.
struct Call {
    server: Server,
    method: Method,
    /// Whether the message has come.
    received: Arc<AtomicBool>,
}

impl UnaryService<Bytes> for Call {
    type Response = Vec<u8>;
    type Future = BoxFuture<Response<Vec<u8>>, Status>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        self.received.store(true, Ordering::Relaxed);
        let (server, method) = (self.server.clone(), self.method);
        Box::pin(async move {
            let answer = run(&server, method, request.into_inner()).await;
            answer.map(Response::new).map_err(|failure| status(&failure))
        })
    }
}

async fn run(server: &Server, method: Method, message: Bytes) -> Result<Vec<u8>, Failure> {
    let named = || read_named(&message).map_err(|error| Failure::decode(&error));
    match method {
        Method::ServerLive => Ok(answer(true)),
        Method::ServerReady => Ok(answer(server.is_ready())),
        Method::ModelReady => {
            // As Triton: a model that is not there is not ready.
            let (name, version) = named()?;
            Ok(answer(server.described(&name, &version).is_ok()))
        }
        Method::ServerMetadata => Ok(server.metadata().to_grpc()),
        Method::ModelMetadata => {
            let (name, version) = named()?;
            Ok(server.described(&name, &version)?.to_grpc())
        }
        Method::ModelInfer => {
            let (name, version) = named()?;
            let message = Message::Grpc(message.clone());
            server.infer(&name, &version, message).await.map(|answer| answer.bytes)
        }
    }
}

/// Returns the status of a failure. Its text travels in a header, of which clients read a few KiB.
fn status(failure: &Failure) -> Status {
    let code = match failure.kind() {
        FailureKind::UnknownModel => Code::NotFound,
        FailureKind::NotReady => Code::Unavailable,
        FailureKind::TooLarge => Code::OutOfRange,
        FailureKind::Timeout => Code::DeadlineExceeded,
        FailureKind::Model | FailureKind::Panic | FailureKind::Output | FailureKind::Server => Code::Internal,
        _ => Code::InvalidArgument,
    };
    Status::new(code, failure.to_string().chars().take(1000).collect::<String>())
}
