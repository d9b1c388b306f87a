//! Serves one model for a load generator that is not ours: over HTTP and gRPC, by the crate and by hand, on the reactor and
//! where threads may block. See `run` beside it, which prints the table.
//!
//! `x: FP32 [n]`, `n` a multiple of 150, to `y: FP32 [n / 150]`, the sums of 150 numbers each: 600 bytes become 4, and 600 KB
//! become 4 KB.

use std::{convert::Infallible, error::Error};

use tensor_format::{Model, Tensor, View, model::AsyncModel};
use tensor_format_oip::server::Server;
use tokio::net::TcpListener;
use tonic::transport::server::TcpIncoming;

mod by_hand;

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

/// The model of the peers, which Triton and MLServer have in Python.
#[derive(Tensor)]
struct Rows {
    #[tensor(shape = [rows, 3])]
    x: Vec<[f32; 3]>,
    bias: Option<[f32; 1]>,
}

#[derive(Tensor)]
struct Sums {
    #[tensor(shape = [rows])]
    total: Vec<f32>,
    rows: [i64; 1],
}

fn sum(input: Rows) -> Result<Sums, Infallible> {
    let [bias] = input.bias.unwrap_or_default();
    let total = input.x.iter().map(|row| row.iter().sum::<f32>() + bias).collect();
    Ok(Sums { total, rows: [input.x.len() as i64] })
}

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::builder()
        .model("blocking", Computing)
        .inline_model("inline", Computing)
        .async_model("waiting", Waiting)
        .model("sum", tensor_format::model::from_fn(sum))
        .build()?;
    let bind = async |port: u16| TcpListener::bind(("127.0.0.1", port)).await;
    let ours = axum_serve(bind(18410).await?, server.router());
    let hand = axum_serve(bind(18411).await?, by_hand::router());
    let grpc = |listener| TcpIncoming::from(listener).with_nodelay(Some(true));
    let ours_grpc =
        tonic::transport::Server::builder().add_service(server.grpc()).serve_with_incoming(grpc(bind(18420).await?));
    let hand_grpc =
        tonic::transport::Server::builder().add_service(by_hand::Hand).serve_with_incoming(grpc(bind(18421).await?));
    println!("ready");
    tokio::select! {
        () = ours => {}
        () = hand => {}
        served = ours_grpc => served?,
        served = hand_grpc => served?,
    }
    Ok(())
}

async fn axum_serve(listener: TcpListener, router: axum::Router) {
    tensor_format_oip::server::Connections::new().serve(listener, router, std::future::pending()).await;
}
