//! An independent reader and writer of protobuf sees the same messages: structs by hand with `prost`.

use prost::Message;
use tensor_format::Tensor;
use tensor_format_oip::{Form, Parameter, Request, RequestedOutput, Response};

use super::schema::{Choice, Contents, InferRequest, InferResponse, InferTensor};

#[derive(Tensor, Debug, PartialEq)]
struct Sample {
    truths: Vec<bool>,
    i8s: Vec<i8>,
    i16s: Vec<i16>,
    i32s: Vec<i32>,
    i64s: Vec<i64>,
    u8s: Vec<u8>,
    u32s: Vec<u32>,
    u64s: Vec<u64>,
    f32s: Vec<[f32; 2]>,
    f64s: Vec<f64>,
    texts: Vec<String>,
}

fn sample() -> Sample {
    Sample {
        truths: vec![true, false],
        i8s: vec![-128, -1, 127],
        i16s: vec![i16::MIN, 300],
        i32s: vec![i32::MIN, -1, i32::MAX],
        i64s: vec![i64::MIN, 1 << 40],
        u8s: vec![0, 255],
        u32s: vec![u32::MAX],
        u64s: vec![u64::MAX, 127, 128],
        f32s: vec![[1.5, f32::NAN.copysign(-1.0)], [f32::INFINITY, -0.0]],
        f64s: vec![0.1],
        texts: vec![String::new(), "text".into(), "x".repeat(200)],
    }
}

fn request(value: &Sample) -> Request<'_> {
    let mut request = Request::from_value(value).expect("a request");
    (request.model_name, request.model_version, request.id) = ("m".into(), "1".into(), Some("7".into()));
    for (name, value) in [
        ("a", Parameter::Bool(false)),
        ("b", Parameter::I64(-7)),
        ("c", Parameter::String("x".repeat(300).into())),
        ("d", Parameter::F64(0.5)),
        ("e", Parameter::U64(u64::MAX)),
    ] {
        request.parameters.set(name, value.clone());
        request.inputs_mut()[1].parameters_mut().set(name, value);
    }
    request.outputs.push(RequestedOutput::binary("y"));
    request
}

#[test]
fn prost_reads_and_writes_the_same_bytes() {
    let value = sample();
    for form in [Form::Raw, Form::Typed] {
        let mut request = request(&value);
        request.inputs_mut().iter_mut().for_each(|input| input.set_form(form));
        let bytes = request.to_grpc().expect("written").to_vec();
        let theirs = InferRequest::decode(&*bytes).expect("prost reads it");
        assert_eq!((&*theirs.model_name, &*theirs.model_version, &*theirs.id), ("m", "1", "7"));
        assert_eq!(theirs.parameters["b"].choice, Some(Choice::Int64(-7)));
        assert_eq!(theirs.parameters["e"].choice, Some(Choice::Uint64(u64::MAX)));
        assert_eq!(theirs.inputs[8].shape, [2, 2]);
        assert_eq!(theirs.raw_input_contents.len(), if form == Form::Raw { 11 } else { 0 });
        if form == Form::Typed {
            let contents = |index: usize| theirs.inputs[index].contents.clone().expect("contents");
            assert_eq!(contents(1).int_contents, [-128, -1, 127]);
            assert_eq!(contents(4).int64_contents, value.i64s);
            assert_eq!(contents(10).bytes_contents[1], b"text");
        }
        // Parameters are in the order of their names, and so prost writes the same bytes.
        assert_eq!(theirs.encode_to_vec(), bytes, "{form:?}");
        let read = Request::from_grpc(&bytes).expect("read").decode::<Sample>().expect("decoded");
        assert_eq!(format!("{read:?}"), format!("{value:?}"));
    }
}

#[test]
fn what_prost_writes_is_read() {
    let tensor = |name: &str, datatype: &str, contents| InferTensor {
        name: name.into(),
        datatype: datatype.into(),
        shape: vec![2],
        contents: Some(contents),
        ..InferTensor::default()
    };
    let theirs = InferResponse {
        model_name: "m".into(),
        outputs: vec![
            tensor("y", "INT16", Contents { int_contents: vec![-300, 300], ..Contents::default() }),
            tensor("x", "FP64", Contents { fp64_contents: vec![0.1, -0.2], ..Contents::default() }),
        ],
        ..InferResponse::default()
    };
    let bytes = theirs.encode_to_vec();
    let response = Response::from_grpc(&bytes).expect("read");
    #[derive(Tensor, Debug, PartialEq)]
    struct Both {
        x: Vec<f64>,
        y: Vec<i16>,
    }
    assert_eq!(response.decode::<Both>().expect("decoded"), Both { x: vec![0.1, -0.2], y: vec![-300, 300] });
    assert_eq!(response.to_grpc().expect("written").to_vec(), bytes);
}

/// Whatever is no protobuf for prost is none here, and the other way round: each byte of a message is changed in turn.
#[test]
fn both_agree_on_what_is_protobuf() {
    use tensor_format_oip::{Fault, Stage};
    let value = sample();
    let bytes = request(&value).to_grpc().expect("written").to_vec();
    let mut refused = 0;
    for at in 0..bytes.len() {
        for change in [1u8, 2, 4, 0x80] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let theirs = InferRequest::decode(&*changed);
            let ours = Request::from_grpc(&changed).map(drop);
            let protobuf = ours.as_ref().err().and_then(Fault::of).is_some_and(|fault| fault.stage == Stage::Protobuf);
            // Of a map, prost does not look at the type of the field.
            let map = matches!(bytes[at], 0x12 | 0x22) && change < 8 && theirs.is_ok();
            assert!(theirs.is_err() == protobuf || map, "byte {at} changed by {change}: {theirs:?}, {ours:?}");
            refused += usize::from(protobuf);
        }
    }
    assert!(refused > 100, "{refused}");
}

/// Of several entries of one name the last counts, whether it has a value or not.
#[test]
fn the_last_entry_of_a_parameter_counts() {
    const NONE: &[u8] = &[0x22, 5, 0x0a, 1, b'a', 0x12, 0];
    const FIVE: &[u8] = &[0x22, 7, 0x0a, 1, b'a', 0x12, 2, 0x10, 5];
    for (entries, found) in [
        (&[NONE, FIVE][..], Some(5)),
        (&[FIVE, NONE, FIVE], Some(5)),
        (&[NONE, NONE, FIVE], Some(5)),
        (&[FIVE, NONE], None),
        (&[NONE, FIVE, NONE], None),
    ] {
        let bytes = entries.concat();
        let theirs = InferRequest::decode(&*bytes).expect("prost reads it").parameters["a"].choice.clone();
        assert_eq!(theirs, found.map(Choice::Int64), "{entries:?}");
        let found = found.map(Parameter::I64);
        let response = Response::from_grpc(&bytes).expect("read");
        assert_eq!(response.parameters.get("a"), found.as_ref(), "{entries:?}");
        match (Request::from_grpc(&bytes), found) {
            (Ok(request), Some(found)) => assert_eq!(request.parameters.get("a"), Some(&found)),
            (Err(error), None) => {
                let text = format!(
                    "parameters.a: expected a text, a number or a truth value, found nothing (byte {})",
                    bytes.len() - 5
                );
                assert_eq!(error.to_string(), text);
            }
            (read, found) => panic!("{entries:?}: {read:?}, {found:?}"),
        }
    }
}

/// Fields of a message may come in any order, so that raw contents may be in front of the tensors that they are of.
#[test]
fn raw_contents_are_read_wherever_they_are() {
    let value = sample();
    let theirs = InferRequest::decode(&*request(&value).to_grpc().expect("written").to_vec()).expect("prost reads it");
    let raws = |raws: &[prost::bytes::Bytes]| {
        InferRequest { raw_input_contents: raws.to_vec(), ..InferRequest::default() }.encode_to_vec()
    };
    let others = InferRequest { raw_input_contents: Vec::new(), ..theirs.clone() }.encode_to_vec();
    let (first, last) = theirs.raw_input_contents.split_at(4);
    for bytes in [
        [raws(first), raws(last), others.clone()].concat(),
        [raws(first), others.clone(), raws(last)].concat(),
        [others, raws(first), raws(last)].concat(),
    ] {
        let read = Request::from_grpc(&bytes).expect("read").decode::<Sample>().expect("decoded");
        assert_eq!(format!("{read:?}"), format!("{value:?}"));
    }
}
