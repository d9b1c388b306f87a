//! Measures when joining requests pays: a model whose calls have a cost of their own beside that of each row, served with
//! and without it, under as many callers as the first column says.
//!
//! ```text
//! cargo run --release -p tensor-format-oip --features server,client --example oip_batching
//! ```

use std::{
    error::Error,
    time::{Duration, Instant},
};

use tensor_format::{Tensor, model};
use tensor_format_oip::{
    client::Client,
    server::{Batching, Connections, Server},
};

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [batch: 1..=32, 8])]
    x: Vec<[f32; 8]>,
}

#[derive(Tensor)]
struct Output {
    #[tensor(shape = [batch])]
    y: Vec<f32>,
}

/// Returns a model that computes for so long in each call, and for so long for each row.
fn network(call: Duration, row: Duration) -> impl tensor_format::Model<Error = String> + Send + Sync + 'static {
    // One accelerator, which does one thing at a time.
    let accelerator = std::sync::Mutex::new(());
    model::from_fn(move |input: Input| {
        let _one_at_a_time = accelerator.lock().map_err(|error| error.to_string())?;
        let end = Instant::now() + call + row * u32::try_from(input.x.len()).unwrap_or(u32::MAX);
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            // Most of the time somebody else computes, as an accelerator does.
            std::thread::sleep(left);
        }
        Ok::<_, String>(Output { y: input.x.iter().map(|row| row.iter().sum()).collect() })
    })
}

/// Returns the requests a second, and the times below which half and 99 of 100 of them are.
async fn measure(client: &Client, model: &str, callers: usize) -> Result<(f64, Duration, Duration), Box<dyn Error>> {
    let begin = Instant::now();
    let calls: Vec<_> = (0..callers)
        .map(|caller| {
            let model = client.unchecked_model::<Input, Output>(model, "");
            tokio::spawn(async move {
                let mut times = Vec::new();
                while begin.elapsed() < Duration::from_secs(2) {
                    let value = (caller * 1000 + times.len() % 1000) as f32;
                    let call = Instant::now();
                    let answer =
                        model.infer(&Input { x: vec![[value; 8]] }).await.map_err(|error| error.to_string())?;
                    if answer.y != [value * 8.0] {
                        return Err("the answer is another caller's".to_owned());
                    }
                    times.push(call.elapsed());
                }
                Ok(times)
            })
        })
        .collect();
    let mut times = Vec::new();
    for call in calls {
        times.extend(call.await??);
    }
    let rate = times.len() as f64 / begin.elapsed().as_secs_f64();
    times.sort_unstable();
    let below = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    Ok((rate, below(50), below(99)))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| a call takes | and for each row | callers | alone, calls a second | p50, ms | p99, ms | joined, calls a second | p50, ms | p99, ms | × alone |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (call, row) in [(2000, 20), (500, 20), (100, 100), (0, 200)] {
        let (call, row) = (Duration::from_micros(call), Duration::from_micros(row));
        let server = Server::builder()
            .model("alone", network(call, row))
            .batched_model("joined", network(call, row), Batching::new())
            .build()?;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let client = Client::new(&listener.local_addr()?.to_string())?;
        let serving = tokio::spawn(Connections::new().serve(listener, server.router(), std::future::pending()));
        for callers in [1, 4, 16, 64] {
            let mut line = format!("| {call:?} | {row:?} | {callers} |");
            let mut rates = [0.0; 2];
            for (model, rate) in ["alone", "joined"].into_iter().zip(&mut rates) {
                let (half, most);
                (*rate, half, most) = measure(&client, model, callers).await?;
                line += &format!(" {rate:.0} | {:.2} | {:.2} |", half.as_secs_f64() * 1e3, most.as_secs_f64() * 1e3);
            }
            println!("{line} {:.2} |", rates[1] / rates[0]);
        }
        serving.abort();
    }
    Ok(())
}
