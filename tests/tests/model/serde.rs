//! The model in serde's formats: JSON as a readable one, postcard and CBOR as binary ones.

use half::{bf16, f16};
use ndarray::{Array2, array};
use num_complex::Complex;
use proptest::prelude::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{from_str, to_string};
use tensor_format::{
    ByteOrder, DecodeError, Definition, Definitions, Element, ElementType, EncodeError, ErrorKind, HasRules, Header,
    Record, RecordRef, Rules, Shape, Tensor, TensorRef, TensorRules,
    codec::Variable,
    error::Violation,
    layout::Layout,
    rules::{Bound, Dim, DimBuf, ElementTypes, RulesBuf, TensorRulesBuf, ValueRange},
    with::serde::ErrorReport,
};

/// The value after a journey through each format.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = to_string(value).unwrap();
    assert_eq!(&from_str::<T>(&text).unwrap(), value, "{text}");
    let tree = serde_json::to_value(value).unwrap();
    assert_eq!(&serde_json::from_value::<T>(tree).unwrap(), value, "as a tree, its fields sorted by name");
    let bytes = postcard::to_allocvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value);
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    assert_eq!(&ciborium::from_reader::<T, _>(&bytes[..]).unwrap(), value);
}

/// Checks the JSON form, and that it is read back.
fn form<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, text: &str) {
    assert_eq!(to_string(value).unwrap(), text);
    round_trip(value);
}

/// As `form`, for types that only formats with names can hold.
fn in_json<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, text: &str) {
    assert_eq!(to_string(value).unwrap(), text);
    assert_eq!(&from_str::<T>(text).unwrap(), value);
}

/// The error without the place, which serde_json adds.
fn error<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> String {
    let error = from_str::<T>(text).unwrap_err().to_string();
    error.rsplit_once(" at line ").map_or(error.as_str(), |(why, _)| why).to_owned()
}

fn tensor<T: Element>(shape: impl Into<Shape>, elements: &[T]) -> Tensor {
    Tensor::from_slice(shape, elements).unwrap()
}

#[test]
fn types_shapes_and_headers() {
    for element_type in ElementType::ALL {
        form(element_type, &format!("\"{element_type}\""));
    }
    form(&ElementTypes::of(ElementType::F32).with(ElementType::U8), r#"["f32","u8"]"#);
    form(&Shape::from([2, 0, 3]), "[2,0,3]");
    form(&Header::new(ElementType::Bool, [7]), r#"{"element_type":"bool","shape":[7]}"#);
    assert!(error::<ElementType>("\"float\"").starts_with("unknown variant `float`, expected one of `f32`, `f64`"));
    assert_eq!(error::<Shape>(&format!("[{}]", vec!["1"; 256].join(","))), "a shape has at most 255 axes");
    assert_eq!(error::<Shape>("[-1]"), "invalid value: integer `-1`, expected usize");
}

#[test]
fn rules() {
    form(&DimBuf::from(Dim::ANY), r#"{"name":null,"min":0,"max":null}"#);
    form(&DimBuf::from(Dim::range(1, 32).named("batch")), r#"{"name":"batch","min":1,"max":32}"#);
    let rules = TensorRulesBuf {
        allowed_types: vec![ElementType::F32, ElementType::F32],
        axes: vec![Dim::exact(3).into()],
        open: Some(1),
        annotations: vec!["note".into()],
        range: None,
    };
    let text = concat!(
        r#"{"allowed_types":["f32","f32"],"axes":[{"name":null,"min":3,"max":3}],"#,
        r#""open":1,"annotations":["note"]}"#
    );
    form(&rules, text);
    let range = ValueRange::new(Some(Bound::Int(0)), Some(Bound::Float(0.5))).without_max();
    let ranged = text.replace(
        r#""annotations":["note"]"#,
        r#""annotations":["note"],"range":{"min":{"int":0},"max":{"float":0.5},"excludes_max":true}"#,
    );
    form(&TensorRulesBuf { range: Some(range), ..rules.clone() }, &ranged);
    assert_eq!(
        error::<TensorRulesBuf>(&text.replace("\"open\":1", "\"open\":2")),
        "the rank is open beyond the last axis"
    );
    let definition = Definition::new("p", true, rules.clone());
    let definition_text = format!(r#"{{"name":"p","required":true,"rules":{text}}}"#);
    form(&definition, &definition_text);
    let together = Definition { required_with: Some("p".into()), of_map: true, ..definition.clone() };
    form(
        &together,
        &definition_text.replace("]}}", r#"]},"required_with":"p","of_map":true,"aliases":[],"many":false}"#),
    );
    let aliased = Definition { aliases: vec!["old".into()], ..definition.clone() };
    let form_of = |fields: &str| {
        definition_text.replace("]}}", &format!(r#"]}},"required_with":null,"of_map":false,{fields}}}"#))
    };
    form(&aliased, &form_of(r#""aliases":["old"],"many":false"#));
    let many = Definition { required: false, many: true, ..definition.clone() };
    form(&many, &form_of(r#""aliases":[],"many":true"#).replace(r#""required":true"#, r#""required":false"#));
    // As it was written before there were aliases.
    let earlier = definition_text.replace("]}}", r#"]},"required_with":"p","of_map":true}"#);
    assert_eq!(from_str::<Definition>(&earlier).unwrap(), together);
    form(&Definitions(vec![definition.clone()]), &format!("[{definition_text}]"));
    form(&RulesBuf::Tensor(rules), &format!(r#"{{"tensor":{text}}}"#));
    form(&RulesBuf::Record(Definitions(vec![definition])), &format!(r#"{{"record":[{definition_text}]}}"#));
}

#[test]
fn bounds_are_kept_in_flattened_and_tagged_types() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        range: ValueRange,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(tag = "kind")]
    enum Tagged {
        Range { bounds: ValueRange },
    }

    let bounds =
        [("-1", -1), ("-9223372036854775808", i128::from(i64::MIN)), ("18446744073709551615", u64::MAX.into())];
    for (text, bound) in bounds.into_iter().chain([("\"18446744073709551616\"", 1 << 64)]) {
        let range = ValueRange::new(Some(Bound::Int(bound)), None);
        let fields = format!(r#""min":{{"int":{text}}},"max":null,"excludes_max":false"#);
        form(&range, &format!("{{{fields}}}"));
        in_json(&Tagged::Range { bounds: range }, &format!(r#"{{"kind":"Range","bounds":{{{fields}}}}}"#));
        in_json(&Outer { id: 7, range }, &format!(r#"{{"id":7,{fields}}}"#));
    }
    let refused =
        |text: &str| error::<ValueRange>(&format!(r#"{{"min":{{"int":{text}}},"max":null,"excludes_max":false}}"#));
    assert_eq!(refused("0.5"), "invalid type: floating point `0.5`, expected a whole number");
    assert_eq!(refused("\"x\""), "invalid value: string \"x\", expected a whole number");
}

#[test]
fn constants_have_the_form_of_owned_rules() {
    const RULES: Rules<'static> = <Vec<[f32; 4]>>::RULES;
    let owned = RulesBuf::from(RULES);
    assert_eq!(to_string(&RULES).unwrap(), to_string(&owned).unwrap());
    let tensor: TensorRules<'_> = RULES.expect_tensor();
    assert_eq!(to_string(&tensor).unwrap(), to_string(&TensorRulesBuf::from(tensor)).unwrap());
    assert_eq!(from_str::<RulesBuf>(&to_string(&RULES).unwrap()).unwrap(), owned);
}

#[test]
fn numbers_as_lists() {
    form(
        &tensor([2, 2], &[1.0f32, -0.0, 0.1, f32::MAX]),
        r#"{"element_type":"f32","shape":[2,2],"data":[1.0,-0.0,0.1,3.4028235e+38]}"#,
    );
    form(&tensor((), &[u64::MAX]), r#"{"element_type":"u64","shape":[],"data":[18446744073709551615]}"#);
    form(&tensor([1], &[i64::MIN]), r#"{"element_type":"i64","shape":[1],"data":[-9223372036854775808]}"#);
    form(&tensor([2], &[true, false]), r#"{"element_type":"bool","shape":[2],"data":[true,false]}"#);
    form(&tensor([0, 5], &[0i8; 0]), r#"{"element_type":"i8","shape":[0,5],"data":[]}"#);
    form(&tensor([1], &[f16::from_f32(0.5)]), r#"{"element_type":"f16","shape":[1],"data":[0.5]}"#);
    form(&tensor([1], &[bf16::INFINITY]), r#"{"element_type":"bf16","shape":[1],"data":["Infinity"]}"#);
    form(
        &tensor([1], &[Complex::new(1.5f64, f64::NEG_INFINITY)]),
        r#"{"element_type":"c128","shape":[1],"data":[[1.5,"-Infinity"]]}"#,
    );
    form(&tensor([1], &[Complex::new(1.5f32, 2.0)]), r#"{"element_type":"c64","shape":[1],"data":[[1.5,2.0]]}"#);
}

#[test]
fn what_is_no_number_survives_to_the_last_bit() {
    let bits = [0x7fc0_0000, 0xffc0_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0001, 0x7f80_0001].map(f32::from_bits);
    form(
        &tensor([6], &bits),
        concat!(
            r#"{"element_type":"f32","shape":[6],"data":["NaN","-NaN","Infinity","-Infinity","#,
            r#""NaN(0x7fc00001)","NaN(0x7f800001)"]}"#
        ),
    );
    form(
        &tensor([1], &[f64::from_bits(0x7ff8_0000_0000_0001)]),
        r#"{"element_type":"f64","shape":[1],"data":["NaN(0x7ff8000000000001)"]}"#,
    );
    form(
        &tensor([2], &[f16::from_bits(0x7e00), f16::from_bits(0xfe01)]),
        r#"{"element_type":"f16","shape":[2],"data":["NaN","NaN(0xfe01)"]}"#,
    );
}

/// Below the middle of two numbers, at it, and just above it.
#[test]
fn half_precision_is_rounded_from_all_digits() {
    let read = |text: &str| from_str::<Tensor>(text).unwrap();
    let f16s = read(r#"{"element_type":"f16","shape":[3],"data":[1.00048828124,1.00048828125,1.0004882813]}"#);
    assert_eq!(f16s, tensor([3], &[0x3c00, 0x3c00, 0x3c01].map(f16::from_bits)));
    let bf16s = read(r#"{"element_type":"bf16","shape":[3],"data":[1.00390624999,1.00390625,1.0039062501]}"#);
    assert_eq!(bf16s, tensor([3], &[0x3f80, 0x3f80, 0x3f81].map(bf16::from_bits)));
}

#[test]
fn elements_of_variable_size() {
    form(
        &Tensor::from_strings([2], ["größe", ""]).unwrap(),
        r#"{"element_type":"string","shape":[2],"data":["größe",""]}"#,
    );
    let bytes = Variable::Bytes(vec![0, 255, 16].into());
    form(
        &Tensor::from_variables(ElementType::Binary, (), [bytes]).unwrap(),
        r#"{"element_type":"binary","shape":[],"data":["AP8Q"]}"#,
    );
    let media = Variable::Media { format: b"jpeg".into(), data: vec![1, 2].into() };
    form(
        &Tensor::from_variables(ElementType::Image, [1], [media]).unwrap(),
        r#"{"element_type":"image","shape":[1],"data":[{"format":"jpeg","data":"AQI="}]}"#,
    );
}

#[test]
fn strides_and_byte_order_do_not_show() {
    let bytes = [0, 1, 0, 2, 0, 3, 0, 4];
    let layout = Layout::new(&[2, 4], 0);
    let columns = TensorRef::with_layout(ElementType::U16, [2, 2], &bytes, layout, ByteOrder::Big).unwrap();
    assert_eq!(to_string(&columns).unwrap(), r#"{"element_type":"u16","shape":[2,2],"data":[1,3,2,4]}"#);
    assert_eq!(
        postcard::to_allocvec(&columns).unwrap(),
        postcard::to_allocvec(&tensor([2, 2], &[1u16, 3, 2, 4])).unwrap()
    );
}

#[test]
fn the_binary_form_is_compact() {
    let bytes = postcard::to_allocvec(&tensor([2], &[1u16, 2])).unwrap();
    assert_eq!(bytes, [7, 1, 2, 4, 1, 0, 2, 0]);
}

#[test]
fn fields_may_come_in_any_order_but_once() {
    let text = r#"{"data":[1,"NaN"],"shape":[2],"element_type":"f32"}"#;
    assert_eq!(from_str::<Tensor>(text).unwrap(), tensor([2], &[1.0, f32::NAN]));
    assert_eq!(error::<Tensor>(r#"{"data":[],"data":[]}"#), "duplicate field `data`");
    assert_eq!(error::<Tensor>(r#"{"shape":[1],"shape":[1]}"#), "duplicate field `shape`");
    assert_eq!(error::<Tensor>("{}"), "missing field `element_type`");
    assert_eq!(error::<Tensor>(r#"{"element_type":"u8"}"#), "missing field `shape`");
    assert_eq!(error::<Tensor>(r#"{"element_type":"u8","shape":[]}"#), "missing field `data`");
    assert_eq!(
        error::<Tensor>(r#"{"strides":1}"#),
        "unknown field `strides`, expected one of `element_type`, `shape`, `data`"
    );
}

#[test]
fn elements_must_be_of_the_type() {
    let of = |element_type: &str, data: &str| {
        let text = |fields: [String; 3]| error::<Tensor>(&format!("{{{}}}", fields.join(",")));
        let [t, s, d] =
            [format!("\"element_type\":\"{element_type}\""), "\"shape\":[1]".into(), format!("\"data\":[{data}]")];
        let streamed = text([t.clone(), s.clone(), d.clone()]);
        let collected = text([d, s, t]);
        assert_eq!(streamed, collected);
        streamed
    };
    assert_eq!(of("u8", "256"), "element 0: expected u8, found 256");
    assert_eq!(of("u8", "1,-1"), "element 1: expected u8, found -1");
    assert_eq!(of("i32", "1.0"), "element 0: expected i32, found 1.0");
    assert_eq!(of("i32", "\"1\""), "element 0: expected i32, found \"1\"");
    assert_eq!(of("bool", "1"), "element 0: expected bool, found 1");
    assert_eq!(of("f32", "1e39"), "element 0: expected f32, found 1e39");
    assert_eq!(of("f16", "65520"), "element 0: expected f16, found 65520");
    assert_eq!(of("f32", "true"), "element 0: expected f32, found true");
    assert_eq!(of("f32", "\"nan\""), "element 0: expected f32, found \"nan\"");
    assert_eq!(of("f32", "\"NaN(0x7ff8000000000001)\""), "element 0: expected f32, found \"NaN(0x7ff8000000000001)\"");
    assert_eq!(of("f32", "\"NaN(0x3f800000)\""), "element 0: expected f32, found \"NaN(0x3f800000)\"");
    assert_eq!(of("c64", "1"), "element 0: expected a list of two numbers, found 1");
    assert_eq!(of("c64", "[1,true]"), "element 0: expected f32, found true");
    assert_eq!(of("c64", "[1]"), "invalid length 1, expected a list of two numbers");
    assert_eq!(of("c64", "[1,2,3]"), "invalid length 3, expected a list of two numbers");
    assert_eq!(of("c64", "[[1,2],2]"), "expected a number, found a list");
    assert_eq!(of("f32", "[1,2]"), "element 0: expected f32, found a list");
    assert_eq!(of("f32", "null"), "invalid type: null, expected an element of a tensor");
    assert_eq!(of("string", "1"), "element 0: expected text, found 1");
    assert_eq!(of("binary", "1"), "element 0: expected base64 text, found 1");
    assert_eq!(of("binary", "\"a\""), "element 0: the data are not base64: Invalid input length: 1");
    assert_eq!(of("image", "\"a\""), "element 0: expected an object of format and data, found \"a\"");
    assert_eq!(of("image", r#"{"format":"png"}"#), "missing field `data`");
    assert_eq!(of("u8", r#"{"format":"png","data":""}"#), "element 0: expected u8, found an object");
    let long = "x".repeat(256);
    assert_eq!(
        of("image", &format!(r#"{{"format":"{long}","data":""}}"#)),
        format!("element 0: media format \"{}\": a format has at most 255 bytes", "x".repeat(32))
    );
}

#[test]
fn data_must_fill_the_shape() {
    let of = |shape: &str| error::<Tensor>(&format!(r#"{{"element_type":"u8","shape":{shape},"data":[1,2]}}"#));
    assert_eq!(of("[3]"), "the shape holds 3 elements, but 2 are given");
    assert_eq!(of("[]"), "the shape holds 1 elements, but 2 are given");
    assert_eq!(of("[2147483648,2147483648,4]"), "the shape describes more bytes than can be addressed");
    assert_eq!(
        error::<Tensor>(r#"{"element_type":"string","shape":[2],"data":["a"]}"#),
        "the shape holds 2 elements, but 1 are given"
    );
}

#[test]
fn binary_data_are_checked() {
    let of = |element_type: ElementType, shape: &[usize], data: &[u8]| {
        #[derive(Serialize)]
        struct Form<'a>(ElementType, &'a [usize], &'a [u8]);
        let bytes = postcard::to_allocvec(&Form(element_type, shape, data)).unwrap();
        postcard::from_bytes::<Tensor>(&bytes)
    };
    assert_eq!(of(ElementType::U16, &[1], &[1, 0]).unwrap(), tensor([1], &[1u16]));
    assert_eq!(of(ElementType::String, &[2], &[1, b'a', 0]).unwrap(), Tensor::from_strings([2], ["a", ""]).unwrap());
    for (element_type, shape, data) in [
        (ElementType::U16, &[1][..], &[1][..]),
        (ElementType::U16, &[1], &[1, 0, 2]),
        (ElementType::F32, &[usize::MAX], &[]),
        (ElementType::Bool, &[1], &[2]),
        (ElementType::String, &[1], &[1, 0xff]),
        (ElementType::String, &[1], &[2, b'a']),
        (ElementType::String, &[1], &[253, 0, 1, b'a']),
        (ElementType::String, &[usize::MAX], &[0]),
        (ElementType::Image, &[1], &[2, 9, 0]),
    ] {
        assert!(of(element_type, shape, data).is_err(), "{element_type} {shape:?} {data:?}");
    }
}

#[test]
fn binary_input_may_be_cut_or_changed_anywhere() {
    let bytes = postcard::to_allocvec(&Tensor::from_strings([2], ["hello", "w"]).unwrap()).unwrap();
    for end in 0..bytes.len() {
        assert!(postcard::from_bytes::<Tensor>(&bytes[..end]).is_err());
    }
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let _ = postcard::from_bytes::<Tensor>(&changed);
    }
}

#[test]
fn records_keep_their_order_and_repeated_names() {
    let record: Record =
        [("b".into(), tensor((), &[1u8])), ("a".into(), tensor((), &[2u8])), ("a".into(), tensor((), &[3u8]))]
            .into_iter()
            .collect();
    let scalar = |n| format!(r#"{{"element_type":"u8","shape":[],"data":[{n}]}}"#);
    let text = format!(
        r#"[{{"name":"b","tensor":{}}},{{"name":"a","tensor":{}}},{{"name":"a","tensor":{}}}]"#,
        scalar(1),
        scalar(2),
        scalar(3)
    );
    form(&record, &text);
    let borrowed: RecordRef<'_> = record.as_ref();
    assert_eq!(to_string(&borrowed).unwrap(), text);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Job {
    id: u32,
    #[serde(with = "tensor_format::with::serde")]
    input: Array2<f32>,
    #[serde(with = "tensor_format::with::serde")]
    box_: Vec<[i64; 2]>,
    #[serde(with = "tensor_format::with::serde")]
    label: String,
    #[serde(with = "tensor_format::with::serde")]
    any: Record,
}

#[test]
fn typed_fields() {
    let any = [("x".into(), tensor([1], &[1u8]))].into_iter().collect();
    let job = Job { id: 7, input: array![[1.0, 2.0]].reversed_axes(), box_: vec![[1, 2]], label: "cat".into(), any };
    form(
        &job,
        concat!(
            r#"{"id":7,"input":{"element_type":"f32","shape":[2,1],"data":[1.0,2.0]},"#,
            r#""box_":{"element_type":"i64","shape":[1,2],"data":[1,2]},"#,
            r#""label":{"element_type":"string","shape":[],"data":["cat"]},"#,
            r#""any":[{"name":"x","tensor":{"element_type":"u8","shape":[1],"data":[1]}}]}"#
        ),
    );
}

#[test]
fn typed_fields_are_held_to_their_rules() {
    #[derive(Deserialize, Debug)]
    struct Rows {
        #[serde(with = "tensor_format::with::serde")]
        #[allow(dead_code)]
        rows: Vec<[u8; 2]>,
    }
    let of = |tensor: &str| error::<Rows>(&format!(r#"{{"rows":{tensor}}}"#));
    assert_eq!(of(r#"{"element_type":"u8","shape":[1,3],"data":[1,2,3]}"#), "axis 1: expected 2, found 3");
    assert_eq!(of(r#"{"element_type":"i8","shape":[1,2],"data":[1,2]}"#), "element type: expected u8, found i8");
    assert_eq!(of("[]"), "invalid length 0, expected a tensor: its element type, shape and data");
}

#[test]
fn errors_are_written() {
    let kind = ErrorKind::InvalidBoolean(7);
    assert_eq!(
        to_string(&kind).unwrap(),
        concat!(
            r#"{"kind":"invalid_boolean","is_malformed":true,"is_invalid":false,"parameter":null,"axis":null,"#,
            r#""expected":"0 or 1","found":"7","offset":null,"record":null,"#,
            r#""message":"boolean: expected 0 or 1, found 7","violations":[]}"#
        )
    );
    let error = DecodeError::new(kind).in_parameter("mask").at(17).in_record(3);
    assert_eq!(
        to_string(&error).unwrap(),
        concat!(
            r#"{"kind":"invalid_boolean","is_malformed":true,"is_invalid":false,"parameter":"mask","axis":null,"#,
            r#""expected":"0 or 1","found":"7","offset":17,"record":3,"#,
            r#""message":"record 3: parameter `mask`: boolean: expected 0 or 1, found 7 (byte 17)","violations":[]}"#
        )
    );
    let report = ErrorReport::from(&error);
    form(&report, &to_string(&error).unwrap());
    assert_eq!(postcard::from_bytes::<ErrorReport>(&postcard::to_allocvec(&error).unwrap()).unwrap(), report);
    assert_eq!((report.kind.as_str(), report.to_string()), ("invalid_boolean", error.to_string()));
    assert_eq!((report.parameter.as_deref(), report.offset, report.record), (Some("mask"), Some(17), Some(3)));
    assert_eq!(
        to_string(&EncodeError::new(ErrorKind::TensorFound)).unwrap(),
        concat!(
            r#"{"kind":"tensor_found","is_malformed":false,"is_invalid":true,"parameter":null,"axis":null,"#,
            r#""expected":"a record","found":"one tensor","offset":null,"record":null,"#,
            r#""message":"expected a record, found one tensor","violations":[]}"#
        )
    );
    let encoding = EncodeError::new(ErrorKind::TensorFound).in_parameter("p");
    assert_eq!(from_str::<ErrorReport>(&to_string(&encoding).unwrap()).unwrap(), ErrorReport::from(&encoding));
    let violation = Violation { parameter: Some("p".into()), kind: ErrorKind::missing_param() };
    let report: ErrorReport = from_str(&to_string(&violation).unwrap()).unwrap();
    assert_eq!((report.kind.as_str(), report.offset, report.message), ("missing_param", None, violation.to_string()));
    assert_eq!(
        to_string(&violation).unwrap(),
        concat!(
            r#"{"kind":"missing_param","is_malformed":false,"is_invalid":true,"parameter":"p","axis":null,"#,
            r#""expected":null,"found":null,"offset":null,"record":null,"#,
            r#""message":"parameter `p`: required, but missing","violations":[]}"#
        )
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_float_survives(f32s: [u32; 8], f64s: [u64; 8], halves: [u16; 8]) {
        round_trip(&tensor([8], &f32s.map(f32::from_bits)));
        round_trip(&tensor([8], &f64s.map(f64::from_bits)));
        round_trip(&tensor([8], &halves.map(f16::from_bits)));
        round_trip(&tensor([8], &halves.map(bf16::from_bits)));
    }

    #[test]
    fn every_text_and_integer_survives(texts: Vec<String>, numbers: [i64; 4], bytes: Vec<Vec<u8>>) {
        round_trip(&Tensor::from_strings(texts.len(), texts.iter().map(String::as_str)).unwrap());
        round_trip(&tensor([2, 2], &numbers));
        let count = bytes.len();
        let bytes = bytes.into_iter().map(|bytes| Variable::Bytes(bytes.into()));
        round_trip(&Tensor::from_variables(ElementType::Binary, count, bytes).unwrap());
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
        let _ = postcard::from_bytes::<Tensor>(&bytes);
        let _ = postcard::from_bytes::<Record>(&bytes);
        let _ = postcard::from_bytes::<RulesBuf>(&bytes);
        let _ = ciborium::from_reader::<Tensor, _>(&bytes[..]);
    }
}
