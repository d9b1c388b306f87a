//! Messages of many pieces from a stream, which are read into memory before they are parsed: the values and errors are those of
//! a stream that is parsed as it comes.

use std::{
    cell::Cell,
    io::{self, Read},
};

use tensor_format::{
    Decode, DecodeError, ErrorKind, Tensor,
    decthings::{Options, ReadSource},
    from_reader, to_vec,
};

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Named {
    id: u32,
    name: String,
    tags: Vec<String>,
}

type Names = Vec<Named>;

/// Values whose message is longer than what a stream reads at once.
fn names() -> Names {
    let name = |id: usize| Named {
        id: id as u32,
        name: format!("name {id}"),
        tags: (0..id % 3).map(|tag| format!("{tag}")).collect(),
    };
    (0..500).map(name).collect()
}

fn outcome(read: Result<Names, DecodeError>) -> Result<Names, (String, Option<u64>)> {
    read.map_err(|error| (format!("{:?}", error.kind()), error.offset()))
}

/// Reads from a stream that is parsed as it comes.
fn as_it_comes(stream: impl Read) -> Result<Names, (String, Option<u64>)> {
    let mut source = ReadSource::new(stream, &Options::new());
    let read = Names::decode(&mut source).and_then(|names| source.finish().map(|()| names));
    // What has no place of its own is where the value begins.
    outcome(read.map_err(|error| if error.offset().is_none() { error.at(0) } else { error }))
}

/// Reads from a stream of several values.
fn in_sequence(stream: impl Read) -> Result<Names, (String, Option<u64>)> {
    let mut values = Options::new().sequence_from_reader::<Names, _>(stream);
    let first = values.next().unwrap_or_else(|| Ok(vec![]));
    outcome(first.and_then(|first| values.next().map_or(Ok(first), |next| next)))
}

fn gathered(stream: impl Read) -> Result<Names, (String, Option<u64>)> {
    outcome(from_reader(stream))
}

#[test]
fn long_messages_are_read_whole_and_in_pieces() {
    let names = names();
    let bytes = to_vec(&names).expect("a message");
    assert!(bytes.len() > 8192);
    assert_eq!(gathered(&bytes[..]), Ok(names.clone()));
    assert_eq!(gathered(tensor_format_tests::in_pieces(&bytes)), Ok(names.clone()));
    let mut into = vec![names[7].clone(); 3];
    Options::new().read_into(&bytes[..], &mut into).expect("the same");
    assert_eq!(into, names);
    let map = (0..2000).map(|id| (format!("name {id}"), id)).collect::<std::collections::BTreeMap<_, u32>>();
    let mut other = std::collections::BTreeMap::from([("other".to_owned(), 1)]);
    Options::new().read_into(&to_vec(&map).expect("a message")[..], &mut other).expect("the same");
    assert_eq!(other, map);
    let longer = [&bytes[..], &[0]].concat();
    let trailing = from_reader::<Names, _>(&longer[..]).expect_err("one more byte");
    assert!(matches!(trailing.kind(), ErrorKind::TrailingBytes { count: 1, .. }), "{trailing}");
    assert_eq!(trailing.offset(), Some(bytes.len() as u64));
    assert!(Options::new().read_into(&longer[..], &mut into).is_err());
    let read = Options::new().allow_trailing(true).from_reader::<Names, _>(&longer[..]);
    assert_eq!(read.ok(), Some(names));
}

#[test]
fn errors_are_those_of_a_stream_that_is_parsed_as_it_comes() {
    let bytes = to_vec(&names()).expect("a message");
    let mut refused = 0;
    for at in (1..bytes.len()).step_by(47) {
        assert_eq!(gathered(&bytes[..at]), as_it_comes(&bytes[..at]), "cut at {at}");
        assert_eq!(in_sequence(&bytes[..at]), as_it_comes(&bytes[..at]), "cut at {at}");
        let mut changed = bytes.clone();
        for byte in [0, 255, bytes[at] ^ 1] {
            changed[at] = byte;
            let read = gathered(&changed[..]);
            refused += usize::from(read.is_err());
            // What is left behind a value is a second one in a sequence.
            let is_trailing = matches!(&read, Err((kind, _)) if kind.starts_with("TrailingBytes"));
            assert!(is_trailing || read == as_it_comes(&changed[..]), "{byte} at {at}: {read:?}");
            assert!(is_trailing || read == in_sequence(&changed[..]), "{byte} at {at}: {read:?}");
        }
    }
    assert!(refused > 150, "{refused}");
}

/// Bytes, then an error.
struct Broken<'b>(&'b [u8], Option<io::ErrorKind>);

impl Read for Broken<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return self.1.take().map_or(Ok(0), |kind| Err(kind.into()));
        }
        self.0.read(out)
    }
}

#[test]
fn a_stream_that_fails_is_an_error_where_it_does() {
    let names = names();
    let bytes = to_vec(&names).expect("a message");
    for at in (4100..bytes.len()).step_by(501) {
        let broken = || Broken(&bytes[..at], Some(io::ErrorKind::TimedOut));
        let error = from_reader::<Names, _>(broken()).expect_err("it fails");
        assert!(matches!(error.kind(), ErrorKind::Io(_)), "{error}");
        assert_eq!(error.offset(), Some(at as u64));
        assert_eq!(gathered(broken()), as_it_comes(broken()));
        assert_eq!(in_sequence(broken()), as_it_comes(broken()));
        let mut changed = bytes.clone();
        changed[0] = 99;
        let fault = from_reader::<Names, _>(Broken(&changed[..at], Some(io::ErrorKind::TimedOut)));
        assert!(!matches!(fault.expect_err("no message").kind(), ErrorKind::Io(_)), "the fault is before the failure");
    }
    assert_eq!(gathered(Broken(&bytes, Some(io::ErrorKind::Interrupted))), Ok(names));
}

#[test]
fn longer_streams_are_parsed_as_they_come() {
    let texts = vec!["x".repeat(100_000); 180];
    let bytes = to_vec(&texts).expect("a message");
    assert!(bytes.len() > 17 << 20);
    assert_eq!(from_reader::<Vec<String>, _>(&bytes[..]).expect("the same"), texts);
    let error = from_reader::<Vec<String>, _>(&bytes[..bytes.len() - 1]).expect_err("one byte less");
    assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }), "{error}");
    assert!(from_reader::<Vec<String>, _>(io::repeat(0)).is_err());
}

/// Counts the bytes that are taken from a stream that never ends.
struct Endless<'b>(&'b [u8], usize);

impl Read for Endless<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(out)?;
        out[read..].fill(0);
        self.1 += out.len();
        Ok(out.len())
    }
}

#[test]
fn what_begins_as_another_value_is_known_from_its_beginning() {
    let bytes = to_vec(&names()).expect("a message");
    let mut renamed = bytes.clone();
    renamed[5] ^= 1;
    let texts = to_vec(&vec!["a text".to_owned(); 1000]).expect("a message");
    let numbers = to_vec(&vec![1_u8; 10_000]).expect("a message");
    for other in [&renamed, &texts, &numbers] {
        let mut stream = Endless(other, 0);
        assert!(from_reader::<Names, _>(&mut stream).is_err());
        assert!(stream.1 < 20_000, "{} bytes were read", stream.1);
    }
    let mut stream = Endless(&numbers, 0);
    assert!(from_reader::<Vec<String>, _>(&mut stream).is_err());
    assert!(stream.1 < 20_000, "{} bytes were read", stream.1);
}

/// What is read of a stream that has so many bytes and then nothing more, but does not end.
struct Open<'b> {
    bytes: &'b [u8],
    /// The most bytes that come at once.
    step: usize,
    /// Where the values end, at which bytes stop coming until the value has been read.
    ends: &'b Cell<usize>,
    taken: usize,
}

impl<'b> Open<'b> {
    fn new(bytes: &'b [u8], step: usize, ends: &'b Cell<usize>) -> Self {
        Self { bytes, step, ends, taken: 0 }
    }
}

impl Read for Open<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let ready = self.ends.get() - self.taken;
        assert!(ready > 0, "more is waited for");
        let len = self.step.min(out.len()).min(ready);
        self.taken += len;
        self.bytes.read(&mut out[..len])
    }
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Frame {
    id: u32,
    label: Option<String>,
    pixels: Vec<u8>,
    weights: Vec<f64>,
    names: Names,
}

fn frame(size: usize) -> Frame {
    Frame {
        id: size as u32,
        label: size.is_multiple_of(2).then(|| "a label".to_owned()),
        pixels: vec![7; size],
        weights: (0..size / 3).map(|at| at as f64).collect(),
        names: names().into_iter().take(size / 100).collect(),
    }
}

/// Of sizes around the 4 KiB that a stream reads at once, the 64 KiB of a piece that is read into memory, and far beyond.
#[test]
fn values_of_any_size_are_read_without_a_byte_of_what_follows() {
    let sizes = [3, 900, 1500, 4000, 3, 20_001, 5000, 65_000, 66_000, 300_000, 10, 20_000];
    let frames: Vec<Frame> = sizes.into_iter().map(frame).collect();
    let mut bytes = Vec::new();
    let ends: Vec<usize> = frames
        .iter()
        .map(|frame| {
            tensor_format::append(frame, &mut bytes).unwrap();
            bytes.len()
        })
        .collect();
    for step in [1, 100, 4000, 4096, 10_000, usize::MAX] {
        let ready = Cell::new(0);
        let mut values = Options::new().sequence_from_reader::<Frame, _>(Open::new(&bytes, step, &ready));
        let mut into = Options::new().sequence_from_reader::<Frame, _>(Open::new(&bytes, step, &ready));
        let mut value = frame(1);
        for (frame, end) in frames.iter().zip(&ends) {
            ready.set(*end);
            assert_eq!(values.next().unwrap().unwrap(), *frame);
            assert_eq!(values.offset(), *end as u64);
            into.next_into(&mut value).unwrap().unwrap();
            assert_eq!(value, *frame);
            assert_eq!(into.offset(), *end as u64);
        }
    }
    for (frame, at) in frames.iter().zip([0].iter().chain(&ends)) {
        let whole = &bytes[*at..][..to_vec(frame).unwrap().len()];
        assert_eq!(from_reader::<Frame, _>(whole).unwrap(), *frame);
        assert_eq!(from_reader::<Frame, _>(tensor_format_tests::in_pieces(whole)).unwrap(), *frame);
        let mut source = ReadSource::new(whole, &Options::new());
        assert_eq!(Frame::decode(&mut source).unwrap(), *frame);
    }
}

/// Bytes, then an error or an end, then the other bytes.
struct Resumed<'b> {
    bytes: [&'b [u8]; 2],
    error: Option<io::ErrorKind>,
}

impl Read for Resumed<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.bytes[0].is_empty() && !self.bytes[1].is_empty() {
            self.bytes.swap(0, 1);
            return self.error.map_or(Ok(0), |kind| Err(kind.into()));
        }
        self.bytes[0].read(out)
    }
}

#[test]
fn an_error_or_an_end_in_a_value_comes_before_what_follows() {
    let mut bytes = to_vec(&frame(9000)).unwrap();
    let one = bytes.len();
    bytes.extend_from_within(..);
    for at in [1000, 4000, 5000, 9500, one - 1] {
        for error in [None, Some(io::ErrorKind::WouldBlock), Some(io::ErrorKind::TimedOut)] {
            let resumed = || Resumed { bytes: [&bytes[..at], &bytes[at..]], error };
            let mut values = Options::new().sequence_from_reader::<Frame, _>(resumed());
            let fault = values.next().unwrap().unwrap_err();
            let whole = Options::new().allow_trailing(true).from_reader::<Frame, _>(resumed()).unwrap_err();
            for fault in [fault, whole] {
                assert_eq!(matches!(fault.kind(), ErrorKind::Io(_)), error.is_some(), "{at}: {fault}");
                assert!(error.is_none() || fault.offset() == Some(at as u64), "{at}: {fault}");
            }
        }
    }
}

#[test]
fn an_error_in_a_message_of_texts_is_the_first_that_comes_up() {
    let bytes = to_vec(&names()).unwrap();
    for at in [4100, 5000, bytes.len() - 1] {
        let resumed = |error| Resumed { bytes: [&bytes[..at], &bytes[at..]], error };
        let fault = from_reader::<Names, _>(resumed(Some(io::ErrorKind::TimedOut))).unwrap_err();
        assert!(matches!(fault.kind(), ErrorKind::Io(_)), "{fault}");
        assert_eq!(fault.offset(), Some(at as u64));
        let fault = from_reader::<Names, _>(resumed(None)).unwrap_err();
        assert!(matches!(fault.kind(), ErrorKind::UnexpectedEnd { .. }), "{fault}");
    }
}

#[derive(Debug, Tensor)]
struct OtherFrame {
    id: u32,
    pixels: Vec<i16>,
    weights: Vec<f64>,
    names: Names,
}

/// What is waited for behind a header that is wrong would not change the error.
#[test]
fn a_header_that_breaks_the_rules_is_told_at_once() {
    let other = OtherFrame { id: 1, pixels: vec![3; 25_600], weights: vec![], names: names() };
    let bytes = to_vec(&other).unwrap();
    let header = bytes.windows(5).position(|window| window == [4, 1, 253, 100, 0]).expect("the header of `pixels`");
    for behind in [5, 15, 5000] {
        let ready = Cell::new(header + behind);
        let stream = || Open::new(&bytes, usize::MAX, &ready);
        let fault = Options::new().sequence_from_reader::<Frame, _>(stream()).next().unwrap().unwrap_err();
        assert_eq!(fault.offset(), Some(header as u64), "{fault}");
        assert_eq!(fault.parameter(), Some("pixels"));
    }
}
