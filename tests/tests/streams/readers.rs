//! The readers of every format, under readers of bytes that are slow and fail.

use std::io::ErrorKind;

use futures_util::FutureExt;
use tensor_format::{
    DecodeError, DecodeOwned, Encode, Tensor,
    decthings::{self, AlignedBuf, Dialect, Options, ReadSource},
    npy, npz, safetensors, vespa,
};

use super::faults::{Fault, Faulty, KINDS};

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Mixed {
    names: Vec<String>,
    numbers: Vec<u16>,
    image: Option<tensor_format::Image>,
    flags: [bool; 3],
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Numbers {
    a: Vec<f32>,
    b: Vec<[u8; 3]>,
}

/// A function that reads a value from a reader, and a message for it.
struct Verb<T> {
    name: &'static str,
    bytes: Vec<u8>,
    read: fn(Faulty<'_>) -> Result<T, DecodeError>,
    /// Whether the reader seeks, and so may leave bytes out.
    seeks: bool,
}

macro_rules! verbs {
    ($($name:literal $bytes:expr, |$reader:ident| $read:expr;)*) => {
        vec![$(Verb { name: $name, bytes: $bytes, read: |$reader| $read, seeks: $name.ends_with("Reader") }),*]
    };
}

fn clients() -> Options {
    Options::new().dialect(Dialect::Clients)
}

/// The readers of Decthings, of one value and the first of many.
fn decthings_verbs<T: Encode + DecodeOwned + Clone + 'static>(value: &T) -> Vec<Verb<T>> {
    let bytes = tensor_format::to_vec(value).expect("bytes");
    verbs! {
        "decthings from_reader" bytes.clone(), |reader| decthings::from_reader(reader);
        "decthings from_reader, Clients" clients().to_vec(value).expect("bytes"), |reader| clients().from_reader(reader);
        "decthings sequence" bytes.clone(), |reader| {
            Options::new().sequence_from_reader(reader).next().expect("a value")
        };
        "decthings sequence, Clients" clients().to_vec(value).expect("bytes"), |reader| {
            clients().sequence_from_reader(reader).next().expect("a value")
        };
        "decthings ReadSource" bytes.clone(), |reader| T::decode(&mut ReadSource::new(reader, &Options::new()));
    }
}

fn number_verbs() -> (Numbers, Vec<Verb<Numbers>>) {
    let value = Numbers { a: vec![0.5, 1.5, -2.5], b: vec![[1, 2, 3], [4, 5, 6]] };
    let deflated = npz::Options::new().deflate(true);
    let mut verbs = decthings_verbs(&value);
    let zipped = |options: npz::Options| {
        let mut out = Vec::new();
        options.to_writer(&mut out, &value).expect("bytes");
        out
    };
    verbs.extend(verbs! {
        "npz from_reader" zipped(npz::Options::new()), |reader| npz::from_reader(reader);
        "npz from_reader, deflated" zipped(deflated), |reader| npz::from_reader(reader);
        "npz Reader" zipped(npz::Options::new()), |reader| npz::Reader::new(reader)?.read();
        "npz, deflated, Reader" zipped(deflated), |reader| npz::Reader::new(reader)?.read();
        "safetensors from_reader" safetensors::to_vec(&value).expect("bytes"), |reader| safetensors::from_reader(reader);
        "safetensors Reader" safetensors::to_vec(&value).expect("bytes"), |reader| {
            safetensors::Reader::new(reader)?.read()
        };
    });
    (value, verbs)
}

type Rows = Vec<[f64; 2]>;

fn array_verbs() -> (Rows, Vec<Verb<Rows>>) {
    let value = vec![[0.5, 1.0], [1e300, -0.0]];
    let verbs = verbs! {
        "npy from_reader" npy::to_vec(&value).expect("bytes"), |reader| npy::from_reader(reader);
        "vespa from_reader" vespa::to_string(&value).expect("text").into_bytes(), |reader| vespa::from_reader(reader);
    };
    (value, verbs)
}

fn mixed_verbs() -> (Mixed, Vec<Verb<Mixed>>) {
    let value = Mixed {
        names: vec!["a".into(), String::new(), "é".repeat(200)],
        numbers: (0..5).collect(),
        image: Some(tensor_format::Image::new("png", vec![7; 300])),
        flags: [true, false, true],
    };
    let verbs = decthings_verbs(&value);
    (value, verbs)
}

/// Whether a result is the error that a reader gave.
#[track_caller]
fn is_of_reader<T>(read: &Result<T, DecodeError>, kind: ErrorKind) -> bool {
    match read {
        Err(error) => matches!(error.kind(), tensor_format::ErrorKind::Io(error) if error.kind() == kind),
        Ok(_) => false,
    }
}

fn slowly<T: PartialEq + std::fmt::Debug>(value: &T, verbs: &[Verb<T>]) {
    for Verb { name, bytes, read, .. } in verbs {
        for step in [0, 1, 2, 3, 7] {
            for interrupted in [false, true] {
                let fault = Fault { step, interrupted, at: None };
                let read = read(Faulty::new(bytes, fault)).unwrap_or_else(|error| panic!("{name}, {fault:?}: {error}"));
                assert_eq!(read, *value, "{name}, {fault:?}");
            }
        }
    }
}

#[test]
fn little_at_a_time_and_interrupted() {
    let (value, verbs) = number_verbs();
    slowly(&value, &verbs);
    let (value, verbs) = array_verbs();
    slowly(&value, &verbs);
    let (value, verbs) = mixed_verbs();
    slowly(&value, &verbs);
}

fn failing<T: PartialEq + std::fmt::Debug>(value: &T, verbs: &[Verb<T>]) {
    for Verb { name, bytes, read, seeks } in verbs {
        let mut failed = 0;
        for at in 0..bytes.len() {
            let kind = KINDS[at % KINDS.len()];
            for step in [0, 1, 5] {
                let fault = Fault { step, interrupted: step == 5, at: Some((at, kind)) };
                let read = read(Faulty::new(bytes, fault));
                match &read {
                    // An archive whose end cannot be found is none.
                    Err(_) if *seeks && kind == ErrorKind::UnexpectedEof => {}
                    // A reader that seeks may not need the byte.
                    Ok(read) => assert!(*seeks && read == value, "{name}, {fault:?}"),
                    Err(error) => assert!(is_of_reader(&read, kind), "{name}, {fault:?}: {error}"),
                }
                failed += usize::from(read.is_err());
            }
        }
        assert!(failed > bytes.len(), "{name}: {failed} of {} bytes", bytes.len());
    }
}

#[test]
fn failures_at_every_byte() {
    let (value, verbs) = number_verbs();
    failing(&value, &verbs);
    let (value, verbs) = array_verbs();
    failing(&value, &verbs);
    let (value, verbs) = mixed_verbs();
    failing(&value, &verbs);
}

#[test]
fn a_failure_at_the_end_is_no_end() {
    fn at_end<T: std::fmt::Debug>(verbs: Vec<Verb<T>>) {
        for Verb { name, bytes, read, seeks } in verbs {
            let whole = !(seeks || name.contains("sequence") || name.contains("ReadSource"));
            for kind in KINDS {
                let read = read(Faulty::new(&bytes, Fault { at: Some((bytes.len(), kind)), ..Fault::default() }));
                assert!(is_of_reader(&read, kind) || !whole && read.is_ok(), "{name}, {kind:?}: {read:?}");
            }
        }
    }
    at_end(number_verbs().1);
    at_end(array_verbs().1);
    at_end(mixed_verbs().1);
}

/// A sequence whose reader fails gives the values before, then the error, then nothing.
#[test]
fn sequences_end_at_a_failure() {
    let value = mixed_verbs().0;
    let bytes = tensor_format::to_vec(&value).expect("bytes");
    let thrice = bytes.repeat(3);
    for at in 0..thrice.len() {
        for kind in KINDS {
            let fault = Fault { at: Some((at, kind)), step: 9, interrupted: true };
            let mut sequence = Options::new().sequence_from_reader::<Mixed, _>(Faulty::new(&thrice, fault));
            for _ in 0..at / bytes.len() {
                assert_eq!(sequence.next().expect("a value").expect("the value"), value);
            }
            assert!(is_of_reader(&sequence.next().expect("an error"), kind));
            assert!(sequence.next().is_none() && sequence.offset() == (at / bytes.len() * bytes.len()) as u64);
        }
    }
}

#[test]
fn buffers_that_are_filled_from_readers() {
    let bytes: Vec<u8> = (0..=255).collect();
    for at in 0..bytes.len() {
        let mut buffer = AlignedBuf::new();
        for kind in KINDS {
            let fault = Fault { at: Some((at, kind)), step: at % 4, interrupted: true };
            let error = buffer.read_from(Faulty::new(&bytes, fault), bytes.len()).expect_err("an error");
            assert_eq!(error.kind(), kind);
        }
        buffer
            .read_from(Faulty::new(&bytes, Fault { interrupted: true, step: 3, at: None }), bytes.len())
            .expect("read");
        assert_eq!(*buffer, bytes);
    }
}

/// A reader says that it gave more than there was room for: never bytes that it did not give.
#[test]
fn readers_that_claim_too_much() {
    struct Claims<'b>(&'b [u8], usize);
    impl std::io::Read for Claims<'_> {
        fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
            let some = self.0.read(buf)?;
            Ok(if some > 0 { some.saturating_add(self.1) } else { 0 })
        }
    }
    let (value, _) = mixed_verbs();
    let bytes = tensor_format::to_vec(&value).expect("bytes");
    for more in [1, 1000, usize::MAX] {
        // The standard library panics at a count beyond the buffer; a panic of ours would have another text.
        match std::panic::catch_unwind(|| tensor_format::from_reader::<Mixed, _>(Claims(&bytes, more))) {
            Ok(read) => assert!(read.is_err() || read.is_ok_and(|read| read == value)),
            Err(panic) => {
                let text = panic
                    .downcast_ref::<String>()
                    .map_or_else(|| panic.downcast_ref::<&str>().copied().unwrap_or_default(), String::as_str);
                assert!(text.contains("filled") || text.contains("out of range"), "{text}");
            }
        }
    }
}

/// The same over the readers of tokio, which wait where others would block.
#[test]
fn asynchronous_readers_that_fail() {
    struct Async<'b>(Faulty<'b>, bool);
    impl tokio::io::AsyncRead for Async<'_> {
        fn poll_read(
            self: std::pin::Pin<&mut Self>,
            context: &mut std::task::Context<'_>,
            buf: &mut tokio::io::ReadBuf<'_>,
        ) -> std::task::Poll<std::io::Result<()>> {
            let this = self.get_mut();
            this.1 = !this.1;
            if this.1 {
                context.waker().wake_by_ref();
                return std::task::Poll::Pending;
            }
            let mut bytes = vec![0; buf.remaining()];
            std::task::Poll::Ready(
                std::io::Read::read(&mut this.0, &mut bytes).map(|some| buf.put_slice(&bytes[..some])),
            )
        }
    }
    let (value, _) = mixed_verbs();
    let bytes = tensor_format::to_vec(&value).expect("bytes");
    let read = |fault| {
        let mut reader = Async(Faulty::new(&bytes, fault), false);
        let mut reading = Box::pin(decthings::tokio::read::<Mixed, _>(&mut reader));
        loop {
            if let Some(read) = reading.as_mut().now_or_never() {
                return read;
            }
        }
    };
    assert_eq!(read(Fault { step: 1, ..Fault::default() }).expect("read"), Some(value));
    for at in 0..bytes.len() {
        let kind = KINDS[at % KINDS.len()];
        assert!(is_of_reader(&read(Fault { step: 3, interrupted: false, at: Some((at, kind)) }), kind), "{at}");
    }
}
