//! The writers of every format, under writers of bytes that are slow, fail and are full.

use std::io::ErrorKind;

use tensor_format::{
    Encode, EncodeError,
    decthings::{self, Dialect, Options},
    npy, npz, safetensors, vespa, zio,
};

use super::faults::{Fault, FaultyOut, KINDS};

type Write = dyn Fn(&mut FaultyOut) -> Result<(), EncodeError>;

/// A function that writes a value to a writer.
struct Verb {
    name: &'static str,
    write: Box<Write>,
}

fn verb(name: &'static str, write: impl Fn(&mut FaultyOut) -> Result<(), EncodeError> + 'static) -> Verb {
    Verb { name, write: Box::new(write) }
}

fn verbs() -> Vec<Verb> {
    let texts = || (vec!["a".to_owned(), "é".repeat(200)], vec![1.5f32; 9]);
    let numbers = || (vec![1.5f32; 9], vec![[1u8, 2]; 3]);
    let rows = || vec![[0.5f64, 1.0], [1e300, -0.0]];
    let constant = || {
        let text = r#"{"type":"tensor<float>(k{},x[2])","blocks":{"a":[1,2],"b":[3,4]}}"#;
        vespa::Options::new().read(text).expect("a constant")
    };
    vec![
        verb("decthings", move |out| decthings::to_writer(out, &texts())),
        verb("decthings, long", move |out| decthings::to_writer(out, &(vec![texts(); 9], vec![0.5f64; 2000], "text"))),
        verb("decthings, Clients", move |out| Options::new().dialect(Dialect::Clients).to_writer(out, &texts())),
        verb("decthings, aligned", move |out| Options::new().align(16).to_writer(out, &numbers())),
        verb("decthings slices", move |out| Ok(decthings::to_slices(&texts())?.write_all_vectored(out)?)),
        verb("npy", move |out| npy::to_writer(out, &rows())),
        verb("npz", move |out| npz::to_writer(out, &numbers())),
        verb("npz, deflated", move |out| npz::Options::new().deflate(true).to_writer(out, &numbers())),
        verb("safetensors", move |out| safetensors::to_writer(out, &numbers())),
        verb("vespa", move |out| vespa::to_writer(out, &rows())),
        verb("vespa, pretty", move |out| vespa::to_writer_pretty(out, &rows())),
        verb("vespa constant", move |out| constant().write_to(out)),
        verb("zio", move |out| zio::to_message(&numbers())?.to_writer(out)),
    ]
}

fn is_of_writer(written: &Result<(), EncodeError>, kind: ErrorKind) -> bool {
    match written {
        Err(error) => matches!(error.kind(), tensor_format::ErrorKind::Io(error) if error.kind() == kind),
        Ok(()) => false,
    }
}

fn whole(verb: &Verb) -> Vec<u8> {
    let mut out = FaultyOut::new(Fault::default());
    (verb.write)(&mut out).expect("written");
    assert!(!out.bytes.is_empty(), "{}", verb.name);
    out.bytes
}

#[test]
fn little_at_a_time_and_interrupted() {
    for verb in verbs() {
        let whole = whole(&verb);
        for step in [0, 1, 2, 3, 7] {
            for interrupted in [false, true] {
                let mut out = FaultyOut::new(Fault { step, interrupted, at: None });
                (verb.write)(&mut out).unwrap_or_else(|error| panic!("{}, {step}: {error}", verb.name));
                assert!(out.bytes == whole || verb.name == "zio", "{}, {step}", verb.name);
                assert_eq!(out.bytes.len(), whole.len(), "{}, {step}", verb.name);
            }
        }
    }
}

#[test]
fn failures_at_every_byte() {
    for verb in verbs() {
        let whole = whole(&verb);
        let kinds = KINDS.into_iter().chain([ErrorKind::StorageFull, ErrorKind::WriteZero]).cycle();
        for (at, kind) in (0..whole.len()).zip(kinds) {
            let mut out = FaultyOut::new(Fault { step: at % 5, interrupted: at % 4 < 2, at: Some((at, kind)) });
            let written = (verb.write)(&mut out);
            assert!(is_of_writer(&written, kind), "{}, {at}, {kind:?}: {written:?}", verb.name);
            assert!(whole.starts_with(&out.bytes) || verb.name == "zio", "{}, {at}", verb.name);
        }
    }
}

#[test]
fn what_cannot_be_flushed_is_an_error() {
    for verb in verbs() {
        // What has no buffer of its own leaves this to the caller.
        if !verb.name.starts_with("decthings") || verb.name == "decthings slices" {
            continue;
        }
        for kind in KINDS {
            let mut out = FaultyOut::new(Fault::default());
            out.flush = Some(kind);
            let written = (verb.write)(&mut out);
            assert!(is_of_writer(&written, kind), "{}, {kind:?}: {written:?}", verb.name);
        }
    }
}

/// Cells that are written where they belong, as far as the writer lets them.
#[test]
fn cells_into_a_file_that_fails() {
    let text = r#"{"type":"tensor<float>(k{},x[2])","blocks":{"a":[1,2],"b":[3,4]}}"#;
    let options = vespa::Options::new();
    let mut whole = FaultyOut::new(Fault::default());
    options.read_to_writer(None, text, &mut whole).expect("written");
    for at in 0..whole.bytes.len() {
        for kind in KINDS {
            let mut out = FaultyOut::new(Fault { step: at % 5, interrupted: false, at: Some((at, kind)) });
            let error = options.read_to_writer(None, text, &mut out).expect_err("an error");
            assert!(
                matches!(error.kind(), tensor_format::ErrorKind::Io(error) if error.kind() == kind),
                "{at}: {error}"
            );
        }
    }
    for step in [1, 3] {
        let mut out = FaultyOut::new(Fault { step, interrupted: true, at: None });
        options.read_to_writer(None, text, &mut out).expect("written");
        assert_eq!(out.bytes, whole.bytes);
    }
}

/// A value is written, whatever writer failed at it before.
#[test]
fn a_value_is_as_before() {
    let value = (vec!["a".to_owned(), "b".to_owned()], vec![1u8; 5]);
    let bytes = tensor_format::to_vec(&value).expect("bytes");
    for at in 0..bytes.len() {
        let mut out = FaultyOut::new(Fault { at: Some((at, ErrorKind::Other)), ..Fault::default() });
        assert!(decthings::to_writer(&mut out, &value).is_err());
        assert_eq!(tensor_format::to_vec(&value).expect("bytes"), bytes);
    }
    let _ = value.header();
}
