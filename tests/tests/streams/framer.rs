//! The ends of messages, found in pieces of every size.

use std::collections::HashMap;

use allocation_counter::measure;
use proptest::prelude::*;
use serde::Deserialize;
use tensor_format::{
    DecodeError, Encode, ErrorKind, Record, Tensor, append,
    decthings::{Dialect, Framer, Framing, Options},
    error::Limit,
    from_slice,
};

#[derive(Deserialize)]
struct Vector {
    id: String,
    dialect: String,
    hex: String,
}

/// The vectors of a file, each with the options of the dialects that it is of.
fn vectors(name: &str) -> Vec<(String, Options, Vec<u8>)> {
    let path = format!("{}/conformance/decthings/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut all = Vec::new();
    for line in text.lines() {
        let vector: Vector = serde_json::from_str(line).unwrap();
        let dialects = match &*vector.dialect {
            "doc" => vec![Dialect::Documented],
            "wire1" => vec![Dialect::LegacyClients],
            "wire2" => vec![Dialect::Clients],
            _ => vec![Dialect::Documented, Dialect::LegacyClients, Dialect::Clients],
        };
        for dialect in dialects {
            all.push((vector.id.clone(), Options::new().dialect(dialect), hex::decode(&vector.hex).unwrap()));
        }
    }
    all
}

fn whole(len: usize) -> Framing {
    Framing::Whole { len }
}

/// Feeds `bytes` one at a time: what the framer says of each number of them, up to the end of the message or an error.
fn each_byte(framer: &mut Framer, bytes: &[u8]) -> Vec<Result<Framing, (String, Option<u64>)>> {
    let mut said = vec![framer.feed(&[])];
    for (at, byte) in bytes.iter().enumerate() {
        match said.last() {
            Some(Ok(Framing::Missing { .. })) => assert_eq!(framer.position(), at),
            _ => break,
        }
        said.push(framer.feed(&[*byte]));
    }
    said.into_iter().map(|said| said.map_err(|error| (error.kind().name().to_owned(), error.offset()))).collect()
}

/// Asserts that the end of a message, with another one behind it, is found wherever it is cut into two pieces, and that
/// no more bytes are said to be missing than are.
fn found_at_every_split(framer: &mut Framer, bytes: &[u8], what: &str) {
    let two = [bytes, bytes].concat();
    // Some shapes have more elements than a machine of 32 bits can address.
    let is_too_large = |error: DecodeError| matches!(error.kind(), ErrorKind::ShapeOverflow);
    if usize::BITS < 64 && framer.clone().feed(&two).is_err_and(is_too_large) {
        return;
    }
    assert_eq!(framer.feed(&two).unwrap(), whole(bytes.len()), "{what}");
    for split in 0..bytes.len() {
        let Framing::Missing { at_least } = framer.feed(&bytes[..split]).unwrap() else { panic!("{what} at {split}") };
        assert!((1..=bytes.len() - split).contains(&at_least), "{what} at {split}: {at_least}");
        assert_eq!(framer.position(), split);
        // Exactly what was said to be missing is the next message's only if nothing more was.
        let again = framer.clone().feed(&bytes[split..split + at_least]).unwrap();
        assert_eq!(again == whole(bytes.len()), split + at_least == bytes.len(), "{what} at {split}");
        assert_eq!(framer.feed(&two[split..]).unwrap(), whole(bytes.len()), "{what} at {split}");
        assert_eq!(framer.position(), 0);
    }
    let said = each_byte(framer, bytes);
    assert_eq!((said.len(), said.last()), (bytes.len() + 1, Some(&Ok(whole(bytes.len())))), "{what}");
}

#[test]
fn the_end_of_every_vector_is_found_at_every_split() {
    let vectors = vectors("positive");
    assert!(vectors.len() > 1_200);
    for (id, options, bytes) in vectors {
        found_at_every_split(&mut options.framer::<Tensor>().unwrap(), &bytes, &id);
    }
}

#[test]
fn hostile_vectors_are_errors_as_they_are_for_the_reader() {
    let (mut refused, mut unfinished, mut ended) = (0, 0, 0);
    for (id, options, bytes) in vectors("hostile") {
        let mut framer = options.framer::<Tensor>().unwrap();
        let read = options.from_slice::<Tensor>(&bytes);
        let said = framer.feed(&bytes);
        match (&said, &read) {
            (Err(error), Err(expected)) => {
                // A reader that has all bytes sees that some are missing before it sees that their number is absurd.
                let is_same = error.to_string() == expected.to_string();
                assert!(is_same || expected.kind().name() == "truncated", "{id}: {error}, {expected}");
                assert_eq!(framer.feed(b"more").unwrap_err().to_string(), error.to_string(), "{id}");
                refused += 1;
            }
            (Ok(Framing::Missing { at_least }), Err(expected)) => {
                let kind = expected.kind().name();
                let known = ["truncated", "section_length_mismatch", "invalid_utf8", "media_too_short"];
                assert!(*at_least > 0 && known.contains(&kind), "{id}: {kind}");
                unfinished += 1;
            }
            (Ok(Framing::Whole { len }), read) => {
                assert!(*len <= bytes.len(), "{id}");
                assert_eq!(read.is_ok(), options.from_slice::<Tensor>(&bytes[..*len]).is_ok() && *len == bytes.len());
                ended += 1;
            }
            other => panic!("{id}: {other:?}"),
        }
        let bytewise = each_byte(&mut options.framer::<Tensor>().unwrap(), &bytes).pop().unwrap();
        assert_eq!(bytewise, said.map_err(|error| (error.kind().name().to_owned(), error.offset())), "{id}");
    }
    assert!(refused > 300 && unfinished > 500 && ended > 300, "{refused} {unfinished} {ended}");
}

#[derive(Tensor)]
struct Plain {
    id: u32,
    #[tensor(shape = [n, 2])]
    boxes: Vec<[f32; 2]>,
    names: Vec<String>,
    scale: f64,
}

#[derive(Tensor)]
struct Nested {
    left: Plain,
    notes: Option<String>,
    more: HashMap<String, f32>,
}

#[derive(Tensor)]
struct Nothing {}

fn plain(id: u32) -> Plain {
    let names = (0..id % 4).map(|n| "é".repeat((n * 60) as usize)).collect();
    Plain { id, boxes: vec![[0.5; 2]; (id % 5) as usize], names, scale: 1.5 }
}

#[test]
fn the_ends_of_records_are_found() {
    let dialects = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];
    for options in dialects.map(|dialect| Options::new().dialect(dialect)) {
        for id in 0..10 {
            let nested = Nested { left: plain(id), notes: (id % 2 == 0).then(String::new), more: HashMap::new() };
            let bytes = options.to_vec(&nested).unwrap();
            found_at_every_split(&mut options.framer::<Nested>().unwrap(), &bytes, "nested");
            found_at_every_split(&mut options.framer::<Record>().unwrap(), &bytes, "a record of any names");
            let aligned = options.align(64).to_vec(&nested).unwrap();
            found_at_every_split(&mut options.framer::<Nested>().unwrap(), &aligned, "padded");
            let unnamed = options.names(false);
            let bytes = unnamed.to_vec(&plain(id)).unwrap();
            found_at_every_split(&mut unnamed.framer::<Plain>().unwrap(), &bytes, "without names");
        }
        let bytes = options.to_vec(&Nothing {}).unwrap();
        found_at_every_split(&mut options.framer::<Nothing>().unwrap(), &bytes, "without parameters");
    }
    let error = Options::new().names(false).framer::<Nested>().unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("unnamed", Some("notes")));
    assert_eq!(Options::new().names(false).framer::<Record>().unwrap_err().kind().name(), "unnamed");
}

#[test]
fn the_length_of_what_is_missing_is_known_as_soon_as_the_header_is() {
    let missing = |bytes: &[u8]| match Framer::new::<Tensor>().feed(bytes).unwrap() {
        Framing::Missing { at_least } => at_least,
        other => panic!("{other:?}"),
    };
    assert_eq!(missing(&[]), 2);
    assert_eq!(missing(&[1]), 1);
    // f32 [2, 3]: an axis, then 24 bytes.
    assert_eq!(
        (missing(&[1, 2]), missing(&[1, 2, 2]), missing(&[1, 2, 2, 3]), missing(&[1, 2, 2, 3, 0])),
        (2, 1, 24, 23)
    );
    // A length of 8 bytes; one of 2 bytes, half of which has arrived.
    assert_eq!((missing(&[1, 1, 255]), missing(&[1, 1, 253, 1])), (8, 1));
    // Three texts: a byte each, then those of the first one too.
    assert_eq!((missing(&[11, 1, 3]), missing(&[11, 1, 3, 5]), missing(&[11, 1, 3, 0, 0])), (3, 7, 1));
    // The names of a record say how many tensors follow.
    let named = |bytes: &[u8]| Framer::new::<Plain>().feed(bytes).unwrap();
    assert_eq!(named(&[11, 1, 2]), Framing::Missing { at_least: 6 });
    assert_eq!(named(b"\x0b\x01\x02\x02id\x05boxes"), Framing::Missing { at_least: 4 });
    assert_eq!(named(b"\x0b\x01\x02\x02id\x05boxes\x09\x00"), Framing::Missing { at_least: 6 });
}

#[test]
fn limits_end_a_message_before_it_has_arrived() {
    let refused = |options: &Options, bytes: &[u8]| {
        let error: DecodeError = options.framer::<Record>().unwrap().feed(bytes).unwrap_err();
        (error.kind().clone_limit(), error.offset())
    };
    let options = Options::new();
    let names = b"\x0b\x01\x01\x01a";
    let tensor = |header: &[u8]| [names, header].concat();
    assert_eq!(refused(&options.max_params(3), &[11, 1, 4]), (Some((Limit::Params, 3, 4)), Some(0)));
    assert_eq!(refused(&options.max_rank(2), &tensor(&[7, 3])), (Some((Limit::Rank, 2, 3)), Some(6)));
    assert_eq!(refused(&options.max_elements(9), &tensor(&[7, 1, 10])), (Some((Limit::Elements, 9, 10)), Some(7)));
    assert_eq!(refused(&options.max_bytes(9), &tensor(&[1, 1, 3])), (Some((Limit::Bytes, 9, 12)), Some(7)));
    assert_eq!(
        refused(&options.max_element_bytes(9), &tensor(&[12, 0, 10])),
        (Some((Limit::ElementBytes, 9, 10)), Some(8))
    );
    assert_eq!(refused(&options.max_bytes(9), &tensor(&[12, 1, 2, 1, 0, 8])), (Some((Limit::Bytes, 9, 11)), Some(10)));
    // Lengths that no memory holds.
    let absurd = [&[7, 1, 255][..], &[0x80, 0, 0, 0, 0, 0, 0, 0]].concat();
    assert_eq!(refused(&options, &tensor(&absurd)), (None, Some(7)));
    assert_eq!(refused(&options, &[1, 0]).1, Some(0));

    // The whole message.
    let mut framer = Framer::new::<Vec<f32>>().max_message_bytes(100);
    let bytes = tensor_format::to_vec(&vec![0f32; 24]).unwrap();
    assert_eq!(framer.feed(&bytes).unwrap(), whole(99));
    let bytes = tensor_format::to_vec(&vec![0f32; 25]).unwrap();
    for end in 3..=bytes.len() {
        let mut framer = framer.clone();
        for error in [framer.feed(&bytes[..end]).unwrap_err(), framer.feed(&bytes[end..]).unwrap_err()] {
            assert_eq!(
                error.to_string(),
                "limit exceeded: at most 100 bytes in one message allowed, found 103 (byte 0)"
            );
        }
    }
}

/// A limit in an error: which, the most that is allowed, and what was found.
trait CloneLimit {
    fn clone_limit(&self) -> Option<(Limit, u64, u64)>;
}

impl CloneLimit for ErrorKind {
    fn clone_limit(&self) -> Option<(Limit, u64, u64)> {
        match self {
            ErrorKind::LimitExceeded { limit, max, found } => Some((*limit, *max, *found)),
            _ => None,
        }
    }
}

#[test]
fn a_framer_holds_a_header_and_nothing_of_the_message() {
    // The most axes, each of a length of 9 bytes.
    let options = Options::new().allow_non_canonical_varint(true);
    let axis = [255, 0, 0, 0, 0, 0, 0, 0, 1];
    let mut bytes = [&[7, 255][..], &axis.repeat(255)].concat();
    bytes.push(9);
    let mut framer = options.framer::<Tensor>().unwrap();
    let taken = measure(|| {
        for byte in &bytes {
            let _ = framer.feed(&[*byte]).unwrap();
        }
    });
    assert!(taken.bytes_max <= 8192, "{taken:?}");
    // Elements, names and tensors without end.
    for header in [&b"\x0c\x01\xfe\x00\x0f\x42\x40"[..], b"\x0b\x01\xfd\xff\xff"] {
        let (mut framer, rest) = (Framer::new::<Plain>(), [0; 4096]);
        let mut tensor = Framer::new::<Tensor>();
        let taken = measure(|| {
            let _ = (framer.feed(header), tensor.feed(header).unwrap());
            for _ in 0..10 {
                let _ = (framer.feed(&rest), tensor.feed(&rest).unwrap());
            }
        });
        assert!(taken.bytes_max < 1024, "{taken:?}");
    }
}

/// A million texts in pieces of one byte: that no byte is looked at again shows in that the test ends.
#[test]
fn many_small_elements_take_linear_time() {
    let bytes = tensor_format::to_vec(&vec![""; 1_000_000]).unwrap();
    let said = each_byte(&mut Framer::new::<Vec<String>>(), &bytes);
    assert_eq!(said.last(), Some(&Ok(whole(bytes.len()))));
}

proptest! {
    #[test]
    fn a_stream_in_random_pieces_is_the_same_messages(
        ids in prop::collection::vec(any::<u32>(), 0..20),
        pieces in prop::collection::vec(1usize..40, 1..50),
    ) {
        let mut stream = Vec::new();
        ids.iter().for_each(|id| append(&plain(*id), &mut stream).unwrap());
        let (mut framer, mut buffer, mut read) = (Framer::new::<Plain>(), Vec::new(), Vec::new());
        let (mut rest, mut pieces) = (&stream[..], pieces.iter().cycle());
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at((*pieces.next().unwrap()).min(rest.len()));
            rest = behind;
            buffer.extend_from_slice(piece);
            while let Framing::Whole { len } = framer.feed(&buffer[framer.position()..]).unwrap() {
                read.push(from_slice::<Plain>(&buffer[..len]).unwrap().id);
                buffer.drain(..len);
            }
        }
        prop_assert_eq!((read, buffer.len()), (ids, 0));
    }

    #[test]
    fn any_bytes_are_an_error_or_wanted(bytes in prop::collection::vec(any::<u8>(), 0..60), cut in any::<prop::sample::Index>()) {
        for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
            let options = Options::new().dialect(dialect);
            let cut = cut.index(bytes.len() + 1);
            let mut framer = options.framer::<Record>().unwrap();
            let at_once = framer.clone().feed(&bytes).map_err(|error| error.to_string());
            let first = framer.feed(&bytes[..cut]).map_err(|error| error.to_string());
            let then = match first {
                Ok(Framing::Missing { .. }) => framer.feed(&bytes[cut..]).map_err(|error| error.to_string()),
                other => other,
            };
            prop_assert_eq!(then, at_once);
        }
    }
}

/// Values that are only written are framed too.
#[test]
fn a_type_needs_rules_only() {
    fn framer<T: Encode>(value: &T) -> Framing {
        Framer::new::<T>().feed(&tensor_format::to_vec(value).unwrap()).unwrap()
    }
    assert_eq!(framer(&"text"), whole(7));
}
