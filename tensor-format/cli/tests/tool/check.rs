//! `validate`, `diff`, `rules` and `rules-diff` on real files.

use super::bench::Bench;
use serde_json::{Value as Json, json};
use tensor_format::{Record, Tensor, decthings, npy, npz};

const IMAGE: &str = r#"{"shape": [-1, 3], "allowedTypes": ["f32", "f64"]}"#;

#[test]
fn files_are_valid_or_say_why() {
    let bench = Bench::new();
    let file = bench.copy("tests/files/plain.npy");
    bench.write("rules.json", IMAGE);
    assert_eq!(bench.ok(&["validate", &file, "--rules", "rules.json"]), "plain.npy: valid\n");
    let wrong = bench.copy("tests/files/line.npy");
    let ran = bench.run(&["validate", &wrong, "--rules", "rules.json"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.out, "line.npy: element type: expected f32 | f64, found i64\nline.npy: rank: expected 2, found 1\n");
    let ran = bench.run(&["validate", "--json", &wrong, "--rules", "rules.json"]);
    let found: Json = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &found["valid"]), (Some(1), &json!(false)));
    assert_eq!(
        found["violations"][1],
        json!({"parameter": null, "kind": "rank_mismatch", "message": "rank: expected 2, found 1"})
    );

    let archive = bench.copy("tests/files/all.npz");
    bench.write(
        "params.json",
        format!(r#"[{{"name": "f4", "required": true, "rules": {IMAGE}}}, {{"name": "w", "required": true, "rules": {IMAGE}}}]"#),
    );
    let ran = bench.run(&["validate", &archive, "--rules", "params.json"]);
    let violation = "all.npz: parameter `w`: required, but missing; found, but not known: `i1`, `i2`, `i4`, `i8`, `u1`, `u2`, `u4`, `u8`\n";
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), violation));
    let ran = bench.run(&["validate", &archive, "--rules", "rules.json"]);
    assert_eq!((ran.code, ran.out.contains("expected one tensor, found a record of 14 tensors")), (Some(1), true));
    let ran = bench.run(&["validate", &file, "--rules", "params.json"]);
    assert_eq!((ran.code, ran.out.contains("expected a record, found one tensor, f32 [2, 3]")), (Some(1), true));

    let cut = bench.read(&file);
    bench.write("cut.npy", &cut[..100]);
    assert!(
        bench
            .fails(&["validate", "cut.npy", "--rules", "rules.json"])
            .contains("cut.npy: npy: the input ends too early")
    );
    bench.write("bad.json", r#"{"shape": [-2], "allowedTypes": ["f32"]}"#);
    let error = bench.fails(&["validate", &file, "--rules", "bad.json"]);
    assert!(error.starts_with("error: bad.json: line 1, column 12: `shape[0]`: expected -1"), "{error}");
    assert!(bench.fails(&["validate", &file, "--rules", "none.json"]).contains("none.json: No such file"));
    assert!(bench.fails(&["validate", "none.npy", "--rules", "rules.json"]).contains("none.npy: No such file"));
    bench.write("model.json", r#"{"createState": [], "train": [], "evaluateInput": [], "evaluateOutput": []}"#);
    assert!(bench.fails(&["validate", &file, "--rules", "model.json"]).contains("definitions of a whole model"));
}

#[test]
fn differences_across_formats() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&vec![[1.0f32, 2.0], [3.0, 4.0]]).unwrap());
    bench.write("b.dect", decthings::to_vec(&vec![[1.0f32, 2.0], [3.0, 4.5]]).unwrap());
    let ran = bench.run(&["diff", "a.npy", "b.dect"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.out, "1 of 4 differ, first at [1, 1]: 4 against 4.5; at most 0.5 absolute, 0.1111111 relative\n");
    assert_eq!(bench.ok(&["diff", "--tolerance", "0.5", "a.npy", "b.dect"]), "1 tensor agrees within 0.5\n");
    assert_eq!(bench.ok(&["diff", "a.npy", "a.npy"]), "1 tensor agrees\n");
    assert_eq!(
        bench.fails(&["diff", "-", "-"]),
        "error: standard input: it is read once\nhelp: name a file for one of the two\n"
    );
    assert!(bench.run(&["diff", "--tolerance", "-1", "a.npy", "a.npy"]).err.contains("expected a number of 0 or more"));
    let ran = bench.run(&["diff", "--json", "a.npy", "b.dect"]);
    let found: Json = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&found["equal"], &found["differences"][0]["index"]), (&json!(false), &json!([1, 1])));
    bench.write("c.dect", decthings::to_vec(&[[1u8, 2]]).unwrap());
    let ran = bench.run(&["diff", "a.npy", "c.dect"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "f32 [2, 2] against u8 [1, 2]\n"));
    let archive = bench.copy("tests/files/all.npz");
    let file = bench.copy("tests/files/all.safetensors");
    let ran = bench.run(&["diff", &archive, &file]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "c16: only in all.npz\n"));
    assert!(bench.fails(&["diff", "a.npy", "none.npy"]).contains("none.npy: No such file"));
    assert_eq!(bench.run(&["diff", "a.npy", "a.npy", "--tolerance", "-1"]).code, Some(2));
}

#[test]
fn rules_of_files() {
    let bench = Bench::new();
    let file = bench.copy("tests/files/plain.npy");
    let text = bench.ok(&["rules", &file]);
    assert_eq!(text, "{\"shape\": [2, 3],\n\"allowedTypes\": [\"f32\"]}\n");
    bench.write("rules.json", &text);
    assert_eq!(bench.ok(&["validate", &file, "--rules", "rules.json"]), "plain.npy: valid\n");
    let record: Record = [("a".to_owned(), Tensor::from(vec![1u8])), ("b".to_owned(), Tensor::from(vec![1.5f64; 3]))]
        .into_iter()
        .collect();
    bench.write("r.npz", npz::to_vec(&record).unwrap());
    bench.write("params.json", bench.ok(&["rules", "r.npz"]));
    assert_eq!(bench.ok(&["validate", "r.npz", "--rules", "params.json"]), "r.npz: valid\n");
    assert_eq!(bench.ok(&["rules", "--text", "r.npz"]), "a: u8 [1]\nb: f64 [3]\n");
    // Tensors of one name fit rules that hold for all of them.
    let mut many = Record::new();
    for numbers in [vec![1.0f32; 2], vec![1.0; 3]] {
        many.push("a", Tensor::from(numbers));
    }
    many.push("b", Tensor::from_slice([2, 1], &[1u8; 2]).unwrap());
    bench.write("many.dect", tensor_format::to_vec(&many).unwrap());
    bench.write("many.json", bench.ok(&["rules", "many.dect"]));
    assert_eq!(bench.ok(&["validate", "many.dect", "--rules", "many.json"]), "many.dect: valid\n");
    assert_eq!(bench.ok(&["rules", "--text", "many.dect"]), "a*: f32 [_]\nb: u8 [2, 1]\n");
    many.push("b", Tensor::from(vec![1.0f64]));
    bench.write("many.dect", tensor_format::to_vec(&many).unwrap());
    assert_eq!(bench.ok(&["rules", "--text", "many.dect"]), "a*: f32 [_]\nb*: f64 | u8 [..]\n");
    let half = bench.copy("tests/files/all.npz");
    assert!(bench.fails(&["rules", &half]).contains("help: --text shows rules that JSON cannot hold"));
    assert!(bench.fails(&["rules", "--side", "input", &file]).contains("only a model has"));
}

/// A protobuf field of bytes.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2, bytes.len() as u8];
    out.extend(bytes);
    out
}

/// An ONNX model with one input `x`, f32 [batch, 3], and one output `y`, i64 [].
fn model() -> Vec<u8> {
    let axes = [field(1, &field(2, b"batch")), field(1, &[1 << 3, 3])].concat();
    let kind = |number: u8, axes: &[u8]| field(2, &field(1, &[vec![1 << 3, number], field(2, axes)].concat()));
    let input = field(11, &[field(1, b"x"), kind(1, &axes)].concat());
    let output = field(12, &[field(1, b"y"), kind(7, &[])].concat());
    field(7, &[input, output].concat())
}

#[test]
fn definitions_of_a_model() {
    let bench = Bench::new();
    bench.write("model.onnx", model());
    assert_eq!(bench.ok(&["rules", "--text", "model.onnx"]), "input:\nx: f32 [batch, 3]\noutput:\ny: i64 []\n");
    let input = bench.ok(&["rules", "--side", "input", "model.onnx"]);
    assert_eq!(
        serde_json::from_str::<Json>(&input).unwrap(),
        json!([{"name": "x", "required": true,
            "rules": {"shape": [-1, 3], "allowedTypes": ["f32"], "annotations": ["axis 0: batch"]}}])
    );
    bench.write("input.json", &input);
    let rows: Record = [("x".to_owned(), Tensor::from_slice([2, 3], &[0.0f32; 6]).unwrap())].into_iter().collect();
    bench.write("x.npz", npz::to_vec(&rows).unwrap());
    assert_eq!(bench.ok(&["validate", "x.npz", "--rules", "input.json"]), "x.npz: valid\n");
    bench.write("whole.json", bench.ok(&["rules", "model.onnx"]));
    assert!(bench.ok(&["rules-diff", "whole.json", "whole.json", "--require", "full"]).starts_with("full: "));
    bench.write("tensor.pb", [&[1 << 3, 2, 1 << 3, 3, 2 << 3, 1][..]].concat());
    assert_eq!(bench.ok(&["rules", "--text", "tensor.pb"]), "f32 [2, 3]\n");
    // The output is a sequence, as classifiers of scikit-learn have.
    let sequence = field(12, &[field(1, b"p"), field(2, &field(4, &[]))].concat());
    let graph = [model()[2..].to_vec(), sequence].concat();
    bench.write("sequence.onnx", field(7, &graph));
    assert_eq!(bench.ok(&["rules", "--text", "--side", "input", "sequence.onnx"]), "x: f32 [batch, 3]\n");
    let error = bench.fails(&["rules", "sequence.onnx"]);
    assert!(error.starts_with("error: sequence.onnx: output `p`: a sequence is no tensor\nhelp: "), "{error}");
    assert!(error.contains("--side input"), "{error}");
    bench.write("cut.onnx", &model()[..20]);
    let error = bench.fails(&["rules", "cut.onnx"]);
    assert!(error.starts_with("error: cut.onnx: not an ONNX model: "), "{error}");
}

/// The metadata of a served model become definitions like those that `tests/ui/artefact` checks a type against.
#[test]
fn definitions_of_a_served_model() {
    let bench = Bench::new();
    let metadata = r#"{"name":"sum","versions":["1"],"platform":"python","inputs":[{"name":"x","datatype":"FP32",
        "shape":[-1,3]},{"name":"bias","datatype":"FP32","shape":[1]}],"outputs":[{"name":"total","datatype":"FP32",
        "shape":[-1]},{"name":"rows","datatype":"INT64","shape":[1]}]}"#;
    bench.write("sum.json", metadata);
    let input = bench.ok(&["rules", "--side", "input", "sum.json"]);
    // Metadata alone do not say that an input is optional, as the configuration does.
    let file = include_str!("../../../../tests/ui/artefact/defs/sum.input.json");
    assert_eq!(input, file.replace(r#""bias", "required": false"#, r#""bias", "required": true"#));
    assert_eq!(bench.ok(&["rules", "--side", "output", "--text", "sum.json"]), "total: f32 [_]\nrows: i64 [1]\n");
    let config = r#"{"name":"m","platform":"","max_batch_size":4,
        "input":[{"name":"x","data_type":"TYPE_FP32","dims":[3],"optional":true}],
        "output":[{"name":"y","data_type":"TYPE_STRING","dims":["-1"]}]}"#;
    bench.write("config.json", config);
    let text = bench.ok(&["rules", "--text", "config.json"]);
    assert_eq!(text, "input:\nx?: f32 [batch: 1..=4, 3]\noutput:\ny: string [batch: 1..=4, _]\n");
    let text = bench.ok(&["rules", "--text", "--side", "output", "--bytes", "binary", "config.json"]);
    assert_eq!(text, "y: binary [batch: 1..=4, _]\n");
    bench.write("broken.json", r#"{"name":"m","platform":"","inputs":[{"name":1}]}"#);
    let error = bench.fails(&["rules", "broken.json"]);
    assert!(error.starts_with("error: broken.json: inputs[0].name: expected a text, found 1"), "{error}");
}

/// What a server does not say is no rule.
#[test]
fn what_a_server_does_not_say_is_not_made_up() {
    let bench = Bench::new();
    let fails = |name: &str, args: &[&str], document: &str| {
        bench.write(name, document);
        bench.fails(&[&["rules", name], args].concat())
    };
    let input = r#"{"name":"x","datatype":"BYTES","shape":[1]}"#;
    let unlisted = format!(r#"{{"name":"m","platform":"","versions":null,"inputs":[{input}]}}"#);
    let error = fails("m.json", &[], &unlisted);
    assert!(error.starts_with("error: m.json: outputs: the server does not list them"), "{error}");
    // The side that is listed can be had.
    assert_eq!(bench.ok(&["rules", "--text", "--side", "input", "m.json"]), "x: string [1]\n");
    assert_eq!(bench.ok(&["rules", "--text", "--side", "input", "--bytes", "binary", "m.json"]), "x: binary [1]\n");
    let error = fails("mlserver.json", &["--side", "input"], r#"{"name":"m","platform":"","versions":[]}"#);
    assert!(error.starts_with("error: mlserver.json: inputs: the server does not list them"), "{error}");
    let error = fails("kserve.json", &[], r#"{"name":"m","platform":"","versions":null,"inputs":[],"outputs":[]}"#);
    assert!(error.starts_with("error: kserve.json: inputs: the server does not list them"), "{error}");
    let error = fails("fp8.json", &["--side", "input"], &unlisted.replace("BYTES", "FP8"));
    assert!(
        error.starts_with("error: fp8.json: inputs: `x` is of the datatype FP8, which rules cannot say"),
        "{error}"
    );
    let config = r#"{"name":"m","input":[{"name":"x","data_type":"TYPE_FP8","dims":[1]}]}"#;
    let error = fails("config.json", &["--side", "input"], config);
    assert!(error.starts_with("error: config.json: inputs: `x` is of a datatype that rules cannot say"), "{error}");
    let error = fails("config.json", &["--side", "output"], config);
    assert!(error.starts_with("error: config.json: outputs: the server does not list them"), "{error}");
    // Other files that happen to have such keys are none of them.
    let others = [
        r#"{"max_batch_size":4}"#,
        r#"{"name":"m","input":"x"}"#,
        r#"{"name":"m","input":[]}"#,
        r#"{"name":"m","input":[{"name":"x"}]}"#,
        r#"{"input":[{"data_type":"TYPE_FP32"}]}"#,
        r#"{"name":"m","platform":"linux"}"#,
        r#"{"platform":"linux","versions":[]}"#,
    ];
    for other in others {
        let error = fails("other.json", &[], other);
        assert!(!error.contains("inputs") && !error.contains("expected a text"), "{other}: {error}");
    }
}

#[test]
fn versions_of_rules() {
    let bench = Bench::new();
    bench.write("old.json", r#"{"shape": [3], "allowedTypes": ["f32"]}"#);
    bench.write("new.json", r#"{"shape": [-1], "allowedTypes": ["f32"]}"#);
    let text = bench.ok(&["rules-diff", "old.json", "new.json"]);
    assert_eq!(
        text,
        "backward: callers of the old version can use the new one\n\
         callers of the new version cannot use the old one:\n  axis 0: expected 3, found _\n"
    );
    let code = |args: &[&str]| bench.run(args).code;
    assert_eq!(code(&["rules-diff", "new.json", "old.json"]), Some(1));
    assert_eq!(code(&["rules-diff", "new.json", "old.json", "--side", "output"]), Some(0));
    assert_eq!(code(&["rules-diff", "new.json", "old.json", "--require", "forward"]), Some(0));
    assert_eq!(code(&["rules-diff", "old.json", "new.json", "--require", "full"]), Some(1));
    assert_eq!(code(&["rules-diff", "old.json", "old.json", "--require", "full"]), Some(0));
    let ran = bench.run(&["rules-diff", "--json", "new.json", "old.json"]);
    let found: Json = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&found["compatibility"], &found["fine"]), (&json!("forward"), &json!(false)));
    let model = |input: &str| {
        format!(
            r#"{{"createState": [], "train": [], "evaluateInput": [{{"name": "x", "required": true, "rules": {input}}}], "evaluateOutput": []}}"#
        )
    };
    bench.write("m1.json", model(r#"{"shape": [3], "allowedTypes": ["f32"]}"#));
    bench.write("m2.json", model(r#"{"shape": [4], "allowedTypes": ["f32"]}"#));
    let ran = bench.run(&["rules-diff", "m1.json", "m2.json"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("breaking: callers of neither version can use the other\n"), "{}", ran.out);
    assert!(bench.fails(&["rules-diff", "m1.json", "old.json"]).contains("one file is of a whole model"));
    bench.write("none.json", "[");
    assert!(bench.fails(&["rules-diff", "none.json", "old.json"]).starts_with("error: none.json: line 1"));
}

#[test]
fn completions_and_help() {
    let bench = Bench::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(bench.ok(&["completions", shell]).contains("rules-diff"), "{shell}");
    }
    let help = bench.ok(&["--help"]);
    for command in ["inspect", "validate", "convert", "diff", "rules", "rules-diff", "completions"] {
        assert!(help.contains(&format!("  {command} ")), "{command}");
    }
    assert_eq!(bench.ok(&["--version"]), format!("tensor-format {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(bench.run(&["inspct", "x"]).code, Some(2));
}
