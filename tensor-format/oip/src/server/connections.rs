//! Connections over HTTP with bounds, which axum's own server has none of.

use std::{future::Future, io, pin::pin, sync::Arc, time::Duration};

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
};

/// Serves a router over HTTP/1.1, with bounds for connections that say nothing: `axum::serve` has none.
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
    grace: Duration,
}

impl Default for Connections {
    fn default() -> Self {
        Self::new()
    }
}

impl Connections {
    /// Returns the default bounds: 10,000 connections, 30 s for the head of a request, 30 s to end.
    #[must_use]
    pub const fn new() -> Self {
        Self { max: 10_000, head_timeout: Duration::from_secs(30), grace: Duration::from_secs(30) }
    }

    /// Sets the most connections at once (10,000); those beyond wait to be accepted.
    #[must_use]
    pub const fn max(mut self, connections: usize) -> Self {
        self.max = if connections == 0 { 1 } else { connections };
        self
    }

    /// Sets in what time the head of a request must have come, from the moment at which the connection can take one
    /// (30 s). The body has [`ServerBuilder::body_timeout`](super::ServerBuilder::body_timeout).
    #[must_use]
    pub const fn head_timeout(mut self, timeout: Duration) -> Self {
        self.head_timeout = timeout;
        self
    }

    /// Sets how long requests that have begun may take once the server is to stop (30 s).
    #[must_use]
    pub const fn grace(mut self, time: Duration) -> Self {
        self.grace = time;
        self
    }

    /// Serves until the future ends; then answers what has begun, and returns.
    pub async fn serve(self, listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
        let places = Arc::new(Semaphore::new(self.max.min(Semaphore::MAX_PERMITS)));
        let graceful = GracefulShutdown::new();
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.head_timeout);
        let mut stop = pin!(stop);
        loop {
            let next = async {
                // The semaphore is never closed.
                let place = Arc::clone(&places).acquire_owned().await.ok();
                (accept(&listener).await, place)
            };
            let (stream, place) = tokio::select! {
                next = next => next,
                () = &mut stop => break,
            };
            let service = TowerToHyperService::new(router.clone());
            let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
            tokio::spawn(async move {
                // A connection that breaks is its client's affair.
                let _ = connection.await;
                drop(place);
            });
        }
        drop(listener);
        // What takes longer is cut off.
        let _ = tokio::time::timeout(self.grace, graceful.shutdown()).await;
    }
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
