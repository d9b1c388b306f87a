//! Serves a model of others, Silero VAD, over the Open Inference Protocol, until its standard input ends.
//!
//! ```text
//! examples/get_models.sh
//! cargo run --release -p tensor-format-examples --features served --example voice_server -- 127.0.0.1:8000
//! ```
//!
//! Triton's clients call it, and `voice_client`, which is the other side in Rust. What it takes and gives is a struct
//! each, in `voice.rs`: inputs that do not fit are refused before the model sees them.

use std::{env, error::Error, net::TcpListener};

use tensor_format_examples::voice::VoiceActivity;
use tensor_format_oip::server::{Connections, Server};
use tokio::io::AsyncReadExt;

fn main() -> Result<(), Box<dyn Error>> {
    let address = env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8000".to_owned());
    let server = Server::builder().model("voice_activity", VoiceActivity::load()?).build()?;
    let listener = TcpListener::bind(&address).map_err(|error| format!("{address}: {error}"))?;
    listener.set_nonblocking(true)?;
    println!("http://{}", listener.local_addr()?);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let end = async {
            let _ = tokio::io::stdin().read_to_end(&mut Vec::new()).await;
        };
        Connections::new().serve(listener, server.router(), end).await;
        Ok(())
    })
}
