//! The judge of Vespa vectors knows all of them, and can fail.

use std::{io, path::Path};

use tensor_format_tests::conformance::{self, Tally, vespa};

#[test]
fn vespa_vectors_are_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/vespa");
    let mut report = Vec::new();
    let tally = conformance::run("vespa", &folder, &mut report).expect("the vendored vectors");
    let vectors = 196 + 144 + 50 + 79 + 27 + 8 + 87 + 71;
    assert_eq!(tally, Tally { passed: vectors, failed: 0, not_judged: 0 }, "{}", String::from_utf8_lossy(&report));
}

/// What is replaced in a vector, and by what.
type Change = (&'static str, &'static str);

/// Each change states something that is not so.
#[test]
fn wrong_vectors_fail() {
    const READ: &str = r#"{"id":"a","profile":"constant","kind":"accept","type":"tensor<float>(x[2])","input":"{\"values\":[1,0.5]}","canonical_type":"tensor<float>(x[2])","cells":[[{"x":"0"},1.0],[{"x":"1"},0.5]]}"#;
    const REFUSED: &str = r#"{"id":"b","profile":"constant","kind":"reject","type":"tensor(x[2])","input":"[1]","canonical_type":"tensor(x[2])","reason":"wrong-count"}"#;
    const TYPE: &str = r#"{"id":"c","input":"tensor(b{},a[2])","kind":"accept","canonical":"tensor(a[2],b{})"}"#;
    const WRITE: &str = r#"{"id":"d","type":"tensor(x{})","cells":[[{"x":"a"},2.5]],"form":"cells-object","vespa_long":"{\"cells\":[{\"address\":{\"x\":\"a\"},\"value\":2.5}]}","vespa_short":"{\"cells\":{\"a\":2.5}}"}"#;
    const FRAME: &str = r#"{"id":"e","profile":"constant","kind":"accept","type":"tensor(category{})","input_base64":"BCJNGGBAgiQAAIB7ImNlbGxzIjp7InRhZyI6Mi41LCJhbm90aGVyIjoyLjc1fX0AAAAA","canonical_type":"tensor(category{})","cells":[[{"category":"another"},2.75],[{"category":"tag"},2.5]]}"#;
    const FIELD: &str = r#"{"id":"f","profile":"document","kind":"accept","type":"tensor<int8>(x[2])","input":"\"FF00\"","canonical_type":"tensor<int8>(x[2])","cells":[[{"x":"0"},-1.0],[{"x":"1"},0.0]]}"#;
    let cases: &[(&str, &str, &[Change])] = &[
        (
            "constant-accept.jsonl",
            READ,
            &[
                ("0.5]}", "0.25]}"),
                ("\"canonical_type\":\"tensor<float>", "\"canonical_type\":\"tensor"),
                ("[{\"x\":\"1\"},0.5]", "[{\"x\":\"1\"},-0.5]"),
                ("\"accept\"", "\"reject\""),
                (",[{\"x\":\"1\"},0.5]", ""),
                ("\"accept\"", "\"accepted\""),
                ("\"constant\"", "\"constants\""),
                ("\"tensor<float>(x[2])\",\"input\"", "\"tensor<half>(x[2])\",\"input\""),
                ("\"input\"", "\"inputs\""),
            ],
        ),
        (
            "constant-reject.jsonl",
            REFUSED,
            &[
                ("wrong-count", "bad-json"),
                ("\"reject\"", "\"accept\""),
                ("\"reject\"", "\"rejects\""),
                ("[1]\"", "[1,2]\""),
                ("\"canonical_type\":\"tensor(x[2])\"", "\"canonical_type\":\"tensor(x[3])\""),
            ],
        ),
        (
            "lz4.jsonl",
            FRAME,
            &[
                ("Mi41LCJh", "Mi41LCJi"),
                ("BCJNGGBA", "BCJNGGBB"),
                ("AAAAA\"", "AAAA\""),
                ("\"accept\"", "\"reject\""),
                ("2.75]", "2.5]"),
            ],
        ),
        (
            "document-accept.jsonl",
            FIELD,
            &[
                ("FF00", "FF01"),
                ("FF00", "FF0"),
                ("-1.0", "255.0"),
                ("\"document\"", "\"constant\""),
                ("\"document\"", "\"documents\""),
            ],
        ),
        (
            "types.jsonl",
            TYPE,
            &[
                ("\"accept\"", "\"reject\""),
                ("\"accept\"", "\"accepts\""),
                ("(b{},a[2])", "(b{},a[2)"),
                ("\"tensor(a[2],b{})\"", "\"tensor(b{},a[2])\""),
            ],
        ),
        (
            "write.jsonl",
            WRITE,
            &[
                ("cells-object", "cells-array"),
                ("\"value\\\":2.5", "\"value\\\":2"),
                ("\\\"a\\\":2.5}", "\\\"b\\\":2.5}"),
                ("tensor(x{})", "tensor(x)"),
                ("},2.5]]", "},\"2.5\"]]"),
            ],
        ),
    ];
    for (file, line, changes) in cases {
        let (_, judge) = vespa::FORMAT.files.iter().find(|(known, _)| known == file).expect("a judge");
        let passes = |line: &str| {
            let mut tally = Tally::default();
            conformance::judge_line(*judge, file, 1, line, &mut tally, &mut io::sink()).expect("no report");
            tally.passed == 1
        };
        assert!(passes(line), "{line}");
        for (from, to) in *changes {
            let wrong = line.replace(from, to);
            assert_ne!(wrong, *line, "{from} is in the line");
            assert!(!passes(&wrong), "{wrong}");
        }
    }
}
