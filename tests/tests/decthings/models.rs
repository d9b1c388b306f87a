//! Models that serve requests.

use std::convert::Infallible;

use tensor_format::{
    Many, Model, RecordRef, TensorRef,
    decthings::{CallError, Message, Parameters, request, response},
};
use tensor_format_tests::clients;

use super::requests::{Grouped, Input, Sums, input};

pub(super) struct Adder;

impl Model for Adder {
    type Input<'a> = Input;
    type Output = Sums;
    type Error = String;

    fn run(&self, input: Input) -> Result<Sums, String> {
        match input.words.first().map(String::as_str) {
            Some("fail") => Err("told to".into()),
            Some("short") => Ok(Sums { y: vec![0.0] }),
            _ => Ok(Sums { y: input.x.iter().map(|x| x + 1.0).collect() }),
        }
    }
}

#[test]
fn a_model_serves_requests() {
    let mut out = b"before".to_vec();
    let bytes = request::to_vec(&input(3)).expect("a request");
    request::call(&Adder, &bytes, &mut out).expect("a response");
    assert_eq!(response::from_slice::<Sums>(&out[6..]).expect("sums"), Sums { y: vec![1.0, 2.0, 3.0] });

    let inputs = [input(2), input(0), input(4)];
    let parameters = Parameters::batch(&inputs);
    let bytes = request::write(&parameters.list().expect("a list"), &parameters).expect("a request");
    out.clear();
    request::call(&Adder, &bytes, &mut out).expect("a response");
    let message = response::read(&out).expect("a message");
    let sums: Vec<Sums> = message.decode_batch(&message.json().expect("a list")).expect("sums");
    let expected = [vec![1.0, 2.0], vec![], vec![1.0, 2.0, 3.0, 4.0]].map(|y| Sums { y });
    assert_eq!(sums, expected);
}

#[test]
fn what_a_model_refuses_leaves_the_response_as_it_was() {
    let mut out = b"before".to_vec();
    let mut call = |bytes: &[u8]| {
        let result = request::call(&Adder, bytes, &mut out);
        assert_eq!(out, b"before");
        result.expect_err("refused")
    };
    let with = |word: &str| request::to_vec(&Input { words: vec![word.into()], ..input(3) }).expect("a request");
    assert!(matches!(call(&with("fail")), CallError::Model(text) if text == "told to"));
    let error = call(&with("short"));
    assert!(matches!(&error, CallError::Encode(_)), "{error}");
    assert_eq!(error.to_string(), "the response cannot be written: parameter `y`: axis 0: `n` is 3 in `x`, found 1");
    assert!(matches!(call(b"\x00"), CallError::Decode(_)));
    assert!(matches!(call(b"\x00\x01["), CallError::Decode(_)));

    let wrong: RecordRef<'_> =
        [("x", TensorRef::from(&[1u8][..])), ("y", TensorRef::from(&[1u8][..]))].into_iter().collect();
    let wrong = request::to_vec(&wrong.to_record()).expect("a request");
    assert_eq!(
        call(&wrong).to_string(),
        "the request breaks the rules of the model's input:\n  \
         parameter `x`: element type: expected f32, found u8\n  \
         parameter `words`: required, but missing; found, but not known: `y`"
    );
    // Of a batch the first fault is told, with the index of its value.
    let wrong = clients().to_vec(&[1u8]).expect("x");
    let words = clients().to_vec(&["a"]).expect("words");
    let right = clients().to_vec(&[1f32]).expect("x");
    let x = [&*right, &*wrong].concat();
    let two = Message::new(r#"[{"name":"x"},{"name":"words"}]"#, [&*x, &*words.repeat(2)]).to_request();
    let error = call(&two.expect("a request")).to_string();
    assert!(
        error
            .starts_with("the request breaks the rules of the model's input:\n  record 1: parameter `x`: element type"),
        "{error}"
    );
}

/// A model whose input may have several tensors of a parameter takes them all in one run.
#[test]
fn a_model_may_take_many_tensors_at_once() {
    struct Count;
    impl Model for Count {
        type Input<'a> = Grouped;
        type Output = Grouped;
        type Error = Infallible;

        fn run(&self, input: Grouped) -> Result<Grouped, Infallible> {
            Ok(Grouped { y: input.x.len() as u8, x: input.x })
        }
    }
    let bytes = request::to_vec(&Grouped { x: Many(vec![vec![1], vec![2]]), y: 0 }).expect("a request");
    let mut out = Vec::new();
    request::call(&Count, &bytes, &mut out).expect("a response");
    let found: Grouped = response::from_slice(&out).expect("the answer");
    assert_eq!(found, Grouped { x: Many(vec![vec![1], vec![2]]), y: 2 });
}
