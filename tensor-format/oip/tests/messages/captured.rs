//! Bodies whose headers were not kept.

use tensor_format::Tensor;
use tensor_format_oip::{
    Fault, FaultKind, Form, Options, Request, Response, WriteOptions,
    http::{Body, MessageKind},
};

#[derive(Tensor, Debug, PartialEq)]
struct Input {
    text: String,
    spaces: Vec<u8>,
}

fn input() -> Input {
    // Elements that look like the spaces which may stand in front of them.
    Input { text: "{}".into(), spaces: vec![b' '; 7] }
}

/// The request in these forms, with spaces behind the JSON or without.
fn request(forms: [Form; 2], align: bool) -> Vec<u8> {
    let input = input();
    let mut request = Request::from_value(&input).expect("a request");
    request.inputs_mut().iter_mut().zip(forms).for_each(|(tensor, form)| tensor.set_form(form));
    let message = request.to_http_with(&WriteOptions::new().align(align)).expect("a message");
    message.to_vec()
}

fn captured(bytes: &[u8]) -> Body<'_> {
    Body::captured(bytes, &Options::new()).expect("a body")
}

fn kind(bytes: &[u8]) -> FaultKind {
    let body = captured(bytes);
    let error = Request::from_http(&body).expect_err("refused");
    Fault::of(&error).unwrap_or_else(|| panic!("no fault: {error}")).kind
}

#[test]
fn the_length_of_the_json_is_found() {
    for align in [false, true] {
        for forms in [[Form::Binary; 2], [Form::Json, Form::Binary], [Form::Binary, Form::Json], [Form::Json; 2]] {
            let bytes = request(forms, align);
            let body = captured(&bytes);
            assert_eq!(Request::from_http(&body).expect("a request").decode::<Input>().expect("its input"), input());
            let binary = [4 + 2, 7].iter().zip(forms).filter(|(_, form)| *form == Form::Binary).map(|(len, _)| len);
            assert_eq!(body.json_len(), bytes.len() - binary.sum::<usize>(), "{forms:?} {align}");
            assert_eq!(MessageKind::of_body(&bytes), Some(MessageKind::Request));
        }
    }
    let mut response = Response::from_value(&[1.5f64]).expect("a response");
    response.model_name = "m".into();
    let bytes = response.to_http().expect("a message").to_vec();
    assert_eq!(MessageKind::of_body(&bytes), Some(MessageKind::Response));
    let body = captured(&bytes);
    assert_eq!(Response::from_http(&body).expect("a response").decode::<[f64; 1]>().expect("its output"), [1.5]);
    // White space around is part of the JSON.
    let spaced = [b"\r\n ", &*request([Form::Json; 2], false), b"\n\n"].concat();
    assert_eq!(captured(&spaced).json_len(), spaced.len());
    assert!(Request::from_http(&captured(&spaced)).is_ok());
}

/// What is wrong is found where it is, at every length.
#[test]
fn bodies_that_are_cut_or_longer_say_so() {
    let bytes = request([Form::Binary; 2], false);
    let json = captured(&bytes).json_len();
    for len in 0..bytes.len() {
        let expected = if len < json { FaultKind::NotJson } else { FaultKind::BinaryTruncated };
        assert_eq!(kind(&bytes[..len]), expected, "{len} of {}", bytes.len());
    }
    assert_eq!(kind(&[&*bytes, b"x"].concat()), FaultKind::Trailing);
    // The sizes are any numbers: they are compared with what is there.
    let text = r#"{"inputs":[{"name":"x","datatype":"UINT8","shape":[1],"parameters":{"binary_data_size":N}}]}"#;
    for size in ["18446744073709551615", "1e300", "-1", "\"1\"", "99999999999999999999999"] {
        let body = [text.replace('N', size).as_bytes(), &[7]].concat();
        assert!(Request::from_http(&captured(&body)).is_err(), "{size}");
    }
    let error = Body::captured(&bytes, &Options::new().max_body(bytes.len() - 1)).expect_err("too large");
    assert_eq!(Fault::of(&error).expect("a fault").kind, FaultKind::TooLarge);
}

#[test]
fn kinds_of_bodies() {
    let kind = |body: &str| MessageKind::of_body(body.as_bytes());
    for body in [
        r#"{"inputs":[]}"#,
        r#" {"id":"1","inputs": [ ] ,"outputs":[{"name":"y"}]}"#,
        r#"{"outputs":[{"name":"y"}],"inputs":[{"name":"x","shape":"#,
        r#"{"inputs":[{"datatype":7}]"#,
        r#"{"inputs":[3,{"data":[[{"]"}, 1]],"shape":[]}"#,
    ] {
        assert_eq!(kind(body), Some(MessageKind::Request), "{body}");
    }
    for body in [
        r#"{"model_name":"m","outputs":[]}"#,
        r#"{"outputs":[{"datatype":"FP32""#,
        r#"{"error":"of a tensor","outputs":[{"shape":[1]}]}"#,
    ] {
        assert_eq!(kind(body), Some(MessageKind::Response), "{body}");
    }
    assert_eq!(kind(r#"{"error":"there is no model"}"#), Some(MessageKind::Error));
    let deep = "[".repeat(100_000);
    for body in [
        "",
        "[]",
        "{",
        "7",
        "\u{feff}{}",
        r#"{"inputs":{}}"#,
        r#"{"inputs":[7]}"#,
        r#"{"outputs":[]}"#,
        r#"{"outputs":[{"name":"y"}]}"#,
        r#"{"error":{}}"#,
        r#"{"type":"tensor(x[1])","values":[1]}"#,
        &format!(r#"{{"inputs":{deep}"#),
    ] {
        assert_eq!(kind(body), None, "{body}");
    }
}
