//! Calls the model `sum` of a server over HTTP, with both clients, and over gRPC.
//!
//! ```text
//! cargo run -p tensor-format-oip --features client,client-blocking,grpc --example oip_client -- 127.0.0.1:8000 127.0.0.1:8001
//! ```
//!
//! The server may be the example `oip_server`, or Triton, MLServer or KServe with a model of these inputs and outputs.

use std::{error::Error, time::Duration};

use tensor_format::Tensor;
use tensor_format_oip::client::{CallOptions, Client, ClientOptions, TensorForm, blocking, grpc};

#[derive(Tensor)]
struct Rows {
    #[tensor(shape = [rows, 3])]
    x: Vec<[f32; 3]>,
    bias: [f32; 1],
}

#[derive(Tensor, Debug, PartialEq)]
struct Sums {
    total: Vec<f32>,
    rows: [i64; 1],
}

#[derive(Tensor, Debug)]
struct Wrong {
    mean: Vec<f64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let http = arguments.next().unwrap_or_else(|| "127.0.0.1:8000".to_owned());
    let over_grpc = arguments.next().unwrap_or_else(|| "127.0.0.1:8001".to_owned());
    let input = Rows { x: vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]], bias: [0.5] };
    let expected = Sums { total: vec![6.5, 16.0], rows: [2] };

    // Binary where the server has it, else JSON.
    let options = ClientOptions::new().form(TensorForm::Auto).timeout(Some(Duration::from_secs(10)));

    let sum = blocking::Client::with_options(&http, options)?.model::<Rows, Sums>("sum")?;
    assert_eq!(sum.infer(&input)?, expected);
    println!("blocking: {expected:?}");

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let client = Client::with_options(&http, options)?;
        println!("{}: ready: {}", client.server_metadata().await?.name, client.is_ready().await?);
        let sum = client.model::<Rows, Sums>("sum").await?;
        let answer = sum.infer_with(&input, &CallOptions::new().id("42")).await?;
        assert_eq!((answer.id.as_deref(), &answer.value), (Some("42"), &expected));
        println!("async: {:?}", answer.value);
        if let Err(error) = client.model::<Rows, Wrong>("sum").await {
            println!("another type: {error}");
        }

        let client = grpc::Client::connect_with(&over_grpc, options).await?;
        let answer = client.model::<Rows, Sums>("sum").await?.infer(&input).await?;
        assert_eq!(answer, expected);
        println!("gRPC: {answer:?}");
        Ok(())
    })
}
