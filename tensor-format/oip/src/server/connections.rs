//! Connections with bounds, which the servers of axum and tonic have none of.

#[cfg(feature = "grpc")]
mod grpc;

use std::{
    future::Future,
    io,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    task::JoinSet,
};
use tokio_io_timeout::TimeoutStream;

/// Serves a router over HTTP/1.1, or a service over gRPC, with bounds for connections that say nothing or take nothing:
/// `axum::serve` and the server of tonic have none.
///
/// ```
/// use std::time::Duration;
/// use tensor_format::model;
/// use tensor_format_oip::server::{Connections, Server};
///
/// let sum = model::from_fn(|input: Vec<f32>| Ok::<f32, String>(input.iter().sum()));
/// let server = Server::builder().model("sum", sum).build()?;
/// # let _ = || async move {
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
/// let connections = Connections::new().head_timeout(Duration::from_secs(5));
/// connections.serve(listener, server.router(), async { drop(tokio::signal::ctrl_c().await) }).await;
/// # std::io::Result::Ok(())
/// # };
/// # Ok::<(), tensor_format_oip::server::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    max: usize,
    head_timeout: Duration,
    write_timeout: Duration,
    grace: Duration,
}

impl Default for Connections {
    fn default() -> Self {
        Self::new()
    }
}

impl Connections {
    /// Returns the default bounds: 10,000 connections, and 30 s for the head of a request, for each part of an answer
    /// to be taken, and to end.
    #[must_use]
    pub const fn new() -> Self {
        let time = Duration::from_secs(30);
        Self { max: 10_000, head_timeout: time, write_timeout: time, grace: time }
    }

    /// Sets the most connections at once (10,000); those beyond wait to be accepted.
    #[must_use]
    pub const fn max(mut self, connections: usize) -> Self {
        self.max = if connections == 0 { 1 } else { connections };
        self
    }

    /// Sets in what time the head of a request must have come, from the moment at which the connection can take one
    /// (30 s). The body has [`ServerBuilder::body_timeout`](super::ServerBuilder::body_timeout). Over gRPC connections
    /// stay open, so that it is the time without any sign of the client; one that lives is asked for it in half of the
    /// time.
    #[must_use]
    pub const fn head_timeout(mut self, timeout: Duration) -> Self {
        self.head_timeout = bounded(timeout);
        self
    }

    /// Sets in what time a client must take some more of an answer, over gRPC of each (30 s). Then the connection is
    /// closed.
    #[must_use]
    pub const fn write_timeout(mut self, timeout: Duration) -> Self {
        self.write_timeout = bounded(timeout);
        self
    }

    /// Sets how long requests that have begun may take once the server is to stop (30 s).
    #[must_use]
    pub const fn grace(mut self, time: Duration) -> Self {
        self.grace = time;
        self
    }

    /// Serves a router over HTTP/1.1 until the future ends; then answers what has begun, closes the connections, and
    /// returns. A [`Model`](tensor_format::Model) that still runs then is nobody's, but a runtime of tokio that is
    /// dropped waits for it: see `Runtime::shutdown_timeout`.
    pub async fn serve(self, listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.head_timeout);
        let connect = |stream, graceful: &GracefulShutdown| {
            let io = self.timed(stream, None);
            graceful.watch(http.serve_connection(io, TowerToHyperService::new(router.clone())))
        };
        self.serve_by(listener, connect, stop).await;
    }

    /// Returns a stream that fails when nothing was written, or read, in time.
    fn timed(&self, stream: TcpStream, read: Option<Duration>) -> TokioIo<Pin<Box<TimeoutStream<TcpStream>>>> {
        let mut timed = TimeoutStream::new(stream);
        timed.set_write_timeout(Some(self.write_timeout));
        timed.set_read_timeout(read);
        TokioIo::new(Box::pin(timed))
    }

    async fn serve_by<C>(
        &self,
        listener: TcpListener,
        connect: impl Fn(TcpStream, &GracefulShutdown) -> C,
        stop: impl Future<Output = ()>,
    ) where
        C: Future<Output: Send + 'static> + Send + 'static,
    {
        let places = Arc::new(Semaphore::new(self.max.min(Semaphore::MAX_PERMITS)));
        let (graceful, mut connections) = (GracefulShutdown::new(), JoinSet::new());
        let mut stop = pin!(stop);
        loop {
            let next = async {
                // The semaphore is never closed.
                let place = Arc::clone(&places).acquire_owned().await.ok();
                (accept(&listener).await, place)
            };
            let (stream, place) = tokio::select! {
                next = next => next,
                Some(_) = connections.join_next() => continue,
                () = &mut stop => break,
            };
            let connection = connect(stream, &graceful);
            connections.spawn(async move {
                // A connection that breaks is its client's affair.
                drop(connection.await);
                drop(place);
            });
        }
        drop(listener);
        let _ = tokio::time::timeout(self.grace, graceful.shutdown()).await;
        // What takes longer is cut off.
        connections.shutdown().await;
    }
}

/// Returns a time that can be added to an instant: 30 years are as good as any longer one.
const fn bounded(time: Duration) -> Duration {
    const LONGEST: Duration = Duration::from_secs(30 * 365 * 24 * 3600);
    if time.as_secs() < LONGEST.as_secs() { time } else { LONGEST }
}

/// Accepts the next connection.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Small answers are not held back until more come; a socket that cannot do it works too.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(error) if is_of_connection(&error) => {}
            // The process has no file left, which others may give back.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Returns whether an error is about a connection that broke before it was accepted.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(error.kind(), Kind::ConnectionRefused | Kind::ConnectionAborted | Kind::ConnectionReset)
}
