//! Typed values as messages.

use std::{borrow::Cow, collections::BTreeMap};

use half::bf16;
use ndarray::Array3;
use num_complex::Complex;
use tensor_format::{
    Audio, Binary, ByteOrder, DecodeError, ElementType, Encode, EncodeError, ErrorKind, HasRules, Image, Many, Record,
    Rules, Tensor, TensorRef, View,
    codec::Sink,
    to_value,
    zio::{self, DType, Description, Fields, Json, Kind, Mark, Message, MessageFault, Options, Part, Stage, Tens},
};

use super::facts;

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Everything {
    #[tensor(shape = [n, 4])]
    boxes: Vec<[f32; 4]>,
    #[tensor(shape = [n])]
    labels: Vec<String>,
    flags: [bool; 3],
    brain: Vec<bf16>,
    waves: Vec<Complex<f64>>,
    volume: Array3<u16>,
    picture: Image,
    sounds: Vec<Audio>,
    blob: Binary,
    pages: Many<String>,
    absent: Option<f64>,
    present: Option<i8>,
    empty: Vec<u32>,
    dynamic: tensor_format::Tensor,
}

fn everything() -> Everything {
    Everything {
        boxes: vec![[1.0, f32::NEG_INFINITY, -0.0, 4.0], [5.0; 4]],
        labels: vec!["é\"\\".into(), "x".repeat(300)],
        flags: [true, false, true],
        brain: vec![bf16::from_f32(1.5), bf16::NEG_INFINITY],
        waves: vec![Complex::new(1.0, -2.0)],
        volume: Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (i * 100 + j * 10 + k) as u16),
        picture: Image::new("png", b"pixels"),
        sounds: vec![Audio::new("wav", b""), Audio::new("", b"sound")],
        blob: Binary(b"\0\xff".to_vec()),
        pages: Many(vec!["one".into(), String::new()]),
        absent: None,
        present: Some(-1),
        empty: Vec::new(),
        dynamic: tensor_format::Tensor::from_vec([2, 1], vec![1i64, 2]).expect("a tensor"),
    }
}

#[test]
fn nothing_is_lost() {
    let value = everything();
    let message = zio::to_message(&value).expect("a message");
    let mut encoded = vec![0; 3];
    encoded.extend(message.to_vec().expect("bytes"));
    let copies = [
        Message::from_frames(message.clone().into_frames()).expect("a message"),
        message.clone().into_owned(),
        Message::from_slice(&encoded[3..]).expect("a message"),
    ];
    for copy in copies {
        assert_eq!(zio::from_message::<Everything>(&copy).expect("a value"), value);
    }
    let record = zio::from_message::<Record>(&message).expect("a record");
    assert_eq!(record.len(), 14);
    assert_eq!(zio::to_message(&record).expect("a message").label, message.label);
    assert_eq!(zio::from_message::<Everything>(&zio::to_message(&record).expect("a message")).expect("a value"), value);
}

/// A foreign peer sees tensors of the published letters, each with its own part, and flat metadata.
#[test]
fn the_label_is_valid_for_others() {
    let value = everything();
    let message = zio::to_message(&value).expect("a message");
    let tensors = message.tensors().expect("tensors");
    for (index, tensor) in tensors.tens().tensors().iter().enumerate() {
        assert_eq!((tensor.part(), tensor.order(), tensor.ascend()), (index, None, None));
        assert!("fiubc".contains(tensor.dtype().kind.letter()) && tensor.dtype().mark.is_none());
        assert!(tensor.metadata().is_some_and(Json::is_flat));
        assert_eq!(tensors.raw(index).expect("bytes").len(), tensor.byte_len());
    }
    assert_eq!(tensors.name(1).as_deref(), Some("labels"));
    assert_eq!(tensors.header(1).expect("a header").to_string(), "string [2]");
    assert_eq!(tensors.header(3).expect("a header").to_string(), "bf16 [2]");
    assert_eq!(tensors.tens().tensors()[1].shape(), &[308]);
    let small = zio::to_message(&["a", "bc"]).expect("a message");
    assert_eq!(
        String::from_utf8_lossy(&small.label),
        r#"{"TENS":{"metadata":{},"tensors":[{"dtype":"u","metadata":{"element_shape":"2","element_type":"string"},"part":0,"shape":[5],"word":1}]}}"#
    );
    assert_eq!(&*small.parts[0], b"\x01a\x02bc");
}

#[derive(Tensor, Debug, PartialEq)]
struct Borrowed<'a> {
    numbers: &'a [f32],
    view: View<'a, u16>,
    #[tensor(shape = [_, _])]
    any: TensorRef<'a>,
}

#[cfg(target_endian = "little")]
#[test]
fn values_may_borrow() {
    let (numbers, bytes) = ([1.0f32, 2.0], [1u8, 2, 3, 4]);
    let any = TensorRef::from_slice([2, 2], &bytes).expect("a tensor");
    let value = Borrowed { numbers: &numbers, view: View::new(&bytes, ByteOrder::Little), any };
    let message = zio::to_message(&value).expect("a message");
    assert!(message.parts.iter().all(Part::is_borrowed));
    let again = zio::from_message::<Borrowed<'_>>(&message).expect("a value");
    assert_eq!((again.numbers.as_ptr(), again.view.as_bytes().as_ptr()), (numbers.as_ptr(), bytes.as_ptr()));
    assert_eq!(again, value);
}

#[derive(Tensor, Debug)]
#[tensor(deny_unknown)]
struct Strict {
    #[tensor(shape = [n: 1..=4, 3])]
    points: Vec<[f32; 3]>,
    #[tensor(shape = [n])]
    ids: Vec<i64>,
    note: Option<String>,
}

/// A message of named tensors whose parts hold anything.
fn described(tensors: &[(&str, Kind, usize, &[usize])]) -> Message<'static> {
    let (mut tens, mut message) = (Tens::new(), Message::default());
    for (part, (name, kind, word, shape)) in tensors.iter().enumerate() {
        let mut description = Description::new(DType::new(*kind), *word, *shape, part).expect("a description");
        description.set_metadata(Json::object([("name", Json::text(name))])).expect("an object");
        message.parts.push(vec![2; description.byte_len()].into());
        tens.push(description);
    }
    message.set_label(&Fields::default(), Some(&tens)).expect("a label");
    message
}

/// What makes a parameter required is said as every other format says it, beside the names that are near.
#[test]
fn a_part_of_an_optional_record_requires_the_rest() {
    #[derive(Tensor, Debug)]
    struct Part {
        first: f32,
        second: f32,
    }
    #[derive(Tensor, Debug)]
    struct Whole {
        part: Option<Part>,
        id: u8,
    }
    #[derive(Tensor)]
    struct Sent {
        #[tensor(rename = "part.first")]
        first: f32,
        #[tensor(rename = "part.secnd")]
        near: f32,
        id: u8,
    }
    let sent = Sent { first: 1.0, near: 2.0, id: 3 };
    let message = zio::to_message(&sent).expect("encodes");
    let text = "parameter `part.second`: required beside `part.first`, but missing";
    let error = zio::from_message::<Whole>(&message).expect_err("half of a part");
    assert!(error.to_string().starts_with(text) && error.to_string().contains("`part.secnd`"), "{error}");
    let violations = zio::check_all::<Whole>(&message).expect("violations");
    assert_eq!(violations[0].to_string(), error.to_string());
    let bytes = tensor_format::to_vec(&sent).expect("encodes");
    let error = tensor_format::from_slice::<Whole>(&bytes).expect_err("half of a part");
    assert!(error.to_string().starts_with(text), "{error}");
}

#[test]
fn rules_are_checked() {
    let error = |tensors: &[(&str, Kind, usize, &[usize])]| {
        let message = described(tensors);
        let error = zio::from_message::<Strict>(&message).expect_err("it breaks the rules");
        let violations = zio::check_all::<Strict>(&message).expect("violations");
        assert_eq!(violations[0].to_string(), error.to_string());
        error.to_string()
    };
    let points: (&str, _, _, &[usize]) = ("points", Kind::Float, 4, &[2, 3]);
    let ids: (&str, _, _, &[usize]) = ("ids", Kind::Signed, 8, &[2]);
    assert!(zio::from_message::<Strict>(&described(&[ids, points])).is_ok());
    assert_eq!(error(&[points]), "parameter `ids`: required, but missing");
    assert_eq!(error(&[points, ids, points]), "parameter `points`: present more than once");
    assert_eq!(
        error(&[points, ids, ("other", Kind::Float, 4, &[1])]),
        "parameter `other`: not known to this type, which denies unknown parameters; known: `points`, `ids`, `note`"
    );
    assert_eq!(
        error(&[points, ("ids", Kind::Signed, 4, &[2])]),
        "parameter `ids`: element type: expected i64, found i32"
    );
    assert_eq!(error(&[points, ("ids", Kind::Signed, 8, &[2, 1])]), "parameter `ids`: rank: expected 1, found 2");
    assert_eq!(
        error(&[points, ("ids", Kind::Signed, 8, &[3])]),
        "parameter `ids`: axis 0: `n` is 2 in `points`, found 3"
    );
    assert_eq!(
        error(&[("points", Kind::Float, 4, &[5, 3]), ids]),
        "parameter `points`: axis 0: expected n: 1..=4, found 5"
    );
    let message = described(&[points, ("ids", Kind::Void, 8, &[2])]);
    let error = zio::from_message::<Strict>(&message).expect_err("no such elements");
    assert_eq!((error.parameter(), facts(&error).1), (Some("ids"), MessageFault::Dtype));
}

#[derive(Tensor, Debug)]
struct Flags {
    first: Vec<bool>,
    #[tensor(shape = [3])]
    second: Vec<f32>,
}

/// The first parameter holds bytes that are no booleans, but the rules of the second speak before them.
#[test]
fn rules_come_before_elements() {
    let flags: (&str, _, _, &[usize]) = ("first", Kind::Boolean, 1, &[2]);
    let message = described(&[flags, ("second", Kind::Float, 4, &[4])]);
    let error = zio::from_message::<Flags>(&message).expect_err("a wrong length");
    assert_eq!(error.to_string(), "parameter `second`: axis 0: expected 3, found 4");
    let message = described(&[flags, ("second", Kind::Float, 4, &[3])]);
    let error = zio::from_message::<Flags>(&message).expect_err("no booleans");
    assert!(matches!(error.kind(), ErrorKind::InvalidBoolean(2)));
    assert_eq!(error.parameter(), Some("first"));
    // One tensor as well.
    let message = described(&[flags]);
    let error = zio::from_message::<[bool; 3]>(&message).expect_err("a wrong length");
    assert_eq!(error.to_string(), "axis 0: expected 3, found 2");
    assert!(matches!(
        zio::from_message::<[bool; 2]>(&message).map_err(DecodeError::into_kind),
        Err(ErrorKind::InvalidBoolean(2))
    ));
    let message = described(&[flags, ("second", Kind::Float, 4, &[3])]);
    // Parameters that nobody asked for are not looked into.
    #[derive(Tensor)]
    struct Second {
        second: Vec<f32>,
    }
    assert_eq!(zio::from_message::<Second>(&message).expect("a value").second.len(), 3);
}

#[test]
fn one_tensor() {
    let message = described(&[("anything", Kind::Unsigned, 1, &[2])]);
    assert_eq!(zio::from_message::<Vec<u8>>(&message).expect("a value"), [2, 2]);
    assert_eq!(zio::from_message::<[u8; 2]>(&message).expect("a value"), [2, 2]);
    assert!(zio::check_all::<[u8; 2]>(&message).expect("violations").is_empty());
    assert_eq!(zio::check_all::<[i8; 3]>(&message).expect("violations").len(), 2);
    let error = zio::from_message::<[u8; 3]>(&message).expect_err("another length");
    assert_eq!(error.to_string(), "axis 0: expected 3, found 2");
    let two = described(&[("a", Kind::Unsigned, 1, &[2]), ("b", Kind::Unsigned, 1, &[2])]);
    let error = zio::from_message::<Vec<u8>>(&two).expect_err("a record");
    assert!(matches!(error.kind(), ErrorKind::RecordFound { tensors: 2 }));
    let none = described(&[("a", Kind::Nothing, 0, &[])]);
    let error = zio::from_message::<Vec<u8>>(&none).expect_err("no array");
    assert_eq!((facts(&error).0, facts(&error).1), (Stage::Tens, MessageFault::TensorsMissing));
    assert_eq!(zio::from_message::<Record>(&none).expect("a record").len(), 0);
    let error = zio::from_message::<Vec<u8>>(&Message::default()).expect_err("no label");
    assert_eq!(facts(&error).1, MessageFault::LabelEmpty);
}

#[derive(Tensor, Debug, PartialEq)]
struct ByIndex {
    #[tensor(rename = "0")]
    first: Vec<f32>,
    #[tensor(rename = "1")]
    second: Vec<u16>,
}

/// As other peers write: without names, big-endian, in another order of axes.
#[test]
fn tensors_of_others() {
    let mut message = Message::default();
    message.append(&TensorRef::from_slice([2], &[1.0f32, 2.0]).expect("a tensor"), None).expect("appended");
    let mut tens = message.tensors().expect("tensors").tens().clone().into_owned();
    let big = DType { kind: Kind::Unsigned, mark: Some(Mark::Big) };
    tens.push(Description::new(big, 2, [2], 1).expect("a description"));
    message.set_label(&Fields::default(), Some(&tens)).expect("a label");
    message.parts.push([1, 2, 3, 4].as_slice().to_vec().into());
    let value = ByIndex { first: vec![1.0, 2.0], second: vec![0x102, 0x304] };
    assert_eq!(zio::from_message::<ByIndex>(&message).expect("a value"), value);
    let record = zio::from_message::<Record>(&message).expect("a record");
    assert_eq!(record.iter().map(|(name, _)| name).collect::<String>(), "01");

    let label = r#"{"TENS":{"tensors":[{"shape":[2,3],"word":1,"dtype":"u","order":[0,1],"ascend":[true,false]}]}}"#;
    let columns = Message {
        label: label.into(),
        parts: vec![[3, 6, 2, 5, 1, 4].as_slice().to_vec().into()],
        ..Message::default()
    };
    assert_eq!(zio::from_message::<[[u8; 3]; 2]>(&columns).expect("a value"), [[1, 2, 3], [4, 5, 6]]);
}

#[test]
fn elements_of_variable_size() {
    let message = |bytes: &'static [u8], element_type: &str, shape: &str| {
        let metadata = format!(r#"{{"element_type":"{element_type}","element_shape":"{shape}"}}"#);
        let label = format!(
            r#"{{"TENS":{{"tensors":[{{"shape":[{}],"word":1,"dtype":"u","metadata":{metadata}}}]}}}}"#,
            bytes.len()
        );
        Message { label: label.into(), parts: vec![bytes.into()], ..Message::default() }
    };
    let ok = message(b"\x01a\x02bc", "string", "2");
    assert_eq!(zio::from_message::<Vec<String>>(&ok).expect("strings"), ["a", "bc"]);
    assert_eq!(zio::from_message::<Vec<Cow<'_, str>>>(&ok).expect("strings"), ["a", "bc"]);
    let fault = |bytes, element_type, shape| {
        let message = message(bytes, element_type, shape);
        let error = zio::from_message::<tensor_format::Tensor>(&message).expect_err("wrong elements");
        (error.kind().name(), error.offset())
    };
    assert_eq!(fault(b"\x01a\x02b", "string", "2"), ("truncated", Some(3)));
    assert_eq!(fault(b"\x01a\x02bcd", "string", "2"), ("trailing_bytes", Some(5)));
    assert_eq!(fault(b"\x01\xff", "string", "1"), ("invalid_utf8", Some(1)));
    // A machine of 32 bits has no such shape, and takes the bytes for nothing else.
    let large = if usize::BITS < 64 { ("shape_overflow", None) } else { ("truncated", Some(0)) };
    assert_eq!(fault(b"", "string", "9999999999"), large);
    assert_eq!(fault(b"", "string", "9223372036854775807,9"), ("shape_overflow", None));
    assert_eq!(fault(b"\x01\x05", "image", "1"), ("media_too_short", Some(1)));
    assert_eq!(fault(b"\xfd\x00\x01a", "binary", ""), ("non_canonical_varint", Some(0)));
    let with = |dtype: &str, word: usize, more: &str| {
        let metadata = r#"{"element_type":"string","element_shape":"2"}"#;
        let metadata = if word == 2 { r#"{"element_type":"bf16"}"# } else { metadata };
        let label = format!(
            r#"{{"TENS":{{"tensors":[{{"shape":[{}],"word":{word},"dtype":"{dtype}","metadata":{metadata}{more}}}]}}}}"#,
            6 / word
        );
        let message = Message { label: label.into(), parts: vec![b"\x01a\x03bcd".into()], ..Message::default() };
        let tensors = message.tensors().expect("tensors");
        tensors.header(0).expect("a header").to_string()
    };
    // Only bytes one behind the other in ascending order are such elements, and only under the letter `u`.
    assert_eq!(with("u", 1, ""), "string [2]");
    assert_eq!(with("u", 1, r#","order":[0],"ascend":[true]"#), "string [2]");
    assert_eq!(with("u", 1, r#","ascend":[false]"#), "u8 [6]");
    assert_eq!(with("i", 1, ""), "i8 [6]");
    assert_eq!((with("u", 2, "").as_str(), with("f", 2, "").as_str()), ("bf16 [3]", "f16 [3]"));
    // What is no such element type, or says no shape, is what the letters say.
    for (element_type, shape) in [("strings", "2"), ("string", "a"), ("f32", "2"), ("string", "2,,3")] {
        let message = message(b"\x01a\x02bc", element_type, shape);
        assert_eq!(message.tensors().expect("tensors").header(0).expect("a header").element_type, ElementType::U8);
    }
}

#[test]
fn metadata_of_the_message() {
    let run = BTreeMap::from([("run".to_owned(), vec![1, 2]), ("a".to_owned(), vec![])]);
    let value = everything();
    let message = zio::to_message_with(&value, &run).expect("a message");
    assert!(message.label.starts_with(br#"{"TENS":{"metadata":{"a":[],"run":[1,2]},"#));
    let (again, metadata) =
        zio::from_message_with::<Everything, BTreeMap<String, Vec<i32>>>(&message).expect("a value");
    assert_eq!((again, metadata), (value.clone(), run));
    let error = DecodeError::from(zio::to_message_with(&value, "text").expect_err("no object"));
    assert_eq!(facts(&error).1, MessageFault::MetadataNotObject);
    assert!(zio::from_message_with::<Everything, BTreeMap<String, String>>(&message).is_err());
    let plain = zio::to_message(&value).expect("a message");
    assert_eq!(zio::from_message_with::<Everything, BTreeMap<String, ()>>(&plain).expect("a value").1.len(), 0);
}

/// However serde hands them over: a build may have maps that keep the order of insertion.
#[test]
fn keys_are_sorted_here() {
    #[derive(serde::Serialize)]
    struct Unsorted {
        z: Inner,
        a: [Inner; 1],
        é: u8,
    }
    #[derive(serde::Serialize, Clone, Copy)]
    struct Inner {
        y: f32,
        b: (),
    }
    let inner = Inner { y: 0.1, b: () };
    let message = zio::to_message_with(&[1u8], &Unsorted { z: inner, a: [inner], é: 1 }).expect("a message");
    assert_eq!(
        String::from_utf8_lossy(&message.label),
        r#"{"TENS":{"metadata":{"a":[{"b":null,"y":0.1}],"z":{"b":null,"y":0.1},"é":1},"tensors":[{"dtype":"u","part":0,"shape":[1],"word":1}]}}"#
    );
}

/// What is written can be read by a reader with the same limit.
#[test]
fn depth_of_what_is_written() {
    let nested = |depth: usize| {
        let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
    };
    let too_deep = |error: tensor_format::EncodeError| facts(&DecodeError::from(error)).1 == MessageFault::LabelTooDeep;
    for (max, depth) in [(128, 125), (20, 17)] {
        let options = Options::new().max_depth(max);
        let metadata = |depth: usize| BTreeMap::from([("a", nested(depth))]);
        let message = options.to_message_with(&[1u8], &metadata(depth)).expect("a message");
        assert_eq!(options.from_message::<[u8; 1]>(&message).expect("a value"), [1]);
        assert!(too_deep(options.to_message_with(&[1u8], &metadata(depth + 1)).expect_err("too deep")));

        // The metadata of one tensor lie in two more values.
        let metadata = |depth: usize| Some(Json::of(&metadata(depth)).expect("JSON"));
        let tensor = TensorRef::from(&[1u8][..]);
        let mut message = Message::default();
        let before = message.clone();
        assert!(too_deep(options.append(&mut message, &tensor, metadata(depth - 1)).expect_err("too deep")));
        assert_eq!(message, before);
        options.append(&mut message, &tensor, metadata(depth - 2)).expect("appended");
        assert!(options.tensors(&message).is_ok());
    }
    let mut message = Message { label: format!("{{\"a\":{}}}", nested(127)).into(), ..Message::default() };
    message.append(&TensorRef::from(&[1u8][..]), None).expect("appended");
    assert!(message.tensors().is_ok());
}

#[test]
fn values_that_cannot_be_written() {
    #[derive(Tensor)]
    struct Rows {
        #[tensor(shape = [2])]
        rows: Vec<u8>,
    }
    let error = zio::to_message(&Rows { rows: vec![1] }).map(|_| ()).expect_err("it breaks its rules");
    assert_eq!(error.to_string(), "parameter `rows`: axis 0: expected 2, found 1");
    let options = Options::new().max_tensors(1);
    let two = ByIndex { first: vec![], second: vec![] };
    assert!(matches!(options.to_message(&two).expect_err("two").kind(), ErrorKind::LimitExceeded { .. }));
    assert!(Options::new().max_label_bytes(9).to_message(&[1u8]).is_err());
    assert!(Options::new().max_rank(0).to_message(&[1u8]).is_err());
    /// Says two tensors and writes one.
    struct Liar;
    impl HasRules for Liar {
        const RULES: Rules<'static> = ByIndex::RULES;
    }
    impl Encode for Liar {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
            sink.record(Self::RECORD, &[1, 1])?;
            1f32.encode(sink)
        }
    }
    let text = "the value wrote another number of tensors than it has names";
    assert_eq!(zio::to_message(&Liar).map(drop).expect_err("one of two").to_string(), text);
    assert_eq!(to_value(&Liar).map(drop).expect_err("one of two").to_string(), text);
    let long = Image::new("x".repeat(256), b"");
    assert!(matches!(zio::to_message(&long).expect_err("a format").kind(), ErrorKind::InvalidMediaFormat { .. }));
}
