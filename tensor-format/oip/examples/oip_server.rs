//! Serves models over HTTP and gRPC until it is told to stop, and then answers what it has begun.
//!
//! ```text
//! cargo run -p tensor-format-oip --features server,grpc --example oip_server -- 127.0.0.1:8000 127.0.0.1:8001
//! curl localhost:8000/v2/models/sum/infer -d '{"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 3], "data": [1, 2, 3]}]}'
//! ```

use std::{convert::Infallible, error::Error, time::Duration};

use tensor_format::{Tensor, model};
use tensor_format_oip::server::{Connections, Server};
use tokio::{net::TcpListener, signal::unix, sync::watch};

/// The input of the model `sum`.
#[derive(Tensor)]
struct Rows {
    #[tensor(shape = [rows, 3])]
    x: Vec<[f32; 3]>,
    /// Added to each row.
    bias: Option<[f32; 1]>,
}

/// The output of the model `sum`.
#[derive(Tensor)]
struct Sums {
    #[tensor(shape = [rows])]
    total: Vec<f32>,
    /// The number of rows.
    rows: [i64; 1],
}

fn sum(input: Rows) -> Result<Sums, Infallible> {
    let [bias] = input.bias.unwrap_or_default();
    let total = input.x.iter().map(|row| row.iter().sum::<f32>() + bias);
    Ok(Sums { total: total.collect(), rows: [input.x.len() as i64] })
}

/// A tensor of every datatype, each of which may be left out.
#[derive(Tensor)]
struct Everything {
    #[tensor(dtype = bool, shape = [_, _])]
    bool_2: Option<tensor_format::Tensor>,
    #[tensor(dtype = i8, shape = [_])]
    int8_1: Option<tensor_format::Tensor>,
    #[tensor(dtype = i16, shape = [_, _, _])]
    int16_3: Option<tensor_format::Tensor>,
    #[tensor(dtype = i32, shape = [_, _])]
    int32_2: Option<tensor_format::Tensor>,
    #[tensor(dtype = i64, shape = [_, _])]
    int64_2: Option<tensor_format::Tensor>,
    #[tensor(dtype = u8, shape = [_, _])]
    uint8_2: Option<tensor_format::Tensor>,
    #[tensor(dtype = u16, shape = [_])]
    uint16_1: Option<tensor_format::Tensor>,
    #[tensor(dtype = u32, shape = [_])]
    uint32_1: Option<tensor_format::Tensor>,
    #[tensor(dtype = u64, shape = [_])]
    uint64_1: Option<tensor_format::Tensor>,
    #[tensor(dtype = f16, shape = [_, _])]
    fp16_2: Option<tensor_format::Tensor>,
    #[tensor(dtype = bf16, shape = [_])]
    bf16_1: Option<tensor_format::Tensor>,
    #[tensor(dtype = f32, shape = [_, _, _, _])]
    fp32_4: Option<tensor_format::Tensor>,
    #[tensor(dtype = f64, shape = [_, _, _, _, _])]
    fp64_5: Option<tensor_format::Tensor>,
    #[tensor(dtype = [string, binary], shape = [_, _])]
    bytes_2: Option<tensor_format::Tensor>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let http = arguments.next().unwrap_or_else(|| "127.0.0.1:8000".to_owned());
    let grpc = arguments.next().unwrap_or_else(|| "127.0.0.1:8001".to_owned());

    let server = Server::builder()
        .model("sum", model::from_fn(sum))
        .model("echo", model::from_fn(|input: Everything| Ok::<_, Infallible>(input)))
        .compress(true)
        .build()?;

    // Both servers stop when one of the signals comes: what has begun is answered first.
    let (stop, stopped) = watch::channel(false);
    let ready = server.clone();
    tokio::spawn(async move {
        if told_to_stop().await.is_ok() {
            println!("stopping");
            // Who asks for health sends nothing more.
            ready.set_ready(false);
            let _ = stop.send(true);
        }
    });
    let until_stopped = |mut stopped: watch::Receiver<bool>| async move {
        let _ = stopped.wait_for(|stopped| *stopped).await;
    };

    let http = TcpListener::bind(&http).await?;
    let grpc = TcpListener::bind(&grpc).await?;
    println!("http://{} and, over gRPC, http://{}", http.local_addr()?, grpc.local_addr()?);
    // Connections that stay open do not hold the program for ever.
    let connections = Connections::new().grace(Duration::from_secs(10));
    tokio::join!(
        connections.serve(http, server.router(), until_stopped(stopped.clone())),
        connections.serve_grpc(grpc, server.grpc(), until_stopped(stopped)),
    );
    Ok(())
}

/// Waits for Ctrl-C, or for the signal that ends a process.
async fn told_to_stop() -> std::io::Result<()> {
    let mut terminate = unix::signal(unix::SignalKind::terminate())?;
    tokio::select! {
        signal = tokio::signal::ctrl_c() => signal,
        _ = terminate.recv() => Ok(()),
    }
}
