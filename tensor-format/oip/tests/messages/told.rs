//! What errors about messages say: what was found, and what to do.

use tensor_format::DecodeError;
use tensor_format_oip::{
    Fault, FaultKind, Form, Options, Parameter, Request,
    http::{Body, Headers},
    metadata::ModelMetadata,
};

fn refused(json: &[u8]) -> DecodeError {
    refused_with(json, &Options::new())
}

fn refused_with(json: &[u8], options: &Options) -> DecodeError {
    let body = Body::with_options(&Headers::new(), json, options).expect("a body");
    Request::from_http(&body).expect_err("a fault")
}

/// Returns the kind, what was found, and the byte where it says that it is.
fn told(error: &DecodeError) -> (FaultKind, String, u64) {
    let fault = Fault::of(error).unwrap_or_else(|| panic!("no fault: {error}"));
    (fault.kind, fault.found.to_string(), error.offset().unwrap_or_else(|| panic!("no byte: {error}")))
}

#[test]
fn parameters_of_a_wrong_type_are_shown() {
    let of_tensor = |parameter: &str| {
        let json =
            format!(r#"{{"inputs":[{{"name":"x","shape":[1],"datatype":"FP32","parameters":{{{parameter}}}}}]}}"#);
        let error = refused(json.as_bytes());
        let (kind, found, at) = told(&error);
        let value = parameter.split_once(':').map_or("", |(_, value)| value);
        assert_eq!(at, json.find(&format!("{value}}}")).expect("the value") as u64, "{error}");
        (kind, found)
    };
    for (size, found) in [("\"8\"", "\"8\""), ("-8", "-8"), ("2.5", "2.5"), ("12.0", "12.0"), ("true", "true")] {
        let parameter = format!("\"binary_data_size\":{size}");
        assert_eq!(of_tensor(&parameter), (FaultKind::ParameterType, found.to_owned()));
    }
    let region = of_tensor(r#""shared_memory_region":"r""#);
    assert_eq!(region, (FaultKind::SharedMemory, "\"r\"".to_owned()));

    for (json, found) in [
        (r#"{"inputs":[],"parameters":{"a":[1]}}"#, "[1]"),
        (r#"{"inputs":[],"parameters":{"a":null}}"#, "null"),
        (r#"{"inputs":[],"parameters":[]}"#, "[]"),
        (r#"{"inputs":[],"parameters":{"binary_data_output":"yes"}}"#, "\"yes\""),
        (r#"{"inputs":[],"outputs":[{"name":"y","parameters":{"binary_data":1}}]}"#, "1"),
    ] {
        let (kind, shown, _) = told(&refused(json.as_bytes()));
        assert_eq!((kind, &*shown), (FaultKind::ParameterType, found), "{json}");
    }

    let mut request = Request::from_value(&1.0f32).expect("a request");
    request.inputs_mut()[0].set_form(Form::Typed);
    request.inputs_mut()[0].parameters_mut().set("shared_memory_region", Parameter::String("r".into()));
    let bytes = request.to_grpc().expect("written").to_vec();
    let (kind, found, _) = told(&Request::from_grpc(&bytes).expect_err("shared memory"));
    assert_eq!((kind, &*found), (FaultKind::SharedMemory, "\"r\""));
    request.parameters.set("a", Parameter::F64(f64::NAN));
    let error = request.to_http().expect_err("no JSON").to_string();
    assert!(error.ends_with("a finite number or a truth value, found NaN"), "{error}");
}

/// A mark has no width: behind `found` one would see the text that is expected.
#[test]
fn a_byte_order_mark_is_named() {
    let expected = "expected JSON without a byte order mark, found the bytes ef bb bf (byte 0)";
    assert_eq!(refused("\u{feff}{\"inputs\":[]}".as_bytes()).to_string(), expected);
    let metadata = ModelMetadata::from_json("\u{feff}{\"name\":\"m\",\"platform\":\"\"}".as_bytes());
    assert_eq!(metadata.expect_err("a mark").to_string(), expected);
}

#[test]
fn the_most_brackets_are_told() {
    let error = refused_with(br#"{"inputs":[],"x":[[[]]]}"#, &Options::new().max_depth(3)).to_string();
    assert!(error.contains("expected at most 3 brackets in one another (`Options::max_depth`), found ["), "{error}");
}

/// Binary data without the header, which a proxy left out, are no JSON; which byte of them is none says nothing.
#[test]
fn binary_data_without_the_header_ask_for_it() {
    for value in [[1.0f32, 2.0], [0.0, 0.0]] {
        let message = Request::from_value(&value).expect("a request").to_http().expect("written").to_vec();
        let error = refused(&message).to_string();
        let need = "binary data behind the JSON need the header `Inference-Header-Content-Length`";
        assert!(error.contains(need), "{error}");
    }
    let error = refused(br#"{"inputs":[]}x"#).to_string();
    assert_eq!(error, "expected the end of the JSON, found x (line 1, column 14) (byte 13)");
    let inside = br#"{"inputs":[{"name":"x","shape":[1],"datatype":"FP32","parameters":{"binary_data_size":4}}]"#;
    let error = refused(inside).to_string();
    assert!(!error.contains("the header"), "{error}");
}

#[test]
fn two_sources_are_counted() {
    let json = r#"{"inputs":[{"name":"x","shape":[1],"datatype":"INT8","data":[1],
        "parameters":{"binary_data_size":1,"shared_memory_region":"r"}}]}"#;
    let error = refused(json.as_bytes());
    let text = "one of `data`, `binary_data_size` and `shared_memory_region`";
    assert_eq!(told(&error).0, FaultKind::TwoData);
    assert!(error.to_string().contains(&format!("expected {text}, found 3 of them")), "{error}");
    let json = json.replace("\"data\":[1],", "");
    assert_eq!(told(&refused(json.as_bytes())).1, "2 of them");
}

/// No element is wrong, only how many there are, whatever the datatype.
#[test]
fn a_wrong_number_of_elements_is_of_no_element() {
    for (datatype, one) in [("FP32", "1"), ("INT64", "1"), ("UINT8", "1"), ("BOOL", "true"), ("BYTES", "\"a\"")] {
        for (data, found) in [(one.to_owned(), "1 elements"), ([one; 4].join(","), "4 elements")] {
            let json = format!(r#"{{"inputs":[{{"name":"x","shape":[3],"datatype":"{datatype}","data":[{data}]}}]}}"#);
            let body = Body::new(&Headers::new(), json.as_bytes()).expect("a body");
            let error = Request::from_http(&body).and_then(|request| request.check()).expect_err("a wrong number");
            assert_eq!(Fault::of(&error).and_then(|fault| fault.element), None, "{datatype}: {error}");
            let (kind, text, _) = told(&error);
            assert_eq!((kind, &*text), (FaultKind::ElementCount, found), "{datatype}");
        }
    }
}

/// Returns the error of a tensor of these JSON data, read as a value.
fn of_data(datatype: &str, shape: &str, data: &str) -> (String, Fault) {
    let json =
        format!(r#"{{"inputs":[{{"name":"x","shape":{shape},"datatype":"{datatype}","data":{data}}}]}}"#).into_bytes();
    let body = Body::new(&Headers::new(), &json).expect("a body");
    let error = Request::from_http(&body).and_then(|request| request.check().map(drop)).expect_err("no such data");
    (error.to_string(), Fault::of(&error).expect("a fault").clone())
}

#[test]
fn what_is_no_json_in_data_has_its_element() {
    for (datatype, shape, data, element, found) in [
        ("FP32", "[1,3]", "[1,2,NaN]", Some(2), "NaN"),
        ("FP32", "[2,2]", "[[1,2],[nan,3]]", Some(2), "nan"),
        ("INT32", "[2]", "[1,01]", Some(1), "01"),
        ("INT32", "[2]", "[1,]", Some(1), "]"),
        ("BYTES", "[2]", r#"["a","\x"]"#, Some(1), "\\x"),
    ] {
        let (text, fault) = of_data(datatype, shape, data);
        let is = (fault.kind, &*fault.path, fault.element);
        assert_eq!(is, (FaultKind::NotJson, "inputs[0].data", element), "{text}");
        assert!(fault.found.starts_with(found), "{text}");
    }
}

#[test]
fn rows_of_other_lengths_are_told_apart_from_too_many() {
    let (text, fault) = of_data("INT32", "[2,2]", "[[1,2,3],[4]]");
    assert_eq!(
        (fault.kind, &*fault.found),
        (FaultKind::Ragged, "4 elements in nested lists, of other lengths"),
        "{text}"
    );
    let (text, fault) = of_data("INT32", "[2,2]", "[[1,2],[3]]");
    assert_eq!((fault.kind, &*fault.found), (FaultKind::Ragged, "3 elements in nested lists"), "{text}");
}

/// Returns the error of a request of one BYTES tensor of these bytes behind the JSON.
fn of_bytes(bytes: &[u8], header: i64) -> String {
    let json = format!(
        r#"{{"inputs":[{{"name":"x","shape":[1],"datatype":"BYTES","parameters":{{"binary_data_size":{}}}}}]}}"#,
        bytes.len()
    );
    let len = i64::try_from(json.len()).expect("short") + header;
    let len = len.to_string();
    let headers = Headers { inference_header_content_length: Some(len.as_bytes()), ..Headers::new() };
    let body = [json.as_bytes(), bytes].concat();
    let body = Body::new(&headers, &body).expect("a body");
    Request::from_http(&body).and_then(|request| request.check().map(drop)).expect_err("a fault").to_string()
}

#[test]
fn byte_strings_say_the_length_that_is_wrong() {
    let cut = of_bytes(b"\x05\0\0\0b", 0);
    assert!(
        cut.contains(
            "element 0: expected a length in 4 bytes, and as many bytes behind it, found the length 5, and 1 bytes"
        ),
        "{cut}"
    );
    let more = of_bytes(b"\x01\0\0\0bc", 0);
    assert!(more.contains("expected the end behind 1 elements, found 1 bytes"), "{more}");
}

#[test]
fn a_header_of_another_length_than_the_json_is_told() {
    for header in [-1, 1, 4] {
        let text = of_bytes(b"\x01\0\0\0b", header);
        let hint = "`Inference-Header-Content-Length` is ";
        assert!(text.contains(hint) && text.contains("and the JSON ends at byte "), "{header}: {text}");
    }
}

#[test]
fn the_error_of_a_server_instead_of_metadata_is_told() {
    let error = ModelMetadata::from_json(br#"{"error":"Request for unknown model"}"#).expect_err("no metadata");
    let (kind, found, _) = told(&error);
    assert_eq!((kind, &*found), (FaultKind::ServerError, "\"Request for unknown model\""));
}

/// Peers read the one and not the other.
#[test]
fn small_integers_are_signed_over_grpc() {
    let mut request = Request::from_value(&1.0f32).expect("a request");
    request.parameters.set("small", Parameter::U64(5));
    request.parameters.set("large", Parameter::U64(u64::MAX));
    let bytes = request.to_grpc().expect("written").to_vec();
    let read = Request::from_grpc(&bytes).expect("read");
    assert_eq!(read.parameters.get("small"), Some(&Parameter::I64(5)));
    assert_eq!(read.parameters.get("large"), Some(&Parameter::U64(u64::MAX)));
    // Field 2 of the value is signed, and field 5 is not.
    assert!(bytes.windows(4).any(|bytes| bytes == [0x12, 2, 0x10, 5]));
}
