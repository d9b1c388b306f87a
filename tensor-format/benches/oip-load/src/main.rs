//! Serves one model for a load generator that is not ours: over HTTP and gRPC, by the crate and by hand, on the reactor and
//! where threads may block. See `run` beside it, which prints the table.
//!
//! `x: FP32 [n]`, `n` a multiple of 150, to `y: FP32 [n / 150]`, the sums of 150 numbers each: 600 bytes become 4, and 600 KB
//! become 4 KB.

use std::{convert::Infallible, error::Error, future::IntoFuture};

use axum::serve::ListenerExt;
use tensor_format::{Model, Tensor, View, model::AsyncModel};
use tensor_format_oip::server::{Connections, Server};
use tokio::net::TcpListener;
use tonic::transport::server::TcpIncoming;

mod by_hand;
// What a generator makes of the protocol, as the tests of the crate have it.
#[path = "../../../oip/tests/messages/schema.rs"]
mod schema;

/// How many numbers make a sum.
const WIDTH: usize = 150;

fn sums(x: &[f32]) -> Vec<f32> {
    x.chunks(WIDTH).map(|chunk| chunk.iter().sum()).collect()
}

#[derive(Tensor)]
struct Input<'a> {
    x: View<'a, f32>,
}

#[derive(Tensor)]
struct Output {
    y: Vec<f32>,
}

fn run(input: &Input<'_>) -> Output {
    Output { y: input.x.as_slice().map_or_else(|| sums(&input.x.to_vec()), sums) }
}

/// The model as one that computes: it runs where threads may block, or inline.
struct Computing;

impl Model for Computing {
    type Input<'a> = Input<'a>;
    type Output = Output;
    type Error = Infallible;

    fn run(&self, input: Input<'_>) -> Result<Output, Infallible> {
        Ok(run(&input))
    }
}

/// The model as one that waits, which runs on the reactor.
struct Waiting;

impl AsyncModel for Waiting {
    type Input<'a> = Input<'a>;
    type Output = Output;
    type Error = Infallible;

    async fn run(&self, input: Input<'_>) -> Result<Output, Infallible> {
        Ok(run(&input))
    }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::builder()
        .model("blocking", Computing)
        .inline_model("inline", Computing)
        .async_model("waiting", Waiting)
        .build()?;
    let bind = async |port: u16| TcpListener::bind(("127.0.0.1", port)).await;
    let ours = Connections::new().serve(bind(18410).await?, server.router(), std::future::pending());
    let listener = bind(18411).await?.tap_io(|stream| stream.set_nodelay(true).expect("an option of TCP"));
    let hand = axum::serve(listener, by_hand::router()).into_future();
    let ours_grpc = Connections::new().serve_grpc(bind(18420).await?, server.grpc(), std::future::pending());
    let incoming = TcpIncoming::from(bind(18421).await?).with_nodelay(Some(true));
    let hand_grpc = tonic::transport::Server::builder().add_service(by_hand::Hand).serve_with_incoming(incoming);
    println!("ready");
    tokio::select! {
        () = ours => {}
        served = hand => served?,
        () = ours_grpc => {}
        served = hand_grpc => served?,
    }
    Ok(())
}
