//! Frames and buffers.

use std::io;

use allocation_counter::measure;
use bytes::Bytes;
use tensor_format::zio::{Form, Level, Message, MessageFault, Options, Part, Stage};
use tensor_format_tests::conformance::{self, Tally, zio};

use super::facts;

/// A judge that cannot fail proves nothing: each of these lines states something that is not so.
#[test]
fn wrong_vectors_fail() {
    const ACCEPT: &str = r#"{"id":"a","level":0,"form":"TENS","origin":0,"granule":0,"seqno":1,"label":{"TENS":{"metadata":{},"tensors":[{"dtype":"i","order":[0],"part":0,"shape":[2],"word":2}]}},"canonical_label":"{\"TENS\":{\"metadata\":{},\"tensors\":[{\"dtype\":\"i\",\"order\":[0],\"part\":0,\"shape\":[2],\"word\":2}]}}","parts_hex":["0080ff7f"],"frames_hex":["FRAME","000000000000000000000000000000000100000000000000","0080ff7f"],"encoded_hex":"ENCODED","tensors":[{"shape":[2],"word":2,"dtype":"i","part":0,"order":[0],"values":[-32768,32767],"values_hex":"0080ff7f"}],"top_metadata":{}}"#;
    const REJECT: &str = r#"{"id":"b","stage":"tens","error":"word","frames_hex":["FRAME","000000000000000000000000000000000100000000000000",""]}"#;
    let prefix = |label: &str| hex::encode(format!("ZIO0TENS{label}"));
    let frame =
        prefix(r#"{"TENS":{"metadata":{},"tensors":[{"dtype":"i","order":[0],"part":0,"shape":[2],"word":2}]}}"#);
    let coord = "000000000000000000000000000000000100000000000000";
    let encoded = format!("{:02x}{frame}18{coord}040080ff7f", frame.len() / 2);
    let accept = ACCEPT.replace("FRAME", &frame).replace("ENCODED", &encoded);
    let wrong_word = prefix(r#"{"TENS":{"tensors":[{"dtype":"i","shape":[2],"word":-2}]}}"#);
    let reject = REJECT.replace("FRAME", &wrong_word);
    let cases = [
        (
            "accept.jsonl",
            &accept,
            vec![
                ("\"level\":0", "\"level\":1"),
                ("\"form\":\"TENS\"", "\"form\":\"FLOW\""),
                ("\"seqno\":1", "\"seqno\":2"),
                ("-32768,", "-32767,"),
                ("\"values_hex\":\"0080ff7f\"", "\"values_hex\":\"0080ff7e\""),
                ("\"part\":0,\"order\":[0],\"values\"", "\"part\":0,\"values\""),
                ("\"part\":0,\"order\"", "\"part\":1,\"order\""),
                ("\"top_metadata\":{}", "\"top_metadata\":null"),
                ("\\\"word\\\":2", "\\\"word\\\": 2"),
                ("040080ff7f\"", "040080ff7e\""),
                ("\"parts_hex\":[\"0080", "\"parts_hex\":[\"0180"),
                ("\"label\":{\"TENS\"", "\"label\":{\"SNET\""),
            ],
        ),
        (
            "reject.jsonl",
            &reject,
            vec![
                ("\"tens\"", "\"data\""),
                ("\"word\"", "\"shape\""),
                ("\"stage\"", "\"stages\""),
                (&*wrong_word, &*frame),
            ],
        ),
    ];
    for (file, line, changes) in cases {
        let (_, judge) = zio::FORMAT.files.iter().find(|(known, _)| *known == file).expect("a judge");
        let passes = |line: &str| {
            let (mut tally, mut report) = (Tally::default(), Vec::new());
            conformance::judge_line(*judge, file, 1, line, &mut tally, &mut report).expect("a report in memory");
            (tally.passed == 1, String::from_utf8(report).expect("text"))
        };
        assert_eq!(passes(line), (true, String::new()), "{line}");
        for (from, to) in changes {
            let wrong = line.replacen(from, to, 1);
            assert_ne!(&wrong, line, "{from} is in the line");
            assert!(!passes(&wrong).0, "{wrong}");
        }
    }
    assert!(conformance::run("zio", std::path::Path::new("no such folder"), &mut io::sink()).is_err());
}

#[test]
fn forms_levels_and_parts() {
    assert_eq!(Form::new("A").expect("a form"), Form(*b"A   "));
    assert_eq!(Form::new("TENSO").expect_err("five bytes").to_string(), "a form has at most four bytes");
    assert_eq!(Form(*b"A\xff  ").to_string(), r"A\xff");
    for number in 0..=8 {
        assert_eq!(Level::from_number(number).expect("a level").number(), number);
    }
    let text = String::from("abc");
    let parts = [
        Part::from("abc"),
        Part::from(text.clone()),
        Part::from(text.as_bytes()),
        Part::from(b"abc"),
        Part::from(&text.clone().into_bytes()).into_owned(),
        Part::from(std::borrow::Cow::Borrowed(text.as_bytes())),
        Part::from(std::borrow::Cow::<[u8]>::Owned(text.clone().into_bytes())),
        Part::from(Bytes::from_static(b"abc")),
    ];
    for part in parts {
        assert_eq!(&*part, b"abc");
        assert_eq!(part.is_borrowed(), part.as_borrowed().is_some());
        assert_eq!(part.clone().into_vec(), b"abc");
        assert_eq!(part.clone().into_bytes(), b"abc".as_slice());
        assert!(!part.clone().into_owned().is_borrowed());
        assert_eq!(format!("{part:?}"), "3 bytes \"abc\"");
    }
    let (owned, shared) = (vec![7; 100], Bytes::from(vec![7; 100]));
    let (owned_at, shared_at) = (owned.as_ptr(), shared.as_ptr());
    let (owned, shared) = (Part::from(owned).into_vec(), Part::from(shared).into_owned().into_bytes());
    assert_eq!((owned.as_ptr(), shared.as_ptr()), (owned_at, shared_at));
    assert!(format!("{:?}", Part::from(vec![b'a'; 100])).ends_with("...\""));
}

#[test]
fn frames_that_are_no_message() {
    type Case<'a> = (Vec<&'a [u8]>, MessageFault, &'a str, Option<u64>);
    let coord = [0; 24];
    let cases: [Case<'_>; 8] = [
        (vec![], MessageFault::TooFewFrames, "frame 0", None),
        (vec![b"ZIO0TENS"], MessageFault::TooFewFrames, "frame 1", None),
        (vec![b"ZIO0TEN", &coord], MessageFault::BadPrefix, "frame 0", Some(0)),
        (vec![b"ZIO"], MessageFault::BadPrefix, "frame 0", Some(0)),
        (vec![b"ZOO0TENS", &coord], MessageFault::BadMagic, "frame 0", Some(0)),
        (vec![b"ZIO9TENS", &coord], MessageFault::BadLevel, "frame 0", Some(3)),
        (vec![b"ZIO\0TENS", &coord], MessageFault::BadLevel, "frame 0", Some(3)),
        (vec![b"ZIO0TENS", &coord[1..]], MessageFault::BadCoord, "frame 1", Some(0)),
    ];
    for (frames, fault, path, offset) in cases {
        let error = Message::from_frames(frames.clone()).expect_err("no message");
        let found = facts(&error);
        assert_eq!((found.0, found.1, found.2, found.4), (Stage::Message, fault, path, offset), "{frames:?}");
    }
    let error = Message::from_frames([b"ZIO9TENS".as_slice(), &coord]).expect_err("no level");
    assert_eq!(error.to_string(), "frame 0: expected a level from `0` to `8`, found `9` (byte 3)");
    assert_eq!(error.kind().name(), "bad_level");
}

#[test]
fn one_buffer() {
    let mut message = Message { label: "{}".into(), origin: u64::MAX, ..Message::default() };
    for len in [0, 1, 254, 255, 256, 70_000, 0] {
        message.parts.push(vec![7; len].into());
    }
    let bytes = message.to_vec().expect("bytes");
    assert_eq!(bytes.len(), message.encoded_len());
    assert_eq!(Message::from_slice(&bytes).expect("a message"), message);
    assert!(Message::from_slice(&bytes).expect("a message").parts.iter().all(Part::is_borrowed));
    let shared = Bytes::from(bytes.clone());
    let of_shared = Message::from_bytes(&shared).expect("a message");
    assert_eq!(of_shared, message);
    assert!(shared.as_ptr_range().contains(&of_shared.parts[1].as_ptr()));
    // All ends but most of those within the longest part.
    for end in (0..2000).chain((2000..bytes.len()).step_by(97)).chain(bytes.len() - 50..bytes.len()) {
        match Message::from_slice(&bytes[..end]) {
            // A cut between two parts leaves a message.
            Ok(shorter) => assert_eq!(shorter.parts, message.parts[..shorter.parts.len()]),
            Err(error) => assert_eq!(facts(&error).0, Stage::Encoded),
        }
    }
    let error = Message::from_slice(b"\x00\x00\xff\x00\x00\x01").expect_err("cut");
    assert_eq!(facts(&error), (Stage::Encoded, MessageFault::Truncated, "frame 2", "3 of them", Some(2)));
    let mut huge = b"\x08ZIO0TENS\xff\xff\xff\xff\xff".to_vec();
    huge.extend([0; 24]);
    let used = measure(|| drop(Message::from_slice(&huge)));
    assert!(used.bytes_max < 1024, "{used:?}");
}

/// The frame, and the offset in the buffer: of a length, or within a frame.
#[test]
fn faults_of_a_buffer_have_a_place() {
    let coord = [0; 24];
    let buffer = |frames: &[&[u8]]| -> Vec<u8> {
        frames.iter().flat_map(|frame| [&[frame.len() as u8][..], *frame].concat()).collect()
    };
    let no_coord = buffer(&[b"ZIO0TENSlabel", &coord[1..]]);
    let long_label = [&[255, 0, 0, 1, 0], b"ZIO9".as_slice(), &[b' '; 252], &buffer(&[&coord])].concat();
    let cases: [(&[u8], &str); 7] = [
        (b"", "frame 0: expected two frames of headers, found 0 of them (byte 0)"),
        (&buffer(&[b"ZIO0TENS"]), "frame 1: expected two frames of headers, found 1 of them (byte 9)"),
        (&buffer(&[b"ZOO0TENS", &coord]), "frame 0: expected `ZIO`, found `ZOO` (byte 1)"),
        (&buffer(&[b"ZIO9TENS", &coord]), "frame 0: expected a level from `0` to `8`, found `9` (byte 4)"),
        (&long_label, "frame 0: expected a level from `0` to `8`, found `9` (byte 8)"),
        (&no_coord, "frame 1: expected a coord header of exactly 24 bytes, found 23 bytes (byte 15)"),
        (
            &[&buffer(&[b"ZIO0TENS", &coord, b"abc"]), [255, 1].as_slice()].concat(),
            "frame 3: expected a length of four bytes after the byte 255, found 1 of them (byte 38)",
        ),
    ];
    for (bytes, expected) in cases {
        let error = Message::from_slice(bytes).expect_err(expected);
        assert_eq!(error.to_string(), expected);
        let [wanted, found] = [error.expected(), error.found()].map(|value| value.expect(expected).to_string());
        assert!(expected.contains(&format!("expected {wanted}, found {found}")), "{wanted}, {found}");
        let shared = Bytes::from(bytes.to_vec());
        assert_eq!(Message::from_bytes(&shared).expect_err(expected).to_string(), expected);
    }
}

/// Both peers read lengths of five bytes where one would do; an option refuses them.
#[test]
fn long_lengths_of_short_frames() {
    let long = |frame: &[u8]| [&[255, 0, 0, 0, frame.len() as u8], frame].concat();
    let bytes = [long(b"ZIO0TENS"), long(&[0; 24]), long(b""), long(&[1; 254])].concat();
    let message = Message::from_slice(&bytes).expect("a message");
    assert_eq!(message.parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [0, 254]);
    let deny = Options::new().deny_long_lengths(true);
    let error = deny.message_from_slice(&bytes).expect_err("long lengths");
    assert_eq!(
        error.to_string(),
        "frame 0: expected one byte for a length below 255, found five bytes for the length 8 (byte 0)"
    );
    assert_eq!(error.kind().name(), "long_length");
    let written = Message { parts: vec![vec![1; 254].into(), vec![1; 255].into()], ..message.clone() };
    let bytes = written.to_vec().expect("bytes");
    assert_eq!(deny.message_from_slice(&bytes).expect("a message"), written);
    let error = deny.message_from_bytes(&[&*bytes, &long(b"a")].concat().into()).expect_err("a long length");
    assert_eq!((facts(&error).1, error.offset()), (MessageFault::LongLength, Some(bytes.len() as u64)));
    assert!(deny.deny_long_lengths(false).message_from_slice(&[bytes, long(b"a")].concat()).is_ok());
}

/// An empty part is one byte in the buffer and a whole part in memory.
#[test]
fn empty_frames_take_no_memory_before_they_are_counted() {
    const MANY: usize = 65_536;
    let zeros = vec![0; 1 << 20];
    let mut message = Message::default().to_vec().expect("bytes");
    message.resize(message.len() + MANY, 0);
    let mut more = message.clone();
    more.push(0);
    let mut cut = more.clone();
    cut.push(1);
    // The stages in their order: lengths, headers, and only then the number of parts.
    type Case<'a> = (&'a [u8], &'a str);
    let cases: [Case<'_>; 4] = [
        (&zeros, "frame 0: expected a prefix header of at least 8 bytes, found 0 bytes (byte 1)"),
        (&more, "limit exceeded: at most 65536 payload parts in one message allowed, found 65537 (byte 65571)"),
        (
            &cut[MANY..],
            "frame 35: expected a frame that ends within the buffer, found a length of 1 with 0 left (byte 35)",
        ),
        (&cut[..1], "frame 0: expected a frame that ends within the buffer, found a length of 8 with 0 left (byte 0)"),
    ];
    for (bytes, text) in cases {
        let used = measure(|| assert_eq!(Message::from_slice(bytes).expect_err(text).to_string(), text));
        assert!(used.bytes_max < 1024, "{text}: {used:?}");
        let shared = Bytes::from(bytes.to_vec());
        let used = measure(|| assert_eq!(Message::from_bytes(&shared).expect_err(text).to_string(), text));
        assert!(used.bytes_max < 1024, "{text}: {used:?}");
    }
    let used = measure(|| assert_eq!(Message::from_slice(&message).expect("all parts").parts.len(), MANY));
    assert_eq!((used.count_total, used.bytes_max), (1, (MANY * size_of::<Part<'_>>()) as u64));
    let options = Options::new().max_parts(MANY + 1);
    assert_eq!(options.message_from_slice(&more).expect("one more").parts.len(), MANY + 1);
    assert_eq!(options.message_from_bytes(&Bytes::from(more)).expect("one more").parts.len(), MANY + 1);
    let bare = Message::default().to_vec().expect("bytes");
    assert!(Options::new().max_parts(0).message_from_slice(&bare).is_ok());
}

#[test]
fn stages_and_times_have_their_own_texts() {
    use tensor_format::zio::{self, Stage};
    let stages = [Stage::Encoded, Stage::Message, Stage::Label, Stage::Tens, Stage::Data, Stage::Flow];
    assert_eq!(stages.map(|stage| stage.to_string()), ["encoded", "message", "label", "tens", "data", "flow"]);
    assert_eq!(format!("{:>6}|", Stage::Tens), "  tens|");
    assert_eq!(format!("{:?}", zio::Options::default()), format!("{:?}", zio::Options::new()));
    let before = std::time::UNIX_EPOCH.elapsed().expect("a time").as_micros();
    assert!((before..=before + 60_000_000).contains(&u128::from(zio::now())));
}
