//! Servers under callers that come in numbers, stall, break off and send nonsense.
#![cfg(feature = "server")]

#[path = "serving/support.rs"]
mod support;

use std::{
    io::Write,
    net::TcpStream,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
#[cfg(target_os = "linux")]
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Command, Stdio},
};

use serde_json::json;
use support::{Forever, SumInput, exchange, get, models, post, read_answer, request, serve, within_seconds};
use tensor_format::model;
use tensor_format_oip::{
    Form, Request,
    server::{Connections, Server},
};

const SUM: &str = "/v2/models/sum/infer";
const X: &str = r#"{"name": "x", "datatype": "FP32", "shape": [2, 3], "data": [1, 2, 3, 4, 5, 6.5]}"#;

fn built() -> Server {
    models().build().expect("a server")
}

/// Connections that stall are refused in time, those that are cut harm nobody, and good requests between them are
/// answered.
#[test]
fn slow_and_cut_connections_harm_nobody() {
    let server = models().body_timeout(Duration::from_millis(300)).build().expect("a server");
    let running = serve(server.router());
    let good = format!(r#"{{"inputs": [{X}]}}"#);
    let whole = request("POST", SUM, &[], good.as_bytes());
    let mut stalled = Vec::new();
    for index in 0..64 {
        let mut stream = TcpStream::connect(running.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
        let cut = whole.len() - 1 - index % good.len();
        stream.write_all(&whole[..cut]).expect("bytes");
        if index % 2 == 0 {
            stalled.push(stream);
        }
        if index % 8 == 0 {
            assert_eq!(exchange(running.address, &whole).status, 200);
        }
    }
    let begin = Instant::now();
    for mut stream in stalled {
        let answer = read_answer(&mut stream).expect("an answer");
        assert_eq!((answer.status, answer.json()["kind"].as_str()), (408, Some("timeout")), "{}", answer.text());
    }
    assert!(begin.elapsed() < Duration::from_secs(5));
    assert_eq!(exchange(running.address, &whole).status, 200);
}

/// Bodies with wrong bytes are answered, none with a fault of the server.
#[test]
fn mutated_bodies_are_refused_or_read() {
    let running = serve(built().router());
    let input = SumInput { x: vec![[1.0, 2.0, 3.0]; 4], bias: Some([0.5]) };
    let message_of = |form| {
        let mut request = Request::from_value(&input).expect("a request");
        request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(form));
        let message = request.to_http().expect("a message");
        (message.header_length(), message.to_vec())
    };
    let mut random = fastrand::Rng::with_seed(0x2545_f491_4f6c_dd1d);
    let mut next = move || random.usize(..);
    let mut refused = 0;
    for (length, body) in [message_of(Form::Json), message_of(Form::Binary)] {
        for _ in 0..400 {
            let mut body = body.clone();
            for _ in 0..=next() % 3 {
                let at = next() % body.len().max(1);
                match next() % 3 {
                    0 => body[at] = next() as u8,
                    1 => drop(body.remove(at)),
                    _ => body.insert(at, b"{}[]\",:09-e"[next() % 11]),
                }
            }
            let length = length.map(|len| (len + next() % 3).to_string());
            let headers: Vec<_> =
                length.as_deref().map(|len| ("Inference-Header-Content-Length", len)).into_iter().collect();
            let answer = post(running.address, SUM, &headers, &body);
            assert!(matches!(answer.status, 200 | 400), "{}: {}", answer.status, answer.text());
            refused += usize::from(answer.status == 400 && !answer.error().is_empty());
        }
    }
    assert!(refused > 300, "{refused}");
}

/// Each of many callers at once gets its own answer.
#[test]
fn callers_get_their_own_answers() {
    for server in [built(), models().max_runs(2).build().expect("a server")] {
        let running = serve(server.router());
        let at = running.address;
        std::thread::scope(|scope| {
            for caller in 0..64u32 {
                scope.spawn(move || {
                    for call in 0..10u32 {
                        let value = f64::from(caller * 1000 + call);
                        let (model, expected) = match caller % 2 {
                            0 => ("later", json!([value * 2.0 + 2.0, 2.0])),
                            _ => ("sum", json!([value + 3.0])),
                        };
                        let body = match model {
                            "later" => format!(r#"{{"id": "{caller}.{call}", "inputs": [{{"name": "a", "datatype": "FP32", "shape": [2], "data": [{}, 1]}}]}}"#, value + 1.0),
                            _ => format!(r#"{{"id": "{caller}.{call}", "inputs": [{{"name": "x", "datatype": "FP32", "shape": [1, 3], "data": [{value}, 1, 2]}}]}}"#),
                        };
                        let answer = post(at, &format!("/v2/models/{model}/infer"), &[], body.as_bytes());
                        assert_eq!(answer.status, 200, "{}", answer.text());
                        assert_eq!(answer.json()["id"], format!("{caller}.{call}"));
                        assert_eq!(answer.json()["outputs"][0]["data"], expected);
                    }
                });
            }
        });
    }
}

/// Models that block hold up nobody else, however many of them there are, and no more of their calls run than are let.
#[test]
fn blocking_models_are_off_the_reactor() {
    let gate = Arc::new(Mutex::new(()));
    let entered = Arc::new(AtomicUsize::new(0));
    let held = gate.lock().expect("the gate");
    let (waits, counts) = (gate.clone(), entered.clone());
    let blocks = model::from_fn(move |input: Vec<f32>| {
        counts.fetch_add(1, Ordering::SeqCst);
        drop(waits.lock());
        Ok::<f32, String>(input.iter().sum())
    });
    // More than the server has threads for its sockets.
    let running = serve(Server::builder().max_runs(4).model("blocks", blocks).build().expect("a server").router());
    let at = running.address;
    let one = br#"{"inputs": [{"name": "y", "datatype": "FP32", "shape": [1], "data": [1]}]}"#;
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| assert_eq!(post(at, "/v2/models/blocks/infer", &[], one).status, 200));
        }
        within_seconds(10, || entered.load(Ordering::SeqCst) == 4);
        for _ in 0..20 {
            assert_eq!(get(at, "/v2/health/live").status, 200);
        }
        assert_eq!(entered.load(Ordering::SeqCst), 4);
        drop(held);
    });
    assert_eq!(entered.load(Ordering::SeqCst), 16);
}

/// A server that is shut down answers what it has begun, and takes no more.
#[test]
fn shutdown_waits_for_what_has_begun() {
    let running = serve(built().router());
    let at = running.address;
    let one = br#"{"inputs": [{"name": "y", "datatype": "FP32", "shape": [1], "data": [1]}]}"#;
    let begun = std::thread::spawn(move || post(at, "/v2/models/slow/infer", &[], one));
    std::thread::sleep(Duration::from_millis(150));
    drop(running);
    let answer = begun.join().expect("a caller");
    assert_eq!((answer.status, &answer.json()["outputs"][0]["data"]), (200, &json!([1.0])));
    assert!(TcpStream::connect(at).is_err());
}

/// What was begun may take the time of grace, and no more.
#[test]
fn grace_ends() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let server = Server::builder().async_model("forever", Forever(dropped.clone())).build().expect("a server");
    let running = support::serve_with(server.router(), Connections::new().grace(Duration::from_millis(100)));
    let at = running.address;
    let one = br#"{"inputs": [{"name": "y", "datatype": "FP32", "shape": [1], "data": [1]}]}"#;
    let mut stream = TcpStream::connect(at).expect("a connection");
    stream.write_all(&request("POST", "/v2/models/forever/infer", &[], one)).expect("bytes");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(dropped.load(Ordering::SeqCst), 0);
    let begin = Instant::now();
    drop(running);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
    assert!(read_answer(&mut stream).is_none());
}

/// When a client goes away, what waits for it is dropped.
#[test]
fn clients_that_leave_take_their_calls_with_them() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let server = Server::builder().async_model("forever", Forever(dropped.clone())).build().expect("a server");
    let running = serve(server.router());
    let one = br#"{"inputs": [{"name": "y", "datatype": "FP32", "shape": [1], "data": [1]}]}"#;
    let bytes = request("POST", "/v2/models/forever/infer", &[], one);
    for _ in 0..8 {
        let mut stream = TcpStream::connect(running.address).expect("a connection");
        stream.write_all(&bytes).expect("bytes");
        std::thread::sleep(Duration::from_millis(30));
    }
    within_seconds(5, || dropped.load(Ordering::SeqCst) == 8);
}

/// The memory of this process, in bytes.
#[cfg(target_os = "linux")]
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("the status of this process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") << 10
}

/// As many connections as are let send a byte now and then: others are answered meanwhile, all of them are ended in time,
/// and they take little memory. `OIP_SLOW` says how many.
///
/// Callers are a process of their own, so that both ends have as many files as one process may: this test again, which
/// finds the address of the server in `OIP_SLOW_AT`.
#[cfg(target_os = "linux")]
#[test]
fn slow_connections_are_ended_and_take_little() {
    let count: usize = std::env::var("OIP_SLOW").map_or(300, |text| text.parse().expect("a number"));
    // Time to connect them all before the first is ended.
    let timeout = Duration::from_secs(8 + count as u64 / 400);
    let good = request("POST", SUM, &[], format!(r#"{{"inputs": [{X}]}}"#).as_bytes());
    if let Ok(at) = std::env::var("OIP_SLOW_AT") {
        return call_slowly(at.parse().expect("an address"), count, &good, timeout * 2 + Duration::from_secs(2));
    }
    let server = models().body_timeout(timeout).build().expect("a server");
    let running = support::serve_with(server.router(), Connections::new().max(count + 16).head_timeout(timeout));
    assert_eq!(exchange(running.address, &good).status, 200);
    let before = memory();
    let mut callers = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "slow_connections_are_ended_and_take_little", "--nocapture"])
        .env("OIP_SLOW_AT", running.address.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("callers");
    let mut said = BufReader::new(callers.stdout.take().expect("what they say")).lines().map_while(Result::ok);
    assert!(said.any(|line| line.ends_with(CONNECTED)), "callers could not connect");
    assert_eq!(exchange(running.address, &good).status, 200, "beside {count} slow connections");
    let taken = memory().saturating_sub(before) / count;
    assert!(count < 200 || taken < 64 << 10, "{taken} bytes for a connection");
    println!("{count} connections took {taken} bytes each");
    while callers.try_wait().expect("a process").is_none() {
        assert_eq!(exchange(running.address, &good).status, 200);
        std::thread::sleep(Duration::from_millis(700));
    }
    said.for_each(|line| println!("callers: {line}"));
    assert!(callers.wait().expect("a process").success());
    assert_eq!(exchange(running.address, &good).status, 200);
}

/// What callers say when all of them are connected.
#[cfg(target_os = "linux")]
const CONNECTED: &str = "all are connected";

/// Sends beginnings of a request on so many connections, and then a byte from each now and then until all of them must have
/// been ended, which is proven.
#[cfg(target_os = "linux")]
fn call_slowly(at: SocketAddr, count: usize, good: &[u8], until: Duration) {
    let head_len = good.windows(4).position(|window| window == b"\r\n\r\n").expect("a head") + 4;
    let mut slow: Vec<(TcpStream, usize)> = (0..count)
        .map(|index| {
            let mut stream = TcpStream::connect(at).expect("a connection");
            // Half of them stall in their head, half in their body.
            let sent = if index % 2 == 0 { 1 + index % (head_len - 8) } else { head_len + index % 20 };
            stream.write_all(&good[..sent]).expect("bytes");
            (stream, sent)
        })
        .collect();
    println!("{CONNECTED}");
    let begin = Instant::now();
    while begin.elapsed() < until {
        for (stream, sent) in &mut slow {
            if *sent + 1 < good.len() && stream.write_all(&good[*sent..=*sent]).is_ok() {
                *sent += 1;
            }
        }
        std::thread::sleep(Duration::from_millis(700));
    }
    let ended = Instant::now();
    for (stream, sent) in &mut slow {
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
        let mut rest = Vec::new();
        // An answer, or the end: the server said what it wanted and is gone.
        let read = std::io::Read::read_to_end(stream, &mut rest);
        let reset = read.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset);
        assert!(read.is_ok() || reset, "{read:?} after {sent} bytes");
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&rest));
    }
    println!("read to their ends in {:?}", ended.elapsed());
}

/// Beyond the most connections a caller waits until the others are ended.
#[test]
fn callers_wait_for_a_place() {
    let connections = Connections::new().max(8).head_timeout(Duration::from_secs(1));
    let running = support::serve_with(built().router(), connections);
    let stalled: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(running.address).expect("a connection")).collect();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(get(running.address, "/v2/health/live").status, 200);
    drop(stalled);
}
