//! The query of the DataFusion example on a scheduler and executors, each a process, over sockets.
//!
//! `engine-ballista check FILE ROWS` starts them all on this machine, asks twice and kills an executor in the middle of
//! the second query. Started by hand, on one machine or several:
//!
//! ```text
//! engine-ballista scheduler 127.0.0.1:20050
//! engine-ballista executor 127.0.0.1:20061 20062 127.0.0.1:20050 target/executor-1
//! engine-ballista executor 127.0.0.1:20071 20072 127.0.0.1:20050 target/executor-2
//! engine-ballista client 127.0.0.1:20050 FILE ROWS
//! ```
//!
//! All of them read the file under this path.

mod cluster;
mod functions;
mod processes;

use std::{error::Error, time::Instant};

use datafusion::prelude::{ParquetReadOptions, SessionContext};
use engine_datafusion::{PixelMean, QUERY, SHORT, query, row_function, session_config};
use engine_samples::Sample;

use self::{functions::SLOW_QUERY, processes::Processes};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["scheduler", address] => cluster::scheduler(address.parse()?).await,
        ["executor", address, grpc_port, scheduler, folder] => {
            cluster::executor(address.parse()?, grpc_port.parse()?, scheduler.parse()?, folder).await
        }
        ["client", scheduler, file, rows] => {
            ask(&cluster::client(scheduler.parse()?, file).await?, QUERY, rows.parse()?).await
        }
        ["check", file, rows] => check(file, rows.parse()?).await,
        _ => {
            Err("usage: engine-ballista scheduler|executor|client|check ..., see the first lines of its source".into())
        }
    }
}

/// Runs a query, and checks that it gives what it is to give.
async fn ask(session: &SessionContext, sql: &str, rows: u32) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let found: Vec<Sample> = query(session, sql).await?;
    println!("  {} of {rows} samples found in {} ms", found.len(), start.elapsed().as_millis());
    if found.is_empty() || found != Sample::bright(rows) {
        return Err("other samples than expected".into());
    }
    Ok(())
}

async fn check(file: &str, rows: u32) -> Result<(), Box<dyn Error>> {
    println!("in this process alone:");
    let alone = SessionContext::new_with_config(session_config::<Sample>(None, SHORT));
    alone.register_udf(row_function::<PixelMean>());
    alone.register_parquet("samples", file, ParquetReadOptions::default()).await?;
    ask(&alone, QUERY, rows).await?;

    let mut processes = Processes::start(2)?;
    let session = cluster::client(processes.scheduler(), file).await?;
    println!("on a scheduler and two executors:");
    ask(&session, QUERY, rows).await?;

    // Both work on the query, which is made slow, when one of them ends without a word.
    println!("with an executor killed in the middle:");
    let killed = processes.kill_in_the_middle(1);
    ask(&session, SLOW_QUERY, rows).await?;
    let [before, after] = killed.join().map_err(|_| "the executor was not killed")?;
    println!("  it was killed when the other had seen {before} rows, which has seen {after} in the end");
    if before == 0 || after <= before {
        return Err("the executor was not killed in the middle".into());
    }
    Ok(())
}
