//! The service over gRPC, on tonic, without generated code.

use std::{
    convert::Infallible,
    future::{Future, ready},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::time::Sleep;
use tonic::{
    Code, Request, Response, Status,
    codegen::{Body, BoxFuture, Service, StdError, http},
    server::{Grpc, NamedService, UnaryService},
};

use super::{
    builder::Server,
    call::{Answer, Message},
    failure::{Failure, FailureKind, shortened},
    served::Running,
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
    B: Body + Send + Unpin + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = http::Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let path = request.uri().path();
        let method = path.strip_prefix('/').and_then(|path| path.strip_prefix(SERVICE)).and_then(Method::of);
        let Some(method) = method else {
            let status = Status::unimplemented(format!("the protocol has no method `{}`", shortened(path)));
            return Box::pin(ready(Ok(status.into_http())));
        };
        let call = Call { server: self.server.clone(), method };
        let mut grpc = self.transport();
        let timeout = self.server.body_timeout();
        // Only the message has to come in time: the model takes what it needs.
        let request = request.map(|body| TimedBody { body, timeout, clock: None });
        Box::pin(async move { Ok(grpc.unary(call, request).await) })
    }
}

/// A body all of which has to come in this time.
struct TimedBody<B> {
    body: B,
    timeout: Duration,
    /// Runs from where a part is waited for: mostly the whole message is there.
    clock: Option<Pin<Box<Sleep>>>,
}

impl<B> Body for TimedBody<B>
where
    B: Body + Unpin,
    B::Error: Into<StdError>,
{
    type Data = B::Data;
    type Error = StdError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let Self { body, timeout, clock } = self.get_mut();
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let clock = clock.get_or_insert_with(|| Box::pin(tokio::time::sleep(*timeout)));
        std::task::ready!(clock.as_mut().poll(context));
        Poll::Ready(Some(Err(status(&Failure::too_slow("message", *timeout)).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
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
            match self.server.settings().compress {
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
}

impl UnaryService<Bytes> for Call {
    type Response = Vec<u8>;
    type Future = Answering;

    fn call(&mut self, request: Request<Bytes>) -> Answering {
        let running = run(&self.server, self.method, request.into_inner());
        Answering(running.unwrap_or_else(|failure| Box::pin(ready(Err(failure)))))
    }
}

/// An answer under way.
struct Answering(Running);

impl Future for Answering {
    type Output = Result<Response<Vec<u8>>, Status>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = std::task::ready!(self.0.as_mut().poll(context));
        Poll::Ready(answer.map(|answer| Response::new(answer.bytes)).map_err(|failure| status(&failure)))
    }
}

fn run(server: &Server, method: Method, message: Bytes) -> Result<Running, Failure> {
    let entry = || {
        let (name, version) = read_named(&message).map_err(|error| Failure::decode(&error))?;
        server.entry(&name, &version)
    };
    let bytes = match method {
        Method::ServerLive => answer(true),
        Method::ServerReady => answer(server.is_ready()),
        Method::ModelReady => {
            // As Triton: a model that is not there is not ready.
            match entry() {
                Err(failure) if failure.kind() != FailureKind::UnknownModel => return Err(failure),
                found => answer(found.is_ok()),
            }
        }
        Method::ServerMetadata => server.metadata().to_grpc(),
        Method::ModelMetadata => entry()?.metadata.to_grpc(),
        Method::ModelInfer => {
            let entry = entry()?;
            return Ok(server.infer(entry, Message::Grpc(message)));
        }
    };
    Ok(Box::pin(ready(Ok(Answer { header_length: None, content_type: "", encoding: None, bytes }))))
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
