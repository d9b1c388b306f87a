//! Beside the published Python client, `decthings-api` 0.0.4: what one writes the other reads, as far as it can.
//!
//! `PYTHON` names an interpreter that has the package. `tests/peers/decthings_peer.py` is the other side.
#![allow(missing_docs)]

use std::{
    cell::RefCell,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde::{Deserialize, Serialize};
use tensor_format::{
    ByteOrder, ElementType, Tensor, TensorRef,
    codec::Variable,
    decthings::{Dialect, Options, Parameters, request},
};

#[path = "shared/plain.rs"]
mod plain;
use plain::{CASES, Elements, Plain, ours, run};

/// The formats of media that this client can hold.
const FORMATS: &str = "[a-z0-9]{3}";

fn legacy() -> Options {
    Options::new().dialect(Dialect::LegacyClients)
}

/// A tensor as both sides know it, and its bytes.
#[derive(Serialize, Deserialize)]
struct Line {
    dtype: ElementType,
    shape: Vec<usize>,
    /// The elements of fixed size, little-endian, in hexadecimal digits.
    #[serde(default)]
    raw: String,
    #[serde(default)]
    texts: Vec<String>,
    /// Format and content of each.
    #[serde(default)]
    media: Vec<(String, String)>,
    hex: String,
}

impl Line {
    fn of(plain: &Plain) -> Self {
        let tensor = ours(plain);
        let dtype = tensor.as_ref().header().element_type;
        let media = |elements: &[(String, Vec<u8>)]| {
            elements.iter().map(|(format, data)| (format.clone(), hex::encode(data))).collect()
        };
        let (mut texts, mut pictures, mut raw) = (Vec::new(), Vec::new(), String::new());
        match &plain.elements {
            Elements::String(elements) => texts.clone_from(elements),
            Elements::Binary(elements) => texts = elements.iter().map(hex::encode).collect(),
            Elements::Image(elements) | Elements::Audio(elements) | Elements::Video(elements) => {
                pictures = media(elements);
            }
            _ => raw = hex::encode(tensor.as_ref().to_bytes(ByteOrder::Little)),
        }
        let hex = hex::encode(legacy().to_vec(&tensor).expect("bytes"));
        Self { dtype, shape: plain.shape.clone(), raw, texts, media: pictures, hex }
    }

    fn tensor(&self) -> Tensor {
        let shape = &*self.shape;
        let bytes = |text: &String| hex::decode(text).expect("hexadecimal digits");
        let variables: Vec<Variable<'_>> = match self.dtype {
            ElementType::String => self.texts.iter().map(|text| Variable::Text(text.into())).collect(),
            ElementType::Binary => self.texts.iter().map(|text| Variable::Bytes(bytes(text).into())).collect(),
            ElementType::Image => {
                let media = self.media.iter();
                media
                    .map(|(format, data)| Variable::Media {
                        format: format.as_bytes().into(),
                        data: bytes(data).into(),
                    })
                    .collect()
            }
            dtype => {
                let raw = bytes(&self.raw);
                let tensor = TensorRef::from_bytes(dtype, shape, &raw, ByteOrder::Little).expect("the elements fit");
                return tensor.to_tensor();
            }
        };
        Tensor::from_variables(self.dtype, shape, variables).expect("the elements fit")
    }
}

fn python(arguments: &[&str]) -> String {
    let python = env::var("PYTHON").expect("PYTHON names an interpreter with decthings-api 0.0.4");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/decthings_peer.py");
    let output = Command::new(&python).arg(script).args(arguments).output().expect("the interpreter starts");
    let (out, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{python}: {out}{log}");
    out.into_owned()
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_client_reads_what_we_write() {
    let path = file("to-python.jsonl");
    let lines = RefCell::new(String::new());
    let counts = RefCell::new([0u32; 2]);
    run(FORMATS, |plain| {
        // It cannot read a binary tensor that has elements.
        let readable = !matches!(&plain.elements, Elements::Binary(elements) if !elements.is_empty());
        counts.borrow_mut()[usize::from(readable)] += 1;
        if readable {
            let mut lines = lines.borrow_mut();
            lines.push_str(&serde_json::to_string(&Line::of(plain)).expect("a line"));
            lines.push('\n');
        }
    });
    fs::write(&path, lines.take()).expect("a file");
    let [unreadable, readable] = counts.take();
    assert_eq!(python(&["read", path.to_str().expect("a path")]).trim(), format!("{readable} tensors read"));
    assert!(readable >= 10_000 && unreadable > 0, "{readable} of {CASES}");
}

#[test]
fn we_read_what_the_client_writes() {
    let path = file("from-python.jsonl");
    python(&["write", path.to_str().expect("a path"), &CASES.to_string()]);
    let text = fs::read_to_string(&path).expect("a file");
    let mut types = std::collections::HashSet::new();
    let mut count = 0;
    for line in text.lines() {
        let line: Line = serde_json::from_str(line).expect("a line");
        let bytes = hex::decode(&line.hex).expect("hexadecimal digits");
        let found: Tensor = legacy().from_slice(&bytes).expect("it is read");
        assert_eq!(found.as_ref().header(), line.tensor().as_ref().header());
        assert_eq!(legacy().to_vec(&found).expect("bytes"), bytes);
        assert_eq!(legacy().to_vec(&line.tensor()).expect("bytes"), bytes);
        types.insert(line.dtype);
        count += 1;
    }
    assert_eq!(count, CASES);
    // All but audio and video, which it cannot write.
    assert_eq!(types.len(), 14);
}

/// A whole request each way: the client's own framing around its own tensors.
#[test]
fn requests_go_both_ways() {
    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    struct Input {
        x: Vec<f32>,
        words: Vec<String>,
    }
    let path = file("request.bin");
    python(&["request", path.to_str().expect("a path")]);
    let bytes = fs::read(&path).expect("a file");
    let message = legacy().read_request(&bytes).expect("a request");
    #[derive(Deserialize)]
    struct Evaluate {
        params: tensor_format::decthings::ParameterList,
    }
    let evaluate: Evaluate = message.json().expect("a list");
    let expected = Input { x: vec![1.0, 2.0], words: vec!["hello".into(), "é".into()] };
    assert_eq!(message.decode::<Input>(&evaluate.params).expect("the input"), expected);

    let parameters = Parameters::new(&expected).with_options(legacy());
    let json = serde_json::json!({ "output": parameters.list().expect("a list") });
    let path = file("response.bin");
    let bytes = tensor_format::decthings::response::write(&json, &parameters).expect("a response");
    fs::write(&path, bytes).expect("a file");
    assert_eq!(python(&["response", path.to_str().expect("a path")]).trim(), "x [1.0, 2.0]; words ['hello', 'é']");
    assert!(request::read(b"").is_err());
}

/// They are listed in the client's description here; each is held to, so that a repaired client is noticed.
#[test]
fn faults_of_the_client_are_known() {
    let faults = python(&["faults"]);
    let expected = "\
binary elements cannot be read: TypeError
audio cannot be written: ValueError
video cannot be written: ValueError
a length of 65536 cannot be written: error
numbers one after another cannot be read: ValueError
the length of a section is not looked at: ok
longer varints are read: ok
any boolean byte is read: ok
rank 65 cannot be read: ValueError
";
    assert_eq!(faults, expected);
}
