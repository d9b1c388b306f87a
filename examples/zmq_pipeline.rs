//! Typed records over ZeroMQ: a producer pushes waveforms, a worker pulls them and pushes what it found to a sink, and
//! publishes a summary that a monitor subscribes to by topic. All on loopback, in one process.
//!
//! `cargo run --release -p tensor-format-examples --features zeromq --example zmq_pipeline`

use std::{
    error::Error,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use tensor_format::{
    Tensor,
    zio::{self, Flow, Form, Level, Message, Part},
};
use zeromq::{PubSocket, PullSocket, PushSocket, Socket, SocketRecv, SocketSend, SubSocket, ZmqMessage};

type Fallible<T> = Result<T, Box<dyn Error>>;

const TICKS: usize = 4096;
const CHANNELS: usize = 64;
const RECORDS: u64 = 200;

/// Where waveforms come from.
#[derive(Serialize, Deserialize, Clone)]
struct Detector {
    name: String,
    gain: f64,
}

/// What a detector saw.
#[derive(Tensor)]
struct Waves {
    #[tensor(metadata)]
    event: u64,
    #[tensor(metadata)]
    detector: Detector,
    #[tensor(shape = [channel, {TICKS}])]
    samples: Vec<[f32; TICKS]>,
}

/// What the worker found in it.
#[derive(Tensor)]
struct Peaks {
    #[tensor(metadata)]
    event: u64,
    #[tensor(metadata)]
    detector: Detector,
    #[tensor(shape = [channel])]
    heights: Vec<f32>,
    #[tensor(shape = [channel])]
    ticks: Vec<u32>,
}

/// What everybody may know.
#[derive(Tensor)]
struct Summary {
    event: u64,
    highest: f32,
}

/// The whole adapter to this ZeroMQ library.
async fn send(socket: &mut impl SocketSend, message: Message<'_>) -> Fallible<()> {
    let frames: Vec<bytes::Bytes> = message.into_frames().into_iter().map(Part::into_bytes).collect();
    let message = ZmqMessage::try_from(frames).map_err(|_| "a message has two frames at least")?;
    Ok(socket.send(message).await?)
}

async fn receive(socket: &mut impl SocketRecv) -> Fallible<Message<'static>> {
    Ok(Message::from_frames(socket.recv().await?.into_vec())?)
}

/// The end of the transmission.
fn end() -> Fallible<Message<'static>> {
    let mut message = Message::default();
    message.set_flow(Flow::Eot)?;
    Ok(message)
}

fn is_end(message: &Message<'_>) -> bool {
    message.form == Form::FLOW && message.flow().is_ok_and(|flow| flow == Flow::Eot)
}

async fn produce(to_worker: &mut PushSocket) -> Fallible<()> {
    let detector = Detector { name: "east".into(), gain: 0.5 };
    let mut waves = Waves { event: 0, detector, samples: vec![[0.0; TICKS]; CHANNELS] };
    for seqno in 0..RECORDS {
        waves.event = 1000 + seqno;
        for (channel, samples) in waves.samples.iter_mut().enumerate() {
            samples.fill(0.0);
            samples[(channel * 7 + seqno as usize) % TICKS] = 1.0 + seqno as f32;
        }
        let message = Message { seqno, granule: zio::now(), level: Level::Debug, ..zio::to_message(&waves)? };
        send(to_worker, message).await?;
    }
    send(to_worker, end()?).await
}

fn find_peaks(waves: Waves) -> Peaks {
    let highest = |samples: &[f32; TICKS]| {
        let peak = samples.iter().zip(0u32..).max_by(|(a, _), (b, _)| a.total_cmp(b));
        peak.map(|(height, tick)| (height * waves.detector.gain as f32, tick)).unwrap_or_default()
    };
    let (heights, ticks) = waves.samples.iter().map(highest).unzip();
    Peaks { event: waves.event, detector: waves.detector, heights, ticks }
}

async fn work(from_producer: &mut PullSocket, to_sink: &mut PushSocket, to_all: &mut PubSocket) -> Fallible<()> {
    loop {
        let message = receive(from_producer).await?;
        if is_end(&message) {
            send(to_sink, end()?).await?;
            return send(to_all, end()?).await;
        }
        let peaks = find_peaks(zio::from_message(&message)?);
        let highest = peaks.heights.iter().copied().fold(0.0, f32::max);
        let summary = Summary { event: peaks.event, highest };
        send(to_sink, Message { seqno: message.seqno, ..zio::to_message(&peaks)? }).await?;
        // The topic is the beginning of the first frame: `ZIO4TENS`.
        send(to_all, Message { level: Level::Info, ..zio::to_message(&summary)? }).await?;
    }
}

async fn collect(from_worker: &mut PullSocket) -> Fallible<u64> {
    let mut records = 0;
    loop {
        let message = receive(from_worker).await?;
        if is_end(&message) {
            return Ok(records);
        }
        let peaks: Peaks = zio::from_message(&message)?;
        assert_eq!((message.seqno, peaks.event, &*peaks.detector.name), (records, 1000 + records, "east"));
        assert!(peaks.ticks.iter().zip(0..).all(|(tick, channel)| u64::from(*tick) == channel * 7 + records));
        records += 1;
    }
}

/// A publisher drops what a subscriber is too slow for, so the end may never arrive: silence is an end too.
async fn monitor(from_worker: &mut SubSocket) -> Fallible<u64> {
    let mut summaries = 0;
    while let Ok(received) = tokio::time::timeout(Duration::from_secs(2), receive(from_worker)).await {
        let message = received?;
        if is_end(&message) {
            break;
        }
        let summary: Summary = zio::from_message(&message)?;
        assert_eq!(summary.highest, (summary.event - 999) as f32 * 0.5);
        summaries += 1;
    }
    Ok(summaries)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Fallible<()> {
    const ANY_PORT: &str = "tcp://127.0.0.1:0";
    let (mut worker_in, mut sink_in, mut worker_topics) = (PullSocket::new(), PullSocket::new(), PubSocket::new());
    let worker_at = worker_in.bind(ANY_PORT).await?.to_string();
    let sink_at = sink_in.bind(ANY_PORT).await?.to_string();
    let topics_at = worker_topics.bind(ANY_PORT).await?.to_string();

    let (mut producer_out, mut worker_out, mut monitor_in) = (PushSocket::new(), PushSocket::new(), SubSocket::new());
    producer_out.connect(&worker_at).await?;
    worker_out.connect(&sink_at).await?;
    monitor_in.connect(&topics_at).await?;
    for topic in ["ZIO4TENS", "ZIO0FLOW"] {
        monitor_in.subscribe(topic).await?;
    }
    // What is published before a subscription has arrived is lost.
    tokio::time::sleep(Duration::from_millis(200)).await;

    let start = Instant::now();
    // The sockets outlive the work: one that is dropped takes unsent messages with it.
    let timed = async {
        let records = collect(&mut sink_in).await?;
        Ok::<_, Box<dyn Error>>((records, start.elapsed().as_secs_f64()))
    };
    let (produced, worked, collected, summaries) = tokio::join!(
        produce(&mut producer_out),
        work(&mut worker_in, &mut worker_out, &mut worker_topics),
        timed,
        monitor(&mut monitor_in),
    );
    produced?;
    worked?;
    let ((records, seconds), summaries) = (collected?, summaries?);
    let bytes = records as f64 * (size_of::<f32>() * TICKS * CHANNELS) as f64;
    println!("{records} records in {seconds:.3} s: {:.1} MB/s", bytes / seconds / 1e6);
    println!("{summaries} summaries by topic");
    assert_eq!(records, RECORDS);
    Ok(())
}
