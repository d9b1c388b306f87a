//! What the types of the format show of themselves, and the short ways to read and write that other tests go past.

use std::error::Error;

use tensor_format::{
    DecodeError, Tensor,
    decthings::{
        self, AlignedBuf, CallError, DynAppend, Framer, Message, Options, ParameterList, Parameters, request, response,
        tokio::Codec,
    },
};

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Pair {
    x: Vec<f32>,
    y: u8,
}

fn pair() -> Pair {
    Pair { x: vec![0.5, 1.5], y: 3 }
}

#[test]
fn types_show_how_much_they_hold_and_no_bytes() {
    let message = Message::new(r#"{"a":1}"#, [&b"one"[..], b"", b"three"]);
    assert_eq!(format!("{message:?}"), r#"Message { json: "{\"a\":1}", blobs: [3, 0, 5], .. }"#);

    let mut framer = Framer::new::<u8>();
    assert_eq!(format!("{framer:?}"), "Framer { position: 0, at_least: 2, .. }");
    framer.feed(&[7]).expect("the front of a message");
    assert_eq!(format!("{framer:?}"), "Framer { position: 1, at_least: 1, .. }");

    let mut buf = AlignedBuf::new();
    buf.copy_from(&[1, 2, 3]);
    assert_eq!(buf.as_ref(), [1, 2, 3]);
    let shown = format!("{buf:?}");
    assert!(shown.starts_with("AlignedBuf { len: 3, capacity: ") && !shown.contains('['), "{shown}");

    let codec: Codec<Pair> = Codec::new();
    assert_eq!(format!("{:?}", codec.clone()), format!("{codec:?}"));
    assert!(format!("{codec:?}").starts_with("Codec { messages: "), "{codec:?}");
}

#[test]
fn an_error_of_a_call_passes_its_source_on() {
    #[derive(Debug)]
    struct Outer(std::fmt::Error);
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("outer")
        }
    }
    impl Error for Outer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }
    #[derive(Tensor)]
    struct Two {
        #[tensor(shape = [2])]
        x: Vec<u8>,
    }
    let decode = || tensor_format::from_slice::<u8>(&[]).expect_err("no message");
    let encode = || tensor_format::to_vec(&Two { x: vec![1] }).expect_err("one item");
    assert!(CallError::<Outer>::Decode(decode()).source().is_none());
    assert!(CallError::<Outer>::Encode(encode()).source().is_none());
    let source = CallError::Model(Outer(std::fmt::Error));
    assert_eq!(source.source().expect("a source").to_string(), std::fmt::Error.to_string());
}

#[test]
fn values_of_any_type_are_appended() {
    let values: [Box<dyn DynAppend>; 3] = [Box::new(pair()), Box::new("text"), Box::new([1_u8, 2])];
    let (mut appended, mut expected) = (Vec::new(), Vec::new());
    for value in &values {
        value.append_dyn(&Options::new(), &mut appended).expect("appended");
    }
    tensor_format::append(&pair(), &mut expected).expect("appended");
    tensor_format::append("text", &mut expected).expect("appended");
    tensor_format::append(&[1_u8, 2], &mut expected).expect("appended");
    assert_eq!(appended, expected);
}

#[test]
fn groups_end_before_a_value_that_cannot_be_read() {
    let mut bytes = tensor_format::to_vec(&1_u8).expect("a message").repeat(3);
    bytes.extend([7, 0]);
    let lens = |groups: &mut dyn Iterator<Item = Result<Vec<u8>, DecodeError>>| {
        groups.map(|group| group.map(|group| group.len()).map_err(|error| error.record())).collect::<Vec<_>>()
    };
    let ended = Err(Some(3));
    for (size, expected) in [
        (1, vec![Ok(1), Ok(1), Ok(1), ended]),
        (2, vec![Ok(2), Ok(1), ended]),
        (3, vec![Ok(3), ended]),
        (9, vec![Ok(3), ended]),
    ] {
        assert_eq!(lens(&mut tensor_format::sequence::<u8>(&bytes).batches(size)), expected, "{size}");
        let stream = Options::new().sequence_from_reader::<u8, _>(&bytes[..]);
        assert_eq!(lens(&mut stream.batches(size)), expected, "{size}, of a stream");
    }
}

#[test]
fn messages_are_written_as_they_were_read() {
    let value = pair();
    let parameters = Parameters::new(&value);
    let list = parameters.list().expect("a list");
    assert!(!list.is_empty() && ParameterList::new().is_empty());

    let bytes = request::write_websocket(7, &list, &parameters).expect("a request");
    let (id, message) = request::read_websocket(&bytes).expect("a message");
    assert_eq!((id, message.to_websocket_request(7).expect("a request")), (7, bytes.clone()));

    let bytes = response::write(&list, &parameters).expect("a response");
    let message = response::read(&bytes).expect("a message");
    assert_eq!(message.decode::<Pair>(&message.json().expect("a list")).expect("a pair"), value);
    assert_eq!(bytes, message.to_response().expect("a response"));
}

#[test]
fn a_blob_has_one_tensor() {
    let list = ParameterList::from_iter(["x", "y"]);
    let x = decthings::to_vec(&pair().x).expect("a tensor");
    let y = decthings::to_vec(&3_u8).expect("a tensor");
    let message = Message::new("", [&*x, &*y]);
    assert_eq!(message.decode::<Pair>(&list).expect("a pair"), pair());
    for (first, second, place) in [(x.repeat(2), y.clone(), "x"), (x.clone(), y.repeat(2), "y")] {
        let error = Message::new("", [&*first, &*second]).decode::<Pair>(&list).expect_err("two tensors");
        assert_eq!((error.kind().name(), error.parameter()), ("duplicate_param", Some(place)), "{error}");
    }
}
