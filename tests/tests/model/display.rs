//! Tensors and records as text, to the letter.

use std::time::{Duration, Instant};

use half::{bf16, f16};
use num_complex::Complex;
use tensor_format::decthings::{Options, SliceSource};
use tensor_format::{
    Binary, BinaryRef, ByteOrder, Decode, DecodeError, ElementType, EncodeError, ErrorKind, Image, Record, Tensor,
    TensorRef, View,
    codec::Variable,
    decthings,
    error::{AnyFault, FileError, FileFault, JsonError, JsonFault, ParamNames},
    layout::Layout,
    to_value, vespa,
    with::serde::ErrorReport,
    zio,
    zio::{MessageError, MessageFault, Stage},
};

fn numbers<T: tensor_format::Element>(shape: &[usize], elements: &[T]) -> String {
    TensorRef::from_slice(shape, elements).unwrap().to_string()
}

#[test]
fn matrices_are_rows() {
    assert_eq!(numbers(&[2, 3], &[1i32, -20, 3, 4, 5, 600]), "i32 [2, 3]\n[[  1, -20,   3],\n [  4,   5, 600]]");
    assert_eq!(numbers(&[3], &[true, false, true]), "bool [3]\n[ true, false,  true]");
}

#[test]
fn floats_are_aligned_at_the_point_and_short() {
    let floats = [1.5f32, 100.0, 0.1, -0.0, 1e-7, f32::INFINITY];
    assert_eq!(numbers(&[3, 2], &floats), "f32 [3, 2]\n[[   1.5,  100.0],\n [   0.1,   -0.0],\n [1e-7  ,  inf  ]]");
    assert_eq!(numbers(&[2], &[f64::NAN, 0.1 + 0.2]), "f64 [2]\n[NaN                  ,   0.30000000000000004]");
    let t = TensorRef::from_slice([2], &[1.0f32, 2.345]).unwrap();
    assert_eq!(format!("{t:.2}"), "f32 [2]\n[1.00, 2.35]");
}

#[test]
fn half_precision_floats_have_no_spare_digits() {
    let halves = [0.1, 65504.0, 5.96e-8, -1.5].map(f16::from_f32);
    let t = TensorRef::from_slice([4], &halves).unwrap();
    assert_eq!(format!("{t:?}"), "f16 [4] [0.1, 65500.0, 6e-8, -1.5]");
    let t = TensorRef::from_slice([3], &[f16::INFINITY, f16::NEG_INFINITY, f16::NAN]).unwrap();
    assert_eq!(format!("{t:?}"), "f16 [3] [inf, -inf, NaN]");
    let wide = [bf16::from_f32(0.1), bf16::MAX, bf16::from_f32(-3.0)];
    let t = TensorRef::from_slice([3], &wide).unwrap();
    assert_eq!(format!("{t:?}"), "bf16 [3] [0.1, 3.39e38, -3.0]");
}

#[test]
fn every_half_reads_back_from_its_text() {
    let mut bits: Vec<u16> = (0..0x7c00).step_by(7).chain([1, 2, 3, 0x3ff, 0x400, 0x7bff, 0x7bfe]).collect();
    bits.extend(bits.clone().iter().map(|bits| bits | 0x8000));
    for bits in bits {
        let value = f16::from_bits(bits);
        let text = format!("{:?}", TensorRef::from_slice([1], &[value]).unwrap());
        let text = text.trim_start_matches("f16 [1] [").trim_end_matches(']');
        // Not by `f16::from_f64`, which rounds the upper half of a float only.
        let parsed = Tensor::from_vec([1], vec![text.parse::<f64>().unwrap()]).unwrap();
        let (half, _) = parsed.cast_lossy::<f16>().unwrap();
        assert_eq!(half.get::<f16>(&[0]).unwrap().to_bits(), bits, "{text}");
    }
}

#[test]
fn complex_numbers_have_two_parts() {
    let t = [Complex::new(1.0f32, -2.5), Complex::new(-0.0, 0.0)];
    assert_eq!(numbers(&[2], &t), "c64 [2]\n[1.0-2.5i, -0.0+0.0i]");
    let t = [Complex::new(f64::NAN, f64::NEG_INFINITY)];
    assert_eq!(numbers(&[1], &t), "c128 [1]\n[NaN-infi]");
}

#[test]
fn scalars_and_empty_tensors() {
    assert_eq!(numbers(&[], &[7u8]), "u8 []\n7");
    assert_eq!(numbers::<f32>(&[0, 1 << 28], &[]), "f32 [0, 268435456]\n[]");
    assert_eq!(numbers::<f32>(&[1 << 28, 0], &[]), "f32 [268435456, 0]\n[]");
}

#[test]
fn deeper_tensors_are_set_apart() {
    assert_eq!(
        numbers(&[2, 2, 2], &[1u8, 2, 3, 4, 5, 6, 7, 8]),
        "u8 [2, 2, 2]\n[[[1, 2],\n  [3, 4]],\n\n [[5, 6],\n  [7, 8]]]"
    );
}

#[test]
fn long_rows_are_broken() {
    let t: Vec<u32> = (1000..1030).collect();
    let text = numbers(&[30], &t);
    assert_eq!(
        text,
        "u32 [30]\n\
         [1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015,\n \
         1016, 1017, 1018, 1019, 1020, 1021, 1022, 1023, 1024, 1025, 1026, 1027, 1028, 1029]"
    );
}

#[test]
fn large_tensors_are_cut_down() {
    let t: Vec<u32> = (0..1_000_000).collect();
    assert_eq!(numbers(&[1_000_000], &t), "u32 [1000000]\n[     0,      1,      2, ..., 999997, 999998, 999999]");
    assert_eq!(
        numbers(&[1000, 1000], &t),
        "u32 [1000, 1000]\n\
         [[     0,      1,      2, ...,    997,    998,    999],\n \
         [  1000,   1001,   1002, ...,   1997,   1998,   1999],\n \
         [  2000,   2001,   2002, ...,   2997,   2998,   2999],\n \
         ...,\n \
         [997000, 997001, 997002, ..., 997997, 997998, 997999],\n \
         [998000, 998001, 998002, ..., 998997, 998998, 998999],\n \
         [999000, 999001, 999002, ..., 999997, 999998, 999999]]"
    );
    let short: Vec<u16> = (0..1000).collect();
    assert!(!numbers(&[1000], &short).contains("..."));
}

#[test]
fn huge_tensors_print_at_once() {
    const DEEP: usize = usize::BITS as usize - 4;
    let begin = Instant::now();
    let byte = [9u8];
    let repeated = |shape: &[usize]| {
        let layout = Layout::new(&vec![0; shape.len()], 0);
        TensorRef::with_layout(ElementType::U8, shape, &byte, layout, ByteOrder::NATIVE).unwrap()
    };
    let most = usize::MAX / 2;
    assert_eq!(format!("{:?}", repeated(&[most])), format!("u8 [{most}] [9, 9, 9, ..., 9, 9, 9]"));
    let deep = format!("{:?}", repeated(&[2; DEEP]));
    assert!(deep.ends_with(&format!("{}9, ...{}", "[".repeat(DEEP), "], ...".repeat(DEEP - 1) + "]")), "{deep}");
    let deepest = repeated(&[1; 255]);
    assert!(format!("{deepest:?}").ends_with(&format!("{}9{}", "[".repeat(255), "]".repeat(255))));
    assert!(deepest.to_string().len() < 10_000);
    assert!(repeated(&[7; 10]).to_string().len() < 100_000);
    let words: Vec<String> = (0..1_000_000).map(|i| i.to_string()).collect();
    let words = Tensor::from_strings([1000, 1000], words.iter().map(String::as_str)).unwrap();
    assert!(format!("{words:?}").ends_with(r#""999997", "999998", "999999"]]"#));
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn strides_and_byte_orders_are_followed() {
    let bytes = [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6];
    let layout = Layout::new(&[2, -4], 8);
    let t = TensorRef::with_layout(ElementType::U16, [2, 3], &bytes, layout, ByteOrder::Big).unwrap();
    assert_eq!(t.to_string(), "u16 [2, 3]\n[[5, 3, 1],\n [6, 4, 2]]");
    let c = Tensor::from_vec([1], vec![Complex::new(1.0f32, 2.0)]).unwrap();
    let big = c.to_bytes(ByteOrder::Big);
    let t = TensorRef::from_bytes(ElementType::C64, [1], &big, ByteOrder::Big).unwrap();
    assert_eq!(format!("{t:?}"), "c64 [1] [1.0+2.0i]");
}

#[test]
fn strings_are_quoted_and_shortened() {
    let long = "é".repeat(40);
    let t = Tensor::from_strings([2, 2], ["a", "\"b\"\n", "", &long]).unwrap();
    assert_eq!(
        t.to_string(),
        format!("string [2, 2]\n[[\"a\", \"\\\"b\\\"\\n\"],\n [\"\", \"{}\"... 80 bytes]]", "é".repeat(32))
    );
}

#[test]
fn bytes_and_media_are_described() {
    let bytes = [Variable::Bytes(b"ab\0\xff"[..].into()), Variable::Bytes(vec![b'x'; 100].into())];
    let t = Tensor::from_variables(ElementType::Binary, [2], bytes).unwrap();
    assert_eq!(format!("{t:?}"), format!("binary [2] [b\"ab\\x00\\xff\", b\"{}\"... 100 bytes]", "x".repeat(32)));
    let media = Variable::Media { format: b"png"[..].into(), data: vec![0; 1234].into() };
    let t = Tensor::from_variables(ElementType::Image, (), [media]).unwrap();
    assert_eq!(t.to_string(), "image []\n(png, 1234 bytes)");
}

#[test]
fn records_name_their_tensors() {
    let mut record = Record::new();
    assert_eq!(record.to_string(), "record of 0 tensors");
    assert_eq!(format!("{record:?}"), "{}");
    record.push("image", Tensor::from_vec([2, 2], vec![1u8, 2, 3, 4]).unwrap());
    assert_eq!(record.to_string(), "record of 1 tensor\nimage: u8 [2, 2]\n  [[1, 2],\n   [3, 4]]");
    record.push("a\nb", Tensor::from_vec((), vec![0.5f32]).unwrap());
    assert_eq!(
        record.to_string(),
        "record of 2 tensors\nimage: u8 [2, 2]\n  [[1, 2],\n   [3, 4]]\na\\nb: f32 []\n  0.5"
    );
    assert_eq!(record.as_ref().to_string(), record.to_string());
    assert_eq!(format!("{record:?}"), r#"{"image": u8 [2, 2] [[1, 2], [3, 4]], "a\nb": f32 [] 0.5}"#);
    assert_eq!(format!("{:?}", record.as_ref()), format!("{record:?}"));
}

#[test]
fn long_records_are_cut_down() {
    let one = Tensor::from_vec((), vec![1u8]).unwrap();
    let record: Record = (0..1000).map(|i| (format!("p{i}"), one.clone())).collect();
    let text = record.to_string();
    assert_eq!(text.lines().count(), 1 + 2 * 100 + 1);
    assert!(text.contains("p49: u8 []\n  1\n...\np950: u8 []\n  1\n"), "{text}");
}

#[test]
fn long_views_and_bytes_are_cut_down() {
    let numbers: Vec<u16> = (0..1001).collect();
    assert_eq!(format!("{:?}", View::from(&numbers[..])), "[0, 1, 2, ..., 998, 999, 1000]");
    assert_eq!(format!("{:?}", View::from(&numbers[1..])).matches(", ").count(), 999);
    assert_eq!(format!("{:?}", Binary(b"a\0\xff".to_vec())), r#"Binary(b"a\x00\xff")"#);
    let long = format!("Binary(b\"{}\"... 100 bytes)", "x".repeat(32));
    assert_eq!(format!("{:?}", BinaryRef(&[b'x'; 100])), long);
    assert_eq!(format!("{:?}", Binary(vec![b'x'; 100])), long);
    assert_eq!(format!("{:?}", Image::new("png", vec![0; 9999])), r#"Image("png", 9999 bytes)"#);
}

/// A typed value prints as the record that it is.
#[test]
fn derived_records_print_through_the_model() {
    #[derive(tensor_format::Tensor)]
    struct Input {
        samples: Vec<f32>,
        title: Option<String>,
    }
    let input = Input { samples: vec![0.5; 5000], title: Some("clip".into()) };
    let text =
        "record of 2 tensors\nsamples: f32 [5000]\n  [0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5]\ntitle: string []\n  \"clip\"";
    assert_eq!(to_value(&input).unwrap().to_string(), text);
    let text = r#"Record({"samples": f32 [5000] [0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5], "title": string [] "clip"})"#;
    assert_eq!(format!("{:?}", to_value(&input).unwrap()), text);
}

#[test]
fn sources_and_sequences_say_how_far_they_are() {
    let bytes = [7, 0, 1, 7, 0, 2];
    let options = Options::new();
    let mut sequence = tensor_format::sequence::<u8>(&bytes);
    assert_eq!(sequence.next().expect("a value").expect("a number"), 1);
    assert_eq!(format!("{sequence:?}"), "Sequence { index: 1, offset: 3, len: 6, .. }");
    let batches = format!("{:?}", sequence.batches(2));
    assert_eq!(batches, "Batches { items: Sequence { index: 1, offset: 3, len: 6, .. }, size: 2, failed: None }");

    let mut source = SliceSource::new(&bytes, &options);
    assert_eq!(u8::decode(&mut source).expect("a number"), 1);
    assert_eq!(format!("{source:?}"), "SliceSource { position: 3, len: 6, .. }");
    let mut stream = options.sequence_from_reader::<u8, _>(&bytes[..]);
    assert_eq!(stream.next().expect("a value").expect("a number"), 1);
    let shown = "StreamSequence { index: 1, offset: 3, ended: false, source: ReadSource { position: 3, .. } }";
    assert_eq!(format!("{stream:?}"), shown);
}

/// Names and excerpts as an attacker chooses them: colours, a line that is written over, and turned letters.
const STEERING: [&str; 5] = ["\x1b[31mred", "a\rb", "\u{202e}cba", "a\nb", "\u{9b}2J\x7f"];

#[track_caller]
fn one_line(shown: &str, name: &str) {
    let steers = |letter: char| letter.is_control() || ('\u{202a}'..='\u{202e}').contains(&letter);
    assert!(!shown.contains(steers), "{shown:?}");
    let escaped: String =
        name.chars().flat_map(|c| if steers(c) { c.escape_debug().collect() } else { vec![c] }).collect();
    assert!(shown.contains(&escaped), "{shown:?} without {escaped:?}");
}

#[test]
fn errors_escape_what_steers_a_terminal() {
    for name in STEERING {
        let text = || Box::<str>::from(name);
        let names = || ParamNames::beside("x", [name]);
        let file =
            FileError { format: "npz", fault: FileFault::Entry, path: text(), expected: "a tensor", found: text() };
        one_line(&file.to_string(), name);
        let (stage, fault) = (Stage::Tens, MessageFault::Shape);
        let message = MessageError { stage, fault, path: text(), expected: "a shape", found: text() };
        one_line(&message.to_string(), name);
        one_line(&names().to_string(), name);
        let json = |fault| JsonError { line: 1, column: 2, path: text(), fault };
        let faults = [
            JsonFault::Syntax { why: text() },
            JsonFault::Data { why: text() },
            JsonFault::WrongType { expected: "a list", found: text() },
            JsonFault::UnknownElementType { expected: "f32", found: text() },
            JsonFault::DuplicateName { name: text() },
            vespa::Fault::BadType { expected: "a type", found: text() }.into(),
        ];
        let mut kinds: Vec<ErrorKind> = Vec::new();
        for fault in faults {
            one_line(&json(fault.clone()).to_string(), name);
            kinds.push(ErrorKind::Json(Box::new(json(fault))));
        }
        kinds.extend([
            ErrorKind::AxisName { name: text(), first: text(), axis: 0, expected: 1, found: 2 },
            ErrorKind::MissingParam { unknown: names() },
            ErrorKind::UnknownParam { known: names() },
            ErrorKind::InvalidMediaFormat { format: text(), why: "too long" },
            ErrorKind::UnknownLabel { found: text(), expected: &["a"] },
            ErrorKind::UnknownNumber { found: text(), expected: &[(1, "a")] },
            ErrorKind::DuplicateLabel { found: text() },
            ErrorKind::RaggedBatch { index: 1, expected: text(), found: text() },
            ErrorKind::RaggedMap { keys: Box::new([text(), text()]), expected: text(), found: text() },
            ErrorKind::RaggedLengths { lengths: text(), expected: 1, found: 2 },
            ErrorKind::UnresolvedDataset { id: text(), key: text() },
            ErrorKind::UnequalBatch { tensors: 1, other: text() },
            ErrorKind::NotARecord { found: text() },
            ErrorKind::Syntax { field: "shape", line: 1, column: 1, expected: "an axis", found: text() },
            ErrorKind::Picture { format: text(), why: text() },
            ErrorKind::Rules { why: text() },
            AnyFault::new(message).into(),
            ErrorKind::File(Box::new(file)),
            ErrorKind::Io(std::io::Error::other(name)),
            ErrorKind::custom(name),
        ]);
        for kind in kinds {
            one_line(&kind.to_string(), name);
            one_line(&DecodeError::new(kind).in_parameter(name).to_string(), name);
        }
        one_line(&EncodeError::new(ErrorKind::DuplicateParam).in_parameter(name).to_string(), name);
        let report = ErrorReport::from(&DecodeError::new(ErrorKind::InvalidUtf8).in_parameter(name));
        one_line(&report.to_string(), name);
        one_line(&ErrorReport { message: name.into(), ..report }.to_string(), name);
        let json = zio::Json::new(r#"{"a":1}"#).unwrap();
        let wanted = json.to::<std::collections::BTreeMap<String, Steering>>().unwrap_err();
        one_line(&wanted.to_string(), STEERING[0]);
    }
}

/// Refuses every value in words that steer.
#[derive(Debug)]
struct Steering;

impl<'de> serde::Deserialize<'de> for Steering {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom(STEERING[0]))
    }
}

#[test]
fn records_and_annotations_escape_what_steers_a_terminal() {
    for name in STEERING {
        let record: Record = [(name.to_owned(), Tensor::from(vec![1u8]))].into_iter().collect();
        for shown in [record.to_string(), record.as_ref().to_string()] {
            shown.lines().for_each(|line| one_line(line, ""));
            assert_eq!(shown.lines().count(), 3, "{shown:?}");
        }
        let bytes = decthings::to_vec(&record).unwrap();
        let lines: Vec<String> = decthings::annotate(&bytes).map(|annotation| annotation.to_string()).collect();
        lines.iter().for_each(|line| one_line(line, ""));
        one_line(&lines.concat(), name);
        let texts = Tensor::from_strings([1], [name]).unwrap();
        texts.to_string().lines().for_each(|line| one_line(line, ""));
    }
}
