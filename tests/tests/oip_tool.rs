//! The tool beside servers of the Open Inference Protocol: `rules` of a URL, and `call`.
//!
//! The variable `TOOL` names the tool, built with its feature `oip`.

use std::{
    env, fs,
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use half::f16;
use tensor_format::{Record, Tensor as DynTensor, decthings, model, npy, npz, safetensors, zio};
use tensor_format_oip::server::{Connections, Server};

#[derive(tensor_format::Tensor)]
struct Rows {
    #[tensor(shape = [rows, 3])]
    x: Vec<[f32; 3]>,
    bias: Option<[f32; 1]>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Sums {
    #[tensor(shape = [rows])]
    total: Vec<f32>,
    rows: [i64; 1],
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Mixed {
    halves: Vec<f16>,
    texts: Vec<String>,
}

fn sum(input: Rows) -> Result<Sums, String> {
    let [bias] = input.bias.unwrap_or_default();
    match input.x.first() {
        Some([first, ..]) if *first < 0.0 => Err("the model does not like negative numbers".into()),
        Some([first, ..]) if *first > 1e6 => panic!("the model panics"),
        _ => {
            let total = input.x.iter().map(|row| row.iter().sum::<f32>() + bias).collect();
            Ok(Sums { total, rows: [input.x.len() as i64] })
        }
    }
}

/// The address of a server on a socket of this machine, which has the models `sum`, in two versions, and `mixed`.
fn server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    listener.set_nonblocking(true).unwrap();
    let server = Server::builder()
        .model("sum", model::from_fn(sum))
        .model("mixed", model::from_fn(|input: Mixed| Ok::<_, String>(input)))
        .build()
        .unwrap();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            Connections::new().serve(listener, server.router(), std::future::pending()).await;
        });
    });
    address
}

/// A server that answers each request with these bytes; it also counts the requests to infer.
fn fake(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (answer, calls) = (Arc::new(answer), Arc::new(AtomicUsize::new(0)));
    let counted = calls.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (answer, counted) = (answer.clone(), counted.clone());
            thread::spawn(move || {
                if let Some(path) = request(&stream) {
                    counted.fetch_add(usize::from(path.ends_with("/infer")), Ordering::SeqCst);
                    let _ = (&stream).write_all(&answer(&path));
                }
            });
        }
    });
    (address, calls)
}

/// Reads a request, and returns its path.
fn request(mut stream: &TcpStream) -> Option<String> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 65536]);
    loop {
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let len = head
            .lines()
            .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
        if bytes.len() >= end + 4 + len.unwrap_or(0) {
            return head.split(' ').nth(1).map(str::to_owned);
        }
    }
}

fn http(status: u16, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

const METADATA: &str = r#"{"name":"m","platform":"","inputs":[{"name":"x","datatype":"FP32","shape":[-1,3]}],
    "outputs":[{"name":"y","datatype":"FP32","shape":[2]}]}"#;

/// A folder in which the tool runs.
struct Bench(tempfile::TempDir);

impl Bench {
    fn new() -> Self {
        let bench = Self(tempfile::tempdir().unwrap());
        let input = [
            ("x".to_owned(), DynTensor::from_slice([2, 3], &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.5]).unwrap()),
            ("bias".to_owned(), DynTensor::from_slice([1], &[0.5f32]).unwrap()),
        ];
        bench.write("in.npz", npz::to_vec(&input.into_iter().collect::<Record>()).unwrap());
        bench.write("x.npy", npy::to_vec(&[[1.0f32, 2.0, 3.0]]).unwrap());
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: Vec<u8>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn one(&self, name: &str, tensor: &str, of: DynTensor) {
        self.write(name, npz::to_vec(&[(tensor.to_owned(), of)].into_iter().collect::<Record>()).unwrap());
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Runs the tool: its exit code, what it prints, and what it says.
    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let tool = env::var_os("TOOL").expect("the variable TOOL names the tool");
        let output = Command::new(tool).args(args).current_dir(self.0.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn ok(&self, args: &[&str]) -> String {
        let (code, out, err) = self.run(args);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
        out
    }

    /// Runs, expects this exit code and no new file, and returns what is said.
    fn fails(&self, code: i32, args: &[&str]) -> String {
        let before = self.files();
        let (found, out, err) = self.run(args);
        assert_eq!((found, out.as_str()), (Some(code), ""), "{args:?}: {err}");
        assert_eq!(self.files(), before, "{args:?}");
        err
    }

    fn files(&self) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

#[test]
fn rules_of_a_model_that_is_served() {
    let (bench, address) = (Bench::new(), server());
    let url = format!("http://{address}/v2/models/sum");
    let text = "input:\nx: f32 [rows, 3]\nbias?: f32 [1]\noutput:\ntotal: f32 [rows]\nrows: i64 [1]\n";
    for url in [&url, &format!("{url}/"), &format!("{url}/infer")] {
        assert_eq!(bench.ok(&["rules", url, "--text"]), text);
    }
    assert_eq!(
        bench.ok(&["rules", &url, "--side", "output"]),
        "[{\"name\": \"total\", \"required\": true, \"rules\": {\"shape\": [-1], \"allowedTypes\": [\"f32\"], \
         \"annotations\": [\"axis 0: rows\"]}},\n\
         {\"name\": \"rows\", \"required\": true, \"rules\": {\"shape\": [1], \"allowedTypes\": [\"i64\"]}}]\n"
    );
    // The definitions hold a file to what the model takes.
    fs::write(bench.path("sum.json"), bench.ok(&["rules", &url, "--side", "input"])).unwrap();
    assert_eq!(bench.ok(&["validate", "in.npz", "--rules", "sum.json"]), "in.npz: valid\n");
    let error = bench.fails(2, &["rules", &format!("http://{address}/v2/models/product")]);
    assert!(error.ends_with("the server answered with status 404: there is no model `product`\n"), "{error}");
    let error = bench.fails(2, &["rules", &format!("{url}/versions/7")]);
    assert!(error.contains("the server answered with status 404: "), "{error}");
}

/// What the real Triton says of `sum` becomes the file that `tests/ui/artefact` holds a type to.
#[test]
fn rules_of_a_model_of_triton() {
    let vectors = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/oip/documents.jsonl")).unwrap();
    let document = move |id: &str| -> Vec<u8> {
        let line = vectors.lines().find(|line| line.starts_with(&format!("{{\"id\": \"{id}\""))).unwrap();
        let vector: serde_json::Value = serde_json::from_str(line).unwrap();
        hex::decode(vector["body_hex"].as_str().unwrap()).unwrap()
    };
    let (address, _) = fake(move |path| match path {
        "/v2" => http(200, document("tr-live-server-metadata")),
        "/v2/models/sum" => http(200, document("tr-live-model-metadata-sum")),
        "/v2/models/sum/config" => http(200, document("tr-live-model-config-sum")),
        "/v2/models/single" => http(200, document("tr-live-model-metadata-single")),
        "/v2/models/single/config" => http(200, document("tr-live-model-config-single")),
        _ => http(404, r#"{"error":"Request for unknown model"}"#),
    });
    let bench = Bench::new();
    assert_eq!(
        bench.ok(&["rules", &format!("http://{address}/v2/models/sum"), "--side", "input"]),
        include_str!("../ui/artefact/defs/sum.input.json")
    );
    let text = bench.ok(&["rules", &format!("http://{address}/v2/models/single"), "--text"]);
    assert_eq!(text, "input:\nx: f32 [_]\noutput:\ny: f32 [_]\n");
}

#[test]
fn a_call_in_every_form_and_format() {
    let (bench, address) = (Bench::new(), server());
    let url = format!("http://{address}/v2/models/sum");
    let expected = Sums { total: vec![6.5, 16.0], rows: [2] };
    for form in ["auto", "binary", "json"] {
        for unchecked in [&[][..], &["--unchecked"]] {
            let args = ["call", &url, "--input", "in.npz", "--output", "out.npz", "--form", form];
            assert_eq!(bench.ok(&[&args, unchecked].concat()), "total: f32 [2]\nrows: i64 [1]\n");
            assert_eq!(npz::from_slice::<Sums>(&bench.read("out.npz")).unwrap(), expected);
            fs::remove_file(bench.path("out.npz")).unwrap();
        }
    }
    bench.ok(&["call", &url, "--input", "in.npz", "--output", "out.dect"]);
    assert_eq!(decthings::from_slice::<Sums>(&bench.read("out.dect")).unwrap(), expected);
    let (code, _, note) = bench.run(&["call", &url, "--input", "out.dect", "--output", "out.safetensors"]);
    assert_eq!((code, note.starts_with("out.dect: parameter `total`: unknown")), (Some(1), true), "{note}");
    let (code, ..) = bench.run(&["call", &url, "--input", "in.npz", "--output", "out.safetensors"]);
    assert_eq!(code, Some(0));
    assert_eq!(safetensors::from_slice::<Sums>(&bench.read("out.safetensors")).unwrap(), expected);
    // A tensor without a name is the only input that is required.
    assert_eq!(bench.ok(&["call", &url, "--input", "x.npy", "--output", "one.npz"]), "total: f32 [1]\nrows: i64 [1]\n");
    // Standard output has the file, and nothing else.
    let tool = env::var_os("TOOL").unwrap();
    let args = ["call", &url, "--input", "in.npz", "--output", "-", "--to", "npz"];
    let output = Command::new(tool).args(args).current_dir(bench.0.path()).output().unwrap();
    assert_eq!(npz::from_slice::<Sums>(&output.stdout).unwrap(), expected);
    // What JSON and npz do not have.
    let mixed = Mixed { halves: vec![f16::from_f32(0.5), f16::INFINITY], texts: vec!["ä".into(), String::new()] };
    let url = format!("http://{address}/v2/models/mixed");
    let mut message = Vec::new();
    zio::to_message(&mixed).unwrap().to_writer(&mut message).unwrap();
    bench.write("mixed.zio", message);
    bench.ok(&["call", &url, "--input", "mixed.zio", "--output", "again.zio"]);
    let again = bench.read("again.zio");
    let again = zio::Message::from_slice(&again).unwrap();
    assert_eq!(zio::Options::new().from_message::<Mixed>(&again).unwrap(), mixed);
    let error = bench.fails(2, &["call", &url, "--input", "mixed.zio", "--output", "json.zio", "--form", "json"]);
    assert!(error.starts_with("error: mixed.zio: parameter `halves`: ") && error.contains("binary"), "{error}");
    let error = bench.fails(2, &["call", &url, "--input", "mixed.zio", "--output", "mixed.npz"]);
    assert!(error.contains("`texts`: npz has no element type string\nhelp: "), "{error}");
    // A server that lists no inputs is asked, whatever the names are.
    let (address_of_none, calls) = fake(|path| match path {
        "/v2/models/m" => http(200, r#"{"name":"m","platform":"","versions":[],"inputs":[],"outputs":[]}"#),
        "/v2/models/m/infer" => {
            http(200, r#"{"model_name":"m","outputs":[{"name":"y","datatype":"UINT8","shape":[1],"data":[7]}]}"#)
        }
        _ => http(404, "{}"),
    });
    let none = format!("http://{address_of_none}/v2/models/m");
    assert_eq!(bench.ok(&["call", &none, "--input", "x.npy", "--output", "none.npz"]), "y: u8 [1]\n");
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    // A request that was captured is sent again.
    let captured = r#"{"inputs":[{"name":"x","datatype":"FP32","shape":[1,3],"data":[1,2,4]}]}"#;
    bench.write("request.json", captured.into());
    let url = format!("http://{address}/v2/models/sum");
    bench.ok(&["call", &url, "--input", "request.json", "--output", "again.npz"]);
    assert_eq!(npz::from_slice::<Sums>(&bench.read("again.npz")).unwrap(), Sums { total: vec![7.0], rows: [1] });
}

/// What does not fit is said before it is sent, and by the server in the same words.
#[test]
fn an_input_that_does_not_fit() {
    let (bench, address) = (Bench::new(), server());
    let url = format!("http://{address}/v2/models/sum");
    bench.one("name.npz", "xx", DynTensor::from_slice([1, 3], &[1.0f32; 3]).unwrap());
    bench.one("dtype.npz", "x", DynTensor::from_slice([1, 3], &[1.0f64; 3]).unwrap());
    bench.one("shape.npz", "x", DynTensor::from_slice([1, 4], &[1.0f32; 4]).unwrap());
    // A name that is optional is not taken for another one.
    let both = [("x", DynTensor::from_slice([1, 3], &[1.0f32; 3]).unwrap()), ("bais", DynTensor::from(vec![1.0f32]))];
    let both: Record = both.into_iter().map(|(name, tensor)| (name.to_owned(), tensor)).collect();
    bench.write("more.npz", npz::to_vec(&both).unwrap());
    let error = bench.fails(1, &["call", &url, "--input", "more.npz", "--output", "out.npz"]);
    let help = "help: nothing was sent; --unchecked leaves the judgement to the server\n";
    assert_eq!(error, format!("more.npz: parameter `bais`: unknown, the model takes `x` and `bias`\n{help}"));
    let args = ["call", &url, "--input", "name.npz", "--output", "out.npz"];
    let missing = "parameter `x`: required, but missing; found, but not known: `xx`\n";
    assert_eq!(
        bench.fails(1, &args),
        format!("name.npz: parameter `xx`: unknown, the model takes `x` and `bias`\nname.npz: {missing}{help}")
    );
    let error = bench.fails(1, &[&args[..], &["--unchecked"]].concat());
    assert!(error.ends_with(&format!("status 400: {missing}")), "{error}");
    for (name, why) in [
        ("dtype.npz", "parameter `x`: element type: expected f32, found f64"),
        ("shape.npz", "parameter `x`: axis 1: expected 3, found 4"),
    ] {
        let args = ["call", &url, "--input", name, "--output", "out.npz"];
        assert_eq!(bench.fails(1, &args), format!("{name}: {why}\n{help}"));
        let refused = format!("{url}: the server answered with status 400: {why}\n");
        assert_eq!(bench.fails(1, &[&args[..], &["--unchecked"]].concat()), refused);
    }
    // The model has an error of its own, which is no objection to the request, or panics.
    for (first, why) in [(-1.0f32, "the model does not like negative numbers"), (1e7, "panic")] {
        bench.one("own.npz", "x", DynTensor::from_slice([1, 3], &[first; 3]).unwrap());
        let error = bench.fails(2, &["call", &url, "--input", "own.npz", "--output", "out.npz"]);
        assert!(error.contains(": the server answered with status 500: ") && error.contains(why), "{error}");
    }
    let mixed = format!("http://{address}/v2/models/mixed");
    let error = bench.fails(2, &["call", &mixed, "--input", "x.npy", "--output", "out.npz"]);
    assert_eq!(
        error,
        "error: x.npy: this is one tensor without a name, and the model needs `halves` and `texts`\n\
         help: npz and safetensors hold tensors with names\n"
    );
}

/// A model that works for minutes is not called for nothing.
#[test]
fn an_output_that_cannot_be_written_is_found_before_the_call() {
    let bench = Bench::new();
    let (address, calls) = fake(|path| match path {
        "/v2/models/m" => http(200, METADATA),
        "/v2/models/m/infer" => http(200, r#"{"model_name":"m","outputs":[]}"#),
        _ => http(404, "{}"),
    });
    let url = format!("http://{address}/v2/models/m");
    fs::create_dir(bench.path("folder.npz")).unwrap();
    bench.write("old.bin", b"elements".to_vec());
    for (output, why) in [
        ("none/out.npz", "help: the folder none is missing"),
        ("folder.npz", "this is a folder"),
        ("x.npy", "this is x.npy, which is read"),
        ("out", "the name does not say the format"),
        ("out.png", "media are not written"),
        ("-", "it has no name that says the format"),
        ("old.meta", "this file would be replaced"),
    ] {
        let error = bench.fails(2, &["call", &url, "--input", "x.npy", "--output", output]);
        assert!(error.starts_with("error: ") && error.contains(why), "{error}");
    }
    let error = bench.fails(2, &["call", &url, "--input", "none.npy", "--output", "out.npz"]);
    assert!(error.starts_with("error: none.npy: No such file"), "{error}");
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    assert_eq!(bench.ok(&["call", &url, "--input", "x.npy", "--output", "out.npz"]), "");
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

#[test]
fn servers_that_are_none() {
    let bench = Bench::new();
    let fails = |address: SocketAddr, args: &[&str]| {
        let url = format!("http://{address}/v2/models/m");
        let call = ["call", &url, "--input", "x.npy", "--output", "out.npz"];
        let error = bench.fails(2, &[&call, args].concat());
        error.strip_prefix(&format!("error: {url}: ")).unwrap_or_else(|| panic!("{error}")).to_owned()
    };
    // Nobody listens.
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = fails(gone, &[]);
    assert!(error.starts_with("the connection failed: ") && error.contains("Connection refused"), "{error}");
    assert!(error.contains("\nhelp: is the server running"), "{error}");
    // A page instead of an answer, with any status.
    let page = "<html>\r\n<head><title>502 Bad Gateway</title></head>\u{1b}[31m</html>";
    let error = fails(fake(move |_| http(502, page)).0, &[]);
    assert!(error.starts_with("the server answered with status 502: <html>"), "{error}");
    assert!(error.contains("help: this is no answer of the protocol") && !error.contains('\u{1b}'), "{error}");
    let error = fails(fake(move |_| http(200, page)).0, &[]);
    assert!(error.starts_with("the answer: expected ") && error.contains("help: is this a server of"), "{error}");
    let error = fails(fake(|_| http(503, "")).0, &[]);
    assert!(error.starts_with("the server answered with status 503: nothing\n"), "{error}");
    let long = "é".repeat(5000);
    assert!(fails(fake(move |_| http(500, &long)).0, &[]).len() < 700);
    // Nonsense, silence, and half an answer.
    let error = fails(fake(|_| b"SSH-2.0-OpenSSH_9.2\r\n".to_vec()).0, &[]);
    assert!(error.starts_with("the connection failed: "), "{error}");
    let error = fails(fake(|_| Vec::new()).0, &[]);
    assert!(error.starts_with("the connection failed: "), "{error}");
    let error = fails(fake(|_| b"HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n{".to_vec()).0, &[]);
    assert!(error.starts_with("the connection failed: "), "{error}");
    let silent = |_: &str| {
        thread::sleep(Duration::from_secs(60));
        Vec::new()
    };
    let error = fails(fake(silent).0, &["--timeout", "0.3"]);
    assert_eq!(error, "no answer in 300ms\nhelp: --timeout SECONDS waits longer\n");
    // The answer to the call itself.
    let answers = |body: &'static str| {
        fake(move |path| match path {
            "/v2/models/m" => http(200, METADATA),
            "/v2/models/m/infer" => http(200, body),
            _ => http(404, "nothing here"),
        })
        .0
    };
    let error = fails(answers("[]"), &[]);
    assert!(error.starts_with("the answer: "), "{error}");
    let short = r#"{"model_name":"m","outputs":[{"name":"y","datatype":"FP32","shape":[2],"data":[1]}]}"#;
    let error = fails(answers(short), &[]);
    assert!(error.starts_with("the answer: parameter `y`: ") && error.contains("(byte "), "{error}");
    let error = fails(answers(short), &["--max-answer", "20"]);
    assert!(error.contains("help: --max-answer BYTES allows more"), "{error}");
    let refused = fake(|path| match path {
        "/v2/models/m" => http(200, METADATA),
        "/v2/models/m/infer" => http(422, r#"{"error":"no\nsuch\u001b[31m"}"#),
        _ => http(404, ""),
    });
    let url = format!("http://{}/v2/models/m", refused.0);
    let error = bench.fails(1, &["call", &url, "--input", "x.npy", "--output", "out.npz"]);
    assert_eq!(error, format!("{url}: the server answered with status 422: no\\nsuch\\u{{1b}}[31m\n"));
}

#[test]
fn command_lines_that_are_wrong() {
    let bench = Bench::new();
    for (url, why) in [
        ("sum", "this is no URL of HTTP"),
        ("http://127.0.0.1:8000", "this URL names no model"),
        ("https://127.0.0.1/v2/models/sum", "the tool has no TLS"),
    ] {
        let error = bench.fails(2, &["call", url, "--input", "x.npy", "--output", "out.npz"]);
        assert!(error.starts_with(&format!("error: {url}: {why}\nhelp: name ")), "{error}");
    }
    for seconds in ["0", "-1", "NaN", "inf", "1e300", "soon"] {
        let timeout = format!("--timeout={seconds}");
        let error = bench.fails(2, &["rules", "http://127.0.0.1:1/v2/models/m", &timeout]);
        assert!(error.contains("expected a number above 0"), "{error}");
    }
    assert!(bench.ok(&["--help"]).contains("\n  call "));
    assert!(bench.ok(&["call", "--help"]).contains("--unchecked"));
}
