//! Labels and descriptions.

use allocation_counter::measure;
use tensor_format::{
    DecodeError, ErrorKind,
    error::Limit,
    zio::{Fields, Json, Message, MessageError, MessageFault, Options, Stage},
};

use super::{facts, of_label};

#[test]
fn labels_that_are_no_objects() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases = [
        ("", MessageFault::LabelEmpty, 0),
        (" ", MessageFault::LabelNotJson, 1),
        ("[]", MessageFault::LabelNotObject, 0),
        (" \"TENS\" ", MessageFault::LabelNotObject, 1),
        ("{} x", MessageFault::LabelNotJson, 3),
        ("\u{feff}{}", MessageFault::LabelNotJson, 0),
        ("{\"a\":1,}", MessageFault::LabelNotJson, 7),
        ("{\"a\" 1}", MessageFault::LabelNotJson, 5),
        ("{a:1}", MessageFault::LabelNotJson, 1),
        ("{\"a\":[1,]}", MessageFault::LabelNotJson, 8),
        ("{\"a\":[1 2]}", MessageFault::LabelNotJson, 8),
        ("{\"a\":NaN}", MessageFault::LabelNotJson, 5),
        ("{\"a\":nul}", MessageFault::LabelNotJson, 5),
        ("{\"a\":01}", MessageFault::LabelNotJson, 6),
        ("{\"a\":1.}", MessageFault::LabelNotJson, 7),
        ("{\"a\":1e}", MessageFault::LabelNotJson, 7),
        ("{\"a\":-}", MessageFault::LabelNotJson, 6),
        ("{\"a\":+1}", MessageFault::LabelNotJson, 5),
        ("{\"a\":1e400}", MessageFault::LabelNotJson, 5),
        ("{\"a\":-1E999}", MessageFault::LabelNotJson, 5),
        ("{\"a\":\"\t\"}", MessageFault::LabelNotJson, 6),
        ("{\"a\":\"", MessageFault::LabelNotJson, 6),
        ("{\"a\":\"\\x\"}", MessageFault::LabelNotJson, 7),
        ("{\"a\":\"\\u12\"}", MessageFault::LabelNotJson, 8),
        ("{\"a\":\"\\ud800\"}", MessageFault::LabelNotJson, 12),
        ("{\"a\":\"\\ud800\\n\"}", MessageFault::LabelNotJson, 13),
        ("{\"a\":\"\\ud800\\ud800\"}", MessageFault::LabelNotJson, 18),
        ("{\"a\":\"\\udc00\"}", MessageFault::LabelNotJson, 12),
        ("{\"\\udc00\":1}", MessageFault::LabelNotJson, 8),
        (&deep, MessageFault::LabelTooDeep, 128),
    ];
    for (label, fault, offset) in cases {
        let error = of_label(label, 0).label().expect_err("no label");
        let found = facts(&error);
        assert_eq!((found.0, found.1, found.4), (Stage::Label, fault, Some(offset)), "{label:.40}: {error}");
        assert!(Json::new(label).is_err() || fault == MessageFault::LabelNotObject, "{label:.40}");
    }
    let zeros = format!("{{\"a\":1{}}}", "0".repeat(400));
    assert_eq!(facts(&of_label(&zeros, 0).label().expect_err("beyond a double")).1, MessageFault::LabelNotJson);
    let message = Message { label: b"{\"a\":\"\xff\"}".into(), ..Message::default() };
    let error = message.label().expect_err("no UTF-8");
    assert_eq!(facts(&error), (Stage::Label, MessageFault::LabelNotUtf8, "label", "byte 0xff", Some(6)));
    let error = of_label("{} x", 0).label().expect_err("trailing");
    assert_eq!(error.to_string(), "label: expected the end of the text, found `x` (byte 3)");
}

#[test]
fn labels_as_they_may_be() {
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    for (text, ok) in [(nested(128), true), (nested(129), false)] {
        assert_eq!(of_label(&text, 0).label().is_ok(), ok);
    }
    assert!(Options::new().max_depth(200).label(&of_label(&nested(200), 0)).is_ok());
    assert!(Options::new().max_depth(9999).label(&of_label(&nested(513), 0)).is_err());
    let error = Options::new().max_label_bytes(4).label(&of_label("{\"\":1}", 0)).expect_err("too long");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Text, max: 4, found: 6 }));
    let error = Options::new().max_label_bytes(5).label(&of_label("{\"\":1}", 0)).expect_err("too long");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { max: 5, .. }));
    assert!(Options::new().max_label_bytes(6).label(&of_label("{\"\":1}", 0)).is_ok());
    let message = of_label("\n{\"b\":1, \"\\u0062\":2 , \"a\": null}\r\n", 0);
    let label = message.label().expect("a label");
    assert_eq!(label.fields().iter().map(|(key, value)| format!("{key}{value}")).collect::<String>(), "anullb2");
    assert!(!label.has_tens());
    assert_eq!(facts(&label.tens(0).expect_err("no tensors")).1, MessageFault::TensMissing);
    // A key that is escaped is the same key; of two the last counts.
    let text =
        r#"{"TENS": 1, "\u0054ENS": {"tensors": 2, "tensors": [{"shape": 1, "word": 1, "dtype": "u", "shape": [0]}]}}"#;
    assert_eq!(of_label(text, 1).tensors().expect("tensors").len(), 1);
    let text = r#"{"TENS": {"tensors": [{"shape": -1}, 7], "tensors": [{"shape": [0], "word": 1, "dtype": "u"}]}}"#;
    assert_eq!(of_label(text, 1).tensors().expect("tensors").len(), 1);
    let text = r#"{"TENS": {"tensors": [{"shape": [0], "word": 1, "dtype": "u"}], "tensors": null}}"#;
    assert_eq!(facts(&of_label(text, 1).tensors().expect_err("null")).1, MessageFault::TensorsNotArray);
    let message = of_label(r#"{"TENS": {"tensors": null}}"#, 0);
    let error = message.tensors().expect_err("null");
    assert_eq!(error.to_string(), "TENS.tensors: expected a list, found null (byte 21)");
    assert_eq!(error.kind().name(), "tensors_not_array");
    assert_eq!(facts(&of_label(r#"{"TENS": {}}"#, 0).tensors().expect_err("none")).1, MessageFault::TensorsMissing);
    // Only what lies inside one another counts as deep.
    let wide = format!("{{\"a\":[{}[]], \"b\":{{{}\"\":0}}}}", "[[]],".repeat(1000), "\"\":{},".repeat(1000));
    assert!(of_label(&wide, 0).label().is_ok());
    // What is null is absent.
    let text = r#"{"TENS": {"metadata": null, "tensors": [{"shape": [0], "word": 1, "dtype": "u", "part": null, "order": null,
        "ascend": null, "metadata": null, "packing": null, "pointer": null}]}}"#;
    let message = of_label(text, 1);
    let tensors = message.tensors().expect("tensors");
    assert_eq!((tensors.metadata(), tensors.tens().tensors()[0].metadata()), (None, None));
}

#[test]
fn descriptions_that_are_wrong() {
    use MessageFault as F;
    let cases = [
        (r#"{"TENS":[]}"#, F::TensNotObject, "TENS", "a list"),
        (r#"{"TENS":{}}"#, F::TensorsMissing, "TENS", "an object"),
        (r#"{"TENS":{"tensors":{}}}"#, F::TensorsNotArray, "TENS.tensors", "an object"),
        (r#"{"TENS":{"tensors":[],"metadata":"a"}}"#, F::MetadataNotObject, "TENS.metadata", "\"a\""),
        (r#"{"TENS":{"tensors":[{"shape":[],"word":1,"dtype":"u"},7]}}"#, F::TensorNotObject, "TENS.tensors[1]", "7"),
    ];
    for (label, fault, path, found) in cases {
        let error = of_label(label, 2).tensors().expect_err("wrong");
        let facts = facts(&error);
        assert_eq!((facts.0, facts.1, facts.2, facts.3), (Stage::Tens, fault, path, found), "{label}");
    }
    let cases = [
        (r#""word":1,"dtype":"u""#, F::Shape, "shape", ""),
        (r#""shape":7,"word":1,"dtype":"u""#, F::Shape, "shape", "7"),
        (r#""shape":[2,-1],"word":1,"dtype":"u""#, F::Shape, "shape[1]", "-1"),
        (r#""shape":[1e2],"word":1,"dtype":"u""#, F::Shape, "shape[0]", "1e2"),
        (r#""shape":[18446744073709551616],"word":1,"dtype":"u""#, F::Shape, "shape[0]", "18446744073709551616"),
        (r#""shape":[],"dtype":"u""#, F::Word, "word", ""),
        (r#""shape":[],"word":1.0,"dtype":"u""#, F::Word, "word", "1.0"),
        (r#""shape":[],"word":0,"dtype":"V""#, F::Word, "word", "0"),
        (r#""shape":[],"word":1"#, F::Dtype, "dtype", ""),
        (r#""shape":[],"word":1,"dtype":"uu""#, F::Dtype, "dtype", "\"uu\""),
        (r#""shape":[],"word":4,"dtype":"U""#, F::Dtype, "dtype", "\"U\""),
        (r#""shape":[],"word":0,"dtype":"<?""#, F::Dtype, "dtype", "\"<?\""),
        (r#""shape":[1],"word":0,"dtype":"?""#, F::Dtype, "dtype", "\"?\""),
        (r#""shape":[],"word":1,"dtype":"?""#, F::Dtype, "dtype", "\"?\""),
        (r#""shape":[],"word":3,"dtype":"f""#, F::DtypeWord, "word", "3"),
        (r#""shape":[],"word":4,"dtype":"M""#, F::DtypeWord, "word", "4"),
        (r#""shape":[],"word":1,"dtype":"u","part":1"#, F::Part, "part", "1"),
        (r#""shape":[],"word":1,"dtype":"u","part":"0""#, F::Part, "part", "\"0\""),
        (r#""shape":[2],"word":1,"dtype":"u","order":[1]"#, F::Order, "order", "[1]"),
        (r#""shape":[2],"word":1,"dtype":"u","order":[-1]"#, F::Order, "order[0]", "-1"),
        (r#""shape":[2],"word":1,"dtype":"u","order":"C""#, F::Order, "order", "\"C\""),
        (r#""shape":[2],"word":1,"dtype":"u","ascend":[]"#, F::Ascend, "ascend", "[]"),
        (r#""shape":[2],"word":1,"dtype":"u","ascend":[1]"#, F::Ascend, "ascend[0]", "1"),
        (r#""shape":[2],"word":1,"dtype":"u","metadata":[]"#, F::MetadataNotObject, "metadata", "a list"),
        (r#""shape":[],"word":1,"dtype":"u","packing":"zip""#, F::Packing, "packing", "\"zip\""),
        (r#""shape":[],"word":1,"dtype":"u","packing":1"#, F::Packing, "packing", "1"),
        (r#""shape":[],"word":1,"dtype":"u","pointer":0"#, F::Pointer, "pointer", "0"),
        (r#""shape":[9223372036854775807,2],"word":1,"dtype":"u""#, F::Overflow, "shape", "[9223372036854775807,2]"),
        (
            r#""shape":[9223372036854775807,2,0],"word":1,"dtype":"u""#,
            F::Overflow,
            "shape",
            "[9223372036854775807,2,0]",
        ),
        (
            r#""shape":[0,9223372036854775807,2],"word":1,"dtype":"u""#,
            F::Overflow,
            "shape",
            "[0,9223372036854775807,2]",
        ),
        // Of several faults the first in the order of the checks counts.
        (r#""shape":[-1],"word":0,"dtype":"x","pointer":1,"packing":"zip""#, F::Packing, "packing", "\"zip\""),
        (r#""shape":[],"word":0,"dtype":"x","part":9"#, F::Dtype, "dtype", "\"x\""),
    ];
    for (fields, fault, path, found) in cases {
        let label = format!(r#"{{"TENS":{{"tensors":[{{{fields}}}]}}}}"#);
        let message = of_label(&label, 1);
        let error = message.tensors().expect_err("wrong");
        let (stage, what, at, value, offset) = facts(&error);
        let path = format!("TENS.tensors[0].{path}");
        assert_eq!((stage, what, at, value), (Stage::Tens, fault, &*path, found), "{label}");
        if !value.is_empty() && !value.starts_with('a') {
            let offset = usize::try_from(offset.expect("an offset")).expect("small");
            assert!(label[offset..].starts_with(value), "{label}: {offset}");
        }
    }
    let label = format!(r#"{{"TENS":{{"tensors":[{{"shape":[{}1],"word":1,"dtype":"u"}}]}}}}"#, "1,".repeat(64));
    assert_eq!(facts(&of_label(&label, 1).tensors().expect_err("rank 65")).1, F::Rank);
    let most = label.replacen("1,", "0,", 1).replacen("1,", "", 1);
    assert_eq!(of_label(&most, 1).tensors().expect("rank 64").tens().tensors()[0].shape().rank(), 64);
    assert!(Options::new().max_rank(65).tensors(&of_label(&label, 1)).is_err_and(|e| facts(&e).0 == Stage::Data));
    let label = r#"{"TENS":{"tensors":[{"shape":[0],"word":1,"dtype":"u"},{"shape":[0],"word":1,"dtype":"u"}]}}"#;
    let error = Options::new().max_tensors(1).tensors(&of_label(label, 2)).expect_err("two tensors");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Params, max: 1, found: 2 }));
    let label = r#"{"TENS":{"tensors":[{"shape":[2,3],"word":4,"dtype":"f"}]}}"#;
    let error = of_label(label, 1).tensors().expect_err("an empty part");
    assert_eq!(
        error.to_string(),
        "TENS.tensors[0] of 24 bytes: expected a part of this length, found 0 bytes in part 0, frame 2"
    );
    let label = r#"{"TENS":{"tensors":[{"shape":[1],"word":1,"dtype":"u","metadata":{"name":"mask"}}]}}"#;
    let error = of_label(label, 1).tensors().expect_err("an empty part");
    assert_eq!(error.parameter(), Some("mask"));
    assert_eq!(
        error.to_string(),
        "parameter `mask`: TENS.tensors[0] of 1 byte: expected a part of this length, found 0 bytes in part 0, frame 2"
    );
}

/// Memory grows with the text, never with what it claims.
#[test]
fn memory_for_hostile_labels() {
    let ones = format!(r#"{{"TENS":{{"tensors":[{{"shape":[{}1],"word":1,"dtype":"u"}}]}}}}"#, "1,".repeat(100_000));
    let keys: String = (0..20_000).map(|i| format!("\"{i}\":0,")).collect();
    let many = format!("{{{keys}\"a\":0}}");
    let entries = format!(r#"{{"TENS":{{"tensors":[{}0]}}}}"#, "{},".repeat(50_000));
    let huge = r#"{"TENS":{"tensors":[{"shape":[4294967296],"word":1,"dtype":"u"}]}}"#;
    for label in [ones.as_str(), &many, &entries, huge] {
        let used = measure(|| drop(of_label(label, 1).tensors()));
        assert!(used.bytes_max <= 16 * label.len() as u64 + 4096, "{} of {}", used.bytes_max, label.len());
    }
}

#[test]
fn canonical_text() {
    let cases = [
        (
            "[1, -0, 0.0, -0.0, 1.0, 100000.0, 1e5, 1e15, 123456789012345680.0, 1e-4, 0.00012, 1e-5, 1.5e300, -2.5]",
            "[1,0,0.0,-0.0,1.0,100000.0,100000.0,1e+15,1.2345678901234568e+17,0.0001,0.00012,1e-05,1.5e+300,-2.5]",
        ),
        (
            "[18446744073709551615, 18446744073709551616, -9223372036854775808]",
            "[18446744073709551615,1.8446744073709552e+19,-9223372036854775808]",
        ),
        (
            r#""\u00e9\/\u0001\u001f\b\f\n\r\t\"\\\u007f\ud83e\uddca""#,
            "\"é/\\u0001\\u001f\\b\\f\\n\\r\\t\\\"\\\\\u{7f}🧊\"",
        ),
        (
            r#"{"b": {"d": 1, "c": [true, false, null]}, "a": "", "b": {"z": 1, "y": 2}}"#,
            r#"{"a":"","b":{"y":2,"z":1}}"#,
        ),
        (
            r#"[{"z": {"x": []}, "a": [0]}, {"z": [{}], "a": {"b": {}, "a": [[]]}}, {"": {"b": [], "a": {}}}]"#,
            r#"[{"a":[0],"z":{"x":[]}},{"a":{"a":[[]],"b":{}},"z":[{}]},{"":{"a":{},"b":[]}}]"#,
        ),
        (r#"{"é": 1, "z": 2, "Z": 3, "": 4}"#, r#"{"":4,"Z":3,"z":2,"é":1}"#),
    ];
    for (text, canonical) in cases {
        let json = Json::new(text).expect("JSON");
        assert_eq!(json.canonical(), canonical);
        assert_eq!(Json::new(canonical).expect("JSON").canonical(), canonical);
        assert_eq!(json, Json::new(canonical).expect("JSON"));
    }
    // A double holds 308 digits and some of 309.
    let digits = |first: &str, count: usize| Json::new(format!("{first}{}", "0".repeat(count - 1)));
    assert!(digits("9", 308).is_ok() && digits("1", 309).is_ok() && digits("-1", 309).is_ok());
    assert!(digits("2", 309).is_err() && digits("1", 310).is_err() && digits("-1", 310).is_err());
    assert_ne!(Json::new("[1]").expect("JSON"), Json::new("[1.0]").expect("JSON"));
}

/// The time of the one spelling grows with the text alone, however deep the text nests, and its memory too.
#[test]
fn canonical_text_of_deep_nesting() {
    const LONG: usize = 16 << 10;
    const DEEP: usize = 125;
    let inner = format!(r#"[{}0]"#, r#"{"b": 1, "a": 0},"#.repeat(LONG));
    let nested = |open: &str, close: &str| format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP));
    let flat = Json::new(nested("[", "]")).expect("JSON");
    // Keys that are not in order, and several of one name.
    let deep = Json::new(nested(r#"{"z": [{}], "y": [{"": {}}], "b": "#, r#", "z": {"x": []}, "a": {"b": {}}}"#));
    let deep = deep.expect("JSON");
    let fastest = |json: &Json<'_>| {
        let times = (0..3).map(|_| {
            let start = std::time::Instant::now();
            assert!(json.canonical().contains(r#"{"a":0,"b":1},"#));
            start.elapsed()
        });
        times.min().expect("three times")
    };
    let (flat_time, deep_time) = (fastest(&flat), fastest(&deep));
    assert!(deep_time < 8 * flat_time, "{deep_time:?} for objects in objects, {flat_time:?} for lists in lists");
    let used = measure(|| drop(deep.canonical()));
    assert!(used.bytes_max < 8 * deep.as_str().len() as u64, "{used:?} for {} bytes", deep.as_str().len());
    let text = deep.canonical();
    assert!(text.starts_with(r#"{"a":{"b":{}},"b":{"a":{"b":{}},"b":{"#), "{}", &text[..80]);
    assert!(text.ends_with(r#","y":[{"":{}}],"z":{"x":[]}},"y":[{"":{}}],"z":{"x":[]}}"#));
    assert_eq!(Json::new(text.as_str()).expect("JSON").canonical(), text);
}

#[test]
fn json_values() {
    let json = Json::new(r#"{"a": [1], "t": "x\ny", "n": 7, "b": true, "z": null, "o": {"t": "deep"}, "t": "last"}"#)
        .expect("JSON");
    assert_eq!(json.get("t").and_then(|t| t.as_text().map(|t| t.into_owned())).as_deref(), Some("last"));
    assert_eq!(json.get("n").and_then(|n| n.as_u64()), Some(7));
    assert_eq!(json.get("b").and_then(|b| b.as_bool()), Some(true));
    assert!(json.get("z").is_some_and(|z| z.is_null()));
    assert!(json.get("no").is_none() && !json.is_flat() && json.is_object());
    assert_eq!(json.get("n").and_then(|n| n.as_text().map(|t| t.into_owned())), None);
    assert_eq!(Json::new("1.0").expect("JSON").as_u64(), None);
    assert!(Json::new("7").expect("JSON").fields().is_empty());
    assert_eq!(json.fields().len(), 6);
    assert!(Json::of(&u128::MAX).is_err() && Json::of(&i128::MIN).is_err());
    assert_eq!(Json::of(&vec![1, 2]).expect("JSON").to::<Vec<u8>>().expect("bytes"), [1, 2]);
    assert!(Json::new("[1]").expect("JSON").to::<String>().is_err());
    assert!(Json::of(&f64::NAN).expect("null").is_null());
    let mut fields = Fields::default();
    assert_eq!(fields.set("b", Json::from(1u64)), None);
    assert_eq!(fields.set("a", Json::text("x")), None);
    assert_eq!(fields.set("b", Json::from(false)), Some(Json::from(1u64)));
    assert_eq!(fields.iter().map(|(key, _)| key).collect::<String>(), "ab");
    assert_eq!(fields.clone().into_owned(), fields);
}

/// What `Options::new` says of itself.
#[test]
fn limits_of_the_default() {
    let tens =
        |label: &str| Message { label: label.into(), ..Message::default() }.label().and_then(|l| l.tens(1).map(drop));
    let tensors = |tensors: &str| tens(&format!(r#"{{"TENS":{{"tensors":[{tensors}]}}}}"#));
    let tensor = |rank: usize| format!(r#"{{"shape":[{}],"word":1,"dtype":"u","part":0}}"#, vec!["1"; rank].join(","));
    tensors(&tensor(64)).expect("64 axes");
    assert_eq!(facts(&tensors(&tensor(65)).expect_err("65 axes")).1, MessageFault::Rank);
    let limit = |result: Result<(), DecodeError>| match result.map_err(DecodeError::into_kind) {
        Err(ErrorKind::LimitExceeded { max, found, .. }) => (max, found),
        other => panic!("{other:?}"),
    };
    tensors(&vec![tensor(0); 65_536].join(",")).expect("as many as may be");
    assert_eq!(limit(tensors(&vec![tensor(0); 65_537].join(","))), (65_536, 65_537));
    let padded = |len: usize| format!(r#"{{"TENS":{{"tensors":[]}}{}}}"#, " ".repeat(len - 23));
    assert_eq!(padded(100).len(), 100);
    tens(&padded(16 << 20)).expect("16 MiB");
    assert_eq!(limit(tens(&padded((16 << 20) + 1))), (16 << 20, (16 << 20) + 1));
    let nested =
        |depth: usize| tens(&format!(r#"{{"TENS":{{"tensors":[]}},"a":{}{}}}"#, "[".repeat(depth), "]".repeat(depth)));
    nested(127).expect("128 values inside one another");
    assert_eq!(facts(&nested(128).expect_err("129")).1, MessageFault::LabelTooDeep);
}

/// What a label brings along does not steer a terminal.
#[test]
fn excerpts_are_escaped() {
    let tensor = |fields: &str| format!(r#"{{"TENS":{{"tensors":[{{"shape":[0],"word":1,"dtype":"u",{fields}}}]}}}}"#);
    for label in [
        "\u{9b}31m".to_owned(),
        "\"\u{9b}31m\"".to_owned(),
        "{\"TENS\":\"\u{9b}\u{202e}\"}".to_owned(),
        tensor("\"packing\":\"\u{9b}\""),
        tensor("\"dtype\":\"\u{7f}\""),
        tensor("\"part\":\"\u{9b}\""),
        tensor("\"order\":[\"\u{9b}\"]"),
        tensor("\"metadata\":\"\u{9b}\""),
    ] {
        let error = of_label(&label, 1).tensors().expect_err(&label);
        let Some(fault) = MessageError::of(error.kind()) else { panic!("{error}") };
        for shown in [error.to_string(), fault.to_string()] {
            assert!(!shown.contains(|letter: char| letter.is_control() || letter == '\u{202e}'), "{shown:?}");
        }
    }
    let mut flow = of_label("{\"flow\":\"\u{9b}\"}", 0);
    flow.form = tensor_format::zio::Form::FLOW;
    assert!(flow.flow().expect_err("no flow").to_string().contains("\\u{9b}"));
}
