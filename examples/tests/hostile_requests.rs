//! The model server under requests that want to break it.
#![allow(missing_docs)]

use std::{
    fs,
    io::Write,
    net::TcpStream,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use tensor_format::{
    Model, Tensor,
    decthings::{Dialect, Message, Options, Parameters, request, response},
};
use tensor_format_examples::{
    client::Client,
    server::{Limits, Server},
};

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Input {
    #[tensor(shape = [n])]
    x: Vec<f32>,
    words: Vec<String>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Output {
    #[tensor(shape = [n])]
    y: Vec<f32>,
}

struct Double;

impl Model for Double {
    type Input<'a> = Input;
    type Output = Output;
    type Error = String;

    fn run(&self, input: Input) -> Result<Output, String> {
        match input.words.first() {
            Some(word) if word == "fail" => Err("told to fail".to_owned()),
            _ => Ok(Output { y: input.x.iter().map(|x| x * 2.0).collect() }),
        }
    }
}

fn input() -> Input {
    Input { x: vec![1.0, 2.0, 3.0], words: vec!["one".into(), "two".into()] }
}

fn limits() -> Limits {
    Limits { connections: 8, body: 1 << 20, request: Duration::from_millis(500), ..Limits::default() }
}

fn good(client: &mut Client) {
    let expected = Output { y: vec![2.0, 4.0, 6.0] };
    let (status, body) = client.post("/request", &request::to_vec(&input()).expect("a request")).expect("an answer");
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
    assert_eq!(response::from_slice::<Output>(&body).expect("the output"), expected);
    let (status, body) =
        client.post("/record", &tensor_format::to_vec(&input()).expect("a record")).expect("an answer");
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
    assert_eq!(tensor_format::from_slice::<Output>(&body).expect("the output"), expected);
}

/// Memory of the whole process in KiB.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// A well-known sequence of numbers, so that a failure can be repeated.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

/// The bytes of the conformance vectors that must be refused.
fn hostile_tensors() -> Vec<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance/decthings/hostile.jsonl");
    let text = fs::read_to_string(path).expect("the vectors");
    let hex = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a vector");
        hex::decode(row["hex"].as_str().expect("bytes")).expect("hexadecimal digits")
    };
    text.lines().map(hex).collect()
}

/// Requests with something wrong, one for every number.
fn hostile(index: usize, numbers: &mut Numbers, tensors: &[Vec<u8>]) -> (&'static str, Vec<u8>) {
    let framed = request::to_vec(&input()).expect("a request");
    let record = tensor_format::to_vec(&input()).expect("a record");
    match index % 5 {
        0 => ("/request", framed[..numbers.next(framed.len())].to_vec()),
        1 => ("/record", record[..numbers.next(record.len())].to_vec()),
        kind @ (2 | 3) => {
            let (path, mut bytes) = if kind == 2 { ("/request", framed) } else { ("/record", record) };
            for _ in 0..=numbers.next(4) {
                let at = numbers.next(bytes.len());
                bytes[at] ^= 1 << numbers.next(8);
            }
            (path, bytes)
        }
        _ => {
            let options = Options::new().dialect(Dialect::Clients);
            let words = options.to_vec(&input().words).expect("a tensor");
            let tensor = &tensors[numbers.next(tensors.len())];
            let message = Message::new(r#"[{"name":"x"},{"name":"words"}]"#, [&**tensor, &*words]);
            ("/request", message.to_request().expect("a request"))
        }
    }
}

/// The bits of twice the numbers of a request that can be read after all.
fn said(path: &str, body: &[u8]) -> Vec<u32> {
    let input: Input = match path {
        "/request" => request::from_slice(body).expect("a request"),
        _ => tensor_format::from_slice(body).expect("a record"),
    };
    input.x.iter().map(|x| (x * 2.0).to_bits()).collect()
}

/// The bits of an answer's numbers.
fn doubled(path: &str, answer: &[u8]) -> Vec<u32> {
    let output: Output = match path {
        "/request" => response::from_slice(answer).expect("a response"),
        _ => tensor_format::from_slice(answer).expect("a record"),
    };
    output.y.iter().map(|y| y.to_bits()).collect()
}

#[test]
fn ten_thousand_hostile_requests_change_nothing() {
    const REQUESTS: usize = 10_000;
    let server = Server::start(Double, "127.0.0.1:0", limits()).expect("a server");
    let mut client = Client::connect(server.address()).expect("a connection");
    let (tensors, mut numbers) = (hostile_tensors(), Numbers(1));
    let (mut refused, mut answered, mut settled) = (0, 0, None);
    for index in 0..REQUESTS {
        let (path, body) = hostile(index, &mut numbers, &tensors);
        // A bit may be flipped where any bit will do, in a number or a word: what is said is answered rightly.
        match client.post(path, &body).expect("an answer") {
            (200, answer) => {
                assert_eq!(doubled(path, &answer), said(path, &body));
                answered += 1;
            }
            (400 | 413 | 422, why) => {
                assert!(std::str::from_utf8(&why).is_ok_and(|why| !why.is_empty()));
                refused += 1;
            }
            (status, why) => panic!("{status}: {}", String::from_utf8_lossy(&why)),
        }
        if index % 100 == 0 {
            good(&mut client);
        }
        if index == REQUESTS / 10 {
            settled = resident();
        }
    }
    assert_eq!(refused + answered, REQUESTS);
    assert!(refused > REQUESTS / 2, "{refused} refused, {answered} answered");
    let memory = settled.zip(resident());
    println!("{refused} refused, {answered} answered, memory in KiB after 1000 and at the end: {memory:?}");
    if let Some((before, after)) = memory {
        assert!(after < before + 4096, "memory grew from {before} to {after} KiB");
    }
    good(&mut client);
    server.stop();
}

/// What is wrong with the HTTP around a request has its status, and the connection ends.
#[test]
fn faulty_http_is_refused() {
    let server = Server::start(Double, "127.0.0.1:0", limits()).expect("a server");
    let status = |bytes: &[u8]| {
        let mut client = Client::connect(server.address()).expect("a connection");
        client.send(bytes).expect("an answer").0
    };
    let many = format!("POST / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(65));
    let long = format!("POST / HTTP/1.1\r\na: {}", "b".repeat(9000));
    for (bytes, expected) in [
        (&b"\x00\x01\x02\r\n\r\n"[..], 400),
        (b"GET / HTTP/1.1\r\n\r\n", 405),
        (b"POST /record HTTP/1.1\r\n\r\n", 411),
        (b"POST /record HTTP/1.1\r\nContent-Length: +1\r\n\r\n", 400),
        (b"POST /record HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
        (b"POST /record HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", 400),
        (b"POST /record HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
        (b"POST /record HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n", 413),
        (b"POST /nothing HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 404),
        (b"POST /record HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 400),
        (many.as_bytes(), 431),
        (long.as_bytes(), 431),
    ] {
        assert_eq!(status(bytes), expected, "{}", bytes.escape_ascii());
    }
    let fail = request::to_vec(&Input { words: vec!["fail".into()], ..input() }).expect("a request");
    let mut client = Client::connect(server.address()).expect("a connection");
    assert_eq!(client.post("/request", &fail).expect("an answer"), (500, b"the model failed: told to fail".to_vec()));
    good(&mut client);
    for bytes in [&b"POST /record HTTP/1.1\r\nContent-Le"[..], b"POST /record HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc"]
    {
        let mut client = Client::connect(server.address()).expect("a connection");
        // It ends early, or it never comes: both are an answer.
        let begun = Instant::now();
        assert_eq!(client.send(bytes).expect("an answer").0, 408);
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
    server.stop();
}

/// A client that sends a byte now and then does not hold a thread for ever.
#[test]
fn slow_clients_have_a_deadline() {
    let server = Server::start(Double, "127.0.0.1:0", limits()).expect("a server");
    let mut stream = TcpStream::connect(server.address()).expect("a connection");
    let mut sent = 0;
    // The server closes; how soon a write fails is the system's affair.
    while stream.write_all(b"P").is_ok() && sent < 200 {
        sent += 1;
        thread::sleep(Duration::from_millis(25));
    }
    assert!(sent < 200, "{sent} bytes taken");
    good(&mut Client::connect(server.address()).expect("a connection"));
    server.stop();
}

/// More connections than allowed are turned away, and have room once others end.
#[test]
fn connections_are_limited() {
    let server = Server::start(Double, "127.0.0.1:0", limits()).expect("a server");
    let mut clients: Vec<Client> = (0..limits().connections)
        .map(|_| {
            let mut client = Client::connect(server.address()).expect("a connection");
            good(&mut client);
            client
        })
        .collect();
    let mut turned_away = Client::connect(server.address()).expect("a connection");
    assert_eq!(turned_away.send(b"").expect("an answer").0, 503);
    clients.iter_mut().for_each(good);
    clients.pop();
    let begun = Instant::now();
    loop {
        let mut client = Client::connect(server.address()).expect("a connection");
        let record = tensor_format::to_vec(&input()).expect("a record");
        if client.post("/record", &record).is_ok_and(|(status, _)| status == 200) {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "there is room again");
    }
    server.stop();
}

/// Stopping answers what has arrived, ends what lies idle, and closes the door.
#[test]
fn stopping_is_clean() {
    let server =
        Server::start(Double, "127.0.0.1:0", Limits { idle: Duration::from_secs(600), ..limits() }).expect("a server");
    let address = server.address();
    let mut idle = Client::connect(address).expect("a connection");
    good(&mut idle);
    let inputs = vec![input(); 1000];
    let parameters = Parameters::batch(&inputs);
    let large = request::write(&parameters.list().expect("a list"), &parameters).expect("a request");
    let busy = thread::spawn(move || {
        let mut client = Client::connect(address)?;
        let mut answers = 0;
        while let Ok((status, _)) = client.post("/request", &large) {
            assert_eq!(status, 200);
            answers += 1;
        }
        std::io::Result::Ok(answers)
    });
    thread::sleep(Duration::from_millis(200));
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert!(busy.join().expect("no panic").expect("a connection") > 0);
    assert!(idle.post("/record", b"").is_err());
    assert!(TcpStream::connect(address).is_err());
}
