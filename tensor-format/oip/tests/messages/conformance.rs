//! All vectors pass, and the program says so by its exit code.

use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance/oip");

fn judge(folder: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_conformance")).args(["oip", folder]).output().expect("it runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

#[test]
#[cfg(feature = "compression")]
fn all_vectors_pass() {
    let (code, out) = judge(FOLDER);
    assert_eq!(code, Some(0), "{out}");
    assert_eq!(out, "oip: 811 passed, 0 failed, 0 not judged\n");
}

/// A judge that cannot fail judges nothing: each line is changed, and is refused.
#[test]
fn changed_vectors_fail() {
    let folder = std::env::temp_dir().join(format!("oip-changed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let first = |name: &str| {
        let text = std::fs::read_to_string(format!("{FOLDER}/{name}.jsonl")).expect("vectors");
        text.lines().next().expect("a line").to_owned()
    };
    let accept = first("accept");
    let swap = |from: &str, to: &str| {
        assert!(accept.contains(from), "{from} in {accept}");
        accept.replacen(from, to, 1)
    };
    let lines = [
        swap("\"values_hex\": \"01", "\"values_hex\": \"00"),
        swap("\"shape\": [6]", "\"shape\": [5]"),
        swap("\"form\": \"json\"", "\"form\": \"binary\""),
        swap("\"datatype\": \"BOOL\"", "\"datatype\": \"INT8\""),
        swap("\"name\": \"x\"", "\"name\": \"y\""),
        swap("\"binary_data_output\": true", "\"binary_data_output\": false"),
        swap("\"id\": null", "\"id\": \"7\""),
        swap("\"kind\": \"http_request\"", "\"kind\": \"other\""),
    ];
    std::fs::write(folder.join("accept.jsonl"), lines.join("\n")).expect("written");
    let reject = first("reject");
    std::fs::write(folder.join("reject.jsonl"), reject.replacen("\"stage\": \"", "\"stage\": \"no", 1))
        .expect("written");
    let document = first("documents");
    std::fs::write(folder.join("documents.jsonl"), document.replacen("\"triton\"", "\"other\"", 1)).expect("written");
    let (code, out) = judge(folder.to_str().expect("text"));
    assert_eq!(code, Some(1));
    assert!(out.ends_with("oip: 0 passed, 9 failed, 1 not judged\n"), "{out}");
    std::fs::remove_dir_all(folder).expect("removed");
}
