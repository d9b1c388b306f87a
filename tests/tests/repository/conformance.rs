//! The library judged by the vendored conformance vectors.

use std::{io, path::Path};

use tensor_format_tests::conformance::{self, FORMATS, Tally, decthings};

fn judge(format: &str) -> (Tally, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join(format);
    let mut report = Vec::new();
    let tally = conformance::run(format, &folder, &mut report).expect("the vendored vectors");
    (tally, String::from_utf8(report).expect("a report in UTF-8"))
}

#[test]
fn vendored_vectors_pass() {
    for format in FORMATS {
        let (tally, report) = judge(format.name);
        assert_eq!(tally.failed, 0, "{report}");
        assert!(tally.passed > 0, "{report}");
        let Tally { passed, not_judged, .. } = tally;
        let last = format!("{}: {passed} passed, 0 failed, {not_judged} not judged", format.name);
        assert_eq!(report.lines().last(), Some(last.as_str()));
    }
}

/// All vectors pass; on a machine of 32 bits all that describe no more than it can address.
#[track_caller]
fn assert_complete(tally: Tally, vectors: usize) {
    let beyond = if usize::BITS < 64 { tally.not_judged } else { 0 };
    assert_eq!(tally, Tally { passed: vectors - beyond, failed: 0, not_judged: beyond });
    assert!(beyond < vectors / 4, "{beyond} of {vectors}");
}

/// The files of each kind are there in full, and every vector has its judge.
#[test]
fn decthings_vectors_are_complete() {
    let (tally, report) = judge("decthings");
    assert_complete(tally, 746 + 1035 + 77 + 107 + 29 + 11 + 12);
    for file in ["README.md", "notes.md"] {
        assert!(report.contains(&format!("not judged: {file} ")), "{report}");
    }
}

#[test]
fn zio_vectors_are_complete() {
    assert_complete(judge("zio").0, 98 + 95);
}

#[test]
fn stdlib_and_xla_vectors_are_complete() {
    assert_complete(judge("stdlib").0, 477 + 224);
    assert_complete(judge("xla").0, 213 + 84 + 76 + 104);
}

#[test]
fn large_payloads_pass() {
    let (_, judge) = decthings::FORMAT
        .files
        .iter()
        .find(|(file, _)| *file == "positive-large.jsonl")
        .expect("a judge for large payloads");
    let (mut tally, mut report) = (Tally::default(), Vec::new());
    for (index, line) in decthings::large_vectors().iter().enumerate() {
        conformance::judge_line(*judge, "positive-large.jsonl", index + 1, line, &mut tally, &mut report)
            .expect("a report in memory");
    }
    assert_eq!(tally, Tally { passed: 10, failed: 0, not_judged: 0 }, "{}", String::from_utf8_lossy(&report));
}

/// A judge that cannot fail proves nothing: each of these lines states something that is not so.
#[test]
fn wrong_vectors_fail() {
    const RIGHT: &str = r#"{"id":"a","dialect":"all","dtype":"u8","shape":[2],"values":[1,2],"hex":"0701020102"}"#;
    const HOSTILE: &str = r#"{"id":"b","dialect":"doc","dtype":"bool","hex":"0d0002","len":3,"expect":"reject","reason":"invalid_boolean","offset":2,"expect_lenient":"accept","max_alloc_bytes":8288}"#;
    const RULES: &str = r#"{"id":"c","json":"{\"shape\":[-1],\"allowedTypes\":[\"u8\"]}","expect":"accept","reason":null,"rust_peer_reserialized":"{\"shape\":[-1],\"allowedTypes\":[\"u8\"],\"annotations\":[]}"}"#;
    const CHECK: &str = r#"{"id":"d","tensor":{"dtype":"u8","shape":[2]},"rules":{"shape":[3],"allowedTypes":["u8"]},"ok":false,"violation":"dim_mismatch","axis":0}"#;
    const REQUEST: &str = r#"{"id":"e","dialect":"wire2","params":[{"name":"x","tensors":["0701020102"]}],"json":"[{\"name\":\"x\"}]","blobs":["0701020102"],"request_hex":"010e055b7b226e616d65223a2278227d5d0701020102"}"#;
    const RESPONSE: &str = r#"{"id":"f","hex":"087b226f6b223a317d0161","expect":"accept","json":"{\"ok\":1}","blobs":["61"],"reason":null}"#;
    const CUT: &str =
        r#"{"id":"g","hex":"097b226f6b223a317d","expect":"reject","json":null,"blobs":null,"reason":"truncated"}"#;
    let hostile = HOSTILE.replace("\"bool\"", "\"boolean\"");
    let cases = [
        (
            "positive.jsonl",
            RIGHT,
            vec![
                ("[1,2]", "[1,3]"),
                ("\"u8\"", "\"i8\""),
                ("[2]", "[1,2]"),
                ("0102\"", "0103\""),
                ("\"values\"", "\"value\""),
            ],
        ),
        (
            "hostile.jsonl",
            &hostile,
            vec![
                ("invalid_boolean", "truncated"),
                ("\"offset\":2", "\"offset\":1"),
                ("\"expect\":\"reject\",\"reason\":\"invalid_boolean\",\"offset\":2", "\"expect\":\"accept\""),
                ("\"expect_lenient\":\"accept\"", "\"expect_lenient\":\"reject\""),
                ("8288", "64"),
                ("\"len\":3", "\"len\":4"),
                ("0d0002", "0d0001"),
            ],
        ),
        (
            "rules-json.jsonl",
            RULES,
            vec![
                ("accept", "reject"),
                (r#"{\"shape\":[-1],\"allowedTypes\":[\"u8\"],"#, r#"{\"shape\":[-1],\"allowedTypes\":[\"i8\"],"#),
            ],
        ),
        (
            "rules-check.jsonl",
            CHECK,
            vec![("dim_mismatch", "rank_mismatch"), ("\"axis\":0", "\"axis\":1"), ("[3]", "[2]"), ("[3]", "[-2]")],
        ),
        (
            "request-framing.jsonl",
            REQUEST,
            vec![
                (r#""tensors":["0701020102"]"#, r#""tensors":["0701020103"]"#),
                (r#""blobs":["0701020102"]"#, r#""blobs":["0701020103"]"#),
                (r#"[{"name":"x""#, r#"[{"name":"y""#),
                (r#"\"name\":\"x\""#, r#"\"name\":\"y\""#),
                ("5d0701020102", "5d0701020103"),
            ],
        ),
        (
            "response-framing.jsonl",
            RESPONSE,
            vec![
                ("accept", "reject"),
                (r#"\"ok\":1"#, r#"\"ok\":2"#),
                (r#"["61"]"#, r#"["62"]"#),
                (r#"["61"]"#, r#"[]"#),
                ("7d0161", "7d0261"),
            ],
        ),
        ("response-framing.jsonl", CUT, vec![("truncated", "non_canonical_varint"), ("097b", "087b")]),
    ];
    for (file, line, changes) in cases {
        let (_, judge) = decthings::FORMAT.files.iter().find(|(known, _)| *known == file).expect("a judge");
        let passes = |line: &str| {
            let mut tally = Tally::default();
            conformance::judge_line(*judge, file, 1, line, &mut tally, &mut io::sink()).expect("no report");
            tally.passed == 1
        };
        assert!(passes(line), "{line}");
        for (from, to) in changes {
            let wrong = line.replace(from, to);
            assert_ne!(wrong, line, "{from} is in the line");
            assert!(!passes(&wrong), "{wrong}");
        }
    }
}

#[test]
fn what_is_not_there_is_an_error() {
    let missing = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join("no-such-folder");
    assert!(conformance::run("decthings", &missing, &mut io::sink()).is_err());
    let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join("decthings");
    assert!(conformance::run("no-such-format", &there, &mut io::sink()).is_err());
    let no_vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join("bin");
    let mut report = Vec::new();
    let tally = conformance::run("decthings", &no_vectors, &mut report).expect("a folder of other files");
    let files = std::fs::read_dir(&no_vectors).expect("a folder").count();
    assert_eq!(tally, Tally { passed: 0, failed: 0, not_judged: files });
}
