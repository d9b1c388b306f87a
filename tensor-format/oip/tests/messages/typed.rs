//! Values become messages and come back, in every form.

use half::{bf16, f16};
use tensor_format::{Binary, ElementType, Tensor, codec::Variable};
use tensor_format_oip::{Form, Options, Request, RequestedOutput, Response, ShapeOptions, WriteOptions, http};

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Everything {
    truth: bool,
    truths: Vec<bool>,
    u8s: Vec<u8>,
    u16s: Vec<[u16; 2]>,
    u32s: [[u32; 2]; 1],
    u64s: Vec<u64>,
    i8s: Vec<i8>,
    i16s: Vec<i16>,
    i32s: Vec<i32>,
    i64s: Vec<i64>,
    f32s: Vec<f32>,
    f64s: Vec<f64>,
    texts: Vec<String>,
    absent: Option<Vec<f32>>,
    present: Option<f64>,
    nested: Inner,
    empty: Vec<[f32; 4]>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Inner {
    #[tensor(shape = [n, 2])]
    points: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    marks: Vec<i64>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Halves {
    f16s: Vec<f16>,
    bf16s: Vec<[bf16; 1]>,
}

fn everything() -> Everything {
    Everything {
        truth: true,
        truths: vec![true, false, true],
        u8s: vec![0, 255],
        u16s: vec![[0, u16::MAX], [1, 2]],
        u32s: [[0, u32::MAX]],
        u64s: vec![0, u64::MAX, 1 << 53, (1 << 53) + 1],
        i8s: vec![-128, 127],
        i16s: vec![i16::MIN, i16::MAX],
        i32s: vec![i32::MIN, -1, 0, i32::MAX],
        i64s: vec![i64::MIN, -1, i64::MAX],
        f32s: vec![0.0, -0.0, 1.5, f32::MAX, f32::MIN_POSITIVE, 1e-45, 0.1],
        f64s: vec![0.1, -0.0, f64::MAX, 5e-324],
        texts: vec![String::new(), "a \"quoted\" text\n\t\\ \u{1F600}\u{0}".into(), "grüße".into()],
        absent: None,
        present: Some(-7.25),
        nested: Inner { points: vec![[1.0, 2.0], [3.0, 4.0]], marks: vec![7, -7] },
        empty: Vec::new(),
    }
}

fn over_http<'b>(message: &http::HttpMessage<'_>, bytes: &'b [u8]) -> http::Body<'b> {
    let len = message.header_length().map(|len| len.to_string());
    let headers = http::Headers {
        inference_header_content_length: len.as_ref().map(|len| len.as_bytes()),
        ..http::Headers::new()
    };
    http::Body::new(&headers, bytes).expect("a body")
}

#[test]
fn every_form_gives_the_same_value() {
    let value = everything();
    for form in [Form::Json, Form::Binary, Form::Raw, Form::Typed] {
        let mut request = Request::from_value(&value).expect("a request");
        request.id = Some("42".into());
        request.model_name = "m".into();
        request.outputs.push(RequestedOutput::binary("y"));
        request.inputs_mut().iter_mut().for_each(|input| input.set_form(form));
        let message = request.to_http().expect("written");
        let bytes = message.to_vec();
        assert_eq!(message.header_length().is_some(), matches!(form, Form::Binary | Form::Raw));
        let body = over_http(&message, &bytes);
        let read = Request::from_http(&body).expect("read");
        assert_eq!(read.id.as_deref(), Some("42"));
        assert_eq!(read.outputs, request.outputs);
        assert_eq!(read.decode::<Everything>().expect("decoded"), value, "{form:?} over HTTP");

        let bytes = request.to_grpc().expect("written").to_vec();
        let read = Request::from_grpc(&bytes).expect("read");
        assert_eq!((&*read.model_name, read.id.as_deref()), ("m", Some("42")));
        let raw = matches!(form, Form::Binary | Form::Raw);
        assert_eq!(read.inputs()[0].form(), if raw { Form::Raw } else { Form::Typed });
        assert_eq!(read.decode::<Everything>().expect("decoded"), value, "{form:?} over gRPC");
    }
}

#[test]
fn forms_mix_over_http() {
    let value = everything();
    let mut request = Request::from_value(&value).expect("a request");
    for (index, input) in request.inputs_mut().iter_mut().enumerate() {
        input.set_form(if index % 2 == 0 { Form::Json } else { Form::Binary });
    }
    let message = request.to_http().expect("written");
    let bytes = message.to_vec();
    let body = over_http(&message, &bytes);
    let read = Request::from_http(&body).expect("read");
    assert_eq!(read.decode::<Everything>().expect("decoded"), value);
    // What was read is written again, in the same forms and in others.
    assert_eq!(read.to_http().expect("written").to_vec(), bytes);
    let grpc = read.to_grpc().expect("written").to_vec();
    assert_eq!(Request::from_grpc(&grpc).expect("read").decode::<Everything>().expect("decoded"), value);
}

#[test]
fn responses_come_in_any_order() {
    let value = Inner { points: vec![[1.0, 2.0]], marks: vec![3] };
    let mut response = Response::from_value(&value).expect("a response");
    response.model_name = "m".into();
    response.outputs_mut().reverse();
    let message = response.to_http().expect("written");
    let bytes = message.to_vec();
    let body = over_http(&message, &bytes);
    let read = Response::from_http(&body).expect("read");
    assert_eq!(read.outputs()[0].name(), "marks");
    assert_eq!(read.decode::<Inner>().expect("decoded"), value);
}

#[test]
fn half_floats_stand_in_json_on_request_alone() {
    let value = Halves {
        f16s: vec![f16::from_f32(1.5), f16::MAX, f16::from_f32(-0.0)],
        bf16s: vec![[bf16::from_f32(3.0)], [bf16::MAX]],
    };
    let mut request = Request::from_value(&value).expect("a request");
    let bytes = request.to_grpc().expect("written").to_vec();
    assert_eq!(Request::from_grpc(&bytes).expect("read").decode::<Halves>().expect("decoded"), value);
    request.inputs_mut().iter_mut().for_each(|input| input.set_form(Form::Json));
    let error = request.to_http().expect_err("no form in JSON");
    assert_eq!(
        error.to_string(),
        "parameter `f16s`: element 0: expected a datatype that has a form in JSON: write it as binary, found FP16"
    );
    let message = request.to_http_with(&WriteOptions::new().half_as_numbers(true)).expect("written");
    let bytes = message.to_vec();
    let body = over_http(&message, &bytes);
    assert_eq!(Request::from_http(&body).expect("read").decode::<Halves>().expect("decoded"), value);
}

#[test]
fn floats_that_are_not_finite_need_binary_or_an_option() {
    use tensor_format_oip::NonFinite;
    let value = vec![1.0f32, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let mut request = Request::from_value(&value).expect("a request");
    request.inputs_mut()[0].set_form(Form::Json);
    let error = request.to_http().expect_err("not finite");
    assert_eq!(
        error.to_string(),
        "parameter `input`: element 1: expected finite floats, as JSON has no others: write it as binary, found NaN"
    );
    for (form, text) in [(NonFinite::Tokens, "[1.0,NaN,Infinity,-Infinity]"), (NonFinite::Null, "[1.0,null,null,null]")]
    {
        let message = request.to_http_with(&WriteOptions::new().non_finite(form)).expect("written");
        let bytes = message.to_vec();
        assert!(String::from_utf8_lossy(&bytes).contains(text));
        let strict = over_http(&message, &bytes);
        let strict = Request::from_http(&strict).and_then(|request| request.decode::<Vec<f32>>());
        strict.expect_err("refused by default");
        let options = Options::new().non_finite(form);
        let body = http::Body::with_options(&http::Headers::new(), &bytes, &options).expect("a body");
        let read = Request::from_http(&body).expect("read").decode::<Vec<f32>>().expect("decoded");
        assert_eq!(read[0], 1.0);
        assert!(read[1].is_nan());
        match form {
            NonFinite::Tokens => assert_eq!(read[2..], [f32::INFINITY, f32::NEG_INFINITY]),
            _ => assert!(read[2].is_nan() && read[3].is_nan()),
        }
    }
}

#[test]
fn byte_strings_that_are_no_text_need_binary() {
    let value = vec![Binary::from(vec![0xff, 0xfe]), Binary::from(b"text".to_vec())];
    let mut request = Request::from_value(&value).expect("a request");
    let bytes = request.to_grpc().expect("written").to_vec();
    let read = Request::from_grpc(&bytes).expect("read");
    assert_eq!(read.decode::<Vec<Binary>>().expect("decoded"), value);
    let error = read.decode::<Vec<String>>().expect_err("no text");
    assert_eq!(error.to_string(), "element 0: expected a text in UTF-8, found the bytes ff fe (byte 25)");
    request.inputs_mut()[0].set_form(Form::Json);
    let error = request.to_http().expect_err("no text");
    assert_eq!(
        error.to_string(),
        "parameter `input`: element 0: expected texts in UTF-8, as JSON has no other: write it as binary, found \
         \\xff\\xfe"
    );
}

/// `BYTES` that are text are byte strings where the rules say so, however a field comes to its rules.
#[test]
fn byte_strings_that_are_text_are_what_the_rules_say() {
    type Dynamic = tensor_format::Tensor;

    #[derive(Tensor, Debug, Clone, PartialEq)]
    #[tensor(dtype = binary)]
    struct Wrapped(Dynamic);

    #[derive(Tensor, Debug, Clone, PartialEq)]
    struct Part {
        #[tensor(shape = [rows])]
        typed: Vec<Binary>,
        #[tensor(dtype = binary, shape = [rows])]
        dynamic: Dynamic,
    }

    #[derive(Tensor, Debug, Clone, PartialEq)]
    #[tensor(tag = "kind")]
    enum Either {
        Bytes(Vec<Binary>),
        Part(Part),
    }

    #[derive(Tensor, Debug, Clone, PartialEq)]
    struct Fields {
        #[tensor(dtype = binary)]
        dynamic: Dynamic,
        #[tensor(dtype = binary)]
        optional: Option<Dynamic>,
        #[tensor(dtype = string)]
        texts: Dynamic,
        any: Dynamic,
        wrapped: Wrapped,
        nested: Part,
        #[tensor(flatten = "flat_")]
        flat: Part,
        first: Either,
        second: Either,
        many: Vec<Part>,
        one: Binary,
    }

    #[derive(Tensor, Debug, Clone, PartialEq)]
    struct Nested {
        nested: Part,
        #[tensor(flatten = "flat_")]
        flat: Part,
    }

    let one = || Binary::from(b"x".to_vec());
    let bytes = || [Variable::Bytes(b"x".into())];
    let dynamic = || Dynamic::from_variables(ElementType::Binary, [1], bytes()).expect("a tensor");
    let texts = || Dynamic::from_strings([1], ["x"]).expect("a tensor");
    let part = || Part { typed: vec![one()], dynamic: dynamic() };
    let value = Fields {
        dynamic: dynamic(),
        optional: Some(dynamic()),
        texts: texts(),
        any: texts(),
        wrapped: Wrapped(dynamic()),
        nested: part(),
        flat: part(),
        first: Either::Bytes(vec![one()]),
        second: Either::Part(part()),
        many: vec![part(), part()],
        one: one(),
    };
    is_read_in_every_form(&value);
    // Alone, so that the tensors of a message are in the order of the type.
    is_read_in_every_form(&Nested { nested: part(), flat: part() });
    is_read_in_every_form(&Either::Part(part()));
}

fn is_read_in_every_form<T>(value: &T)
where
    T: tensor_format::Encode + for<'de> tensor_format::Decode<'de> + PartialEq + std::fmt::Debug,
{
    for form in [Form::Json, Form::Binary, Form::Typed] {
        let mut request = Request::from_value(value).expect("a request");
        request.inputs_mut().iter_mut().for_each(|input| input.set_form(form));
        let message = request.to_http().expect("written");
        let bytes = message.to_vec();
        let body = over_http(&message, &bytes);
        let read = Request::from_http(&body).expect("read");
        assert_eq!(read.decode::<T>().expect("decoded"), *value, "{form:?} over HTTP");
        let bytes = request.to_grpc().expect("written").to_vec();
        let read = Request::from_grpc(&bytes).expect("read");
        assert_eq!(read.decode::<T>().expect("decoded"), *value, "{form:?} over gRPC");
        // By name, in another order.
        let mut request = Request::from_grpc(&bytes).expect("read");
        request.inputs_mut().reverse();
        assert_eq!(request.decode::<T>().expect("decoded"), *value, "{form:?} in another order");
    }
}

#[test]
fn elements_are_borrowed_where_they_lie_aligned() {
    #[derive(Tensor)]
    struct Borrowed<'a> {
        #[tensor(shape = [n])]
        numbers: &'a [f32],
        text: &'a str,
    }
    let numbers = [1.0f32, 2.0, 3.0];
    let value = Borrowed { numbers: &numbers, text: "abc" };
    let request = Request::from_value(&value).expect("a request");
    let message = request.to_http().expect("written");
    assert_eq!(message.header_length().expect("binary") % 64, 0);
    // The writer borrows as well: the piece is the value's own memory.
    let piece = message.pieces().nth(1).expect("a piece");
    assert!(std::ptr::eq(piece.as_ptr(), numbers.as_ptr().cast()));
    // From JSON it is parsed once, and borrowed from what the message keeps.
    let mut request = Request::from_value(&value).expect("a request");
    request.inputs_mut().iter_mut().for_each(|input| input.set_form(Form::Json));
    let json = request.to_http().expect("written").to_vec();
    let body = http::Body::new(&http::Headers::new(), &json).expect("a body");
    let read = Request::from_http(&body).expect("read");
    let first = read.decode::<Borrowed<'_>>().expect("decoded");
    let again = read.decode::<Borrowed<'_>>().expect("decoded");
    assert_eq!((first.numbers, first.text), (&numbers[..], "abc"));
    assert!(std::ptr::eq(first.numbers, again.numbers));
    // A body at an aligned address.
    let bytes = message.to_vec();
    let mut memory = vec![0u64; bytes.len().div_ceil(8)];
    let memory = bytemuck::cast_slice_mut::<u64, u8>(&mut memory);
    memory[..bytes.len()].copy_from_slice(&bytes);
    let body = over_http(&message, &memory[..bytes.len()]);
    let read = Request::from_http(&body).expect("read");
    let borrowed = read.decode::<Borrowed<'_>>().expect("decoded");
    assert_eq!((borrowed.numbers, borrowed.text), (&numbers[..], "abc"));
    let range = memory.as_ptr_range();
    assert!(range.contains(&borrowed.numbers.as_ptr().cast()));
    assert!(range.contains(&borrowed.text.as_ptr()));
}

#[test]
fn a_lone_tensor_takes_the_only_one() {
    let request = Request::from_value(&[1.5f32, 2.5]).expect("a request");
    assert_eq!(request.inputs()[0].name(), "input");
    let bytes = request.to_grpc().expect("written").to_vec();
    let read = Request::from_grpc(&bytes).expect("read");
    assert_eq!(read.decode::<[f32; 2]>().expect("decoded"), [1.5, 2.5]);
    let error = read.decode::<[f32; 3]>().expect_err("another length");
    assert_eq!(error.to_string(), "axis 0: expected 3, found 2 (byte 2)");
    let two = everything();
    let request = Request::from_value(&two).expect("a request");
    let error = request.decode::<Vec<f32>>().expect_err("a record");
    assert_eq!(error.to_string(), "expected one tensor, found a record of 17 tensors");
}

#[test]
fn rules_are_checked_with_the_name_of_the_input() {
    let json = br#"{"inputs":[
        {"name":"points","shape":[2,2],"datatype":"FP32","data":[1,2,3,4]},
        {"name":"marks","shape":[3],"datatype":"INT64","data":[1,2,3]}]}"#;
    let body = http::Body::new(&http::Headers::new(), json).expect("a body");
    let request = Request::from_http(&body).expect("read");
    let error = request.decode::<Inner>().expect_err("axes differ");
    assert_eq!(error.to_string(), "parameter `marks`: axis 0: `n` is 2 in `points`, found 3 (byte 96)");
    #[derive(Tensor, Debug)]
    struct Other {
        points: Vec<[f64; 2]>,
    }
    let error = request.decode::<Other>().expect_err("another type");
    assert_eq!(error.to_string(), "parameter `points`: element type: expected f64, found f32 (byte 20)");
    #[derive(Tensor, Debug)]
    struct Missing {
        point: Vec<[f32; 2]>,
    }
    let error = request.decode::<Missing>().expect_err("another name");
    assert_eq!(
        error.to_string(),
        "parameter `point`: required, but missing; is `points`, which is not known, meant for it?"
    );
}

/// The required input `x` is missing, and an optional one is sent in its place: Triton compares counts alone.
#[test]
fn a_required_input_is_missed_by_its_name() {
    #[derive(Tensor, Debug)]
    struct Sum {
        x: Vec<[f32; 3]>,
        bias: Option<[f32; 1]>,
    }
    let json = br#"{"inputs":[{"name":"bias","shape":[1],"datatype":"FP32","data":[1]}]}"#;
    let body = http::Body::new(&http::Headers::new(), json).expect("a body");
    let error = Request::from_http(&body).expect("read").decode::<Sum>().expect_err("missing");
    assert_eq!(error.parameter(), Some("x"));
}

#[test]
fn scalars_are_ones_and_last_ones_are_dropped_on_request_alone() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Scores {
        threshold: f32,
        scores: Vec<f32>,
    }
    let value = Scores { threshold: 0.5, scores: vec![1.0, 2.0] };
    let shapes = ShapeOptions::new().scalar_as_one(true).drop_trailing_one(true);
    let request = Request::from_value_with(&value, shapes).expect("a request");
    assert_eq!(request.inputs()[0].shape(), [1]);
    let bytes = request.to_grpc().expect("written").to_vec();
    let read = Request::from_grpc(&bytes).expect("read");
    read.decode::<Scores>().expect_err("a scalar is not [1]");
    assert_eq!(read.decode_with::<Scores>(shapes).expect("decoded"), value);
    let json = br#"{"model_name":"m","outputs":[
        {"name":"threshold","shape":[1,1],"datatype":"FP32","data":[[0.5]]},
        {"name":"scores","shape":[2,1],"datatype":"FP32","data":[[1],[2]]}]}"#;
    let body = http::Body::new(&http::Headers::new(), json).expect("a body");
    let response = Response::from_http(&body).expect("read");
    response.decode::<Scores>().expect_err("another rank");
    assert_eq!(response.decode_with::<Scores>(shapes).expect("decoded"), value);
}

#[test]
fn what_the_protocol_lacks_is_refused() {
    let complex = vec![num_complex::Complex::new(1.0f32, 2.0)];
    let error = Request::from_value(&complex).expect_err("complex numbers");
    assert_eq!(error.to_string(), "the Open Inference Protocol has no element type c64");
    #[derive(Tensor)]
    struct Twice {
        x: tensor_format::Many<f32>,
    }
    let error = Request::from_value(&Twice { x: vec![1.0, 2.0].into() }).expect_err("a name twice").to_string();
    assert_eq!(error, "parameter `x`: present more than once");
}

#[test]
fn values_are_checked_against_their_range() {
    #[derive(Tensor, Debug)]
    struct Pixels {
        #[tensor(range_checked = 0.0..=1.0)]
        pixels: Vec<f32>,
    }
    let json = br#"{"inputs":[{"name":"pixels","shape":[2],"datatype":"FP32","data":[1, 2]}]}"#;
    let body = http::Body::new(&http::Headers::new(), json).expect("a body");
    let error = Request::from_http(&body).expect("read").decode::<Pixels>().expect_err("out of range");
    // Elements of JSON have any length: only of the list it is known where it is.
    let at = json.windows(6).position(|part| part == b"[1, 2]").expect("the elements");
    let expected = format!("parameter `pixels`: element [1]: expected 0.0..=1.0, found 2.0 (byte {at})");
    assert_eq!(error.to_string(), expected);
    // Bytes have a place each, also when they were copied to be aligned.
    let value = vec![0.5f32, 2.0, 0.5];
    let request = Request::from_value(&value).expect("a request");
    let message = request.to_http_with(&WriteOptions::new().align(false)).expect("written");
    let (len, bytes) = (message.header_length().expect("binary"), message.to_vec());
    for shift in 0..4 {
        let moved = [&vec![0; shift][..], &bytes].concat();
        let body = over_http(&message, &moved[shift..]);
        let mut request = Request::from_http(&body).expect("read");
        request.inputs_mut()[0].set_name("pixels");
        for _ in 0..2 {
            let error = request.decode::<Pixels>().expect_err("out of range");
            assert_eq!((error.offset(), error.parameter()), (Some(len as u64 + 4), Some("pixels")));
            request.align().expect("memory");
        }
    }
}

/// A dynamic tensor of media holds them all, with the formats that were found.
#[test]
#[cfg(feature = "media-sniff")]
fn dynamic_tensors_of_media_have_elements() {
    #[derive(tensor_format::Tensor, Debug)]
    struct Images {
        #[tensor(dtype = [image], shape = [n])]
        x: tensor_format::Tensor,
    }
    #[derive(tensor_format::Tensor, Debug)]
    struct Lent<'a> {
        #[tensor(dtype = [image], shape = [n])]
        x: tensor_format::TensorRef<'a>,
    }
    let png = tensor_format::Image::new("png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec());
    let images = vec![png.clone(), png];
    let mut request = Request::from_value(&images).expect("a request");
    request.inputs_mut()[0].set_name("x");
    let bytes = request.to_grpc().expect("written").to_vec();
    let read = Request::from_grpc(&bytes).expect("read");
    let (kept, lent) = (read.decode::<Images>().expect("decoded"), read.decode::<Lent<'_>>().expect("decoded"));
    assert_eq!(kept.x.as_ref(), lent.x);
    let again = Request::from_value(&kept).expect("a request");
    assert_eq!(again.inputs()[0].decode::<Vec<tensor_format::Image>>().expect("decoded"), images);
    let text = br#"{"inputs": [{"name": "x", "datatype": "BYTES", "shape": [1], "data": ["no \u0069mage"]}]}"#;
    let headers = tensor_format_oip::http::Headers::default();
    let body = tensor_format_oip::http::Body::new(&headers, text).expect("a body");
    let read = Request::from_http(&body).expect("read");
    for error in [read.decode::<Images>().expect_err("no image"), read.decode::<Lent<'_>>().expect_err("no image")] {
        assert!(error.to_string().contains("no image format is recognised"), "{error}");
    }
}
