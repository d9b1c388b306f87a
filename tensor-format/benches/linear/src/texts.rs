//! Constants of Vespa, shapes of XLA, and messages of ZIO.

use tensor_format::{Record, RecordRef, Tensor, vespa, xla, zio};

use crate::{
    Case, listed,
    made::{list, nested, parts, repeat, text},
    rules::Wanted,
};

const VESPA: vespa::Options = vespa::Options::new();
const XLA: xla::Options = xla::Options::new().max_shapes(usize::MAX);
const ZIO: zio::Options = zio::Options::new().max_tensors(usize::MAX).max_label_bytes(usize::MAX).max_parts(usize::MAX);

/// The field `shape` of a protobuf message in one another, or one after another.
fn field(number: u8, body: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    let mut len = body.len();
    while len >= 128 {
        out.push(len as u8 | 128);
        len >>= 7;
    }
    out.push(len as u8);
    out.extend(body);
    out
}

/// A tuple of arrays.
fn tuple(size: usize) -> Vec<u8> {
    let array = field(4, &[16, 11, 26, 1, 1]);
    parts(size, &[16, 13], |_| array.clone())
}

/// A message of ZIO whose label describes tensors with this text each.
fn message(size: usize, describe: impl Fn(usize) -> String) -> Vec<u8> {
    let label = list(size, r#"{"TENS":{"tensors":["#, "]}}", describe);
    let value = vec![1u8, 2];
    let first = zio::to_message(&value).expect("a message");
    zio::Message { label: label.into(), ..first }.to_vec().expect("bytes")
}

fn zio_read<T: tensor_format::DecodeOwned>(bytes: &[u8]) -> bool {
    ZIO.message_from_slice(bytes).and_then(|message| ZIO.from_message::<T>(&message)).is_ok()
}

/// A message of many tiny tensors.
fn tensors(size: usize) -> Vec<u8> {
    let record: Record = (0..size / 120 + 1).map(|at| (format!("n{at}"), Tensor::from(vec![7u8]))).collect();
    ZIO.to_message(&record).and_then(|message| message.to_vec()).expect("bytes")
}

fn json(bytes: &[u8]) -> Option<(String, bool)> {
    let json = zio::Json::new(text(bytes)).ok()?;
    Some((json.canonical(), json.get("k7").is_some()))
}

pub(crate) fn cases() -> Vec<Case> {
    let cells = |size| list(size, r#"{"type":"tensor<float>(k{})","cells":{"#, "}}", |at| format!(r#""{at}":1"#));
    let same = |size| list(size, r#"{"type":"tensor<float>(k{})","cells":{"#, "}}", |at| format!(r#""{}":1"#, at / 2));
    let addresses = |size| {
        list(size, r#"{"type":"tensor<float>(a{},b{})","cells":["#, "]}", |at| {
            format!(r#"{{"address":{{"a":"{}","b":"{}"}},"value":1}}"#, at % 1000, at / 1000)
        })
    };
    let blocks =
        |size| list(size, r#"{"type":"tensor<float>(k{},x[2])","blocks":{"#, "}}", |at| format!(r#""{at}":[1,2]"#));
    let values = |size| list(size, r#"{"type":"tensor<double>(x[9999999])","values":["#, "]}", |at| format!("{at}.5"));
    listed! {
        "vespa cells", cells, |bytes| VESPA.read(text(bytes));
        "vespa cells, of no type", |size| list(size, r#"{"cells":{"#, "}}", |at| format!(r#""{at}":1"#)), |bytes| VESPA.read(text(bytes));
        "vespa labels that are the same", same, |bytes| VESPA.read(text(bytes));
        "vespa labels that are the same, validate", same, |bytes| VESPA.validate(None, text(bytes));
        "vespa addresses", addresses, |bytes| VESPA.read(text(bytes));
        "vespa blocks", blocks, |bytes| VESPA.read(text(bytes));
        "vespa values", values, |bytes| VESPA.read(text(bytes));
        "vespa values, typed", values, |bytes| VESPA.from_str::<Vec<f64>>(text(bytes));
        "vespa values, validate", values, |bytes| VESPA.validate(None, text(bytes));
        "vespa cells, written", cells, |bytes| VESPA.read(text(bytes)).map(|constant| constant.to_text());
        "vespa cells, dense", cells, |bytes| VESPA.read(text(bytes)).map(|constant| constant.to_dense(0.0, 1 << 24).is_ok());
        "vespa long number", |size| repeat(size, r#"{"type":"tensor<double>(x[1])","values":[0."#, "1", "]}"), |bytes| VESPA.read(text(bytes));
        "vespa long exponent", |size| repeat(size, r#"{"type":"tensor<double>(x[1])","values":[1e"#, "1", "]}"), |bytes| VESPA.read(text(bytes));
        "vespa zeros", |size| repeat(size, r#"{"type":"tensor<double>(x[1])","values":[0."#, "0", "1]}"), |bytes| VESPA.read(text(bytes));
        "vespa hard numbers", |size| list(size, r#"{"type":"tensor<double>(x[9999999])","values":["#, "]}", |at| {
            format!("{at}.00000000000000011102230246251565404236316680908203125{}", "0".repeat(700))
        }), |bytes| VESPA.read(text(bytes));
        "vespa nested values", |size| nested(size, r#"{"type":"tensor<float>(x[1])","values":"#, "[", "1", "]", "}"), |bytes| VESPA.read(text(bytes));
        "vespa nested elsewhere", |size| nested(size, r#"{"other":"#, "{\"a\":", "1", "}", "}"), |bytes| VESPA.read(text(bytes));
        "vespa spaces", |size| repeat(size, "{", " ", "}"), |bytes| VESPA.read(text(bytes));
        "vespa faults", |size| list(size, r#"{"type":"tensor<float>(k{})","cells":{"#, "}}", |at| format!(r#""{at}":true"#)),
            |bytes| VESPA.validate(None, text(bytes));
        "vespa type of many dimensions", |size| list(size, "tensor<float>(", ")", |at| format!("d{at}{{}}")), |bytes| text(bytes).parse::<vespa::TensorType>();
        "vespa type of the same dimensions", |size| list(size, "tensor<float>(", ")", |_| "d{}".to_owned()), |bytes| text(bytes).parse::<vespa::TensorType>();
        "vespa document", |size| list(size, "{", "}", |at| format!(r#""f{at}":{{"type":"tensor<float>(x[1])","values":[1]}}"#)),
            |bytes| VESPA.from_str::<Wanted>(text(bytes));
        "vespa document, record", |size| list(size, "{", "}", |at| format!(r#""f{at}":{{"type":"tensor<float>(x[1])","values":[1]}}"#)),
            |bytes| VESPA.from_str::<Record>(text(bytes));
        "xla tuple", tuple, |bytes| XLA.from_slice(bytes).map(|shape| shape.to_string());
        "xla tuple, compared and written", tuple, |bytes| XLA.from_slice(bytes).map(|shape| (shape == shape.clone(), shape.to_vec()));
        "xla nested tuples", |size| (0..size / 8).fold(Vec::new(), |inner, _| {
            if inner.len() > 4000 { inner } else { [&[16, 13][..], &field(4, &inner)].concat() }
        }), |bytes| XLA.from_slice(bytes);
        "xla dimensions", |size| parts(size, &[16, 11], |_| vec![24, 1]), |bytes| XLA.from_slice(bytes);
        "xla unknown fields", |size| parts(size, &[16, 11], |_| vec![248, 1, 1]), |bytes| XLA.from_slice(bytes).map(|shape| shape.to_vec());
        "xla text of a tuple", |size| list(size, "(", ")", |_| "f32[1]{0}".to_owned()), |bytes| XLA.from_str(text(bytes)).map(|shape| shape.to_string());
        "xla text of dimensions", |size| list(size, "f32[", "]", |_| "1".to_owned()), |bytes| XLA.from_str(text(bytes));
        "xla nested text", |size| nested(size, "", "(", "", ")", ""), |bytes| XLA.from_str(text(bytes));
        "xla long number", |size| repeat(size, "f32[", "1", "]"), |bytes| XLA.from_str(text(bytes));
        "xla text of tiles", |size| repeat(size, "f32[2]{0:", "T(2)", "}"), |bytes| XLA.from_str(text(bytes));
        "zio many tensors", tensors, |bytes| zio_read::<Record>(bytes);
        "zio many tensors, typed", tensors, |bytes| zio_read::<Wanted>(bytes);
        "zio descriptions", |size| message(size, |at| format!(r#"{{"shape":[2],"word":1,"dtype":"u","part":{at}}}"#)), |bytes| zio_read::<Tensor>(bytes);
        "zio one part", |size| message(size, |_| r#"{"shape":[2],"word":1,"dtype":"u","part":0}"#.to_owned()), |bytes| zio_read::<Record>(bytes);
        "zio find", tensors, |bytes| ZIO.message_from_slice(bytes).and_then(|message| {
            ZIO.tensors(&message).map(|all| all.find("name", &zio::Json::text("none")))
        });
        "zio object", |size| list(size, "{", "}", |at| format!(r#""k{at}":{at}"#)), |bytes| json(bytes);
        "zio object, the same key", |size| list(size, "{", "}", |_| r#""k":1"#.to_owned()), |bytes| json(bytes);
        "zio object, backwards", |size| list(size, "{", "}", |at| format!(r#""k{}":1"#, 99_999_999 - at)), |bytes| json(bytes);
        "zio nested", |size| nested(size, "", "[", "", "]", ""), |bytes| json(bytes);
        "zio nested objects", |size| {
            let inner = text(&nested(1000, "", "{\"b\":1,\"a\":", "1", "}", "")).to_owned();
            list(size, "[", "]", move |_| inner.clone())
        }, |bytes| json(bytes);
        "zio long number", |size| repeat(size, "", "1", ""), |bytes| json(bytes);
        "zio long fraction", |size| repeat(size, "0.", "1", "e5"), |bytes| json(bytes);
        "zio escapes", |size| repeat(size, "\"", "\\u0041", "\""), |bytes| json(bytes);
        "zio fields", |size| list(size, "{", "}", |at| format!(r#""k{at}":{at}"#)), |bytes| {
            let json = zio::Json::new(text(bytes)).ok();
            json.map(|json| json.fields().into_owned().iter().count())
        };
        "zio frames", |size| parts(size, &[], |_| vec![1, 0]), |bytes| ZIO.message_from_slice(bytes).map(|message| message.encoded_len());
        "zio record of borrowed tensors", tensors, |bytes| ZIO.message_from_slice(bytes).and_then(|message| {
            ZIO.from_message::<RecordRef<'_>>(&message).map(|record| record.len())
        });
    }
}
