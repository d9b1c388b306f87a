//! How much memory hostile messages take.

use std::sync::Arc;

use allocation_counter::measure;
use tensor_format::{
    Batch, Binary, BinaryRef, DecodeOwned, ErrorKind, Image, ImageRef, Many, Record, RecordRef, Tensor, TensorRef,
    error::Limit,
    zio::{self, Flow, Message, Part},
};

/// At most so many times the bytes of the message, and 8 KiB.
#[track_caller]
fn takes(message: &Message<'_>, most: u64, call: impl FnOnce()) {
    let len = message.encoded_len() as u64;
    let memory = measure(call);
    assert!(memory.bytes_max <= len * most + (8 << 10), "{memory:?} for {len} bytes");
}

#[track_caller]
fn reads<T: DecodeOwned>(message: &Message<'_>, most: u64) {
    takes(message, most, || drop(zio::from_message::<T>(message).expect("a value")));
}

/// So many elements of a part that holds each of them in these bytes.
fn packed<'m>(element_type: &str, count: usize, element: &[u8]) -> Message<'m> {
    let metadata = format!(r#"{{"element_type":"{element_type}","element_shape":"{count}"}}"#);
    let len = count * element.len();
    let label = format!(r#"{{"TENS":{{"tensors":[{{"shape":[{len}],"word":1,"dtype":"u","metadata":{metadata}}}]}}}}"#);
    Message { label: label.into(), parts: vec![element.repeat(count).into()], ..Message::default() }
}

/// Elements of no bytes are one byte in a message, media two.
#[test]
fn elements_of_variable_size() {
    for count in [0, 1, 1000, 9000] {
        let message = packed("string", count, &[0]);
        reads::<Vec<String>>(&message, 32);
        reads::<Box<[String]>>(&message, 32);
        reads::<Vec<Arc<str>>>(&message, 32);
        reads::<Batch<String>>(&message, 32);
        reads::<ndarray::ArrayD<String>>(&message, 32);
        reads::<Tensor>(&message, 32);
        // Made from a vector.
        reads::<Arc<[String]>>(&message, 64);
        takes(&message, 32, || drop(zio::from_message::<Vec<&str>>(&message).expect("strings")));
        let message = packed("binary", count, &[0]);
        reads::<Vec<Binary>>(&message, 32);
        takes(&message, 32, || drop(zio::from_message::<Vec<BinaryRef<'_>>>(&message).expect("bytes")));
        let message = packed("image", count, &[1, 0]);
        reads::<Vec<Image>>(&message, 32);
        takes(&message, 32, || drop(zio::from_message::<Vec<ImageRef<'_>>>(&message).expect("pictures")));
    }
}

#[derive(Tensor, Debug)]
struct Strings {
    a: Many<Vec<String>>,
}

#[derive(Tensor, Debug)]
struct Tensors<'a> {
    a: Many<TensorRef<'a>>,
}

#[test]
fn many_small_tensors() {
    for count in [1, 10, 1000] {
        for (len, shape) in [(0, "0"), (1, "1"), (1, "")] {
            let metadata = format!(r#"{{"element_type":"string","element_shape":"{shape}","name":"a"}}"#);
            let tensor = format!(r#"{{"shape":[{len}],"word":1,"dtype":"u","metadata":{metadata}}}"#);
            let label = format!(r#"{{"TENS":{{"tensors":[{}]}}}}"#, vec![tensor; count].join(","));
            let parts = vec![vec![0; len].into(); count];
            let message = Message { label: label.into(), parts, ..Message::default() };
            takes(&message, 32, || drop(message.tensors().expect("tensors")));
            reads::<Record>(&message, 32);
            takes(&message, 32, || drop(zio::from_message::<Tensors<'_>>(&message).expect("tensors")));
            takes(&message, 32, || drop(zio::from_message::<Strings>(&message)));
            takes(&message, 32, || drop(zio::check_all::<Strings>(&message)));
        }
    }
}

#[test]
fn labels_and_frames() {
    for count in [0, 1, 10, 300, 3000] {
        let list = |item: &str| vec![item; count].join(",");
        let names: Vec<String> = (0..count).map(|index| format!("\"{index:x}\":0")).collect();
        for label in [
            format!("{{{}}}", list(r#""":0"#)),
            format!("{{{}}}", names.join(",")),
            format!(r#"{{"TENS":{{"tensors":[],"x":0{}}}}}"#, list(r#""":0"#).replacen('"', ",\"", count.min(1))),
            format!(r#"{{"TENS":{{"tensors":[{{{}}}]}}}}"#, names.join(",")),
            format!(r#"{{"TENS":{{"tensors":[{}]}}}}"#, list(r#"{"shape":[],"word":0,"dtype":"?","part":0}"#)),
            format!(r#"{{"TENS":{{"tensors":[{}]}}}}"#, list(r#"{"shape":[0],"word":1,"dtype":"u","part":0}"#)),
            format!(r#"{{"TENS":{{"tensors":[{}]}}}}"#, list("{}")),
            format!("{{\"a\":[{}]}}", list("[]")),
        ] {
            let message = Message { label: label.into(), parts: vec![Part::default()], ..Message::default() };
            takes(&message, 32, || drop(message.tensors()));
            takes(&message, 32, || drop(zio::from_message::<Record>(&message)));
            takes(&message, 32, || drop(message.flow()));
            let mut owned = message.clone();
            takes(&message, 32, || drop(owned.set_flow(Flow::Dat)));
        }
    }
    for count in [0, 1, 10, 300, 3000, 65_536] {
        let bytes = [Message::default().to_vec().expect("bytes"), vec![0; count]].concat();
        let message = Message::from_slice(&bytes).expect("a message");
        takes(&message, 32, || drop(Message::from_slice(&bytes)));
    }
}

/// Rows without elements are many items from few bytes: what they may be is bounded.
#[test]
fn rows_without_elements() {
    let of = |rows: u64| {
        let label = format!(r#"{{"TENS":{{"tensors":[{{"shape":[{rows},0],"word":4,"dtype":"f"}}]}}}}"#);
        Message { label: label.into(), parts: vec![Part::default()], ..Message::default() }
    };
    for rows in [65_537, 1 << 28, isize::MAX as u64 / 4] {
        let message = of(rows);
        let refused = |error: Option<tensor_format::DecodeError>| {
            let error = error.expect("too many items");
            let ErrorKind::LimitExceeded { limit: Limit::EmptyItems, found, .. } = error.kind() else {
                panic!("{error}");
            };
            assert_eq!(*found, rows);
        };
        takes(&message, 0, || refused(zio::from_message::<Batch<Vec<f32>>>(&message).err()));
        takes(&message, 0, || refused(zio::from_message::<Vec<[f32; 0]>>(&message).err()));
    }
}

/// A part that many tensors name is read as often: a message of few bytes stands for many.
#[test]
fn parts_that_are_shared() {
    let label = |dtype: &str, count: usize| {
        let one = format!(r#"{{"shape":[1048576],"word":1,"dtype":"{dtype}","part":0}}"#);
        format!(r#"{{"TENS":{{"tensors":[{}]}}}}"#, vec![one; count].join(","))
    };
    let part = vec![1; 1 << 20];
    let message = |dtype: &str, count| Message {
        label: label(dtype, count).into(),
        parts: vec![part.as_slice().into()],
        ..Message::default()
    };
    for dtype in ["u", "b"] {
        let few = message(dtype, 90);
        assert_eq!(zio::from_message::<Record>(&few).expect("within the limit").len(), 90);
        let many = message(dtype, 130);
        let len = ((1 << 20) + many.label.len()) as u64;
        let found = 130 << 20;
        let expected = |max: u64| format!("limit exceeded: at most {max} bytes after expansion allowed, found {found}");
        let error = zio::from_message::<Record>(&many).expect_err("too many");
        assert_eq!(error.to_string(), expected((64 << 20) + 32 * len));
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Expanded, .. }));
        assert_eq!(zio::check_all::<Record>(&many).expect_err("too many").to_string(), error.to_string());
        takes(&many, 32, || assert!(zio::from_message::<RecordRef<'_>>(&many).is_err()));
        let options = zio::Options::new().max_expanded(found - 1);
        assert_eq!(
            options.from_message::<RecordRef<'_>>(&many).expect_err("one more").to_string(),
            expected(found - 1)
        );
        let options = options.max_expanded(found);
        assert_eq!(options.from_message::<RecordRef<'_>>(&many).expect("allowed").len(), 130);
        // Each can be had by itself.
        let tensors = many.tensors().expect("descriptions");
        assert_eq!(tensors.tensor(129).expect("elements").len(), 1 << 20);
    }
    // What is no larger than the message is under every limit.
    let one = message("u", 1);
    assert!(zio::Options::new().max_expanded(0).from_message::<RecordRef<'_>>(&one).is_ok());
}
