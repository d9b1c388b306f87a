//! How each kind of error arises, its name and its text to the letter.

use std::{error::Error, fmt::Debug};

use ndarray::Array2;
use tensor_format::{
    __private::read_label,
    Batch, Binary, Decode, DecodeError, DecodeOwned, ElementType, Encode, EncodeError, ErrorKind, HasRules, Image,
    Record, RecordRules, Rules, Tensor, TensorRef, TensorRules, Value, View,
    codec::{ElementSource, Sink, Source, Variable},
    decthings::{Dialect, Options},
    error::Limit,
    from_prefix, from_reader, from_slice, from_value,
    layout::Layout,
    rules::{Dim, Param, ParamMatcher},
    sequence, to_vec,
};

/// The name of the kind and the whole text.
fn decode<'de, T: Decode<'de>>(bytes: &'de [u8]) -> (&'static str, String) {
    named(from_slice::<T>(bytes).err().expect("an error"))
}

fn named(error: DecodeError) -> (&'static str, String) {
    (error.kind().name(), error.to_string())
}

fn kind<T>(result: Result<T, ErrorKind>) -> (&'static str, String) {
    let kind = result.err().expect("an error");
    (kind.name(), kind.to_string())
}

fn encode(result: Result<impl Debug, EncodeError>) -> (&'static str, String) {
    let error = result.unwrap_err();
    (error.kind().name(), error.to_string())
}

/// Without the offset, which the conformance vectors judge.
fn placeless((name, text): (&'static str, String)) -> (&'static str, String) {
    (name, text.split(" (byte ").next().unwrap_or_default().to_string())
}

#[track_caller]
fn check(found: (&'static str, String), name: &str, text: &str) {
    assert_eq!((found.0, &*found.1), (name, text));
}

#[test]
fn out_of_range() {
    #[derive(Tensor)]
    struct Record {
        #[tensor(range = 0.0..0.5)]
        scores: Vec<f32>,
    }
    let error = Record { scores: vec![0.25, 0.5] }.validate().unwrap_err();
    let violation = error.violations().next().unwrap();
    assert_eq!(violation.to_string(), "parameter `scores`: element [1]: expected 0.0..0.5, found 0.5");
    check(
        (violation.kind.name(), violation.kind.to_string()),
        "out_of_range",
        "element [1]: expected 0.0..0.5, found 0.5",
    );
}

#[test]
fn unexpected_end() {
    let text = "the input ends too early: 4 bytes needed, 2 left (byte 2)";
    check(decode::<f32>(&[1, 0, 0, 0]), "truncated", text);
    check(named(from_reader::<f32, _>(&[1u8, 0, 0, 0][..]).unwrap_err()), "truncated", text);
}

#[test]
fn unknown_element_type() {
    check(decode::<Tensor>(&[17, 0]), "unknown_dtype", "byte 0x11 names no element type (byte 0)");
}

#[test]
fn non_canonical_varint() {
    let text = "the varint of 5 is longer than it needs to be (byte 2)";
    check(decode::<Vec<u8>>(&[7, 1, 253, 0, 5]), "non_canonical_varint", text);
}

#[test]
fn out_of_memory() {
    let error = ErrorKind::OutOfMemory { bytes: 1 << 60 };
    check((error.name(), error.to_string()), "out_of_memory", "there is no memory for 1152921504606846976 bytes");
}

#[test]
fn shape_overflow() {
    let mut bytes = vec![1, 2, 0, 255];
    bytes.extend((1u64 << 62).to_be_bytes());
    let text = "the shape describes more bytes than can be addressed (byte 3)";
    check(decode::<Tensor>(&bytes), "shape_overflow", text);
    check(kind(TensorRef::from_slice::<u8>([usize::MAX], &[])), "shape_overflow", text.trim_end_matches(" (byte 3)"));
}

#[test]
fn invalid_boolean() {
    check(decode::<[bool; 3]>(&[13, 1, 3, 0, 1, 7]), "invalid_boolean", "boolean: expected 0 or 1, found 7 (byte 5)");
}

#[test]
fn invalid_utf8() {
    check(decode::<String>(&[11, 0, 3, b'a', 0xff, b'b']), "invalid_utf8", "the string is not UTF-8 (byte 4)");
}

#[test]
fn media_too_short() {
    let text = "media element: its format needs 3 bytes, the element has 2";
    check(placeless(decode::<Image>(&[14, 0, 2, b'p', b'n'])), "media_too_short", text);
    // Even the length of a format is missing.
    let (clients, bytes) = (Options::new().dialect(Dialect::Clients), [14, 1, 1, 1, 0]);
    let text = "media element: its format needs 1 byte, the element has 0 (byte 4)";
    check(named(clients.from_slice::<Vec<Image>>(&bytes).unwrap_err()), "media_too_short", text);
    check(named(clients.from_reader::<Vec<Image>, _>(&bytes[..]).unwrap_err()), "media_too_short", text);
}

#[test]
fn invalid_media_format() {
    let text = "media format \"jpeg\": this dialect holds exactly three bytes: use \"jpg\"";
    check(encode(to_vec(&Image::new("jpeg", [1]))), "invalid_media_format", text);
    let text = "media format \"p\\xc3\\xa9\": the bytes of a format must be ASCII (byte 4)";
    check(decode::<Image>(&[14, 0, 3, b'p', 0xc3, 0xa9]), "invalid_media_format", text);
}

#[test]
fn section_length() {
    let clients = Options::new().dialect(Dialect::Clients);
    let bytes = [11, 0, 3, 1, b'a', 0];
    let error = clients.from_slice::<String>(&bytes).unwrap_err();
    let text =
        "the section length is wrong: bytes follow its last element: 0 bytes needed, 1 left in the section (byte 5)";
    check(named(error), "section_length_mismatch", text);
}

#[test]
fn trailing_bytes() {
    check(decode::<u8>(&[7, 0, 1, 2]), "trailing_bytes", "1 byte follows the value (byte 3)");
    check(decode::<u8>(&[7, 0, 1, 2, 3]), "trailing_bytes", "2 bytes follow the value (byte 3)");
    let kind = ErrorKind::TrailingBytes { count: 2, or_more: false, record_of: Some(3) };
    assert_eq!(kind.to_string(), "2 bytes follow the value (the input looks like a record of 3 tensors)");
}

#[test]
fn element_type() {
    check(decode::<u8>(&[8, 0, 1, 0]), "type_not_allowed", "element type: expected u8, found u16 (byte 0)");
}

#[test]
fn rank() {
    check(decode::<Vec<u8>>(&[7, 0, 1]), "rank_mismatch", "rank: expected 1, found 0 (byte 1)");
    check(decode::<Batch<Tensor>>(&[7, 0, 1]), "rank_mismatch", "rank: expected 1 or more, found 0 (byte 1)");
}

#[test]
fn size() {
    check(decode::<Vec<[u8; 2]>>(&[7, 2, 1, 3, 1, 2, 3]), "dim_mismatch", "axis 1: expected 2, found 3 (byte 3)");
    let rules = TensorRules { axes: tensor_format::rules::AxisRules::new(&[RANGE]), ..TensorRules::ANY };
    const RANGE: Dim<'static> = Dim::range(1, 4).named("batch");
    check(kind(rules.check(ElementType::U8, &[5])), "dim_mismatch", "axis 0: expected batch: 1..=4, found 5");
}

/// A record type written by hand: `a: u8 [n]`, `b: u8 [n]`, and no other.
#[derive(Debug)]
struct Pair;

impl HasRules for Pair {
    const RULES: Rules<'static> = Rules::Record(Self::PARAMS);
}

impl Pair {
    const NAMED: TensorRules<'static> = TensorRules::new(
        tensor_format::rules::ElementTypes::of(ElementType::U8),
        tensor_format::rules::AxisRules::new(&[Dim::ANY.named("n")]),
    );
    const PARAMS: RecordRules<'static> =
        RecordRules::new(&[Param::new("a", Self::NAMED), Param::new("b", Self::NAMED)]).deny_unknown();
}

impl<'de> Decode<'de> for Pair {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let order = source.record(Self::RECORD)?;
        let mut params = ParamMatcher::new(&Self::PARAMS);
        let mut axes = tensor_format::rules::Bindings::new();
        let mut found = 0;
        while let Some(index) = params.next(order, source)? {
            let param = Self::PARAMS.get(index).unwrap();
            let named = |error: DecodeError| error.in_parameter(param.name);
            let (header, mut elements) =
                source.tensor_of(&param.rules, Some((&mut axes, param.name))).map_err(named)?;
            elements.skip(header.element_type, elements.left()).map_err(named)?;
            elements.end().map_err(named)?;
            found += 1;
        }
        if found < 2 {
            return Err(DecodeError::new(ErrorKind::missing_param()).in_parameter("b"));
        }
        Ok(Pair)
    }
}

fn record(entries: &[(&str, &[u8])]) -> Record {
    entries.iter().map(|(name, elements)| (name.to_string(), Tensor::from(elements.to_vec()))).collect()
}

fn pair(entries: &[(&str, &[u8])]) -> (&'static str, String) {
    let record = record(entries);
    named(from_value::<Pair>(&Value::Record(record.as_ref())).unwrap_err())
}

#[test]
fn named_axes_and_parameters() {
    let text = "parameter `b`: axis 0: `n` is 2 in `a`, found 1";
    check(pair(&[("a", &[1, 2]), ("b", &[1])]), "axis_name_mismatch", text);
    let bytes = to_vec(&record(&[("a", &[1, 2]), ("b", &[1])])).unwrap();
    check(decode::<Pair>(&bytes), "axis_name_mismatch", &format!("{text} (byte {})", bytes.len() - 2));
    check(pair(&[("a", &[1])]), "missing_param", "parameter `b`: required, but missing");
    let text = "parameter `c`: not known to this type, which denies unknown parameters; known: `a`, `b`";
    check(pair(&[("a", &[1]), ("c", &[1])]), "unknown_param", text);
    check(pair(&[("a", &[1]), ("b", &[1]), ("a", &[1])]), "duplicate_param", "parameter `a`: present more than once");
}

/// What no reader can place by itself stands where its tensor or its record begins.
#[test]
fn every_error_of_bytes_has_a_place() {
    #[derive(Debug)]
    struct Even;
    impl HasRules for Even {
        const RULES: Rules<'static> = u8::RULES;
    }
    impl<'de> Decode<'de> for Even {
        fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
            match u8::decode(source)? % 2 {
                0 => Ok(Even),
                _ => Err(ErrorKind::custom("the number is odd").into()),
            }
        }
    }
    fn all<T: DecodeOwned + Debug>(before: &[u8], bytes: &[u8], text: &str) {
        let place = |at: u64| text.replace("{}", &at.to_string());
        let longer = [before, bytes].concat();
        let index = sequence::<T>(before).count();
        let in_sequence = format!("record {index}: {}", place(before.len() as u64));
        assert_eq!(from_slice::<T>(bytes).unwrap_err().to_string(), place(0));
        assert_eq!(from_prefix::<T>(bytes).unwrap_err().to_string(), place(0));
        assert_eq!(from_reader::<T, _>(bytes).unwrap_err().to_string(), place(0));
        assert_eq!(sequence::<T>(&longer).last().unwrap().unwrap_err().to_string(), in_sequence);
        let streamed = Options::new().sequence_from_reader::<T, _>(&longer[..]);
        assert_eq!(streamed.last().unwrap().unwrap_err().to_string(), in_sequence);
    }
    all::<Even>(&[7, 0, 2, 7, 0, 4], &[7, 0, 1], "the number is odd (byte {})");
    let (good, bad) = (record(&[("a", &[1]), ("b", &[2])]), record(&[("a", &[1])]));
    let text = "parameter `b`: required, but missing (byte {})";
    all::<Pair>(&to_vec(&good).unwrap(), &to_vec(&bad).unwrap(), text);
}

#[test]
fn limit_exceeded() {
    let bytes = to_vec(&[1u8, 2, 3]).unwrap();
    let error = Options::new().max_elements(2).from_slice::<Tensor>(&bytes).unwrap_err();
    check(named(error), "limit_exceeded", "limit exceeded: at most 2 elements allowed, found 3 (byte 2)");
    let all = [
        (Limit::Rank, "axes"),
        (Limit::Elements, "elements"),
        (Limit::Bytes, "bytes"),
        (Limit::ElementBytes, "bytes in one element"),
        (Limit::Params, "tensors in one record"),
        (Limit::EmptyItems, "empty or tiny items"),
        (Limit::Text, "bytes of text"),
    ];
    for (limit, text) in all {
        assert_eq!(limit.to_string(), text);
    }
    let rows = Array2::<u8>::zeros((1 << 17, 0));
    let bytes = to_vec(&rows).unwrap();
    let text = "limit exceeded: at most 4098 empty or tiny items allowed, found 131072; large ones count several times; \
                an option `max_empty_items`, if the format has it, sets the limit (byte 2)";
    check(decode::<Vec<[u8; 0]>>(&bytes), "limit_exceeded", text);
    check(decode::<ndarray::Array1<[u8; 0]>>(&bytes), "limit_exceeded", text);
    check(decode::<Batch<Vec<u8>>>(&bytes), "limit_exceeded", text);
    assert_eq!(from_slice::<Array2<u8>>(&bytes).unwrap(), rows);
}

#[test]
fn unsupported_element_type() {
    let text = "Decthings has no element type f16";
    check(encode(to_vec(&Tensor::from_vec([1], vec![half::f16::ONE]).unwrap())), "unsupported_element_type", text);
}

#[cfg(target_endian = "little")]
#[test]
fn borrowing() {
    let bytes = to_vec(&[1u32, 2]).unwrap();
    let mut arena = [0; 64];
    let start = arena.as_ptr().align_offset(4);
    let place = start + 4 - 3 + 1;
    arena[place..place + bytes.len()].copy_from_slice(&bytes);
    let text = "the data do not lie at a multiple of 4 bytes and cannot be borrowed: use `Cow` or `View` in place \
                of a slice, `CowArray` in place of an `ArrayView`, or place the message with its payload aligned";
    let found = from_slice::<&[u32]>(&arena[place..place + bytes.len()]).unwrap_err();
    check(placeless(named(found)), "misaligned", text);
    let found = from_slice::<ndarray::ArrayView1<'_, u32>>(&arena[place..place + bytes.len()]).unwrap_err();
    check(placeless(named(found)), "misaligned", text);
    from_slice::<ndarray::CowArray<'_, u32, ndarray::Ix1>>(&arena[place..place + bytes.len()]).unwrap();

    let gaps = TensorRef::with_layout(
        ElementType::U8,
        [2],
        &[1, 2, 3],
        Layout::new(&[2], 0),
        tensor_format::ByteOrder::NATIVE,
    );
    let text = "the data cannot be borrowed: the elements do not lie in row-major order; use an owned type or `Cow` (`CowArray` for an `ArrayView`)";
    check(kind(gaps.unwrap().as_slice::<u8>()), "not_borrowable", text);
}

#[test]
fn unknown_label() {
    struct Label;
    impl HasRules for Label {
        const RULES: Rules<'static> = Rules::tensor(ElementType::String, &[]);
    }
    impl<'de> Decode<'de> for Label {
        fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
            let (_, mut elements) = source.tensor()?;
            read_label(&mut elements, &["cat", "dog"]).map(|_| Label)
        }
    }
    let bytes = to_vec("cow").unwrap();
    let text = "label: expected one of \"cat\", \"dog\", found \"cow\"";
    let error = from_slice::<Label>(&bytes).map(|_| ()).unwrap_err();
    check((error.kind().name(), error.kind().to_string()), "unknown_label", text);
}

#[test]
fn other_variant() {
    #[derive(tensor_format::Tensor)]
    enum Either {
        Left { x: f32 },
        Right(f32),
    }
    #[derive(tensor_format::Tensor)]
    struct Sent {
        variant: &'static str,
        #[tensor(rename = "Left.x")]
        x: f32,
    }
    let bytes = to_vec(&Sent { variant: "Right", x: 1.0 }).unwrap();
    let text = "parameter `Left.x`: belongs to another variant than \"Right\", which the label names (byte 11)";
    check(decode::<Either>(&bytes), "other_variant", text);
}

#[test]
fn ragged_batch() {
    let text = "the items of a batch must agree: item 0 is u8 [1], item 2 is u8 [2]";
    check(encode(to_vec(&Batch(vec![vec![1u8], vec![2], vec![3, 4]]))), "ragged_batch", text);
}

#[test]
fn tensor_or_record() {
    let tensor = Tensor::from(vec![1u8]);
    let text = "expected a record, found one tensor";
    check(named(from_value::<Pair>(&Value::Tensor(tensor.as_ref())).unwrap_err()), "tensor_found", text);
    let record = record(&[("a", &[1]), ("b", &[2])]);
    let text = "expected one tensor, found a record of 2 tensors";
    let error = from_value::<Vec<u8>>(&Value::Record(record.as_ref())).unwrap_err();
    let [expected, found] = [error.expected(), error.found()].map(|value| value.unwrap().to_string());
    assert_eq!((&*expected, &*found), ("one tensor", "a record"));
    check(named(error), "record_found", text);
    let text = "expected a record, whose first tensor names the others (string [_]), found u8 [1] (byte 0)";
    check(decode::<Record>(&[7, 1, 1, 5]), "not_a_record", text);
    check(named(from_reader::<Record, _>(&[7, 1, 1, 5][..]).unwrap_err()), "not_a_record", text);
}

#[test]
fn element_count() {
    let text = "the shape holds 3 elements, but 2 are given";
    check(kind(TensorRef::from_slice([3], &[1u8, 2])), "element_count", text);

    /// Says three elements and writes two.
    struct Liar;
    impl HasRules for Liar {
        const RULES: Rules<'static> = Rules::ANY;
    }
    impl Encode for Liar {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
            sink.tensor(ElementType::U8, &[3], &View::from(&[1u8, 2][..]))
        }
    }
    check(encode(to_vec(&Liar)), "element_count", text);
    check(encode(tensor_format::to_value(&Liar)), "element_count", text);
}

#[test]
fn an_implementation_that_writes_other_elements() {
    struct Liar;
    impl HasRules for Liar {
        const RULES: Rules<'static> = Rules::ANY;
    }
    impl Encode for Liar {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
            sink.tensor(ElementType::U16, &[1], &View::from(&[1u8, 2][..]))
        }
    }
    let text = "element type: expected u16, found u8";
    check(encode(to_vec(&Liar)), "type_not_allowed", text);
    check(encode(tensor_format::to_value(&Liar)), "type_not_allowed", text);
}

#[test]
fn layout() {
    let wide =
        TensorRef::with_layout(ElementType::U8, [2], &[1, 2], Layout::new(&[2], 0), tensor_format::ByteOrder::NATIVE);
    check(kind(wide), "layout", "layout: an element lies outside of the buffer");
}

#[test]
fn index() {
    let kind = ErrorKind::Index { index: 7, len: 3 };
    assert_eq!((kind.name(), &*kind.to_string()), ("index", "index 7 is outside of 3 items"));
}

#[test]
fn lossy_cast() {
    let text = "element 1 of type f64 has no exact value of type f32";
    check(kind(Tensor::from(vec![1.0, 0.1]).cast::<f32>()), "lossy_cast", text);
}

#[test]
fn unknown_media() {
    let png = b"\x89PNG\r\n\x1a\n".to_vec();
    let text = "the content is not audio: it looks like image/png";
    check(kind(tensor_format::Audio::sniff(png.clone())), "unknown_media", text);
    let text = "no image format is recognised in the content: name it explicitly";
    check(kind(Image::sniff([1, 2, 3])), "unknown_media", text);
    assert_eq!(Image::sniff(png).unwrap().format_str(), Some("png"));
}

#[test]
fn rules() {
    check(kind("f31".parse::<ElementType>()), "rules", "`f31` is no element type");
}

#[test]
fn io() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the cable is out"))
        }
    }
    let error = from_reader::<f32, _>(Broken).unwrap_err();
    assert_eq!(error.kind().name(), "io");
    assert!(error.to_string().contains("the cable is out"), "{error}");
    assert!(matches!(error.into_kind(), ErrorKind::Io(_)));
    let kind = ErrorKind::from(std::io::Error::other("the cable is out"));
    assert_eq!(kind.to_string(), "the cable is out");
}

#[test]
fn custom() {
    let mixed = Tensor::from_variables(ElementType::Binary, [1], [Variable::Text("a".into())]);
    check(kind(mixed), "custom", "the element is not one of a binary tensor");
    assert_eq!(ErrorKind::custom("no").to_string(), "no");
}

#[test]
fn the_first_place_named_stays() {
    let error = DecodeError::new(ErrorKind::InvalidUtf8).at(5).at(6).in_parameter("a").in_parameter("b").in_record(7);
    assert_eq!((error.offset(), error.parameter(), error.record()), (Some(5), Some("a"), Some(7)));
    assert_eq!(error.to_string(), "record 7: parameter `a`: the string is not UTF-8 (byte 5)");
    assert_eq!(
        format!("{error:?}"),
        "DecodeError { kind: InvalidUtf8, parameter: Some(\"a\"), offset: Some(5), record: Some(7) }"
    );
    assert_eq!(size_of::<DecodeError>(), size_of::<usize>());
    let boxed: Box<dyn Error + Send + Sync> = error.into();
    assert!(boxed.source().is_none());
    let kind: Box<dyn Error + Send + Sync> = ErrorKind::InvalidUtf8.into();
    assert_eq!(kind.to_string(), "the string is not UTF-8");
    assert_eq!(
        DecodeError::from(EncodeError::new(ErrorKind::missing_param()).in_parameter("x")).parameter(),
        Some("x")
    );
    assert_eq!(Binary::from("ab").0, b"ab");
}
