//! Where the clients of Decthings part from the format, and what becomes of it here.
//!
//! The Rust and Python clients also run beside the library, in `decthings_api.rs` and `decthings_python.rs`. The one for
//! JavaScript is in no package registry: what it does is known from the vectors, and what it writes stands here.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use serde::Deserialize;
use tensor_format::{Audio, Tensor, Video};
use tensor_format_tests::clients;

#[derive(Deserialize)]
struct Vector {
    expect: String,
    reason: Option<String>,
    #[serde(default)]
    peers: BTreeMap<String, String>,
}

/// For each client: the faults that the vectors catch it in, as the kind of error due and what it did instead.
fn faults() -> BTreeMap<String, BTreeSet<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/decthings/hostile.jsonl");
    let text = fs::read_to_string(path).expect("the vendored vectors");
    let mut faults: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for line in text.lines() {
        let vector: Vector = serde_json::from_str(line).expect("a vector");
        let due = if vector.expect == "accept" { "accepted" } else { "rejected" };
        for (peer, did) in vector.peers.into_iter().filter(|(_, did)| did != due) {
            let kind = vector.reason.as_deref().unwrap_or("nothing");
            faults.entry(peer).or_default().insert(format!("{kind}: {did}"));
        }
    }
    faults
}

#[test]
fn every_disagreement_with_a_client_is_a_known_fault_of_it() {
    let all = [
        "invalid_boolean: accepted",
        "invalid_media_format: accepted",
        "non_canonical_varint: accepted",
        "section_length_mismatch: accepted",
        "section_length_mismatch: accepted_prefix",
        "trailing_bytes: accepted_prefix",
        // A section that is said to be longer than the input.
        "truncated: accepted",
    ];
    let rust = ["section_length_mismatch: panic", "shape_overflow: accepted_then_panic", "truncated: panic"];
    let known: [(&str, &[&str]); 4] = [
        ("js_head", &["invalid_utf8: accepted", "shape_overflow: accepted", "shape_overflow: accepted_prefix"]),
        // Ranks above NumPy's, and binary elements.
        ("python_0.0.4", &["nothing: rejected"]),
        ("rust_0.1.5_debug", &["shape_overflow: panic"]),
        ("rust_0.1.5_release", &["section_length_mismatch: accepted_then_panic", "section_length_mismatch: hang"]),
    ];
    let known = known.map(|(peer, own)| {
        let rust: &[&str] = if peer.starts_with("rust") { &rust } else { &[] };
        let faults: BTreeSet<String> = [&all, rust, own].concat().into_iter().map(String::from).collect();
        (peer.to_owned(), faults)
    });
    assert_eq!(faults(), BTreeMap::from(known));
}

/// A message of the JavaScript client that must be refused.
fn refused(bytes: &[u8], kind: &str, offset: u64) {
    let error = clients().from_slice::<Tensor>(bytes).expect_err("it is refused");
    assert_eq!((error.kind().name(), error.offset()), (kind, Some(offset)), "{error}");
}

/// It counts the 16-bit units of a string, and writes UTF-8.
#[test]
fn strings_of_the_javascript_client_outside_of_ascii_are_refused() {
    let ours = clients().to_vec(&["hello", "world"]).unwrap();
    assert_eq!(ours, b"\x0b\x01\x02\x0c\x05hello\x05world");
    // "é": one unit, two bytes.
    refused(b"\x0b\x00\x03\x01\xc3\xa9", "invalid_utf8", 4);
    // "𝄞": two units, four bytes.
    refused(b"\x0b\x00\x05\x02\xf0\x9d\x84\x9e", "invalid_utf8", 4);
    // "aé": the first unit alone would be a string.
    refused(b"\x0b\x00\x04\x02a\xc3\xa9", "invalid_utf8", 5);
    assert_eq!(clients().to_vec("é").unwrap(), b"\x0b\x00\x03\x02\xc3\xa9");
}

/// It writes the length of audio and video twice: first as if formats had no length of their own.
#[test]
fn audio_and_video_of_the_javascript_client_are_refused() {
    for (kind, ours) in [
        (15, clients().to_vec(&Audio::new("wav", vec![1, 2])).unwrap()),
        (16, clients().to_vec(&Video::new("wav", vec![1, 2])).unwrap()),
    ] {
        assert_eq!(ours, [&[kind, 0, 7, 6, 3], &b"wav\x01\x02"[..]].concat());
        refused(&[&[kind, 0, 8, 5, 6, 3], &b"wav\x01\x02"[..]].concat(), "media_too_short", 4);
        refused(&[&[kind, 1, 2, 12, 3, 4, 3], &b"wav"[..], &[3, 4, 3], b"wav"].concat(), "media_too_short", 5);
    }
}
