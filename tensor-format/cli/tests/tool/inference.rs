//! Messages and documents of the Open Inference Protocol that were captured.

use super::{
    bench::{Bench, repository},
    vectors::{bytes, vectors},
};
use serde_json::{Value as Json, json};
use tensor_format::{Record, Tensor, npz};
use tensor_format_oip::{Form, Request, Response};

/// The bytes of a message in the vectors, unless they are compressed.
fn message(vector: &Json) -> Option<Vec<u8>> {
    let key = if vector["body_hex"].is_string() { "body_hex" } else { "message_hex" };
    vector["headers"]["content-encoding"].is_null().then(|| bytes(vector, key))
}

/// What real peers sent is known by its content, without headers and name.
#[test]
fn vectors_of_messages_are_known_by_their_content() {
    let bench = Bench::new();
    let vectors: Vec<Json> = vectors("oip/accept").into_iter().filter(|vector| message(vector).is_some()).collect();
    let mut args = vec!["inspect".to_owned(), "--json".to_owned()];
    for (index, vector) in vectors.iter().enumerate() {
        bench.write(&index.to_string(), message(vector).unwrap());
        // A message of protobuf without tensors has nothing that is like no other.
        if vector["id"] != "hgd-no-tensors" {
            args.push(index.to_string());
        }
    }
    let found = bench.ok(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let mut counts = [0; 3];
    for found in found.lines().map(|line| serde_json::from_str::<Json>(line).unwrap()) {
        let vector = &vectors[found["file"].as_str().unwrap().parse::<usize>().unwrap()];
        let (transport, kind) = vector["kind"].as_str().unwrap().split_once('_').unwrap();
        assert_eq!((&found["format"], &found["found"]), (&json!(format!("oip-{transport}")), &json!("by its content")));
        let of = |tensors: &Json| -> Vec<Json> {
            tensors.as_array().unwrap().iter().map(|tensor| json!([tensor["name"], tensor["shape"]])).collect()
        };
        assert_eq!(of(&found["tensors"]), of(&vector["expect"]["tensors"]), "{}", vector["id"]);
        // In protobuf the two differ by the fields of raw contents and of the outputs that are asked for.
        let message = found["facts"]["message"].as_str().unwrap();
        assert!(message == kind || transport == "grpc" && message.starts_with("request or response"), "{found}");
        counts[usize::from(transport == "grpc") + usize::from(message.len() > 8)] += 1;
    }
    assert!(counts[0] > 250 && counts[1] > 100 && counts[2] > 50, "{counts:?}");
}

/// What is wrong is told with its place in the file, whether the format is found or named.
#[test]
fn vectors_that_are_refused_say_at_which_byte() {
    let bench = Bench::new();
    let (mut found, mut named) = (0, 0);
    for vector in vectors("oip/reject") {
        let Some(message) = message(&vector).filter(|message| !message.is_empty()) else { continue };
        bench.write("message", message);
        let format = if vector["kind"].as_str().unwrap().starts_with("http") { "oip-http" } else { "oip-grpc" };
        // The headers are gone, and with them what is wrong with them alone.
        let of_headers = vector["headers"]["inference-header-content-length"].is_string() && vector["stage"] != "data"
            || vector["error"] == "header_missing";
        let ran = bench.run(&["inspect", "--format", format, "message"]);
        // What servers send in place of floats that are not finite is shown.
        let of_headers = of_headers || ran.out.contains("  floats that are not finite: ");
        if ran.code == Some(0) && (of_headers || vector["id"] == "hx-header-missing") {
            continue;
        }
        assert_eq!(ran.code, Some(2), "{}: {}", vector["id"], ran.out);
        assert!(ran.err.contains(" (byte "), "{}: {}", vector["id"], ran.err);
        named += 1;
        let ran = bench.run(&["inspect", "message"]);
        assert_eq!(ran.code, Some(2), "{}: {}", vector["id"], ran.out);
        found += usize::from(ran.err.contains(format) && ran.err.contains(" (byte "));
        // The bytes are shown all the same, as one in three shows.
        if named % 3 == 0 {
            let ran = bench.run(&["inspect", "--hex", "--format", format, "message"]);
            assert!(ran.code == Some(2) && ran.out.lines().count() > 1, "{}: {ran:?}", vector["id"]);
        }
    }
    assert!(named > 220 && found > 170, "{named} {found}");
}

fn input() -> Record {
    let x = Tensor::from_slice([2, 2], &[1.0f32, 2.0, 3.0, 4.5]).unwrap();
    let names = Tensor::from_strings([2], ["a", "bc"]).unwrap();
    [("x".to_owned(), x), ("names".to_owned(), names)].into_iter().collect()
}

#[test]
fn a_request_over_http() {
    let bench = Bench::new();
    let input = input();
    let mut request = Request::from_value(&input).unwrap();
    request.id = Some("42".into());
    request.inputs_mut()[1].set_form(Form::Json);
    let body = request.to_http().unwrap().to_vec();
    let json = body.len() - 16;
    bench.write("body", &body);
    let shown = bench.ok(&["inspect", "body"]);
    assert_eq!(
        shown,
        format!(
            "body: oip-http (by its content), {} bytes\n  \
               message: request\n  \
               in JSON: `names`\n  \
               as bytes behind the JSON: `x`\n  \
               id: 42\n  \
               length of the JSON: {json}\n\
             x: f32 [2, 2], row-major, 16 bytes\n  \
               min 1, max 4.5, mean 2.625, 0 NaN, 0 infinite\n  \
               [[1.0, 2.0],\n   \
                [3.0, 4.5]]\n\
             names: string [2], 3 bytes\n  \
               [\"a\", \"bc\"]\n",
            body.len()
        )
    );
    let hex = bench.ok(&["inspect", "--hex", "body"]);
    let lines = format!("     0  7b 22 69 64 22 3a 22 34… JSON\n   {json}  00 00 80 3f 00 00 00 40… x: FP32 [2, 2]\n");
    assert!(hex.ends_with(&lines), "{hex}");
    // The length of the JSON can be named: right, wrong, and for another file.
    assert_eq!(bench.ok(&["inspect", "--header-length", &json.to_string(), "body"]), shown);
    let error = bench.fails(&["inspect", "--header-length", "9", "body"]);
    assert!(error.starts_with("error: body: oip-http: expected ") && error.contains("(byte 9)"), "{error}");
    let error = bench.fails(&["inspect", "--header-length", "9000", "body"]);
    assert!(error.contains("Inference-Header-Content-Length: expected at most the 208 bytes of the body, found 9000"));
    bench.write("a.npz", npz::to_vec(&Record::new()).unwrap());
    assert_eq!(
        bench.fails(&["inspect", "--header-length", "9", "a.npz"]),
        "error: a.npz: the length of the JSON is of oip-http, this is npz\n\
         help: leave the length out, or name the format as well\n"
    );
    // It is read by the other commands, and not written.
    assert_eq!(bench.ok(&["rules", "--text", "body"]), "x: f32 [2, 2]\nnames: string [2]\n");
    let error = bench.fails(&["convert", "body", "body.dect"]);
    assert_eq!(error, "error: body.dect: decthings would lose the id `42`\nhelp: --allow-loss goes on without it\n");
    assert_eq!(bench.run(&["convert", "--allow-loss", "body", "body.dect"]).code, Some(0));
    assert_eq!(bench.ok(&["diff", "body", "body.dect"]), "2 tensors agree\n");
    let error = bench.fails(&["convert", "body.dect", "other", "--to", "oip-http"]);
    assert!(error.starts_with("error: other: oip-http is not written\nhelp: "), "{error}");
    // The name may be that of JSON, or none of the tool's.
    for name in ["body.json", "request.bin"] {
        bench.write(name, &body);
        assert!(bench.ok(&["inspect", name]).contains(": oip-http (by its content"), "{name}");
    }
    let error = bench.fails(&["inspect", "--format", "vespa", "body.json"]);
    assert!(error.starts_with("error: body.json: not vespa: "), "{error}");
}

#[test]
fn what_is_no_json_and_was_sent_is_shown() {
    let bench = Bench::new();
    let body = |value: &str| {
        format!(r#"{{"model_name":"m","outputs":[{{"name":"y","datatype":"FP32","shape":[2],"data":[1.5,{value}]}}]}}"#)
    };
    for (value, words) in [("NaN", "as words, which are no JSON"), ("null", "as null, read as NaN")] {
        bench.write("answer.json", body(value));
        let shown = bench.ok(&["inspect", "answer.json"]);
        assert!(shown.contains(&format!("\n  floats that are not finite: {words}\n")), "{shown}");
        assert!(shown.contains("of the finite elements, 1 NaN, 0 infinite"), "{shown}");
    }
    bench.write("answer.json", body("nan"));
    let error = bench.fails(&["inspect", "answer.json"]);
    assert!(error.starts_with("error: answer.json: oip-http: ") && error.contains("(byte "), "{error}");
    // As the chapter on serving shows it.
    bench.write("body", r#"{"inputs": [{"name": "x", "shape": [1, 3], "datatype": "FP32", "data": [1, 2, "3"]}]}"#);
    let page = std::fs::read_to_string(repository("docs/serving.md")).unwrap();
    let shown = format!("$ tensor-format inspect body\n{}", bench.fails(&["inspect", "body"]));
    assert!(page.contains(&shown), "{shown}");
    bench.write("answer.json", r#"{"error":"there is no model `m`"}"#);
    assert_eq!(
        bench.fails(&["inspect", "answer.json"]),
        "error: answer.json: oip-http: error: expected outputs, found there is no model `m` (line 1, column 10) (byte 9)\n"
    );
}

#[test]
fn messages_over_grpc() {
    let bench = Bench::new();
    let input = input();
    let mut response = Response::from_value(&input).unwrap();
    response.model_name = "m".into();
    let message = response.to_grpc().unwrap().to_vec();
    bench.write("message", &message);
    let shown = bench.ok(&["inspect", "message"]);
    let facts = "\n  message: response\n  raw: `x` and `names`\n  model: m\nx: f32 [2, 2], row-major, 16 bytes\n";
    assert!(shown.contains(facts) && shown.contains("\n  [\"a\", \"bc\"]\n"), "{shown}");
    let hex = bench.ok(&["inspect", "--hex", "message"]);
    for line in [
        "     0  0a 01 6d                 model_name: \"m\"\n",
        "outputs, 13 bytes:\n     5  0a 01 78                 name: \"x\"\n",
        "datatype: \"FP32\"\n",
        "shape: [2, 2]\n",
        "raw_output_contents: 16 bytes\n",
    ] {
        assert!(hex.contains(line), "{line:?} in {hex}");
    }
    // In a stream it has its length in front, and offsets are those of the file.
    let framed = |message: &[u8]| [&[0][..], &(message.len() as u32).to_be_bytes(), message].concat();
    bench.write("framed", framed(&message));
    let again = bench.ok(&["inspect", "framed"]);
    assert_eq!(again.lines().skip(1).collect::<Vec<_>>(), shown.lines().skip(1).collect::<Vec<_>>());
    let hex = bench.ok(&["inspect", "--hex", "framed"]);
    assert!(hex.contains("\n     0  00                       not compressed\n"), "{hex}");
    assert!(hex.contains("length of the message: ") && hex.contains("\n     5  0a 01 6d "), "{hex}");
    let mut broken = message.clone();
    let datatype = message.windows(4).position(|window| window == b"FP32").unwrap();
    broken[datatype + 3] = b'3';
    for (at, bytes) in [(5, broken.clone()), (10, framed(&broken))] {
        bench.write("broken", bytes);
        let error = bench.fails(&["inspect", "--format", "oip-grpc", "broken"]);
        assert!(error.contains("parameter `x`: ") && error.contains(&format!("(byte {at})")), "{error}");
    }
}

/// What a server says of a model has no tensors, in JSON and in protobuf.
#[test]
fn documents_about_models() {
    let bench = Bench::new();
    let mut count = [0; 3];
    for vector in vectors("oip/documents") {
        let index = match vector["kind"].as_str().unwrap() {
            "http_model_metadata" => 0,
            "grpc_model_metadata" => 1,
            "http_model_config" => 2,
            _ => continue,
        };
        let Some(bytes) = message(&vector) else { continue };
        bench.write("document", &bytes);
        let ran = bench.run(&["inspect", "document"]);
        // Over gRPC a model without inputs and outputs says nothing that is like no other.
        let listed = ["inputs", "outputs"]
            .iter()
            .all(|key| vector["expect"][*key].as_array().is_some_and(|list| !list.is_empty()));
        if index == 1 && !listed {
            continue;
        }
        assert!(ran.out.starts_with("document: oip-metadata (by its content), "), "{}: {ran:?}", vector["id"]);
        count[index] += 1;
    }
    assert!(count.iter().all(|count| *count > 0), "{count:?}");

    let metadata = r#"{"name":"sum","versions":["1","2"],"platform":"python",
        "inputs":[{"name":"x","datatype":"FP32","shape":[-1,3]}]}"#;
    bench.write("sum.json", metadata);
    assert_eq!(
        bench.ok(&["inspect", "sum.json"]),
        format!(
            "sum.json: oip-metadata (by its content and name), {} bytes\n  document: metadata of a model\n  model: sum\n  \
             platform: python\n  versions: 1 and 2\n  input `x`: FP32 [-1, 3]\n  outputs: not listed\n",
            metadata.len()
        )
    );
    let found: Json = serde_json::from_str(&bench.ok(&["inspect", "--json", "sum.json"])).unwrap();
    assert_eq!((&found["facts"]["input `x`"], &found["tensors"]), (&json!("FP32 [-1, 3]"), &json!([])));
    assert!(bench.ok(&["inspect", "--hex", "sum.json"]).contains("metadata of a model\n"));
    // Whoever needs tensors says that there are none.
    let rules = bench.copy("tests/ui/artefact/defs/sum.input.json");
    for args in [
        &["convert", "sum.json", "sum.npz"][..],
        &["diff", "sum.json", "sum.json"],
        &["validate", "sum.json", "--rules", &rules],
        &["inspect", "--tensor", "x", "sum.json"],
        &["inspect", "--draw", "sum.json"],
    ] {
        assert_eq!(
            bench.fails(args),
            "error: sum.json: oip-metadata: this says what a model takes and gives, and has no tensors\n\
             help: `rules` makes definitions of it\n",
            "{args:?}"
        );
    }
    bench.write(
        "config.json",
        r#"{"name":"m","max_batch_size":4,"input":[{"name":"x","data_type":"TYPE_FP32","dims":[3],"optional":true}]}"#,
    );
    let shown = bench.ok(&["inspect", "config.json"]);
    let facts =
        "  document: configuration of a model\n  model: m\n  max_batch_size: 4\n  input `x`: FP32 [3], optional\n";
    assert!(shown.ends_with(facts), "{shown}");
    // From a pipe as well.
    let stdin = std::fs::File::open(bench.path("sum.json")).unwrap();
    let output = bench.command(&["rules", "--side", "input", "--text", "-"]).stdin(stdin).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "x: f32 [_, 3]\n");
}

/// A tool without servers says how to get one.
#[cfg(not(feature = "oip"))]
#[test]
fn a_url_needs_the_feature() {
    let error = Bench::new().fails(&["rules", "http://127.0.0.1:8000/v2/models/sum"]);
    assert!(error.contains("built without the feature `oip`") && error.contains("\nhelp: build it with "), "{error}");
}

/// Files of this repository that are JSON stay what they are.
#[test]
fn other_json_is_none_of_it() {
    let bench = Bench::new();
    for path in ["tests/ui/artefact/defs/sum.input.json", "tests/defs/classifier.json"] {
        assert!(repository(path).exists());
        let name = bench.copy(path);
        let error = bench.fails(&["inspect", &name]);
        assert!(!error.contains("oip"), "{error}");
    }
    bench.write("constant.json", r#"{"type":"tensor<float>(x[2])","values":[1,2]}"#);
    assert!(bench.ok(&["inspect", "constant.json"]).contains(": vespa (by its content and name)"));
}
