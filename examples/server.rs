//! A model behind HTTP on a TCP socket: one thread a connection, with limits and deadlines for each.

use std::{
    collections::HashMap,
    fmt::{self, Display},
    io::{self, Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tensor_format::{
    ErrorKind, Model,
    decthings::{CallError, Dialect, Options},
};

/// What one connection may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at one time; more are turned away.
    pub connections: usize,
    /// Bytes of a request's head.
    pub head: usize,
    /// Bytes of a request's body.
    pub body: usize,
    /// How long a connection may lie idle between requests.
    pub idle: Duration,
    /// How long a request may take to arrive, and its response to be taken.
    pub request: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 64,
            head: 8 << 10,
            body: 16 << 20,
            idle: Duration::from_secs(30),
            request: Duration::from_secs(10),
        }
    }
}

/// A server that runs until it is stopped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    connections: Arc<Connections>,
    accepting: JoinHandle<()>,
}

impl Server {
    /// Serves a model at an address; port 0 takes any that is free.
    ///
    /// `POST /record` takes a record in one buffer and gives one, `POST /request` takes a request of the Decthings clients
    /// and gives a response; `/request/legacy` is for the older clients and the one for Python.
    ///
    /// # Errors
    ///
    /// If the address cannot be bound.
    pub fn start<M>(model: M, address: impl ToSocketAddrs, limits: Limits) -> io::Result<Self>
    where
        M: Model<Error: Display> + Send + Sync + 'static,
    {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let connections = Arc::new(Connections::default());
        let (shared, model) = (Arc::clone(&connections), Arc::new(model));
        let accepting = thread::spawn(move || accept(&listener, &model, &shared, limits));
        Ok(Self { address, connections, accepting })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no more requests, answers those that have arrived, and returns when all is done.
    pub fn stop(self) {
        self.connections.stopping.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for a connection.
        let _ = TcpStream::connect(self.address);
        let _ = self.accepting.join();
        for connection in self.connections.open().values() {
            let _ = connection.shutdown(Shutdown::Read);
        }
        loop {
            let Some(worker) = lock(&self.connections.workers).pop() else { break };
            let _ = worker.join();
        }
    }
}

#[derive(Debug, Default)]
struct Connections {
    stopping: AtomicBool,
    open: Mutex<HashMap<u64, TcpStream>>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

impl Connections {
    fn open(&self) -> std::sync::MutexGuard<'_, HashMap<u64, TcpStream>> {
        lock(&self.open)
    }

    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn accept<M>(listener: &TcpListener, model: &Arc<M>, connections: &Arc<Connections>, limits: Limits)
where
    M: Model<Error: Display> + Send + Sync + 'static,
{
    for id in 0.. {
        let accepted = listener.accept();
        if connections.is_stopping() {
            return;
        }
        let Ok((mut stream, _)) = accepted else {
            // Out of file descriptors, as a rule: those that are open will end.
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        lock(&connections.workers).retain(|worker| !worker.is_finished());
        if connections.open().len() >= limits.connections {
            let _ = stream.set_write_timeout(Some(limits.request));
            let _ = respond(&mut stream, &Answer::refused(503, "all connections are taken"), true);
            continue;
        }
        let Ok(handle) = stream.try_clone() else { continue };
        connections.open().insert(id, handle);
        let (model, shared) = (Arc::clone(model), Arc::clone(connections));
        let worker = thread::Builder::new().spawn(move || {
            // What went wrong with a connection is the end of it, and of nothing else.
            let _ = serve(&mut stream, &*model, &shared, &limits);
            shared.open().remove(&id);
        });
        match worker {
            Ok(worker) => lock(&connections.workers).push(worker),
            Err(_) => drop(connections.open().remove(&id)),
        }
    }
}

/// The requests of one connection, one after another.
fn serve<M>(stream: &mut TcpStream, model: &M, connections: &Connections, limits: &Limits) -> io::Result<()>
where
    M: Model<Error: Display>,
{
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(limits.request))?;
    let mut buffer = Vec::new();
    let mut out = Vec::new();
    while !connections.is_stopping() {
        let request = match read_request(stream, &mut buffer, limits) {
            Ok(Some(request)) => request,
            Ok(None) => break,
            Err(Refusal::Io(error)) => return Err(error),
            Err(Refusal::Status(status, why)) => return respond(stream, &Answer::refused(status, why), true),
        };
        let body = buffer.get(request.head..request.end).unwrap_or_default();
        out.clear();
        let answer = answer(model, &request.path, body, &mut out);
        respond(stream, &answer, request.close)?;
        if request.close {
            break;
        }
        buffer.drain(..request.end);
        // One large request does not hold its memory for all that follow.
        buffer.shrink_to(64 << 10);
        out.shrink_to(64 << 10);
    }
    Ok(())
}

/// Where a request lies in the buffer.
struct Request {
    path: String,
    head: usize,
    end: usize,
    close: bool,
}

enum Refusal {
    Io(io::Error),
    Status(u16, &'static str),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Refusal::Status(408, "the request took too long"),
            _ => Refusal::Io(error),
        }
    }
}

/// The next request; none if the connection ended before it began.
fn read_request(stream: &mut TcpStream, buffer: &mut Vec<u8>, limits: &Limits) -> Result<Option<Request>, Refusal> {
    if buffer.is_empty() {
        match more(stream, buffer, Instant::now() + limits.idle) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(Refusal::Status(408, _)) => return Ok(None),
            Err(refusal) => return Err(refusal),
        }
    }
    let deadline = Instant::now() + limits.request;
    let head = loop {
        if let Some(head) = parse_head(buffer)? {
            break head;
        }
        if buffer.len() > limits.head {
            return Err(Refusal::Status(431, "the head of the request is too long"));
        }
        if !more(stream, buffer, deadline)? {
            return Err(Refusal::Status(400, "the request ends within its head"));
        }
    };
    if head.body > limits.body as u64 {
        return Err(Refusal::Status(413, "the body of the request is too long"));
    }
    let end = head.len.saturating_add(head.body as usize);
    if head.expects_continue && buffer.len() < end {
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    while buffer.len() < end {
        if !more(stream, buffer, deadline)? {
            return Err(Refusal::Status(400, "the request ends within its body"));
        }
    }
    Ok(Some(Request { path: head.path, head: head.len, end, close: head.close }))
}

/// Reads what has come; whether the connection goes on. Memory grows with what arrives, never with what was announced.
fn more(stream: &mut TcpStream, buffer: &mut Vec<u8>, deadline: Instant) -> Result<bool, Refusal> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(Refusal::Status(408, "the request took too long"));
    }
    stream.set_read_timeout(Some(left))?;
    let mut chunk = [0; 16 << 10];
    let count = stream.read(&mut chunk)?;
    buffer.extend_from_slice(chunk.get(..count).unwrap_or_default());
    Ok(count > 0)
}

struct Head {
    path: String,
    len: usize,
    body: u64,
    close: bool,
    expects_continue: bool,
}

fn parse_head(buffer: &[u8]) -> Result<Option<Head>, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut parsed = httparse::Request::new(&mut headers);
    let len = match parsed.parse(buffer) {
        Ok(httparse::Status::Complete(len)) => len,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Refusal::Status(431, "the request has too many headers")),
        Err(_) => return Err(Refusal::Status(400, "the request is not HTTP/1.1")),
    };
    if parsed.method != Some("POST") {
        return Err(Refusal::Status(405, "only POST is served"));
    }
    let mut head = Head {
        path: parsed.path.unwrap_or_default().to_owned(),
        len,
        body: 0,
        close: parsed.version == Some(0),
        expects_continue: false,
    };
    let mut body = None;
    for header in parsed.headers.iter() {
        let value = std::str::from_utf8(header.value).unwrap_or_default().trim();
        if header.name.eq_ignore_ascii_case("content-length") {
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            let length = value.parse().ok().filter(|_| digits && body.is_none());
            body = Some(length.ok_or(Refusal::Status(400, "the content length is no number, or given twice"))?);
        } else if header.name.eq_ignore_ascii_case("transfer-encoding") {
            return Err(Refusal::Status(501, "transfer encodings are not served: give a content length"));
        } else if header.name.eq_ignore_ascii_case("connection") {
            head.close |= value.eq_ignore_ascii_case("close");
        } else if header.name.eq_ignore_ascii_case("expect") {
            head.expects_continue = value.eq_ignore_ascii_case("100-continue");
        }
    }
    head.body = body.ok_or(Refusal::Status(411, "the request has no content length"))?;
    Ok(Some(head))
}

/// What goes back.
struct Answer<'o> {
    status: u16,
    body: std::borrow::Cow<'o, [u8]>,
}

impl Answer<'_> {
    fn refused(status: u16, why: impl fmt::Display) -> Self {
        Self { status, body: why.to_string().into_bytes().into() }
    }
}

fn answer<'o, M>(model: &M, path: &str, body: &[u8], out: &'o mut Vec<u8>) -> Answer<'o>
where
    M: Model<Error: Display>,
{
    let served = match path {
        "/record" => Options::new().call(model, body, out),
        "/request" => Options::new().dialect(Dialect::Clients).call_request(model, body, out),
        "/request/legacy" => Options::new().dialect(Dialect::LegacyClients).call_request(model, body, out),
        _ => return Answer::refused(404, "there are /record, /request and /request/legacy"),
    };
    match served {
        Ok(()) => Answer { status: 200, body: out.as_slice().into() },
        Err(error) => Answer::refused(status(&error), error),
    }
}

/// Returns the status that says whose fault an error is.
fn status<E>(error: &CallError<E>) -> u16 {
    match error {
        CallError::Decode(error) if error.is_malformed() => 400,
        CallError::Decode(error) if error.is_invalid() => 422,
        CallError::Decode(error) if matches!(error.kind(), ErrorKind::LimitExceeded { .. }) => 413,
        _ => 500,
    }
}

fn respond(stream: &mut TcpStream, answer: &Answer<'_>, close: bool) -> io::Result<()> {
    let content = if answer.status == 200 { "application/octet-stream" } else { "text/plain; charset=utf-8" };
    let connection = if close { "close" } else { "keep-alive" };
    let (status, length) = (answer.status, answer.body.len());
    let head = format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {content}\r\nContent-Length: {length}\r\nConnection: {connection}\r\n\r\n",
        reason(status)
    );
    stream.write_all(&[head.as_bytes(), &answer.body].concat())?;
    stream.flush()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
