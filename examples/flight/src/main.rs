//! A `Vec` of structs over Arrow Flight: a server that keeps samples, and a client that puts and gets them. Any client
//! and server of Flight can be on the other side; `check` runs pyarrow's.
//!
//!     cargo run -p tensor-format-flight -- serve            prints its address
//!     cargo run -p tensor-format-flight -- client ADDRESS   puts samples, gets them back and compares

mod service;

use std::error::Error;

use arrow_flight::{FlightClient, FlightDescriptor, Ticket, encode::FlightDataEncoderBuilder, error::FlightError};
use futures::{StreamExt, TryStreamExt, stream};
use ndarray::Array3;
use tensor_format::Tensor;
use tensor_format_arrow::{BatchBuilder, WriteOptions, from_batch};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::{Endpoint, Server};

/// What travels.
#[derive(Tensor, Debug, Clone, PartialEq)]
pub(crate) struct Sample {
    #[tensor(shape = [c: 3, h: 4, w: 4])]
    pixels: Array3<f32>,
    #[tensor(shape = [n, 4])]
    boxes: Vec<[f32; 4]>,
    label: String,
    score: Option<f64>,
}

/// Returns samples, as the script on the other side makes them too.
fn samples(count: u16) -> Vec<Sample> {
    let sample = |at: u16| Sample {
        pixels: Array3::from_shape_fn((3, 4, 4), |(c, h, w)| f32::from(at) + (c * 16 + h * 4 + w) as f32),
        boxes: (0..at % 3).map(|index| [f32::from(at), f32::from(index), 0.5, 1.0]).collect(),
        label: format!("label {at}"),
        score: at.is_multiple_of(2).then(|| f64::from(at) / 4.0),
    };
    (0..count).map(sample).collect()
}

/// The rows of a batch: Flight sends a batch in a message.
const ROWS: usize = 16;

/// Returns samples as messages of Flight.
fn encoded(samples: &[Sample]) -> Result<arrow_flight::encode::FlightDataEncoder, Box<dyn Error + Send + Sync>> {
    let mut builder = BatchBuilder::<Sample>::new(&WriteOptions::new().max_rows(ROWS))?;
    let mut batches = Vec::new();
    for sample in samples {
        batches.extend(builder.push(sample)?);
    }
    batches.push(builder.finish()?);
    let schema = builder.schema();
    let batches = stream::iter(batches.into_iter().map(Ok::<_, FlightError>));
    Ok(FlightDataEncoderBuilder::new().with_schema(schema).build(batches))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve"] => serve().await,
        ["client", address] => client(address).await,
        _ => Err("usage: tensor-format-flight serve | client ADDRESS".into()),
    }
}

async fn serve() -> Result<(), Box<dyn Error + Send + Sync>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let service = service::server(samples(50));
    Ok(Server::builder().add_service(service).serve_with_incoming(TcpListenerStream::new(listener)).await?)
}

async fn client(address: &str) -> Result<(), Box<dyn Error + Send + Sync>> {
    let channel = Endpoint::new(format!("http://{address}"))?.connect().await?;
    let mut client = FlightClient::new(channel);
    let ours = samples(100);
    // The first message says where to put them.
    let descriptor = FlightDescriptor::new_path(vec!["samples".to_owned()]);
    let mut messages = encoded(&ours)?.try_collect::<Vec<_>>().await?;
    if let Some(first) = messages.first_mut() {
        first.flight_descriptor = Some(descriptor);
    }
    let put = client.do_put(stream::iter(messages.into_iter().map(Ok))).await?;
    put.try_collect::<Vec<_>>().await?;

    let mut batches = client.do_get(Ticket::new("samples")).await?;
    let mut theirs: Vec<Sample> = Vec::new();
    while let Some(batch) = batches.next().await {
        theirs.extend(from_batch::<Sample>(&batch?)?);
    }
    if theirs != ours {
        return Err("the samples that came back are others".into());
    }
    println!("{} samples put, and the same came back", theirs.len());
    Ok(())
}
