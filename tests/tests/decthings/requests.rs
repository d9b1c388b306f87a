//! The messages of the Decthings clients: typed values, batches, datasets, models, and bytes that are no message.

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use tensor_format::{
    DecodeError, EncodeError, Many, Record, Tensor, TensorRef, View,
    decthings::{self, Dataset, Dialect, Message, Options, ParameterList, Parameters, Reply, request, response},
};
use tensor_format_tests::clients;

use super::models::Adder;

#[derive(Tensor, Clone, Debug, PartialEq)]
pub(super) struct Input {
    #[tensor(shape = [n])]
    pub(super) x: Vec<f32>,
    pub(super) words: Vec<String>,
    #[tensor(shape = [])]
    pub(super) scale: Option<f64>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Borrowed<'a> {
    x: View<'a, f32>,
    words: Vec<&'a str>,
}

#[derive(Tensor, Debug, PartialEq)]
pub(super) struct Grouped {
    pub(super) x: Many<Vec<u8>>,
    pub(super) y: u8,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(deny_unknown)]
struct OnlyX {
    x: Vec<f32>,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
pub(super) struct Sums {
    #[tensor(shape = [n])]
    pub(super) y: Vec<f32>,
}

pub(super) fn input(n: usize) -> Input {
    Input {
        x: (0..n).map(|i| i as f32).collect(),
        words: vec!["one".into(), "zwei".into()],
        scale: n.is_multiple_of(2).then_some(0.5),
    }
}

fn decode_error<T: std::fmt::Debug>(result: Result<T, DecodeError>) -> String {
    result.expect_err("an error").to_string()
}

fn encode_error<T: std::fmt::Debug>(result: Result<T, EncodeError>) -> String {
    result.expect_err("an error").to_string()
}

#[test]
fn a_record_travels_as_a_request_and_as_a_response() {
    for n in [0, 1, 2, 300] {
        let input = input(n);
        let bytes = request::to_vec(&input).expect("a request");
        assert_eq!(request::from_slice::<Input>(&bytes).expect("the input"), input);
        let bytes = response::to_vec(&input).expect("a response");
        assert_eq!(response::from_slice::<Input>(&bytes).expect("the input"), input);
    }
}

#[test]
fn the_tensors_are_those_of_the_dialect() {
    let input = Input { x: vec![1.0], words: vec!["hello".into()], scale: None };
    let json = br#"[{"name":"x"},{"name":"words"}]"#;
    let x = decthings::to_vec(&input.x).expect("a tensor");
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        let words = options.to_vec(&input.words).expect("a tensor");
        let lengths = [2, json.len() as u8, x.len() as u8, words.len() as u8];
        let expected = [&lengths[..], json, &x, &words].concat();
        let parameters = Parameters::new(&input).with_options(options);
        assert_eq!(request::write(&parameters.list().expect("a list"), &parameters).expect("a request"), expected);
        assert_eq!(options.from_request::<Input>(&expected).expect("the input"), input);
        if dialect == Dialect::Clients {
            assert_eq!(request::to_vec(&input).expect("a request"), expected);
        }
    }
}

#[test]
fn what_is_read_is_borrowed() {
    let bytes = request::to_vec(&input(4)).expect("a request");
    let found: Borrowed<'_> = request::from_slice(&bytes).expect("the input");
    assert_eq!(found.words, ["one", "zwei"]);
    let within = |start: *const u8| bytes.as_ptr_range().contains(&start);
    assert!(within(found.x.as_bytes().as_ptr()));
    assert!(found.words.iter().all(|word| within(word.as_ptr())));
}

#[test]
fn the_list_stands_anywhere_in_the_json() {
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Evaluate {
        model_id: String,
        params: ParameterList,
    }
    let input = input(2);
    let parameters = Parameters::new(&input);
    let evaluate = Evaluate { model_id: "m".into(), params: parameters.list().expect("a list") };

    let bytes = request::write(&evaluate, &parameters).expect("a request");
    let message = request::read(&bytes).expect("a message");
    assert_eq!(message.json_text(), r#"{"modelId":"m","params":[{"name":"x"},{"name":"words"},{"name":"scale"}]}"#);
    assert_eq!(message.decode::<Input>(&message.json::<Evaluate>().expect("json").params).expect("the input"), input);

    let bytes = request::write_websocket(7, &evaluate, &parameters).expect("a request");
    assert_eq!(&bytes[..4], [0, 0, 0, 7]);
    let (id, message) = request::read_websocket(&bytes).expect("a message");
    assert_eq!(id, 7);
    assert_eq!(message.decode::<Input>(&message.json::<Evaluate>().expect("json").params).expect("the input"), input);

    let bytes = response::write_websocket(7, &evaluate, &parameters).expect("a response");
    assert_eq!(&bytes[..5], [0, 0, 0, 0, 7]);
    let (reply, message) = response::read_websocket(&bytes).expect("a message");
    assert_eq!(reply, Reply::Response { id: 7 });
    assert_eq!(message.to_reply(reply).expect("the same"), bytes);

    let bytes = response::write_event("Model", &evaluate, &parameters).expect("an event");
    assert_eq!(&bytes[..7], b"\x01\x05Model");
    let (reply, message) = response::read_websocket(&bytes).expect("a message");
    assert_eq!(reply, Reply::Event { api: "Model" });
    assert_eq!(message.to_reply(reply).expect("the same"), bytes);
    assert_eq!(message.decode::<Input>(&message.json::<Evaluate>().expect("json").params).expect("the input"), input);
}

#[test]
fn a_batch_has_one_tensor_of_each_parameter_for_every_value() {
    for count in [0, 1, 2, 5] {
        let inputs: Vec<Input> = (0..count).map(|i| input(2 * i)).collect();
        let parameters = Parameters::batch(&inputs);
        let list = parameters.list().expect("a list");
        let bytes = request::write(&list, &parameters).expect("a request");
        let message = request::read(&bytes).expect("a message");
        let x: Vec<u8> = inputs.iter().flat_map(|input| clients().to_vec(&input.x).expect("a tensor")).collect();
        assert_eq!(message.blobs().next(), Some(&*x));
        assert_eq!(message.decode_batch::<Input>(&list).expect("the inputs"), inputs);
    }
}

#[test]
fn a_parameter_of_many_tensors_takes_all_of_its_blob() {
    for many in [vec![], vec![vec![1u8]], vec![vec![1], vec![], vec![2, 3]]] {
        let value = Grouped { x: Many(many), y: 9 };
        let bytes = request::to_vec(&value).expect("a request");
        let message = request::read(&bytes).expect("a message");
        assert_eq!(message.json_text(), r#"[{"name":"x"},{"name":"y"}]"#);
        assert_eq!(request::from_slice::<Grouped>(&bytes).expect("the value"), value);
        let record: Record = request::from_slice(&bytes).expect("a record");
        assert_eq!(record.len(), value.x.len() + 1);
    }
    let two = [Grouped { x: Many(vec![]), y: 1 }, Grouped { x: Many(vec![vec![1]]), y: 2 }];
    assert_eq!(
        encode_error(Parameters::batch(&two).list()),
        "parameter `x`: a value with `Many` tensors of one parameter cannot be in a batch"
    );
}

/// Nothing would say how many there were.
#[test]
fn values_without_tensors_are_no_batch() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Absent {
        x: Option<f32>,
    }
    let absent = || Absent { x: None };
    let text = "a batch of records without any tensor has no length";
    assert_eq!(encode_error(Parameters::batch(&[absent(), absent()]).list()), text);
    let bytes = request::to_vec(&absent()).expect("a request");
    assert_eq!(request::from_slice::<Absent>(&bytes).expect("one value"), absent());
}

#[test]
fn what_a_batch_cannot_be() {
    let ragged = [input(1), input(2)];
    assert_eq!(
        encode_error(Parameters::batch(&ragged).list()),
        "the items of a batch must agree: item 0 is a record without `scale`, item 1 is one with it"
    );
    let list = ParameterList::from_iter(["x", "words"]);
    let (one, two) = (clients().to_vec(&[1.0f32]).expect("x"), clients().to_vec(&["a"]).expect("words"));
    let (long, twice) = ([&*one, &*one].concat(), [&*two, &*two].concat());
    let message = Message::new("", [&*long, &*two]);
    let error = message.decode_batch::<Input>(&list).expect_err("an error");
    assert_eq!(
        error.to_string(),
        format!(
            "record 0: parameter `words`: it has 1 tensor, `x` has more: in a batch all have equally many (byte {})",
            two.len()
        )
    );
    assert_eq!(error.kind().name(), "unequal_batch");
    let message = Message::new("", [&*long, &*twice]);
    assert_eq!(
        decode_error(message.decode::<Input>(&list)),
        format!("parameter `x`: present more than once (byte {})", one.len())
    );
    let wrong = clients().to_vec(&[1u8]).expect("x");
    let mixed = [&*one, &*wrong].concat();
    let message = Message::new("", [&*mixed, &*twice]);
    assert_eq!(
        decode_error(message.decode_batch::<Input>(&list)),
        format!("record 1: parameter `x`: element type: expected f32, found u8 (byte {})", one.len())
    );
}

#[test]
fn datasets_are_resolved_or_named() {
    let x = OnlyX { x: vec![1.0, 2.0] };
    let parameters = Parameters::new(&x).with_dataset("words", Dataset::new("texts", "2024"));
    let list = parameters.list().expect("a list");
    let bytes = request::write(&list, &parameters).expect("a request");
    let message = request::read(&bytes).expect("a message");
    let list: ParameterList = message.json().expect("a list");
    assert_eq!(list.iter().filter_map(|listed| listed.dataset.as_ref()).count(), 1);
    assert_eq!(
        decode_error(message.decode::<Input>(&list)),
        "parameter `words`: its data are in the dataset \"texts\" under \"2024\", not in the message"
    );
    assert_eq!(message.decode::<OnlyX>(&list).expect_err("unknown and denied").kind().name(), "unresolved_dataset");
    // A type that does not know the parameter need not care where its data are.
    assert_eq!(message.decode::<Sums>(&ParameterList::new()).expect_err("no y").kind().name(), "listed_parameters");
    let stored = clients().to_vec(&["one", "two"]).expect("words");
    let resolve = |dataset: &Dataset| (dataset.id == "texts" && dataset.key == "2024").then_some(&*stored);
    let found: Input = message.decode_with(&list, resolve).expect("the input");
    assert_eq!(found, Input { x: x.x.clone(), words: vec!["one".into(), "two".into()], scale: None });
    let found: Vec<Input> = message.decode_batch_with(&list, resolve).expect("the inputs");
    assert_eq!(found.len(), 1);
}

#[test]
fn the_json_of_a_list_is_judged() {
    let parse = |json: &'static str| Message::new(json, []).json::<ParameterList>();
    for (json, names) in [
        ("[]", vec![]),
        (r#"[{"name":"x","extra":[1]}]"#, vec!["x"]),
        (r#"[{"data":null,"name":"x"}]"#, vec!["x"]),
        (r#"[{"name":"d","data":{"type":"dataset","dataset_id":"i","dataset_key":"k"}}]"#, vec!["d"]),
    ] {
        let list = parse(json).expect(json);
        assert_eq!(list.iter().map(|listed| &*listed.name).collect::<Vec<_>>(), names, "{json}");
    }
    for (json, kind, text) in [
        ("", "invalid_json", "line 1, column 1: not JSON: EOF while parsing a value"),
        ("[", "invalid_json", "line 1, column 1: not JSON: EOF while parsing a list"),
        ("{}", "invalid_data", "line 1, column 1: invalid type: map, expected a sequence"),
        ("[\n {}]", "invalid_data", "line 2, column 3: missing field `name`"),
        (r#"["x"]"#, "invalid_data", "a parameter as {\"name\": \"..\"}"),
        (r#"[{"name":"x","name":"y"}]"#, "invalid_data", "duplicate field `name`"),
        (r#"[{"name":1}]"#, "invalid_data", "invalid type: integer `1`, expected a string"),
        (r#"[{"name":"x","data":{}}]"#, "invalid_data", "missing field `type`"),
        (r#"[{"name":"x","data":7}]"#, "invalid_data", "\"datasetId\""),
        (r#"[{"name":"x","data":{"type":"file"}}]"#, "invalid_data", "unknown variant `file`, expected `dataset`"),
        (r#"[{"name":"x","data":{"type":"dataset","datasetKey":"k"}}]"#, "invalid_data", "missing field `datasetId`"),
        (r#"[{"name":"x","data":{"type":"dataset","datasetId":"k"}}]"#, "invalid_data", "missing field `datasetKey`"),
        (
            r#"[{"name":"x","data":{"type":"dataset","datasetId":"a","dataset_id":"b","datasetKey":"k"}}]"#,
            "invalid_data",
            "duplicate field `datasetId`",
        ),
    ] {
        let error = parse(json).expect_err(json);
        assert_eq!(error.kind().name(), kind, "{json}");
        assert!(error.to_string().contains(text), "{json}: {error}");
        let tensor_format::ErrorKind::Json(fault) = error.kind() else { panic!("{error}") };
        let line_at = json.split_inclusive('\n').take(fault.line - 1).map(str::len).sum::<usize>();
        assert_eq!(error.offset(), Some((line_at + fault.column - 1) as u64), "{json}: {error}");
    }
    let twice = ParameterList::from_iter(["x", "x"]);
    let x = clients().to_vec(&[1.0f32]).expect("x");
    let message = Message::new("", [&*x, &*x]);
    assert_eq!(decode_error(message.decode::<OnlyX>(&twice)), "parameter `x`: present more than once");
    let x = OnlyX { x: vec![] };
    let named_twice = Parameters::new(&x).with_dataset("x", Dataset::new("a", "b"));
    assert_eq!(encode_error(named_twice.list()), "parameter `x`: present more than once");
}

#[test]
fn what_no_request_can_hold() {
    let record = |count: usize| -> Record {
        (0..count).map(|i| (format!("p{i}"), TensorRef::from(&[1u8][..]).to_tensor())).collect()
    };
    let bytes = request::to_vec(&record(255)).expect("255 parameters");
    assert_eq!(request::from_slice::<Record>(&bytes).expect("a record").len(), 255);
    assert_eq!(
        encode_error(request::to_vec(&record(256))),
        "limit exceeded: at most 255 blobs in one message allowed, found 256"
    );
    let bytes = response::to_vec(&record(256)).expect("a response");
    assert_eq!(response::from_slice::<Record>(&bytes).expect("a record").len(), 256);
    assert_eq!(
        decode_error(clients().max_params(255).read_response(&bytes)).split(" (").next(),
        Some("limit exceeded: at most 255 blobs in one message allowed, found 256")
    );
    assert_eq!(encode_error(request::to_vec(&1.5f32)), "expected a record, found one tensor");
    let bytes = request::to_vec(&record(1)).expect("a request");
    assert_eq!(decode_error(request::from_slice::<Vec<u8>>(&bytes)), "expected one tensor, found a record of 1 tensor");
    assert_eq!(decode_error(request::from_slice::<[u8; 1]>(&bytes)), "expected one tensor, found a record of 1 tensor");
    let name = "x".repeat(256);
    let x = OnlyX { x: vec![] };
    assert_eq!(
        encode_error(response::write_event(&name, &"", &Parameters::new(&x))),
        "length of the event's name: expected at most 255 bytes, found 256"
    );
    assert!(response::write_event(&name[1..], &"", &Parameters::new(&x)).is_ok());
}

#[test]
fn faults_in_the_frame_have_their_byte() {
    let read = |bytes: &'static [u8]| decode_error(request::read(bytes));
    assert_eq!(read(b""), "the input ends too early: 1 byte needed, 0 left (byte 0)");
    assert_eq!(read(b"\x01"), "the input ends too early: 1 byte needed, 0 left (byte 1)");
    assert_eq!(read(b"\x00\x02"), "the input ends too early: 2 bytes needed, 0 left (byte 2)");
    assert_eq!(read(b"\x01\x02\x05[]"), "the input ends too early: 5 bytes needed, 0 left (byte 5)");
    assert_eq!(read(b"\x00\x02[]xyz"), "3 bytes follow the value (byte 4)");
    assert_eq!(read(b"\x00\xfd\x00\x02[]"), "the varint of 2 is longer than it needs to be (byte 1)");
    assert_eq!(read(b"\x00\x03[\xff]"), "the string is not UTF-8 (byte 3)");
    assert!(clients().allow_trailing(true).read_request(b"\x00\x02[]xyz").is_ok());
    assert!(clients().allow_non_canonical_varint(true).read_request(b"\x00\xfd\x00\x02[]").is_ok());
    assert_eq!(
        decode_error(request::read_websocket(b"\0\0\0")),
        "the input ends too early: 4 bytes needed, 3 left (byte 0)"
    );
    assert_eq!(
        decode_error(response::read_websocket(b"\x02")),
        "first byte: expected 0 for a response or 1 for an event, found 2 (byte 0)"
    );
    assert_eq!(decode_error(response::read_websocket(b"\x01\x02\xc3\x28")), "the string is not UTF-8 (byte 2)");
    let long = [&b"\x00\xfe\x01\x00\x00\x01"[..], &vec![b' '; (16 << 20) + 1]].concat();
    assert_eq!(
        decode_error(request::read(&long)),
        "limit exceeded: at most 16777216 bytes of text allowed, found 16777217 (byte 6)"
    );
}

/// Tensors lie deep within the bytes: what is wrong with them has the offset in all of them.
#[test]
fn faults_in_tensors_have_their_byte_in_the_message() {
    let value = input(2);
    type Decode = fn(&[u8]) -> Result<Input, DecodeError>;
    for (bytes, decode) in [
        (request::to_vec(&value).expect("a request"), (|bytes| request::from_slice(bytes)) as Decode),
        (response::to_vec(&value).expect("a response"), |bytes| response::from_slice(bytes)),
    ] {
        let at = bytes.windows(4).position(|window| window == b"zwei").expect("the word");
        let mut broken = bytes.clone();
        broken[at] = 0xff;
        let error = decode(&broken).expect_err("no UTF-8");
        assert_eq!((error.kind().name(), error.offset()), ("invalid_utf8", Some(at as u64)));
        assert_eq!(error.parameter(), Some("words"));
    }
}

#[test]
fn all_violations_are_listed() {
    let record: Record = [
        ("x".to_owned(), TensorRef::from(&[1u8][..]).to_tensor()),
        ("words".to_owned(), TensorRef::from(&[1u8][..]).to_tensor()),
    ]
    .into_iter()
    .collect();
    let bytes = request::to_vec(&record).expect("a request");
    let message = request::read(&bytes).expect("a message");
    let list = message.json().expect("a list");
    let texts: Vec<String> =
        message.check_all::<Input>(&list).expect("headers").iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "parameter `x`: element type: expected f32, found u8",
            "parameter `words`: element type: expected string, found u8"
        ]
    );
    assert!(message.check_all::<Record>(&list).expect("headers").is_empty());
    assert_eq!(message.check_all::<f32>(&list).expect_err("a record").kind().name(), "record_found");
}

/// Every cut of a message is an error, and none a panic.
#[test]
fn truncated_messages_are_refused() {
    let value = input(2);
    let bytes = request::to_vec(&value).expect("a request");
    for end in 0..bytes.len() {
        assert!(request::from_slice::<Input>(&bytes[..end]).is_err(), "{end}");
    }
    // A response ends with its input: cut between two blobs it has fewer of them.
    let bytes = response::to_vec(&value).expect("a response");
    for end in 0..bytes.len() {
        assert!(response::from_slice::<Input>(&bytes[..end]).is_err(), "{end}");
    }
}

#[test]
fn many_empty_blobs_take_bounded_memory() {
    let mut bytes = b"\x02[]".to_vec();
    bytes.resize(4 << 20, 0);
    let info = allocation_counter::measure(|| {
        assert_eq!(response::read(&bytes).expect_err("too many").kind().name(), "limit_exceeded");
    });
    assert!(info.bytes_max < 4 << 20, "{}", info.bytes_max);
}

proptest! {
    #[test]
    fn any_records_travel(xs in prop::collection::vec(prop::collection::vec(any::<u32>(), 0..4), 1..5), word in ".*") {
        let values: Vec<Input> = xs
            .into_iter()
            .map(|x| Input { x: x.into_iter().map(f32::from_bits).collect(), words: vec![word.clone()], scale: Some(1.0) })
            .collect();
        let parameters = Parameters::batch(&values);
        let list = parameters.list().expect("a list");
        let bytes = request::write(&list, &parameters).expect("a request");
        let message = request::read(&bytes).expect("a message");
        let found: Vec<Input> = message.decode_batch(&list).expect("the values");
        prop_assert_eq!(found.len(), values.len());
        for (found, value) in found.iter().zip(&values) {
            let bits = |x: &[f32]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&found.x), bits(&value.x));
            prop_assert_eq!(&found.words, &value.words);
        }
        prop_assert_eq!(message.to_request().expect("the same"), bytes);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = request::from_slice::<Input>(&bytes);
        let _ = response::from_slice::<Input>(&bytes);
        let _ = request::read_websocket(&bytes);
        let _ = response::read_websocket(&bytes);
        let _ = request::call(&Adder, &bytes, &mut Vec::new());
    }

    #[test]
    fn mutations_never_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), n in 0..5usize) {
        let values = [input(2 * n), input(0)];
        let parameters = Parameters::batch(&values);
        let mut bytes = request::write(&parameters.list().expect("a list"), &parameters).expect("a request");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = request::call(&Adder, &bytes, &mut Vec::new());
        if let Ok(message) = request::read(&bytes)
            && let Ok(list) = message.json::<ParameterList>()
        {
            let _ = message.decode::<Grouped>(&list);
            let _ = message.decode_batch::<Input>(&list);
            let _ = message.check_all::<Input>(&list);
        }
    }
}

/// A blob without bytes is one byte of a response, and takes no more memory than any byte of input may.
#[test]
fn many_blobs_take_memory_in_proportion() {
    for count in [0, 1, 100, 513, 1025, 4097, 65_536] {
        // A text of no length, and lengths of 0.
        let bytes = vec![0; 1 + count];
        let mut read = None;
        let used =
            allocation_counter::measure(|| read = Some(response::read(&bytes).map(|message| message.blobs().count())));
        assert_eq!(read.expect("read").expect("a response"), count);
        assert!(used.bytes_max <= 32 * bytes.len() as u64 + 8192, "{} bytes of heap for {count} blobs", used.bytes_max);
    }
    for count in 0..=255u8 {
        // The number of blobs, that of the JSON's bytes, and those of each blob.
        let bytes = [&[count, 0][..], &vec![0; usize::from(count)]].concat();
        let mut read = None;
        let used =
            allocation_counter::measure(|| read = Some(request::read(&bytes).map(|message| message.blobs().count())));
        assert_eq!(read.expect("read").expect("a request"), usize::from(count));
        assert!(used.bytes_max <= 32 * bytes.len() as u64 + 8192, "{} bytes of heap for {count} blobs", used.bytes_max);
    }
}
