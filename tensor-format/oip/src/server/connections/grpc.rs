//! Connections over HTTP/2 for services over gRPC.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use bytes::Bytes;
use hyper::{
    Request, Response,
    body::{Body, Frame, Incoming},
    server::conn::http2,
    service::{Service as _, service_fn},
};
use hyper_util::{
    rt::{TokioExecutor, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tonic::{Status, codegen::Service};

use super::Connections;

impl Connections {
    /// Serves a service over gRPC, as [`Server::grpc`](crate::server::Server::grpc) or several in
    /// `tonic::service::Routes`, until the future ends; then as [`serve`](Self::serve).
    ///
    /// ```
    /// use tensor_format::model;
    /// use tensor_format_oip::server::{Connections, Server};
    ///
    /// let sum = model::from_fn(|input: Vec<f32>| Ok::<f32, String>(input.iter().sum()));
    /// let server = Server::builder().model("sum", sum).build()?;
    /// # let _ = || async move {
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:8001").await?;
    /// Connections::new().serve_grpc(listener, server.grpc(), async { drop(tokio::signal::ctrl_c().await) }).await;
    /// # std::io::Result::Ok(())
    /// # };
    /// # Ok::<(), tensor_format_oip::server::BuildError>(())
    /// ```
    pub async fn serve_grpc<S>(self, listener: TcpListener, service: S, stop: impl Future<Output = ()>)
    where
        S: Service<
                Request<Incoming>,
                Response = Response<tonic::body::Body>,
                Error = Infallible,
                Future: Send + 'static,
            > + Clone
            + Send
            + 'static,
    {
        let mut http = http2::Builder::new(TokioExecutor::new());
        let asked = self.head_timeout / 2;
        http.timer(TokioTimer::new()).keep_alive_interval(asked).keep_alive_timeout(asked);
        let (told, stopping) = watch::channel(());
        let connect = |stream: TcpStream, graceful: &GracefulShutdown| {
            let (http, service, watcher) = (http.clone(), service.clone(), graceful.watcher());
            let mut stopping = stopping.clone();
            async move {
                // hyper closes what has said nothing only when all have had their time to end.
                let speaks = tokio::select! {
                    readable = stream.readable() => readable.is_ok(),
                    _ = stopping.changed() => false,
                    () = tokio::time::sleep(self.head_timeout) => false,
                };
                if !speaks {
                    return;
                }
                let answers = Arc::new(Answers::default());
                let (service, begun) = (TowerToHyperService::new(service), Arc::clone(&answers));
                let service = service_fn(move |request| {
                    let (answer, begun) = (service.call(request), Arc::clone(&begun));
                    async move { answer.await.map(|response| response.map(|body| Taken::new(body, begun))) }
                });
                let connection = http.serve_connection(self.timed(stream, Some(self.head_timeout)), service);
                tokio::select! {
                    _ = watcher.watch(connection) => {}
                    () = answers.stall(self.write_timeout) => {}
                }
            }
        };
        let stop = async {
            stop.await;
            drop(told);
        };
        self.serve_by(listener, connect, stop).await;
    }
}

/// The answers of a connection that wait for the client to take a piece, each with when it was handed out. A client may
/// read what comes, and open no window for them.
#[derive(Debug, Default)]
struct Answers {
    waits: Mutex<BTreeMap<u64, Instant>>,
    begun: AtomicU64,
}

impl Answers {
    fn waits(&self) -> MutexGuard<'_, BTreeMap<u64, Instant>> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends when a piece was not taken in this time, or up to twice as long.
    async fn stall(&self, time: Duration) {
        loop {
            tokio::time::sleep(time).await;
            if self.waits().values().any(|last| last.elapsed() > time) {
                return;
            }
        }
    }
}

/// The most bytes of an answer that are handed out before more of it was taken: one larger than that goes to the
/// connection at once, and nothing tells when it leaves.
const PIECE: usize = 1 << 16;

/// The body of an answer, in pieces, each of which is asked for when the client has taken those before.
#[derive(Debug)]
struct Taken {
    body: tonic::body::Body,
    rest: Bytes,
    number: u64,
    of: Arc<Answers>,
}

impl Taken {
    fn new(body: tonic::body::Body, of: Arc<Answers>) -> Self {
        let number = of.begun.fetch_add(1, Ordering::Relaxed);
        Self { body, rest: Bytes::new(), number, of }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.of.waits().remove(&self.number);
    }
}

impl Body for Taken {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        // What was handed out is taken; the next piece is the affair of the service.
        self.of.waits().remove(&self.number);
        if self.rest.is_empty() {
            match std::task::ready!(Pin::new(&mut self.body).poll_frame(context))
                .map(|frame| frame.map(Frame::into_data))
            {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(status)) => return Poll::Ready(Some(Err(status))),
                None => return Poll::Ready(None),
            }
        }
        self.of.waits().insert(self.number, Instant::now());
        let piece = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }
}
