//! A server under requests that mean it harm: refused or timed out, memory flat, good requests between them answered.
//!
//! `OIP_HOSTILE` sets how many there are; a hundredth of them, at most 1,000, are connections that stall.
#![cfg(feature = "server")]

#[path = "serving/hostile.rs"]
mod hostile;
#[path = "serving/support.rs"]
mod support;

use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use hostile::{memory, mutate};
use support::{Answer, SumInput, models, post, read_answer, request, serve_with};
use tensor_format_oip::{Form, Options, Request, server::Connections};

const SUM: &str = "/v2/models/sum/infer";

/// A connection that is made anew when the server has closed it.
struct Line {
    address: SocketAddr,
    stream: Option<TcpStream>,
}

impl Line {
    fn stream(&mut self) -> &mut TcpStream {
        let address = self.address;
        self.stream.get_or_insert_with(|| {
            let stream = TcpStream::connect(address).expect("a connection");
            stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
            // Each piece goes by itself.
            stream.set_nodelay(true).expect("an option");
            stream
        })
    }

    /// Sends bytes, so many at a time, and returns the answer, if there is one: the server may close without a word on what
    /// is no HTTP.
    fn exchange(&mut self, bytes: &[u8], at_a_time: usize) -> Option<Answer> {
        let stream = self.stream();
        let sent = bytes.chunks(at_a_time).all(|piece| stream.write_all(piece).is_ok());
        let answer = read_answer(stream);
        let closes = answer
            .as_ref()
            .is_none_or(|answer| answer.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close")));
        // After a refusal the rest of a body may still be on its way.
        if closes || !sent || answer.as_ref().is_some_and(|answer| answer.status != 200) {
            self.stream = None;
        }
        answer
    }

    /// Sends bytes and goes away.
    fn leave(&mut self, bytes: &[u8]) {
        let _ = self.stream().write_all(bytes);
        if let Some(stream) = self.stream.take() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// Tells the others to end, also when it is dropped by a panic.
struct End<'d>(&'d AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

struct Bodies {
    json: Vec<u8>,
    binary: Vec<u8>,
    length: usize,
    bomb: Vec<u8>,
}

fn bodies() -> Bodies {
    let input = SumInput { x: vec![[1.0, 2.0, 3.0]; 20], bias: Some([0.5]) };
    let message = |form| {
        let mut request = Request::from_value(&input).expect("a request");
        request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(form));
        let message = request.to_http().expect("a message");
        (message.to_vec(), message.header_length().unwrap_or_default())
    };
    let (binary, length) = message(Form::Binary);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&vec![b' '; 20 << 20]).expect("bytes");
    Bodies { json: message(Form::Json).0, binary, length, bomb: encoder.finish().expect("gzip") }
}

/// Sends one request that is wrong in one way or another.
fn attack(line: &mut Line, bodies: &Bodies, random: &mut fastrand::Rng) {
    let length = (bodies.length + random.usize(..5) - 2).to_string();
    let post = |headers: &[(&str, &str)], body: &[u8]| {
        let mut bytes = request("POST", SUM, headers, body);
        // The connection stays.
        let close = b"Connection: close\r\n";
        if let Some(at) = bytes.windows(close.len()).position(|window| window == close) {
            bytes.drain(at..at + close.len());
        }
        bytes
    };
    let header = "Inference-Header-Content-Length";
    let kind = random.usize(..17);
    let (bytes, statuses): (Vec<u8>, &[u16]) = match kind {
        0..=3 => (post(&[], &mutate(&bodies.json, random)), &[200, 400, 411]),
        4..=6 => (post(&[(header, &length)], &mutate(&bodies.binary, random)), &[200, 400]),
        7 => {
            let length = ["+5", "0x50", "", "-1", "99999999999999999999", "0", "5.0", "4294967301"][random.usize(..8)];
            (post(&[(header, length)], &bodies.binary), &[400])
        }
        8 => {
            (post(&[("Content-Encoding", ["br", "zstd", "gzip, gzip", "x"][random.usize(..4)])], &bodies.json), &[415])
        }
        9 => (
            post(&[("Content-Encoding", ["gzip", "deflate"][random.usize(..2)])], &mutate(&bodies.json, random)),
            &[400],
        ),
        10 if random.usize(..20) == 0 => (post(&[("Content-Encoding", "gzip")], &bodies.bomb), &[413]),
        10 => (post(&[], &vec![b' '; 70_000]), &[413]),
        11 => {
            let head = format!(
                "POST {SUM} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n",
                1u64 << (17 + random.usize(..46))
            );
            (head.into_bytes(), &[413])
        }
        12 => {
            let page =
                ["/", "/v2/models/x/infer", "/v2/models/%ff", "/v3", "/v2/models/sum/infer/x"][random.usize(..5)];
            let method = ["GET", "PUT", "POST", "DELETE", "NONSENSE"][random.usize(..5)];
            (request(method, page, &[], b""), &[400, 404, 405])
        }
        13 => {
            let garbage: Vec<u8> = (0..random.usize(..300) + 4).map(|_| random.u8(..)).chain(*b"\r\n\r\n").collect();
            line.leave(&garbage);
            return;
        }
        // Cut anywhere.
        14 => {
            let whole = post(&[(header, &bodies.length.to_string())], &bodies.binary);
            line.leave(&whole[..random.usize(..whole.len())]);
            return;
        }
        // Fewer bytes are announced than come: what is left is the next request.
        15 => {
            let mut whole = post(&[], &bodies.json);
            let announced = format!("Content-Length: {}\r\n", bodies.json.len());
            let at = whole.windows(announced.len()).position(|window| window == announced.as_bytes());
            let less = format!("Content-Length: {}\r\n", random.usize(..bodies.json.len()));
            whole.splice(at.unwrap_or_default()..at.unwrap_or_default() + announced.len(), less.into_bytes());
            (whole, &[400])
        }
        _ => {
            let many: Vec<_> = (0..random.usize(..150)).map(|_| ("X-Many", "1")).collect();
            (post(&many, &bodies.json), &[200, 431])
        }
    };
    // Some come slowly.
    let at_a_time = if random.usize(..20) == 0 && bytes.len() < 10_000 { 1 + random.usize(..9) } else { usize::MAX };
    let answer = line.exchange(&bytes, at_a_time);
    let status = answer.as_ref().map(|answer| answer.status);
    assert!(status.is_some_and(|status| statuses.contains(&status)), "kind {kind}: {status:?}");
    // What is wrong is said, but by hyper of what is no HTTP.
    if let Some(answer) =
        answer.filter(|answer| answer.status != 200 && !(matches!(kind, 12 | 15 | 16) && answer.body.is_empty()))
    {
        assert!(answer.error().len() > 10, "kind {kind}: {}", answer.text());
    }
}

#[test]
fn hostile_requests_harm_nobody() {
    let requests: usize = std::env::var("OIP_HOSTILE").map_or(4000, |text| text.parse().expect("a number"));
    let stalled = (requests / 100).min(1000);
    let server = models()
        .options(Options::new().max_body(65_536))
        .body_timeout(Duration::from_secs(2))
        .max_runs(8)
        .build()
        .expect("a server");
    let connections = Connections::new().head_timeout(Duration::from_secs(2)).grace(Duration::from_secs(5));
    let running = serve_with(server.router(), connections);
    let address = running.address;
    let bodies = bodies();

    // These say a part, and then nothing. All of them are connected before the first is looked at.
    let whole = request("POST", SUM, &[], &bodies.json);
    let head = whole.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
    let stall = || {
        let begin = Instant::now();
        let streams: Vec<_> = (0..stalled)
            .map(|index| {
                let mut stream = TcpStream::connect(address).expect("a connection");
                stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
                let end = if index % 2 == 0 { index % head } else { head + 4 + index % bodies.json.len() };
                stream.write_all(&whole[..end]).expect("bytes");
                stream
            })
            .collect();
        for (index, mut stream) in streams.into_iter().enumerate() {
            let mut answer = Vec::new();
            let read = stream.read_to_end(&mut answer);
            let reset = read.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset);
            assert!(read.is_ok() || reset, "{index}: {read:?}");
            let text = String::from_utf8_lossy(&answer);
            assert!(text.is_empty() || text.contains(" 408 "), "{index}: {text}");
        }
        // 2 s each, as the server is told, and what all of them take to connect beside the others.
        assert!(begin.elapsed() < Duration::from_secs(15), "{stalled} stalled for {:?}", begin.elapsed());
    };

    let good_calls = AtomicUsize::new(0);
    let done = AtomicBool::new(false);
    let attacks = |from: usize, count: usize| {
        std::thread::scope(|scope| {
            let threads = 8;
            for thread in 0..threads {
                let bodies = &bodies;
                scope.spawn(move || {
                    let mut random = fastrand::Rng::with_seed(
                        0x9e37_79b9_7f4a_7c15 ^ ((from + thread) as u64 + 1).wrapping_mul(0x2545_f491_4f6c_dd1d),
                    );
                    let mut line = Line { address, stream: None };
                    for _ in 0..count / threads {
                        attack(&mut line, bodies, &mut random);
                    }
                });
            }
        });
    };
    let (rounds, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::SeqCst) {
                stall();
                rounds.fetch_add(1, Ordering::SeqCst);
            }
        });
        scope.spawn(|| {
            while !done.load(Ordering::SeqCst) {
                let begin = Instant::now();
                let answer = post(address, SUM, &[], &bodies.json);
                assert_eq!(answer.status, 200, "{}", answer.text());
                assert_eq!(answer.json()["outputs"][1]["data"][0], 20);
                assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
                good_calls.fetch_add(1, Ordering::SeqCst);
                most.fetch_max(memory(), Ordering::SeqCst);
            }
        });
        // A fault found by an attack ends the others too.
        let end = End(&done);
        let peaks = [0, 1000, 2000, 3000].map(|from| {
            attacks(from, requests / 4);
            most.swap(0, Ordering::SeqCst) >> 10
        });
        drop(end);
        println!("at most {peaks:?} KiB of memory in each quarter");
        // Threads and connections have taken by the third what they keep for the next.
        let [.., third, last] = peaks;
        assert!(last < third + (4 << 10), "memory grew: {peaks:?} KiB");
    });
    println!("{stalled} connections stalled at a time, {} times", rounds.load(Ordering::SeqCst));
    assert!(rounds.load(Ordering::SeqCst) > 0);
    assert!(good_calls.load(Ordering::SeqCst) > requests / 1000);
}

/// More connections than are let wait for their turn, and a server that is stopped answers what it has begun.
#[test]
fn connections_have_bounds() {
    let server = models().build().expect("a server");
    let connections = Connections::new().max(2).head_timeout(Duration::from_millis(300));
    let running = serve_with(server.router(), connections);
    let address = running.address;
    let silent: Vec<_> = (0..2).map(|_| TcpStream::connect(address).expect("a connection")).collect();
    let begin = Instant::now();
    assert_eq!(support::get(address, "/v2/health/live").status, 200);
    assert!(begin.elapsed() > Duration::from_millis(100), "{:?}", begin.elapsed());
    drop(silent);

    let one = br#"{"inputs": [{"name": "y", "datatype": "FP32", "shape": [1], "data": [1]}]}"#;
    let begun = std::thread::spawn(move || post(address, "/v2/models/slow/infer", &[], one));
    std::thread::sleep(Duration::from_millis(150));
    drop(running);
    assert_eq!(begun.join().expect("a caller").status, 200);
    assert!(TcpStream::connect(address).is_err());
}
