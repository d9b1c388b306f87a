//! Values over a socket of tokio, in both directions: requests one way, answers the other.
//!
//! `cargo run --release -p tensor-format-examples --features tokio --example tokio_stream` sends 10,000 requests, cut
//! into pieces of every size from 1 to 8,192 bytes, and checks each answer. It prints the most memory that the buffers
//! took, and how long a byte took where the pieces were small and where they were large.

use std::{error::Error, time::Instant};

use futures_util::{SinkExt, StreamExt};
use tensor_format::{
    Tensor,
    decthings::tokio::{Codec, write},
    to_vec,
};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
};
use tokio_util::codec::{Framed, FramedRead};

#[derive(Tensor)]
struct Request {
    id: u64,
    #[tensor(shape = [n])]
    numbers: Vec<f32>,
    #[tensor(shape = [n])]
    names: Vec<String>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Answer {
    id: u64,
    sum: f32,
    /// The number of bytes of all names.
    bytes: u64,
}

const REQUESTS: u64 = 10_000;

fn request(id: u64) -> Request {
    let n = id % 50;
    let names = (0..n).map(|i| "n".repeat((i % 20) as usize)).collect();
    Request { id, numbers: (0..n).map(|i| i as f32).collect(), names }
}

fn answer(request: &Request) -> Answer {
    let bytes = request.names.iter().map(|name| name.len() as u64).sum();
    Answer { id: request.id, sum: request.numbers.iter().sum(), bytes }
}

/// Answers each request of one connection, one after another; returns the most bytes that its buffers held.
async fn serve(stream: TcpStream) -> Result<usize, Box<dyn Error>> {
    let codec = Codec::<Request>::new().encoding::<Answer>().max_message_bytes(1 << 20);
    let mut connection = Framed::new(stream, codec);
    let mut held = 0;
    while let Some(request) = connection.next().await {
        connection.feed(answer(&request?)).await?;
        held = held.max(connection.read_buffer().capacity() + connection.write_buffer().capacity());
        // Answers are sent together where more requests are already here.
        if connection.read_buffer().is_empty() {
            connection.flush().await?;
        }
    }
    connection.close().await?;
    Ok(held)
}

/// Sends all requests, cut into pieces whose sizes go round from `pieces.0` to `pieces.1`.
async fn send(mut stream: impl tokio::io::AsyncWrite + Unpin, pieces: (usize, usize)) -> Result<usize, Box<dyn Error>> {
    let (mut size, mut waiting, mut sent) = (pieces.0, Vec::new(), 0);
    for id in 0..REQUESTS {
        waiting.extend(to_vec(&request(id))?);
        while waiting.len() >= size || (id + 1 == REQUESTS && !waiting.is_empty()) {
            let piece: Vec<u8> = waiting.drain(..size.min(waiting.len())).collect();
            stream.write_all(&piece).await?;
            stream.flush().await?;
            sent += piece.len();
            size = if size == pieces.1 { pieces.0 } else { size + 1 };
        }
    }
    stream.shutdown().await?;
    Ok(sent)
}

/// Sends all requests over one connection and expects all answers; returns the bytes sent and the nanoseconds.
async fn run(listener: &TcpListener, pieces: (usize, usize)) -> Result<(usize, u128), Box<dyn Error>> {
    let client = TcpStream::connect(listener.local_addr()?).await?;
    client.set_nodelay(true)?;
    let (server, _) = listener.accept().await?;
    let (answers, requests) = client.into_split();
    let receive = async {
        let mut answers = FramedRead::new(answers, Codec::<Answer>::new());
        for id in 0..REQUESTS {
            let received = answers.next().await.ok_or("too few answers")??;
            if received != answer(&request(id)) {
                return Err(format!("request {id} has another answer: {received:?}").into());
            }
        }
        match answers.next().await {
            None => Ok::<_, Box<dyn Error>>(()),
            Some(_) => Err("too many answers".into()),
        }
    };
    let start = Instant::now();
    let (held, sent, ()) = tokio::try_join!(serve(server), send(requests, pieces), receive)?;
    let nanoseconds = start.elapsed().as_nanos();
    println!("pieces of {} to {} bytes: {sent} bytes, buffers of at most {held} bytes", pieces.0, pieces.1);
    if held > 64 << 10 {
        return Err(format!("{held} bytes in buffers").into());
    }
    Ok((sent, nanoseconds))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    for pieces in [(1, 64), (1, 8192), (8192, 8192)] {
        let (bytes, nanoseconds) = run(&listener, pieces).await?;
        println!("  {:.1} ns a byte", nanoseconds as f64 / bytes as f64);
    }

    // One message at a time, without a framed stream.
    let mut client = TcpStream::connect(listener.local_addr()?).await?;
    let (server, _) = listener.accept().await?;
    let served = async { serve(server).await };
    let called = async {
        write(&mut client, &request(7)).await?;
        client.shutdown().await?;
        let received: Option<Answer> = tensor_format::decthings::tokio::read(&mut client).await?;
        Ok(received == Some(answer(&request(7))))
    };
    match tokio::try_join!(served, called)? {
        (_, true) => Ok(()),
        (_, false) => Err("another answer".into()),
    }
}
